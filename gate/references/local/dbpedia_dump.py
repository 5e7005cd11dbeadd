"""DBpedia's dumps (``labels_lang=en.ttl.bz2``, ``mappingbased-objects...``, one triple a line) as entities.

https://www.dbpedia.org/resources/snapshot-release/. What is known of one thing is spread over many files, and what a value is
called stands elsewhere still: the lines that are wanted (:mod:`gate.references.dbpedia_record`) go into a table on disk, which is
then asked thing by thing. Agents are read: what is of such a type, or was born or died.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from gate.errors import SnapshotError
from gate.model import Entity, Kind
from gate.references.dbpedia_record import (
    DATES,
    INFLUENCED,
    LABEL,
    LANGUAGES,
    NAMES,
    ONTOLOGY,
    PROPERTY_OF,
    RESOURCE,
    SAME_AS,
    entities,
)
from gate.references.local.building import Progress
from gate.references.local.dumps import Waiting, waiting
from gate.references.local.files import opened
from gate.references.local.ntriples import language, term, triple
from gate.references.sparql.client import Row
from gate.references.sparql.terms import Term

_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_AGENTS = frozenset(
    f"<{name}>".encode()
    for name in (
        *(ONTOLOGY + term for term in ("Person", "Agent", "Organisation")),
        *("http://xmlns.com/foaf/0.1/Person", "http://schema.org/Person", "http://schema.org/Organization"),
    )
)
_ITEMS = "http://www.wikidata.org/entity/"
_LINKED = tuple(
    f"<{prefix}".encode()
    for prefix in (_ITEMS, "http://viaf.org/viaf/", "https://viaf.org/viaf/", "http://d-nb.info/gnd/", "https://d-nb.info/gnd/")
)
_DATED = tuple(name for names in DATES.values() for name in names)
_READ = (_TYPE, LABEL, SAME_AS, INFLUENCED, *(name for name in NAMES if name != LABEL), *_DATED, *PROPERTY_OF)
_NUMBERS = {name.encode(): number for number, name in enumerate(_READ)}
_INFLUENCED_BY = ONTOLOGY + "influencedBy"
_PREFIX = RESOURCE.encode()
_EVERY = 200_000
_BATCH = 10_000


def read_dbpedia(
    files: Sequence[Path], folder: Path, kind: Kind | None, languages: Sequence[str], progress: Progress
) -> Iterator[Entity]:
    """The agents in a set of files. Raises :class:`SnapshotError` for another kind, and for a file that is no such dump."""
    if kind not in (None, Kind.AGENT):
        raise SnapshotError(f"{files[0]}: of DBpedia's dumps agents are read, not {kind}s")
    chosen = tuple(languages) or LANGUAGES
    with waiting(folder, "dbpedia", "CREATE TABLE fact (s BLOB NOT NULL, p INTEGER NOT NULL, o BLOB NOT NULL);") as held:
        if held.step == 0:
            _fill(held, files, chosen, progress)
            progress("sorting", 0, None)
            held.rows.execute("CREATE INDEX by_subject ON fact (s, p)")
            held.note(1, held.lines)
        yield from _agents(held.rows, chosen)


def _fill(held: Waiting, files: Sequence[Path], languages: Sequence[str], progress: Progress) -> None:
    spoken = frozenset(lang.lower().encode() for lang in languages)
    rows: list[tuple[bytes, int, bytes]] = []
    number, done = 0, held.lines
    for file in files:
        with opened(file) as lines:
            for place, line in enumerate(lines, 1):
                number += 1
                if number <= done:
                    continue
                if number % _EVERY == 0:
                    progress(f"lines of {file.name}", number, None)
                row = _wanted(line, spoken, f"{file}:{place}")
                if row is not None:
                    rows.append(row)
                    if len(rows) >= _BATCH:
                        held.rows.executemany("INSERT INTO fact VALUES (?, ?, ?)", rows)
                        held.note(0, number)
                        rows.clear()
    held.rows.executemany("INSERT INTO fact VALUES (?, ?, ?)", rows)
    held.note(0, number)


def _wanted(line: bytes, languages: frozenset[bytes], where: str) -> tuple[bytes, int, bytes] | None:
    """Subject, number of the property and value of a line, where it says something that is read."""
    found = triple(line)
    if found is None:
        if line.strip() and not line.startswith((b"#", b"<", b"_:")):
            raise SnapshotError(f"{where}: not a dump of one triple a line; other Turtle is imported as rdf")
        return None
    subject, predicate, value = found
    property_ = _NUMBERS.get(predicate)
    if property_ is None or not subject.startswith(_PREFIX):
        return None
    name = _READ[property_]
    if name == _TYPE:
        return (subject, property_, b"") if value in _AGENTS else None
    if name == SAME_AS:
        return (subject, property_, value) if value.startswith(_LINKED) else None
    if name == INFLUENCED:
        if not value.startswith(b"<" + _PREFIX):
            return None
        return value[1:-1], _NUMBERS[_INFLUENCED_BY.encode()], b"<" + subject + b">"
    if name in NAMES and (lang := language(value)) and lang not in languages:
        return None
    return subject, property_, value


def _agents(facts: sqlite3.Connection, languages: Sequence[str]) -> Iterator[Entity]:
    numbers = [_NUMBERS[name.encode()] for name in (_TYPE, *_DATED)]
    marks = ", ".join("?" * len(numbers))

    @lru_cache(maxsize=2_000)
    def known(value: bytes) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        """The labels of a thing, and the items of Wikidata that it is said to be."""
        query = "SELECT o FROM fact WHERE s = ? AND p = ?"
        labels, links = (
            [found for (o,) in facts.execute(query, (value, _NUMBERS[name.encode()])) if (found := term(o)) is not None]
            for name in (LABEL, SAME_AS)
        )
        return tuple(labels), tuple(link for link in links if link.value.startswith(_ITEMS))

    found = facts.execute(f"SELECT DISTINCT s FROM fact WHERE p IN ({marks}) ORDER BY s", numbers)  # noqa: S608 - marks only
    for (subject,) in found:
        told = facts.execute("SELECT DISTINCT p, o FROM fact WHERE s = ? ORDER BY p, o", (subject,)).fetchall()
        rows = [
            row for p, o in told if p != 0 for row in _rows(subject, _READ[p], o, known(o[1:-1]) if o[:1] == b"<" else ((), ()))
        ]
        yield from entities(rows, languages)


def _rows(subject: bytes, predicate: str, value: bytes, known: tuple[tuple[Term, ...], tuple[Term, ...]]) -> Iterator[Row]:
    """One fact as the rows that the endpoint would give for it: one for each label and link of the value."""
    found = term(value)
    who = term(b"<" + subject + b">")
    if found is None or who is None:
        return
    row = {"s": who, "p": Term(predicate, "uri"), "o": found}
    labels, links = known if predicate in PROPERTY_OF else ((), ())
    if not labels and not links:
        yield row
    yield from ({**row, "label": one} for one in labels)
    yield from ({**row, "item": one} for one in links)
