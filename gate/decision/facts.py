"""A record to derived facts: what SHACL constrains, because check digits and date forms are beyond SHACL itself.

Each fact is a row: one thing that a shape can find fault with, with its place in the user's record. As RDF a row is a node::

    _:n a fact:Date, fact:PublicationDate ;
        fact:path "date" ; fact:given "1991-05" ; fact:formOk true ; fact:earliest 19910501 ; fact:today 20261130 .

Days are integers, year * 10000 + month * 100 + day, with astronomical years: they order rightly also before the year 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, TypeAlias

from gate.model import Kind, Record, Statement
from gate.normalise import dates, identifiers, languages, relators
from gate.properties import LABEL_PROPERTY, PROPERTIES, ValueType

if TYPE_CHECKING:
    import rdflib

FACT = "https://w3id.org/catalog-gate/facts#"

Value: TypeAlias = str | int | bool

#: the classes of rows
CLASSES = frozenset(
    {"Work", "Agent", "Concept", "Date", "LifeDate", "PublicationDate", "Identifier", "Language", "Role", "Life", "Citation"}
)
#: terms whose values are days or years
NUMBERS = frozenset({"earliest", "latest", "today", "nextYearEnd", "birthEarliest", "deathLatest", "citedYear", "workNextYear"})
#: what a row says
TERMS = NUMBERS | {"path", "given", "held", "detail", "property", "label", "formOk", "checkDigitOk", "scheme", "known"}
#: identifier schemes whose form is looked at, as a finding names them
SCHEMES = {
    "doi": "DOI",
    "isbn": "book number (ISBN)",
    "issn": "serial number (ISSN)",
    "orcid": "researcher number (ORCID)",
    "isni": "name number (ISNI)",
    "pmid": "PubMed number (PMID)",
    "arxiv": "paper number (arXiv)",
}
_MARC_NAME = re.compile(r"\d{3}(?:\[\d+\])?\$a")
_NO_DATE = frozenset(
    {
        "n.d.",
        "n.d",
        "nd",
        "no date",
        "undated",
        "s.a.",
        "s.a",
        "sine anno",
        "o.j.",
        "o. j.",
        "in press",
        "forthcoming",
        "to appear",
    }
)


@dataclass(frozen=True, slots=True)
class Row:
    """One fact. ``path``, ``given``, ``held`` and ``detail`` go into the finding; ``values`` are what shapes constrain."""

    classes: tuple[str, ...]
    path: str
    given: str = ""
    held: str = ""
    detail: str = ""
    values: dict[str, tuple[Value, ...]] = field(default_factory=dict)

    def get(self, term: str) -> tuple[Value, ...]:
        """The distinct values of ``term``, empty texts left out."""
        found = self.values.get(term)
        if found is not None:
            return found
        match term:
            case "path":
                return (self.path,) if self.path else ()
            case "given":
                return (self.given,) if self.given else ()
            case "held":
                return (self.held,) if self.held else ()
            case "detail":
                return (self.detail,) if self.detail else ()
            case _:
                return ()


def rows(record: Record, today: date) -> tuple[Row, ...]:
    """Every fact of a record that a shape can constrain, in the order of the record. ``today`` is the day of the check."""
    clock: dict[str, tuple[Value, ...]] = {
        "today": (_day((today.year, today.month, today.day)),),
        "nextYearEnd": (_day((today.year + 1, 12, 31)),),
    }
    found = [] if record.bibliography else [_label(record)]
    for statement in record.statements:
        found += _of_statement(statement, clock)
    found += _life(record)
    found += _citations(record)
    return tuple(found)


def graph(facts: Iterable[Row]) -> rdflib.Graph:
    """The rows as RDF, node ``fact:row/0`` first. Imports rdflib."""
    from rdflib import RDF, Graph, Literal, URIRef

    triples = Graph(bind_namespaces="none")
    for number, row in enumerate(facts):
        node = URIRef(f"{FACT}row/{number}")
        for name in row.classes:
            triples.add((node, RDF.type, URIRef(FACT + name)))
        for term in TERMS:
            for value in row.get(term):
                triples.add((node, URIRef(FACT + term), Literal(value)))
    return triples


def _day(day: dates.Day) -> int:
    return day[0] * 10000 + day[1] * 100 + day[2]


def _distinct(values: Iterable[str]) -> tuple[Value, ...]:
    return tuple(dict.fromkeys(values))


def _label(record: Record) -> Row:
    name = LABEL_PROPERTY[record.kind]
    labels = record.all(name)
    path = next((s.path for s in labels if s.path and not s.value.strip()), name)
    return Row((record.kind.capitalize(),), path, detail=str(record.kind), values={"label": _distinct(s.value for s in labels)})


def _of_statement(statement: Statement, clock: dict[str, tuple[Value, ...]]) -> Iterator[Row]:
    """Facts of one statement, its identifiers, its role and its parts (a citation's own statements)."""
    known = PROPERTIES.get(statement.property)
    if known is None:
        return
    if statement.value.strip():
        if known.type is ValueType.DATE:
            yield from _date(statement, clock)
        elif known.type is ValueType.LANGUAGE:
            yield _coded("Language", statement.path, statement.value, languages.code(statement.value) is not None)
        elif statement.property in SCHEMES:
            yield _identifier(statement.path, statement.property, statement.value)
    if statement.property not in SCHEMES:
        for identifier in statement.identifiers:
            if identifier.scheme in SCHEMES:
                yield _identifier(statement.path, identifier.scheme, identifier.value)
    if statement.role.strip():
        yield _coded("Role", _role_path(statement.path), statement.role, relators.code(statement.role) is not None)
    for part in statement.parts:
        yield from _of_statement(part, clock)


def _role_path(path: str) -> str:
    """Where the relator of a name stands: in MARC a code that is not known is only ever from $4 of the field."""
    return f"{path[:-2]}$4" if _MARC_NAME.fullmatch(path) else path


def _coded(name: str, path: str, given: str, known: bool) -> Row:
    return Row((name,), path, given, values={"known": (known,)})


def _identifier(path: str, scheme: str, text: str) -> Row:
    parsed = identifiers.parse(scheme, text)
    values: dict[str, tuple[Value, ...]] = {"scheme": (scheme,), "formOk": (parsed.form_ok,)}
    if parsed.check_ok is not None:
        values["checkDigitOk"] = (parsed.check_ok,)
    return Row(("Identifier",), path, text, detail=SCHEMES[scheme], values=values)


def _date(statement: Statement, clock: dict[str, tuple[Value, ...]]) -> Iterator[Row]:
    if statement.value.strip().strip("[]()").strip().lower() in _NO_DATE:
        return
    span = dates.parse(statement.value)
    life = statement.property in ("birth", "death")
    values: dict[str, tuple[Value, ...]] = {"property": (statement.property,), "formOk": (span is not None,), **clock}
    if span is not None and not span.approximate:  # an uncertain date never accuses
        values |= {"earliest": (_day(span.earliest),), "latest": (_day(span.latest),)}
    yield Row(("Date", "LifeDate" if life else "PublicationDate"), statement.path, statement.value, values=values)


def _spans(statements: Iterable[Statement]) -> list[tuple[Statement, dates.DateSpan]]:
    """The statements whose date is known and certain."""
    parsed = ((s, dates.parse(s.value)) for s in statements)
    return [(s, span) for s, span in parsed if span is not None and not span.approximate]


def _life(record: Record) -> Iterator[Row]:
    """One row for each pair of a certain birth and a certain death."""
    if record.kind is not Kind.AGENT:
        return
    deaths = _spans(record.all("death"))
    for birth, born in _spans(record.all("birth")):
        for death, died in deaths:
            values: dict[str, tuple[Value, ...]] = {
                "birthEarliest": (_day(born.earliest),),
                "deathLatest": (_day(died.latest),),
            }
            yield Row(("Life",), birth.path, birth.value, death.value, values=values)


def _citations(record: Record) -> Iterator[Row]:
    """One row for each citation with a certain date, where the work's own date is certain too."""
    if record.kind is not Kind.WORK:
        return
    own = _spans(record.all("date"))
    if not own or len(own) < len([s for s in record.all("date") if s.value.strip()]):
        return  # a date that cannot be read, or is uncertain, might be the later one
    work, published = max(own, key=lambda pair: pair[1].latest)
    for citation in record.all("citations"):
        for cited, span in _spans(p for p in citation.parts if p.property == "date"):
            values: dict[str, tuple[Value, ...]] = {
                "citedYear": (span.earliest[0],),
                "workNextYear": (published.latest[0] + 1,),
            }
            yield Row(("Citation",), cited.path or citation.path, cited.value, work.value, values=values)
