"""Callbacks: signed, sent until acknowledged, never into the server's own network unless that is allowed."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar

import pytest
from starlette.testclient import TestClient

from gate.server.callback_addresses import ForbiddenAddressError, resolve
from gate.settings import Settings
from tests.server.conftest import JSON, WRONG, running

SECRET = "a secret of the test"


@pytest.fixture
def settings(url: str) -> Settings:
    """Each test here runs on SQLite and on PostgreSQL."""
    return Settings(queue_url=url)


class Receiver(BaseHTTPRequestHandler):
    seen: ClassVar[list[tuple[dict[str, str], bytes]]] = []
    answers: ClassVar[list[int]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append(({k.lower(): v for k, v in self.headers.items()}, body))
        self.send_response(self.answers.pop(0) if self.answers else 204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[str]:
    Receiver.seen, Receiver.answers = [], []
    with HTTPServer(("127.0.0.1", 0), Receiver) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/told?x=1"
        server.shutdown()
        thread.join()


def decide(client: TestClient, url: str) -> int:
    answer = client.post("/v1/check", params={"callback": url}, content=WRONG, headers=JSON)
    if answer.status_code == 200:
        client.post("/v1/queue/1/decision", json={"decision": "reject", "reason": "wrong-values"})
    return answer.status_code


def wait_for(count: int) -> None:
    until = time.monotonic() + 30
    while len(Receiver.seen) < count and time.monotonic() < until:
        time.sleep(0.05)


def test_a_decision_is_told_and_signed(settings: Settings, receiver: str) -> None:
    with running(settings, callback_secret=SECRET, callback_private=True) as client:
        assert decide(client, receiver) == 200
        wait_for(1)
    ((headers, body),) = Receiver.seen
    event = json.loads(body)
    assert (event["action"], event["reason"], event["item"]) == ("rejected", "wrong-values", 1)
    moment, _, given = headers["gate-signature"].partition(",v1=")
    seconds = moment.removeprefix("t=")
    assert given == hmac.new(SECRET.encode(), f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()
    assert abs(time.time() - int(seconds)) < 60


def test_what_is_not_acknowledged_is_told_again(settings: Settings, receiver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.queue.service_callbacks._FIRST_S", 0)
    Receiver.answers = [500, 302]
    with running(settings, callback_secret=SECRET, callback_private=True) as client:
        assert decide(client, receiver) == 200
        wait_for(3)
    assert len({headers["gate-event"] for headers, _ in Receiver.seen}) == 1
    assert len(Receiver.seen) == 3


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://10.0.0.1/", "http://169.254.169.254/x"]
)
def test_private_addresses_are_refused_at_once(settings: Settings, address: str) -> None:
    with running(settings, callback_secret=SECRET) as client:
        assert decide(client, address) == 422


@pytest.mark.parametrize(
    "address", ["ftp://example.org/", "http://a:b@example.org/", "nonsense", "http://example.org:x/", "http://é/"]
)
def test_what_is_no_address_is_refused(settings: Settings, address: str) -> None:
    with running(settings, callback_secret=SECRET, callback_private=True) as client:
        assert decide(client, address) == 422


def test_a_name_that_leads_inside_is_refused_when_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    def inside(*_: object, **__: object) -> list[object]:
        return [(2, 1, 6, "", ("93.184.216.34", 80)), (2, 1, 6, "", ("192.168.0.1", 80))]

    monkeypatch.setattr("socket.getaddrinfo", inside)
    with pytest.raises(ForbiddenAddressError, match="private"):
        resolve("http://innocent.example/", Settings())


def test_without_a_secret_no_callback_is_taken(client: TestClient) -> None:
    assert decide(client, "https://example.org/") == 422
