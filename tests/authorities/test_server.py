"""The stand-in itself: what it counts and how it misbehaves is the yardstick of other tests."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.authorities import Asked, Authority, Response, Route


@pytest.fixture
def authority() -> Iterator[Authority]:
    routes: dict[str, Route] = {
        "/a": {"a": 1},
        "/a/b": "text",
        "/*": lambda asked: {"path": asked.path},
        "/made": Response("gone", 410),
    }
    with Authority(routes) as it:
        yield it


def get(authority: Authority, path: str) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection(authority.url.removeprefix("http://"), timeout=5)
    connection.request("GET", path)
    answer = connection.getresponse()
    told = answer.status, answer.headers["content-type"], answer.read()
    connection.close()
    return told


def test_the_path_that_fits_best_answers(authority: Authority) -> None:
    assert get(authority, "/a?x=1") == (200, "application/json", b'{"a": 1}')
    assert get(authority, "/a/b") == (200, "text/plain", b"text")
    assert get(authority, "/a%2Fb") == (200, "application/json", b'{"path": "/a%2Fb"}')
    assert get(authority, "/made")[0] == 410
    del authority.routes["/*"]
    assert get(authority, "/nowhere") == (404, "text/plain", b"Resource not found.")
    assert authority.asked[0].query == {"x": ["1"]}


def test_a_fault_lasts_as_long_as_it_was_told_to(authority: Authority) -> None:
    authority.fault("503", times=2)
    authority.fault("401", route="/a/b")
    assert [get(authority, "/a")[0] for _ in range(3)] == [503, 503, 200]
    assert [get(authority, "/a/b")[0] for _ in range(2)] == [401, 401]
    authority.recover()
    assert get(authority, "/a/b")[0] == 200
    with pytest.raises(KeyError, match="no fault 'flood'"):
        authority.fault("flood")


def test_a_closed_port_refuses_and_opens_again_at_the_same_address(authority: Authority) -> None:
    before = authority.url
    authority.refuse()
    with pytest.raises(ConnectionRefusedError):
        get(authority, "/a")
    authority.recover()
    assert authority.url == before
    assert get(authority, "/a")[0] == 200


@pytest.mark.parametrize(
    ("times", "seconds", "most"),
    [
        ([], 1, 0),
        ([0], 1, 1),
        ([0, 0.5, 0.99], 1, 3),
        ([0, 1], 1, 1),
        ([0, 0.6, 0.9, 1.2, 1.59], 1, 4),
        ([5, 0, 5.1, 0.1, 5.2], 0.3, 3),
    ],
)
def test_requests_are_counted_in_any_span(authority: Authority, times: list[float], seconds: float, most: int) -> None:
    authority.asked = [Asked("GET", "/", {}, {}, b"", at) for at in times]
    assert authority.most_in(seconds) == most


def test_answers_that_take_long_are_counted_side_by_side(authority: Authority) -> None:
    authority.delay = 0.2
    begun = time.monotonic()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: get(authority, "/a"), range(4)))
    assert authority.most_at_once == 4
    assert time.monotonic() - begun < 0.7
