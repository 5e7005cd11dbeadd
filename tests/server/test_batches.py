"""Batches: acknowledged when on disk, gone on with after a stop, told of as they go."""

from __future__ import annotations

import json
import time

import pytest
from starlette.testclient import TestClient

from gate.queue.service_jobs import Jobs
from gate.server import work
from gate.settings import Settings
from tests.schema import complaints
from tests.server.conftest import EXAMPLES, JSON, WRONG, running

PEOPLE = json.loads((EXAMPLES / "philosophers.json").read_text())
MANY = "\n".join(json.dumps({**person, "id": f"p{i}"}) for i, person in enumerate((PEOPLE * 30)[:60])).encode()


@pytest.fixture
def settings(url: str) -> Settings:
    """Each test here runs on SQLite and on PostgreSQL."""
    return Settings(queue_url=url)


def through(client: TestClient, batch: str) -> dict[str, object]:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        value: dict[str, object] = client.get(f"/v1/batches/{batch}").json()
        if value["state"] in ("done", "failed"):
            return value
        time.sleep(0.1)
    raise AssertionError(f"{batch} is not through")


def test_a_stream_is_checked_and_reported(client: TestClient) -> None:
    answer = client.post("/v1/batches", content=MANY, headers={"Content-Type": "application/x-ndjson"})
    assert answer.status_code == 202
    batch = answer.json()["id"]
    assert answer.headers["location"] == f"/v1/batches/{batch}"
    value = through(client, batch)
    assert (value["state"], value["done"], value["total"]) == ("done", 60, 60)
    lines = client.get(f"/v1/batches/{batch}/result").content.splitlines()
    assert [complaints(line) for line in lines] == [[]] * 3
    assert sum(len(json.loads(line)["records"]) for line in lines) == 60
    events = client.get(f"/v1/batches/{batch}/events").text
    assert events.startswith("event: done\n")


def test_a_stop_loses_nothing_and_repeats_nothing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process goes away after the first part was queued and before that was noted: the worst moment there is."""

    class GoneError(BaseException):
        pass

    body = json.dumps([{**json.loads(WRONG), "id": f"w{i}"} for i in range(30)]).encode()
    original = Jobs.advance

    def gone(self: Jobs, *args: object) -> object:
        del self, args
        raise GoneError

    monkeypatch.setattr(work, "PART", 10)
    monkeypatch.setattr(Jobs, "advance", gone)
    monkeypatch.setattr("threading.excepthook", lambda _: None)
    monkeypatch.setattr(Jobs, "release", lambda _: None)  # nothing is given back in order
    with running(settings) as client:
        batch = client.post("/v1/batches", content=body, headers=JSON).json()["id"]
        until = time.monotonic() + 60
        while client.get("/v1/queue").json()["total"] < 10 and time.monotonic() < until:
            time.sleep(0.1)
        assert client.get(f"/v1/batches/{batch}").json()["done"] == 0
    monkeypatch.setattr(Jobs, "advance", original)
    with running(settings) as client:
        expire(client)
        assert through(client, batch)["review"] == 30
        assert client.get("/v1/queue").json()["total"] == 30


def expire(client: TestClient) -> None:
    """The lease of the process that is gone runs out."""
    from sqlalchemy import update

    from gate.queue.service_tables import jobs

    with client.app.state.service.queue.database.writing() as connection:  # type: ignore[attr-defined]
        connection.execute(update(jobs).values(lease=0))


def test_the_same_batch_with_the_same_key_is_one(client: TestClient) -> None:
    key = {**JSON, "Idempotency-Key": "k"}
    first = client.post("/v1/batches", content=WRONG, headers=key).json()["id"]
    assert client.post("/v1/batches", content=WRONG, headers=key).json()["id"] == first
    through(client, first)
    assert client.get("/v1/queue").json()["total"] == 1
