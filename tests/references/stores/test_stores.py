"""One suite over every store: an index file, PostgreSQL (a real server), OpenSearch (the stand-in of tests/authorities)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gate.errors import SettingsError, SnapshotError, UsageError
from gate.model import Absent, Answer, Entity, Found, Identifier, Kind, Query, Reason, Silent, Statement, Unavailable
from gate.references.local import AS_DEPOSITED, LocalSnapshot, Manifest
from gate.references.local.answering import Answering
from gate.references.local.filing import Filed
from gate.references.source import Source
from gate.references.sources import open_sources
from gate.references.stores import SharedStore, publish, publishing
from gate.references.stores.backend import without_password
from gate.settings import Settings, load_settings
from gate.source_settings import SourceSettings
from tests.authorities.opensearch import Engine, opensearch
from tests.references.snapshots import agent, citation, snapshot, work

if TYPE_CHECKING:
    from tests.queue.postgres import Cluster

_NUMBERS = count(1)
CITED = citation("Watson 1953", doi="10.1/cited", title="Molecular structure of nucleic acids", date="1953")
ROOTS = work("10.1/roots", "Root growth of alpine pines under drought", "Müller, A.", "Ng, B.", year=2001, statements=(CITED,))
PLATO = agent("Q859", "Plato", "Πλάτων", statements=(Statement("influenced_by", "Socrates"),))
HEADING = Entity("http://e.org/1", Kind.CONCEPT, "Root systems (Botany)", (Statement("heading", "Root systems (Botany)"),))
WORDS = [
    "amber",
    "basalt",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "garnet",
    "heath",
    "island",
    "juniper",
    "kelp",
    "lagoon",
    "marsh",
    "nettle",
    "oak",
    "peat",
    "quartz",
    "reed",
]
TITLES = [f"{WORDS[n % 18]} {WORDS[n * 5 % 17]} {WORDS[n * 7 % 13]} {WORDS[n // 18]} study" for n in range(80)]
OTHERS = [work(f"10.1/{n}", title, f"Author{n}, C.", year=1900 + n) for n, title in enumerate(TITLES)]
HELD = [ROOTS, PLATO, HEADING, *OTHERS, replace(ROOTS, label="a second of this id")]
CLAIMS = ("entities:work", "identifiers:doi", "properties:citations")


@dataclass
class Place:
    """Where stores are opened and published: ``put`` publishes a snapshot and opens it as a source."""

    name: str
    url: str
    settings: Settings
    engine: Engine | None = None

    def put(self, manifest: Manifest) -> LocalSnapshot | SharedStore:
        if not self.url:
            return LocalSnapshot(manifest, self.settings)
        publish(manifest.name, self.url, self.settings)
        return SharedStore(manifest.name, self.url, self.settings)


@pytest.fixture(params=["sqlite", "postgresql", "opensearch"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    settings = Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "refs"), timeout_seconds=20)
    match request.param:
        case "sqlite":
            yield Place("sqlite", "", settings)
        case "postgresql":
            server: Cluster = request.getfixturevalue("cluster")
            name = f"store{next(_NUMBERS)}"
            yield Place("postgresql", server.create(name), settings)
            server.drop(name)
        case _:
            with opensearch() as engine:
                yield Place("opensearch", engine.url, settings, engine)


@pytest.fixture
def store(place: Place) -> Iterator[LocalSnapshot | SharedStore]:
    opened = place.put(snapshot(place.settings.references, HELD, complete_for=CLAIMS))
    yield opened
    opened.close()


def test_it_is_a_source_with_a_date(store: LocalSnapshot | SharedStore) -> None:
    assert isinstance(store, Source)
    assert (store.name, store.as_of, store.kinds) == ("tiny", "2026-11-30", frozenset(Kind))
    assert store.info().sha256
    assert store.warnings == ()


def test_identifiers(store: LocalSnapshot | SharedStore) -> None:
    for identifier in (Identifier("doi", "10.1/roots"), Identifier("iri", "https://doi.org/10.1/roots")):
        answer = store.by_identifier(identifier)
        assert isinstance(answer, Found)
        assert answer.value == replace(ROOTS, complete_for=frozenset({"citations"}))
        assert (answer.evidence.source, answer.evidence.as_of, answer.evidence.url) == ("tiny", "2026-11-30", ROOTS.id)
    assert isinstance(store.by_identifier(Identifier("doi", "10.1/none")), Absent)
    assert isinstance(store.by_identifier(Identifier("wikidata", "Q1")), Silent)


def test_a_work_known_from_a_citation(store: LocalSnapshot | SharedStore) -> None:
    answer = store.by_identifier(Identifier("doi", "10.1/cited"))
    assert isinstance(answer, Found)
    assert answer.value.flags == {AS_DEPOSITED}
    assert (answer.value.label, answer.evidence.url) == ("Molecular structure of nucleic acids", ROOTS.id)


def test_facts_labels_and_neighbours(store: LocalSnapshot | SharedStore) -> None:
    facts = store.facts(PLATO.id)
    assert isinstance(facts, Found)
    assert facts.value.label == "Plato"
    assert isinstance(store.facts("http://nowhere.org/"), Silent)
    labelled = store.by_label("root systems (botany)")
    assert isinstance(labelled, Found)
    assert [one.id for one in labelled.value] == [HEADING.id]
    assert isinstance(store.by_label("root systems"), Silent)
    around = store.neighbourhood(PLATO.id)
    assert isinstance(around, Found)
    assert [edge.type for edge in around.value.edges] == ["influenced_by"]


@pytest.mark.parametrize(
    "query",
    [
        Query(Kind.WORK, "Root growth of alpine pines under drought", ("A. Müller",), 2001),
        Query(Kind.WORK, "Root growth of alpine pines", ("Muller",)),
        Query(Kind.WORK, "Rooot grwoth of alpien pinse under droughht"),
        Query(Kind.WORK, raw="Müller A, Ng B (2001) Root growth of alpine pines under drought. Trees 3:4"),
        Query(Kind.WORK, "", ("Müller",), 2002),
    ],
)
def test_a_search_finds_it_first(store: LocalSnapshot | SharedStore, query: Query) -> None:
    answer = store.search(query)
    assert isinstance(answer, Found)
    assert answer.value[0].id == ROOTS.id


def test_a_search_for_what_is_not_there_is_absence(store: LocalSnapshot | SharedStore) -> None:
    assert isinstance(store.search(Query(Kind.WORK, "Quantum chromodynamics on finite lattices")), Absent)
    assert isinstance(store.search(Query(Kind.WORK, "")), Silent)
    assert isinstance(store.search(Query(Kind.AGENT, "Wittgenstein, Ludwig")), Silent)  # not complete for agents


def test_every_store_gives_the_same_answers(place: Place) -> None:
    manifest = snapshot(place.settings.references, HELD, complete_for=CLAIMS)
    here, there = LocalSnapshot(manifest, place.settings), place.put(manifest)
    for one in OTHERS[:40]:
        for query in (Query(Kind.WORK, one.label), Query(Kind.WORK, f"{one.label[3:]} again", ("Author7",), 1910)):
            assert there.search(query, 5) == here.search(query, 5)
    here.close()
    there.close()


def test_what_is_published_stays_until_the_new_one_is_whole(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    if not place.url:
        pytest.skip("an index file is not published")
    opened = place.put(snapshot(place.settings.references, HELD))
    changed = snapshot(place.settings.references, [work("10.1/new", "A wholly new thing"), *OTHERS])
    monkeypatch.setattr(publishing, "_BATCH", 10)
    filed: list[int] = []
    real = publishing._filed

    def breaking_off(entities: Iterator[Entity], seen: int) -> Iterator[list[Filed]]:
        for rows in real(entities, seen):
            filed.append(rows[0].number)
            if len(filed) == 4:
                raise KeyboardInterrupt
            yield rows

    monkeypatch.setattr(publishing, "_filed", breaking_off)
    with pytest.raises(KeyboardInterrupt):
        publish("tiny", place.url, place.settings)
    assert isinstance(opened.by_identifier(Identifier("doi", "10.1/roots")), Found)
    publish("tiny", place.url, place.settings)
    assert filed == [1, 11, 21, 31, 31, 41, 51, 61, 71, 81], "it goes on where it was"
    assert isinstance(opened.by_identifier(Identifier("doi", "10.1/roots")), Silent), "one that was open asks the new one too"
    for one in OTHERS[:20]:
        held = opened.by_identifier(Identifier("iri", one.id))
        assert isinstance(held, Found)
        assert held.value.label == one.label
    again = SharedStore("tiny", place.url, place.settings)
    assert isinstance(again.by_identifier(Identifier("doi", "10.1/new")), Found)
    assert isinstance(again.by_identifier(Identifier("doi", "10.1/roots")), Silent)
    here = LocalSnapshot(changed, place.settings)
    for one in OTHERS[:20]:
        assert again.search(Query(Kind.WORK, one.label), 3) == here.search(Query(Kind.WORK, one.label), 3)
    for source in (opened, again, here):
        source.close()


def test_an_answer_during_which_another_is_published_is_asked_again(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    if not place.url:
        pytest.skip("an index file is not published")
    opened = place.put(snapshot(place.settings.references, HELD))
    roots = Identifier("doi", "10.1/roots")
    assert isinstance(opened.by_identifier(roots), Found)
    real, once = Answering.by_identifier, [True]

    def meanwhile(self: Answering, identifier: Identifier) -> Answer[Entity]:
        answer = real(self, identifier)
        if once:
            once.clear()
            snapshot(place.settings.references, OTHERS)
            publish("tiny", place.url, place.settings)
            assert isinstance(opened.by_identifier(roots), Silent)  # as another thread asks it in between
        return answer

    monkeypatch.setattr(Answering, "by_identifier", meanwhile)
    assert isinstance(opened.by_identifier(roots), Silent), "the answer of the old one is not given for the new one"
    opened.close()


def test_nothing_published_is_unavailable_and_stands_for_every_kind(place: Place) -> None:
    if not place.url:
        pytest.skip("an index file is not published")
    store = SharedStore("nothing", place.url, place.settings)
    answer = store.search(Query(Kind.WORK, "anything at all"))
    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.MISSING
    assert (store.kinds, store.as_of) == (frozenset(Kind), "")
    assert "nothing" in store.warnings[0]
    store.close()


@pytest.mark.parametrize("url", ["postgresql://gate:secret@127.0.0.1:9/none", "opensearch://gate:secret@127.0.0.1:9"])
def test_a_store_that_is_not_there_is_unavailable_then_tried_again(url: str, tmp_path: Path) -> None:
    settings = Settings(cache_folder=str(tmp_path), breaker_seconds=1000)
    store = SharedStore("tiny", url, settings)
    answers = [store.by_identifier(Identifier("doi", "10.1/x")), store.search(Query(Kind.WORK, "any title")), store.facts("x")]
    assert all(isinstance(one, Unavailable) and one.reason is Reason.NETWORK for one in answers), answers
    assert "secret" not in repr(answers) + repr(store.warnings) + without_password(url)
    snapshot(tmp_path / "snapshots", [ROOTS])
    with pytest.raises(SnapshotError, match="network"):
        publish("tiny", url, settings)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (503, Reason.SERVER),
        (401, Reason.REFUSED),
        (429, Reason.RATE_LIMITED),
        ("html", Reason.MALFORMED),
        ("shards", Reason.SERVER),
        ("timed out", Reason.TIMEOUT),
    ],
)
def test_a_half_answer_of_opensearch_is_no_answer(tmp_path: Path, fault: int | str, reason: Reason) -> None:
    settings = Settings(cache_folder=str(tmp_path))
    snapshot(tmp_path / "snapshots", HELD, complete_for=CLAIMS)
    with opensearch() as engine:
        publish("tiny", engine.url, settings)
        store = SharedStore("tiny", engine.url, settings)
        assert store.as_of
        engine.fault = fault
        answer = store.search(Query(Kind.WORK, "Root growth of alpine pines under drought"))
        assert isinstance(answer, Unavailable)
        assert answer.reason is reason
        store.close()


def test_a_store_of_the_settings_is_a_source_also_offline(place: Place) -> None:
    if not place.url:
        pytest.skip("an index file needs no settings")
    manifest = snapshot(place.settings.references, HELD, name="catalogue", complete_for=CLAIMS)
    publish(manifest.name, place.url, place.settings)
    elsewhere = replace(
        place.settings, references_folder=str(manifest.folder), sources=(SourceSettings("catalogue", store=place.url),)
    )
    with open_sources(elsewhere, offline=True, only=["catalogue"]) as sources:
        assert not sources.live
        assert [info.name for info in sources.infos()] == ["catalogue"]
        assert isinstance(sources.all[0].by_identifier(Identifier("doi", "10.1/roots")), Found)


def wrong(text: str) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / "gate.toml").write_text(text)

    return write


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[sources.crossref]\nstore = "postgresql://x/y"', "live source"),
        ('[sources.mine]\nstore = "mysql://x/y"', "must be an address"),
        ('[sources.mine]\nstore = "postgresql://x/y"\nrate = 3', "nothing else"),
        ('[sources.mine]\nstore = "postgresql:///"', "must be an address"),
    ],
)
def test_settings_of_stores_that_cannot_be_meant(tmp_path: Path, text: str, said: str) -> None:
    wrong(text)(tmp_path)
    with pytest.raises(SettingsError, match=said):
        load_settings({}, tmp_path)


def test_an_address_that_is_no_store(tmp_path: Path) -> None:
    settings = Settings(cache_folder=str(tmp_path))
    snapshot(tmp_path / "snapshots", [ROOTS])
    with pytest.raises(UsageError, match="postgresql://"):
        publish("tiny", "https://user:secret@example.org/x", settings)
