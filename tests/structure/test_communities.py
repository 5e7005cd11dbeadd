from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.comparison.structure import communities
from gate.comparison.structure.communities import adjusted_rand_index, label_propagation, louvain, modularity
from gate.comparison.structure.communities import normalised_mutual_information as nmi
from gate.comparison.structure.dispatch import network
from gate.comparison.structure.louvain import louvain as by_lists
from gate.comparison.structure.values import Undefined
from gate.comparison.structure.view import View
from tests.structure.graphs import Network, graph, karate_answer, star, view

LIMIT = 10_000
KARATE, MISERABLES = nx.karate_club_graph(), nx.les_miserables_graph()


def value(number: float | Undefined) -> float:
    assert not isinstance(number, Undefined)
    return number


@pytest.mark.parametrize(
    ("source", "weighted", "printed"),
    [
        (KARATE, True, 0.31),
        (KARATE, False, 0.33),
        (MISERABLES, True, 0.46),
        (nx.graph_atlas(50), False, 0.0),
        (karate_answer(), False, 0.0),
    ],
)
def test_published_modularity_under_label_propagation(source: Network, weighted: bool, printed: float) -> None:
    shape = view(source, weighted=weighted)
    assert round(value(modularity(shape, label_propagation(shape, LIMIT), weighted=weighted)), 2) == printed


@pytest.mark.parametrize("source", [KARATE, MISERABLES, nx.florentine_families_graph(), nx.gnm_random_graph(40, 70, seed=1)])
@pytest.mark.parametrize("weighted", [True, False])
def test_modularity_is_that_of_networkx(source: Network, weighted: bool) -> None:
    shape = view(source, weighted=nx.is_weighted(source))
    partition = louvain(shape, LIMIT)
    assert not isinstance(partition, Undefined)
    groups = [{n for n, c in zip(source, partition, strict=True) if c == k} for k in set(partition)]
    theirs = nx.community.modularity(source, groups, weight="weight" if weighted else None)
    assert value(modularity(shape, partition, weighted=weighted)) == pytest.approx(theirs, abs=1e-12)


def test_louvain_of_the_karate_club() -> None:
    partition = louvain(view(KARATE), LIMIT)
    assert not isinstance(partition, Undefined)
    assert value(modularity(view(KARATE), partition)) > 0.41  # the best known is .4198, in four communities
    single_runs = [nx.community.louvain_communities(KARATE, weight=None, seed=seed) for seed in range(20)]
    assert min(nx.community.modularity(KARATE, run, weight=None) for run in single_runs) < 0.4  # why one run is not enough
    assert partition[0] == 0
    assert sorted(set(partition)) == list(range(max(partition) + 1))


@pytest.mark.parametrize("leaves", [1, 2, 3, 8, 40])
def test_a_star_is_one_community_without_a_search(leaves: int) -> None:
    shape = View(star("c", [f"l{i}" for i in range(leaves)]))
    assert louvain(shape, LIMIT) == label_propagation(shape, LIMIT) == [0] * (leaves + 1)
    searched = nx.community.louvain_communities(network(shape), seed=42)
    assert len(searched) == len(list(nx.community.label_propagation_communities(network(shape)))) == 1
    assert modularity(shape, [0] * (leaves + 1)) == 0.0


@given(st.integers(4, 40), st.integers(1, 90), st.integers(0, 10_000))
def test_label_propagation_divides_as_networkx_does(nodes: int, edges: int, seed: int) -> None:
    shape = view(nx.gnm_random_graph(nodes, edges, seed=seed))
    theirs = nx.community.label_propagation_communities(network(shape))
    found = label_propagation(shape, LIMIT)
    assert not isinstance(found, Undefined)
    together = {frozenset(node for node, number in enumerate(found) if number == one) for one in found}
    assert together == {frozenset(community) for community in theirs}


@given(st.integers(4, 60), st.integers(1, 150), st.integers(0, 10_000))
def test_louvain_over_lists_divides_as_networkx_does(nodes: int, edges: int, seed: int) -> None:
    shape = view(nx.gnm_random_graph(nodes, edges, seed=seed))
    theirs = nx.community.louvain_communities(network(shape), weight=None, seed=seed)
    assert sorted(map(sorted, by_lists(shape, seed))) == sorted(map(sorted, theirs))


def test_a_division_no_better_than_none_is_none() -> None:
    paw = nx.Graph([(0, 1), (0, 2), (1, 2), (0, 3)])
    assert len(nx.community.louvain_communities(paw, seed=42)) == 2
    assert louvain(view(paw), LIMIT) == [0, 0, 0, 0]


def test_undefined_communities() -> None:
    alone = View(graph(alone=["a", "b"]))
    assert louvain(alone, LIMIT) == label_propagation(alone, LIMIT) == Undefined("no edges")
    assert modularity(alone, [0, 1]) == Undefined("no edges")
    assert louvain(view(KARATE), 33) == Undefined("34 nodes are over the limit of 33 for communities")


def test_agreement_by_hand() -> None:
    one, other = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    # H(one) = log 2, H(other) = log 3, I = (2/3) log 2
    assert value(nmi(one, other)) == pytest.approx(2 * (2 / 3 * 0.6931471805599453) / (0.6931471805599453 + 1.0986122886681098))
    # together 2, first 6, second 3, pairs 15: (2 - 1.2) / (4.5 - 1.2)
    assert value(adjusted_rand_index(one, other)) == pytest.approx(0.8 / 3.3)


def test_agreement_with_the_textbook_case() -> None:
    """Hubert and Arabie's kind of table, computed independently: two rows of 10 things."""
    one = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
    other = [0, 0, 0, 1, 1, 1, 1, 2, 2, 0]
    # cells 3,1,3,2,1: 3 + 0 + 3 + 1 = 7; rows 6 + 3 + 3 = 12; columns 4,4,2: 6 + 6 + 1 = 13; 45 pairs
    assert value(adjusted_rand_index(one, other)) == pytest.approx((7 - 12 * 13 / 45) / ((12 + 13) / 2 - 12 * 13 / 45))


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ([0, 1], [0, 1], "fewer than 3 shared nodes (2)"),
        ([0, 0, 0], [0, 1, 1], "all shared nodes are in one community of the generated graph"),
        ([0, 1, 1], [4, 4, 4], "all shared nodes are in one community of the reference graph"),
        ([0, 0, 0], [1, 1, 1], "all shared nodes are in one community of the generated and the reference graph"),
    ],
)
def test_no_agreement_where_nothing_can_disagree(one: list[int], other: list[int], reason: str) -> None:
    assert nmi(one, other) == adjusted_rand_index(one, other) == Undefined(reason)


def test_singletons_agree_by_chance_alone() -> None:
    assert adjusted_rand_index([0, 1, 2], [5, 6, 7]) == Undefined("every shared node is a community of its own in both graphs")


PARTITIONS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3, max_size=20)


@given(PARTITIONS)
def test_agreement_is_symmetric_bounded_and_blind_to_numbering(rows: list[tuple[int, int]]) -> None:
    one, other = [a for a, _ in rows], [b for _, b in rows]
    forth, back = nmi(one, other), nmi(other, one)
    if isinstance(forth, Undefined):
        assert isinstance(back, Undefined)
        return
    assert forth == pytest.approx(back)
    assert 0 <= forth <= 1
    renamed = [{0: 7, 1: 5, 2: 9, 3: 1}[a] for a in one]
    assert nmi(renamed, other) == pytest.approx(forth)
    assert nmi(one, renamed) == 1
    rand = adjusted_rand_index(one, other)
    if not isinstance(rand, Undefined):
        assert rand <= 1
        assert adjusted_rand_index(renamed, other) == rand
        assert adjusted_rand_index(one, renamed) in (1, Undefined("every shared node is a community of its own in both graphs"))


def test_measures_of_two_graphs() -> None:
    two_triangles = [("a", "b"), ("b", "c"), ("a", "c"), ("d", "e"), ("e", "f"), ("d", "f"), ("c", "d")]
    crossed = [("a", "d"), ("d", "b"), ("a", "b"), ("c", "e"), ("e", "f"), ("c", "f"), ("b", "c")]
    mine, theirs = View(graph(*crossed)), View(graph(*two_triangles))
    by_name = {m.name: m for m in communities.measure(mine, theirs, [(i, i) for i in range(6)], LIMIT)}
    assert tuple(by_name) == communities.MEASURES
    assert by_name["communities"].generated == by_name["communities"].reference == 2
    assert by_name["modularity"].reference == pytest.approx(6 / 7 - 2 * (7 / 14) ** 2)
    assert by_name["modularity"].value == pytest.approx(0)
    # two of three stay together on each side: cells 2, 1, 1, 2
    assert by_name["community_ari"].value == pytest.approx((2 - 36 / 15) / (6 - 36 / 15))
    assert 0 < (by_name["community_nmi"].value or 0) < 0.2
