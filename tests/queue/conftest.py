"""Every test of the queue that takes ``queue`` or ``url`` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from gate.queue.store import Queue, open_queue
from gate.settings import Settings
from tests.queue import postgres

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    made = postgres.start()
    try:
        yield made
    finally:
        postgres.remove(made)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database that is there and empty."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/queue.db"
        return
    server: postgres.Cluster = request.getfixturevalue("cluster")
    name = f"gate{next(_NUMBERS)}"
    yield server.create(name)
    server.drop(name)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def forward(self, **units: int) -> None:
        self.time += timedelta(**units)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def queue(url: str, clock: Clock) -> Iterator[Queue]:
    with open_queue(Settings(queue_url=url), now=clock) as opened:
        yield opened
