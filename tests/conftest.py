"""One PostgreSQL for the whole run, started when the first test asks for it; and databases that are there and empty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.queue.postgres import Cluster

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    from tests.queue import postgres

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
    server: Cluster = request.getfixturevalue("cluster")
    name = f"gate{next(_NUMBERS)}"
    yield server.create(name)
    server.drop(name)
