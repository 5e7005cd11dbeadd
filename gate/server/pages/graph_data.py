"""The two graphs of a record, put together from its report: what it asserts, and what the sources hold.

Nodes that a claim rightly names are one node in both graphs. How central a node is, is its PageRank in the union of these graphs
with those of other records of the batch that are in the queue: a record alone is a star, in which all values rank alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from gate.comparison.structure.pagerank import pagerank
from gate.comparison.structure.view import View
from gate.model import Edge, Graph
from gate.properties import PROPERTIES
from gate.queue.json_values import items_of, object_of, text_of

SUBJECT = "subject"
MARKED = ("fabricated", "non_retrievable", "contradicted", "wrong_metadata", "identifier_conflict", "missing")


@dataclass(frozen=True, slots=True)
class Node:
    """A node. ``mark`` is its outcome, ``missing`` or :data:`SUBJECT`; ``size`` is 0 (least central) to 1."""

    id: str
    label: str
    property: str
    mark: str
    risen: bool
    size: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Both graphs, each with its subject first; ``context`` is the number of other records that were taken into account."""

    generated: tuple[Node, ...]
    reference: tuple[Node, ...]
    context: int


def pair(record: Mapping[str, object], label: str, others: Iterable[Mapping[str, object]] = ()) -> Pair:
    """The graphs of one record of a ``gate-report/1``."""
    around = list(others)
    ours, theirs = _found(asserted(record)), _found(held(record))
    risen = {_key(text_of(r, "label")) for r in items_of(object_of(record, "profile"), "risen")}
    name = text_of(object_of(object_of(record, "anchor"), "entity"), "label") or label
    return Pair(
        _nodes(name, ours, risen, [record, *around], asserted),
        _nodes(name, theirs, frozenset(), [record, *around], held) if theirs else (),
        len(around),
    )


Found = dict[str, tuple[str, str, str]]
Stated = Iterator[tuple[str, str, str, str]]


def asserted(record: Mapping[str, object]) -> Stated:
    """What the record asserts: node, its label, property, outcome; a node once for each property that leads to it."""
    for claim in items_of(record, "claims"):
        name, outcome = text_of(claim, "property"), text_of(claim, "outcome")
        if name in PROPERTIES and PROPERTIES[name].node:
            given = text_of(claim, "given")
            yield _key(text_of(claim, "held") if outcome == "supported" else given) or _key(given), given, name, outcome
    for one in items_of(record, "citations"):
        given = text_of(one, "given")
        yield _key(text_of(object_of(one, "matched"), "label") or given), given, "citations", text_of(one, "outcome")


def held(record: Mapping[str, object]) -> Stated:
    """What the sources hold of the same thing, in the same form."""
    for claim in items_of(record, "claims"):
        name, value, outcome = text_of(claim, "property"), text_of(claim, "held"), text_of(claim, "outcome")
        if name in PROPERTIES and PROPERTIES[name].node and value and outcome in ("supported", "contradicted"):
            yield _key(value), value, name, "supported" if outcome == "supported" else "missing"
    for one in items_of(record, "citations"):
        matched = text_of(object_of(one, "matched"), "label")
        if matched:
            yield _key(matched), matched, "citations", "supported"
    for key in ("omissions", "omitted_citations"):
        for omission in items_of(record, key):
            name, value = text_of(omission, "property"), text_of(omission, "held")
            if name in PROPERTIES and PROPERTIES[name].node:
                yield _key(value), value, name, "missing"


def _found(stated: Stated) -> Found:
    """Every node once, as it is stated first."""
    found: Found = {}
    for key, label, name, outcome in stated:
        found.setdefault(key, (label, name, outcome))
    return found


def _nodes(
    name: str,
    found: Found,
    risen: frozenset[str] | set[str],
    records: list[Mapping[str, object]],
    side: Callable[[Mapping[str, object]], Stated],
) -> tuple[Node, ...]:
    edges = {Edge(subject_of(record), "", key) for record in records for key, _, _, _ in side(record)}
    view = View(Graph(frozenset(), frozenset(edges)))
    ranks = pagerank(view)
    rank = {node: ranks[i] for i, node in enumerate(view.nodes)}
    values = [rank.get(key, 0.0) for key in found] or [0.0]
    least, most = min(values), max(values)
    span = most - least
    nodes = [
        Node(key, label, prop, mark, key in risen, (rank.get(key, 0.0) - least) / span if span > 1e-12 else 0.4)
        for key, (label, prop, mark) in found.items()
    ]
    return (Node(SUBJECT, name, "", SUBJECT, False, 1.0), *nodes)


def subject_of(record: Mapping[str, object]) -> str:
    """The node that the record itself is: what it was found to be about, or a name of its own."""
    anchored = text_of(object_of(object_of(record, "anchor"), "entity"), "label")
    return _key(anchored) or f"record {text_of(record, 'file')} {record.get('position')}"


def _key(label: str) -> str:
    return " ".join(label.casefold().split())[:500]
