"""Collects the nodes and edges of a file, within the limits."""

from __future__ import annotations

from gate.errors import InputError
from gate.model import Edge, Graph
from gate.settings import Settings

UNTYPED = "edge"
"""Type of an edge whose file does not say one."""


class Builder:
    """A graph in the making. ``place`` arguments say where in the file something stands, for error messages."""

    def __init__(self, file: str, settings: Settings) -> None:
        self._file = file
        self._limit = settings.max_records
        self._nodes: set[str] = set()
        self._edges: set[Edge] = set()
        self._labels: dict[str, str] = {}

    def fault(self, place: str, message: str) -> InputError:
        """An error at a place in the file."""
        return InputError(f"{self._file}: {place}: {message}" if place else f"{self._file}: {message}")

    def node(self, node: str, label: str = "") -> None:
        """Add a node; the first label that is given stays."""
        self._nodes.add(node)
        if label and label != node:
            self._labels.setdefault(node, label)

    def has(self, node: str) -> bool:
        """Whether the node has been added."""
        return node in self._nodes

    def edge(self, source: str, type: str, target: str, *, directed: bool = True, place: str = "") -> None:
        """Add an edge and its ends; an undirected one runs from the smaller to the larger id."""
        if not directed and target < source:
            source, target = target, source
        self._nodes.update((source, target))
        self._edges.add(Edge(source, type or UNTYPED, target))
        if len(self._edges) > self._limit:
            raise self.fault(place, f"more than {self._limit:,} edges (setting max_records)")

    def graph(self) -> Graph:
        """The graph. Raises :class:`InputError` where the file held no node."""
        if not self._nodes:
            raise self.fault("", "there is no node in this file")
        return Graph(frozenset(self._nodes), frozenset(self._edges), {n: self._labels[n] for n in sorted(self._labels)})
