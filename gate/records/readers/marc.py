"""The three serialisations of MARC: ISO 2709, MARCXML, MARC in JSON. What fields mean is in ``marc_fields`` and its kin.

A record is read as MARC 21, or as UNIMARC where its fields are surely that; see :mod:`gate.records.readers.marc_dialect`.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from gate.model import Note, Record, Unreadable
from gate.records.readers import marc_iso2709, marc_json, marc_xml, xml
from gate.records.readers.marc_authority import is_authority, read_authority
from gate.records.readers.marc_dialect import Dialect, dialect
from gate.records.readers.marc_fields import read_bibliographic
from gate.records.readers.marc_record import MarcRecord
from gate.records.readers.unimarc_fields import read_unimarc
from gate.settings import Settings

UNIMARC = "unimarc"
_ISO_2709 = re.compile(rb"\d{5}.{5}.{2}\d{5}", re.DOTALL)
#: MARC and PICA in forms that are not read, by how they begin
_OTHER_FORMS = (
    (re.compile(rb"=(?:LDR|000|\d{3})  "), "MARCMaker text (.mrk)"),
    (re.compile(rb"LEADER "), "a MARC text display"),
    (re.compile(rb"\d{5}[a-z ][a-z]{2}[^\x1e]*\n\d{3} "), "MARC line format"),
    (re.compile(rb"LDR\s?\d{5}"), "a MARC text display"),
    (re.compile(rb"\d{3}[@A-Z](?:/\d\d)? (?:\x1f|\$|\xc6\x92)"), "PICA+"),
)
_NOT_DESCRIBED = {
    **dict.fromkeys("uvxy", "a holdings record describes copies, not a work"),
    "w": "a classification record describes a class number",
    "q": "a community information record describes no work, agent or concept",
}


@dataclass(frozen=True, slots=True)
class Marc:
    """MARC 21 in ISO 2709."""

    name: str = "marc"
    suffixes: tuple[str, ...] = (".mrc", ".marc", ".dat", ".iso2709", ".iso")
    media_types: tuple[str, ...] = ("application/marc",)
    asked: str = ""

    def sniff(self, head: bytes) -> int:
        """95 for a leader and directory, 40 for another form of MARC, which :meth:`read` names."""
        head = head.removeprefix(codecs.BOM_UTF8).lstrip(b" \t\r\n\0")
        if _ISO_2709.match(head):
            return 95
        return 40 if _other_form(head) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:  # noqa: ARG002
        """Every record; one that is damaged or cut off comes out as Unreadable with its offset and, if readable, field 001."""
        head = data[:200].removeprefix(codecs.BOM_UTF8).lstrip(b" \t\r\n\0")
        form = _other_form(head)
        if form or b"\x1e" not in data:
            reason = f"{form} is not read; export as ISO 2709 or MARCXML" if form else "no MARC record in this file"
            yield Unreadable(file, reason, offset=0, format=self.name)
            return
        for position, chunk in enumerate(marc_iso2709.chunks(data), 1):
            try:
                if chunk.cut:
                    raise marc_iso2709.DamagedError(f"the record is cut off after {len(chunk.data)} bytes")
                record = marc_iso2709.parse(chunk.data)
            except marc_iso2709.DamagedError as error:
                number = marc_iso2709.control_number(chunk.data)
                yield Unreadable(file, str(error), position, number, chunk.offset, self.name)
                continue
            if chunk.doubt:
                record.doubts.append(("LDR/00-04", chunk.doubt))
            yield describe(record, self.name, file, position, chunk.data, chunk.offset, self.asked)


@dataclass(frozen=True, slots=True)
class MarcXml:
    """MARC 21 in MARCXML, also inside SRU and OAI-PMH responses."""

    name: str = "marcxml"
    suffixes: tuple[str, ...] = (".xml", ".marcxml")
    media_types: tuple[str, ...] = ("application/marcxml+xml",)
    asked: str = ""

    def sniff(self, head: bytes) -> int:
        """90 for the MARC namespace, 75 for its elements without it, less inside OAI-PMH, whose reader knows deleted records."""
        text = xml.as_text(head)
        if "<" not in text[:200]:
            return 0
        inside = 30 if marc_xml.OAI in text else 0
        if marc_xml.MARC in text or "info:lc/xmlns/marcxchange" in text:
            return 90 - inside
        return 75 - inside if re.search(r"<(?:\w+:)?(?:controlfield|datafield|leader)\b", text) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every record; a fault of the XML ends the reading and says at which line."""
        position = 0
        for found in xml.elements(data, settings, marc_xml.is_record):
            if isinstance(found, xml.Fault):
                position += 1
                number = marc_xml.parse(found.partial).control("001").strip() if found.partial is not None else ""
                yield Unreadable(file, str(found), position, number, format=self.name)
                continue
            for element in marc_xml.records_within(found):
                position += 1
                yield describe(marc_xml.parse(element), self.name, file, position, xml.source(element), asked=self.asked)
        if not position:
            yield Unreadable(file, "no MARC record in this XML", format=self.name)


@dataclass(frozen=True, slots=True)
class MarcJson:
    """MARC 21 in JSON: one object, an array, or JSON Lines."""

    name: str = "marcjson"
    suffixes: tuple[str, ...] = (".json", ".jsonl", ".ndj", ".ndjson")
    media_types: tuple[str, ...] = ("application/marc-in-json", "application/marc+json")
    asked: str = ""

    def sniff(self, head: bytes) -> int:
        """92 for a leader beside fields, as no other JSON has them."""
        text = xml.as_text(head).lstrip()
        if text[:1] not in ("{", "["):
            return 0
        fields = re.search(r'"(?:fields|controlfield|datafield)"\s*:\s*\[', text)
        if fields and re.search(r'"leader"\s*:\s*"', text):
            return 92
        if re.search(r'\{\s*"(?:00[1-9]|\d\d\d)"\s*:\s*(?:"|\{\s*"(?:ind1|ind2|subfields)")', text):
            return 85
        if re.search(r'\[\s*"LDR"\s*,', text) or re.match(r'\[?\s*\{\s*"?leader"?\s*:', text):
            return 85
        return 85 if re.search(r'"(?:parsedRecord|rawRecord)"\s*:\s*\{', text) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every record; the raw bytes of a record are its JSON object."""
        try:
            text = data.decode(json.detect_encoding(data)).removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            yield Unreadable(file, f"not JSON: bytes that are not {error.encoding}", offset=error.start, format=self.name)
            return
        position = 0
        for position, item in enumerate(marc_json.items(text, settings.max_depth), 1):
            record = item.fault or marc_json.parse(item.value)
            if isinstance(record, str):
                yield Unreadable(file, f"{record} (line {item.line})", position, format=self.name)
            else:
                yield describe(record, self.name, file, position, item.text.encode("utf-8"), asked=self.asked)
        if not position:
            yield Unreadable(file, "no MARC record in this file", format=self.name)


def describe(
    record: MarcRecord, form: str, file: str, position: int, raw: bytes, offset: int | None = None, asked: str = ""
) -> Record | Unreadable:
    """What a MARC record says, or why it says nothing that the gate checks. ``asked``: ``unimarc`` where someone said so."""
    number = record.control("001").strip()
    which = dialect(record)
    if reason := _other_dialect(which, asked) or _not_described(record):
        return Unreadable(file, reason, position, number, offset, form)
    if which is not Dialect.MARC_21:
        reading, form, place = read_unimarc(record), UNIMARC, "100$a/26-29"
    else:
        reading, place = read_authority(record) if is_authority(record) else read_bibliographic(record), "LDR/09"
    doubts = [Note("value-unreadable", path, detail=doubt) for path, doubt in record.doubts]
    if record.encoding_doubt:
        doubts.append(Note("encoding-doubtful", place, record.leader[9:10] if place == "LDR/09" else "", record.encoding_doubt))
    return Record(
        reading.kind,
        number or f"#{position}",
        tuple(reading.statements),
        form,
        file,
        position,
        reading.ignored(),
        (*doubts, *reading.notes),
        raw,
    )


def _other_dialect(which: Dialect, asked: str) -> str:
    """Why a record is not read in the dialect that it is in, or is meant to be in."""
    if which is Dialect.UNIMARC_AUTHORITY:
        return "a UNIMARC authority record; of UNIMARC bibliographic records are read"
    if asked == UNIMARC:
        return "a MARC 21 record, not UNIMARC; read it with --from marc or marcxml" if which is Dialect.MARC_21 else ""
    return f"MARC 21 or UNIMARC? {_DOUBT}; if it is UNIMARC, say so with --from unimarc" if which is Dialect.DOUBTFUL else ""


_DOUBT = "Some fields are as in UNIMARC (a title in 200, a coded 100), others are not"


def _not_described(record: MarcRecord) -> str:
    if not record.fields:
        return "the record has no fields"
    if any(re.fullmatch(r"\d{3}[@A-Z]", f.tag) for f in record.fields):
        return "a PICA+ record; only MARC 21 and UNIMARC are read"
    return "" if record.has("245", "200") else _NOT_DESCRIBED.get(record.leader[6:7], "")


def _other_form(head: bytes) -> str:
    return next((name for shape, name in _OTHER_FORMS if shape.match(head)), "")
