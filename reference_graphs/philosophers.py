"""The snapshot ``philosophers``: philosophers, and those who influenced them, as Wikidata describes them."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from recorded import documents, objects
from writing import write_snapshot

from gate.model import Entity, Identifier, Kind, Role, Statement
from gate.references.local.manifest import Manifest
from gate.references.values import items, table, text

ENTITY = "http://www.wikidata.org/entity/"
PHILOSOPHER = "Q4964182"
_PROPERTIES = {
    "P19": "birth_place",
    "P20": "death_place",
    "P27": "citizenship",
    "P101": "field_of_work",
    "P106": "occupations",
    "P737": "influenced_by",
}
_QID = re.compile(r"Q[1-9][0-9]*")
# Wikidata's query service gives every day in the Gregorian calendar. Until these days the older one was used there.
_OLD_STYLE = {"Q179876": "1752-09-14", "Q161885": "1752-09-14", "Q34266": "1918-02-14"}
_GREGORIAN_REFORM = "1582-10-15"
_STATELESS = "apatride"


@dataclass
class Person:
    """What is known of one person, gathered from several files."""

    qid: str
    label: str = ""
    french: str = ""
    birth: str = ""
    death: str = ""
    values: dict[str, list[str]] = field(default_factory=dict)
    french_countries: list[str] = field(default_factory=list)

    def add(self, name: str, qid: str) -> None:
        """One more value of a property."""
        known = self.values.setdefault(name, [])
        if qid not in known and qid != self.qid:
            known.append(qid)


def build(shared: Path, target: Path) -> Manifest:
    """Write ``target / "philosophers"``."""
    labels, french = _labels(shared)
    people = _people(shared, labels, french)
    entities = [entity for _, person in sorted(people.items()) if (entity := _entity(person, labels, french)) is not None]
    return write_snapshot(
        target / "philosophers",
        {"wikidata": entities},
        title="Philosophers and those who influenced them",
        kind=Kind.AGENT,
        role=Role.REFERENCE,
        source="Wikidata, as recorded between 2018 and 2026 in public repositories",
        retrieved="2026-11-30",
        licence="CC0-1.0",
        counted=tuple(sorted({"birth", "death", *_PROPERTIES.values()})),
    )


def _labels(shared: Path) -> tuple[dict[str, str], dict[str, str]]:
    """English label by item, and item by French label of a country."""
    references = shared / "references"
    labels: dict[str, str] = {}
    french: dict[str, str] = {}
    for line in csv.DictReader(_rows(Path(__file__).with_name("labels.tsv")), delimiter="\t"):
        labels[line["qid"]] = line["en"]
        if line["fr"]:
            french[line["fr"]] = line["qid"]
    by_hand = dict(labels)
    found = documents(references / "wikidata_entities", shared / "responses" / "wikidata", shared / "responses" / "openalex")
    for item in (inner for document in found for inner in objects(document)):
        qid, label = _label(item)
        if not qid or not label:
            continue
        if qid in by_hand and by_hand[qid].casefold() != label.casefold():
            raise SystemExit(f"labels.tsv calls {qid} {by_hand[qid]!r}, the recorded facts {label!r}")
        labels.setdefault(qid, label)
    for row in _bindings(references):
        for name in ("item", "influenced_by"):
            qid, label = _qid(row.get(name)), _value(row.get(f"{name}Label"))
            if qid and label:
                labels.setdefault(qid, label)
    for row in _listed(references / "philosophers" / "wikidata_500_philosophers.json"):
        labels.setdefault(_qid(row.get("item")), _value(row.get("itemLabel")))
    return {qid: label for qid, label in labels.items() if label and not _QID.fullmatch(label)}, french


def _label(item: Mapping[str, object]) -> tuple[str, str]:
    """Item and English label, of an entity of Wikidata or of a concept of OpenAlex that is linked to one."""
    qid = text(item.get("id"))
    if _QID.fullmatch(qid):
        english = table(item.get("labels")).get("en")
        return qid, text(table(english).get("value")) or text(english)
    linked = text(item.get("wikidata")).rpartition("/")[2]
    return (linked, text(item.get("display_name"))) if _QID.fullmatch(linked) else ("", "")


def _people(shared: Path, labels: Mapping[str, str], french: Mapping[str, str]) -> dict[str, Person]:
    """Everyone whom the query for philosophers found, or whose occupation is philosopher."""
    references = shared / "references"
    philosophers = references / "philosophers"
    people: dict[str, Person] = {}

    def person(qid: str) -> Person:
        return people.setdefault(qid, Person(qid, labels.get(qid, "")))

    for row in _bindings(references):
        person(_qid(row.get("item"))).add("influenced_by", _qid(row.get("influenced_by")))
        person(_qid(row.get("influenced_by")))
    for row in _listed(philosophers / "wikidata_500_philosophers.json"):
        for iri in _value(row.get("inf")).split(","):
            if iri:
                person(_qid(row.get("item"))).add("influenced_by", iri.rpartition("/")[2])
    triples = sorted(
        _triples(philosophers / "codex_philosopher_triples.tsv", *sorted((references / "codex").glob("codex-s_*.tsv")))
    )
    known = {head for head, relation, tail in triples if relation == "P106" and tail == PHILOSOPHER} | set(people)
    for head, relation, tail in triples:
        if head in known and relation in _PROPERTIES and tail in labels:
            person(head).add(_PROPERTIES[relation], tail)
    for row in _listed(next(philosophers.glob("wikidata_people_*_fr.json"))):
        qid = text(row.get("item")).rpartition("/")[2]
        if qid in people:
            _add_french(person(qid), row, french)
    return people


def _add_french(person: Person, row: Mapping[str, object], french: Mapping[str, str]) -> None:
    person.french = text(row.get("itemLabel"))
    person.birth, person.death = _day(text(row.get("birthDate"))), _day(text(row.get("deathDate")))
    country = text(row.get("countryLabel"))
    if country in french:
        person.add("citizenship", french[country])
    elif country and country != _STATELESS and country not in person.french_countries:
        person.french_countries.append(country)


def _entity(person: Person, labels: Mapping[str, str], french: Mapping[str, str]) -> Entity | None:
    """A person with a label and at least one fact."""
    facts = [*_dates(person), *_values(person, labels, {qid: label for label, qid in french.items()})]
    if not person.label or not facts:
        return None
    known = Identifier("wikidata", person.qid)
    forms = (person.french,) if person.french and person.french != person.label else ()
    named = Statement("name", person.label, lang="en", forms=forms)
    identified = Statement("identifiers", person.qid, identifiers=(known,))
    return Entity(ENTITY + person.qid, Kind.AGENT, person.label, (named, *facts, identified))


def _values(person: Person, labels: Mapping[str, str], french: Mapping[str, str]) -> Iterator[Statement]:
    for name, qids in person.values.items():
        for qid in qids:
            if qid in labels:
                forms = (french[qid],) if name == "citizenship" and qid in french and french[qid] != labels[qid] else ()
                yield Statement(name, labels[qid], lang="en", forms=forms, identifiers=(Identifier("wikidata", qid),))
    for country in person.french_countries:
        yield Statement("citizenship", country, lang="fr")


def _dates(person: Person) -> Iterator[Statement]:
    for name, day in (("birth", person.birth), ("death", person.death)):
        if day:
            older = _julian(day) if _was_julian(day, person.values.get("citizenship", ())) else ""
            yield Statement(name, day, forms=(older,) if older else ())


def _was_julian(day: str, countries: Iterable[str]) -> bool:
    """Whether the older calendar was still in use on that day, in every country of the person."""
    return len(day) == 10 and day < min([_OLD_STYLE.get(c, _GREGORIAN_REFORM) for c in countries] or [_GREGORIAN_REFORM])


def _julian(day: str) -> str:
    """A Gregorian day in the Julian calendar. The calendars drift by three days in four centuries."""
    given = date.fromisoformat(day)
    century = (given.year if given > date(given.year, 3, 1) else given.year - 1) // 100
    return date.fromordinal(given.toordinal() - (century - century // 4 - 2)).isoformat()


def _day(stamp: str) -> str:
    """``1844-10-15T00:00:00Z`` as a day; the first of January is how a bare year is given."""
    return stamp[:4] if stamp[4:10] == "-01-01" else stamp[:10]


def _rows(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def _triples(*files: Path) -> list[tuple[str, str, str]]:
    found: set[tuple[str, str, str]] = set()
    for file in files:
        if "negatives" not in file.name:
            for line in file.read_text(encoding="utf-8").splitlines():
                head, relation, tail = line.split("\t")
                found.add((head, relation, tail))
    return sorted(found)


def _bindings(references: Path) -> list[Mapping[str, object]]:
    file = references / "philosophers" / "wikidata_philosophers_influenced_by.sparql.json"
    results = table(table(json.loads(file.read_text(encoding="utf-8"))).get("results"))
    return [table(row) for row in items(results.get("bindings"))]


def _listed(file: Path) -> list[Mapping[str, object]]:
    return [table(row) for row in items(json.loads(file.read_text(encoding="utf-8")))]


def _value(cell: object) -> str:
    return text(table(cell).get("value"))


def _qid(cell: object) -> str:
    return _value(cell).rpartition("/")[2]
