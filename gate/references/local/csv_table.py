"""A table with a header as entities: one row a thing, columns called as the properties are.

``id`` (an IRI or a name of one's own) and ``kind`` may be columns too. Lists are written in one cell with ``|`` between the
values; creators also with ``;``.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path

from gate.errors import SnapshotError
from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise import identifiers
from gate.properties import LABEL_PROPERTY, PROPERTIES, Property, ValueType
from gate.rdf.iris import entity_iri, identifier_iri, is_iri
from gate.references.local.files import opened

_ALIASES = {
    "author": "creators",
    "authors": "creators",
    "creator": "creators",
    "year": "date",
    "journal": "container",
    "names": "name",
    "label": "heading",
    "subjects": "concepts",
    "keywords": "concepts",
    "citation": "citations",
    "references": "citations",
}
_IDENTIFIERS = frozenset({"wikidata", "viaf", "gnd", "orcid", "isni", "lccn", "oclc", "pmcid", "url", "iri"})
_OWN = frozenset({"id", "kind"})


def read_table(path: Path, kind: Kind | None) -> Iterator[Entity]:
    """Every row of a CSV or TSV file (UTF-8, with or without BOM; else Latin-1), as a stream.

    A column that is no property is refused: nothing that a library believes to have loaded is silently left out.
    Raises :class:`SnapshotError` naming file and line.
    """
    with io.TextIOWrapper(opened(path), encoding=_encoding(path), newline="") as file:
        header = file.readline()
        columns = next(csv.reader([header], delimiter=_delimiter(header)), [])
        names = [column.strip().lower().replace(" ", "_") for column in columns]
        names = [_ALIASES.get(name, name) for name in names]
        _check(path, names, kind)
        yield from _rows(path, csv.DictReader(file, names, delimiter=_delimiter(header), restkey="", strict=True), kind)


def _rows(path: Path, rows: csv.DictReader[str], kind: Kind | None) -> Iterator[Entity]:
    try:
        for row in rows:
            number = rows.line_num + 1
            if "" in row:
                raise SnapshotError(f"{path}:{number}: more cells than the header has columns")
            entity = _entity(path, number, {name: (cell or "").strip() for name, cell in row.items()}, kind)
            if entity is not None:
                yield entity
    except csv.Error as error:
        raise SnapshotError(f"{path}:{rows.line_num + 1}: {error}") from error


def _encoding(path: Path) -> str:
    """UTF-8 where the whole file is, else Latin-1."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    with opened(path) as file:
        try:
            while part := file.read(1 << 20):
                decoder.decode(part)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "latin-1"
    return "utf-8-sig"


def _delimiter(header: str) -> str:
    return max("\t;,", key=header.count) if any(sign in header for sign in "\t;,") else ","


def _check(path: Path, names: list[str], kind: Kind | None) -> None:
    known = {*PROPERTIES, *_IDENTIFIERS, *_OWN}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SnapshotError(f"{path}:1: no property is called {', '.join(map(repr, unknown))}; known: {', '.join(sorted(known))}")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SnapshotError(f"{path}:1: two columns mean the same: {', '.join(twice)}")
    if kind is None and "kind" not in names and _implied(names) is None:
        raise SnapshotError(f"{path}:1: a column title, name or heading is needed, or the kind must be named")


def _implied(names: list[str]) -> Kind | None:
    return next((kind for kind, label in LABEL_PROPERTY.items() if label in names), None)


def _entity(path: Path, number: int, row: Mapping[str, str], kind: Kind | None) -> Entity | None:
    if not any(row.values()):
        return None
    own = kind or _implied(list(row))
    if row.get("kind"):
        try:
            own = Kind(row["kind"].lower())
        except ValueError:
            raise SnapshotError(f"{path}:{number}: {row['kind']!r} is none of {', '.join(Kind)}") from None
    if own is None:
        raise SnapshotError(f"{path}:{number}: no kind")
    statements = [s for name, cell in row.items() if cell and name not in _OWN for s in _statements(name, cell, own)]
    label = next((s.value for s in statements if s.property == LABEL_PROPERTY[own]), "")
    if not label:
        raise SnapshotError(f"{path}:{number}: no {LABEL_PROPERTY[own]}")
    given = row.get("id", "")
    known = [identifier for s in statements for identifier in s.identifiers if s.property not in ("issn", "isbn")]
    iri = given if is_iri(given) else next((found for i in known if (found := identifier_iri(i))), "")
    return Entity(iri or entity_iri(given or f"{path.name}#{number}"), own, label, tuple(statements))


def _statements(name: str, cell: str, kind: Kind) -> Iterator[Statement]:
    if name in _IDENTIFIERS:
        for value in _split(cell, "|"):
            identifier = identifiers.parse(name, value).identifier
            yield Statement("identifiers", value, identifiers=(identifier,) if identifier is not None else ())
        return
    known = PROPERTIES[name]
    if kind not in known.kinds:
        return
    for value in _split(cell, *_separators(known)):
        if known.type is ValueType.IDENTIFIER:
            parsed = identifiers.detect(value) if name == "identifiers" else identifiers.parse(name, value)
            found: Identifier | None = parsed.identifier if parsed is not None else None
            yield Statement(name, found.value if found else value, identifiers=(found,) if found else ())
        else:
            yield Statement(name, value)


def _separators(known: Property) -> tuple[str, ...]:
    if known.single:
        return ()
    return ("|", ";") if known.name == "creators" else ("|",)


def _split(cell: str, *signs: str) -> list[str]:
    """The values in a cell: between the first of ``signs`` that occurs in it."""
    sign = next((s for s in signs if s in cell), None)
    return [value for part in (cell.split(sign) if sign else [cell]) if (value := part.strip())]
