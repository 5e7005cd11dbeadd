"""Opening the live services beside the snapshots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gate.errors import SettingsError, UsageError
from gate.model import Found, Identifier, Kind, Query, Reason, Silent, Unavailable
from gate.references import Sources, open_sources
from gate.references.live import LIVE, live_names
from gate.settings import Settings
from gate.source_settings import LIVE_SOURCES
from tests.authorities.crossref import item
from tests.authorities.library import Library, library

EEL = item("10.1234/eel", "Eel larvae in cold currents", "Berg, Nils", year=1998)
DOI = Identifier("doi", "10.1234/eel")
QUERY = Query(Kind.WORK, "Eel larvae in cold currents")
SHIPPED = ["philosophers", "thesaurus", "thesaurus-supplement", "works"]
FOUR = ("crossref", "datacite", "doi", "pubmed")


def names(sources: Sources) -> list[str]:
    return [source.name for source in sources.all]


def only(held: Library, folder: Path, **more: object) -> Sources:
    return open_sources(held.settings(folder), only=FOUR, **more)  # type: ignore[arg-type]


def test_online_the_live_services_come_after_the_snapshots(tmp_path: Path) -> None:
    settings = Settings(cache_folder=str(tmp_path / "cache"))
    with open_sources(settings, offline=False) as sources:
        assert names(sources) == [*SHIPPED, *LIVE]
        assert [i.name for i in sources.infos()] == names(sources)
        assert sources.warnings() == ()
    assert not (tmp_path / "cache").exists(), "nothing was asked"


def test_every_live_source_can_be_set(tmp_path: Path) -> None:
    assert set(LIVE) <= set(LIVE_SOURCES)
    assert live_names(Settings())[: len(LIVE)] == tuple(LIVE)


def test_offline_they_are_there_only_if_there_is_something_to_tell(tmp_path: Path) -> None:
    with library((EEL,)) as held:
        with only(held, tmp_path, offline=True) as sources:
            assert names(sources) == list(FOUR), "whoever is named is there"
        settings = held.settings(tmp_path)
        with open_sources(settings, offline=True) as sources:
            assert names(sources) == SHIPPED
        with only(held, tmp_path, offline=False) as sources:
            assert isinstance(sources.all[0].by_identifier(DOI), Found)
        asked = held.asked
        with open_sources(settings, offline=True) as sources:
            assert names(sources) == [*SHIPPED, *LIVE]
            crossref = sources.get("crossref")
            assert crossref is not None
            assert isinstance(crossref.by_identifier(DOI), Found)
            answer = crossref.by_identifier(Identifier("doi", "10.1234/never-asked"))
            assert isinstance(answer, Silent)
            assert (answer.asked, answer.detail) == (False, "offline: not in the cache")
            assert isinstance(crossref.search(QUERY), Silent)
            assert isinstance(crossref.neighbourhood("https://doi.org/10.1234/eel"), Found | Silent)
        assert held.asked == asked


def test_a_live_source_that_is_left_out_stays_and_does_not_answer(tmp_path: Path) -> None:
    with library((EEL,)) as held, only(held, tmp_path, offline=False, without=["crossref"]) as sources:
        assert names(sources) == list(FOUR)
        lost = sources.all[0]
        assert lost.kinds == {Kind.WORK}
        answer = lost.by_identifier(DOI)
        assert isinstance(answer, Unavailable)
        assert (answer.source, answer.reason) == ("crossref", Reason.MISSING)
        assert held.asked == 0


def test_the_names_of_live_sources_are_known(tmp_path: Path) -> None:
    settings = Settings(cache_folder=str(tmp_path))
    with pytest.raises(UsageError, match=r"no source is called 'crosref'; known: .*works.*crossref"):
        open_sources(settings, offline=False, only=["crosref"])


def test_a_stranger_is_told_once_how_to_do_better(tmp_path: Path) -> None:
    with library((EEL,)) as held:
        with only(held, tmp_path / "stranger", offline=False) as sources:
            assert sources.warnings() == ()
            sources.all[0].by_identifier(DOI)
            (warning,) = sources.warnings()
            assert "GATE_CONTACT" in warning
        settings = replace(held.settings(tmp_path / "known"), contact="librarian@example.org")
        with open_sources(settings, offline=False, only=FOUR) as sources:
            sources.all[0].by_identifier(DOI)
            assert sources.warnings() == ()
        assert held.services["crossref"].asked[-1].query["mailto"] == ["librarian@example.org"]
    with pytest.raises(SettingsError, match="contact"):
        open_sources(Settings(cache_folder=str(tmp_path), contact="nobody"), offline=False)


def test_a_run_is_recorded_and_replayed_offline_or_not(tmp_path: Path) -> None:
    kept = tmp_path / "exchanges"
    with library((EEL,)) as held:
        with only(held, tmp_path / "one", offline=False, record=kept) as sources:
            first = [source.by_identifier(DOI) for source in sources.all]
        settings = held.settings(tmp_path / "two")
    for offline in (True, False):
        with open_sources(settings, offline=offline, only=FOUR, replay=kept) as sources:
            assert [source.by_identifier(DOI) for source in sources.all] == first
    with pytest.raises(UsageError, match="no such folder"):
        open_sources(settings, offline=False, replay=tmp_path / "nowhere")


def test_progress_says_who_is_asked_and_who_stands_down(tmp_path: Path) -> None:
    seen: list[tuple[str, str]] = []
    with library((EEL,)) as held:
        held.services["datacite"].refuse()
        with only(held, tmp_path, offline=False, watch=lambda source, what: seen.append((source, what))) as sources:
            sources.all[0].by_identifier(DOI)
            sources.all[1].by_identifier(Identifier("doi", "10.5281/zenodo.1"))
    assert ("crossref", "asking") in seen
    assert any(source == "datacite" and what.startswith("standing down") for source, what in seen)
