"""gate doctor: what it looks at, what it makes of it, and what it never does."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from gate import doctor
from gate.doctor import Check, State, examine, worst
from gate.references.local import import_snapshot
from gate.settings import Settings
from gate.source_settings import LIVE_SOURCES, SourceSettings
from tests.authorities import MISBEHAVIOURS, PATH, Authority, sparql_authority
from tests.cli.run import gate

KEY = "s3cret-key-of-ours"


def _below(name: str, service: Authority) -> str:
    """Where below a service the address of its source is: an endpoint, but for Getty's, who has records beside it."""
    return PATH if PATH in service.routes and name != "getty" else ""


@pytest.fixture(scope="module")
def services() -> Iterator[dict[str, Authority]]:
    """Every built-in service, as far as it is asked here."""
    answers: dict[str, dict[str, object]] = {
        "crossref": {"/works/*": {"status": "ok", "message-type": "work", "message": {}}},
        "datacite": {"/dois/*": {"data": {}}},
        "doi": {"/api/handles/*": {"responseCode": 1}},
        "gnd": {"/search": {"member": []}},
        "isni": {"/": "<searchRetrieveResponse><numberOfRecords>0</numberOfRecords></searchRetrieveResponse>"},
        "orcid": {"/*": {"name": None}},
        "viaf": {"/*": {"viafID": "102333412"}},
        "fast": {"/fastsuggest": {"response": {"docs": []}}},
        "mesh": {"/lookup/descriptor": []},
        "locgov": {"/authorities/*": {"hits": []}},
        "openalex": {"/works/*": {"id": "https://openalex.org/W1"}},
        "pubmed": {"/esearch.fcgi": "<eSearchResult><Count>1</Count><IdList><Id>1</Id></IdList></eSearchResult>"},
        "wikidata": {"/w/api.php": {"entities": {"Q5": {"id": "Q5", "labels": {"en": {"language": "en", "value": "human"}}}}}},
    }
    with ExitStack() as stack:
        found = {name: stack.enter_context(Authority(routes)) for name, routes in answers.items()}  # type: ignore[arg-type]
        for name in ("dbpedia", "getty", "wikidata_scholarly", "wikidata_sparql"):
            found[name] = stack.enter_context(sparql_authority("<http://a.example/s> <http://a.example/p> 1 ."))
        yield found


@pytest.fixture
def settings(services: dict[str, Authority], tmp_path: Path) -> Iterator[Settings]:
    assert set(services) == set(LIVE_SOURCES)
    sources = tuple(SourceSettings(name, one.url + _below(name, one), 1000.0, 8, KEY) for name, one in services.items())
    yield Settings(
        cache_folder=str(tmp_path / "cache"), queue_url=f"sqlite:///{tmp_path}/queue.db", contact="a@b.example", sources=sources
    )
    for one in services.values():
        one.recover()
        one.asked.clear()


def of(checks: tuple[Check, ...], section: str) -> dict[str, Check]:
    return {check.name: check for check in checks if check.section == section}


def test_all_well(services: dict[str, Authority], settings: Settings) -> None:
    checks = examine(settings)
    assert worst(checks) is State.WELL, [check for check in checks if check.state in (State.ATTENTION, State.UNREACHABLE)]
    sources = of(checks, "sources")
    assert set(sources) == set(LIVE_SOURCES)
    for name, check in sources.items():
        assert len(services[name].asked) == 1, "one cheap request each"
        assert check.state is State.WELL
        assert isinstance(check.figures["milliseconds"], int)
        assert check.figures["key"] is True
    assert KEY not in repr(checks)
    assert {check.section for check in checks} >= {"settings", "sources", "cache", "snapshots", "rules", "queue", "versions"}
    assert of(checks, "versions")["lxml"].state is State.WELL


def test_a_second_look_asks_again(services: dict[str, Authority], settings: Settings) -> None:
    examine(settings)
    checks = examine(settings)
    assert all(len(one.asked) == 2 for one in services.values())
    assert of(checks, "cache")["answers"].figures["answers"] == 0  # and nothing of it was kept


def test_offline_sends_nothing(services: dict[str, Authority], settings: Settings) -> None:
    checks = examine(settings, offline=True)
    assert sum(len(one.asked) for one in services.values()) == 0
    assert {check.state for check in of(checks, "sources").values()} == {State.NOT_ASKED}
    assert worst(checks) is State.WELL


@pytest.mark.parametrize("fault", ["503", "429_3600", "401", "html", "hang", "login", "truncated"])
def test_a_service_that_does_not_answer_is_unreachable_with_the_reason(
    services: dict[str, Authority], settings: Settings, fault: str
) -> None:
    services["crossref"].fault(fault)
    began = time.monotonic()
    checks = examine(replace(settings, timeout_seconds=1))
    assert time.monotonic() - began < 6
    found = of(checks, "sources")
    assert found["crossref"].state is State.UNREACHABLE
    assert str(MISBEHAVIOURS[fault].reason) in found["crossref"].words
    assert [name for name, check in found.items() if check.state is State.UNREACHABLE] == ["crossref"]
    assert worst(checks) is State.UNREACHABLE


def test_a_dead_network_is_found_in_seconds(tmp_path: Path) -> None:
    dead = tuple(SourceSettings(name, "http://127.0.0.1:9/") for name in LIVE_SOURCES)
    began = time.monotonic()
    checks = examine(Settings(cache_folder=str(tmp_path), queue_url=f"sqlite:///{tmp_path}/q.db", sources=dead))
    assert time.monotonic() - began < 6
    assert {check.state for check in of(checks, "sources").values()} == {State.UNREACHABLE}


def test_a_service_of_ones_own_is_asked_too(services: dict[str, Authority], settings: Settings) -> None:
    with Authority({"/": {"versions": ["0.2"], "name": "Ours"}}) as ours:
        own = SourceSettings("ours", ours.url + "/", protocol="reconciliation")
        checks = examine(replace(settings, sources=(*settings.sources, own)))
    assert of(checks, "sources")["ours"].state is State.WELL


def test_without_contact_there_is_a_note_and_no_alarm(settings: Settings) -> None:
    checks = examine(replace(settings, contact=""), offline=True)
    assert of(checks, "settings")["contact"].state is State.NOTE
    assert worst(checks) is State.WELL


def test_a_contact_that_is_none_needs_attention_and_nothing_is_sent(services: dict[str, Authority], settings: Settings) -> None:
    checks = examine(replace(settings, contact="nobody"))
    assert of(checks, "settings")["contact"].state is State.ATTENTION
    assert sum(len(one.asked) for one in services.values()) == 0


def test_snapshots_tell_age_and_index(settings: Settings, tmp_path: Path) -> None:
    table = tmp_path / "own.csv"
    table.write_text("title,doi\nOn small books,10.1234/a\n")
    import_snapshot([table], settings, name="old", retrieved="2001-01-01")
    import_snapshot([table], settings, name="damaged")
    next((settings.references / "damaged").glob("*.gz")).write_bytes(b"other")
    found = of(examine(settings, offline=True), "snapshots")
    assert found["works"].state is State.WELL
    assert found["works"].figures["indexed"] is False
    assert found["old"].state is State.ATTENTION
    assert "older than 730 days" in found["old"].words
    assert found["damaged"].state is State.ATTENTION
    assert list((settings.cache / "indexes").glob("*.sqlite")) == []  # nothing was built


def test_an_index_that_is_there_is_seen(settings: Settings) -> None:
    from gate.model import Identifier
    from gate.references import open_sources

    with open_sources(settings, only=["thesaurus-supplement"]) as sources:
        sources.all[0].by_identifier(Identifier("doi", "10.1/x"))
    assert of(examine(settings, offline=True), "snapshots")["thesaurus-supplement"].figures["indexed"] is True


def test_rules_that_cannot_be_used_need_attention(settings: Settings, tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    rules.write_text('extends = "default"\nno_such_key = 1\n')
    found = of(examine(replace(settings, rules=str(rules)), offline=True), "rules")
    assert found[str(rules)].state is State.ATTENTION
    assert "no_such_key" in found[str(rules)].words
    assert found["default"].state is State.WELL


def test_the_queue_is_not_made_only_looked_at(settings: Settings, tmp_path: Path) -> None:
    from gate.queue import open_queue

    file = tmp_path / "queue.db"
    assert "is made at first use" in of(examine(settings, offline=True), "queue")["database"].words
    assert not file.exists()
    open_queue(settings).close()
    assert "schema 1" in of(examine(settings, offline=True), "queue")["database"].words
    file.write_bytes(b"this is no database, and long enough to be seen as none" * 100)
    for beside in tmp_path.glob("queue.db-*"):
        beside.unlink()
    assert of(examine(settings, offline=True), "queue")["database"].state is State.ATTENTION


def test_a_library_that_is_not_installed_needs_attention(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    needed = [
        "lxml>=6.0",
        "no-such-library>=1",
        'openpyxl>=3.1; extra == "xlsx"',
        "no-such-model; extra == 'models'",
        "x; extra == 'dev'",
    ]
    monkeypatch.setattr(doctor, "_requirements", lambda: needed)
    checks = examine(settings, offline=True)
    found = of(checks, "versions")
    assert (found["lxml"].state, found["no-such-library"].state) == (State.WELL, State.ATTENTION)
    assert {name: check.state for name, check in of(checks, "extras").items()} == {"models": State.NOTE, "xlsx": State.WELL}
    assert "pip install 'catalog-gate[models]'" in of(checks, "extras")["models"].words
    assert worst(checks) is State.ATTENTION


def environment(monkeypatch: pytest.MonkeyPatch, services: dict[str, Authority], folder: Path) -> None:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(folder))
    monkeypatch.setenv("GATE_QUEUE_URL", f"sqlite:///{folder}/queue.db")
    monkeypatch.setenv("GATE_PUBMED_API_KEY", KEY)
    for name, one in services.items():
        monkeypatch.setenv(f"GATE_{name.upper()}_URL", one.url + _below(name, one))


def test_the_command_ends_with_0_1_or_3(
    capsys: pytest.CaptureFixture[str],
    services: dict[str, Authority],
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environment(monkeypatch, services, tmp_path)
    ran = gate(capsys, "doctor")
    assert (ran.code, ran.err) == (0, "")
    assert KEY not in ran.out
    assert "key set" in ran.out
    services["doi"].refuse()
    down = gate(capsys, "doctor", "--format", "json")
    told = json.loads(down.out)
    assert (down.code, told["schema"], told["state"]) == (3, "gate-doctor/1", "unreachable")
    assert [c["name"] for c in told["checks"] if c["state"] == "unreachable"] == ["doi"]
    assert KEY not in down.out
    monkeypatch.setenv("GATE_RULES", "no-such-rules")
    assert gate(capsys, "doctor", "--offline").code == 1
    assert gate(capsys, "doctor", "--format", "html").code == 2
