"""The figures that the four studies print and that can be computed here, to the printed digits."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from statistics import fmean, stdev

import networkx as nx
import pytest

from gate.comparison.structure import dispatch, topology
from gate.comparison.structure.communities import label_propagation, modularity
from gate.comparison.structure.ranks import spearman
from gate.comparison.structure.values import Undefined, Value
from gate.comparison.structure.view import View
from gate.model import Graph
from gate.stress import consistency, degrees, networks
from gate.stress.statistics.intervals import interval, jeffreys

# The printed answer of one model for the karate club: hub A joined to 32 leaves, hub B to 31 of them, and A to B.
STAR_LIKE = networks.undirected_graph(
    [("A", f"leaf{i}") for i in range(32)] + [("B", f"leaf{i}") for i in range(31)] + [("A", "B")]
)


def complete(n: int) -> Graph:
    return networks.undirected_graph((str(i), str(j)) for i in range(n) for j in range(i))


def rounded(value: Value, digits: int = 2) -> float:
    assert not isinstance(value, Undefined)
    return round(value, digits) + 0.0


def row(graph: Graph, reference: Graph, *, weights: dict[tuple[str, str], float] | None = None) -> tuple[float, ...]:
    view, other = View(graph, weights), View(reference)
    divided = label_propagation(view, 10_000)
    return (
        view.size,
        len(view.pairs),
        rounded(topology.density(view)),
        rounded(topology.assortativity(view)),
        rounded(modularity(view, divided, weighted=True)),
        rounded(topology.degree_histogram_distance(view, other)),
    )


def test_the_karate_club() -> None:
    club = networks.known("karate")
    assert row(club.graph, club.graph, weights=dict(club.weights)) == (34, 78, 0.14, -0.48, 0.31, 0.0)
    assert row(club.graph, club.graph)[4] == 0.33


def test_les_miserables_and_atlas_graph_50() -> None:
    book, atlas = networks.known("les-miserables"), networks.known("atlas-50")
    assert row(book.graph, book.graph, weights=dict(book.weights)) == (77, 254, 0.09, -0.17, 0.46, 0.0)
    assert row(atlas.graph, atlas.graph) == (5, 8, 0.8, -0.33, 0.0, 0.0)


@pytest.mark.parametrize(("n", "distance"), [(10, 10.82), (5, 5.66)])
def test_complete_graphs_beside_atlas_graph_50(n: int, distance: float) -> None:
    graph, atlas = View(complete(n)), View(networks.known("atlas-50").graph)
    assert rounded(topology.degree_histogram_distance(graph, atlas)) == distance
    undefined = topology.assortativity(graph)  # printed as 1.0 there
    assert isinstance(undefined, Undefined)
    assert undefined.reason == "all edges join nodes of the same degree"


def test_the_star_like_answer() -> None:
    club = networks.known("karate")
    assert row(STAR_LIKE, club.graph) == (34, 64, 0.11, -0.97, 0.0, 22.18)
    answer, bare, weighted = View(STAR_LIKE), View(club.graph), View(club.graph, dict(club.weights))
    assert rounded(topology.spectral_distance(answer, weighted, limit=100, weighted=True)) == 33.41
    assert rounded(topology.spectral_distance(answer, bare, limit=100)) == 9.54
    laplacians = [nx.laplacian_spectrum(dispatch.network(view)) for view in (answer, bare)]  # the gate measures adjacency alone
    assert round(math.dist(*(sorted(map(float, one)) for one in laplacians)), 2) == 29.88


def test_the_graph_atlas_distance_of_the_best_model() -> None:
    distances = [0, 0, 3, 3, 5]
    assert fmean(distances) == 2.2
    assert math.floor(stdev(distances) * 100) / 100 == 2.16  # 2.168, cut


def test_the_rank_correlations() -> None:
    board = ["gpt4o", "snow", "yi", "405", "qwen", "70", "8b", "cmd", "dbrx", "7b"]
    gad = ["gpt4o", "70", "8b", "405", "qwen", "yi", "dbrx", "7b", "snow", "cmd"]
    rho = spearman(range(10), [board.index(m) for m in gad])
    assert rho is not None
    assert round(rho, 3) == 0.382
    board = ["orca", "qwen", "70b", "phi", "mistral", "13b", "mixtral"]
    made = ["orca", "13b", "qwen", "mixtral", "phi", "mistral", "70b"]
    rho = spearman(range(7), [board.index(m) for m in made])
    assert rho is not None
    assert round(rho, 3) == 0.214


def test_true_random_graphs_pass_as_often_as_published() -> None:
    passed = [
        degrees.erdos_renyi_test(View(networks.erdos_renyi(n, p, seed)).degrees, n, p).passes()
        for n, p in ((10, 0.1), (10, 0.3), (10, 0.5), (15, 0.3), (15, 0.5), (20, 0.05), (20, 0.2))
        for seed in range(200)
    ]
    assert 0.955 <= passed.count(True) / len(passed) <= 0.985


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (449, 500, 86.8, 92.2), (371, 500, 70.2, 77.8), (65, 500, 10.3, 16.2), (98, 500, 16.4, 23.3), (420, 500, 80.5, 87.0),
        (10, 100, 5.5, 17.4), (11, 100, 6.3, 18.6), (13, 100, 7.8, 21.0), (15, 100, 9.3, 23.3), (16, 100, 10.1, 24.4),
        (17, 100, 10.9, 25.5), (20, 100, 13.3, 28.9), (23, 100, 15.8, 32.2), (66, 100, 56.3, 74.5), (69, 100, 59.4, 77.2),
        (91, 100, 83.8, 95.2), (94, 100, 87.5, 97.2), (100, 100, 96.3, 100.0), (60, 225, 21.3, 32.8), (5, 275, 0.8, 4.2),
        (31, 125, 18.1, 33.0), (29, 100, 21.0, 38.5), (57, 500, 8.9, 14.5), (58, 500, 9.1, 14.7), (124, 500, 21.2, 28.8),
        (165, 500, 29.0, 37.2), (218, 500, 39.3, 48.0),
    ],
)  # fmt: skip
def test_wilson_intervals(count: int, of: int, low: float, high: float) -> None:
    assert tuple(round(100 * end, 1) for end in interval(count, of)) == (low, high)


def test_jeffreys_at_all_of_a_hundred_is_not_what_is_printed() -> None:
    low, high = jeffreys(100, 100)
    assert (round(100 * low, 1), high) == (97.5, 1.0)  # printed: 96.3, which is Wilson


@pytest.mark.parametrize(("count", "ratio"), [(57, 7.9), (58, 7.7), (65, 6.9), (124, 3.6), (165, 2.7), (218, 2.1)])
def test_the_ratios_of_the_sensitivity_table(count: int, ratio: float) -> None:
    assert round(449 / count, 1) == ratio


@pytest.mark.parametrize(
    ("precision", "recall", "f1"),
    [
        (".024", ".020", ".022"), (".017", ".019", ".018"), (".038", ".053", ".044"), (".585", ".588", ".586"),
        (".092", ".117", ".103"), (".144", ".129", ".136"), (".185", ".326", ".236"), (".258", ".183", ".214"),
        (".262", ".185", ".217"),
    ],
)  # fmt: skip
def test_f1_of_the_printed_precision_and_recall(precision: str, recall: str, f1: str) -> None:
    exact = consistency.harmonic(Fraction(precision), Fraction(recall))
    assert round(Decimal(exact.numerator) / Decimal(exact.denominator), 3) == Decimal(f1)
    (tested,) = [t for t in consistency.check({"precision": precision, "recall": recall, "f1": f1}) if t.name == "f1"]
    assert tested.verdict == consistency.AGREES


def test_the_f1_of_verbs_comes_from_unrounded_values() -> None:
    (tested,) = [t for t in consistency.check({"precision": ".019", "recall": ".020", "f1": ".020"}) if t.name == "f1"]
    assert tested.verdict == consistency.UNROUNDED
    assert tested.derived is not None
    assert consistency.shown(tested.derived) == "0.0194"


def test_the_node_jaccard_that_is_printed_does_not_follow_from_the_nodes() -> None:
    given = {"generated": "1,066", "reference": "2,708", "fabricated": "1,005", "fabrication": "94.3%", "jaccard": ".028"}
    found = {t.name: t for t in consistency.check(given)}
    assert found["fabrication"].verdict == consistency.AGREES
    assert found["jaccard"].verdict == consistency.DISAGREES
    assert found["jaccard"].derived == Fraction(61, 3713)
    assert consistency.derived(given)["union"] == 3713


def test_the_citation_rates() -> None:
    found = consistency.check({"returned": "53", "true": "654", "returned_rate": "8.1%", "returned_omission": "91.9%"})
    assert [t.verdict for t in found[2:]] == [consistency.AGREES, consistency.AGREES]
    assert [t.verdict for t in consistency.check({"returned": "14", "true": "50", "returned_rate": "28%"})][2] == "agrees"
