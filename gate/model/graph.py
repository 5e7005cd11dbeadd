"""Typed directed graphs, as sets: what a record asserts and what a source holds."""

from __future__ import annotations

from dataclasses import dataclass, field

from gate.model.record import Statement


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """``source -type-> target``, by node id."""

    source: str
    type: str
    target: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A typed directed graph. ``labels`` maps node id to a readable label; a node may have no edges."""

    nodes: frozenset[str]
    edges: frozenset[Edge]
    labels: dict[str, str] = field(default_factory=dict, compare=False, hash=False)

    def label(self, node: str) -> str:
        """The readable label of ``node``, or its id."""
        return self.labels.get(node, node)

    def __or__(self, other: Graph) -> Graph:
        return Graph(self.nodes | other.nodes, self.edges | other.edges, {**other.labels, **self.labels})


EMPTY_GRAPH = Graph(frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of a record about ``subject`` (``record`` itself, or a citation's path)."""

    subject: str
    statement: Statement

    @property
    def path(self) -> str:
        """Place in the user's record."""
        return self.statement.path

    @property
    def property(self) -> str:  # last in the class: from here on the name hides the decorator
        """Property name, from :mod:`gate.properties`."""
        return self.statement.property


@dataclass(frozen=True, slots=True)
class ClaimGraph:
    """Everything a record asserts: claims about the record's subject, and one description per citation."""

    subject: str
    claims: tuple[Claim, ...]
    citations: tuple[Statement, ...] = ()
