"""The shape of a graph, ready to be measured: nodes as numbers in a fixed order, neighbours as sorted lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from gate.comparison.structure import large
from gate.model import Graph


def node_order(node: str) -> tuple[int, str]:
    """Sort key of nodes: shorter ids first, then by code point, so that numbers sort as numbers."""
    return len(node), node


class View:
    """A graph without labels and types, its nodes numbered from 0 in :func:`node_order`.

    The *undirected view* joins two nodes once, however many statements join them and whichever way they point; a statement
    about itself (a loop) joins nothing. PageRank alone follows the direction. Both views are simple graphs.

    ``weights`` may give weights to pairs of nodes, in either order; a pair without one weighs 1. They count only where a
    measure is asked to be ``weighted``.
    """

    def __init__(self, graph: Graph, weights: Mapping[tuple[str, str], float] | None = None) -> None:
        self.nodes: tuple[str, ...] = tuple(
            sorted(graph.nodes | {end for e in graph.edges for end in (e.source, e.target)}, key=node_order)
        )
        self.index: dict[str, int] = {node: i for i, node in enumerate(self.nodes)}
        self._weights: dict[tuple[int, int], float] = {}
        for (one, other), weight in (weights or {}).items():
            a, b = self.index[one], self.index[other]
            self._weights[min(a, b), max(a, b)] = weight
        self.pairs: tuple[tuple[int, int], ...]
        self.successors: list[list[int]]
        self.neighbours: list[list[int]]
        if len(graph.edges) >= large.NUMBERED:
            self.pairs, self.successors, self.neighbours = large.numbered(graph.edges, self.index)
            return
        arcs = {(self.index[e.source], self.index[e.target]) for e in graph.edges if e.source != e.target}
        self.pairs = tuple(sorted({(min(a, b), max(a, b)) for a, b in arcs}))
        self.successors = [[] for _ in self.nodes]
        self.neighbours = [[] for _ in self.nodes]
        for a, b in sorted(arcs):
            self.successors[a].append(b)
        for a, b in self.pairs:
            self.neighbours[a].append(b)
            self.neighbours[b].append(a)
        for around in self.neighbours:
            around.sort()

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.nodes)

    @cached_property
    def degrees(self) -> list[int]:
        """Number of distinct neighbours of every node."""
        return [len(around) for around in self.neighbours]

    def weight(self, a: int, b: int) -> float:
        """Weight of the pair of nodes ``a`` and ``b``, 1 unless given."""
        return self._weights.get((min(a, b), max(a, b)), 1.0)

    @cached_property
    def centre(self) -> int | None:
        """The middle of a star (every pair joins it, and it is joined to every other node); None where the graph is no star."""
        if self.size < 2 or len(self.pairs) != self.size - 1:
            return None
        return next((i for i, degree in enumerate(self.degrees) if degree == self.size - 1), None)

    @cached_property
    def components(self) -> list[list[int]]:
        """The connected components of the undirected view, each sorted, in the order of their first nodes."""
        seen = [False] * self.size
        found: list[list[int]] = []
        for start in range(self.size):
            if seen[start]:
                continue
            seen[start] = True
            component = [start]
            for node in component:
                for other in self.neighbours[node]:
                    if not seen[other]:
                        seen[other] = True
                        component.append(other)
            found.append(sorted(component))
        return found

    def twins(self, nodes: Iterable[int]) -> list[list[int]]:
        """``nodes`` in groups of those that have the same neighbours, in order of their first ones."""
        found: dict[tuple[int, ...], list[int]] = {}
        for node in nodes:
            found.setdefault(tuple(self.neighbours[node]), []).append(node)
        return list(found.values())
