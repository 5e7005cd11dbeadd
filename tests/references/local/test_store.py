"""The store: exact look-up, facts, neighbourhood, and what an answer means."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from gate.model import Absent, Edge, Found, Identifier, Kind, Query, Reason, Role, Silent, Statement, Unavailable
from gate.references.local.store import AS_DEPOSITED, LocalSnapshot
from gate.references.source import Source
from gate.settings import Settings
from tests.references.snapshots import DAY, agent, citation, snapshot, work

OBSERVED = work(
    "10.1038/171737a0",
    "Molecular Structure of Nucleic Acids",
    "Watson, J. D.",
    "Crick, F. H. C.",
    year=1953,
    statements=(
        Statement("container", "Nature"),
        Statement("issn", "0028-0836"),
        citation("Pauling 1953", doi="10.1073/pnas.39.2.84", title="A Proposed Structure for the Nucleic Acids", date="1953"),
        citation("Furberg 1952"),
        citation("Wilkins 1953", doi="10.1038/171738a0"),
    ),
)
WILKINS = work(
    "10.1038/171738a0",
    "Molecular Structure of Deoxypentose Nucleic Acids",
    "Wilkins, M. H. F.",
    year=1953,
    statements=(citation("Watson 1953", doi="10.1038/171737a0"),),
)
PREPRINT = work("10.48550/arxiv.1706.03762", "Attention Is All You Need", "Vaswani, Ashish", year=2017)
BOOK = work(
    "10.1000/book",
    "The Art of Computer Programming",
    "Knuth, Donald E.",
    year=1968,
    statements=(Statement("isbn", "9780306406157"),),
)


@pytest.fixture
def store(tmp_path: Path) -> LocalSnapshot:
    manifest = snapshot(tmp_path / "refs", [OBSERVED, WILKINS, PREPRINT, BOOK], complete_for=("identifiers:doi:10.1038/",))
    return LocalSnapshot(manifest, Settings(cache_folder=str(tmp_path / "cache")))


def test_it_is_a_source(store: LocalSnapshot) -> None:
    assert isinstance(store, Source)
    assert (store.name, store.as_of, store.role, store.kinds) == ("tiny", DAY, Role.REFERENCE, frozenset({Kind.WORK}))


def test_exact_look_up_gives_the_entity_and_its_witness(store: LocalSnapshot) -> None:
    answer = store.by_identifier(Identifier("doi", "10.1038/171737a0"))
    assert isinstance(answer, Found)
    assert answer.value == OBSERVED
    assert (answer.evidence.source, answer.evidence.as_of, answer.evidence.url) == ("tiny", DAY, OBSERVED.id)


@pytest.mark.parametrize(
    ("scheme", "value", "held"),
    [
        ("doi", "10.1038/171737A0", OBSERVED),
        ("iri", "https://doi.org/10.1038/171737a0", OBSERVED),
        ("iri", "http://dx.doi.org/10.1038/171737a0", OBSERVED),
        ("arxiv", "1706.03762", PREPRINT),
        ("arxiv", "1706.03762v5", PREPRINT),
        ("doi", "10.48550/arXiv.1706.03762", PREPRINT),
        ("isbn", "0306406152", BOOK),
        ("isbn", "978-0-306-40615-7", BOOK),
    ],
)
def test_every_form_of_an_identifier_finds_its_entity(store: LocalSnapshot, scheme: str, value: str, held: object) -> None:
    answer = store.by_identifier(Identifier(scheme, value))
    assert isinstance(answer, Found)
    assert answer.value == held


def test_an_issn_denotes_the_journal_and_so_not_its_articles(store: LocalSnapshot) -> None:
    assert isinstance(store.by_identifier(Identifier("issn", "0028-0836")), Silent)


def test_absent_only_where_the_manifest_is_complete(store: LocalSnapshot) -> None:
    assert isinstance(store.by_identifier(Identifier("doi", "10.1038/none")), Absent)
    assert isinstance(store.by_identifier(Identifier("doi", "10.9999/none")), Silent)
    assert isinstance(store.search(Query(Kind.WORK, "Zebra husbandry of upper Ruritania")), Silent)


def test_a_cited_work_is_found_as_deposited(store: LocalSnapshot) -> None:
    answer = store.by_identifier(Identifier("doi", "10.1073/pnas.39.2.84"))
    assert isinstance(answer, Found)
    assert answer.value.flags == {AS_DEPOSITED}
    assert answer.evidence.url == OBSERVED.id
    assert answer.value.label == "A Proposed Structure for the Nucleic Acids"
    assert [s.property for s in answer.value.statements] == ["title", "date"]


def test_a_work_of_its_own_comes_before_what_others_say_of_it(store: LocalSnapshot) -> None:
    answer = store.by_identifier(Identifier("doi", "10.1038/171738a0"))
    assert isinstance(answer, Found)
    assert answer.value == WILKINS


def test_facts(store: LocalSnapshot) -> None:
    answer = store.facts(WILKINS.id)
    assert isinstance(answer, Found)
    assert answer.value == WILKINS
    assert isinstance(store.facts("https://example.org/none"), Silent)


def test_neighbourhood_has_own_edges_and_those_among_neighbours(store: LocalSnapshot) -> None:
    answer = store.neighbourhood(OBSERVED.id)
    assert isinstance(answer, Found)
    graph = answer.value
    assert Edge(OBSERVED.id, "citations", WILKINS.id) in graph.edges
    assert Edge(WILKINS.id, "citations", OBSERVED.id) in graph.edges
    assert sum(e.type == "citations" and e.source == OBSERVED.id for e in graph.edges) == 3
    assert sum(e.type == "creators" for e in graph.edges) == 2
    assert graph.nodes == {node for edge in graph.edges for node in (edge.source, edge.target)}
    assert graph.label(WILKINS.id) == WILKINS.label
    assert isinstance(store.neighbourhood("https://example.org/none"), Silent)


def test_neighbourhood_of_people_among_people(tmp_path: Path) -> None:
    def influenced(qid: str, name: str) -> Statement:
        return Statement("influenced_by", name, identifiers=(Identifier("wikidata", qid),))

    people = [
        agent("Q1", "A", statements=(influenced("Q2", "B"), influenced("Q3", "C"), influenced("Q9", "Unheld"))),
        agent("Q2", "B", statements=(influenced("Q3", "C"), influenced("Q4", "D"))),
        agent("Q3", "C"),
        agent("Q4", "D"),
    ]
    store = LocalSnapshot(snapshot(tmp_path, people), Settings(cache_folder=str(tmp_path / "cache")))
    answer = store.neighbourhood(people[0].id)
    assert isinstance(answer, Found)
    edges = {(answer.value.label(e.source), answer.value.label(e.target)) for e in answer.value.edges}
    assert edges == {("A", "B"), ("A", "C"), ("A", "Unheld"), ("B", "C")}


def test_properties_that_the_manifest_closes_are_closed_for_each_entity(tmp_path: Path) -> None:
    manifest = snapshot(tmp_path, [OBSERVED], complete_for=("properties:citations",))
    store = LocalSnapshot(manifest, Settings(cache_folder=str(tmp_path / "cache")))
    answer = store.facts(OBSERVED.id)
    assert isinstance(answer, Found)
    assert answer.value.complete_for == {"citations"}


def test_of_two_entities_with_one_id_the_first_is_kept(tmp_path: Path) -> None:
    twin = work("10.1038/171737a0", "Another title")
    store = LocalSnapshot(snapshot(tmp_path, [OBSERVED, twin]), Settings(cache_folder=str(tmp_path / "cache")))
    answer = store.facts(OBSERVED.id)
    assert isinstance(answer, Found)
    assert answer.value == OBSERVED


def test_a_search_without_candidates_is_absence_where_the_kind_is_complete(tmp_path: Path) -> None:
    manifest = snapshot(tmp_path, [OBSERVED], complete_for=("entities:work",))
    store = LocalSnapshot(manifest, Settings(cache_folder=str(tmp_path / "cache")))
    assert isinstance(store.search(Query(Kind.WORK, "Zebra husbandry of upper Ruritania")), Absent)
    assert isinstance(store.search(Query(Kind.AGENT, "Zebra husbandry of upper Ruritania")), Silent)
    found = store.search(Query(Kind.WORK, OBSERVED.label))
    assert isinstance(found, Found)
    assert found.exhaustive
    for nothing in (Query(Kind.WORK), Query(Kind.WORK, "——"), Query(Kind.WORK, "", ("?",), 1953)):
        assert isinstance(store.search(nothing), Silent), "a search for nothing proves nothing"


@pytest.mark.parametrize("value", ["\ud800", "\x00", "", "10.1/" + "9" * 100_000, "'; DROP TABLE entity; --"])
def test_odd_questions_get_an_answer(store: LocalSnapshot, value: str) -> None:
    assert isinstance(store.by_identifier(Identifier("doi", value)), Silent)
    assert isinstance(store.facts(value), Silent)
    assert isinstance(store.neighbourhood(value), Silent)
    assert not isinstance(store.search(Query(Kind.WORK, value, (value,), 10**30, value, value)), Unavailable)


def test_threads_share_a_store(store: LocalSnapshot) -> None:
    wrong: list[object] = []

    def ask() -> None:
        for _ in range(20):
            answer = store.by_identifier(Identifier("doi", "10.1038/171738a0"))
            if not (isinstance(answer, Found) and answer.value == WILKINS):
                wrong.append(answer)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.close()
    assert wrong == []


def test_a_closed_store_opens_itself_again(store: LocalSnapshot) -> None:
    assert isinstance(store.facts(WILKINS.id), Found)
    store.close()
    assert isinstance(store.facts(WILKINS.id), Found)
    store.close()


def test_changed_data_is_damage_even_when_an_index_of_the_old_data_is_there(store: LocalSnapshot, tmp_path: Path) -> None:
    assert isinstance(store.facts(WILKINS.id), Found)
    store.close()
    data = store.manifest.paths[0]
    data.write_bytes(data.read_bytes() + b"\x00")
    again = LocalSnapshot(store.manifest, Settings(cache_folder=str(tmp_path / "cache")))
    for answer in (
        again.by_identifier(Identifier("doi", "10.1038/171738a0")),
        again.facts(WILKINS.id),
        again.search(Query(Kind.WORK, WILKINS.label)),
        again.neighbourhood(WILKINS.id),
    ):
        assert isinstance(answer, Unavailable)
        assert answer.reason is Reason.DAMAGED
        assert data.name in answer.detail


def test_missing_data_is_unavailable(store: LocalSnapshot, tmp_path: Path) -> None:
    store.manifest.paths[0].unlink()
    answer = store.facts(WILKINS.id)
    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.MISSING


def test_an_old_snapshot_says_that_it_is_stale(tmp_path: Path) -> None:
    manifest = snapshot(tmp_path, [OBSERVED])
    fresh = LocalSnapshot(manifest, Settings(cache_folder=str(tmp_path / "cache"), staleness_days=1_000_000))
    answer = fresh.facts(OBSERVED.id)
    assert isinstance(answer, Found)
    assert not answer.evidence.stale
    fresh.close()
