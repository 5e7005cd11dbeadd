"""Recorded exchanges: a run can be had again, to the byte, without the network."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.errors import UsageError
from gate.model import Reason, Unavailable
from gate.references.http import Got, Http, NotHeld, Reply, Service, Table
from gate.references.services import service
from gate.references.sparql import Sparql
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities import PATH, Authority, Response, Route, sparql_authority
from tests.http.clocks import SkippingClock

DOCUMENT = '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'.encode("latin-1")


@pytest.fixture
def authority() -> Iterator[Authority]:
    routes: dict[str, Route] = {
        "/works/a": {"title": ["Ä"]},
        "/works/x": Response(DOCUMENT, content_type="text/xml"),
        "/search": {"q": 1},
    }
    with Authority(routes) as it:
        yield it


def run(http: Http, one: Service) -> list[Got[object]]:
    """A run that meets everything: held, not held, XML that is no UTF-8, a POST, failures, and one question twice."""
    got: list[object] = [
        http.get_json(one.at("works", "a"), service=one),
        http.get_json(one.at("works", "nowhere"), service=one),
        http.get_bytes(one.at("works", "x"), service=one),
        http.post_json(one.at("search"), {"queries": ["ä"]}, service=one),
        http.post_form(one.at("search"), {"q": "ä&b"}, service=one),
        http.get_json(one.at("works", "bad"), service=one),
        http.get_json(one.at("works", "bad"), service=one),
        http.get_json(one.at("works", "bad"), service=one),
        http.get_json(one.at("works", "bad"), service=one),
    ]
    checked: list[Got[object]] = []
    for one_got in got:
        assert isinstance(one_got, Reply | NotHeld | Unavailable)
        checked.append(one_got)
    return checked


def settings_of(authority: Authority, folder: Path) -> Settings:
    return authority.settings("crossref", folder, max_attempts=1, contact="me@library.example")


def record(authority: Authority, tmp_path: Path) -> list[Got[object]]:
    settings = settings_of(authority, tmp_path / "cache")
    authority.routes["/works/bad"] = {"late": True}
    authority.fault("503", route="/works/bad", times=2)
    with Http(settings, record=tmp_path / "kept") as http:
        return run(http, service("crossref", settings))


def without_origin(got: Got[object]) -> object:
    """Everything that a report can show: all but whether the cache was used."""
    if isinstance(got, Reply):
        return got.body, got.url, got.as_of, got.stale
    return (got.status, got.body, got.as_of) if isinstance(got, NotHeld) else got


def test_a_replay_gives_the_same_answers_with_the_same_dates_and_asks_nobody(authority: Authority, tmp_path: Path) -> None:
    first = record(authority, tmp_path)
    assert [type(one).__name__ for one in first] == [
        "Reply",
        "NotHeld",
        "Reply",
        "Reply",
        "Reply",
        "Unavailable",
        "Unavailable",
        "Reply",
        "Reply",
    ]
    authority.refuse()
    settings = settings_of(authority, tmp_path / "other")
    clock = SkippingClock()
    clock.pass_time(1_000_000)
    with Http(settings, replay=tmp_path / "kept", clock=clock.clock) as http:
        again = run(http, service("crossref", settings))
    assert [without_origin(one) for one in again] == [without_origin(one) for one in first]
    assert not (tmp_path / "other").exists()


def test_the_same_run_is_recorded_in_the_same_files(authority: Authority, tmp_path: Path) -> None:
    record(authority, tmp_path / "one")
    record(authority, tmp_path / "two")
    one, two = (sorted(file.name for file in (tmp_path / name / "kept").iterdir()) for name in ("one", "two"))
    assert one == two
    assert len(one) == 6
    assert all(name.startswith("crossref-") and name.endswith(".json") for name in one)


def test_answers_out_of_the_cache_are_recorded_too(authority: Authority, tmp_path: Path) -> None:
    record(authority, tmp_path)
    settings = settings_of(authority, tmp_path / "cache")
    one = service("crossref", settings)
    with Http(settings, offline=True, record=tmp_path / "second") as http:
        kept = http.get_json(one.at("works", "a"), service=one)
    with Http(settings, replay=tmp_path / "second") as http:
        again = http.get_json(one.at("works", "a"), service=one)
    assert isinstance(kept, Reply)
    assert without_origin(again) == without_origin(kept)


def test_a_replay_can_be_recorded_and_replayed(authority: Authority, tmp_path: Path) -> None:
    record(authority, tmp_path)
    settings = settings_of(authority, tmp_path / "cache")
    with Http(settings, replay=tmp_path / "kept", record=tmp_path / "copy") as http:
        run(http, service("crossref", settings))
    for file in (tmp_path / "kept").iterdir():
        assert (tmp_path / "copy" / file.name).read_bytes() == file.read_bytes()


def test_what_was_not_asked_then_is_not_recorded(authority: Authority, tmp_path: Path) -> None:
    record(authority, tmp_path)
    settings = settings_of(authority, tmp_path / "cache")
    one = service("crossref", settings)
    with Http(settings, replay=tmp_path / "kept") as http:
        got: Got[Table] = http.get_json(one.at("works", "new"), service=one)
    assert isinstance(got, Unavailable)
    assert got.reason is Reason.NOT_RECORDED


def test_there_is_no_secret_in_what_is_kept(authority: Authority, tmp_path: Path) -> None:
    authority.routes["/works/a"] = lambda asked: {"you": asked.query, "agent": asked.headers["user-agent"]}
    source = SourceSettings("pubmed", authority.url.replace("//", "//user:PASS-WORD@"), 1000, api_key="KEY-NUMBER-1")
    settings = Settings(cache_folder=str(tmp_path / "cache"), sources=(source,), contact="me@library.example")
    one = service("pubmed", settings)
    with Http(settings, record=tmp_path / "kept") as http:
        assert isinstance(http.get_json(one.at("works", "a"), service=one), Reply)
        authority.refuse()
        assert isinstance(http.get_json(one.at("works", "b"), service=one), Unavailable)
    assert authority.asked[0].headers["authorization"].startswith("Basic ")
    kept = b"".join(file.read_bytes() for file in (tmp_path / "kept").iterdir())
    for secret in (b"KEY-NUMBER", b"library.example", b"PASS-WORD", b"authorization"):
        assert secret not in kept


@pytest.mark.parametrize(
    "damage",
    ["", "{", "[]", "{}", '{"format": "gate-exchange/1"}', '{"format": "gate-exchange/9", "outcomes": []}',
     '{"format": "gate-exchange/1", "outcomes": []}', '{"format": "gate-exchange/1", "outcomes": [{"times": 1}]}',
     '{"format": "gate-exchange/1", "outcomes": [{"times": 1, "unavailable": {"reason": "whim", "detail": ""}}]}',
     '{"format": "gate-exchange/1", "outcomes": [{"times": 1, "answer": {"status": "200"}}]}'],
)  # fmt: skip
def test_a_damaged_exchange_is_no_answer(authority: Authority, tmp_path: Path, damage: str) -> None:
    record(authority, tmp_path)
    for file in (tmp_path / "kept").iterdir():
        file.write_text(damage, encoding="utf-8")
    settings = settings_of(authority, tmp_path / "cache")
    with Http(settings, replay=tmp_path / "kept") as http:
        got = run(http, service("crossref", settings))
    assert {one.reason for one in got if isinstance(one, Unavailable)} == {Reason.DAMAGED}
    assert len([one for one in got if isinstance(one, Unavailable)]) == len(got)


def test_folders_that_cannot_be_used_are_bad_calls(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = Settings(cache_folder=str(tmp_path))
    with pytest.raises(UsageError, match="no such folder"):
        Http(settings, replay=tmp_path / "none")
    with pytest.raises(UsageError, match="cannot record there"):
        Http(settings, record=tmp_path / "file")


def test_sparql_is_recorded_as_well(tmp_path: Path) -> None:
    with sparql_authority('<https://example.org/a> <https://example.org/p> "A"@en .') as endpoint:
        settings = endpoint.settings("dbpedia", tmp_path / "cache", path=PATH)
        one = service("dbpedia", settings)
        question = ("select ?l where { ?s ?p ?l }", {"l": "literal"})
        with Http(settings, record=tmp_path / "kept") as http:
            first = Sparql(http, one).select(*question)
    with Http(settings, replay=tmp_path / "kept") as http:
        again = Sparql(http, one).select(*question)
    assert isinstance(first, Reply)
    assert again == first


def test_a_replay_needs_no_network_library(authority: Authority, tmp_path: Path) -> None:
    record(authority, tmp_path)
    program = f"""
import sys
from pathlib import Path
from gate.references.http import Http
from gate.references.services import service
from gate.settings import Settings
from gate.source_settings import SourceSettings
settings = Settings(sources=(SourceSettings("crossref", {authority.url!r}),))
one = service("crossref", settings)
with Http(settings, replay=Path({str(tmp_path / "kept")!r})) as http:
    print(type(http.get_json(one.at("works", "a"), service=one)).__name__, "requests" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["Reply", "False"]


def test_an_exchange_can_be_read_by_a_person(authority: Authority, tmp_path: Path) -> None:
    record(authority, tmp_path)
    kept = [json.loads(file.read_text(encoding="utf-8")) for file in (tmp_path / "kept").iterdir()]
    (bad,) = [one for one in kept if one["request"]["url"].endswith("/bad")]
    assert bad["format"] == "gate-exchange/1"
    assert [one["times"] for one in bad["outcomes"]] == [2, 2]
    assert bad["outcomes"][0]["unavailable"] == {"reason": "server error", "detail": "status 503"}
    (xml,) = [one for one in kept if one["request"]["url"].endswith("/x")]
    assert xml["outcomes"][0]["answer"]["encoding"] == "base64"
