from __future__ import annotations

import itertools

import networkx as nx
import pytest

from gate.errors import UsageError
from gate.stress.networks import edit_distance, erdos_renyi, known, undirected_graph


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations((0, 3, 6, 7, 13, 15, 30, 50), 2)))
def test_the_edit_distance_is_that_of_networkx(one: int, other: int) -> None:
    expected = nx.graph_edit_distance(nx.graph_atlas(one), nx.graph_atlas(other))
    assert edit_distance(known(f"atlas-{one}").graph, known(f"atlas-{other}").graph) == expected


def test_a_large_answer_has_an_exact_distance_too() -> None:
    complete = undirected_graph((str(i), str(j)) for i in range(60) for j in range(i))
    assert edit_distance(known("atlas-7").graph, complete) == 57 + 1770 - 3
    star = undirected_graph(("hub", str(i)) for i in range(50))
    assert edit_distance(known("atlas-7").graph, star) == 48 + 3 + 50 - 2 * 2  # a star holds no triangle
    assert edit_distance(complete, complete) is None


def test_a_seed_draws_the_same_graph() -> None:
    assert erdos_renyi(15, 0.3, 1) == erdos_renyi(15, 0.3, 1) != erdos_renyi(15, 0.3, 2)
    assert len(erdos_renyi(15, 0, 1).nodes) == 15


@pytest.mark.parametrize("name", ["", "atlas-1253", "atlas--1", "florentine"])
def test_a_name_that_is_not_known(name: str) -> None:
    with pytest.raises(UsageError, match="no graph"):
        known(name)
