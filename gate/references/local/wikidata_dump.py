"""Wikidata's dump of truthy statements (``latest-truthy.nt.bz2``) as entities.

https://www.mediawiki.org/wiki/Wikibase/Indexing/RDF_Dump_Format. Of each item only the properties that the gate reads are looked
at (:mod:`gate.references.wikidata.record`), and labels in the languages wanted. Lines are grouped by item, so that one item is in
memory at a time. A value that is an item is known by its number only: what it is called is collected in a second go through the
dump. Memory beyond one item is a bit for each item number that was mentioned (about 17 MB for all of Wikidata).

Truthy statements have no qualifiers and no precision: the first of January stands for a whole year, the first of a month for the
month (both are kept, the vaguer first), and authors come without their order.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import orjson

from gate.model import Entity, Kind
from gate.references.local.building import Progress
from gate.references.local.dumps import waiting
from gate.references.local.files import opened
from gate.references.local.ntriples import language, term
from gate.references.values import table
from gate.references.wikidata.claims import is_item
from gate.references.wikidata.kinds import KIND_PROPERTIES, kind_of
from gate.references.wikidata.record import ENTITY, LANGUAGES, READ_PROPERTIES, Label, entity, items_named, label

_ITEM = b"<http://www.wikidata.org/entity/Q"
_DIRECT = b"http://www.wikidata.org/prop/direct/"
_LABEL = b"http://www.w3.org/2000/01/rdf-schema#label"
_ALIAS = b"http://www.w3.org/2004/02/skos/core#altLabel"
_DATE_TIME = "http://www.w3.org/2001/XMLSchema#dateTime"
_MOMENT = re.compile(r"(-?)(\d{4,16})-(\d\d)-(\d\d)T", re.ASCII)
_WANTED = frozenset(name.encode() for name in (*READ_PROPERTIES, *KIND_PROPERTIES))
_GREGORIAN = f"{ENTITY}Q1985727"
_DAY, _MONTH, _YEAR = 11, 10, 9
_MOST_ITEMS = 1_000_000_000
_EVERY = 200_000
_KEPT_LABELS = 5_000
_NOTED = 20_000  # items, after which the place is taken down
_DONE = 2
_NAMED = "aliases"


def read_wikidata(
    files: Sequence[Path], folder: Path, kind: Kind | None, languages: Sequence[str], progress: Progress
) -> Iterator[Entity]:
    """The items of one kind (agents, where none is named) in a dump, with the labels of their values."""
    chosen = tuple(languages) or LANGUAGES
    tables = "CREATE TABLE entry (n INTEGER PRIMARY KEY, data BLOB NOT NULL);"
    tables += "CREATE TABLE label (item INTEGER PRIMARY KEY, data BLOB NOT NULL);"
    with waiting(folder, "wikidata", tables) as held:
        needed = _Bits()
        for entry in _kept(held.rows) if held.step < _DONE else ():
            _need(needed, entry)
        if held.step == 0:
            for number, (place, entry) in enumerate(_entries(files, chosen, progress, "1 of 2", held.lines), 1):
                if kind_of(table(entry.get("claims"))) is (kind or Kind.AGENT):
                    _need(needed, entry)
                    data = zlib.compress(orjson.dumps(entry), 1)
                    held.rows.execute("INSERT INTO entry (data) VALUES (?)", (data,))
                if number % _NOTED == 0:
                    held.note(0, place)
            held.note(1, 0)
        if held.step == 1:
            for number, (place, entry) in enumerate(_entries(files, chosen, progress, "2 of 2", held.lines, needed), 1):
                data = orjson.dumps({"labels": entry["labels"], _NAMED: entry[_NAMED]})
                held.rows.execute("INSERT OR IGNORE INTO label VALUES (?, ?)", (int(str(entry["id"])[1:]), data))
                if number % _NOTED == 0:
                    held.note(1, place)
            held.note(_DONE, 0)
        yield from _with_labels(held.rows, chosen)


def _kept(rows: sqlite3.Connection) -> Iterator[Mapping[str, object]]:
    for (data,) in rows.execute("SELECT data FROM entry ORDER BY n"):
        yield table(orjson.loads(zlib.decompress(data)))


def _need(needed: _Bits, entry: Mapping[str, object]) -> None:
    for qid in items_named(entry):
        needed.add(int(qid[1:]))


class _Bits:
    """A set of small whole numbers: one bit each, up to the largest."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def add(self, number: int) -> None:
        if number < _MOST_ITEMS:
            place = number >> 3
            if place >= len(self._bytes):
                self._bytes.extend(bytes(max(place + 1 - len(self._bytes), len(self._bytes) >> 2)))
            self._bytes[place] |= 1 << (number & 7)

    def __contains__(self, number: int) -> bool:
        place = number >> 3
        return place < len(self._bytes) and bool(self._bytes[place] >> (number & 7) & 1)


def _entries(
    files: Sequence[Path], languages: Sequence[str], progress: Progress, part: str, done: int, needed: _Bits | None = None
) -> Iterator[tuple[int, dict[str, object]]]:
    """Every item of the dump behind the first ``done`` lines in the form of Wikidata's API, as far as it is wanted; of those
    ``needed`` the labels alone. Before each stands the number of lines that are done with it."""
    spoken = frozenset(lang.lower().encode() for lang in languages)
    number = 0
    for file in files:
        current, wanted, held = b"", True, _Item()
        with opened(file) as lines:
            for line in lines:
                number += 1
                if number <= done:
                    continue
                if number % _EVERY == 0:
                    progress(f"lines of {file.name}, {part}", number, None)
                if not line.startswith(_ITEM):
                    continue
                subject, _, rest = line[len(_ITEM) - 1 :].partition(b"> <")
                if subject != current:
                    if current and held.there:
                        yield number - 1, held.entry(current)
                    current, held = subject, _Item()
                    wanted = subject[1:].isdigit() and (needed is None or int(subject[1:]) in needed)
                if wanted:
                    predicate, _, value = rest.partition(b"> ")
                    held.take(predicate, value, spoken, statements=needed is None)
        if current and held.there:
            yield number, held.entry(current)


class _Item:
    """What the lines of one item say."""

    def __init__(self) -> None:
        self._labels: dict[str, dict[str, str]] = {}
        self._aliases: dict[str, list[dict[str, str]]] = {}
        self._claims: dict[str, list[object]] = {}
        self.there = False

    def take(self, predicate: bytes, value: bytes, languages: frozenset[bytes], *, statements: bool) -> None:
        if predicate.startswith(_DIRECT):
            if statements and predicate[len(_DIRECT) :] in _WANTED:
                self._state(predicate[len(_DIRECT) :].decode(), value)
        elif predicate in (_LABEL, _ALIAS) and language(value) in languages:
            found = term(value.rstrip().removesuffix(b".").rstrip())
            if found is not None:
                self.there = True
                named = {"language": found.lang, "value": found.value}
                if predicate == _LABEL:
                    self._labels[found.lang] = named
                else:
                    self._aliases.setdefault(found.lang, []).append(named)

    def _state(self, property_: str, value: bytes) -> None:
        found = term(value.rstrip().removesuffix(b".").rstrip())
        if found is None:
            return
        stated: object = found.value
        if found.type == "uri":
            qid = found.value.removeprefix(ENTITY)
            if not is_item(qid):
                return  # "unknown value", or a file
            stated = {"entity-type": "item", "id": qid}
        elif found.datatype == _DATE_TIME:
            stated = _time(found.value)
        elif found.lang:
            stated = {"text": found.value, "language": found.lang}
        self.there = True
        self._claims.setdefault(property_, []).append(
            {"mainsnak": {"snaktype": "value", "property": property_, "datavalue": {"value": stated}}, "rank": "normal"}
        )

    def entry(self, qid: bytes) -> dict[str, object]:
        """The item as the API would give it."""
        return {"id": qid.decode(), "labels": self._labels, "aliases": self._aliases, "claims": self._claims}


def _time(moment: str) -> dict[str, object]:
    """A moment of RDF, which has a year 0, as a value of the API, which has none."""
    match = _MOMENT.match(moment)
    if match is None:
        return {}
    sign, year, month, day = match[1], int(match[2]), match[3], match[4]
    before = bool(sign) or not year
    counted = year + 1 if before else year
    precision = _YEAR if (month, day) == ("01", "01") else _MONTH if day == "01" else _DAY
    time = f"{'-' if before else '+'}{counted:04}-{month}-{day}T00:00:00Z"
    return {"time": time, "precision": precision, "calendarmodel": _GREGORIAN}


def _with_labels(rows: sqlite3.Connection, languages: Sequence[str]) -> Iterator[Entity]:
    @lru_cache(maxsize=_KEPT_LABELS)
    def known(qid: str) -> Label | None:
        row = rows.execute("SELECT data FROM label WHERE item = ?", (int(qid[1:]),)).fetchone()
        return None if row is None else label(table(orjson.loads(row[0])), languages)

    for entry in _kept(rows):
        named = {qid: called for qid in items_named(entry) if (called := known(qid)) is not None}
        found = entity(entry, named, languages)
        if found is not None:
            yield found
