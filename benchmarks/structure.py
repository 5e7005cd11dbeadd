"""Time of a structure profile beside the same measures asked of networkx one by one.

    python -m benchmarks.structure [--sizes 50 300 1000 3000]

Each row measures two connected graphs of about three edges a node that share nine tenths of their nodes. networkx does what a
profile does: four centralities (betweenness from the same number of sources above 1,000 nodes), five Louvain runs up to 1,000
nodes and one above, label propagation, density, assortativity, clustering, spectra, for both graphs. Below: two stars of 50
nodes, which is what most records are; and one more record of a context of 1,000 nodes that is already measured.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

import networkx as nx
import numpy as np

from gate.comparison.structure import DEFAULT_LIMITS, profile
from gate.comparison.structure.measured import pair
from gate.model import Edge, Graph

Pairs = list[tuple[str, str]]


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """The shortest of some runs."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def pairs(size: int, seed: int, first: int = 0) -> Pairs:
    source = nx.barabasi_albert_graph(size, 3, seed=seed)
    return [(f"n{a + first:06}", f"n{b + first:06}") for a, b in source.edges]


def as_graph(source: Pairs) -> Graph:
    return Graph(frozenset(end for pair in source for end in pair), frozenset(Edge(a, "t", b) for a, b in source))


def star(size: int, first: int) -> Graph:
    leaves = [f"l{i + first}" for i in range(size - 1)]
    return Graph(frozenset(["c", *leaves]), frozenset(Edge("c", "t", leaf) for leaf in leaves))


def by_networkx(edges: Pairs) -> None:
    source = nx.Graph(edges)
    size = source.number_of_nodes()
    nx.degree_centrality(source)
    nx.betweenness_centrality(source, k=None if size <= DEFAULT_LIMITS.betweenness else DEFAULT_LIMITS.samples, seed=42)
    nx.eigenvector_centrality_numpy(source)
    nx.pagerank(source)
    for seed in range(5 if size <= 1_000 else 1):
        nx.community.modularity(source, nx.community.louvain_communities(source, seed=seed))
    nx.community.modularity(source, nx.community.label_propagation_communities(source))
    nx.density(source)
    nx.degree_assortativity_coefficient(source)
    nx.average_clustering(source)
    np.linalg.eigvalsh(nx.to_numpy_array(source))


def fresh(generated: Graph, reference: Graph) -> None:
    """A profile of graphs that were not measured before."""
    pair.cache_clear()
    profile(generated, reference)


def main() -> None:
    parser = argparse.ArgumentParser(description="time of a structure profile")
    parser.add_argument("--sizes", type=int, nargs="+", default=[50, 300, 1_000, 3_000])
    sizes: list[int] = parser.parse_args().sizes
    warm = pairs(20, 0)
    by_networkx(warm)
    profile(as_graph(warm), as_graph(pairs(20, 1)))
    print(f"{'nodes':>7} {'profile':>10} {'networkx':>10} {'ratio':>7}")
    for size in sizes:
        one, other = pairs(size, 1), pairs(size, 2, first=size // 10)
        generated, reference = as_graph(one), as_graph(other)
        times = 3 if size <= 300 else 1
        ours = seconds(partial(fresh, generated, reference), times)
        theirs = seconds(partial(by_networkx, one), times) + seconds(partial(by_networkx, other), times)
        print(f"{size:>7} {ours:>8.3f} s {theirs:>8.3f} s {ours / theirs:>7.2f}")
    best = seconds(partial(fresh, star(50, 0), star(50, 20)), 20)
    print(f"two stars of 50 nodes: {best * 1_000:.2f} ms")
    whole, reference = as_graph(pairs(1_000, 1)), as_graph(pairs(1_000, 2))
    profile(whole, reference)
    own = frozenset(sorted(whole.nodes)[:50])
    best = seconds(partial(profile, whole, reference, own=own), 20)
    print(f"one more record in a measured context of 1,000 nodes: {best * 1_000:.2f} ms")


if __name__ == "__main__":
    main()
