"""The queue for programs: deciding, the second curator, undo, exports."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from gate.settings import Settings
from tests.server.conftest import JSON, send


@pytest.fixture
def settings(url: str) -> Settings:
    """Each test here runs on SQLite and on PostgreSQL."""
    return Settings(queue_url=url)


def decide(client: TestClient, **value: object) -> tuple[int, dict[str, object]]:
    answer = client.post("/v1/queue/1/decision", json=value)
    return answer.status_code, answer.json()


def test_a_decision_and_its_undoing(client: TestClient) -> None:
    send(client)
    assert decide(client, decision="reject", version=1)[0] == 422  # a reason is needed
    status, row = decide(client, decision="reject", reason="invented", note="no such death", version=1)
    assert (status, row["state"], row["verdict"]) == (200, "rejected", "review")
    assert decide(client, decision="accept", reason="minor", version=1)[0] == 409
    assert decide(client, decision="undo")[1]["state"] == "pending"
    actions = [event["action"] for event in client.get("/v1/queue/1").json()["events"]]
    assert actions == ["queued", "rejected", "undone"]


def test_the_second_of_two_curators_is_told(client: TestClient) -> None:
    send(client)
    first = client.get("/v1/queue/1").json()["version"]
    assert decide(client, decision="accept", reason="minor", version=first)[0] == 200
    assert decide(client, decision="undo")[0] == 200
    status, value = decide(client, decision="reject", reason="invented", version=first)
    assert status == 409
    assert "changed since you saw it" in str(value["detail"])


def test_assigning(client: TestClient) -> None:
    send(client)
    assert client.post("/v1/queue/1/assignee", json={"to": "ben"}).json()["assignee"] == "ben"
    assert client.post("/v1/queue/1/assignee", json={"to": "eva"}).status_code == 409
    assert client.post("/v1/queue/1/assignee", json={"to": "eva", "take_over": True}).json()["assignee"] == "eva"


@pytest.mark.parametrize(
    "path", ["/v1/queue/9", "/v1/reports/9", "/v1/queue/x", "/v1/queue/9999999999999999999", "/v1/batches/x"]
)
def test_what_is_not_there(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_a_form_of_another_site_cannot_decide(client: TestClient) -> None:
    send(client)
    body = '{"decision": "accept", "reason": "minor"}'
    assert client.post("/v1/queue/1/decision", content=body, headers={"Content-Type": "text/plain"}).status_code == 415
    assert client.post("/v1/queue/1/decision", content=b"[" * 90_000, headers=JSON).status_code == 422


@pytest.mark.parametrize("form", ["jsonl", "csv", "csv-excel", "xlsx", "dspace"])
def test_exports(client: TestClient, form: str) -> None:
    send(client)
    answer = client.get("/v1/queue/export", params={"format": form})
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.content
