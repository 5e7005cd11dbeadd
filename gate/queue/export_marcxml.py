"""Records that came as MARC, whatever the serialisation, as one MARCXML collection (MARC 21 XML Schema)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from xml.sax.saxutils import escape

from gate.queue.cells import visible
from gate.queue.export import Tell
from gate.queue.export_records import passed, record_bytes
from gate.queue.json_values import parsed
from gate.queue.marc_stamp import field_xml, stamp, stamps
from gate.queue.originals import MARC_FORMATS, assemble
from gate.queue.values import Item
from gate.records.readers import marc_iso2709, marc_json
from gate.records.readers.marc_record import MarcRecord

_OPEN = '<record xmlns="http://www.loc.gov/MARC21/slim">'


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
        made = as_marcxml(item.row.format, raw) if raw else b""
        if raw and made is None:
            tell(f"item {item.row.id}: the record cannot be written as MARCXML; it is left out")
        if made:
            fields = stamps(parsed(item.report), passed(item)) if stamped else ()
            yield (stamp("marcxml", made, fields) if fields else made) or made


def as_marcxml(format: str, raw: bytes) -> bytes | None:
    """One record as a MARCXML element; MARCXML stays as it is. None where it cannot be read."""
    if format == "marcxml":
        return raw
    record: MarcRecord | str
    if format == "marc":
        try:
            record = marc_iso2709.parse(raw)
        except marc_iso2709.DamagedError:
            return None
        # what is written is Unicode, whatever the record was in: leader position 9 says so
        record = replace(record, leader=record.leader[:9] + "a" + record.leader[10:])
    else:
        try:
            record = marc_json.parse(json.loads(raw, strict=False))
        except ValueError:
            return None
    return None if isinstance(record, str) else _element(record)


def _element(record: MarcRecord) -> bytes:
    fields = "".join(field_xml(field) for field in record.fields)
    return f"{_OPEN}<leader>{escape(visible(record.leader))}</leader>{fields}</record>".encode("utf-8", "backslashreplace")
