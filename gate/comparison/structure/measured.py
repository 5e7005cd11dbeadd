"""A generated graph beside its reference, each measured once, whoever asks and however often."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from gate.comparison.structure import communities, overlap, topology
from gate.comparison.structure.centrality import MINIMUM_SHARED, Ranking, ranking
from gate.comparison.structure.limits import Limits
from gate.comparison.structure.mobility import Standing, too_few
from gate.comparison.structure.values import Undefined
from gate.comparison.structure.view import View
from gate.model import Graph, Measure, RelationCount

KEPT = 8
"""Pairs of graphs kept measured. A batch asks for one context graph again and again, once per record, in between the records'
own small graphs; a few places are enough to keep the context's measures at hand."""


class Ranked:
    """A graph's view with its rankings, each computed when first asked for."""

    def __init__(self, graph: Graph, limits: Limits) -> None:
        self.view = View(graph)
        self._limits = limits
        self._rankings: dict[str, Ranking | Undefined] = {}

    def ranking(self, name: str) -> Ranking | Undefined:
        """The places of all nodes by the centrality ``name``."""
        if name not in self._rankings:
            self._rankings[name] = ranking(self.view, name, self._limits)
        return self._rankings[name]


class Pair:
    """Two graphs with the measures that concern them as wholes."""

    def __init__(self, generated: Graph, reference: Graph, limits: Limits) -> None:
        self._generated_graph, self._reference_graph = closed(generated), closed(reference)
        self._limits = limits
        self._standings: dict[str, Standing | Undefined] = {}

    @cached_property
    def generated(self) -> Ranked:
        """The generated graph."""
        return Ranked(self._generated_graph, self._limits)

    @cached_property
    def reference(self) -> Ranked:
        """The reference graph."""
        if self._reference_graph == self._generated_graph:
            return self.generated
        return Ranked(self._reference_graph, self._limits)

    @cached_property
    def shared(self) -> list[tuple[int, int]]:
        """The nodes of both graphs, as (number in the generated graph, number in the reference)."""
        mine, theirs = self.generated.view, self.reference.view
        return [(i, theirs.index[node]) for i, node in enumerate(mine.nodes) if node in theirs.index]

    def rankings(self, name: str) -> tuple[Ranking | Undefined, Ranking | Undefined]:
        """Both rankings by the centrality ``name``."""
        return self.generated.ranking(name), self.reference.ranking(name)

    @cached_property
    def sizes(self) -> tuple[Measure, ...]:
        """Numbers of nodes and edges."""
        return topology.measure_size(self.generated.view, self.reference.view)

    @cached_property
    def overlap(self) -> tuple[Measure, ...]:
        """What the two share."""
        return overlap.measure(self._generated_graph, self._reference_graph)

    @cached_property
    def relations(self) -> tuple[RelationCount, ...]:
        """Edges by type."""
        return overlap.relations(self._generated_graph, self._reference_graph)

    @cached_property
    def communities(self) -> tuple[Measure, ...]:
        """How the two divide."""
        return communities.measure(self.generated.view, self.reference.view, self.shared, self._limits.communities)

    @cached_property
    def topology(self) -> tuple[Measure, ...]:
        """The forms of the two."""
        return topology.measure(self.generated.view, self.reference.view, self._limits.spectrum)

    def shared_among(self, nodes: Iterable[str]) -> list[tuple[int, int]]:
        """Those of ``nodes`` that both graphs have, as in :attr:`shared`, in the order of the generated graph."""
        mine, theirs = self.generated.view.index, self.reference.view.index
        return sorted((mine[node], theirs[node]) for node in nodes if node in mine and node in theirs)

    def standing(self, name: str) -> Standing | Undefined:
        """The ranking of the shared nodes by the centrality ``name``; undefined where it is in one of the graphs."""
        if name not in self._standings:
            self._standings[name] = self._ranked(name)
        return self._standings[name]

    def _ranked(self, name: str) -> Standing | Undefined:
        if reason := too_few(len(self.shared)):
            return Undefined(reason)
        generated, reference = self.rankings(name)
        if isinstance(generated, Undefined):
            return Undefined(f"generated graph: {generated.reason}")
        if isinstance(reference, Undefined):
            return Undefined(f"reference graph: {reference.reason}")
        return Standing(generated, reference, self.shared)


def closed(graph: Graph) -> Graph:
    """``graph`` with the ends of all its edges among its nodes."""
    ends = {end for edge in graph.edges for end in (edge.source, edge.target)}
    return graph if ends <= graph.nodes else Graph(graph.nodes | ends, graph.edges, graph.labels)


@lru_cache(maxsize=KEPT)
def pair(generated: Graph, reference: Graph, limits: Limits) -> Pair:
    """The two graphs, measured at most once while they are among the last ones asked for."""
    return Pair(generated, reference, limits)


def enough_shared(pair_: Pair) -> bool:
    """Whether there are enough shared nodes to speak of agreement."""
    return len(pair_.shared) >= MINIMUM_SHARED
