"""The tagged export of Web of Science (``.isi``, ``.ciw``): two letters, a blank, the value; lines that go on are indented.

Field tags as in Clarivate's list "Web of Science Core Collection Field Tags". CR holds what the work cites, a line each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gate.model import Record, Statement, Unreadable
from gate.normalise import identifiers
from gate.records.readers import xml
from gate.records.readers.json_identifiers import mentioned
from gate.records.readers.plain_text import decoded
from gate.records.readers.tagged import Syntax, Value, blocks
from gate.records.readers.tagged_record import TaggedRecord, place_of, read_name, read_names
from gate.settings import Settings

SYNTAX = Syntax(
    line=re.compile(r"[\ufeff]?(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*))?$"),
    opening=frozenset({"PT"}),
    closing=frozenset({"ER"}),
    outside=frozenset({"FN", "VR", "EF"}),
    goes_on=re.compile(r"[ \t]"),
)
_FILE = re.compile(
    r"[\ufeff\s]*(?:FN [^\n]*(?:ISI|Thomson|Clarivate|Web of)|(?:FN [^\n]*\r?\n)?VR 1\.0|PT [JBSPCK]\r?\n[A-Z][A-Z0-9] )"
)
_TYPES = {"J": "article-journal", "B": "book", "S": "book", "P": "patent"}
_CITED = re.compile(r"(?P<name>[^,]*), (?P<year>\d{4}), (?P<rest>.+)")
_CITED_NUMBER = re.compile(r"(?P<kind>[VP])(?P<number>\S+)")

_IGNORED = {
    **dict.fromkeys(("C1", "C3", "RP", "EM", "RI", "OI"), "an address or identifier of authors"),
    **dict.fromkeys(("PI", "PA", "CL"), "place"),
    **dict.fromkeys(("FU", "FX"), "funding"),
    **dict.fromkeys(("NR", "PG", "P2"), "a count"),
    **dict.fromkeys(("UT", "GA", "AN", "HO", "IDS"), "where it was found"),
    **dict.fromkeys(("U1", "U2", "HC", "HP", "OA", "DA", "WE"), "use and access"),
    **dict.fromkeys(("SE", "BS"), "series statement"),
    **dict.fromkeys(("CT", "CY", "SP"), "the conference"),
    **dict.fromkeys(("EA", "EY"), "a date that is not the publication"),
    **dict.fromkeys(("SU", "SI", "PN", "MA", "D2"), "a number or kind beside volume and issue"),
}


class Isi:
    """Web of Science records."""

    name = "isi"
    suffixes = (".isi", ".ciw")
    media_types = ("application/x-inst-for-scientific-info",)

    def sniff(self, head: bytes) -> int:
        """85 for the header of such a file, or a record that begins with its publication type."""
        return 85 if _FILE.match(xml.as_text(head)) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:  # noqa: ARG002
        """Every record, from PT to ER."""
        text = decoded(data)
        position = 0
        for block in blocks(text, SYNTAX):
            if not block.fields:
                continue
            position += 1
            record = TaggedRecord.of(block)
            own = record.fields.get("UT", [Value("", "")])[0].joined
            _read(record)
            yield record.finished(block, text, self.name, file, position, own)
        if not position:
            yield Unreadable(file, "no Web of Science record in this file", format=self.name)


def _read(record: TaggedRecord) -> None:
    kind = record.last("PT")
    record.once("title", "TI")
    _names(record)
    record.date(record.take("PY"), record.take("PD"))
    record.once("container", "SO", "JI", "J9")
    record.once("volume", "VL")
    record.once("issue", "IS")
    _pages(record)
    record.each("publisher", "PU")
    record.each("language", "LA")
    record.keywords("DE", "ID", by_line=False)
    areas: dict[str, str] = {}
    for value in record.take("WC", "SC"):
        for area in value.joined.split(";"):
            areas.setdefault(area.strip(), value.path)
    for area, path in areas.items():
        record.add("research_areas", area, path)
    record.once("abstract", "AB")
    record.once("times_cited", "TC", "Z9")
    for tag, scheme in (("DI", "doi"), ("PM", "pmid")):
        for value in record.take(tag):
            if identifiers.parse(scheme, value.joined).form_ok:
                record.add_identifier(scheme, value.joined, value.path)
            else:
                record.unreadable(value.path, value.joined, f"not in the form of {scheme}")
    record.numbers("SN", "EI", "BN")
    _citations(record)
    if record.statements:
        said = [v.joined for v in record.take("DT", "TY") if v.joined.strip("-")]
        record.add("type", _TYPES.get(kind.joined, ""), kind.path, kind.joined, *said)
    record.leave(_IGNORED)


def _names(record: TaggedRecord) -> None:
    """AU is ``Smith, JB``, AF the same names in full; where there are as many, each is a form of the other."""
    short, full = record.take("AU"), record.take("AF")
    short_lines = [line for value in short for line in value.lines]
    full_lines = [line for value in full for line in value.lines]
    if len(short_lines) == len(full_lines):
        for value in full:
            count = len(value.lines)
            for n, (line, form) in enumerate(zip(value.lines, short_lines, strict=False), 1):
                name = read_name(line, place_of(value, n, count), "aut", (form,) if form != line else ())
                record.statements += [name] if name is not None else []
            short_lines = short_lines[len(value.lines) :]
        short = []
    elif short:
        for value in full:
            record.ignore(value.path, "not as many names as in AU")
    else:
        short = full
    for value in short:
        record.statements += read_names(value, "aut")
    record.names("aut", "CA", "GP")
    record.names("edt", "BE", "ED")
    record.names("aut", *(["BA"] if not record.has("creators") else []))


def _pages(record: TaggedRecord) -> None:
    start, end = record.first("BP"), record.first("EP")
    whole = record.first("PS")
    if whole.text:
        record.add("pages", whole.joined, whole.path)
    elif start.text or end.text:
        record.add("pages", "-".join(dict.fromkeys(v.joined for v in (start, end) if v.text)), start.path or end.path)
    else:
        number = record.first("AR")
        record.add("pages", number.joined, number.path)


def _citations(record: TaggedRecord) -> None:
    """``GRABAR AA, 1997, FERROELECTRICS, V192, P155``: name, year, source, volume, page, as far as they stand there."""
    for value in record.take("CR"):
        lines = value.lines
        record.statements += [cited(line, place_of(value, number, len(lines))) for number, line in enumerate(lines, 1)]


def cited(line: str, path: str) -> Statement:
    """One line of CR as a citation: its parts where it has the usual order, and the line itself as ``raw``."""
    raw = line.rstrip(";. ")
    parts: list[Statement] = []
    found = _CITED.match(raw)
    if found is not None:
        name, year, rest = found["name"].strip(" *"), found["year"], found["rest"].split(", ")
        if name and not name.startswith("[") and (creator := read_name(name, path, "")) is not None:
            parts.append(creator)
        parts.append(Statement("date", year, path))
        for n, piece in enumerate(rest):
            if (match := _CITED_NUMBER.fullmatch(piece)) and n:
                prop = "volume" if match["kind"] == "V" else "pages"
                parts.append(Statement(prop, match["number"], path))
            elif n == 0:
                parts.append(Statement("container", piece.strip(), path))
    own = mentioned(raw)
    parts += [Statement(i.scheme, i.value, path, identifiers=(i,)) for i in own if i.scheme in ("doi", "pmid", "arxiv")]
    return Statement("citations", raw, path, identifiers=own, parts=(*parts, Statement("raw", raw, path)))
