"""Manners: who asks, how often, how many at a time, and when to wait."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gate.errors import SettingsError
from gate.model import Reason, Unavailable
from gate.references.http import Http, Limit, Reply
from gate.references.http.pace import Pace
from gate.references.services import service
from gate.settings import Settings
from gate.source_settings import LIVE_SOURCES, SourceSettings
from tests.authorities import Authority, Response
from tests.http.clocks import SkippingClock
from tests.http.worker import PROGRAM

pytestmark = pytest.mark.alone  # it measures time

WORK = {"message": {"title": ["A"]}}


@pytest.fixture
def authority() -> Iterator[Authority]:
    with Authority({"/works*": WORK}) as it:
        yield it


def get(http: Http, settings: Settings, name: str = "a", source: str = "crossref") -> object:
    one = service(source, settings)
    return http.get_json(one.at("works", name), service=one)


def reason(got: object) -> Reason | None:
    return got.reason if isinstance(got, Unavailable) else None


# --- who asks


def test_with_a_contact_the_service_is_told_whom_to_write_to(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path, contact="me@library.example")
    with Http(settings) as http:
        got = get(http, settings)
        assert http.warnings() == ()
    (asked,) = authority.asked
    assert asked.query == {"mailto": ["me@library.example"]}
    assert asked.headers["user-agent"].startswith("catalog-gate/")
    assert "mailto:me@library.example" in asked.headers["user-agent"]
    assert isinstance(got, Reply)
    assert "library.example" not in got.url


def test_without_a_contact_it_asks_under_its_own_name_and_says_once_how_to_do_better(
    authority: Authority, tmp_path: Path
) -> None:
    settings = authority.settings("crossref", tmp_path)
    with Http(settings) as http:
        assert http.warnings() == ()
        get(http, settings)
        get(http, settings, "b")
        (hint,) = http.warnings()
    assert "GATE_CONTACT" in hint
    assert authority.asked[0].query == {}
    assert authority.asked[0].headers["user-agent"].startswith("catalog-gate/")


@pytest.mark.parametrize("contact", ["a@b.example\r\nX-Evil: 1", "no address", "@", "a@", "ü@b.example"])
def test_a_contact_that_is_no_address_is_an_error(contact: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="contact"):
        Http(Settings(cache_folder=str(tmp_path), contact=contact))


def test_a_key_goes_where_the_service_wants_it_and_nowhere_else(authority: Authority, tmp_path: Path) -> None:
    sources = tuple(SourceSettings(name, authority.url, 1000, api_key="SECRET-KEY-1") for name in ("pubmed", "crossref"))
    settings = Settings(cache_folder=str(tmp_path), sources=sources, contact="me@library.example")
    with Http(settings) as http:
        for source in ("pubmed", "crossref"):
            got = get(http, settings, source=source)
            assert isinstance(got, Reply)
            assert "SECRET" not in repr(got)
    pubmed, crossref = authority.asked
    assert pubmed.query == {"email": ["me@library.example"], "api_key": ["SECRET-KEY-1"]}
    assert crossref.query == {"mailto": ["me@library.example"]}
    assert crossref.headers["crossref-plus-api-token"] == "Bearer SECRET-KEY-1"
    assert "SECRET" not in repr(service("pubmed", settings))


def test_every_live_source_has_a_service_and_a_stranger_is_never_faster_than_a_known_caller() -> None:
    known = Settings(contact="a@b.example", sources=(SourceSettings("pubmed", api_key="k"),))
    for name in LIVE_SOURCES:
        slow, fast = service(name, Settings()).limit, service(name, known).limit
        assert slow.requests / slow.seconds <= fast.requests / fast.seconds
        assert slow.concurrency <= fast.concurrency
        assert service(name, Settings()).url.startswith("https://")
    assert service("pubmed", Settings(contact="a@b.example")).limit.requests == 3  # only a key makes it faster there
    assert service("pubmed", known).limit.requests == 10


# --- how often


def test_a_rate_may_be_a_fraction() -> None:
    assert Limit.of_rate(20, 4) == Limit(20, 1.0, 4)
    assert Limit.of_rate(2.5, 4) == Limit(2, 0.8, 4)
    assert Limit.of_rate(0.25, 1) == Limit(1, 4.0, 1)


def limited(authority: Authority, folder: Path, rate: float, concurrency: int = 32) -> Settings:
    source = SourceSettings("crossref", authority.url, rate, concurrency)
    return Settings(cache_folder=str(folder), sources=(source,), deadline_seconds=120)


def test_eight_threads_never_ask_more_often_than_allowed(authority: Authority, tmp_path: Path) -> None:
    settings = limited(authority, tmp_path, rate=20)
    with Http(settings) as http, ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda n: get(http, settings, str(n)), range(60)))
    assert all(isinstance(one, Reply) for one in got)
    assert len(authority.asked) == 60
    assert authority.most_in(1.0) <= 20
    times = sorted(one.at for one in authority.asked)
    assert times[-1] - times[0] < 5.0  # and it does use what it may


def test_no_more_at_a_time_than_allowed(authority: Authority, tmp_path: Path) -> None:
    authority.delay = 0.03
    settings = limited(authority, tmp_path, rate=1000, concurrency=3)
    with Http(settings) as http, ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: get(http, settings, str(n)), range(24)))
    assert authority.most_at_once == 3


def test_eight_workers_beat_one_by_five_where_the_service_is_slow_and_allows_it(authority: Authority, tmp_path: Path) -> None:
    authority.delay = 0.2
    settings = limited(authority, tmp_path, rate=200)
    with Http(settings) as http:
        begun = time.monotonic()
        for n in range(5):
            get(http, settings, f"one-{n}")
        one = (time.monotonic() - begun) / 5
        with ThreadPoolExecutor(8) as pool:
            begun = time.monotonic()
            list(pool.map(lambda n: get(http, settings, f"eight-{n}"), range(64)))
            eight = (time.monotonic() - begun) / 64
    assert one / eight > 5


def start(authority: Authority, folder: Path, name: str, first: int, last: int) -> subprocess.Popen[str]:
    arguments = [authority.url, str(folder), name, str(first), str(last)]
    return subprocess.Popen([sys.executable, "-c", PROGRAM, *arguments], stdout=subprocess.PIPE, text=True)


def test_two_processes_share_the_rate_and_the_cache(authority: Authority, tmp_path: Path) -> None:
    both = [start(authority, tmp_path, name, 0, 20) for name in ("a", "b")]
    said = [process.communicate(timeout=60)[0].split("\n") for process in both]
    assert all(lines.count("Reply False") == 20 for lines in said)
    assert len(authority.asked) == 40
    assert authority.most_in(1.0) <= 10
    again = start(authority, tmp_path, "b", 0, 20).communicate(timeout=60)[0]
    assert again.count("Reply True") == 20
    assert len(authority.asked) == 40


def test_a_lease_that_a_dead_process_left_runs_out(tmp_path: Path) -> None:
    clock = SkippingClock()
    file, limit = tmp_path / "pace.sqlite", Limit(1, 1.0, 1)
    dead = Pace(file, clock.clock)
    lease = dead.lease("h", limit, until=clock.monotonic() + 1, longest=5.0)
    assert lease.__enter__()
    dead.close()  # without giving the lease back, as one that was killed
    alive = Pace(file, clock.clock)
    with alive.lease("h", limit, until=clock.monotonic() + 3, longest=5.0) as free:
        assert not free
    with alive.lease("h", limit, until=clock.monotonic() + 10, longest=5.0) as free:
        assert free
    alive.close()


def test_leases_of_before_a_restart_of_the_machine_do_not_count(tmp_path: Path) -> None:
    clock = SkippingClock()
    limit = Limit(1, 1.0, 1)
    clock.pass_time(1_000_000)
    before = Pace(tmp_path / "pace.sqlite", clock.clock)
    with before.lease("h", limit, until=clock.monotonic() + 1, longest=5.0) as free:
        assert free
    before.close()
    clock.pass_time(-1_000_000)
    after = Pace(tmp_path / "pace.sqlite", clock.clock)
    with after.lease("h", limit, until=clock.monotonic() + 1, longest=5.0) as free:
        assert free
    after.close()


def test_a_pace_file_that_cannot_be_used_is_made_anew_or_done_without(authority: Authority, tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    (tmp_path / "live" / "pace.sqlite").write_bytes(b"not a database" * 100)
    settings = authority.settings("crossref", tmp_path, contact="a@b.example")
    with Http(settings) as http:
        assert isinstance(get(http, settings), Reply)
        (warning,) = http.warnings()
    assert "pace" in warning
    (tmp_path / "file").write_text("")
    settings = authority.settings("crossref", tmp_path / "file", contact="a@b.example")
    with Http(settings) as http:
        assert isinstance(get(http, settings), Reply)
        assert len(http.warnings()) == 2  # answers are not kept either


# --- when to wait


def test_a_short_retry_after_is_waited_for_by_all(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    authority.fault("429_1", times=1)
    with Http(settings) as http, ThreadPoolExecutor(4) as pool:
        first = pool.submit(get, http, settings, "a")
        while not authority.asked:
            time.sleep(0.005)
        time.sleep(0.1)
        others = [pool.submit(get, http, settings, name) for name in "bcd"]
        assert all(isinstance(one.result(), Reply) for one in (first, *others))
    begun, *rest = sorted(one.at for one in authority.asked)
    assert min(rest) - begun >= 1.0


def test_a_long_retry_after_is_not_waited_for(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    authority.fault("429_3600")
    clock = SkippingClock()
    with Http(settings, clock=clock.clock) as http:
        first = get(http, settings)
        assert reason(first) is Reason.RATE_LIMITED
        assert isinstance(first, Unavailable)
        assert "3600 s" in first.detail
        assert reason(get(http, settings, "b")) is Reason.STANDING_DOWN
        clock.pass_time(20)
        assert reason(get(http, settings, "c")) is Reason.STANDING_DOWN
    assert len(authority.asked) == 1
    assert clock.slept == []


@pytest.mark.parametrize(("cap", "waits"), [(1, False), (3, True)])
def test_the_cap_on_retry_after_is_a_setting(authority: Authority, tmp_path: Path, cap: int, waits: bool) -> None:
    settings = authority.settings("crossref", tmp_path, max_retry_after=cap, max_attempts=2)
    authority.routes["/works*"] = Response("", 503, headers={"Retry-After": "2"})
    clock = SkippingClock()
    with Http(settings, clock=clock.clock) as http:
        assert reason(get(http, settings)) is Reason.SERVER
    assert (2.0 in clock.slept) is waits
    assert len(authority.asked) == 1 + waits
