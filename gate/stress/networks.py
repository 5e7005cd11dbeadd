"""Known graphs and random graphs, as networkx has them, in the gate's own form; and the exact edit distance of small graphs.

The one module here that speaks to networkx; all measures are those of :mod:`gate.comparison.structure`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from gate.errors import UsageError
from gate.model import Edge, Graph

if TYPE_CHECKING:
    import networkx as nx

JOINED = "JOINED"
"""The type of every edge here: these graphs have no types and no direction."""

FEW_EDGES = 12
"""The exact edit distance is computed where the smaller graph has at most so many edges; its time grows with 2 to this power."""

ATLAS_GRAPHS = 1253
GAD_GRAPHS = (3, 6, 7, 13, 15)
"""The first five connected graphs of the atlas with an edge: the resolution of the published Graph Atlas Distance."""


@dataclass(frozen=True, slots=True)
class Known:
    """A graph of the literature: how a prompt calls it, its graph, the weights of its edges where it has them."""

    name: str
    title: str
    graph: Graph
    weights: Mapping[tuple[str, str], float] = field(default_factory=dict)
    labelled: bool = False


def undirected_graph(pairs: Iterable[tuple[str, str]], nodes: Iterable[str] = ()) -> Graph:
    """A graph of undirected edges; of two equal pairs one counts, whichever way round."""
    edges = {(a, b) if a <= b else (b, a) for a, b in pairs}
    return Graph(frozenset(nodes) | {n for e in edges for n in e}, frozenset(Edge(a, JOINED, b) for a, b in edges))


def known(name: str) -> Known:
    """``karate``, ``les-miserables`` or ``atlas-N``. Raises :class:`gate.errors.UsageError` for any other name."""
    if name.startswith("atlas-") and name[6:].isdecimal() and int(name[6:]) < ATLAS_GRAPHS:
        return _atlas(int(name[6:]))
    if name not in _NAMED:
        raise UsageError(f"no graph {name!r}; there are karate, les-miserables, and atlas-0 to atlas-{ATLAS_GRAPHS - 1}")
    return _NAMED[name]()


@lru_cache
def _karate() -> Known:
    import networkx as nx

    graph = nx.karate_club_graph()
    weights = {(str(a + 1), str(b + 1)): float(w) for a, b, w in graph.edges(data="weight")}
    return Known("karate", "Zachary's karate club", undirected_graph(weights), weights)


@lru_cache
def _les_miserables() -> Known:
    import networkx as nx

    book = nx.les_miserables_graph()
    number = {name: str(i) for i, name in enumerate(book.nodes)}
    weights = {(number[a], number[b]): float(w) for a, b, w in book.edges(data="weight")}
    bare = undirected_graph(weights)
    labels = {i: str(name) for name, i in number.items()}
    return Known("les-miserables", "Les Misérables", Graph(bare.nodes, bare.edges, labels), weights, labelled=True)


@lru_cache(maxsize=64)
def _atlas(number: int) -> Known:
    import networkx as nx

    graph = nx.graph_atlas(number)
    pairs = [(str(a), str(b)) for a, b in graph.edges]
    return Known(f"atlas-{number}", f"graph {number} of the Graph Atlas", undirected_graph(pairs, map(str, graph.nodes)))


_NAMED: dict[str, Callable[[], Known]] = {"karate": _karate, "les-miserables": _les_miserables}


def erdos_renyi(n: int, p: float, seed: int) -> Graph:
    """A graph of ``n`` nodes, each pair joined with probability ``p`` (0 to 1), as networkx draws it with ``seed``."""
    import networkx as nx

    return _drawn(nx.gnp_random_graph(n, p, seed=seed))


def watts_strogatz(n: int, k: int, p: float, seed: int) -> Graph:
    """A ring of ``n`` nodes, each joined to its ``k`` nearest, edges rewired with probability ``p``, as networkx draws it."""
    import networkx as nx

    return _drawn(nx.watts_strogatz_graph(n, k, p, seed=seed))


def barabasi_albert(n: int, m: int, seed: int) -> Graph:
    """A graph grown to ``n`` nodes, each new one with ``m`` edges, as networkx draws it: it begins with a star of m + 1 nodes."""
    import networkx as nx

    return _drawn(nx.barabasi_albert_graph(n, m, seed=seed))


def _drawn(drawn: nx.Graph[int]) -> Graph:  # type: ignore[explicit-any]  # in the stubs of networkx
    return undirected_graph(((str(a), str(b)) for a, b in drawn.edges), map(str, drawn.nodes))


def edit_distance(one: Graph, other: Graph) -> int | None:
    """The exact graph edit distance: fewest insertions and deletions of nodes and edges, each of cost 1, labels unseen.

    Sanfeliu & Fu (1983). Where nothing tells two nodes apart but their edges, putting one for another never costs more than
    deleting and inserting, so all nodes of the smaller graph are mapped, and the distance is the difference in nodes plus all
    edges less twice the edges that the best map keeps. That map is found by looking for ever smaller parts of the smaller graph
    in the larger one. None where both have more than :data:`FEW_EDGES` edges: that would take too long.
    """
    small, large = sorted((one, other), key=lambda g: (len(g.nodes), len(g.edges)))
    if len(small.edges) > FEW_EDGES:
        return None
    edges, larger = sorted(small.edges), _plain(large)
    for kept in range(min(len(edges), len(large.edges)), 0, -1):
        parts = itertools.combinations(edges, kept)
        if any(_holds(larger, _plain(Graph(small.nodes, frozenset(part)))) for part in parts):
            break
    else:
        kept = 0
    return len(large.nodes) - len(small.nodes) + len(edges) + len(large.edges) - 2 * kept


def _holds(large: nx.Graph[str], part: nx.Graph[str]) -> bool:  # type: ignore[explicit-any]
    """Whether ``part`` lies in ``large``, other edges between its nodes allowed."""
    from networkx.algorithms.isomorphism import GraphMatcher

    return bool(GraphMatcher(large, part).subgraph_is_monomorphic())  # type: ignore[no-untyped-call]


def _plain(graph: Graph) -> nx.Graph[str]:  # type: ignore[explicit-any]  # in the stubs of networkx
    import networkx as nx

    plain: nx.Graph[str] = nx.Graph()  # type: ignore[explicit-any]
    plain.add_nodes_from(sorted(graph.nodes))
    plain.add_edges_from(sorted((e.source, e.target) for e in graph.edges))
    return plain
