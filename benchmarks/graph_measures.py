"""Time and memory of the structure profile of a large union graph, measure by measure.

    python -m benchmarks.graph_measures [--nodes 300000] [--against 3000]

The graph is what a batch of works asserts: 3 in 14 nodes are works with a record. Each has one to five creators, one to six
subjects, a publisher and up to thirty citations (their number geometric with mean 6). Creators, subjects and publishers are drawn
by Zipf's law (exponents 0.9, 1.1 and 1.2; Lotka's and Bradford's laws say as much of authors and journals); half of the citations
go to works in proportion to how often they are cited already (Price 1976), half to any work, most of which are only cited. The
reference graph has all of that, but one in twenty edges is left out, one in twenty goes elsewhere, and one work in a hundred is
unknown to it: those works are the fabricated nodes. Everything is drawn with one seed. Times are processor time of one core.

``--against`` also measures a graph of that size by networkx alone, each measure beside ours, with a node's largest difference.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from bisect import bisect
from collections.abc import Callable
from itertools import accumulate

import networkx as nx

from benchmarks.counting import made_by
from gate.comparison.context import measured_union
from gate.comparison.structure import DEFAULT_LIMITS, communities, overlap, topology
from gate.comparison.structure.betweenness import betweenness
from gate.comparison.structure.centrality import eigenvector
from gate.comparison.structure.measured import Pair
from gate.comparison.structure.pagerank import pagerank
from gate.comparison.structure.values import Undefined
from gate.comparison.structure.view import View
from gate.model import Edge, Graph, Profile

SEED = 20_261_130


class Zipf:
    """Numbers from 0 to below ``size``, the n-th with a chance in proportion to 1 / n ** exponent."""

    def __init__(self, size: int, exponent: float, chance: random.Random) -> None:
        self._sums = list(accumulate((n + 1) ** -exponent for n in range(size)))
        self._chance = chance

    def draw(self) -> int:
        return bisect(self._sums, self._chance.random() * self._sums[-1])


def union_graphs(nodes: int, seed: int = SEED) -> tuple[Graph, Graph, frozenset[str]]:
    """The generated graph, the reference, and the fabricated nodes; about ``nodes`` nodes in the generated graph."""
    chance = random.Random(seed)
    drawn = nodes * 3 // 2  # of which a third is never drawn
    works, creators, subjects, publishers = drawn // 5, drawn * 3 // 10, drawn // 10, drawn // 100
    by, about, of = (Zipf(n, e, chance) for n, e in ((creators, 0.9), (subjects, 1.1), (publishers, 1.2)))
    cited: list[str] = []
    outside = drawn * 2 // 5
    edges: set[Edge] = set()
    for number in range(works):
        work = f"work:{number}"
        edges |= {Edge(work, "creators", f"agent:{by.draw()}") for _ in range(chance.choice((1, 1, 2, 2, 3, 5)))}
        edges |= {Edge(work, "subjects", f"concept:{about.draw()}") for _ in range(chance.randint(1, 6))}
        edges.add(Edge(work, "publisher", f"publisher:{of.draw()}"))
        count = 0
        while chance.random() < 6 / 7 and count < 30:
            count += 1
            old = bool(cited) and chance.random() < 0.5
            target = chance.choice(cited) if old else f"work:{chance.randrange(works + outside)}"
            if target != work:
                cited.append(target)
                edges.add(Edge(work, "citations", target))
    fabricated = frozenset(f"work:{n}" for n in range(works) if chance.random() < 0.01)
    reference: set[Edge] = set()
    for edge in sorted(edges):
        draw = chance.random()
        if draw < 0.05 or edge.source in fabricated or edge.target in fabricated:
            continue
        reference.add(Edge(edge.source, edge.type, f"elsewhere:{chance.randrange(works)}") if draw > 0.95 else edge)
    return as_graph(edges), as_graph(reference), fabricated


def as_graph(edges: set[Edge]) -> Graph:
    return Graph(frozenset(end for e in edges for end in (e.source, e.target)), frozenset(edges))


def memory() -> int:
    """Highest resident memory so far, MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def staged(generated: Graph, reference: Graph) -> None:
    """Every measure of the generated graph for itself."""
    pair = Pair(generated, reference, DEFAULT_LIMITS)
    limits = DEFAULT_LIMITS
    stages: tuple[tuple[str, Callable[[], object]], ...] = (
        ("numbering the nodes", lambda: pair.generated.view),
        ("overlap of both graphs", lambda: overlap.measure(generated, reference)),
        ("PageRank", lambda: pagerank(pair.generated.view)),
        ("eigenvector", lambda: eigenvector(pair.generated.view, limits.eigenvector)),
        ("betweenness", lambda: betweenness(pair.generated.view, exact_up_to=limits.betweenness, samples=limits.samples)[1]),
        (
            "Louvain",
            lambda: communities.modularity(
                pair.generated.view, communities.louvain(pair.generated.view, limits.communities, by_networkit=True)
            ),
        ),
        ("assortativity", lambda: topology.assortativity(pair.generated.view)),
        ("clustering", lambda: topology.clustering(pair.generated.view)),
    )
    for name, work in stages:
        start = time.process_time()
        found = work()
        said = found.reason if isinstance(found, Undefined) else found if isinstance(found, (str, float)) else ""
        print(f"{name:24s} {time.process_time() - start:7.1f} s {memory():7,} MB  {said}", flush=True)


def beside_networkx(nodes: int) -> None:
    """Every measure of a graph of ``nodes`` nodes, by us and by networkx: seconds, and the largest difference."""
    view = View(union_graphs(nodes)[0])
    graph = nx.Graph(view.pairs)
    directed = nx.DiGraph([(a, b) for a, ends in enumerate(view.successors) for b in ends])
    exact: list[float] = []

    def ours_exact() -> list[float]:
        exact[:] = betweenness(view, exact_up_to=view.size, samples=1)[0]
        return exact

    rows: tuple[tuple[str, Callable[[], object], Callable[[], dict[int, float]]], ...] = (
        ("PageRank", lambda: pagerank(view), lambda: nx.pagerank(directed, tol=1e-12, max_iter=1_000)),
        ("eigenvector", lambda: eigenvector(view, view.size), lambda: nx.eigenvector_centrality_numpy(graph)),
        ("betweenness, exact", ours_exact, lambda: nx.betweenness_centrality(graph)),
        ("betweenness, sampled", lambda: betweenness(view, exact_up_to=1, samples=256)[0], lambda: dict(enumerate(exact))),
    )
    print(f"{view.size:,} nodes, {len(view.pairs):,} pairs    ours  networkx  ratio  largest difference")
    for name, ours, theirs in rows:
        start = time.process_time()
        mine = ours()
        middle = time.process_time()
        other = theirs()
        end = time.process_time()
        largest = max(abs(mine[n] - other[n]) for n in graph) if isinstance(mine, list) else float("nan")
        row(name, middle - start, end - middle, largest)
    start = time.process_time()
    modularity = communities.modularity(view, communities.louvain(view, view.size, by_networkit=True))
    middle = time.process_time()
    theirs_modularity = nx.community.modularity(graph, nx.community.louvain_communities(graph, seed=42))
    end = time.process_time()
    if isinstance(modularity, float):
        row("Louvain modularity", middle - start, end - middle, abs(modularity - theirs_modularity))


def row(name: str, ours: float, theirs: float, largest: float) -> None:
    print(f"{name:24s} {ours:9.2f} {theirs:9.2f} {ours / max(theirs, 1e-9):6.2f}  {largest:.1e}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--nodes", type=int, default=300_000)
    options.add_argument("--against", type=int, default=3_000)
    options.add_argument("--stages", action="store_true", help="each measure of the generated graph for itself")
    asked = options.parse_args()
    generated, reference, fabricated = union_graphs(asked.nodes)
    for name, graph in (("generated", generated), ("reference", reference)):
        degrees = sorted(nx.Graph([(e.source, e.target) for e in graph.edges]).degree, key=lambda d: -d[1])
        print(f"{name}: {len(graph.nodes):,} nodes, {len(graph.edges):,} edges, highest degree {degrees[0][1]:,}")
    before = memory()
    print(f"with both graphs in memory: {before:,} MB")
    if asked.stages:
        staged(generated, reference)
    start, began = time.process_time(), time.perf_counter()
    profile = measured_union(generated, reference, fabricated)
    took, waited = time.process_time() - start, time.perf_counter() - began
    print(f"the whole profile: {took:.1f} s of processor time ({waited:.1f} s on the clock), at most {memory():,} MB")
    show(profile)
    if asked.against:
        beside_networkx(asked.against)
    print(made_by())


def show(profile: Profile) -> None:
    for measure in profile.measures:
        print(f"  {measure.name:30s} {measure.value if measure.value is not None else '-'}  {measure.reason}")


if __name__ == "__main__":
    main()
