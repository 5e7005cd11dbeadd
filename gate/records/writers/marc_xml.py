"""MARC fields as MARCXML (Library of Congress, MARC 21 XML Schema): the one place that writes it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from xml.sax.saxutils import escape, quoteattr

from gate.records.readers import marc_iso2709, marc_json
from gate.records.readers.marc_record import Field, MarcRecord
from gate.records.writers.characters import writable

NAMESPACE = "http://www.loc.gov/MARC21/slim"
#: formats whose records are MARC 21 as it stands
MARC_FORMATS = ("marc", "marcxml", "marcjson")
_OPEN = f'<record xmlns="{NAMESPACE}">'

Shown = Callable[[str], str]


def field_xml(field: Field, prefix: str = "", shown: Shown = writable) -> str:
    """A field as an element under ``prefix`` (with the colon, or empty); ``shown`` is what becomes of its texts."""
    if not field.subfields:
        return f"<{prefix}controlfield tag={quoteattr(field.tag)}>{escape(shown(field.data))}</{prefix}controlfield>"
    inner = "".join(
        f"<{prefix}subfield code={quoteattr(shown(code))}>{escape(shown(value))}</{prefix}subfield>"
        for code, value in field.subfields
    )
    attributes = f"tag={quoteattr(field.tag)} ind1={quoteattr(shown(field.ind1))} ind2={quoteattr(shown(field.ind2))}"
    return f"<{prefix}datafield {attributes}>{inner}</{prefix}datafield>"


def record_xml(record: MarcRecord, shown: Shown = writable) -> bytes:
    """A record as an element with its own namespace."""
    fields = "".join(field_xml(field, shown=shown) for field in record.fields)
    return f"{_OPEN}<leader>{escape(shown(record.leader))}</leader>{fields}</record>".encode("utf-8", "backslashreplace")


def as_marcxml(format: str, raw: bytes, shown: Shown = writable) -> bytes | None:
    """One record of :data:`MARC_FORMATS` as a MARCXML element; MARCXML stays as it is. None where it cannot be read."""
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
    return None if isinstance(record, str) else record_xml(record, shown)
