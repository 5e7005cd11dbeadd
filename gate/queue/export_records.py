"""Records for a loader, in the format they came in and byte for byte; a curator's corrected record in place of the original."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gate.errors import UsageError
from gate.queue.export import Tell
from gate.queue.json_values import parsed
from gate.queue.marc_stamp import stamp, stamps
from gate.queue.originals import MARC_FORMATS, assemble
from gate.queue.values import MACHINE, Item, State


def to_records(items: Iterable[Item], tell: Tell) -> Iterator[bytes]:
    """One file. Raises :class:`UsageError` where the items came in several formats: a file has one."""
    yield _file(items, tell, stamped=False)


def to_records_stamped(items: Iterable[Item], tell: Tell) -> Iterator[bytes]:
    """The same, MARC records with fields 883 and 885."""
    yield _file(items, tell, stamped=True)


def _file(items: Iterable[Item], tell: Tell, *, stamped: bool) -> bytes:
    found = [(item.row.format, raw) for item in items if (raw := record_bytes(item, tell, stamped=stamped))]
    formats = sorted({form for form, _ in found})
    if len(formats) > 1:
        raise UsageError(f"the records came in several formats ({', '.join(formats)}); choose one with --input-format")
    return assemble(formats[0], [raw for _, raw in found]) if found else b""


def record_bytes(item: Item, tell: Tell, *, stamped: bool) -> bytes:
    """The bytes that count: the corrected record's, or those that came. Empty, and told, where there are none."""
    number = item.row.id
    corrected = item.row.state is State.CORRECTED
    raw = item.corrected if corrected else item.raw
    if corrected and not raw:
        tell(f"item {number} was corrected elsewhere; its record is not here, so it is left out")
        return b""
    if not raw:
        of_workbook = item.row.format == "xlsx"
        why = "a row of a workbook has no bytes of its own" if of_workbook else "the bytes of the record are not known"
        tell(f"item {number}: {why}, so it is left out")
        return b""
    if not stamped or item.row.format not in MARC_FORMATS:
        return raw
    made = stamp(item.row.format, raw, stamps(parsed(item.report), passed(item)))
    if made is None:
        tell(f"item {number}: there is no room for fields 883 and 885; the record is given without")
    return made or raw


def passed(item: Item) -> str:
    """Who let the item pass, in words."""
    row = item.row
    if row.state is State.PENDING:
        return "under review"
    who = "the gate" if row.decided_by == MACHINE else "a curator"
    return f"{row.state} by {who}" + (f" ({row.reason})" if row.reason else "")
