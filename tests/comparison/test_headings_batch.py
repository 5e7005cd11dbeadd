"""Headings of many records together: counts and places in the graph, all found by hand."""

from __future__ import annotations

from gate.comparison.headings_batch import heading_use
from gate.model import EMPTY_GRAPH, Anchor, AnchorState, ClaimGraph, Comparison, Edge, Graph, Kind, Record
from gate.model.headings import HeadingAgreement, HeadingCount, HeadingUse

AGREEMENT = HeadingAgreement((), ())


def graph(record: str, *headings: str) -> Graph:
    nodes = {record, *headings}
    return Graph(
        frozenset(nodes), frozenset(Edge(record, "concepts", h) for h in headings), {node: node.title() for node in nodes}
    )


def compared(number: int, given: str, held: str) -> Comparison:
    """A work with these headings, a letter each, beside what a catalogue gives it."""
    record = Record(Kind.WORK, f"r{number}", ())
    own = f"work {number}"
    return Comparison(
        record,
        ClaimGraph("record", ()),
        Anchor(AnchorState.NOT_ASSESSED),
        generated=graph(own, *given),
        reference=graph(own, *held),
        heading_agreement=AGREEMENT if held else None,
    )


def used(*works: tuple[str, str], collection: Graph | None = None) -> HeadingUse:
    found = heading_use([compared(n, given, held) for n, (given, held) in enumerate(works)], collection)
    assert found is not None
    return found


#: the model puts A on every record; the catalogues have B in the middle
RECENTRED = (("ab", "bc"), ("ac", "bc"), ("ad", "bd"), ("ae", "abe"))


def test_over_used_and_never_given() -> None:
    found = used(*RECENTRED, ("a", ""))  # no catalogue gives the last one any: it is not counted
    assert found.records == 4
    assert found.overused == (HeadingCount("A", 4, 1),)
    assert found.never == ()
    assert used(("ab", "cd"), ("ab", "c")).never == (HeadingCount("C", 0, 2), HeadingCount("D", 0, 1))


def test_one_record_more_is_no_over_use() -> None:
    assert used(("a", "a"), ("a", "b")).overused == ()


def test_the_heading_that_took_the_middle_rose() -> None:
    """Given: A joins B, C, D, E (degree 4, others 1). Catalogues: B joins A, C, D, E; A and E are joined too (B 4, A and E 2)."""
    profile = used(*RECENTRED).profile
    shifts = {s.label: s.rise for s in profile.shifts}
    # of the four others A outranks 4 in what is given; in the catalogues 2 (C and D), and is level with E: 4 - 2 - 1/2 of 4
    assert shifts["A"] == (4 - 2 - 0.5) / 4
    assert "B" not in shifts
    jaccard = profile.get("edge_jaccard")
    assert jaccard is not None
    # given AB AC AD AE, catalogues AB AE BC BD BE: shared AB and AE, of 7
    assert jaccard.value is not None
    assert abs(jaccard.value - 2 / 7) < 1e-9


def test_the_collection_is_held_against_by_id_and_by_label() -> None:
    records = {"x": "be", "y": "bc", "z": "bd"}
    nodes = {*records, *(h for hs in records.values() for h in hs if h != "b"), "http://own.example/7"}
    own = Graph(
        frozenset(nodes),
        frozenset(Edge(r, "concepts", "http://own.example/7" if h == "b" else h) for r, hs in records.items() for h in hs),
        {"http://own.example/7": "B."},
    )
    found = used(*RECENTRED, collection=own)
    assert found.collection
    recall = found.profile.get("edge_jaccard")
    assert recall is not None
    # given AB AC AD AE, collection BE BC BD: none shared
    assert recall.value == 0
    nodes_shared = found.profile.get("node_jaccard")
    assert nodes_shared is not None
    assert nodes_shared.value == 4 / 5  # B, C, D, E of A to E


def test_a_collection_that_is_a_graph_of_headings_is_taken_as_it_stands() -> None:
    own = Graph(frozenset("abcde"), frozenset(Edge("a", "related", other) for other in "bcde"), {})
    jaccard = used(*RECENTRED, collection=own).profile.get("node_jaccard")
    assert jaccard is not None
    assert jaccard.value == 1


def test_fewer_than_two_works_say_nothing() -> None:
    assert heading_use([compared(1, "ab", "bc"), compared(2, "ab", "")]) is None
    assert heading_use([], EMPTY_GRAPH) is None
