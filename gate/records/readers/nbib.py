"""PubMed's tagged format (MEDLINE display, ``.nbib``): a tag of up to four letters, ``- ``, the value.

Tags as in "MEDLINE/PubMed Data Element (Field) Descriptions" of the National Library of Medicine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gate.model import Identifier, Record, Statement, Unreadable
from gate.normalise import identifiers
from gate.records.readers import xml
from gate.records.readers.plain_text import decoded
from gate.records.readers.tagged import Block, Syntax, Value, blocks
from gate.records.readers.tagged_record import ET_AL, TaggedRecord, read_name
from gate.settings import Settings

SYNTAX = Syntax(
    line=re.compile(r"[\ufeff]?(?P<tag>[A-Z][A-Z0-9]{1,3}) *-(?: (?P<value>.*))?$"),
    opening=frozenset({"PMID"}),
    blank=True,
    goes_on=re.compile(r"[ \t]"),
)
_FIRST = re.compile(r"^\ufeff?PMID ?- ?\d+\s*$", re.MULTILINE)
#: publication types that say what the work is, best first; "Journal Article" says only where it stands
_TYPES = {
    "preprint": "article",
    "dataset": "dataset",
    "review": "article-journal",
    "letter": "article-journal",
    "editorial": "article-journal",
    "journal article": "article-journal",
    "book": "book",
    "book chapter": "chapter",
    "news": "article-newspaper",
}
_NUMBER = re.compile(r"(?P<value>.+?)\s*\[(?P<kind>[a-z]+)\]", re.IGNORECASE)

_IGNORED = {
    **dict.fromkeys(("OWN", "STAT", "JID", "OID", "OTO", "PST", "PUBM", "SB", "SO"), "administration of the database"),
    **dict.fromkeys(("DA", "DCOM", "LR", "EDAT", "MHDA", "CRDT", "PHST", "DEP", "CTDT"), "a date that is not the publication"),
    **dict.fromkeys(("AD", "IRAD"), "an address of authors"),
    **dict.fromkeys(("IR", "FIR", "PS", "FPS"), "a name without part in the work itself"),
    **dict.fromkeys(("GR", "COIS", "CI", "OCI"), "funding and rights"),
    **dict.fromkeys(("GN", "GS", "NM", "RN", "SI", "SFM", "EN", "PL", "PB", "RF", "NR"), "detail of the database"),
    **dict.fromkeys(
        ("CON", "CIN", "EIN", "EFR", "CRI", "CRF", "RPI", "RPF", "RIN", "ROF", "UIN", "UOF", "SPIN"), "a related record"
    ),
    **dict.fromkeys(("OABL", "OAB"), "another abstract"),
    "CTI": "series statement",
}


class Nbib:
    """PubMed records."""

    name = "nbib"
    suffixes = (".nbib", ".medline")
    media_types = ("application/nbib",)

    def sniff(self, head: bytes) -> int:
        """85 for a PMID field."""
        return 85 if _FIRST.search(xml.as_text(head)) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:  # noqa: ARG002
        """Every record, from one PMID to the next."""
        text = decoded(data)
        position = 0
        for block in blocks(text, SYNTAX):
            if not block.fields:
                continue
            position += 1
            record = TaggedRecord.of(block)
            own = record.fields.get("PMID", [Value("", "")])[0].joined
            _read(record, block)
            yield record.finished(block, text, self.name, file, position, own)
        if not position:
            yield Unreadable(file, "no PubMed record in this file", format=self.name)


def _read(record: TaggedRecord, block: Block) -> None:
    record.once("title", "TI", "BTI", "TT")
    _without_stop(record)
    _names(record, block)
    record.date(record.take("DP"), [])
    record.once("container", "JT", "TA", "VTI")
    record.once("volume", "VI")
    record.once("issue", "IP")
    record.once("pages", "PG")
    record.once("edition", "EN")
    record.each("language", "LA")
    _headings(record)
    record.keywords("OT")
    record.once("abstract", "AB")
    for value in record.take("PMID"):
        record.add_identifier("pmid", value.joined, value.path)
    for value in record.take("PMC"):
        record.add_identifier("pmcid", value.joined, value.path)
    for value in record.take("AID", "LID"):
        match = _NUMBER.fullmatch(value.joined)
        if match is not None and match["kind"].lower() in ("doi", "bookaccession"):
            record.add_identifier("doi" if match["kind"].lower() == "doi" else "bookaccession", match["value"], value.path)
        else:
            record.ignore(value.path, "number of the publisher")
    record.numbers("IS", "ISBN")
    _type(record)
    record.leave(_IGNORED)


def _without_stop(record: TaggedRecord) -> None:
    """PubMed ends titles with a full stop, and puts translated ones in brackets."""
    for n, s in enumerate(record.statements):
        if s.property == "title":
            value = re.sub(r"^\[(.*)\]\.?$", r"\1", s.value)
            record.statements[n] = Statement("title", value.removesuffix("."), s.path, forms=s.forms)


def _names(record: TaggedRecord, block: Block) -> None:
    """FAU is the full name and AU, which follows it, the short one; AUID, behind both, the author's identifier."""
    for tag in ("FAU", "AU", "AUID", "CN", "FED", "ED"):
        record.fields.pop(tag, None)
    last: list[str] = []
    for tag, value in block.numbered():
        if tag in ("FAU", "FED") or (tag in ("AU", "ED") and last[-1:] != [f"F{tag}"]):
            name = read_name(value.joined, value.path, "aut" if tag.endswith("AU") else "edt")
            record.statements += [name] if name is not None else []
        elif tag == "CN":
            if value.joined:
                record.statements.append(Statement("creators", value.joined, value.path, "aut"))
        elif tag in ("AU", "ED"):
            _add_form(record, value.joined)
        elif tag == "AUID":
            _add_identifier(record, value)
        if tag in ("FAU", "AU", "FED", "ED", "CN"):
            last.append(tag)
    for n, s in enumerate(record.statements):
        if s.property == "creators" and s.value == "et al.":
            record.statements[n] = Statement("creators", s.value, s.path, s.role, parts=(ET_AL,))


def _add_form(record: TaggedRecord, form: str) -> None:
    name = record.statements[-1] if record.statements else None
    if name is not None and name.property == "creators" and form and form != name.value:
        record.statements[-1] = Statement(
            "creators", name.value, name.path, name.role, forms=(form,), identifiers=name.identifiers, parts=name.parts
        )


def _add_identifier(record: TaggedRecord, value: Value) -> None:
    scheme, colon, number = value.joined.partition(":")
    parsed = identifiers.parse(scheme.strip().lower(), number) if colon else identifiers.parse("orcid", value.joined)
    name = record.statements[-1] if record.statements else None
    if parsed.identifier is None or name is None or name.property != "creators":
        record.unreadable(value.path, value.joined, "not an identifier of an author")
        return
    own: tuple[Identifier, ...] = (*name.identifiers, parsed.identifier)
    record.statements[-1] = Statement(
        "creators", name.value, name.path, name.role, forms=name.forms, identifiers=own, parts=name.parts
    )


def _headings(record: TaggedRecord) -> None:
    """MeSH headings: a star marks the major ones, subheadings stand behind slashes."""
    for value in record.take("MH"):
        heading = value.joined.replace("*", "")
        record.add("concepts", heading.split("/")[0], value.path, heading)


def _type(record: TaggedRecord) -> None:
    said = record.take("PT")
    known = [(rank, v) for v in said for rank, name in enumerate(_TYPES) if name == v.joined.lower()]
    best = min(known, key=lambda pair: pair[0])[1] if known else (said or [Value("", "")])[0]
    record.add("type", _TYPES.get(best.joined.lower(), best.joined), best.path, *(v.joined for v in said))
