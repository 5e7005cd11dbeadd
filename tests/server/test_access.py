"""Tokens and roles, limits, and calls that come from elsewhere."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from gate.queue import open_queue
from gate.queue.service_tokens import Role, Tokens
from gate.settings import Settings
from tests.server.conftest import JSON, TRUE, WRONG, running, send


@pytest.fixture
def settings(url: str) -> Settings:
    """Each test here runs on SQLite and on PostgreSQL."""
    return Settings(queue_url=url)


def token(settings: Settings, role: Role, name: str = "anna") -> str:
    with open_queue(settings) as queue:
        return Tokens(queue.database).create(name, role, datetime.now(UTC))[1]


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


CALLS = {
    Role.INGEST: [("POST", "/v1/check"), ("POST", "/v1/batches"), ("GET", "/v1/batches")],
    Role.CURATE: [("GET", "/v1/queue"), ("GET", "/v1/queue/facets"), ("GET", "/v1/queue/export")],
}


@pytest.mark.parametrize("role", list(Role))
def test_every_role_may_do_its_own_and_no_more(settings: Settings, role: Role) -> None:
    text = token(settings, role)
    with running(settings) as client:
        for needed, calls in CALLS.items():
            for method, path in calls:
                content = TRUE if method == "POST" else None
                answer = client.request(method, path, content=content, headers={**JSON, **bearer(text)})
                assert (answer.status_code == 403) is (role not in (needed, Role.ADMIN)), (path, answer.text)
                assert client.request(method, path, content=content, headers=JSON).status_code == 401


def test_a_wrong_token_and_a_revoked_one_are_nothing(settings: Settings) -> None:
    text = token(settings, Role.ADMIN)
    token(settings, Role.ADMIN, "ben")
    with running(settings) as client, open_queue(settings) as queue:
        assert client.get("/v1/queue", headers=bearer(text)).status_code == 200
        for wrong in (text + "x", text[:-1], "gate_", "", text.replace("gate_", "gate_0"), "é"):
            assert client.get("/v1/queue", headers={b"authorization": b"Bearer " + wrong.encode()}).status_code == 401
        Tokens(queue.database).revoke(text.split("_")[1], datetime.now(UTC))
        assert client.get("/v1/queue", headers=bearer(text)).status_code == 401


def test_no_secret_is_in_the_database(tmp_path: Path) -> None:
    text = token(Settings(queue_url=f"sqlite:///{tmp_path}/queue.db"), Role.ADMIN)
    with sqlite3.connect(tmp_path / "queue.db") as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert text.split("_")[1] in dump
    assert text.split("_", 2)[2] not in dump


def test_no_secret_is_in_the_log(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    text = token(settings, Role.ADMIN)
    with caplog.at_level("DEBUG"), running(settings) as client:
        client.get("/v1/queue?search=verysecret", headers=bearer(text))
        client.post("/signin", data={"token": text})
    ours = [r.getMessage() for r in caplog.records if r.name.startswith("gate")]
    assert any("/v1/queue 200" in line for line in ours)
    assert not any(text in line or "verysecret" in line for line in ours)


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"X-Forwarded-For": "203.0.113.9"}, {"Forwarded": "for=203.0.113.9"}],
)
def test_without_tokens_only_the_machine_itself_is_answered(client: TestClient, headers: dict[str, str]) -> None:
    assert client.get("/v1/queue", headers=headers).status_code == 403
    assert client.get("/queue", headers=headers).status_code == 403


def test_without_tokens_another_address_gets_nothing(client: TestClient) -> None:
    other = TestClient(client.app, base_url="http://127.0.0.1:8000", client=("203.0.113.9", 1))
    assert other.get("/v1/queue").status_code == 403


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}])
def test_another_sites_page_changes_nothing(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/v1/check", content=WRONG, headers={"Content-Type": "text/plain", **headers})
    assert answer.status_code == 403
    assert client.get("/v1/queue").json()["total"] == 0


def test_more_calls_than_allowed_are_told_when_to_come_back(settings: Settings) -> None:
    with running(settings, server_rate=60) as client:
        answers = [client.get("/v1/queue") for _ in range(30)]
    refused = [a for a in answers if a.status_code == 429]
    assert refused
    assert all(int(a.headers["retry-after"]) >= 1 for a in refused)


def test_a_session_begins_with_a_token_and_forms_are_its_own(settings: Settings) -> None:
    text = token(settings, Role.CURATE)
    ingest = token(settings, Role.INGEST, "loader")
    with running(settings) as client:
        send(client, WRONG, **bearer(ingest))
        assert client.get("/queue/1").headers["location"] == "/signin?next=%2Fqueue%2F1"
        assert client.post("/signin", data={"token": ingest}).status_code == 403
        signed = client.post("/signin", data={"token": text, "next": "//evil.example"})
        assert signed.headers["location"] == "/queue"
        cookie = signed.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert client.get("/queue/1").status_code == 200
        form = {"decision": "reject", "reason": "invented", "version": "1"}
        assert client.post("/queue/1/decide", data=form).status_code == 403  # no CSRF token
        assert client.post("/queue/1/decide", data={**form, "csrf": "0" * 64}).status_code == 403
        assert client.get("/v1/queue/1").json()["state"] == "pending"


@pytest.mark.parametrize("path", ["/queue", "/nope", "/v1/queue", "/static/gate.js"])
def test_every_answer_has_a_strict_policy(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
