"""Measures of large graphs: the numbers of networkx on graphs of 3,000 nodes, errors within what is stated."""

from __future__ import annotations

import gc
import math
import random
import re

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.collector import NEW_OBJECTS, seldom_collected, uncollected
from gate.comparison.structure import communities, large
from gate.comparison.structure.betweenness import betweenness, bound
from gate.comparison.structure.centrality import eigenvector
from gate.comparison.structure.pagerank import pagerank
from gate.comparison.structure.values import Undefined
from gate.comparison.structure.view import View
from gate.model import Edge, Graph
from tests.structure.graphs import Network, view

SIZE = 3_200
SAMPLES = 64


@pytest.fixture(scope="module")
def skewed() -> Network:
    """Scale-free, with leaves and with pieces apart."""
    graph = nx.powerlaw_cluster_graph(SIZE - 200, 2, 0.2, seed=7)
    graph.add_edges_from((node, SIZE - 200 + node) for node in range(150))
    graph.add_edges_from((SIZE - 50 + n, SIZE - 50 + (n + 1) % 50) for n in range(50))
    return nx.convert_node_labels_to_integers(graph)


@pytest.fixture(scope="module")
def ours(skewed: Network) -> View:
    return view(skewed)


def in_order(ours: View, values: dict[int, float]) -> list[float]:
    """Values by node number, in the order of the view, which is that of the numbers."""
    return [values[n] for n in range(ours.size)]


@pytest.mark.parametrize("leaves", [False, True])
def test_one_source_at_a_time_is_networkx(skewed: Network, ours: View, leaves: bool) -> None:
    drawn = random.Random(1).sample(range(ours.size), 12)
    hanging = [node for node in range(ours.size) if len(ours.neighbours[node]) == 1]
    assert hanging
    drawn = sorted({*drawn, *hanging[:3], *(ours.neighbours[node][0] for node in hanging[:2])})
    found = large.summed(ours.neighbours, drawn, leaves=leaves)
    assert found is not None
    theirs = nx.betweenness_centrality_subset(skewed, drawn, list(skewed), normalized=False)
    assert found[0] == pytest.approx([2 * x for x in in_order(ours, theirs)], rel=1e-9, abs=1e-9)
    one_by_one = [large.summed(ours.neighbours, [source], leaves=leaves) for source in drawn]
    squares = [sum(one[0][node] ** 2 for one in one_by_one if one is not None) for node in range(ours.size)]
    assert found[1] == pytest.approx(squares, rel=1e-9, abs=1e-9)


def test_sampled_betweenness_is_within_its_stated_errors(ours: View) -> None:
    exact, note = betweenness(ours, exact_up_to=ours.size, samples=1)
    assert note == ""
    sampled, note = betweenness(ours, exact_up_to=1, samples=SAMPLES)
    stated = re.fullmatch(
        r"betweenness estimated from 64 of 3,200 nodes \(seed 42\), largest standard error (\S+), "
        r"all within (\S+) with 90% confidence",
        note,
    )
    assert stated is not None
    error, widest = float(stated[1]), float(stated[2])
    assert widest == pytest.approx(bound(SIZE, SAMPLES), rel=0.05)
    largest = max(abs(a - b) for a, b in zip(exact, sampled, strict=True))
    assert 0 < largest < 4 * error < widest
    top = sorted(range(ours.size), key=lambda n: -exact[n])[:10]
    assert len(set(top) & set(sorted(range(ours.size), key=lambda n: -sampled[n])[:20])) >= 9


def test_the_bound_is_that_of_hoeffding_and_serfling() -> None:
    size, samples = 300_000, 256
    plain = math.sqrt(math.log(2 * size / 0.1) / (2 * samples))
    assert plain * 0.999 < bound(size, samples) < plain * 1.001
    assert bound(1_000, 1_000) < bound(1_000, 999) < bound(1_000, 256)
    assert bound(300_000, 1_024) == pytest.approx(bound(300_000, 256) / 2, rel=0.01)


def test_a_deep_graph_is_walked_node_by_node(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = view(nx.path_graph(1_001))
    assert large.summed(chain.neighbours, [0]) is None
    by_node = betweenness(chain, exact_up_to=1, samples=20)[0]
    monkeypatch.setattr(large, "DEEP", 2_000)
    assert large.summed(chain.neighbours, [0]) is not None
    assert betweenness(chain, exact_up_to=1, samples=20)[0] == pytest.approx(by_node, abs=1e-15)


def test_eigenvector_and_pagerank_are_those_of_networkx(skewed: Network, ours: View) -> None:
    component = skewed.subgraph(max(nx.connected_components(skewed), key=len))
    _, vectors = np.linalg.eigh(nx.to_numpy_array(component))
    expected = dict.fromkeys(skewed, 0.0) | dict(zip(component, np.abs(vectors[:, -1]), strict=True))
    assert len(component) > 3_000
    found = eigenvector(ours, SIZE)
    assert found == pytest.approx(in_order(ours, expected), abs=1e-9)
    directed: Network = nx.DiGraph()
    directed.add_nodes_from(skewed)
    directed.add_edges_from((a, b) for a, ends in enumerate(ours.successors) for b in ends)
    theirs = nx.pagerank(directed, tol=1e-13, max_iter=1_000)
    assert pagerank(ours) == pytest.approx(in_order(ours, theirs), abs=1e-9)


def test_lanczos_gives_the_eigenvalue_and_gives_up_in_words(ours: View, monkeypatch: pytest.MonkeyPatch) -> None:
    ring = nx.cycle_graph(5_000)
    ends = np.array([*ring.edges, *((b, a) for a, b in ring.edges)])
    found = large.leading(ends[:, 0], ends[:, 1], 5_000)
    assert not isinstance(found, Undefined)
    assert found[0] == pytest.approx(2.0)
    assert found[1] == pytest.approx([1 / math.sqrt(5_000)] * 5_000)
    monkeypatch.setattr(large, "CYCLES", 1)
    chain = nx.path_graph(5_000)
    ends = np.array([*chain.edges, *((b, a) for a, b in chain.edges)])
    assert large.leading(ends[:, 0], ends[:, 1], 5_000) == Undefined(
        "the eigenvector of a component of 5,000 nodes does not settle"
    )


def test_networkit_divides_as_well_as_networkx(skewed: Network, ours: View, monkeypatch: pytest.MonkeyPatch) -> None:
    by_networkx = communities.modularity(ours, communities.louvain(ours, SIZE))
    divided = communities.louvain(ours, SIZE, by_networkit=True)
    by_networkit = communities.modularity(ours, divided)
    assert by_networkit == pytest.approx(by_networkx, abs=0.03)
    assert divided == communities.louvain(ours, SIZE, by_networkit=True)
    monkeypatch.setattr(large, "can_divide", lambda: False)
    assert communities.louvain(ours, SIZE, by_networkit=True) == Undefined(
        "3,200 nodes are divided by networkit, which is not installed (extra graphs)"
    )


def test_both_graphs_of_a_pair_are_divided_by_one_library(ours: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(communities, "BY_LISTS", 1_000)
    small = view(nx.karate_club_graph())
    measures = {m.name: m for m in communities.measure(ours, small, [(n, n) for n in range(34)], SIZE)}
    expected = communities.modularity(small, communities.louvain(small, SIZE, by_networkit=True))
    assert measures["modularity"].reference == expected
    assert "over the limit of 1,000" in measures["modularity_label_propagation"].reason


@given(
    st.frozensets(st.builds(Edge, *(st.sampled_from(texts) for texts in ("abcdefghij", "tu", "abcdefghij"))), max_size=40),
    st.frozensets(st.sampled_from("xyz")),
)
def test_nodes_are_numbered_over_arrays_as_they_are_one_by_one(edges: frozenset[Edge], alone: frozenset[str]) -> None:
    graph = Graph(alone, edges)
    one_by_one = View(graph)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(large, "NUMBERED", 0)
        over_arrays = View(graph)
    for name in ("nodes", "index", "pairs", "successors", "neighbours", "degrees"):
        assert getattr(over_arrays, name) == getattr(one_by_one, name)


@pytest.mark.parametrize(("before", "meanwhile"), [(700, NEW_OBJECTS), (NEW_OBJECTS + 1, NEW_OBJECTS + 1), (0, 0)])
def test_cycles_are_searched_for_as_often_as_before_afterwards(before: int, meanwhile: int) -> None:
    kept = gc.get_threshold()
    gc.set_threshold(before)
    try:
        with seldom_collected():
            assert gc.get_threshold()[0] == meanwhile
        assert gc.get_threshold()[0] == before
    finally:
        gc.set_threshold(*kept)


def test_the_collector_of_cycles_is_as_it_was_afterwards() -> None:
    before = gc.isenabled()
    for enabled in (True, False):
        (gc.enable if enabled else gc.disable)()
        try:
            with uncollected():
                assert not gc.isenabled()
            assert gc.isenabled() is enabled
        finally:
            (gc.enable if before else gc.disable)()
