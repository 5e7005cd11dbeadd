"""One of the three domains of the structural stress test: its fields, its question, its graph."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gate.comparison.matching import compare
from gate.model import Edge, Graph, Kind, Statement
from gate.normalise import text as text_rules
from gate.properties import PROPERTIES, ValueType
from gate.stress.answers import Answer, Answers, Question
from gate.stress.json_answers import Form, Parsed, one_text, parse, texts
from gate.stress.truth import UNANSWERED, Thing


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the answer.

    ``key``       its name in the JSON; ``also`` other names that models give it
    ``property``  the property of the truth
    ``single``    has one value
    ``relation``  type of the edges that it makes in the graph; empty for a field that makes none
    ``linked``    its values name other records of the domain
    ``aligned``   a given value that the gate takes for a true one has that one's node in the graph
    """

    key: str
    property: str
    single: bool = False
    relation: str = ""
    linked: bool = False
    aligned: bool = False
    also: tuple[str, ...] = ()


Cleaner = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Domain:
    """``prompt`` makes the question of a thing; ``clean`` is what is done to every value on both sides before it is compared."""

    name: str
    title: str
    kind: Kind
    fields: tuple[Field, ...]
    prompt: Callable[[Thing], str]
    clean: Cleaner

    @property
    def keys(self) -> frozenset[str]:
        """All names of fields that an answer may have."""
        return frozenset(k for f in self.fields for k in (f.key, *f.also))

    def question(self, thing: Thing) -> Question:
        """The question about a thing."""
        return Question(thing.item, self.prompt(thing))

    def true(self, thing: Thing) -> dict[str, tuple[str, ...]]:
        """The true values of every field, cleaned."""
        return {f.key: self._cleaned(thing.values(f.property)) for f in self.fields}

    def given(self, parsed: Parsed) -> dict[str, tuple[str, ...]]:
        """The values that an answer gives, cleaned; empty where it gives none."""
        lowered = {k.lower().replace(" ", "_").replace("-", "_"): v for k, v in parsed.value.items()}
        found: dict[str, tuple[str, ...]] = {}
        for field in self.fields:
            raw = next((lowered[k] for k in (field.key, *field.also) if k in lowered), None)
            values = (one_text(raw),) if field.single else texts(raw)
            found[field.key] = self._cleaned(values)
        return found

    def _cleaned(self, values: Iterable[str]) -> tuple[str, ...]:
        """A set of values: of those that differ in case alone the first."""
        kept: dict[str, str] = {}
        for raw in values:
            if value := self.clean(raw):
                kept.setdefault(value.casefold(), value)
        return tuple(kept.values())

    def same(self, field: Field) -> Callable[[str, str], bool]:
        """The gate's own matching of two values of a field."""
        return lambda given, held: gate_same(field.property, given, held)

    def parsed(self, answer: Answer) -> Parsed:
        """The object of an answer; one that the endpoint cut is told as truncated."""
        found = parse(answer.text, self.keys)
        cut = answer.finish == "length" and found.form is Form.OBJECT and not answer.text.rstrip().endswith(("}", "```"))
        return Parsed(Form.TRUNCATED, found.value) if cut else found


@lru_cache(maxsize=200_000)
def gate_same(property: str, given: str, held: str) -> bool:
    """Whether the gate's own matching takes two values of a property for the same."""
    if given == held:
        return True
    if property == "citations":
        return same_citation(given, held)
    return compare(PROPERTIES[property].type, Statement(property, given), Statement(property, held)).same is True


_DOI = re.compile(r"10\.\d{4,9}/[^\s\"]*[^\s\".,;)\]>]", re.IGNORECASE)
_TELLING_WORDS = 4


def same_citation(given: str, held: str) -> bool:
    """Whether two references are to the same work.

    Two DOIs settle it. Else the titles must agree by the gate's matching, or the held title, where it has four words or more,
    stand word for word in the given reference.
    """
    mine, theirs = _DOI.search(given), _DOI.search(held)
    if mine and theirs:
        return mine[0].lower() == theirs[0].lower()
    title, other = (re.sub(r"\bdoi:?\s*$", "", _DOI.sub("", t)).strip(" .") for t in (held, given))
    key = text_rules.key(title)
    if len(key.split()) >= _TELLING_WORDS and f" {key} " in f" {text_rules.key(other)} ":
        return True
    return bool(key) and compare(ValueType.TITLE, Statement("title", other), Statement("title", title)).same is True


@dataclass(frozen=True, slots=True)
class Given:
    """One answer beside the truth. ``placed`` are the given values as the graph has them.

    ``assessed``: whether the second source answered about this thing, or none was asked.
    """

    thing: Thing
    form: Form
    true: Mapping[str, tuple[str, ...]]
    given: Mapping[str, tuple[str, ...]]
    oracle: Mapping[str, tuple[str, ...]]
    placed: Mapping[str, tuple[str, ...]]
    assessed: bool = True


def collect(
    domain: Domain, things: Sequence[Thing], answers: Answers, model: str, oracle: Mapping[str, Thing]
) -> tuple[Given, ...]:
    """The answers of a model to these things, those that there are; an answer without data gives nothing."""
    found = []
    for thing in things:
        answer = answers.of(model, thing.item)
        if answer is None:
            continue
        parsed = domain.parsed(answer)
        second = oracle.get(thing.item)
        known = domain.true(second) if second is not None else {f.key: () for f in domain.fields}
        true, given = domain.true(thing), domain.given(parsed)
        placed = {
            f.key: _aligned(given[f.key], true[f.key], domain.same(f)) if f.aligned else given[f.key] for f in domain.fields
        }
        found.append(Given(thing, parsed.form, true, given, known, placed, second is not UNANSWERED))
    return tuple(found)


def _aligned(given: Sequence[str], true: Sequence[str], same: Callable[[str, str], bool]) -> tuple[str, ...]:
    left, placed = list(true), []
    for value in given:
        match = next((t for t in left if same(value, t)), None)
        if match is not None:
            left.remove(match)
        placed.append(value if match is None else match)
    return tuple(placed)


def record_node(thing: Thing) -> str:
    """The node of a record."""
    return f"record:{thing.item}"


@dataclass(frozen=True, slots=True)
class Links:
    """The nodes of the domain's records, by label: what a linked field's values are looked up in."""

    nodes: Mapping[str, str]

    @classmethod
    def of(cls, things: Iterable[Thing]) -> Links:
        """Every record by the key of its label; of two with one label the first."""
        nodes: dict[str, str] = {}
        for thing in things:
            nodes.setdefault(text_rules.key(thing.label), record_node(thing))
        return cls(nodes)


def graph_of(domain: Domain, values: Iterable[tuple[Thing, Mapping[str, tuple[str, ...]]]], links: Links) -> Graph:
    """The typed directed graph of records and their values.

    A value's node is its normalised text, so that both graphs share the node of what both say. The value of a linked field is the
    node of the record with that label, where there is one.
    """
    nodes: set[str] = set()
    edges: set[Edge] = set()
    labels: dict[str, str] = {}
    for thing, fields in values:
        own = record_node(thing)
        nodes.add(own)
        labels[own] = thing.label
        for field in domain.fields:
            for value in fields[field.key] if field.relation else ():
                key = text_rules.key(value) or value
                target = links.nodes.get(key, f"name:{key}") if field.linked else f"term:{key}"
                nodes.add(target)
                labels.setdefault(target, value)
                edges.add(Edge(own, field.relation, target))
    return Graph(frozenset(nodes), frozenset(edges), labels)
