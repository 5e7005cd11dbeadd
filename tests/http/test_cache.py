"""The cache: what is kept and for how long, offline runs, several processes, and files that are not what they should be."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.model import Reason, Unavailable
from gate.references.http import Got, Http, NotHeld, Reply, Table, cache_clear, cache_info
from gate.references.http.cache import FILE
from gate.references.services import service
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities import Authority, Response
from tests.http.clocks import SkippingClock

DAY = 86_400.0


@pytest.fixture
def authority() -> Iterator[Authority]:
    with Authority({"/works/a": {"title": ["Ä"]}}) as it:
        yield it


def get(http: Http, settings: Settings, name: str = "a") -> Got[Table]:
    one = service("crossref", settings)
    return http.get_json(one.at("works", name), service=one)


def test_an_answer_is_asked_for_again_after_its_term(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path, cache_days=30, cache_absent_days=1)
    clock = SkippingClock()
    asked = []
    for days in (0.0, 0.9, 0.2, 28.0, 0.8, 0.3):
        clock.pass_time(days * DAY)
        with Http(settings, clock=clock.clock) as http:
            held, missing = get(http, settings), get(http, settings, "nowhere")
        assert isinstance(held, Reply)
        assert isinstance(missing, NotHeld)
        assert not held.stale
        asked.append((held.from_cache, missing.from_cache))
    assert asked == [(False, False), (True, True), (True, False), (True, False), (True, True), (False, False)]


def test_what_comes_out_is_what_went_in_with_its_own_date(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    clock = SkippingClock()
    with Http(settings, clock=clock.clock) as http:
        first = get(http, settings)
        clock.pass_time(5 * DAY)
        again = get(http, settings)
    assert isinstance(first, Reply)
    assert isinstance(again, Reply)
    assert again.body == first.body == {"title": ["Ä"]}
    assert (again.as_of, again.url, again.from_cache, first.from_cache) == (first.as_of, first.url, True, False)


@pytest.mark.parametrize("shift", [-400 * DAY, 400 * DAY])
def test_a_clock_that_was_set_gives_no_answer_a_longer_life(authority: Authority, tmp_path: Path, shift: float) -> None:
    settings = authority.settings("crossref", tmp_path)
    clock = SkippingClock()
    with Http(settings, clock=clock.clock) as http:
        get(http, settings)
        clock.set_wall(shift)
        again = get(http, settings)
    assert isinstance(again, Reply)
    assert not again.from_cache


def test_neither_contact_nor_key_is_part_of_what_is_kept(authority: Authority, tmp_path: Path) -> None:
    def settings(contact: str, key: str) -> Settings:
        source = SourceSettings("pubmed", authority.url, 1000, api_key=key)
        return Settings(cache_folder=str(tmp_path), sources=(source,), contact=contact)

    for contact, key in (("one@library.example", "KEY-NUMBER-1"), ("two@library.example", "KEY-NUMBER-2")):
        with Http(settings(contact, key)) as http:
            one = service("pubmed", settings(contact, key))
            got = http.get_json(one.at("works", "a"), service=one)
    assert isinstance(got, Reply)
    assert got.from_cache
    kept = b"".join(file.read_bytes() for file in (tmp_path / "live").iterdir())
    assert b"library.example" not in kept
    assert b"KEY-NUMBER" not in kept


def test_what_echoes_the_key_is_cleaned_of_it(authority: Authority, tmp_path: Path) -> None:
    authority.routes["/works/a"] = lambda asked: {"you": asked.query}
    authority.routes["/works/b"] = lambda asked: Response({"api-key": asked.query["api_key"][0]}, 400)
    source = SourceSettings("pubmed", authority.url, 1000, api_key="KEY-NUMBER-1")
    settings = Settings(cache_folder=str(tmp_path), sources=(source,), contact="one@library.example")
    one = service("pubmed", settings)
    with Http(settings) as http:
        got = http.get_json(one.at("works", "a"), service=one)
        wrong = http.get_json(one.at("works", "b"), service=one)
    assert isinstance(got, Reply)
    assert got.body == {"you": {"email": ["[removed]"], "api_key": ["[removed]"]}}
    assert isinstance(wrong, Unavailable)
    assert "KEY-NUMBER" not in wrong.detail


def test_an_offline_run_uses_the_cache_alone_and_marks_what_is_past_its_term(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    clock = SkippingClock()
    with Http(settings, clock=clock.clock) as http:
        first = get(http, settings)
        get(http, settings, "nowhere")
    count = len(authority.asked)
    with Http(settings, offline=True, clock=clock.clock) as http:
        fresh = get(http, settings)
        assert isinstance(get(http, settings, "nowhere"), NotHeld)
        other = get(http, settings, "b")
        clock.pass_time(40 * DAY)
        old = get(http, settings)
        gone = get(http, settings, "nowhere")
        assert http.warnings() == ()
    assert isinstance(first, Reply)
    assert isinstance(fresh, Reply)
    assert isinstance(old, Reply)
    assert (fresh.stale, old.stale) == (False, True)
    assert old.evidence.stale
    assert old.as_of == first.as_of
    assert isinstance(other, Unavailable)
    assert other.reason is Reason.OFFLINE
    assert isinstance(gone, Unavailable)  # that it was not held 40 days ago accuses nobody today
    assert gone.reason is Reason.OFFLINE
    assert len(authority.asked) == count


def test_an_offline_run_without_a_cache_makes_no_file(tmp_path: Path) -> None:
    settings = Settings(cache_folder=str(tmp_path / "none"))
    with Http(settings, offline=True) as http:
        assert isinstance(get(http, settings), Unavailable)
    assert not (tmp_path / "none").exists()


def test_offline_nothing_heavy_is_imported(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    with Http(settings) as http:
        get(http, settings)
    program = f"""
import sys
from gate.references.http import Http
from gate.references.services import service
from gate.references.sparql import Sparql
from gate.settings import Settings
from gate.source_settings import SourceSettings
settings = Settings(cache_folder={str(tmp_path)!r}, sources=(SourceSettings("crossref", {authority.url!r}),))
one = service("crossref", settings)
with Http(settings, offline=True) as http:
    print(type(http.get_json(one.at("works", "a"), service=one)).__name__)
print({{"requests", "urllib3", "tenacity", "SPARQLWrapper", "rdflib", "lxml"}} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split("\n")[:2] == ["Reply", "set()"]


@pytest.mark.parametrize("content", [b"no database at all " * 100, b"", b"SQLite format 3\x00" + b"\x07" * 5000])
def test_a_damaged_file_is_begun_anew_with_a_warning(authority: Authority, tmp_path: Path, content: bytes) -> None:
    settings = authority.settings("crossref", tmp_path, contact="a@b.example")
    (tmp_path / "live").mkdir()
    (tmp_path / "live" / FILE).write_bytes(content)
    with Http(settings) as http:
        assert isinstance(get(http, settings), Reply)
        again = get(http, settings)
        assert isinstance(again, Reply)
        assert again.from_cache
        said = http.warnings()
    assert ["begun anew" in line for line in said] == ([True] if content else [])


def test_a_file_damaged_inside_costs_answers_and_no_run(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path, contact="a@b.example")
    with Http(settings) as http:
        get(http, settings)
    with sqlite3.connect(tmp_path / "live" / FILE) as connection:
        connection.execute("update answers set body = x'00'")
    connection.close()
    with Http(settings) as http:
        got = get(http, settings)
        assert isinstance(got, Reply)
        assert not got.from_cache
        assert any("begun anew" in line for line in http.warnings())


def test_a_kept_answer_that_would_not_pass_today_is_asked_for_again(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    with Http(settings) as http:
        get(http, settings)
        one = service("crossref", settings)
        got = http.get_xml(one.at("works", "a"), service=one, roots=("a",), accept="application/json")
    assert isinstance(got, Unavailable)
    assert got.reason is Reason.MALFORMED
    assert len(authority.asked) == 2


def test_the_cache_can_be_told_of_and_cleared(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    assert cache_info(settings) is None
    assert cache_clear(settings) == 0
    with Http(settings) as http:
        for name in ("a", "nowhere", "elsewhere"):
            get(http, settings, name)
    info = cache_info(settings)
    assert info is not None
    assert info.answers == (("crossref", 3),)
    assert info.absent == 2
    assert info.size > 0
    assert info.oldest <= info.newest
    assert info.file == tmp_path / "live" / FILE
    assert cache_clear(settings) == 3
    after = cache_info(settings)
    assert after is not None
    assert (after.answers, after.oldest) == ((), "")


def test_what_no_run_would_use_any_more_is_dropped(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    clock = SkippingClock()
    with Http(settings, clock=clock.clock) as http:
        get(http, settings)
        get(http, settings, "nowhere")
    clock.pass_time(2 * DAY)
    with Http(settings, clock=clock.clock) as http:
        get(http, settings)
    info = cache_info(settings)
    assert info is not None
    assert (info.answers, info.absent) == ((("crossref", 1),), 0)
    clock.pass_time(400 * DAY)
    with Http(settings, offline=True, clock=clock.clock) as http:
        get(http, settings, "b")
    info = cache_info(settings)
    assert info is not None
    assert info.answers == ()


def test_a_process_that_writes_for_long_holds_up_no_other(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    with Http(settings) as http:
        get(http, settings)
    other = sqlite3.connect(tmp_path / "live" / FILE, isolation_level=None)
    other.execute("begin exclusive")
    try:
        with Http(settings) as http:
            got = get(http, settings)
    finally:
        other.rollback()
        other.close()
    assert isinstance(got, Reply)
    assert cache_info(settings) is not None
