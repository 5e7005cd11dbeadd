"""What the reports of a batch say together: distributions of scores, frequent findings, its records as one graph.

Of a batch that was handed in at ``/v1/batches`` every report is at hand, accepted records included; of another one those that are
in the queue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from gate.comparison.structure import context, profile
from gate.decision.names import SCORE_NAMES
from gate.model import Edge, Graph, Measure
from gate.queue.json_values import items_of, number_of, object_of, parsed, text_of
from gate.server.pages.graph_data import asserted, held, subject_of
from gate.server.pages.heading_use import Headings, of_records

BINS = 10
MOST = 500  # records that are summed up: a page should not take seconds
RISEN = 20


@dataclass(frozen=True, slots=True)
class Distribution:
    """A score over the records. ``bins``: words, number, per cent of the fullest; ``undefined``: for how many it has no value."""

    score: str
    bins: tuple[tuple[str, int, int], ...]
    defined: int
    undefined: int
    least: float
    median: float
    most: float


@dataclass(frozen=True, slots=True)
class Union:
    """The records as one graph beside the sources'. ``anchored``: how many a source knows, 0 where that is not counted.

    ``risen``: labels of nodes that are more central than in the sources, and whether no source holds them.
    """

    anchored: int
    measures: tuple[Measure, ...]
    risen: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """``records`` were summed up, in the order of the batch; ``codes`` count findings, most frequent first."""

    records: int
    distributions: tuple[Distribution, ...]
    codes: tuple[tuple[str, int], ...]
    union: Union | None
    headings: Headings | None = None


def summed_up(reports: Iterable[bytes]) -> Summary:
    """The summary of up to :data:`MOST` records."""
    values: dict[str, list[float]] = {name: [] for name in SCORE_NAMES}
    undefined: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    graphs: list[tuple[Graph, Graph, frozenset[str]]] = []
    total = 0
    works: list[Mapping[str, object]] = []
    for record in islice(_records(reports), MOST):
        total += 1
        works.append(record)
        codes.update(text_of(finding, "code") for finding in items_of(record, "findings"))
        for score in items_of(record, "scores"):
            name, value = text_of(score, "name"), number_of(score, "value")
            if value is None:
                undefined[name] += 1
            elif name in values:
                values[name].append(value)
        if object_of(object_of(record, "anchor"), "entity"):
            graphs.append(_graphs(record))
    shown = (_distribution(name, found, undefined[name]) for name, found in values.items() if found or undefined[name])
    return Summary(total, tuple(shown), tuple(codes.most_common()), _union(graphs), of_records(works))


def _records(reports: Iterable[bytes]) -> Iterator[Mapping[str, object]]:
    for report in reports:
        yield from items_of(parsed(report), "records")


def _distribution(name: str, found: list[float], undefined: int) -> Distribution:
    counts = Counter(min(BINS - 1, max(0, int(value * BINS))) for value in found)
    fullest = max(counts.values(), default=1)
    bins = tuple((_bin(place), counts[place], round(100 * counts[place] / fullest)) for place in range(BINS))
    ordered = sorted(found) or [0.0]
    return Distribution(name, bins, len(found), undefined, ordered[0], ordered[len(ordered) // 2], ordered[-1])


def _bin(place: int) -> str:
    return f"{place / BINS:.1f} to {(place + 1) / BINS:.1f}" + (" and over" if place == BINS - 1 else "")


def _graphs(record: Mapping[str, object]) -> tuple[Graph, Graph, frozenset[str]]:
    ours = list(asserted(record))
    invented = frozenset(key for key, _, _, outcome in ours if outcome in ("fabricated", "non_retrievable"))
    return _graph(record, ours), _graph(record, held(record)), invented


def _graph(record: Mapping[str, object], stated: Iterable[tuple[str, str, str, str]]) -> Graph:
    subject = subject_of(record)
    labels, edges = {}, set()
    for key, label, name, _ in stated:
        labels[key] = label
        edges.add(Edge(subject, name, key))
    return Graph(frozenset((subject, *labels)), frozenset(edges), labels)


def _union(graphs: list[tuple[Graph, Graph, frozenset[str]]]) -> Union | None:
    """None for fewer than two records: one alone is a star, whose structure says nothing."""
    if len(graphs) < 2:
        return None
    generated, reference = context([g for g, _, _ in graphs]), context([r for _, r, _ in graphs])
    found = profile(generated, reference, fabricated=frozenset[str]().union(*(invented for _, _, invented in graphs)))
    # a node with one neighbour stands where that neighbour puts it, so its rise says nothing
    pairs = {frozenset((edge.source, edge.target)) for edge in generated.edges if edge.source != edge.target}
    neighbours = Counter(node for pair in pairs for node in pair)
    risen = tuple((shift.label, shift.fabricated) for shift in found.shifts if neighbours[shift.node] > 1)
    return Union(len(graphs), found.measures, risen[:RISEN])
