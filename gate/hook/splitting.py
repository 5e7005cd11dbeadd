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
from gate.records.readers import AUTO, reader, sniff
from gate.records.readers.tabular.mapping import load_mapping
from gate.report.order import Counts, count

NAME = 180  # bytes of a batch's name that are the file's: file systems take 255
TABLES = ("csv", "xlsx")  # formats whose records a mapping file makes
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


def batch_name(data: bytes, name: str, mapping: str = "", format: str = AUTO) -> str:
    """The batch of a file: the beginning of its SHA-256, and its name.

    Of a table the mapping file, where there is one, counts as content: by another mapping its cells are other records.
    Raises :class:`~gate.errors.MappingError` for a mapping that cannot be used.
    """
    plain = "".join(c if c.isprintable() else "_" for c in PurePath(name).name)
    short = plain.encode("utf-8")[:NAME].decode("utf-8", "ignore")
    digest = hashlib.sha256(data)
    if mapping and _may_be_table(data, name, format):
        digest.update(load_mapping(mapping).sha256.encode())
    return f"{digest.hexdigest()[:DIGEST]}-{short}"


def _may_be_table(data: bytes, name: str, format: str) -> bool:
    """Whether a mapping can matter: for a table, and for what is not told from its first bytes (a packed file)."""
    known = sniff(data, name) if format == AUTO else reader(format)
    return known is None or known.name in TABLES


def split(
    data: bytes, name: str, runner: Runner, queue: Queue, *, format: str = AUTO, batch: str = "", stamped: bool = False
) -> Split:
    """Check the records of ``data``, queue what needs review, and split the file. Nothing is written but the queue.

    Raises :class:`InputError` where the file cannot be split and :class:`~gate.errors.QueueError` where the queue cannot be used.
    """
    report = runner.check(read_bytes(data, name, format, settings=runner.settings))
    chosen = batch or batch_name(data, name, runner.settings.mapping, format)
    tables = any(one.record.format in TABLES for one in report.records)
    header = load_mapping(runner.settings.mapping).header if tables else 0
    stage(data, name, report, {}, stamped=False, header=header)  # what cannot be split is not queued either
    taken = queue.take_in(report, batch=chosen, source=name)
    return Split(chosen, report, taken, stage(data, name, report, taken.states, stamped=stamped, header=header))
