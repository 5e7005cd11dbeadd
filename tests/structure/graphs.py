"""Small graphs to measure, and the bridge from networkx, which is the yardstick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import networkx as nx
from hypothesis import strategies as st

from gate.comparison.structure.view import View
from gate.model import Edge, Graph

if TYPE_CHECKING:
    Network: TypeAlias = nx.Graph[Any]  # a DiGraph is one too
else:
    Network = nx.Graph  # generic in the stubs alone


def graph(*pairs: tuple[str, str], alone: Iterable[str] = (), type: str = "t") -> Graph:
    """A graph of edges of one type, and nodes without edges."""
    ends = {end for pair in pairs for end in pair}
    return Graph(frozenset(ends | set(alone)), frozenset(Edge(a, type, b) for a, b in pairs))


def star(centre: str, leaves: Iterable[str]) -> Graph:
    return graph(*((centre, leaf) for leaf in leaves))


def names(source: Network) -> dict[object, str]:
    """Names that sort as the nodes come in networkx."""
    return {node: f"n{i:04}" for i, node in enumerate(source)}


def from_networkx(source: Network) -> Graph:
    name = names(source)
    return Graph(frozenset(name.values()), frozenset(Edge(name[a], "t", name[b]) for a, b in source.edges()))


def view(source: Network, *, weighted: bool = False) -> View:
    name = names(source)
    weights = {(name[a], name[b]): float(w) for a, b, w in source.edges(data="weight", default=1.0)} if weighted else None
    return View(from_networkx(source), weights)


def karate_answer() -> Network:
    """The printed answer of one model for the karate club: a hub joined to 32 leaves, another to 31 of them, the hubs joined."""
    leaves = [f"leaf {i}" for i in range(32)]
    return nx.Graph([("a", "b"), *(("a", leaf) for leaf in leaves), *(("b", leaf) for leaf in leaves[:31])])


_NODES = st.sampled_from([f"v{i}" for i in range(12)])
EDGES = st.builds(Edge, _NODES, st.sampled_from(["broader", "cites"]), _NODES)
GRAPHS = st.builds(
    lambda edges, alone: Graph(frozenset({e.source for e in edges} | {e.target for e in edges}) | alone, edges),
    st.frozensets(EDGES, max_size=30),
    st.frozensets(_NODES, max_size=4),
)
"""Graphs of up to 12 nodes, loops and doubled edges among them; also empty ones."""
