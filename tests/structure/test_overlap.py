from __future__ import annotations

import pytest
from hypothesis import given

from gate.comparison.structure import overlap
from gate.model import Edge, Graph, RelationCount
from tests.structure.graphs import GRAPHS, graph


def values(generated: Graph, reference: Graph) -> dict[str, float | None]:
    return {m.name: m.value for m in overlap.measure(generated, reference)}


def test_rates_by_hand() -> None:
    generated = graph(("a", "b"), ("a", "x"), alone=["y"])
    reference = graph(("a", "b"), ("a", "c"), ("b", "c"))
    assert values(generated, reference) == {
        "node_jaccard": pytest.approx(2 / 5),
        "edge_jaccard": pytest.approx(1 / 4),
        "pair_jaccard": pytest.approx(1 / 4),
        "node_fabrication": pytest.approx(2 / 4),
        "node_omission": pytest.approx(1 / 3),
        "edge_fabrication": pytest.approx(1 / 2),
        "edge_omission": pytest.approx(2 / 3),
    }


def test_the_published_node_sets_give_another_jaccard_than_the_printed_one() -> None:
    """1,066 generated nodes, 1,005 of them fabricated, 2,708 in the reference: .016, where .028 is printed."""
    generated = Graph(frozenset(f"n{i}" for i in range(1_066)), frozenset())
    reference = Graph(frozenset(f"n{i}" for i in range(1_005, 1_005 + 2_708)), frozenset())
    measured = values(generated, reference)
    assert measured["node_jaccard"] == 61 / 3_713
    assert round(61 / 3_713, 3) == 0.016
    assert round(measured["node_fabrication"] or 0, 3) == 0.943


def test_published_recall_figures_are_omissions() -> None:
    reference = Graph(frozenset(f"c{i}" for i in range(654)), frozenset())
    generated = Graph(frozenset(f"c{i}" for i in range(53)), frozenset())
    assert round(values(generated, reference)["node_omission"] or 0, 3) == 0.919


def test_type_and_direction_are_part_of_an_edge_but_not_of_a_pair() -> None:
    generated = Graph(frozenset("abc"), frozenset({Edge("a", "broader", "b"), Edge("b", "related", "c")}))
    reference = Graph(frozenset("abc"), frozenset({Edge("b", "broader", "a"), Edge("b", "narrower", "c")}))
    assert values(generated, reference)["edge_jaccard"] == 0
    assert values(generated, reference)["pair_jaccard"] == 1


def test_relations_by_type() -> None:
    generated = Graph(
        frozenset("abcd"),
        frozenset({Edge("a", "broader", "b"), Edge("c", "broader", "a"), Edge("a", "broader", "d"), Edge("a", "related", "c")}),
    )
    reference = Graph(
        frozenset("abcd"),
        frozenset({Edge("a", "broader", "b"), Edge("a", "broader", "c"), Edge("b", "broader", "c"), Edge("a", "cites", "c")}),
    )
    assert overlap.relations(generated, reference) == (
        RelationCount("broader", shared=1, missing=1, spurious=1, inverted=1),
        RelationCount("cites", shared=0, missing=1, spurious=0, inverted=0),
        RelationCount("related", shared=0, missing=0, spurious=1, inverted=0),
    )


def test_an_edge_added_the_other_way_round_is_spurious_not_inverted() -> None:
    reference = graph(("a", "b"))
    assert overlap.relations(graph(("a", "b"), ("b", "a")), reference) == (RelationCount("t", 1, 0, 1, 0),)


def test_empty_graphs_have_reasons_not_numbers() -> None:
    empty = graph()
    for measure in overlap.measure(empty, empty):
        assert measure.value is None
        assert measure.reason
    one_sided = {m.name: m for m in overlap.measure(empty, graph(("a", "b")))}
    assert one_sided["node_jaccard"].value == 0
    assert one_sided["node_fabrication"].value is None
    assert one_sided["node_fabrication"].reason == "the generated graph has no nodes"
    assert one_sided["node_omission"].value == 1


@given(GRAPHS, GRAPHS)
def test_figures_agree_with_each_other(generated: Graph, reference: Graph) -> None:
    measured = values(generated, reference)
    shared, every = len(generated.nodes & reference.nodes), len(generated.nodes | reference.nodes)
    if generated.nodes:
        assert round((1 - (measured["node_fabrication"] or 0)) * len(generated.nodes)) == shared
    if reference.nodes:
        assert round((1 - (measured["node_omission"] or 0)) * len(reference.nodes)) == shared
    if every:
        assert measured["node_jaccard"] == shared / every
    relations = overlap.relations(generated, reference)
    assert sum(r.shared + r.spurious + r.inverted for r in relations) == len(generated.edges)
    assert sum(r.shared + r.missing + r.inverted for r in relations) == len(reference.edges)
    mirrored = overlap.relations(reference, generated)
    assert [(r.missing, r.spurious, r.inverted) for r in relations] == [(r.spurious, r.missing, r.inverted) for r in mirrored]


@given(GRAPHS)
def test_inventing_and_leaving_out_move_the_rates_as_counted(reference: Graph) -> None:
    invented = Graph(reference.nodes | {"invented"}, reference.edges)
    assert values(invented, reference)["node_fabrication"] == 1 / (len(reference.nodes) + 1)
    if reference.nodes:
        gone = min(reference.nodes)
        left = Graph(reference.nodes - {gone}, frozenset(e for e in reference.edges if gone not in (e.source, e.target)))
        measured = values(left, reference)
        assert measured["node_omission"] == 1 / len(reference.nodes)
        if reference.edges:
            assert measured["edge_omission"] == (len(reference.edges) - len(left.edges)) / len(reference.edges)
