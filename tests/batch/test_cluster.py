"""gate batch by Dask: what becomes of tasks whose worker dies, and of a scheduler that does not answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate.batch.cluster import dask
from gate.batch.pool import Pool
from gate.errors import UnreachableError, UsageError
from tests.batch.test_batch import Numbers, work


def test_dask_workers_that_die_lose_and_double_nothing(tmp_path: Path) -> None:
    tasks = [Numbers((n, n + 1), str(tmp_path / "killed") if n == 2 else "") for n in range(0, 8, 2)]
    with dask("", 2) as (engine, at_once):
        assert at_once == 2
        found = sorted(Pool(work, at_once, engine).run(tasks))
    assert (tmp_path / "killed").exists()
    assert found == [(n, ()) for n in range(0, 8, 2)]


def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.batch.cluster.CONNECT_S", 1)
    with pytest.raises(UnreachableError, match=r"tcp://127\.0\.0\.1:1"), dask("tcp://127.0.0.1:1", 1):
        pass
    with pytest.raises(UsageError, match="no address"), dask("nonsense://x", 1):
        pass
