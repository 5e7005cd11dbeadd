"""``kill -9`` at any moment loses no acknowledged item or decision: real processes, killed while they write."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.errors import QueueError
from gate.queue.store import open_queue
from gate.queue.values import Filter, State
from gate.settings import Settings
from tests.queue import postgres
from tests.queue.runs import review, run

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 3
#: takes in a batch of three, decides on one, and says so only when each is done
WRITER = """
import sys
from gate.queue.store import open_queue
from gate.queue.values import State
from gate.settings import Settings
from tests.queue.runs import review, run
url, start = sys.argv[1], int(sys.argv[2])
with open_queue(Settings(queue_url=url)) as queue:
    for n in range(start, start + 10_000):
        taken = queue.take_in(run(review(1), review(2), review(3)), batch=f"b{n}")
        assert taken.added == 3
        print("batch", f"b{n}", flush=True)
        from gate.queue.values import Filter
        first = queue.page(Filter(batches=(f"b{n}",)), sort="id").rows[0].id
        queue.decide(first, State.REJECTED, who="anna", reason="invented")
        print("decision", first, flush=True)
"""


def started(url: str, start: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, url, str(start)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def acknowledged(writer: subprocess.Popen[str], wait: float, stop: signal.Signals = signal.SIGKILL) -> list[list[str]]:
    """What the writer said before it was killed, ``wait`` seconds after its first word."""
    assert writer.stdout is not None
    first = writer.stdout.readline()
    time.sleep(wait)
    writer.send_signal(stop)
    rest, _ = writer.communicate(timeout=60)
    return [line.split() for line in (first + rest).splitlines() if line.count(" ") == 1 and line.split()[-1]]


def assert_all_there(url: str, words: list[list[str]]) -> None:
    batches = [word for kind, word in words if kind == "batch"]
    decided = [int(word) for kind, word in words if kind == "decision"]
    assert batches
    with open_queue(Settings(queue_url=url)) as queue:
        for batch in batches:
            assert queue.page(Filter(batches=(batch,))).total == 3, batch
        assert {b.id for b in queue.batches()} >= set(batches)
        for item in queue.items(Filter()):  # nothing half-written: every item has its content and its log
            assert item.raw
            assert item.events[0].action.value == "queued"
            assert (item.row.state is State.REJECTED) == (item.events[-1].action.value == "rejected")
        rows = {row.id: row for row in queue.page(Filter(states=("rejected",)), limit=100_000).rows}
        assert set(decided) <= set(rows)
        for kept in queue.batches():
            assert queue.page(Filter(batches=(kept.id,))).total == 3


@pytest.fixture(scope="module")
def own() -> Iterator[postgres.Cluster]:
    made = postgres.start(safe=True)
    try:
        yield made
    finally:
        postgres.remove(made)


def test_killed_writers_lose_nothing_in_sqlite(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/queue.db"
    seed = random.Random(7)
    words: list[list[str]] = []
    for n in range(ROUNDS):
        words += acknowledged(started(url, n * 10_000), seed.uniform(0.0, 0.4))
    assert_all_there(url, words)


def test_two_writers_at_once_one_killed_lose_nothing_in_sqlite(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/queue.db"
    one, two = started(url, 0), started(url, 10_000)
    words = acknowledged(one, 0.4) + acknowledged(two, 0.2)
    assert_all_there(url, words)


def test_sqlite_writes_through_to_the_disk(tmp_path: Path) -> None:
    with (
        open_queue(Settings(queue_url=f"sqlite:///{tmp_path}/queue.db")) as queue,
        queue.database.writing() as connection,
    ):
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_killed_writers_lose_nothing_in_postgresql(own: postgres.Cluster) -> None:
    url = own.create("writers")
    words = acknowledged(started(url, 0), 0.3) + acknowledged(started(url, 10_000), 0.1)
    assert_all_there(url, words)


def test_a_killed_server_loses_nothing(own: postgres.Cluster) -> None:
    url = own.create("server")
    writer = started(url, 0)
    assert writer.stdout is not None
    first = writer.stdout.readline()
    time.sleep(0.3)
    own.kill()
    rest, errors = writer.communicate(timeout=60)
    assert writer.returncode != 0
    assert "QueueError: the review queue cannot be used" in errors
    own.start()
    assert_all_there(url, [line.split() for line in (first + rest).splitlines()])


def test_when_the_server_is_back_the_queue_is_too(own: postgres.Cluster) -> None:
    with open_queue(Settings(queue_url=own.create("gone"))) as queue:
        queue.take_in(run(review(1)), batch="b1")
        own.kill()
        for _ in range(2):
            with pytest.raises(QueueError, match="cannot be used"):
                queue.decide(1, State.REJECTED, who="anna", reason="invented")
        own.start()
        assert queue.page(Filter()).total == 1
        assert queue.decide(1, State.REJECTED, who="anna", reason="invented").state is State.REJECTED


def test_a_session_waits_for_the_disk_whatever_the_server_says(own: postgres.Cluster) -> None:
    url = own.create("sync")
    with open_queue(Settings(queue_url=url)) as queue, queue.database.writing() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
