"""The hook: what goes in, what comes out, and what every refusal looks like."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from gate.errors import QueueError
from gate.model import Record, Report, Unreadable
from gate.server.checker import Checker
from gate.settings import Settings
from tests.schema import complaints
from tests.server.conftest import EXAMPLES, JSON, TRUE, WRONG, running, send


@pytest.fixture
def settings(url: str) -> Settings:
    """Each test here runs on SQLite and on PostgreSQL."""
    return Settings(queue_url=url)


def problem(answer: object, status: int, kind: str) -> dict[str, object]:
    assert answer.status_code == status, answer.text  # type: ignore[attr-defined]
    assert answer.headers["content-type"] == "application/problem+json"  # type: ignore[attr-defined]
    value: dict[str, object] = answer.json()  # type: ignore[attr-defined]
    assert value["status"] == status
    assert value["type"] == f"urn:catalog-gate:problem:{kind}"
    return value


def test_a_true_record_is_accepted_and_not_queued(client: TestClient) -> None:
    answer = client.post("/v1/check", content=TRUE, headers=JSON)
    assert answer.status_code == 200
    assert answer.headers["gate-decision"] == "accept"
    assert complaints(answer.content) == []
    assert client.get("/v1/queue").json()["total"] == 0


def test_a_wrong_record_is_an_answer_and_waits_in_the_queue(client: TestClient) -> None:
    batch = send(client)
    (item,) = client.get("/v1/queue", params={"batch": batch}).json()["items"]
    assert (item["state"], item["verdict"], item["label"]) == ("pending", "review", "Karl Marx")
    assert complaints(client.get(f"/v1/reports/{item['id']}").content) == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [("reading-list.bib", "application/x-bibtex"), ("reading-list.bib", "text/plain"), ("philosophers.json", "application/json")],
)
def test_many_records_in_any_format(client: TestClient, name: str, kind: str) -> None:
    answer = client.post("/v1/check?queue=false", content=(EXAMPLES / name).read_bytes(), headers={"Content-Type": kind})
    assert answer.status_code == 200
    assert len(answer.json()["records"]) > 1
    assert client.get("/v1/queue").json()["total"] == 0


def test_a_list_of_works_is_checked_as_one(client: TestClient) -> None:
    body = (EXAMPLES / "reading-list.bib").read_bytes()
    answer = client.post("/v1/check?as=bibliography", content=body, headers={"Content-Type": "application/x-bibtex"})
    assert [r["as"] for r in answer.json()["records"]] == ["bibliography"]


def test_what_cannot_be_read_is_told_with_its_place(client: TestClient) -> None:
    body = b'{"kind": "work", "title": "cut off'
    value = problem(client.post("/v1/check", content=body, headers=JSON), 422, "unreadable")
    places = value["errors"]
    assert isinstance(places, list)
    assert [place["position"] for place in places] == [1]
    assert places[0]["reason"]


@pytest.mark.parametrize(
    ("body", "headers", "status", "kind"),
    [
        (b"%PDF-1.4 nothing we read", {"Content-Type": "application/octet-stream"}, 415, "type"),
        (TRUE, {"Content-Type": "image/png"}, 415, "type"),
        (TRUE, {**JSON, "Content-Encoding": "gzip"}, 415, "packed"),
        (b"", JSON, 422, "unreadable"),
    ],
)
def test_refusals(client: TestClient, body: bytes, headers: dict[str, str], status: int, kind: str) -> None:
    problem(client.post("/v1/check", content=body, headers=headers), status, kind)


@pytest.mark.parametrize("query", ["format=nonsense", "queue=maybe", "as=novel", "name=%00"])
def test_a_parameter_that_cannot_be_meant_is_refused(client: TestClient, query: str) -> None:
    assert client.post(f"/v1/check?{query}", content=TRUE, headers=JSON).status_code == 422


def test_too_large_by_its_length_and_by_its_bytes(settings: Settings) -> None:
    with running(settings, server_body_bytes=100) as client:
        problem(client.post("/v1/check", content=b"x" * 101, headers=JSON), 413, "too-large")
        problem(client.post("/v1/check", content=iter([b"x" * 60] * 2), headers=JSON), 413, "too-large")


def test_more_records_than_one_call_may_bring(settings: Settings) -> None:
    with running(settings, server_records=1) as client:
        body = (EXAMPLES / "philosophers.json").read_bytes()
        problem(client.post("/v1/check", content=body, headers=JSON), 413, "too-many")


def test_a_key_gets_the_first_answer_also_after_a_restart(settings: Settings) -> None:
    key = {**JSON, "Idempotency-Key": "once"}
    with running(settings) as client:
        first = client.post("/v1/check", content=WRONG, headers=key)
        again = client.post("/v1/check", content=WRONG, headers=key)
    with running(settings) as client:
        later = client.post("/v1/check", content=WRONG, headers=key)
        assert first.content == again.content == later.content
        assert later.headers["idempotency-replayed"] == "true"
        assert later.headers["gate-queue"] == first.headers["gate-queue"]
        assert client.get("/v1/queue").json()["total"] == 1
        problem(client.post("/v1/check", content=TRUE, headers=key), 422, "idempotency-key")


def test_a_queue_that_is_gone_never_turns_review_into_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise QueueError("gone")

    monkeypatch.setattr(client.app.state.service.queue, "take_in", gone)  # type: ignore[attr-defined]
    answer = client.post("/v1/check", content=WRONG, headers=JSON)
    assert (answer.status_code, answer.headers["gate-queue"], answer.headers["gate-decision"]) == (200, "unavailable", "review")


def test_nothing_checked_and_nothing_queued_is_no_answer(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise QueueError("gone")

    with running(settings) as client:
        monkeypatch.setattr(client.app.state.service.queue, "take_in", gone)  # type: ignore[attr-defined]
        monkeypatch.setattr("gate.checking.compare_record", gone)
        value = client.post("/v1/check", content=WRONG, headers=JSON)
        problem(value, 503, "nothing-checked")
        assert int(value.headers["retry-after"]) > 0


def test_a_hostile_record_is_checked_in_reasonable_time(client: TestClient) -> None:
    record = {"kind": "work", "title": "A" * 1_000_000, "creators": ["=1+1"], "doi": "javascript:alert(1)"}
    assert client.post("/v1/check", content=json.dumps(record), headers=JSON).status_code == 200


def test_busy_is_told_and_not_hidden(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, enough, check = threading.Event(), threading.Event(), Checker.check

    def slow(self: Checker, records: Iterable[Record | Unreadable], *, bibliography: bool = False) -> Report:
        begun.set()
        assert enough.wait(60)
        return check(self, records, bibliography=bibliography)

    monkeypatch.setattr(Checker, "check", slow)
    with running(settings, server_waiting=1) as client, ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.post, "/v1/check", content=TRUE, headers=JSON)
        assert begun.wait(60)
        answer = client.post("/v1/check", content=TRUE, headers=JSON)
        enough.set()
        problem(answer, 429, "busy")
        assert int(answer.headers["retry-after"]) > 0
        assert first.result(60).headers["gate-decision"] == "accept"
        assert client.post("/v1/check", content=TRUE, headers=JSON).status_code == 200
        assert "gate_refused_busy_total 1.0" in client.get("/metrics").text


def test_readiness_tells_of_sources_queue_and_disk(client: TestClient, tmp_path: Path) -> None:
    del tmp_path
    value = client.get("/readyz").json()
    assert (value["status"], value["queue"], value["disk"]) == ("ready", "ok", "ok")
    assert {"works", "philosophers", "thesaurus"} <= {s["name"] for s in value["sources"]}
    send(client)
    text = client.get("/metrics").text
    assert 'gate_records_total{verdict="review"} 1.0' in text
    assert "gate_queue_pending 1.0" in text
