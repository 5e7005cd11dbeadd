"""Records that came as MARC, whatever the serialisation, as one MARCXML collection (MARC 21 XML Schema)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gate.queue.cells import visible
from gate.queue.export import Tell
from gate.queue.export_records import passed, record_bytes
from gate.queue.json_values import parsed
from gate.queue.marc_stamp import stamp, stamps
from gate.queue.originals import MARC_FORMATS, assemble
from gate.queue.values import Item
from gate.records.writers.marc_xml import as_marcxml


def to_marcxml(items: Iterable[Item], tell: Tell) -> Iterator[bytes]:
    """The collection. Items in other formats are left out, and told."""
    yield assemble("marcxml", _records(items, tell, stamped=False))


def to_marcxml_stamped(items: Iterable[Item], tell: Tell) -> Iterator[bytes]:
    """The same with fields 883 and 885 in every record."""
    yield assemble("marcxml", _records(items, tell, stamped=True))


def _records(items: Iterable[Item], tell: Tell, *, stamped: bool) -> Iterator[bytes]:
    for item in items:
        if item.row.format not in MARC_FORMATS:
            tell(f"item {item.row.id} came as {item.row.format}, not as MARC; it is left out")
            continue
        raw = record_bytes(item, tell, stamped=False)
        made = as_marcxml(item.row.format, raw, visible) if raw else b""
        if raw and made is None:
            tell(f"item {item.row.id}: the record cannot be written as MARCXML; it is left out")
        if made:
            fields = stamps(parsed(item.report), passed(item)) if stamped else ()
            yield (stamp("marcxml", made, fields) if fields else made) or made
