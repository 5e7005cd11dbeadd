"""Settings of live sources: tables and variables, strict about whatever cannot be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate.errors import SettingsError, UsageError
from gate.settings import Settings, load_settings
from gate.source_settings import SourceSettings


def loaded(tmp_path: Path, toml: str = "", **env: str) -> Settings:
    (tmp_path / "gate.toml").write_text(toml, encoding="utf-8")
    return load_settings(env, tmp_path)


def test_a_table_sets_what_it_names_and_leaves_the_rest(tmp_path: Path) -> None:
    settings = loaded(
        tmp_path, '[sources.crossref]\nurl = "https://mirror.example/cr"\nrate = 2.5\n[sources.doi]\nconcurrency = 2\n'
    )
    assert settings.source("crossref") == SourceSettings("crossref", "https://mirror.example/cr", 2.5)
    assert settings.source("doi") == SourceSettings("doi", concurrency=2)
    assert settings.source("pubmed") == SourceSettings("pubmed")


def test_the_environment_beats_the_file(tmp_path: Path) -> None:
    settings = loaded(
        tmp_path,
        '[sources.pubmed]\nurl = "https://a.example"\nrate = 3\n'
        '[sources.lobid-gnd]\nurl = "https://b.example/"\nprotocol = "reconciliation"\n',
        GATE_PUBMED_URL="http://127.0.0.1:8080",
        GATE_PUBMED_API_KEY="k",
        GATE_WIKIDATA_SPARQL_URL="http://127.0.0.1/sparql",
        GATE_LOBID_GND_RATE="0.5",
        GATE_CONTACT="a@b.example",
    )
    assert settings.source("pubmed") == SourceSettings("pubmed", "http://127.0.0.1:8080", 3, api_key="k")
    assert settings.source("wikidata_sparql").url == "http://127.0.0.1/sparql"
    assert settings.source("lobid-gnd") == SourceSettings("lobid-gnd", "https://b.example/", 0.5, protocol="reconciliation")
    assert settings.contact == "a@b.example"


def test_a_key_is_never_shown() -> None:
    assert "hidden" not in repr(Settings(sources=(SourceSettings("pubmed", api_key="hidden"),)))


@pytest.mark.parametrize(
    ("toml", "env", "said"),
    [
        ("sources = 3", {}, "must be a table"),
        ("[sources]\ncrossref = 1", {}, "[sources.crossref] must be a table"),
        ("[sources.crosref]\nrate = 1", {}, "no live source has this name"),
        ('[sources.crossref]\nULR = "x"', {}, "unknown key 'ULR'"),
        ("[sources.crossref]\nurl = 1", {}, "url must be str, not int"),
        ('[sources.crossref]\nurl = "ftp://x.example"', {}, "must be an address"),
        ('[sources.crossref]\nurl = "https://"', {}, "must be an address"),
        ('[sources.crossref]\nurl = "https://x.example:99999"', {}, "must be an address"),
        ('[sources.crossref]\nurl = "https://x.example/a b"', {}, "must be an address"),
        ('[sources.crossref]\nurl = "https://x.example/#a"', {}, "must be an address"),
        ("[sources.crossref]\nrate = true", {}, "rate must be int or float, not bool"),
        ("[sources.crossref]\nrate = 0", {}, "rate must be above 0"),
        ("[sources.crossref]\nrate = nan", {}, "rate must be above 0"),
        ("[sources.crossref]\nconcurrency = 1.5", {}, "concurrency must be int, not float"),
        ('[sources.crossref]\nprotocol = "reconciliation"', {}, "protocol of a built-in source is fixed"),
        ('[sources.crossref]\nkinds = "work"', {}, "kinds of a built-in source are fixed"),
        (
            '[sources.own]\nprotocol = "reconciliation"\nurl = "https://x.example"\nkinds = "agent place"',
            {},
            "'place' is not known; known: agent, concept, work",
        ),
        ('[sources.own]\nurl = "https://x.example"', {}, "no live source has this name"),
        ('[sources.own]\nprotocol = "reconciliation"', {}, "must be an address"),
        ('[sources.own]\nprotocol = "z3950"\nurl = "https://x.example"', {}, "protocol 'z3950' is not known"),
        ("", {"GATE_CROSSREF_URL": "localhost"}, "environment: crossref: url must be an address"),
        ("", {"GATE_CROSSREF_RATE": "fast"}, "GATE_CROSSREF_RATE: 'fast' is not a number"),
        ("", {"GATE_CROSSREF_CONCURRENCY": "-1"}, "concurrency must be above 0"),
        ("", {"GATE_CROSREF_URL": "https://x.example"}, "unknown setting 'crosref_url'"),
        ("", {"GATE_SOURCES": "crossref"}, "unknown setting 'sources'"),
        ("deadline_seconds = 0", {}, "deadline_seconds must be at least 1"),
        ('[sources.gnd]\nenabled = "no"', {}, "enabled must be bool, not str"),
        ("[sources.gnd]\nenabled = 0", {}, "enabled must be bool, not int"),
        ("[sources.wikidata_sparql]\nenabled = false", {}, "a part of wikidata"),
        ("", {"GATE_GND_ENABLED": "no"}, "GATE_GND_ENABLED: 'no' is neither true nor false"),
    ],
)
def test_what_cannot_be_meant_is_an_error(tmp_path: Path, toml: str, env: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsError) as error:
        loaded(tmp_path, toml, **env)
    assert said in str(error.value)


def test_a_source_is_switched_by_file_environment_and_call_the_later_one_counting(tmp_path: Path) -> None:
    assert loaded(tmp_path).source("gnd").enabled
    off = "[sources.gnd]\nenabled = false\nrate = 3\n"
    assert loaded(tmp_path, off).source("gnd") == SourceSettings("gnd", rate=3, enabled=False)
    assert loaded(tmp_path, off, GATE_GND_ENABLED="true").source("gnd") == SourceSettings("gnd", rate=3)
    assert not loaded(tmp_path, "", GATE_GND_ENABLED="0").source("gnd").enabled
    called = loaded(tmp_path, off).with_sources(off=["viaf"], on=["gnd"])
    assert (called.source("gnd").enabled, called.source("gnd").rate, called.source("viaf").enabled) == (True, 3, False)
    assert called.with_sources(on=["viaf"]).source("viaf") == SourceSettings("viaf")
    assert called.with_sources() is called


@pytest.mark.parametrize(
    ("off", "on", "said"),
    [
        (["nobody"], [], "no live source is called 'nobody'; known: crossref, "),
        ([], ["works"], "no live source is called 'works'"),
        (["gnd"], ["gnd"], "gnd cannot be both on and off"),
        (["wikidata_scholarly"], [], "a part of wikidata"),
    ],
)
def test_only_live_sources_are_switched(off: list[str], on: list[str], said: str) -> None:
    with pytest.raises(UsageError) as error:
        Settings().with_sources(off, on)
    assert said in str(error.value)


def test_a_service_of_ones_own_is_switched_too(tmp_path: Path) -> None:
    own = '[sources.k10]\nprotocol = "sru"\ncatalogue = "k10plus"\n'
    assert not loaded(tmp_path, own).with_sources(off=["k10"]).source("k10").enabled
    assert not loaded(tmp_path, own, GATE_K10_ENABLED="false").source("k10").enabled
