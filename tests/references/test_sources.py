"""Opening sources: which there are, in which order, and what happens to one that is lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gate.errors import SnapshotError, UsageError
from gate.locations import data_folder
from gate.model import Found, Identifier, Kind, Query, Reason, Role, Unavailable
from gate.references import Source, Sources, open_sources
from gate.references.local import (
    LocalSnapshot,
    UnavailableSnapshot,
    info,
    list_snapshots,
    remove,
    verify,
)
from gate.references.local import catalogue as catalogue_module
from gate.references.local.manifest import MANIFEST_FILE
from gate.settings import Settings
from tests.references.snapshots import snapshot, work

SHIPPED = ["philosophers", "thesaurus", "thesaurus-supplement", "works"]
OWN = work("10.1000/own", "A work of our own library", "Own, A.")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "own"))


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped snapshots that a test may spoil."""
    copy = tmp_path / "shipped"
    for name in SHIPPED:
        shutil.copytree(data_folder("reference_graphs") / name, copy / name)
    monkeypatch.setattr(catalogue_module, "data_folder", lambda _: copy)
    return copy


def names(sources: Sources) -> list[str]:
    return [source.name for source in sources.all]


def test_shipped_snapshots_then_the_users_own(settings: Settings) -> None:
    snapshot(settings.references, [OWN], name="our-books")
    snapshot(settings.references, [OWN], name="an-oracle", role=Role.ORACLE)
    with open_sources(settings) as sources:
        assert names(sources) == [*SHIPPED, "an-oracle", "our-books"]
        assert all(isinstance(source, Source) for source in sources.all)
        assert [s.name for s in sources.references(Kind.WORK)] == ["works", "our-books"]
        assert [s.name for s in sources.oracles(Kind.WORK)] == ["an-oracle"]
        assert [s.name for s in sources.for_kind(Kind.WORK)] == ["works", "our-books", "an-oracle"]
        assert [s.name for s in sources.for_kind(Kind.CONCEPT)] == ["thesaurus", "thesaurus-supplement"]
        assert [(i.name, i.role) for i in sources.infos()][3:5] == [("works", "reference"), ("an-oracle", "oracle")]
        assert all(len(i.sha256) == 64 and i.as_of for i in sources.infos())
        assert sources.warnings() == ()
        own = sources.get("our-books")
        assert own is not None
        assert isinstance(own.by_identifier(Identifier("doi", "10.1000/own")), Found)
        assert sources.get("none") is None
        assert len(sources) == 6


def test_opening_reads_only_manifests(settings: Settings) -> None:
    with open_sources(settings):
        assert not settings.cache.exists()


def test_only_and_without(settings: Settings) -> None:
    assert names(open_sources(settings, only=["works", "thesaurus"])) == ["thesaurus", "works"]
    sources = open_sources(settings, without=["works"])
    assert names(sources) == SHIPPED
    lost = sources.get("works")
    assert isinstance(lost, UnavailableSnapshot)
    assert lost.kinds == {Kind.WORK}
    answer = lost.by_identifier(Identifier("doi", "10.1/x"))
    assert isinstance(answer, Unavailable)
    assert (answer.source, answer.reason) == ("works", Reason.MISSING)
    with pytest.raises(UsageError, match="no source is called 'wroks'"):
        open_sources(settings, without=["wroks"])
    with pytest.raises(UsageError, match="known: philosophers"):
        open_sources(settings, only=["wroks"])


@pytest.mark.parametrize("lost", SHIPPED)
def test_a_shipped_snapshot_that_is_gone_stays_in_the_list(settings: Settings, shipped: Path, lost: str) -> None:
    before = {s.name: (s.kinds, s.role) for s in open_sources(settings).all}
    shutil.rmtree(shipped / lost)
    with open_sources(settings) as sources:
        assert names(sources) == SHIPPED
        source = sources.get(lost)
        assert source is not None
        assert (source.kinds, source.role) == before[lost]
        assert_unavailable(source, Reason.MISSING)
        assert any(lost in warning for warning in sources.warnings())


@pytest.mark.parametrize("lost", SHIPPED)
def test_a_shipped_snapshot_with_a_broken_manifest_is_damaged(settings: Settings, shipped: Path, lost: str) -> None:
    (shipped / lost / MANIFEST_FILE).write_text("name = ")
    with open_sources(settings) as sources:
        source = sources.get(lost)
        assert source is not None
        assert_unavailable(source, Reason.DAMAGED)


def test_shipped_data_that_was_changed_is_damaged_and_that_is_gone_missing(settings: Settings, shipped: Path) -> None:
    data = next((shipped / "thesaurus").glob("*.nt.gz"))
    data.write_bytes(data.read_bytes()[:-100])
    next((shipped / "thesaurus-supplement").glob("*.nt.gz")).unlink()
    with open_sources(settings) as sources:
        for name, reason in (("thesaurus", Reason.DAMAGED), ("thesaurus-supplement", Reason.MISSING)):
            source = sources.get(name)
            assert source is not None
            assert_unavailable(source, reason)


def test_all_of_the_shipped_folder_gone(settings: Settings, shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gate.errors import GateError

    def gone(_: str) -> Path:
        raise GateError("the installation is incomplete")

    monkeypatch.setattr(catalogue_module, "data_folder", gone)
    with open_sources(settings) as sources:
        assert names(sources) == SHIPPED
        for source in sources.all:
            assert_unavailable(source, Reason.MISSING)


def assert_unavailable(source: Source, reason: Reason) -> None:
    answers = [
        source.by_identifier(Identifier("doi", "10.1038/171737a0")),
        source.search(Query(next(iter(source.kinds)), "Anything at all", ("Anyone",))),
        source.neighbourhood("http://www.wikidata.org/entity/Q9358"),
    ]
    assert isinstance(source, LocalSnapshot | UnavailableSnapshot)
    answers.append(source.facts("http://www.wikidata.org/entity/Q9358"))
    for answer in answers:
        assert isinstance(answer, Unavailable)
        assert answer.source == source.name
        assert answer.reason is reason
        assert answer.detail


def test_a_broken_snapshot_of_the_users_own_stands_for_every_kind(settings: Settings) -> None:
    (settings.references / "broken").mkdir(parents=True)
    (settings.references / "broken" / MANIFEST_FILE).write_text("nonsense = 1")
    (settings.references / "empty").mkdir()
    (settings.references / ".hidden").mkdir()
    with open_sources(settings) as sources:
        assert names(sources) == [*SHIPPED, "broken", "empty"]
        for name, reason in (("broken", Reason.DAMAGED), ("empty", Reason.MISSING)):
            source = sources.get(name)
            assert source is not None
            assert source.kinds == frozenset(Kind)
            assert_unavailable(source, reason)


def test_a_users_snapshot_cannot_take_the_place_of_a_shipped_one(settings: Settings) -> None:
    snapshot(settings.references, [OWN], name="works")
    with open_sources(settings) as sources:
        assert names(sources) == [*SHIPPED, "works-own"]
        assert isinstance(sources.get("works-own"), UnavailableSnapshot)


def test_a_snapshot_under_another_name_than_its_folder_is_damaged(settings: Settings) -> None:
    made = snapshot(settings.references, [OWN], name="our-books")
    made.folder.rename(settings.references / "their-books")
    (listed,) = (one for one in list_snapshots(settings) if not one.shipped)
    assert listed.name == "their-books"
    assert "must be the folder's name" in listed.fault


def test_two_sources_of_one_name_are_refused(settings: Settings) -> None:
    one = UnavailableSnapshot("twin", Reason.MISSING, "not there")
    with pytest.raises(UsageError, match="twin"):
        Sources([one, one])


def test_info_verify_and_remove(settings: Settings) -> None:
    made = snapshot(settings.references, [OWN], name="our-books")
    assert info("our-books", settings) == made
    assert info("works", settings).role is Role.REFERENCE
    assert verify("our-books", settings).sound
    with pytest.raises(UsageError, match="no snapshot is called 'none'"):
        info("none", settings)
    data = made.paths[0]
    data.write_bytes(data.read_bytes()[:-4])
    found = verify("our-books", settings)
    assert not found.sound
    assert any("SHA-256" in fault for fault in found.faults)
    data.unlink()
    assert any("No such file" in fault for fault in verify("our-books", settings).faults)
    assert remove("our-books", settings) == made.folder
    assert not made.folder.exists()
    with pytest.raises(UsageError, match="comes with the package"):
        remove("works", settings)


def test_verify_counts_anew(settings: Settings) -> None:
    made = snapshot(settings.references, [OWN], name="our-books")
    manifest = made.folder / MANIFEST_FILE
    manifest.write_text(manifest.read_text().replace('"entities" = 1', '"entities" = 2'))
    assert verify("our-books", settings).faults == ("entities counted: 1, the manifest says 2",)


def test_info_of_a_broken_one_is_an_error_that_says_why(settings: Settings) -> None:
    (settings.references / "broken").mkdir(parents=True)
    (settings.references / "broken" / MANIFEST_FILE).write_text("nonsense = 1")
    with pytest.raises(SnapshotError, match="nonsense: unknown key"):
        info("broken", settings)


def test_remove_takes_the_index_along(settings: Settings) -> None:
    snapshot(settings.references, [OWN], name="our-books")
    with open_sources(settings, only=["our-books"]) as sources:
        assert isinstance(sources.all[0].by_identifier(Identifier("doi", "10.1000/own")), Found)
    assert list((settings.cache / "indexes").glob("*.sqlite"))
    remove("our-books", settings)
    assert not list((settings.cache / "indexes").glob("*.sqlite"))
