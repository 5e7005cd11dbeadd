"""A database that is full, read-only or gone: every call says so, nothing passes, and nobody need restart the server."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import event
from starlette.testclient import TestClient

from gate.queue.service_jobs import Jobs
from gate.server import health
from gate.server.checker import Checker
from gate.server.service import Service
from gate.settings import Settings
from tests.queue import postgres
from tests.server.conftest import JSON, TRUE, WRONG, application_of, running, send
from tests.server.test_batches import through
from tests.server.test_check import problem


def service_of(client: TestClient) -> Service:
    found: Service = client.app.state.service  # type: ignore[attr-defined]
    return found


def every_connection(client: TestClient, pragma: str) -> None:
    """Have SQLite's own switch stand for what the disk does: its errors are the same."""
    engine = service_of(client).queue.database._engine
    engine.dispose()

    @event.listens_for(engine, "connect")
    def switch(raw: object, _: object) -> None:
        raw.execute(pragma).close()  # type: ignore[attr-defined]


def refused_but_alive(client: TestClient) -> None:
    """What a server whose queue cannot be written answers."""
    answer = client.post("/v1/check", content=WRONG, headers=JSON)
    assert (answer.status_code, answer.headers["gate-queue"], answer.headers["gate-decision"]) == (200, "unavailable", "review")
    calls = [
        client.post("/v1/check", content=WRONG, headers={**JSON, "Idempotency-Key": "k"}),
        client.post("/v1/batches", content=WRONG, headers=JSON),
        client.post("/v1/queue/1/decision", json={"decision": "reject", "reason": "invented"}),
        client.post("/v1/queue/1/assignee", json={"to": "anna"}),
    ]
    for refused in calls:
        problem(refused, 503, "queue-unavailable")
        assert int(refused.headers["retry-after"]) > 0
    assert client.get("/v1/queue/1").json()["state"] == "pending"
    assert client.get("/healthz").status_code == 200
    assert client.post("/v1/check", content=TRUE, headers=JSON).headers["gate-decision"] == "accept"  # needs no queue


def not_ready(client: TestClient) -> None:
    """The queue can be read; that it cannot be written is known from the write that failed."""
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "cannot be written" in answer.json()["queue"]


def test_a_full_disk(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    send(client)
    with service_of(client).queue.database.writing() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    every_connection(client, f"PRAGMA max_page_count={pages}")
    people = [{**json.loads(WRONG), "id": f"w{n}", "notes": [random.Random(n).randbytes(500).hex()]} for n in range(60)]
    body, key = json.dumps(people).encode(), {**JSON, "Idempotency-Key": "k"}
    answer = client.post("/v1/check", content=body, headers=JSON)
    assert (answer.status_code, answer.headers["gate-queue"], answer.headers["gate-decision"]) == (200, "unavailable", "review")
    problem(client.post("/v1/batches", content=body, headers=JSON), 503, "queue-unavailable")
    not_ready(client)
    assert client.get("/v1/queue").json()["total"] == 1
    every_connection(client, "PRAGMA max_page_count=1000000")
    assert client.post("/v1/check", content=body, headers=key).headers["gate-queued"] == "60"
    assert client.get("/v1/queue").json()["total"] == 61
    monkeypatch.setattr(health, "_REMEMBERED_S", 0)  # half a minute later
    assert client.get("/readyz").status_code == 200


def test_a_disk_that_is_read_only(client: TestClient) -> None:
    send(client)
    every_connection(client, "PRAGMA query_only=ON")
    refused_but_alive(client)
    not_ready(client)
    every_connection(client, "PRAGMA query_only=OFF")
    send(client)
    assert client.get("/v1/queue").json()["total"] == 2


@pytest.fixture(scope="module")
def own() -> Iterator[postgres.Cluster]:
    """A PostgreSQL that may be stopped."""
    made = postgres.start()
    try:
        yield made
    finally:
        postgres.remove(made)


def test_a_database_that_is_gone_and_comes_back(own: postgres.Cluster) -> None:
    people = b"\n".join(json.dumps({**json.loads(WRONG), "id": f"w{n}"}).encode() for n in range(60))
    with running(Settings(queue_url=own.create("gone"))) as client:
        send(client)
        batch = client.post("/v1/batches?format=json", content=people).json()["id"]
        own.kill()
        for _ in range(2):
            for path in ("/v1/queue", "/v1/queue/1", "/v1/batches", f"/v1/batches/{batch}", "/metrics"):
                refused = client.get(path)
                problem(refused, 503, "queue-unavailable")
                assert int(refused.headers["retry-after"]) > 0
            problem(client.post("/v1/check", content=TRUE, headers=JSON), 503, "queue-unavailable")
            assert client.get("/queue").status_code == 503
        assert client.get("/readyz").status_code == 503
        assert client.get("/healthz").status_code == 200
        own.start()
        assert client.get("/readyz").status_code == 200
        assert through(client, batch)["review"] == 60
        assert client.get("/v1/queue").json()["total"] == 61
        assert client.post("/v1/check", content=TRUE, headers=JSON).headers["gate-decision"] == "accept"


def test_the_port_is_open_while_indexes_are_made(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    made = threading.Event()
    monkeypatch.setattr(Checker, "warm", lambda _: made.wait(60))
    with application_of(settings) as client:
        assert client.get("/healthz").status_code == 200
        state = client.get("/readyz")
        assert (state.status_code, state.json()["status"]) == (503, "indexing")
        assert int(state.headers["retry-after"]) > 0
        refused = client.post("/v1/check", content=TRUE, headers=JSON)
        problem(refused, 503, "indexing")
        assert int(refused.headers["retry-after"]) > 0
        problem(client.post("/v1/check", content=TRUE, headers={**JSON, "Idempotency-Key": "k"}), 503, "indexing")
        batch = client.post("/v1/batches", content=WRONG, headers=JSON).json()["id"]  # is kept, and checked later
        made.set()
        assert through(client, batch)["review"] == 1
        assert client.get("/readyz").status_code == 200
        again = client.post("/v1/check", content=TRUE, headers={**JSON, "Idempotency-Key": "k"})
        assert again.headers["gate-decision"] == "accept"  # a call that came to nothing is not kept under its key


def test_a_server_can_be_stopped_while_it_makes_indexes(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    made = threading.Event()
    monkeypatch.setattr(Checker, "warm", lambda _: made.wait(60))
    began = time.monotonic()
    with application_of(settings) as client:
        assert client.get("/healthz").status_code == 200
    assert time.monotonic() - began < 30
    made.set()


def test_a_batch_on_which_the_gate_faults_fails_and_holds_up_no_other(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Checker.check

    def faulty(self: Checker, records: object, **options: bool) -> object:
        found = list(records)  # type: ignore[call-overload]
        if any(one.id == "poison" for one in found):
            raise ZeroDivisionError
        return original(self, found, **options)

    monkeypatch.setattr(Checker, "check", faulty)
    poison = json.dumps({**json.loads(WRONG), "id": "poison"}).encode()
    first = client.post("/v1/batches", content=poison, headers=JSON).json()["id"]
    second = client.post("/v1/batches", content=WRONG, headers=JSON).json()["id"]
    failed = through(client, first)
    assert failed["state"] == "failed"
    assert "a fault of the gate" in str(failed["fault"])
    assert through(client, second)["state"] == "done"


def test_a_slow_part_keeps_its_claim(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.queue.service_jobs.LEASE", timedelta(seconds=0.2))
    monkeypatch.setattr("gate.server.work.LEASE", timedelta(seconds=0.2))
    renewed, original = threading.Event(), Jobs.renew

    def renew(self: Jobs, *args: object) -> None:
        original(self, *args)  # type: ignore[arg-type]
        renewed.set()

    monkeypatch.setattr(Jobs, "renew", renew)
    check = Checker.check

    def slow(self: Checker, records: object, **options: bool) -> object:
        assert renewed.wait(30)
        return check(self, records, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Checker, "check", slow)
    batch = client.post("/v1/batches", content=WRONG, headers=JSON).json()["id"]
    assert through(client, batch)["state"] == "done"
