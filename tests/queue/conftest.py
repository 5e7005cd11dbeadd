"""Every test of the queue that takes ``queue`` (or ``url``, see tests/conftest.py) runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from gate.queue.store import Queue, open_queue
from gate.settings import Settings


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
