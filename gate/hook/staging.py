"""Splitting a file by its verdicts: what a loader may take, what waits for review, what could not be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from gate.errors import InputError
from gate.model import EMPTY_PROFILE, Record, RecordReport, Report, Unreadable
from gate.queue.json_values import parsed
from gate.queue.marc_stamp import stamp, stamps
from gate.queue.originals import MARC_FORMATS, SUFFIXES, assemble, in_lines
from gate.queue.values import State
from gate.queue.workbook_rows import of_rows
from gate.records.readers import sniff
from gate.report.json import to_json
from gate.report.order import is_accepted

ACCEPTED, REVIEW, UNREADABLE, REPORT = "accepted", "review", "unreadable", "report"
#: the order in which files are put in place: whoever sees the accepted records finds all else there
ORDER = (REPORT, UNREADABLE, REVIEW, ACCEPTED)


@dataclass(frozen=True, slots=True)
class Staged:
    """The files of a split: what each is (one of :data:`ORDER`), its name, its bytes; and what the user should know."""

    files: tuple[tuple[str, str, bytes], ...]
    notes: tuple[str, ...] = ()


def stage(
    data: bytes, name: str, report: Report, states: Mapping[tuple[str, int], State], *, stamped: bool = False, header: int = 1
) -> Staged:
    """Split ``data``, the file ``name`` as it was read for ``report``.

    A record goes to the accepted ones where the gate accepts it and the queue does not say otherwise: what a curator rejected
    before, in the same batch, stays out. Records are written byte for byte as they came; with ``stamped``, accepted MARC records
    have the fields 883 and 885 more. The rows of a workbook have no bytes of their own and are written anew, below the names of
    its columns, which stand in row ``header`` or the first below it that has a value. Raises :class:`InputError` where the file
    cannot be split, because the bytes of its records are not known; a file whose records all go one way is copied whole.
    """
    ways: dict[str, list[RecordReport]] = {ACCEPTED: [], REVIEW: []}
    for one in report.records:
        state = states.get((one.record.file, one.record.position), State.ACCEPTED)
        ways[ACCEPTED if is_accepted(one) and state is State.ACCEPTED else REVIEW].append(one)
    lines = in_lines(data, [one.record.raw for one in report.records])
    notes: list[str] = []
    files = [(REPORT, f"{PurePath(name).stem}.{REPORT}.json", to_json(report))]
    for way, members in ways.items():
        files += _files(
            data, name, way, members, report, lines=lines, stamped=stamped and way == ACCEPTED, notes=notes, header=header
        )
    if report.unreadable:
        files.append((UNREADABLE, _name(name, UNREADABLE), _unreadable(data, report.unreadable, lines=lines)))
    return Staged(tuple(sorted(files, key=lambda file: ORDER.index(file[0]))), tuple(notes))


def _files(
    data: bytes,
    name: str,
    way: str,
    members: Sequence[RecordReport],
    report: Report,
    *,
    lines: bool,
    stamped: bool,
    notes: list[str],
    header: int,
) -> list[tuple[str, str, bytes]]:
    if not members:
        return []
    if not all(one.record.raw for one in members):
        if len(members) == len(report.records) and not report.unreadable:
            return [(way, _name(name, way), data)]
        if (read := sniff(data, name)) is not None and read.name == "xlsx":
            chosen = of_rows(data, [one.record for one in members], header)
            return [(way, f"{PurePath(name).stem}.{way}.xlsx", chosen)]  # no macros are in it: never .xlsm
        raise InputError(
            f"{name}: cannot be split, because the format {members[0].record.format} does not tell its records' bytes"
        )
    formats = sorted({one.record.format for one in members})
    files = []
    for form in formats:
        raws = [_raw(one, report, notes, stamped=stamped) for one in members if one.record.format == form]
        named = _name(name, way) if len(formats) == 1 else f"{PurePath(name).stem}.{way}.{form}{SUFFIXES.get(form, '')}"
        files.append((way, named, assemble(form, raws, lines=lines)))
    return files


def _raw(one: RecordReport, report: Report, notes: list[str], *, stamped: bool) -> bytes:
    record = one.record
    if not stamped or record.format not in MARC_FORMATS:
        return record.raw
    alone = replace(report, records=(one,), unreadable=(), batch_profile=EMPTY_PROFILE, heading_use=None, consulted=())
    made = stamp(record.format, record.raw, stamps(parsed(to_json(alone)), "accepted by the gate"))
    if made is None:
        notes.append(f"{_place(record)}: there is no room for fields 883 and 885; the record is given without")
    return made or record.raw


def _unreadable(data: bytes, unreadable: Sequence[Unreadable], *, lines: bool) -> bytes:
    """The bytes that could not be read, where it is known where they begin and end; otherwise the whole file."""
    offsets = [one.offset for one in unreadable]
    if all(one.format == "marc" for one in unreadable):
        from gate.records.readers.marc_iso2709 import chunks

        found = {chunk.offset: chunk.data for chunk in chunks(data)}
        if all(offset in found for offset in offsets):
            return assemble("marc", [found[offset] for offset in offsets if offset is not None])
    if lines and all(offset is not None for offset in offsets):
        return b"".join(_line(data, offset) + b"\n" for offset in sorted({o for o in offsets if o is not None}))
    return data


def _line(data: bytes, offset: int) -> bytes:
    start = data.rfind(b"\n", 0, offset) + 1
    end = data.find(b"\n", offset)
    return data[start : end if end >= 0 else len(data)].rstrip(b"\r")


def _name(name: str, way: str) -> str:
    path = PurePath(name)
    return f"{path.stem}.{way}{path.suffix}"


def _place(record: Record) -> str:
    return f"{record.file}, record {record.position} ({record.id})"
