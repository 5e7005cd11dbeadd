"""Structure in context: the union of the records checked together."""

from dataclasses import replace

from gate.comparison import compare_record, profiles
from gate.model import EMPTY_PROFILE, Edge, Graph, Reason, Role
from tests.sources import MemorySource, sources
from tests.things import concept, held, record

HEADS = {
    "Slowness": ["languor", "drawl", "creeping"],
    "Velocity": ["speed", "haste", "rush"],
    "Inactivity": ["sloth", "idling", "languor"],
}
CLOSED = ("nouns", "verbs", "adjectives", "cross_references")


def head(name: str, nouns: list[str]) -> dict[str, object]:
    others = [other for other in HEADS if other != name]
    return concept(id=name, heading=name, nouns=nouns, verbs=None, adjectives=None, cross_references=others)


def library() -> MemorySource:
    return MemorySource("library", tuple(held(*CLOSED, **head(n, t)) for n, t in HEADS.items()))


def second() -> MemorySource:
    return MemorySource("second", tuple(held(**head(n, t)) for n, t in HEADS.items()), role=Role.ORACLE)


def test_a_true_batch_has_no_divergence() -> None:
    batch = profiles([compare_record(record(**head(n, t)), sources(library())) for n, t in HEADS.items()])
    divergence = batch.profile.get("divergence")
    assert divergence is not None
    assert divergence.value is not None
    assert abs(divergence.value) < 1e-9
    assert not batch.profile.shifts


def test_an_invented_term_that_joins_the_records_rises_and_is_named() -> None:
    drafts = [record(**head(n, ["digital torpor", *t[:1]])) for n, t in HEADS.items()]
    batch = profiles([compare_record(d, sources(library(), second())) for d in drafts])
    risen = {s.label for s in batch.profile.shifts if s.fabricated}
    assert risen == {"digital torpor"}
    assert all(any(s.label == "digital torpor" for s in c.profile.shifts) for c in batch.comparisons)


def test_a_leaf_has_no_place_of_its_own() -> None:
    drafts = [record(**head(n, [f"invention of {n}", *t])) for n, t in HEADS.items()]
    batch = profiles([compare_record(d, sources(library(), second())) for d in drafts])
    assert not [s for s in batch.profile.shifts if s.fabricated]


def test_a_single_record_has_no_batch_profile_and_undefined_measures_say_why() -> None:
    batch = profiles([compare_record(record(**head("Slowness", HEADS["Slowness"])), sources(library()))])
    assert batch.profile == EMPTY_PROFILE
    undefined = [m for m in batch.comparisons[0].profile.measures if m.value is None]
    assert undefined
    assert all(m.reason for m in undefined)


def test_the_catalogues_own_graph_is_context() -> None:
    catalogue = Graph(frozenset({"term:languor", "x"}), frozenset({Edge("x", "nouns", "term:languor")}))
    one = compare_record(record(**head("Slowness", HEADS["Slowness"])), sources(library()))
    batch = profiles([one], catalogue)
    nodes = batch.profile.get("nodes")
    assert nodes is not None
    assert nodes.generated == len(one.generated.nodes | catalogue.nodes)


def test_unanchored_records_take_no_part() -> None:
    lost = compare_record(record(**concept(heading="Nonesuch")), sources(library()))
    known = compare_record(record(**head("Velocity", HEADS["Velocity"])), sources(library()))
    assert profiles([lost, known]).comparisons[0].profile == EMPTY_PROFILE


def test_a_record_that_no_source_failed_on_costs_the_others_nothing() -> None:
    nameless = compare_record(record(kind="concept", id="x", nouns=["languor"]), sources(library()))
    known = compare_record(record(**head("Slowness", HEADS["Slowness"])), sources(library()))
    assert [c.context_lost for c in profiles([nameless, known]).comparisons] == [(), ()]


def test_a_record_whose_source_failed_is_missing_from_the_context_of_those_that_share_nodes() -> None:
    lost = compare_record(record(**head("Inactivity", HEADS["Inactivity"])), sources(replace(library(), broken=Reason.NETWORK)))
    known = compare_record(record(**head("Slowness", HEADS["Slowness"])), sources(library()))
    apart = compare_record(
        record(**concept(id="z", heading="Gravity", nouns=["weight"], cross_references=None)), sources(library())
    )
    assert [c.context_lost for c in profiles([lost, known, apart]).comparisons] == [(), ("Inactivity",), ()]
