from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.comparison.structure import MEASURES, Limits, context, profile
from gate.model import EMPTY_GRAPH, Edge, Graph, Measure, Profile
from tests.structure.graphs import GRAPHS, from_networkx, graph, karate_answer, star


def get(result: Profile, name: str) -> Measure:
    found = result.get(name)
    assert found is not None
    return found


def test_names_are_stable() -> None:
    assert MEASURES == (
        "nodes", "edges",
        "node_jaccard", "edge_jaccard", "pair_jaccard",
        "node_fabrication", "node_omission", "edge_fabrication", "edge_omission",
        "degree_correlation", "betweenness_correlation", "eigenvector_correlation", "pagerank_correlation", "divergence",
        "highest_rise", "highest_fabricated_rise",
        "communities", "modularity", "modularity_label_propagation", "community_nmi", "community_ari",
        "density", "assortativity", "clustering", "degree_histogram_distance", "spectral_distance",
    )  # fmt: skip


@settings(deadline=None)
@given(GRAPHS, GRAPHS, st.booleans())
def test_every_measure_has_a_value_or_a_reason(generated: Graph, reference: Graph, full: bool) -> None:
    result = profile(generated, reference, full=full)
    assert tuple(m.name for m in result.measures) == MEASURES
    for measure in result.measures:
        assert measure.value is not None or measure.reason
        if measure.generated is not None and measure.reference is not None:
            assert measure.value == pytest.approx(measure.generated - measure.reference)


@settings(deadline=None)
@given(GRAPHS)
def test_a_graph_against_itself(same: Graph) -> None:
    result = profile(same, same, full=True)
    perfect = {
        "node_jaccard": 1, "edge_jaccard": 1, "pair_jaccard": 1,
        "node_fabrication": 0, "node_omission": 0, "edge_fabrication": 0, "edge_omission": 0,
        "degree_correlation": 1, "betweenness_correlation": 1, "eigenvector_correlation": 1, "pagerank_correlation": 1,
        "divergence": 0, "community_nmi": 1, "community_ari": 1, "degree_histogram_distance": 0, "spectral_distance": 0,
    }  # fmt: skip
    for measure in result.measures:
        if measure.value is not None and measure.name != "highest_rise":
            assert measure.value == perfect.get(measure.name, 0), measure
    assert all(r.missing == r.spurious == r.inverted == 0 for r in result.relations)
    assert result.shifts == ()


def test_the_karate_club_against_itself_is_defined_throughout() -> None:
    club = from_networkx(nx.karate_club_graph())
    undefined = {m.name for m in profile(club, club).measures if m.value is None}
    assert undefined == {"highest_fabricated_rise"}


def test_the_empty_graph_has_only_reasons() -> None:
    result = profile(EMPTY_GRAPH, EMPTY_GRAPH)
    assert {m.name for m in result.measures if m.value is not None} == {"nodes", "edges"}
    assert get(result, "divergence").reason == "fewer than 3 shared nodes (0)"


def test_a_one_node_graph_has_no_centrality() -> None:
    one = graph(alone=["a"])
    result = profile(one, one)
    for name in ("divergence", "degree_correlation", "modularity", "density", "assortativity", "clustering"):
        assert get(result, name).value is None
    assert get(result, "node_jaccard").value == 1


def test_a_published_answer_beside_its_reference() -> None:
    """The star-like answer for the karate club, as one profile."""
    result = profile(from_networkx(karate_answer()), from_networkx(nx.karate_club_graph()))
    assert (get(result, "nodes").generated, get(result, "edges").generated) == (34, 64)
    assert (get(result, "nodes").reference, get(result, "edges").reference) == (34, 78)
    assert round(get(result, "degree_histogram_distance").value or 0, 2) == 22.18
    assert round(get(result, "spectral_distance").value or 0, 2) == 9.54
    assert round(get(result, "modularity_label_propagation").reference or 0, 2) == 0.33
    assert get(result, "modularity_label_propagation").generated == 0


def test_edges_without_their_nodes_are_closed() -> None:
    loose = Graph(frozenset(), frozenset({Edge("a", "t", "b")}))
    result = profile(loose, graph(("a", "b")))
    assert get(result, "node_jaccard").value == 1
    assert get(result, "nodes").generated == 2


def test_communities_without_shared_nodes_only_on_request() -> None:
    one = from_networkx(nx.karate_club_graph())
    other = Graph(frozenset(f"x{n}" for n in one.nodes), frozenset(Edge(f"x{e.source}", "t", f"x{e.target}") for e in one.edges))
    assert get(profile(one, other), "modularity").reason == "fewer than 3 shared nodes (0)"
    full = profile(one, other, full=True)
    assert get(full, "modularity").generated == get(full, "modularity").reference
    assert (get(full, "modularity").value, get(full, "community_nmi").value) == (0, None)


def test_limits_leave_measures_undefined_or_estimated() -> None:
    club = from_networkx(nx.karate_club_graph())
    limits = Limits(spectrum=33, eigenvector=33, betweenness=33, samples=20, communities=33)
    result = profile(club, club, limits=limits)
    assert get(result, "spectral_distance").reason == "34 nodes are over the limit of 33 for spectra"
    assert get(result, "modularity").reason == "both graphs: 34 nodes are over the limit of 33 for communities"
    assert "over the limit of 33 for eigenvectors" in get(result, "eigenvector_correlation").reason
    assert "estimated from 20 of 34 nodes" in get(result, "betweenness_correlation").reason
    assert get(result, "betweenness_correlation").value == 1
    assert get(result, "divergence").reason == "without eigenvector, undefined here"


# one record in its context

RECORDS = [star("r1", ["a", "b", "c", "d"]), star("r2", ["a", "b", "e", "r1"]), star("r3", ["a", "e", "f", "r2"])]


def test_a_context_is_the_union_in_any_order() -> None:
    labelled = [Graph(g.nodes, g.edges, {"a": label}) for g, label in zip(RECORDS, ("Zeta", "Alpha", "Mu"), strict=True)]
    whole = context(labelled)
    assert whole.nodes == frozenset({"r1", "r2", "r3", "a", "b", "c", "d", "e", "f"})
    assert whole.edges == RECORDS[0].edges | RECORDS[1].edges | RECORDS[2].edges
    assert whole.labels == context(labelled[::-1]).labels == {"a": "Alpha"}
    assert context([]) == EMPTY_GRAPH


def test_a_record_in_its_context_is_judged_over_its_own_nodes() -> None:
    generated = context([*RECORDS[:2], star("r3", ["a", "e", "x", "r2"])])
    reference = context(RECORDS)
    whole = profile(generated, reference)
    first = profile(generated, reference, own=RECORDS[0].nodes)
    third = profile(generated, reference, own=frozenset({"r3", "a", "e", "x", "r2"}), fabricated=frozenset({"x"}))
    assert get(first, "node_jaccard") == get(whole, "node_jaccard")
    assert get(first, "modularity") == get(whole, "modularity")
    assert {s.node for s in first.shifts} <= RECORDS[0].nodes
    assert [s.node for s in third.shifts if s.fabricated] == ["x"]
    outside = profile(generated, reference, own=RECORDS[0].nodes, fabricated=frozenset({"x"}))
    assert not any(s.fabricated for s in outside.shifts)  # x is another record's invention


def test_ranks_are_those_of_the_whole_graphs() -> None:
    """In its own star every value of a record is level; in the context they differ, and so a correlation exists."""
    record = star("r1", ["a", "b", "c"])
    others = [star(f"o{i}", ["a"]) for i in range(3)] + [star("o3", ["b"])]
    whole = context([record, *others])
    own = frozenset({"a", "b", "c"})
    assert get(profile(record, record, own=own), "degree_correlation").value is None
    assert get(profile(whole, whole, own=own), "degree_correlation").value == 1
    turned = context([record, *(star(f"o{i}", ["c"]) for i in range(3)), star("o3", ["b"])])
    assert get(profile(turned, whole, own=own), "degree_correlation").value == -1


def test_few_own_shared_nodes_leave_the_divergence_undefined() -> None:
    whole = context(RECORDS)
    result = profile(whole, whole, own=frozenset({"a", "b", "elsewhere"}))
    assert get(result, "divergence").reason == "fewer than 3 shared nodes (2)"
    assert get(result, "highest_rise").value is not None


# cost and sameness


def test_two_stars_are_measured_at_once() -> None:
    one, other = star("c", [f"l{i}" for i in range(49)]), star("c", [f"l{i}" for i in range(10, 59)])
    profile(one, other)
    times = []
    for i in range(5):
        fresh = star("c", [f"l{i + j}" for j in range(10, 59)])
        start = time.perf_counter()
        profile(one, fresh)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.02


_SCRIPT = """
import sys
from gate.comparison.structure import profile
from gate.model import Edge, Graph

def graph(*pairs):
    return Graph(frozenset(n for p in pairs for n in p), frozenset(Edge(a, "t", b) for a, b in pairs))

one = graph(*(("c", f"l{i}") for i in range(9)))
"""


def _imported(body: str) -> set[str]:
    code = _SCRIPT + body + "\nprint(*(m for m in ('networkx', 'numpy') if m in sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split())


def test_stars_and_strangers_need_no_networkx() -> None:
    assert _imported("profile(one, graph(*(('c', f'l{i}') for i in range(3, 12))))") == set()
    ring = "graph(('x', 'y'), ('y', 'z'), ('z', 'x'), ('x', 'c'))"
    assert "networkx" not in _imported(f"profile(one, {ring}, full=True)")
    assert "networkx" in _imported("import networkx")  # and so the test above can fail


_DETERMINISM = """
import json
import networkx as nx
from dataclasses import asdict
from gate.comparison.structure import Limits, profile
from gate.model import Edge, Graph

def named(source, prefix):
    edges = frozenset(Edge(f"{prefix}{a}", "t", f"{prefix}{b}") for a, b in source.edges)
    return Graph(frozenset(f"{prefix}{n}" for n in source), edges)

one = named(nx.gnm_random_graph(80, 160, seed=1), "node")
other = named(nx.gnm_random_graph(70, 150, seed=2), "node")
result = profile(one, other, fabricated=frozenset(f"node{i}" for i in range(70, 80)), limits=Limits(betweenness=50, samples=30))
print(json.dumps(asdict(result)))
"""


def test_the_hash_seed_does_not_matter() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", _DETERMINISM],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert len(json.loads(outputs[0])["shifts"]) > 5


def test_measured_again_from_equal_graphs_the_profile_is_equal() -> None:
    one, other = from_networkx(nx.karate_club_graph()), from_networkx(karate_answer())
    before = profile(one, other)
    for _ in range(10):  # push the pair out of the memory of measured ones
        profile(star("c", [f"{_}"]), other)
    rebuilt = Graph(frozenset(sorted(one.nodes, reverse=True)), frozenset(sorted(one.edges, reverse=True)))
    assert profile(rebuilt, other) == before
