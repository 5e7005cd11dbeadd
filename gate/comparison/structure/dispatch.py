"""The one home of networkx's dispatch to a faster backend: rustworkx, where the extra ``graphs`` is installed.

networkx is the reference: a backend gives its numbers, up to the order of additions (1e-12), only sooner. What a graph without
it would be too large for may be asked of it, so a measure says by its limits, never by what is installed, whether it is exact.
"""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

    from gate.comparison.structure.view import View

BACKEND = "rustworkx"
WORTH_IT = 300
"""Fewer nodes than this are measured sooner than the backend is imported."""


@lru_cache(maxsize=1)
def installed() -> bool:
    """Whether networkx can hand graphs to rustworkx (packages nx-rustworkx and rustworkx)."""
    return all(importlib.util.find_spec(name) is not None for name in ("nx_rustworkx", "rustworkx"))


def worth_it(size: int) -> bool:
    """Whether a graph of ``size`` nodes is handed to the backend."""
    return size >= WORTH_IT and installed()


def network(view: View, *, directed: bool = False) -> nx.Graph[int]:  # type: ignore[explicit-any]  # in the stubs of networkx
    """A view as a networkx graph over node numbers, nodes and edges in order."""
    import networkx as nx

    graph: nx.Graph[int] = nx.DiGraph() if directed else nx.Graph()  # type: ignore[explicit-any]
    graph.add_nodes_from(range(view.size))
    graph.add_edges_from(((a, b) for a, ends in enumerate(view.successors) for b in ends) if directed else view.pairs)
    return graph


def betweenness(view: View, *, directed: bool = False) -> list[float]:
    """Exact betweenness of every node, 0 to 1, in node order, by the backend; :func:`installed` must be true."""
    import networkx as nx

    found = nx.betweenness_centrality(network(view, directed=directed), backend=BACKEND)
    return list(found.values())
