"""What every live source must do, whatever it is: one suite over all, with the cases of ``tests/authorities/cases.py``."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from gate.model import Absent, Answer, Entity, Evidence, Graph, Identifier, Kind, Query, Reason, Silent, Unavailable
from gate.references.http import cache_info
from gate.references.live import LIVE
from gate.references.source import Source
from tests.authorities import MISBEHAVIOURS, Authority
from tests.authorities.cases import CASES, Case, settings_of
from tests.http.clocks import SkippingClock

LIMITS = {"timeout_seconds": 1, "connect_seconds": 1, "deadline_seconds": 4, "max_attempts": 1, "max_body_bytes": 1_000_000}
PATIENT = {
    **LIMITS,
    "connect_seconds": 8,
    "timeout_seconds": 8,
    "deadline_seconds": 10,
}  # where time is not what the fault takes, on a busy machine
ISO = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")
Any = Answer[Entity] | Answer[tuple[Entity, ...]] | Answer[Graph]


@pytest.fixture(params=sorted({*LIVE, *CASES}))
def case(request: pytest.FixtureRequest) -> Case:
    assert request.param in CASES, f"give {request.param} a case in tests/authorities/cases.py"
    return CASES[request.param]


def evidence(answer: Any, case: Case) -> Evidence:
    """The evidence of an answer, checked: who, when, where."""
    assert not isinstance(answer, Unavailable), answer
    said = answer.evidence
    assert said.source == case.name
    assert ISO.fullmatch(said.as_of), said
    assert said.url.startswith(("http://127.0.0.1:", *case.pages)), said
    assert not said.stale
    return said


def test_it_is_a_source_that_says_what_it_offers(case: Case, tmp_path: Path) -> None:
    with case.serve() as services, case.opened(services, tmp_path) as source:
        assert isinstance(source, Source)
        assert source.name == case.name
        assert source.as_of == ""
        assert source.kinds
        assert source.offers <= {"by_identifier", "search", "neighbourhood"}
        assert bool(source.schemes) == ("by_identifier" in source.offers)
        assert all(one.asked == [] for one in services.values()), "opening asks nothing"


def test_what_is_held_is_found(case: Case, tmp_path: Path) -> None:
    with case.serve() as services, case.opened(services, tmp_path) as source:
        for ask in case.held.values():
            answer = ask(source)
            assert isinstance(answer, case.gives), answer
            evidence(answer, case)


def test_what_is_not_held_is_absent_only_where_the_source_can_know(case: Case, tmp_path: Path) -> None:
    with case.serve() as services, case.opened(services, tmp_path) as source:
        for ask in case.absent.values():
            answer = ask(source)
            assert isinstance(answer, Absent), answer
            evidence(answer, case)
        for ask in case.silent.values():
            answer = ask(source)
            assert isinstance(answer, Silent), answer
            evidence(answer, case)


def test_what_is_not_of_its_kind_is_not_asked(case: Case, tmp_path: Path) -> None:
    with case.serve() as services, case.opened(services, tmp_path) as source:
        answers: list[Any] = [source.by_identifier(Identifier("no-such-scheme", "1")), source.search(Query(Kind.WORK))]
        if "search" not in source.offers:
            answers.append(source.search(Query(Kind.WORK, "Eel larvae in cold currents")))
        if "neighbourhood" not in source.offers:
            answers.append(source.neighbourhood("https://doi.org/10.1234/light"))
        for answer in answers:
            assert isinstance(answer, Silent), answer
            assert not answer.asked
            assert answer.detail
        assert all(one.asked == [] for one in services.values())


@pytest.mark.parametrize("fault", ["refuse", *MISBEHAVIOURS])
def test_every_fault_on_every_route_is_unavailable_with_its_reason_and_never_kept(case: Case, fault: str, tmp_path: Path) -> None:
    wanted = Reason.NETWORK if fault == "refuse" else MISBEHAVIOURS[fault].reason
    limits = LIMITS if wanted is Reason.TIMEOUT else PATIENT

    def tried(services: Mapping[str, Authority], route: str, part: str) -> None:
        folder = tmp_path / f"{route}-{part.replace('/', '-').replace('*', 'all')}"
        begun = time.monotonic()
        with case.opened(services, folder, settings=limits) as source:
            answer = case.held[route](source)
        assert time.monotonic() - begun < limits["deadline_seconds"]
        assert isinstance(answer, Unavailable), (route, part, answer)
        assert (answer.source, answer.reason) == (case.name, wanted), (route, part, answer)
        assert answer.detail
        kept = cache_info(settings_of(services, folder))
        before = len(case.parts.get(route, ("*",))) - 1 if part != "*" else 0
        count = dict(kept.answers).get(case.name, 0) if kept is not None else 0
        assert count <= before, "what the fault spoiled is kept"

    def on(part: str, routes: Sequence[str]) -> None:
        with case.serve() as services, ThreadPoolExecutor(8) as pool:
            own = services[case.name]
            if fault == "refuse":
                own.refuse()
            else:
                own.fault(fault, route=part)
            list(pool.map(lambda route: tried(services, route, part), routes))
            own.recover()
            for route in routes:
                with case.opened(services, tmp_path / f"{route}-{part.replace('/', '-').replace('*', 'all')}") as source:
                    assert isinstance(case.held[route](source), case.gives)

    on("*", list(case.held))
    # a port is closed for all, what is redirected to is another path, and waiting for each part is long
    if wanted is not Reason.TIMEOUT and fault not in {"refuse", "endless_redirect"}:
        for part in {part for parts in case.parts.values() for part in parts}:
            on(part, [route for route in case.held if part in case.parts.get(route, ())])


def test_absence_is_never_made_of_a_fault(case: Case, tmp_path: Path) -> None:
    """Whatever goes wrong while it is asked for what it does not hold, with its own service or with another that it asks."""
    faults = ["refuse", *(name for name, one in MISBEHAVIOURS.items() if one.reason is not Reason.TIMEOUT)]
    needs: dict[str, set[str]] = {}
    for route, ask in case.absent.items():
        with case.serve() as services, case.opened(services, tmp_path / f"needs-{route}") as source:
            ask(source)
            needs[route] = {name for name, one in services.items() if one.asked}

    def tried(route: str, fault: str, broken: str) -> None:
        with case.serve() as services:
            if fault == "refuse":
                services[broken].refuse()
            else:
                services[broken].fault(fault)
            folder = tmp_path / f"{route}-{fault}-{broken}"
            with case.opened(services, folder, settings=PATIENT) as source:
                answer = case.absent[route](source)
            assert isinstance(answer, Unavailable if broken == case.name else Unavailable | Silent), (
                route,
                fault,
                broken,
                answer,
            )

    with ThreadPoolExecutor(8) as pool:
        tasks = [(route, fault, broken) for route, names in needs.items() for broken in names for fault in faults]
        for _ in pool.map(lambda task: tried(*task), tasks):
            pass


def test_the_deadline_holds(case: Case, tmp_path: Path) -> None:
    with case.serve() as services:
        services[case.name].fault("hang")
        with case.opened(services, tmp_path, settings={"timeout_seconds": 30, "deadline_seconds": 1}) as source:
            begun = time.monotonic()
            answers = [ask(source) for ask in case.held.values()]
            assert time.monotonic() - begun < 2.0
            for answer in answers:
                assert isinstance(answer, Unavailable)
                assert answer.reason is Reason.DEADLINE


def test_a_passing_fault_is_tried_again(case: Case, tmp_path: Path) -> None:
    with case.serve() as services:
        for route, ask in case.held.items():
            services[case.name].fault("503", times=2)
            clock = SkippingClock()
            with case.opened(services, tmp_path / route.replace(" ", "-"), clock=clock.clock) as source:
                assert isinstance(ask(source), case.gives), route


def test_an_answer_is_asked_for_once(case: Case, tmp_path: Path) -> None:
    questions = [*case.held.values(), *case.absent.values(), *case.silent.values()]
    with case.serve() as services:
        with case.opened(services, tmp_path) as source:
            first = [ask(source) for ask in questions]
        asked = {name: len(one.asked) for name, one in services.items()}
        with case.opened(services, tmp_path) as source:
            assert [ask(source) for ask in questions] == first
        assert {name: len(one.asked) for name, one in services.items()} == asked
        with case.opened(services, tmp_path, offline=True) as source:
            assert [ask(source) for ask in questions] == first


def test_what_is_not_held_is_asked_for_again_after_a_day(case: Case, tmp_path: Path) -> None:
    """Also where that is told with status 200: by a search that brings nothing, an empty set, a prefix without an agency."""
    with case.serve() as services:
        for number, ask in enumerate([*case.absent.values()]):
            clock = SkippingClock()
            folder = tmp_path / str(number)
            with case.opened(services, folder, clock=clock.clock) as source:
                assert isinstance(ask(source), Absent)
            asked = len(services[case.name].asked)
            clock.pass_time(25 * 3600)
            with case.opened(services, folder, clock=clock.clock) as source:
                assert isinstance(ask(source), Absent)
            assert len(services[case.name].asked) > asked


def test_a_recorded_run_can_be_had_again_without_the_services(case: Case, tmp_path: Path) -> None:
    questions = [*case.held.values(), *case.absent.values(), *case.silent.values()]
    with case.serve() as services:
        with case.opened(services, tmp_path / "one", record=tmp_path / "exchanges") as source:
            first = [ask(source) for ask in questions]
        asked = {name: len(one.asked) for name, one in services.items()}
        with case.opened(services, tmp_path / "two", replay=tmp_path / "exchanges") as source:
            assert [ask(source) for ask in questions] == first
        assert {name: len(one.asked) for name, one in services.items()} == asked
        with case.opened(services, tmp_path / "three", replay=tmp_path / "exchanges") as source:
            for name in source.schemes:
                answer = source.by_identifier(Identifier(name, "10.1234/not-asked-then" if name == "doi" else "123"))
                assert isinstance(answer, Unavailable | Silent), answer
                if isinstance(answer, Unavailable):
                    assert answer.reason is Reason.NOT_RECORDED


def test_secrets_are_in_no_evidence_and_in_no_recorded_exchange(case: Case, tmp_path: Path) -> None:
    key, contact = "secret-key-4711", "librarian@example.org"
    with case.serve() as services:
        chosen = settings_of(services, tmp_path / "cache", {"contact": contact})
        keyed = tuple(replace(one, api_key=key) if one.name == case.name else one for one in chosen.sources)
        more = {"contact": contact, "sources": keyed}
        with case.opened(services, tmp_path / "cache", record=tmp_path / "exchanges", settings=more) as source:
            for ask in case.held.values():
                assert key not in str(ask(source))
                assert contact not in str(ask(source))
        assert all(contact in one.headers["user-agent"] for one in services[case.name].asked)
        for file in (tmp_path / "exchanges").iterdir():
            text = file.read_text(encoding="utf-8")
            assert key not in text
            assert contact not in text


def test_threads_may_share_it(case: Case, tmp_path: Path) -> None:
    questions = [*case.held.values(), *case.absent.values()] * 6
    with case.serve() as services, case.opened(services, tmp_path) as source, ThreadPoolExecutor(8) as pool:
        for answer in pool.map(lambda ask: ask(source), questions):
            assert not isinstance(answer, Unavailable), answer
