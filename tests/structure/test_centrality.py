from __future__ import annotations

import math
import sys
from itertools import pairwise

import networkx as nx
import pytest

from gate.comparison.structure import dispatch, large
from gate.comparison.structure.betweenness import betweenness
from gate.comparison.structure.centrality import MEASURES, Ranking, correlation, eigenvector, measure
from gate.comparison.structure.pagerank import _large, _small, pagerank
from gate.comparison.structure.perron import perron
from gate.comparison.structure.values import Undefined
from gate.comparison.structure.view import View
from tests.structure.graphs import graph, star, view

UNDIRECTED = {
    "karate": nx.karate_club_graph(),
    "les miserables": nx.les_miserables_graph(),
    "florentine": nx.florentine_families_graph(),
    "star": nx.star_graph(9),
    "two nodes": nx.path_graph(2),
    "path": nx.path_graph(7),
    "two parts": nx.disjoint_union(nx.cycle_graph(5), nx.star_graph(4)),
    "random": nx.gnm_random_graph(60, 110, seed=3),
    "large": nx.gnm_random_graph(500, 2_000, seed=3),
}
DIRECTED = {
    "citations": nx.gn_graph(80, seed=1),
    "random": nx.gnp_random_graph(50, 0.08, seed=2, directed=True),
    "out star": nx.DiGraph([(0, i) for i in range(1, 9)]),
    "mixed star": nx.DiGraph([(0, 1), (0, 2), (3, 0), (4, 0), (0, 4)]),
    "no edges": nx.empty_graph(3, create_using=nx.DiGraph),
    "large": nx.gnp_random_graph(400, 0.01, seed=5, directed=True),
}


@pytest.fixture(params=["own", "backend"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Whether large graphs go to networkx's backend: it must be installed for the tests."""
    assert dispatch.installed()
    monkeypatch.setattr(dispatch, "installed", lambda: request.param == "backend")
    return str(request.param)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("name", UNDIRECTED)
def test_betweenness_is_that_of_networkx(name: str) -> None:
    source = UNDIRECTED[name]
    values, note = betweenness(view(source), exact_up_to=1_000, samples=10)
    assert values == pytest.approx(list(nx.betweenness_centrality(source).values()), abs=1e-12)
    assert note == ""


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("name", DIRECTED)
def test_directed_betweenness_is_that_of_networkx(name: str) -> None:
    source = DIRECTED[name]
    values, _ = betweenness(view(source), exact_up_to=1_000, samples=10, directed=True)
    assert values == pytest.approx(list(nx.betweenness_centrality(source).values()), abs=1e-12)


def test_only_a_large_graph_goes_to_the_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def told(seen: View, *, directed: bool = False) -> list[float]:
        asked.append(seen.size)
        return [0.5] * seen.size

    monkeypatch.setattr(dispatch, "betweenness", told)
    small, large = view(nx.path_graph(dispatch.WORTH_IT - 1)), view(nx.path_graph(dispatch.WORTH_IT))
    betweenness(small, exact_up_to=1_000, samples=10)
    assert betweenness(large, exact_up_to=1_000, samples=10) == ([0.5] * dispatch.WORTH_IT, "")
    monkeypatch.setattr(dispatch, "installed", lambda: False)
    assert betweenness(large, exact_up_to=1_000, samples=10)[0][0] == 0.0
    assert asked == [dispatch.WORTH_IT]


def standard_error(note: str) -> float:
    """The number that a note on an estimate states."""
    return float(note.split("standard error ")[1].split(",")[0])


def test_estimated_betweenness_says_so_and_is_near() -> None:
    source = nx.barabasi_albert_graph(300, 2, seed=1)
    exact = list(nx.betweenness_centrality(source).values())
    values, note = betweenness(view(source), exact_up_to=100, samples=150)
    assert note.startswith("betweenness estimated from 150 of 300 nodes (seed 42), largest standard error ")
    error = standard_error(note)
    assert 0 < error < 0.05
    assert max(abs(a - b) for a, b in zip(values, exact, strict=True)) < 4 * error
    assert values == betweenness(view(source), exact_up_to=100, samples=150)[0]


def test_the_standard_error_shrinks_to_nothing_as_all_sources_are_drawn() -> None:
    source = nx.barabasi_albert_graph(120, 2, seed=1)
    exact = list(nx.betweenness_centrality(source).values())
    errors = [standard_error(betweenness(view(source), exact_up_to=10, samples=n)[1]) for n in (20, 60, 119)]
    assert errors[0] > errors[1] > errors[2] > 0
    values, note = betweenness(view(source), exact_up_to=10, samples=120)
    assert values == pytest.approx(exact)
    assert note == ""


@pytest.mark.parametrize("name", DIRECTED)
def test_pagerank_is_that_of_networkx(name: str) -> None:
    source = DIRECTED[name]
    theirs = list(nx.pagerank(source, alpha=0.85, tol=1e-14, max_iter=1_000).values())
    assert pagerank(view(source)) == pytest.approx(theirs, abs=1e-9)
    assert _small(view(source), 0.85) == pytest.approx(theirs, abs=1e-9)
    assert _large(view(source), 0.85) == pytest.approx(theirs, abs=1e-9)


def test_pagerank_of_nothing() -> None:
    assert pagerank(View(graph())) == []
    assert pagerank(View(graph(alone=["a"]))) == [1.0]


@pytest.mark.parametrize("name", ["karate", "les miserables", "florentine", "star", "path", "large"])
def test_eigenvector_is_that_of_networkx(name: str) -> None:
    source = UNDIRECTED[name].subgraph(max(nx.connected_components(UNDIRECTED[name]), key=len))
    theirs = nx.eigenvector_centrality_numpy(source)
    assert eigenvector(view(source), 10_000) == pytest.approx([abs(theirs[n]) for n in source], abs=1e-9)


def test_eigenvector_lies_in_the_component_with_the_largest_eigenvalue() -> None:
    values = eigenvector(view(UNDIRECTED["two parts"]), 100)
    assert not isinstance(values, Undefined)
    # the five-ring and the star with four leaves both have the eigenvalue 2: the projection of the ones vector on both
    ring, leaf, middle = 1.0, 0.75, 1.5
    length = math.sqrt(5 * ring**2 + 4 * leaf**2 + middle**2)
    assert values == pytest.approx([ring / length] * 5 + [middle / length] + [leaf / length] * 4, abs=1e-12)
    smaller = nx.disjoint_union(nx.cycle_graph(5), nx.star_graph(3))
    assert eigenvector(view(smaller), 100) == pytest.approx([1 / math.sqrt(5)] * 5 + [0] * 4, abs=1e-12)


def test_a_long_chain_is_solved_densely_and_a_longer_one_left_undefined() -> None:
    chain = view(nx.path_graph(450))
    values = eigenvector(chain, 1_000)
    expected = [math.sin(math.pi * i / 451) for i in range(1, 451)]
    length = math.sqrt(sum(x * x for x in expected))
    assert values == pytest.approx([x / length for x in expected], abs=1e-9)
    over = eigenvector(chain, 449)
    assert over == Undefined("a component of 450 nodes is over the limit of 449 for eigenvectors")


def test_a_component_that_does_not_settle_is_undefined(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[perron.__module__]
    monkeypatch.setattr(module, "DENSE_AT_MOST", 400)
    monkeypatch.setattr(large, "CYCLES", 2)
    chain = view(nx.path_graph(450))
    assert perron(chain, list(range(450))) == Undefined("the eigenvector of a component of 450 nodes does not settle")
    assert eigenvector(chain, 1_000) == Undefined("the eigenvector of a component of 450 nodes does not settle")


def test_eigenvector_without_edges_is_undefined() -> None:
    assert eigenvector(View(graph(alone=["a", "b", "c"])), 100) == Undefined("no edges")


@pytest.mark.parametrize("leaves", [1, 2, 5, 30])
def test_a_star_in_closed_form_is_the_star_computed(leaves: int) -> None:
    shape = View(star("c", [f"l{i}" for i in range(leaves)]))
    assert shape.centre == shape.index["c"]
    solved = perron(shape, list(range(shape.size)))
    assert not isinstance(solved, Undefined)
    assert eigenvector(shape, 100) == pytest.approx(solved[1], abs=1e-12)


def ranked(*levels: int) -> Ranking:
    return Ranking(list(levels))


def test_correlation_by_hand() -> None:
    among = [(0, 0), (1, 1), (2, 2)]
    assert correlation(ranked(1, 2, 3), ranked(1, 2, 3), among) == 1
    assert correlation(ranked(1, 2, 3), ranked(3, 2, 1), among) == -1
    assert correlation(ranked(1, 2, 2), ranked(1, 2, 3), among) == pytest.approx(math.sqrt(3) / 2)


def test_correlation_is_undefined_with_a_reason() -> None:
    three = [(0, 0), (1, 1), (2, 2)]
    assert correlation(ranked(1, 2), ranked(1, 2), three[:2]) == Undefined("fewer than 3 shared nodes (2)")
    assert correlation(ranked(5, 5, 5), ranked(1, 2, 3), three) == Undefined("all shared nodes rank alike in the generated graph")
    assert correlation(ranked(5, 5, 5), ranked(1, 1, 1), three) == Undefined(
        "all shared nodes rank alike in the generated and the reference graph"
    )
    assert correlation(Undefined("no edges"), ranked(1, 2, 3), three) == Undefined("generated graph: no edges")
    assert correlation(ranked(1, 2, 3), Undefined("no edges"), three) == Undefined("reference graph: no edges")


def test_divergence_is_one_minus_the_mean_of_what_is_defined() -> None:
    tables = {
        "degree": (ranked(1, 2, 3), ranked(1, 2, 3)),
        "betweenness": (ranked(1, 2, 3), ranked(3, 2, 1)),
        "eigenvector": (ranked(0, 0, 0), ranked(1, 2, 3)),
        "pagerank": (Ranking([1, 2, 3], "estimated"), ranked(1, 3, 2)),
    }
    measures = measure(tables.__getitem__, [(0, 0), (1, 1), (2, 2)])
    assert tuple(m.name for m in measures) == MEASURES
    by_name = {m.name: m for m in measures}
    assert by_name["pagerank_correlation"].value == pytest.approx(0.5)
    assert by_name["pagerank_correlation"].reason == "generated graph: estimated"
    assert by_name["eigenvector_correlation"].value is None
    assert by_name["divergence"].value == pytest.approx(1 - (1 - 1 + 0.5) / 3)
    assert by_name["divergence"].reason == "without eigenvector, undefined here"


def test_divergence_is_undefined_where_no_correlation_is() -> None:
    def never(name: str) -> tuple[Ranking, Ranking]:
        raise AssertionError("too few shared nodes: no ranking is needed")

    for result in measure(never, [(0, 0)]):
        assert (result.value, result.reason) == (None, "fewer than 3 shared nodes (1)")


def test_long_paths_do_not_tie_by_rounding() -> None:
    """Every node of half a path has its own betweenness."""
    values, _ = betweenness(view(nx.path_graph(201)), exact_up_to=1_000, samples=1)
    assert all(a < b for a, b in pairwise(values[:101]))
