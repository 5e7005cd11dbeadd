from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.comparison.structure.centrality import Ranking
from gate.comparison.structure.mobility import Standing, high_risk
from gate.comparison.structure.profiles import profile
from gate.model import Graph, RankShift
from tests.structure.graphs import GRAPHS, graph, star


def standing(generated: list[int], reference: list[int]) -> Standing:
    return Standing(Ranking(generated), Ranking(reference), [(i, i) for i in range(len(reference))])


def test_last_becomes_first() -> None:
    row = standing([0, 1, 2, 3, 9], [4, 3, 2, 1, 0])
    assert row.rise(4, 4) == 1
    assert row.rise(0, 0) == -1
    assert row.rise(2, 2) == 0


def test_a_tie_in_the_reference_counts_half_and_one_in_the_generated_graph_nothing() -> None:
    row = standing([0, 0, 0, 0, 9], [5, 5, 5, 5, 5])
    assert row.rise(4, 4) == pytest.approx(1 - 0.5)
    assert row.rise(0, 0) == pytest.approx(0 - 0.5)


def test_a_fabricated_node_rises_past_those_it_outranks() -> None:
    row = Standing(Ranking([3, 2, 1, 0, 3, 9]), Ranking([3, 2, 1, 0]), [(i, i) for i in range(4)])
    assert row.rise_from_nowhere(4) == 3 / 4  # level with the first, whom it has not passed
    assert row.rise_from_nowhere(5) == 1


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=12))
def test_rises_stay_in_range_and_nobody_rises_past_a_tie_of_all(rows: list[tuple[int, int]]) -> None:
    row = standing([g for g, _ in rows], [r for _, r in rows])
    assert all(-1 <= row.rise(i, i) <= 1 for i in range(len(rows)))
    level = standing([1] * len(rows), [r for _, r in rows])
    assert all(level.rise(i, i) <= 0 for i in range(len(rows)))


CITATIONS = [("a", "hub"), ("b", "hub"), ("c", "hub"), ("a", "b"), ("b", "c")]


def test_an_invented_hub_is_the_highest_riser_and_high_risk() -> None:
    reference = graph(*CITATIONS)
    generated = graph(*CITATIONS, ("a", "invented"), ("b", "invented"), ("c", "invented"), ("hub", "invented"))
    shifts = profile(generated, reference, fabricated=frozenset({"invented"})).shifts
    assert shifts[0] == RankShift("invented", "invented", "pagerank", 1.0, True)
    assert high_risk(shifts, 0.1) == (shifts[0],)
    assert [s.rise for s in shifts] == sorted((s.rise for s in shifts), reverse=True)


def test_an_invented_leaf_is_no_riser_to_speak_of() -> None:
    """All values of a record stand level: inventing one is a fabrication, not a re-centring."""
    leaves = [f"l{i}" for i in range(20)]
    result = profile(star("c", [*leaves, "invented"]), star("c", leaves), fabricated=frozenset({"invented"}))
    assert [(s.node, s.rise) for s in result.shifts] == [("invented", 1 / 21)]  # it outranks the record itself
    assert high_risk(result.shifts, 0.25) == ()


def test_a_flat_record_does_not_lift_the_last_nodes_of_a_rich_reference() -> None:
    leaves = ["l1", "l2", "l3", "l4", "l5"]
    rich = graph(*(("c", leaf) for leaf in leaves), ("l1", "l2"), ("l3", "l2"), ("l4", "l3"))
    assert profile(star("c", leaves), rich).shifts == ()


def test_an_unchecked_node_has_no_rank_to_rise_from() -> None:
    generated = graph(*CITATIONS, ("a", "unchecked"), ("b", "unchecked"), ("c", "unchecked"), ("hub", "unchecked"))
    assert "unchecked" not in {s.node for s in profile(generated, graph(*CITATIONS)).shifts}


def test_a_node_marked_fabricated_that_the_reference_holds_keeps_its_rank() -> None:
    result = profile(graph(*CITATIONS), graph(*CITATIONS), fabricated=frozenset({"hub"}))
    assert not any(s.fabricated for s in result.shifts)
    assert [m.reason for m in result.measures if m.name == "highest_fabricated_rise"] == ["no fabricated node"]


def test_the_ranking_can_be_chosen() -> None:
    reference = graph(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"))
    generated = graph(("e", "a"), ("e", "b"), ("e", "c"), ("e", "d"))
    by_degree = profile(generated, reference, by="degree").shifts
    assert (by_degree[0].node, by_degree[0].measure) == ("e", "degree")
    assert by_degree[0].rise == pytest.approx(1 - 0.5 / 4)  # it passes the other three and the end it was level with
    assert "e" not in {s.node for s in profile(generated, reference).shifts}  # it points, nothing points at it


def test_labels_come_from_the_generated_graph() -> None:
    generated = Graph(frozenset("abcx"), graph(("a", "x"), ("b", "x"), ("c", "x")).edges, {"x": "Xenon"})
    shift = profile(generated, graph(("a", "b"), ("b", "c")), fabricated=frozenset("x")).shifts[0]
    assert (shift.node, shift.label) == ("x", "Xenon")


@given(GRAPHS)
def test_nobody_rises_in_a_graph_against_itself(same: Graph) -> None:
    assert profile(same, same).shifts == ()
