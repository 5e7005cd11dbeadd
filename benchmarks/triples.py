"""Statements about persons and works beside snapshots of the true ones, through the comparison of records.

    python -m benchmarks.triples [--list]

CodEx-S (Safavi and Koutra 2020, MIT; Wikidata CC0): true triples and hard negatives, plausible and false. The true triples of
persons that fall on properties of the gate are the snapshot. Each true one, and each negative about a person in it, is then a
record with the person's identifier and that one statement. A list in Wikidata is open, so a false value of a property with many
values is ``silent``, and that is right; a second run claims that the lists are complete.

FactBench (Gerber et al. 2015, MIT; DBpedia and Freebase): facts about births, deaths and publications, right and made wrong in
several ways. The right ones are the snapshot; a wrong one about somebody or something that it lacks cannot be judged.

CodEx names things by identifier alone. What has no label here is called by a word made from its identifier.

A true fact is never contradicted: that is what is counted first.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.closed_world import closed_world
from benchmarks.counting import HEADING, made_by, need, rate_line
from gate.comparison import compare_record
from gate.model import Entity, Identifier, Kind, Outcome, Record, Statement
from gate.references.local.codec import encode
from gate.references.sources import Sources

if TYPE_CHECKING:
    import rdflib

RELATIONS = {
    "P19": "birth_place",
    "P20": "death_place",
    "P27": "citizenship",
    "P101": "field_of_work",
    "P106": "occupations",
    "P737": "influenced_by",
}
_AGAINST = frozenset({Outcome.CONTRADICTED, Outcome.FABRICATED})
Triple = tuple[str, str, str]


@dataclass(frozen=True)
class Fact:
    """One statement about a person: its property, its label, true or the kind of corruption."""

    key: str
    record: Record
    property: str
    true: bool
    kind: str


# CodEx


def read_triples(folder: Path, pattern: str) -> list[Triple]:
    found = []
    for file in sorted(folder.glob(pattern)):
        for line in file.read_text(encoding="utf-8").splitlines():
            head, relation, tail = line.split("\t")
            if relation in RELATIONS:
                found.append((head, relation, tail))
    return list(dict.fromkeys(found))


def codex_snapshot(triples: Sequence[Triple]) -> bytes:
    """The triples as persons with statements whose values carry Wikidata identifiers, in the snapshot's own form."""
    by_person: dict[str, list[Statement]] = {}
    for head, relation, tail in triples:
        by_person.setdefault(head, []).append(_statement(relation, tail, ""))
    entities = [
        Entity(
            f"http://www.wikidata.org/entity/{head}",
            Kind.AGENT,
            _called(head),
            (Statement("name", _called(head), identifiers=(Identifier("wikidata", head),)), *statements),
        )
        for head, statements in by_person.items()
    ]
    return gzip.compress(b"\n".join(map(encode, entities)) + b"\n", mtime=0)


def _called(item: str) -> str:
    """A word for an identifier, far from that of any other."""
    digest = hashlib.sha256(item.encode()).digest()
    return "".join(chr(ord("a") + byte % 26) for byte in digest[:12]).capitalize()


def _statement(relation: str, tail: str, path: str) -> Statement:
    return Statement(RELATIONS[relation], _called(tail), path, identifiers=(Identifier("wikidata", tail),))


def codex_facts(triples: Iterable[Triple], true: bool) -> Iterator[Fact]:
    for head, relation, tail in triples:
        known = Identifier("wikidata", head)
        said = (Statement("name", _called(head), "name", identifiers=(known,)), _statement(relation, tail, RELATIONS[relation]))
        key = f"{head} {relation} {tail}"
        yield Fact(key, Record(Kind.AGENT, key, said), RELATIONS[relation], true, "true" if true else "negative")


# FactBench


Described = tuple[str, str, tuple[Statement, ...]]
"""The IRI of a person or work, what it is called, and what a fact says of it."""
_KINDS = {"birth": Kind.AGENT, "death": Kind.AGENT, "publicationDate": Kind.WORK}
_NAMED = {Kind.AGENT: "name", Kind.WORK: "title"}
_DBO, _RDFS = "http://dbpedia.org/ontology/", "http://www.w3.org/2000/01/rdf-schema#"


def factbench(file: Path, kind: Kind) -> tuple[list[Fact], bytes]:
    """Facts about persons (births and deaths: day or year, place) or works (author, year), and the snapshot of the right ones."""
    import rdflib

    facts: list[Fact] = []
    held: dict[str, Entity] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if _KINDS.get(row["relation"]) is not kind:
            continue
        graph = rdflib.Graph()
        graph.parse(data=row["turtle"], format="turtle")
        found = _person(graph, row["relation"]) if kind is Kind.AGENT else _publication(graph)
        if found is None:
            continue
        iri, name, statements = found
        true = row["label"] == "correct"
        if true:
            held[iri] = _entity(kind, held.get(iri), found)
        for statement in statements:
            said = Statement(_NAMED[kind], name, _NAMED[kind], identifiers=(Identifier("iri", iri),))
            record = Record(kind, row["id"], (said, statement))
            facts.append(Fact(row["id"], record, statement.property, true, row["corruption"] or "true"))
    return facts, gzip.compress(b"\n".join(map(encode, held.values())) + b"\n", mtime=0)


def _entity(kind: Kind, known: Entity | None, found: Described) -> Entity:
    """What the right facts about one thing say together."""
    iri, name, statements = found
    plain = tuple(Statement(s.property, s.value, forms=s.forms, identifiers=s.identifiers) for s in statements)
    before = known.statements if known is not None else (Statement(_NAMED[kind], name),)
    return Entity(iri, kind, name, (*before, *(s for s in plain if s not in before)))


def _publication(graph: rdflib.Graph) -> Described | None:
    """The work of a fact, its title, its author, and the year."""
    events = [(s, o) for s, p, o in graph if str(p) == f"{_DBO}author"]  # the event names the work so
    if len(events) != 1:
        return None
    event, work = events[0]
    authors = [s for s, _, o in graph if o == event]
    titles = _labels(graph, work)
    names = _labels(graph, authors[0]) if len(authors) == 1 else []
    year = next((str(o) for s, p, o in graph if s == event and str(p) == f"{_DBO}from"), "")
    if not titles or not names or not year:
        return None
    author = Statement("creators", names[0], "creators[0]", forms=tuple(names[1:]))
    return str(work), titles[0], (author, Statement("date", year, "date"))


def _person(graph: rdflib.Graph, relation: str) -> Described | None:
    """The person of a fact, a name, and what the fact says: the day or year, and the place."""
    place_of = f"{_DBO}{relation}Place"
    events = [(s, o) for s, p, o in graph if str(p) == place_of]
    if len(events) != 1:
        return None  # some corruptions leave no event, or several
    event, place = events[0]
    persons = [s for s, _, o in graph if o == event]
    if len(persons) != 1:
        return None
    said: list[Statement] = []
    start = next((str(o) for s, p, o in graph if s == event and str(p) == f"{_DBO}from"), "")
    if start:
        said.append(Statement(relation, start, relation))
    names = _labels(graph, place)
    if names:
        said.append(Statement(f"{relation}_place", names[0], f"{relation}_place", forms=tuple(names[1:])))
    own = _labels(graph, persons[0])
    return (str(persons[0]), own[0], tuple(said)) if own and said else None


def _labels(graph: rdflib.Graph, node: object) -> list[str]:
    """The labels of a node, the English one first."""
    found = [(str(getattr(o, "language", "")) != "en", str(o)) for s, p, o in graph if s == node and str(p) == f"{_RDFS}label"]
    return list(dict.fromkeys(text for _, text in sorted(found)))


# both


def outcomes(facts: Sequence[Fact], sources: Sources) -> Iterator[tuple[Fact, Outcome, str]]:
    """What the gate makes of each fact; the level or reason beside it."""
    for fact in facts:
        compared = compare_record(fact.record, sources, 1)
        result = next(c for c in compared.claims if c.claim.property == fact.property)
        yield fact, result.outcome, result.level or result.reason


def print_facts(
    title: str, facts: Sequence[Fact], data: bytes, claims: Sequence[str], show: bool, kind: Kind = Kind.AGENT
) -> None:
    """Outcomes by property and label; true facts that are spoken against; false ones that are supported."""
    with closed_world(data, ".entities.jsonl.gz", claims, "entities", kind) as sources:
        found = list(outcomes(facts, sources))
    kinds = sorted({str(o) for _, o, _ in found})
    print(f"\n=== {title}\n{'':34s}" + "".join(f"{kind:>16s}" for kind in kinds))
    for name in sorted({f.property for f in facts}):
        for label in sorted({f.kind for f in facts}, key=lambda k: (k != "true", k)):
            counts = Counter(str(o) for f, o, _ in found if (f.property, f.kind) == (name, label))
            if counts:
                print(f"{name:16s}{label:18s}" + "".join(f"{counts[k]:16d}" for k in kinds))
    true, false = [r for r in found if r[0].true], [r for r in found if not r[0].true]
    print(HEADING)
    print(rate_line("TRUE, spoken against", sum(o in _AGAINST for _, o, _ in true), len(true)))
    print(rate_line("true, supported", sum(o is Outcome.SUPPORTED for _, o, _ in true), len(true)))
    print(rate_line("FALSE, supported", sum(o is Outcome.SUPPORTED for _, o, _ in false), len(false)))
    print(rate_line("false, spoken against", sum(o in _AGAINST for _, o, _ in false), len(false)))
    whole: dict[str, list[Outcome]] = {}
    for fact, outcome, _ in false:
        whole.setdefault(fact.key, []).append(outcome)
    if len(whole) < len(false):  # a fact of several parts is false as a whole when one of them is
        print(rate_line("FALSE FACT, wholly supported", sum(set(o) == {Outcome.SUPPORTED} for o in whole.values()), len(whole)))
        print(rate_line("false fact, a part spoken against", sum(bool(_AGAINST & {*o}) for o in whole.values()), len(whole)))
        unheld = sum(set(o) == {Outcome.NOT_ASSESSED} for o in whole.values())
        print(rate_line("false fact, of nothing held", unheld, len(whole)))
    if show:
        wrong = [r for r in found if (r[1] in _AGAINST) is r[0].true and (r[0].true or r[1] is Outcome.SUPPORTED)]
        for fact, outcome, level in wrong:
            print(f"  {fact.key} {fact.property} ({fact.kind}): {outcome} ({level})")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--list", action="store_true", help="list true facts spoken against and false ones supported")
    options = parser.parse_args()
    codex, bench = options.data / "references" / "codex", options.data / "labelled" / "facts" / "factbench_test_sample.jsonl"
    need(codex, codex.is_dir())
    need(bench, bench.is_file())
    print(made_by())
    true = [t for name in ("train", "valid", "test") for t in read_triples(codex, f"codex-s_{name}.tsv")]
    heads = {head for head, _, _ in true}
    negatives = [t for t in read_triples(codex, "codex-s_*_negatives.tsv") if t[0] in heads]
    facts = [*codex_facts(true, True), *codex_facts(negatives, False)]
    data = codex_snapshot(true)
    closed = tuple(f"properties:{name}" for name in RELATIONS.values())
    print_facts(f"CodEx-S, {len(heads)} persons, open lists", facts, data, (), options.list)
    print_facts("CodEx-S, lists that claim to be complete", facts, data, closed, options.list)
    for kind, title in ((Kind.AGENT, "births and deaths"), (Kind.WORK, "publications")):
        facts, data = factbench(bench, kind)
        print_facts(f"FactBench, {title}", facts, data, (), options.list, kind)


if __name__ == "__main__":
    main()
