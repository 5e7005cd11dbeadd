from __future__ import annotations

import networkx as nx
import pytest

from gate.comparison.structure.view import View
from gate.stress import networks
from gate.stress.fitting import LARGEST, Law, fits, path_length
from tests.structure.graphs import view

SMALL = [Law("ws", 20, (4, 0.2)), Law("ba", 30, (2,))]


@pytest.mark.parametrize("law", SMALL, ids=lambda law: law.kind)
def test_graphs_of_the_model_fail_with_the_probability_alpha(law: Law) -> None:
    """Of 400 draws 20 fail at .05, give or take; 34 and more, or 7 and less, come once in a thousand times each."""
    failed = sum(fits(law.draw(seed), law).passes(0.05) is False for seed in range(400))
    assert 8 <= failed <= 33
    assert sum(fits(law.draw(seed), law).passes() is False for seed in range(400)) <= 4


@pytest.mark.parametrize(
    ("law", "least"),
    [(Law("ws", 20, (4, 0.2)), 0.75), (Law("ws", 50, (4, 0.2)), 0.95), (Law("ba", 30, (2,)), 0.65), (Law("ba", 50, (2,)), 0.95)],
    ids=str,
)
def test_as_many_edges_at_random_fail(law: Law, least: float) -> None:
    size = len(law.draw(0).edges)
    others = [
        networks.undirected_graph([(str(a), str(b)) for a, b in nx.gnm_random_graph(law.n, size, seed=s).edges])
        for s in range(60)
    ]
    failed = sum(fits(g, law).passes() is False for g in others)
    assert failed / len(others) >= least


def test_one_model_is_not_the_other() -> None:
    ring, grown = Law("ws", 50, (4, 0.2)), Law("ba", 50, (2,))
    assert not any(fits(ring.draw(s), grown).passes() for s in range(20))
    assert not any(fits(grown.draw(s), ring).passes() for s in range(20))


def test_the_lattice_itself_is_too_regular_and_a_full_rewiring_too_random() -> None:
    law = Law("ws", 50, (6, 0.1))
    assert fits(networks.watts_strogatz(50, 6, 0.0, 1), law).passes() is False
    assert fits(networks.watts_strogatz(50, 6, 1.0, 1), law).passes() is False


def test_the_p_value_is_a_rank_and_the_same_each_time() -> None:
    law = SMALL[0]
    found = fits(law.draw(5), law)
    assert found == fits(law.draw(5), law)
    assert found.p is not None
    assert (found.p * 2000) == pytest.approx(round(found.p * 2000))


def test_what_cannot_be_tested() -> None:
    assert fits(networks.watts_strogatz(21, 4, 0.1, 1), SMALL[0]).p == 0.0
    far = fits(networks.barabasi_albert(10, 2, 1), Law("ba", LARGEST + 1, (2,)))
    assert (far.p, far.passes()) == (None, None)
    assert str(LARGEST) in far.reason


@pytest.mark.parametrize(
    "source", [nx.path_graph(7), nx.cycle_graph(6), nx.karate_club_graph(), nx.gnm_random_graph(40, 90, seed=2)], ids=str
)
def test_path_length_is_that_of_networkx(source: nx.Graph[int]) -> None:
    largest = source.subgraph(max(nx.connected_components(source), key=len))
    assert path_length(view(nx.Graph(largest))) == pytest.approx(nx.average_shortest_path_length(largest))


def test_path_length_without_pairs() -> None:
    assert path_length(View(networks.undirected_graph([], ["a", "b"]))) == 0.0
