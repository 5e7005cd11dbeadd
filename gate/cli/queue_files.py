"""``gate queue export`` and ``gate queue import``: the queue to files, and decisions back from a spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.output import is_terminal, note, show, writable
from gate.cli.queue_common import By, told, who
from gate.cli.queue_filter import filtered
from gate.errors import UsageError
from gate.queue.export import EXPORT_FORMATS
from gate.queue.values import Filter
from gate.settings import load_settings


@filtered
def export_items(
    filter: Filter,
    format: Annotated[
        str,
        typer.Option("--format", metavar="FORMAT", help="; ".join(f"{n}: {f.holds}" for n, f in EXPORT_FORMATS.items()) + "."),
    ] = "jsonl",
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write there, not to the output.")] = None,
    new: Annotated[
        bool, typer.Option("--new", help="For records: only what was not exported so before; notes in the log that it now was.")
    ] = False,
    stamp_marc: Annotated[bool, typer.Option("--stamp-marc", help="Add the MARC fields 883 and 885.")] = False,
    by: By = "",
) -> int:
    """Export items.

    Without --state: the pending ones as csv or xlsx, the accepted and corrected ones as records or marcxml, all as jsonl or
    dspace.
    """
    from dataclasses import replace

    from gate.hook.files import write_whole
    from gate.queue import open_queue
    from gate.queue.export import exporter

    write = exporter(format, stamped=stamp_marc)
    known = EXPORT_FORMATS[format]
    if new and not (known.taken and out is not None):
        raise UsageError("--new is for --format records or marcxml, with --out")
    if format == "xlsx" and out is None and is_terminal():
        raise UsageError("a workbook is no text: name a file with --out")
    if out is not None:
        writable(out)
    chosen = filter if filter.states else replace(filter, states=tuple(known.states))
    with open_queue(load_settings()) as queue:
        items = list(queue.items(replace(chosen, not_handed_over=new))) if known.taken else queue.items(chosen)
        pieces = write(items, note)
        if out is None:
            for piece in pieces:
                show(piece)
            return ExitCode.ACCEPTED
        target = out

        def put() -> None:
            try:
                write_whole(target, pieces)
            except OSError as error:
                raise UsageError(f"{target}: cannot be written: {error.strerror or error}") from error

        if new and isinstance(items, list):
            queue.hand_over([item.row for item in items], put, who=who(by), detail=f"to {target.name}")
        else:
            put()
    return ExitCode.ACCEPTED


def import_items(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A workbook or CSV of gate queue export, with decisions filled in.")
    ],
    by: By = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be decided, and decide nothing.")] = False,
) -> int:
    """Take decisions back from a spreadsheet.

    Every row that cannot be carried out is told, and does not stop the others. An
    item that changed since it was exported is left as it is, and told.
    """
    from gate.queue import open_queue
    from gate.queue.import_decisions import read_decisions
    from gate.queue.values import Bulk

    read = read_decisions(file)
    with open_queue(load_settings()) as queue:
        if dry_run:
            tried = queue.try_each(read.decisions)
            for one in read.decisions:
                if one.item in set(tried.done):
                    show(f"item {one.item}: {one.state}" + (f", {one.reason}" if one.reason else "") + "\n")
            return told(Bulk(tried.done, (*read.refused, *tried.refused)), "would be decided")
        done = queue.decide_each(read.decisions, who=who(by))
    return told(Bulk(done.done, (*read.refused, *done.refused), done.mark), "decided")
