"""Two graphs as read from files, beside each other."""

from __future__ import annotations

from gate.comparison.graphs import align, compare_graphs
from gate.model import Edge, Graph, Profile
from tests.structure.graphs import graph

REFERENCE = Graph(
    frozenset({"Q9312", "Q9235", "Q41117", "Q36322"}),
    frozenset(
        {Edge("Q9235", "influenced_by", "Q9312"), Edge("Q9235", "born_in", "Q36322"), Edge("Q41117", "influenced_by", "Q9312")}
    ),
    {"Q9312": "Immanuel Kant", "Q9235": "Georg Wilhelm Friedrich Hegel", "Q41117": "Émile Durkheim", "Q36322": "Stuttgart"},
)
GENERATED = graph(
    ("georg wilhelm friedrich hegel", "Immanuel Kant"), ("Emile Durkheim", "Immanuel Kant"), ("Emile Durkheim", "Hans Nobody"),
    type="influenced_by",
)  # fmt: skip


def value(profile: Profile, name: str) -> float | None:
    return next(m.value for m in profile.measures if m.name == name)


def test_nodes_align_by_id_then_by_label() -> None:
    aligned = align(Graph(GENERATED.nodes | {"Q36322"}, GENERATED.edges), REFERENCE)
    assert aligned.nodes == REFERENCE.nodes | {"Hans Nobody"}
    assert Edge("Q41117", "influenced_by", "Q9312") in aligned.edges
    assert aligned.label("Q41117") == "Emile Durkheim"


def test_a_profile_of_aligned_graphs() -> None:
    profile = compare_graphs(GENERATED, REFERENCE)
    assert value(profile, "node_jaccard") == 3 / 5
    assert value(profile, "edge_jaccard") == 2 / 4
    assert value(profile, "node_fabrication") == 1 / 4
    assert [s.node for s in profile.shifts if s.fabricated] == ["Hans Nobody"]


def test_labels_can_be_left_aside() -> None:
    assert value(compare_graphs(GENERATED, REFERENCE, match_labels=False), "node_jaccard") == 0


def test_nothing_is_called_fabricated_beside_an_incomplete_reference() -> None:
    assert not any(s.fabricated for s in compare_graphs(GENERATED, REFERENCE, complete=False).shifts)


def test_communities_are_measured_even_between_strangers() -> None:
    ring = graph(("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"))
    profile = compare_graphs(ring, REFERENCE)
    assert value(profile, "modularity") is not None


def test_a_name_that_two_things_bear_identifies_neither() -> None:
    two = Graph(frozenset({"Q90", "Q830149"}), frozenset(), {"Q90": "Paris", "Q830149": "Paris"})
    assert align(graph(alone=["Paris"]), two).nodes == {"Paris"}
    assert align(graph(alone=["Paris", "paris"]), Graph(frozenset({"Q90"}), frozenset(), {"Q90": "Paris"})).nodes == {
        "Paris",
        "paris",
    }
    assert align(graph(alone=["Paris", "Q90"]), two).nodes == {"Paris", "Q90"}  # one Paris is taken, and still it is a namesake


def test_empty_labels_match_nothing() -> None:
    assert align(graph(alone=["--"]), Graph(frozenset({"Q1"}), frozenset(), {"Q1": "..."})).nodes == {"--"}


def test_aligned_graphs_are_left_as_they_are() -> None:
    assert align(REFERENCE, REFERENCE) is REFERENCE
