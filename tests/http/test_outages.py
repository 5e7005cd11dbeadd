"""Outages: when a host is left alone, and that a run always ends, whatever the network does."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from gate.model import Reason, Unavailable
from gate.references.http import Http, Reply
from gate.references.http.breaker import Breaker
from gate.references.services import service
from gate.settings import Settings
from gate.source_settings import LIVE_SOURCES, SourceSettings
from tests.authorities import Authority
from tests.http.clocks import SkippingClock
from tests.http.worker import PROGRAM

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


# --- when to leave a host alone


def test_a_host_that_fails_in_a_row_stands_down_and_is_tried_once_more(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings(
        "crossref", tmp_path, max_attempts=1, breaker_failures=3, breaker_seconds=10, deadline_seconds=600
    )
    clock = SkippingClock()
    said: list[str] = []
    with Http(settings, clock=clock.clock, watch=lambda source, what: said.append(f"{source} {what}")) as http:
        authority.fault("503")
        assert [reason(get(http, settings, str(n))) for n in range(5)] == [Reason.SERVER] * 3 + [Reason.STANDING_DOWN] * 2
        assert len(authority.asked) == 3
        assert "crossref standing down: server error: status 503" in said
        clock.pass_time(10)
        assert [reason(get(http, settings, str(n))) for n in range(2)] == [Reason.SERVER, Reason.STANDING_DOWN]
        assert len(authority.asked) == 4
        clock.pass_time(10)
        authority.recover()
        assert [reason(get(http, settings, str(n))) for n in range(3)] == [None] * 3
    assert said.count("crossref asking") == len(authority.asked)


def test_a_success_between_failures_starts_the_count_anew(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path, max_attempts=1, breaker_failures=3)
    authority.fault("503", route="/works/bad")
    with Http(settings) as http:
        for n in range(4):
            assert reason(get(http, settings, "bad")) is Reason.SERVER
            assert reason(get(http, settings, "bad")) is Reason.SERVER
            assert isinstance(get(http, settings, f"good{n}"), Reply)


def test_not_understood_and_not_held_are_no_failures_of_the_host(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path, breaker_failures=1)
    authority.fault("400", route="/works/odd")
    with Http(settings) as http:
        assert [reason(get(http, settings, "odd")) for _ in range(3)] == [Reason.BAD_REQUEST] * 3
        one = service("crossref", settings)
        assert reason(http.get_json(one.at("nowhere"), service=one)) is None
        assert isinstance(get(http, settings, "a"), Reply)


def test_only_one_caller_is_let_through_on_trial() -> None:
    clock = SkippingClock()
    breaker = Breaker(1, 5.0, clock.clock)
    assert breaker.failed(clock.monotonic(), "x")
    clock.pass_time(5)
    assert breaker.admits()
    found: list[bool] = []
    other = threading.Thread(target=lambda: found.append(breaker.admits()))
    other.start()
    other.join()
    assert found == [False]
    breaker.succeeded()
    breaker.settle()
    assert breaker.admits()


def test_a_host_that_fails_its_trial_stands_down_again_at_once() -> None:
    clock = SkippingClock()
    breaker = Breaker(5, 5.0, clock.clock)
    assert breaker.failed(clock.monotonic(), "x", at_once=True)
    clock.pass_time(5)
    assert breaker.admits()
    assert breaker.failed(clock.monotonic(), "y")
    breaker.settle()
    assert not breaker.admits()
    assert breaker.why == "y"


def test_a_caller_that_was_let_through_and_did_not_ask_keeps_no_other_out() -> None:
    clock = SkippingClock()
    breaker = Breaker(1, 5.0, clock.clock)
    breaker.failed(clock.monotonic(), "x")
    clock.pass_time(5)
    assert breaker.admits()
    breaker.settle()
    assert breaker.admits()


def test_failures_side_by_side_count_as_one() -> None:
    clock = SkippingClock()
    breaker = Breaker(3, 5.0, clock.clock)
    begun = clock.monotonic()
    clock.pass_time(1)
    assert not any(breaker.failed(begun, "x") for _ in range(8))
    assert breaker.admits()


def test_one_host_down_keeps_no_other_down(authority: Authority, tmp_path: Path) -> None:
    with Authority({"/works*": WORK}) as down:
        down.refuse()
        sources = (SourceSettings("crossref", down.url, 1000), SourceSettings("openalex", authority.url, 1000))
        settings = Settings(cache_folder=str(tmp_path), sources=sources)
        with Http(settings) as http:
            assert reason(get(http, settings)) is Reason.NETWORK
            assert reason(get(http, settings)) is Reason.STANDING_DOWN
            assert isinstance(get(http, settings, source="openalex"), Reply)


# --- a run always ends


def test_the_deadline_of_the_run_covers_waits_and_retries(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path, deadline_seconds=5, breaker_failures=100)
    authority.fault("503")
    clock = SkippingClock()
    with Http(settings, clock=clock.clock) as http:
        begun = clock.monotonic()
        assert reason(get(http, settings)) is Reason.SERVER
        assert clock.monotonic() - begun < 5
        clock.pass_time(5)
        assert reason(get(http, settings, "b")) is Reason.DEADLINE


def test_a_queue_that_is_longer_than_the_deadline_is_not_waited_for(authority: Authority, tmp_path: Path) -> None:
    source = SourceSettings("crossref", authority.url, 0.1)
    settings = Settings(cache_folder=str(tmp_path), sources=(source,), deadline_seconds=5)
    with Http(settings) as http:
        assert isinstance(get(http, settings), Reply)
        begun = time.monotonic()
        assert reason(get(http, settings, "b")) is Reason.DEADLINE
        assert time.monotonic() - begun < 1


def test_the_deadline_starts_with_the_first_question(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path, deadline_seconds=5)
    clock = SkippingClock()
    with Http(settings, clock=clock.clock) as http:
        clock.pass_time(60)
        assert isinstance(get(http, settings), Reply)


def test_setting_the_wall_clock_changes_no_wait(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path, max_attempts=3, deadline_seconds=30)
    for shift in (-86_400 * 400, 86_400 * 800):
        clock = SkippingClock()
        with Http(settings, clock=clock.clock) as http:
            assert isinstance(get(http, settings, f"before{shift}"), Reply)
            clock.set_wall(shift)
            authority.fault("503", times=2)
            assert isinstance(get(http, settings, f"after{shift}"), Reply)
        assert sum(clock.slept) < 5


@contextlib.contextmanager
def silent_addresses(count: int) -> Iterator[list[str]]:
    """Addresses where nobody answers a connection, as behind a firewall that drops it: listeners with a full queue."""
    with contextlib.ExitStack() as stack:
        urls = []
        for _ in range(count):
            listener = stack.enter_context(socket.socket())
            listener.bind(("127.0.0.1", 0))
            listener.listen(0)
            for _ in range(3):
                one = stack.enter_context(socket.socket())
                one.setblocking(False)
                one.connect_ex(listener.getsockname())
            urls.append(f"http://127.0.0.1:{listener.getsockname()[1]}")
        yield urls


@contextlib.contextmanager
def refused_addresses(count: int) -> Iterator[list[str]]:
    with contextlib.ExitStack() as stack:
        authorities = [stack.enter_context(Authority()) for _ in range(count)]
        for one in authorities:
            one.refuse()
        yield [one.url for one in authorities]


@pytest.mark.parametrize("dead", ["no name", "refused", "silent"])
def test_a_dead_network_is_found_at_once(dead: str, tmp_path: Path) -> None:
    count = len(LIVE_SOURCES)
    with silent_addresses(count) as silent, refused_addresses(count) as refused:
        urls = {"no name": [f"http://{n}.invalid" for n in LIVE_SOURCES], "refused": refused, "silent": silent}[dead]
        sources = tuple(SourceSettings(name, url) for name, url in zip(LIVE_SOURCES, urls, strict=True))
        settings = Settings(cache_folder=str(tmp_path), sources=sources)
        with Http(settings) as http:
            begun = time.monotonic()
            got = [get(http, settings, f"{n}", source) for n in range(50) for source in LIVE_SOURCES]
            taken = time.monotonic() - begun
    assert taken < 5
    assert {reason(one) for one in got} == {Reason.NETWORK, Reason.STANDING_DOWN}


def test_a_network_that_comes_back_is_used(authority: Authority, tmp_path: Path) -> None:
    with silent_addresses(2) as silent:
        names = ("doi", "openalex", "crossref")
        sources = tuple(SourceSettings(n, url, 1000) for n, url in zip(names, (*silent, authority.url), strict=True))
        settings = Settings(cache_folder=str(tmp_path), sources=sources, breaker_seconds=5, deadline_seconds=600)
        clock = SkippingClock()
        with Http(settings, clock=clock.clock) as http:
            assert [reason(get(http, settings, source=n)) for n in names] == [
                Reason.NETWORK,
                Reason.NETWORK,
                Reason.STANDING_DOWN,
            ]
            clock.pass_time(5)
            assert isinstance(get(http, settings), Reply)
            assert isinstance(get(http, settings, "b"), Reply)


def test_a_name_service_that_never_answers_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def never(*arguments: object, **more: object) -> object:
        over.wait(30)
        raise socket.gaierror("over")

    monkeypatch.setattr(socket, "getaddrinfo", never)
    settings = Settings(cache_folder=str(tmp_path), sources=(SourceSettings("crossref", "http://x.invalid"),), connect_seconds=1)
    with Http(settings) as http:
        begun = time.monotonic()
        assert reason(get(http, settings)) is Reason.NETWORK
        assert time.monotonic() - begun < 1.5
        assert reason(get(http, settings)) is Reason.STANDING_DOWN
    over.set()


def test_a_run_with_eight_threads_and_every_kind_of_trouble_ends_in_time(authority: Authority, tmp_path: Path) -> None:
    settings = replace(authority.settings("crossref", tmp_path), deadline_seconds=4, timeout_seconds=1, breaker_failures=100)
    for number, name in enumerate(("hang", "slow_drip", "slow_head", "503", "429_1", "reset", "html", "endless")):
        authority.fault(name, route=f"/works/{number}")
    with Http(settings) as http, ThreadPoolExecutor(8) as pool:
        begun = time.monotonic()
        got = list(pool.map(lambda n: get(http, settings, str(n % 10)), range(80)))
        assert time.monotonic() - begun < 6
    assert sum(isinstance(one, Reply) for one in got) <= 16
    assert all(isinstance(one, Reply | Unavailable) for one in got)


def test_a_process_that_asked_a_hanging_service_ends_all_the_same(authority: Authority, tmp_path: Path) -> None:
    authority.fault("slow_head")
    program = PROGRAM.replace("deadline_seconds=120", "deadline_seconds=1")
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program, authority.url, str(tmp_path), "a", "0", "3"],
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    assert time.monotonic() - begun < 8
    assert done.stdout.split() == ["Unavailable"] * 3
    assert done.stderr == ""


def test_a_closed_client_opens_again(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    http = Http(settings)
    assert isinstance(get(http, settings, "a"), Reply)
    http.close()
    assert isinstance(get(http, settings, "b"), Reply)
    http.close()
