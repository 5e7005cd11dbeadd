"""Whatever goes wrong is an Unavailable with the right reason, in time, and is never kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gate.model import Reason, Unavailable
from gate.references.http import Got, Http, NotHeld, Reply, Service, cache_info
from gate.references.services import service
from gate.references.sparql import Sparql
from gate.settings import Settings
from tests.authorities import MISBEHAVIOURS, PATH, Authority, sparql_authority
from tests.http.clocks import SkippingClock

pytestmark = pytest.mark.alone  # it measures time

JSON, XML, SPARQL = "json", "xml", "sparql"
DOCUMENT = '<?xml version="1.0"?><eSearchResult><Count>1</Count></eSearchResult>'
TURTLE = '<https://example.org/a> <http://www.w3.org/2000/01/rdf-schema#label> "A"@en .'
TIMES_OUT = {name for name, one in MISBEHAVIOURS.items() if one.reason is Reason.TIMEOUT and not one.retried}
LIMITS = {"timeout_seconds": 1, "connect_seconds": 1, "deadline_seconds": 3, "max_attempts": 1, "max_body_bytes": 1_000_000}


@pytest.fixture
def authority(kind: str) -> Iterator[Authority]:
    with sparql_authority(TURTLE) if kind == SPARQL else Authority({"/a": {"title": ["A"]}, "/x": DOCUMENT}) as it:
        yield it


def settings_of(authority: Authority, kind: str, folder: Path, **more: int) -> Settings:
    return authority.settings("crossref", folder, path=PATH if kind == SPARQL else "", **{**LIMITS, **more})


def ask(http: Http, one: Service, kind: str) -> Got[object]:
    got: object
    if kind == JSON:
        got = http.get_json(one.at("a"), service=one)
    elif kind == XML:
        got = http.get_xml(one.at("x"), service=one, roots=("eSearchResult",))
    else:
        got = Sparql(http, one).select("select ?s ?l where { ?s ?p ?l }", {"s": "uri", "l": "literal"})
    assert isinstance(got, Reply | NotHeld | Unavailable)
    return got


@pytest.mark.parametrize("kind", [JSON, XML, SPARQL])
@pytest.mark.parametrize("name", ["refuse", *MISBEHAVIOURS])
def test_every_fault_is_unavailable_with_its_reason_in_time_and_never_kept(
    authority: Authority, kind: str, name: str, tmp_path: Path
) -> None:
    settings = settings_of(authority, kind, tmp_path)
    if name == "refuse":
        authority.refuse()
    else:
        authority.fault(name)
    with Http(settings) as http:
        begun = time.monotonic()
        got = ask(http, service("crossref", settings), kind)
        taken = time.monotonic() - begun
    assert isinstance(got, Unavailable), got
    assert got.source == "crossref"
    assert got.reason is (Reason.NETWORK if name == "refuse" else MISBEHAVIOURS[name].reason), got
    assert got.detail
    assert taken < LIMITS["deadline_seconds"]
    kept = cache_info(settings)
    assert kept is None or kept.answers == ()

    authority.recover()
    with Http(settings) as http:
        again = ask(http, service("crossref", settings), kind)
    assert isinstance(again, Reply)
    assert not again.from_cache
    kept = cache_info(settings)
    assert kept is not None
    assert kept.answers == (("crossref", 1),)


@pytest.mark.parametrize("kind", [JSON, XML, SPARQL])
@pytest.mark.parametrize("name", [name for name, one in MISBEHAVIOURS.items() if one.retried])
def test_a_passing_fault_is_tried_again(authority: Authority, kind: str, name: str, tmp_path: Path) -> None:
    settings = settings_of(authority, kind, tmp_path, max_attempts=4, deadline_seconds=60)
    authority.fault(name, times=3)
    clock = SkippingClock()
    with Http(settings, clock=clock.clock) as http:
        got = ask(http, service("crossref", settings), kind)
    assert isinstance(got, Reply), got
    assert len(authority.asked) == 4
    if name not in {"429_1", "429_date"}:
        waits = [span for span in clock.slept if span >= 0.5]  # shorter ones are those for a free place
        assert [round(wait // 1) for wait in waits[:2]] == [1, 2]
        assert 4 <= waits[2] <= 5


@pytest.mark.parametrize("kind", [JSON])
@pytest.mark.parametrize("name", sorted(TIMES_OUT))
def test_what_never_ends_ends_at_the_deadline(authority: Authority, kind: str, name: str, tmp_path: Path) -> None:
    settings = replace(settings_of(authority, kind, tmp_path), timeout_seconds=30, deadline_seconds=1)
    authority.fault(name)
    with Http(settings) as http:
        begun = time.monotonic()
        got = ask(http, service("crossref", settings), kind)
        assert time.monotonic() - begun < 1.5
        assert isinstance(got, Unavailable)
        assert got.reason is Reason.DEADLINE
        after = ask(http, service("crossref", settings), kind)
        assert isinstance(after, Unavailable)
        assert after.reason is Reason.DEADLINE
    assert len(authority.asked) == 1
