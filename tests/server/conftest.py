"""A server over an empty queue, offline, with the shipped snapshots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from gate.server.app import application
from gate.server.service import Options
from gate.settings import Settings

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples"
BASE = "http://127.0.0.1:8000"


@contextmanager
def application_of(settings: Settings) -> Iterator[TestClient]:
    """A server that has just been started."""
    app = application(settings, Options(offline=True))
    with TestClient(app, base_url=BASE, client=("127.0.0.1", 50000), follow_redirects=False) as client:
        yield client


@contextmanager
def running(settings: Settings, **changes: object) -> Iterator[TestClient]:
    """A server that is ready."""
    with application_of(replace(settings, **changes)) as client:  # type: ignore[arg-type]
        assert client.app.state.service.indexed.wait(120)  # type: ignore[attr-defined]
        yield client


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(queue_url=f"sqlite:///{tmp_path}/queue.db")


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with running(settings) as made:
        yield made


def example(name: str) -> bytes:
    return (EXAMPLES / name).read_bytes()


TRUE, WRONG = example("work-true.json"), example("philosopher-wrong-death.json")
JSON = {"Content-Type": "application/json"}


def send(client: TestClient, body: bytes = WRONG, **headers: str) -> str:
    """Check a record; gives the name of its batch in the queue."""
    answer = client.post("/v1/check", content=body, headers={**JSON, **headers})
    assert answer.status_code == 200, answer.text
    return answer.headers.get("gate-queue", "")
