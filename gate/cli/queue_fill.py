"""``gate check --queue``: what the run leaves for review goes into the queue."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from gate.cli.output import note
from gate.errors import QueueError

if TYPE_CHECKING:
    from gate.model import Report
    from gate.settings import Settings

NAME = 100  # characters of a batch's name that are the file's


def fill(report: Report, batch: str, files: Sequence[str], settings: Settings) -> str | QueueError:
    """Queue what needs review; gives a sentence about it, or the failure, so that the report is printed in any case."""
    from gate.queue import open_queue

    name = batch or batch_name(report.manifest.started, files)
    try:
        with open_queue(settings) as queue:
            done = queue.take_in(report, batch=name, source=", ".join(files))
    except QueueError as error:
        return error
    again = f", {done.present} were there before" if done.present else ""
    return f"{done.added} queued as batch {name}{again}"


def tell(queued: str | QueueError, *, quiet: bool) -> None:
    """Say what :func:`fill` did, if anything. Raises its failure."""
    if isinstance(queued, QueueError):
        raise queued
    if queued and not quiet:
        note(queued)


def batch_name(started: str, files: Sequence[str]) -> str:
    """``2026-11-30T09-00-00-batch.mrc``, with ``+2`` where there are two more files."""
    name = "input" if files[0] == "-" else PurePath(files[0]).name or "records"
    plain = "".join(c if c.isprintable() else "_" for c in name)[:NAME]
    more = f"+{len(files) - 1}" if len(files) > 1 else ""
    return f"{started[:19].replace(':', '-')}-{plain}{more}"
