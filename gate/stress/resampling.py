"""How far the structure of the answers depends on which records were drawn: bootstrap intervals over records.

Efron (1979): as many records are drawn with replacement, and both graphs are made of these. A record that is drawn twice stands
once in a graph, so that a replicate has about 63 % of the records; the interval of a measure that grows with a graph, such as a
number of communities, can then lie to one side of its value.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from gate.comparison.structure import Limits, centrality, communities
from gate.comparison.structure.measured import Pair, enough_shared
from gate.model import Edge, Graph

REPLICATES = 200
FEWEST = 20
"""Fewer replicates than this make no interval."""
WORK = 300_000
"""What all replicates of a run together may cost, in nodes: some 20 s of one core."""

Sides = tuple[Graph, Graph]


@dataclass(frozen=True, slots=True)
class Interval:
    """The 95 % percentile interval of a measure over the replicates that define it; no ends where fewer than half do.

    ``replicates`` were made, ``undefined`` are those in which the measure has no value.
    """

    low: float | None
    high: float | None
    replicates: int
    undefined: int


def affordable(sizes: Sequence[int]) -> int:
    """Replicates in which ranks and communities are measured, for models whose two graphs have so many nodes together: at most
    200, none where there would be fewer than 20. It depends on sizes alone, so that a run can be repeated.

    A replicate takes about as long as its nodes are many, and up to 1,000 of them six times that, where communities are the best
    of five divisions and eigenvectors come from a dense solver.
    """
    cost = sum(nodes + min(5 * nodes, 4_000) for nodes in sizes)
    number = min(REPLICATES, WORK // max(cost, 1))
    return number if number >= FEWEST else 0


def intervals(pairs: Sequence[Sides], draws: int, deep: int, seed: int, limits: Limits) -> dict[str, Interval]:
    """Intervals by the measure's name; ``pairs`` holds the graph of what was given and of what is true, for every record.

    Measures of sets are taken in ``draws`` replicates; rank correlations, divergence and communities, which take longer, in the
    first ``deep`` of them. Of fewer than two records there are none.
    """
    if len(pairs) < 2:
        return {}
    generator = random.Random(seed)  # noqa: S311 - a sample, not a secret
    found: dict[str, list[float | None]] = {}
    for number in range(max(draws, deep)):
        drawn = generator.choices(range(len(pairs)), k=len(pairs))
        mine, theirs = (_union([pairs[i][side] for i in sorted(set(drawn))]) for side in (0, 1))
        measured = _sets(mine, theirs) if number < draws else {}
        if number < deep:
            measured |= _whole(mine, theirs, limits)
        for name, value in measured.items():
            found.setdefault(name, []).append(value)
    return {name: _interval(values) for name, values in found.items()}


def _union(graphs: Sequence[Graph]) -> Graph:
    return Graph(frozenset[str]().union(*(g.nodes for g in graphs)), frozenset[Edge]().union(*(g.edges for g in graphs)), {})


def _sets(generated: Graph, reference: Graph) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    sets: tuple[tuple[str, frozenset[object], frozenset[object]], ...] = (
        ("node", generated.nodes, reference.nodes),
        ("edge", generated.edges, reference.edges),
    )
    for kind, mine, theirs in sets:
        shared = len(mine & theirs)
        union = len(mine) + len(theirs) - shared
        found[f"{kind}_jaccard"] = shared / union if union else None
        found[f"{kind}_fabrication"] = 1 - shared / len(mine) if mine else None
        found[f"{kind}_omission"] = 1 - shared / len(theirs) if theirs else None
    return found


def _whole(generated: Graph, reference: Graph, limits: Limits) -> dict[str, float | None]:
    both = Pair(generated, reference, limits)
    if not enough_shared(both):
        return dict.fromkeys((*centrality.MEASURES, *communities.MEASURES))
    return {m.name: m.value for m in (*centrality.measure(both.rankings, both.shared), *both.communities)}


def _interval(values: Sequence[float | None]) -> Interval:
    defined = sorted(v for v in values if v is not None)
    undefined, last = len(values) - len(defined), len(defined) - 1
    if len(defined) < 2 or len(defined) < undefined:
        return Interval(None, None, len(values), undefined)
    return Interval(defined[round(0.025 * last)], defined[round(0.975 * last)], len(values), undefined)
