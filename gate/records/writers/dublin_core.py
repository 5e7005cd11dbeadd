"""Dublin Core in XML: DCMI Metadata Terms (``dc``), and the fifteen elements in the container of OAI-PMH (``oai_dc``).

Neither has a place for roles other than creator and contributor, for identifiers of persons and headings, for editions, or for
which vocabulary a heading is of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gate.model import Record, Statement
from gate.normalise import identifiers
from gate.rdf.iris import identifier_iri
from gate.records.writers.characters import xml_attribute, xml_text
from gate.records.writers.names import says_more
from gate.records.writers.writer import only_works, read_with
from gate.settings import Settings

_DC, _TERMS = "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/"
_OAI_DC = "http://www.openarchives.org/OAI/2.0/oai_dc/"
_OAI_SCHEMA = "http://www.openarchives.org/OAI/2.0/oai_dc.xsd"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_XML = b'<?xml version="1.0" encoding="UTF-8"?>\n<records>\n'
#: roles that are dc:creator; every other one is a contributor
_CREATORS = ("", "aut", "cre", "cmp", "art", "pht", "ctg")
#: element of each property in the fifteen, and in the terms
_ELEMENTS = {
    "title": ("dc:title", "dc:title"),
    "type": ("dc:type", "dc:type"),
    "publisher": ("dc:publisher", "dc:publisher"),
    "language": ("dc:language", "dc:language"),
    "concepts": ("dc:subject", "dc:subject"),
    "abstract": ("dc:description", "dcterms:abstract"),
    "date": ("dc:date", "dcterms:issued"),
}

Element = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class OaiDc:
    """The fifteen elements, as every repository harvests them."""

    name: str = "oai_dc"

    def refuses(self, record: Record) -> str:
        """Works only."""
        return only_works(record, "Dublin Core")

    def write(self, records: Iterable[Record]) -> Iterator[bytes]:
        """Records in a wrapper, each with its namespaces."""
        schema = f'xmlns:xsi="{_XSI}" xsi:schemaLocation="{_OAI_DC} {_OAI_SCHEMA}"'
        opening = f'<oai_dc:dc xmlns:oai_dc="{_OAI_DC}" xmlns:dc="{_DC}" {schema}>'
        return _file(records, opening, "oai_dc:dc", terms=False)

    def read(self, data: bytes, settings: Settings) -> Sequence[Statement]:
        """What our reader makes of the record."""
        return read_with("dc", data, settings)


@dataclass(frozen=True, slots=True)
class DublinCore:
    """The fifteen elements, and the terms that say more: alternative, issued, abstract."""

    name: str = "dc"

    def refuses(self, record: Record) -> str:
        """Works only."""
        return only_works(record, "Dublin Core")

    def write(self, records: Iterable[Record]) -> Iterator[bytes]:
        """Records in a wrapper, each with its namespaces."""
        return _file(records, f'<qualifieddc xmlns:dc="{_DC}" xmlns:dcterms="{_TERMS}">', "qualifieddc", terms=True)

    def read(self, data: bytes, settings: Settings) -> Sequence[Statement]:
        """What our reader makes of the record."""
        return read_with("dc", data, settings)


def _file(records: Iterable[Record], opening: str, closing: str, *, terms: bool) -> Iterator[bytes]:
    yield _XML
    for record in records:
        lines = [f"  <{e}{_lang(lang)}>{xml_text(value)}</{e}>" for e, value, lang in elements(record, terms=terms)]
        yield "\n".join((opening, *lines, f"</{closing}>", "")).encode("utf-8")
    yield b"</records>\n"


def _lang(lang: str) -> str:
    return f" xml:lang={xml_attribute(lang)}" if lang else ""


def elements(record: Record, *, terms: bool) -> list[Element]:
    """Element, value and language of everything that Dublin Core says of a work, in the record's order."""
    made: list[Element] = []
    for s in record.statements:
        if s.property == "creators":
            if not says_more(s):
                made.append(("dc:creator" if s.role in _CREATORS else "dc:contributor", s.value, s.lang))
        elif s.property == "container":
            made.append(("dc:source", _placed(s, record), s.lang))
        elif s.property in _ELEMENTS:
            made.append((_ELEMENTS[s.property][terms], s.value, s.lang))
            if s.property == "title":
                made += [("dcterms:alternative" if terms else "dc:title", form, "") for form in s.forms]
            elif s.property == "date":
                made += [(_ELEMENTS["date"][terms], form, "") for form in s.forms]
        elif address := _address(s):
            made.append(("dc:identifier", address, ""))
    place = _place(record)
    if place and record.first("container") is None:
        made.append(("dc:source", place, ""))
    return made


def _placed(container: Statement, record: Record) -> str:
    """``Journal; Vol. 5 No. 2; p. 12-20``, as Open Journal Systems write it."""
    return "; ".join(filter(None, (container.value, _place(record))))


def _place(record: Record) -> str:
    """``Vol. 5 No. 2; p. 12-20``."""
    place = " ".join(f"{label} {s.value}" for name, label in (("volume", "Vol."), ("issue", "No.")) if (s := record.first(name)))
    pages = record.first("pages")
    return "; ".join(filter(None, (place, f"p. {pages.value}" if pages is not None else "")))


def _address(s: Statement) -> str:
    """An identifier so that its scheme is seen: as an address or URN, else with its label."""
    if s.property in ("doi", "pmid", "arxiv", "isbn", "issn"):
        found = identifiers.parse(s.property, s.value).identifier
        return (identifier_iri(found) if found is not None else "") or f"{s.property}:{s.value}"
    if s.property != "identifiers":
        return ""
    if not s.identifiers:
        return s.value
    one = s.identifiers[0]
    return identifier_iri(one) or f"{one.scheme}:{one.value}"
