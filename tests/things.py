"""Short ways to write records, statements and entities in tests."""

from __future__ import annotations

import json

from gate.model import Entity, Kind, Record, Statement
from gate.records import read_bytes
from gate.records.claims import as_entity
from gate.settings import Settings


def record(**fields: object) -> Record:
    """A record as its JSON would be read."""
    (found,) = read_bytes(json.dumps(fields).encode(), "record.json", format="json", settings=Settings())
    assert isinstance(found, Record), found
    return found


def held(*complete_for: str, **fields: object) -> Entity:
    """An entity that holds what a record with these fields would say."""
    return as_entity(record(**fields), complete_for)


def work(**fields: object) -> dict[str, object]:
    """The fields of a work that is true in the tests, with some replaced; a field set to None is left out."""
    known: dict[str, object] = {
        "id": "w1",
        "kind": "work",
        "title": "The migration of eels across the Baltic shelf",
        "creators": [{"family": "Lindqvist", "given": "Astrid"}, {"family": "Moreau", "given": "Paul"}],
        "date": "2011-04",
        "container": "Journal of Northern Seas",
        "volume": "14",
        "doi": "10.1234/jns.14.77",
        "citations": [
            {"title": "Eel larvae in cold currents", "creators": ["Berg, Nils"], "date": "1998", "doi": "10.1234/eel.1998"},
            {"title": "A census of shelf fish", "creators": ["Tanaka, Yuki"], "date": "2004"},
            {"title": "Salinity and the young eel", "creators": ["Okafor, Ada"], "date": "2007", "volume": "3"},
        ],
    }
    return {k: v for k, v in {**known, **fields}.items() if v is not None}


def person(**fields: object) -> dict[str, object]:
    """The fields of a person who is true in the tests, with some replaced."""
    known: dict[str, object] = {
        "id": "p1",
        "kind": "agent",
        "name": "Ludmila Farrow",
        "birth": "1811-03-02",
        "death": "1879-10-30",
        "birth_place": "Graz",
        "influenced_by": ["Anton Velde", "Sophie Marchand"],
        "field_of_work": ["logic"],
        "identifiers": ["https://www.wikidata.org/entity/Q900001"],
    }
    return {k: v for k, v in {**known, **fields}.items() if v is not None}


def concept(**fields: object) -> dict[str, object]:
    """The fields of a concept that is true in the tests, with some replaced."""
    known: dict[str, object] = {
        "id": "c1",
        "kind": "concept",
        "heading": "Slowness",
        "nouns": ["slowness", "languor", "drawl", "creeping"],
        "verbs": ["move slowly", "creep", "crawl"],
        "adjectives": ["slow", "slack", "tardy"],
        "cross_references": ["Velocity", "Inactivity"],
    }
    return {k: v for k, v in {**known, **fields}.items() if v is not None}


def statement(name: str, value: str, path: str = "", **more: object) -> Statement:
    """A statement."""
    return Statement(name, value, path or name, **more)  # type: ignore[arg-type]


KINDS = {Kind.WORK: work, Kind.AGENT: person, Kind.CONCEPT: concept}
