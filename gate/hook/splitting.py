"""One file through the gate: read, checked, queued, split."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path, PurePath

from gate.errors import InputError
from gate.hook.running import Runner
from gate.hook.staging import Staged, stage
from gate.model import Report
from gate.queue.store import Queue
from gate.queue.values import Intake
from gate.records import read_bytes
from gate.records.readers import AUTO
from gate.report.order import Counts, count

NAME = 180  # bytes of a batch's name that are the file's: file systems take 255
DIGEST = 12  # hexadecimal figures: enough to tell the files of one folder apart


@dataclass(frozen=True, slots=True)
class Split:
    """What became of a file. ``batch`` is made of its content and name, so that the same file again is the same batch."""

    batch: str
    report: Report
    intake: Intake
    staged: Staged

    @property
    def counts(self) -> Counts:
        """How many records were accepted, and so on."""
        return count(self.report)


def read_whole(path: Path, limit: int) -> bytes:
    """The bytes of a file of at most ``limit`` bytes. Raises :class:`InputError`."""
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > limit:
        raise InputError(f"{path}: more than {limit:,} bytes; raise max_file_bytes")
    return data


def batch_name(data: bytes, name: str) -> str:
    """The batch of a file: the beginning of its SHA-256, and its name."""
    plain = "".join(c if c.isprintable() else "_" for c in PurePath(name).name)
    short = plain.encode("utf-8")[:NAME].decode("utf-8", "ignore")
    return f"{hashlib.sha256(data).hexdigest()[:DIGEST]}-{short}"


def split(
    data: bytes, name: str, runner: Runner, queue: Queue, *, format: str = AUTO, batch: str = "", stamped: bool = False
) -> Split:
    """Check the records of ``data``, queue what needs review, and split the file. Nothing is written but the queue.

    Raises :class:`InputError` where the file cannot be split and :class:`~gate.errors.QueueError` where the queue cannot be used.
    """
    report = runner.check(read_bytes(data, name, format, settings=runner.settings))
    chosen = batch or batch_name(data, name)
    stage(data, name, report, {}, stamped=False)  # what cannot be split is not queued either
    taken = queue.take_in(report, batch=chosen, source=name)
    return Split(chosen, report, taken, stage(data, name, report, taken.states, stamped=stamped))
