"""``gate convert``: records in another format."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gate.cli.check import read_files
from gate.cli.exit_codes import ExitCode
from gate.cli.mapping import MappingFile, with_mapping
from gate.cli.output import note, show, writable, write_file
from gate.errors import UsageError
from gate.settings import load_settings

if TYPE_CHECKING:
    from gate.model import Record
    from gate.records.writers.losses import Loss
    from gate.records.writers.writer import Writer
    from gate.settings import Settings

_GRAPHS = {".jsonld": "json-ld", ".json": "json-ld"}


def convert(
    inputs: Annotated[
        list[str] | None, typer.Argument(metavar="INPUT...", help="Files or folders; - reads standard input.")
    ] = None,
    to: Annotated[str, typer.Option("--to", metavar="csl-json|marcxml|dc|oai_dc|graph|json-ld", help="Format to write.")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="File to write; default: the output.")
    ] = None,
    from_format: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help="Format of the input; default: seen from the input itself.")
    ] = "",
    mapping: MappingFile = None,
    strict: Annotated[bool, typer.Option("--strict", help="End with 1 where the format cannot hold everything.")] = False,
    losses: Annotated[
        Path | None, typer.Option("--losses", metavar="FILE", help="Write there what is lost, as JSON Lines, one claim a line.")
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Print no note on what is lost; only what cannot be read is named.")
    ] = False,
) -> int:
    """Write records in another format.

    What the format cannot hold is said, record by record, with its place: every record is read again from what was written, and
    its claims are compared. The graph holds everything. MARC is written as MARCXML with all its fields.

    Exit codes: 0 written, 1 something is lost and --strict, 2 a bad call or unreadable input; what could be read is written.
    """
    from gate.records.writers import FORMATS, writer

    if not inputs:
        raise UsageError("nothing to convert: name a file, or - for standard input")
    if not to:
        raise UsageError(f"name the format to write with --to: {', '.join(FORMATS)}")
    chosen = writer(_GRAPHS.get(output.suffix.lower(), to) if output is not None and to == "graph" else to)
    for target in filter(None, (output, losses)):
        writable(target)
    settings = with_mapping(load_settings(), mapping)
    run = _Run(chosen, settings, quiet=quiet, keep=losses is not None)
    records = run.records(inputs, from_format)
    data = b"".join(chosen.write(records)) if records else b""
    if records and output is not None:
        write_file(output, data)
    elif records:
        show(data)
    if losses is not None:
        write_file(losses, b"".join(run.lines))
    if not quiet:
        note(run.summary(len(records)))
    if run.unreadable or not records:
        return ExitCode.BAD_INPUT
    return ExitCode.REVIEW if strict and run.lost else ExitCode.ACCEPTED


class _Run:
    """One conversion: what was read, refused and lost."""

    def __init__(self, writer: Writer, settings: Settings, *, quiet: bool, keep: bool) -> None:
        self.unreadable = self.refused = self.ignored = self.claims = self.complete = 0
        self.lost: Counter[str] = Counter()
        self.lines: list[bytes] = []
        self._writer = writer
        self._settings = settings
        self._quiet = quiet
        self._keep = keep

    def records(self, inputs: list[str], from_format: str) -> list[Record]:
        """The records to write; what cannot be read or written is told on the way."""
        from gate.model import Unreadable

        found: list[Record] = []
        for item in read_files(inputs, from_format, self._settings):
            if isinstance(item, Unreadable):
                self.unreadable += 1
                note(f"{_place(item.file, item.position, item.id)}: cannot be read: {item.reason}")
            elif self._holds(item):
                found.append(item)
        return found

    def _holds(self, record: Record) -> bool:
        from gate.records.writers.losses import Loss
        from gate.records.writers.losses import losses as compare

        place = _place(record.file, record.position, record.id)
        self.ignored += len(record.ignored)
        reason = self._writer.refuses(record)
        if reason:
            self.refused += 1
            self._tell(place, record, [Loss("", "record", "", reason)], f"not written: {reason}")
            return False
        self.claims += len(record.statements)
        kept = self._writer.read(b"".join(self._writer.write([record])), self._settings)
        lost = compare(record.statements, kept)
        if lost:
            from gate.records.writers.losses import summary

            self._tell(place, record, lost, f"{self._writer.name} does not hold: {summary(lost)}")
        else:
            self.complete += 1
        return True

    def _tell(self, place: str, record: Record, lost: list[Loss], line: str) -> None:
        self.lost.update(loss.what for loss in lost)
        if not self._quiet:
            note(f"{place}: {line}")
        if self._keep:
            head = {"file": record.file, "position": record.position, "id": record.id}
            self.lines += [json.dumps({**head, **asdict(loss)}).encode("ascii") + b"\n" for loss in lost]

    def summary(self, written: int) -> str:
        """What was done, in a line."""
        said = [f"{_many(written, 'record')} written as {self._writer.name}"]
        if written:
            said.append(f"{self.complete:,} whole, {written - self.complete:,} with something lost")
        said += [f"{self.refused:,} not written"] if self.refused else []
        said += [f"{self.unreadable:,} unreadable"] if self.unreadable else []
        said += [f"{_many(self.ignored, 'field')} of the input not read, and so not written"] if self.ignored else []
        return "; ".join(said)


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _place(file: str, position: int, own: str) -> str:
    named = "" if not own or own.startswith("#") else f" ({own})"
    return f"{file}, record {position}{named}"
