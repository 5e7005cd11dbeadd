"""How long the queue takes with ten thousand items.

    python -m benchmarks.review_queue

On SQLite always, on PostgreSQL too where it is installed (the tests' own cluster, with ``fsync`` on). Milliseconds are medians of
seven.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from gate.queue.export import exporter
from gate.queue.store import open_queue
from gate.queue.values import WAITING, Filter, State
from gate.settings import Settings
from tests.queue import postgres
from tests.queue.runs import review, run, unchecked

BATCHES, SIZE = 10, 1000


def median_ms(call: Callable[[], object]) -> float:
    took = []
    for _ in range(7):
        began = time.perf_counter()
        call()
        took.append((time.perf_counter() - began) * 1000)
    return sorted(took)[3]


def seconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def measure(url: str) -> None:
    with open_queue(Settings(queue_url=url)) as queue:
        print(queue.database.dialect)

        def take_in(batch: int) -> None:
            numbers = range(batch * SIZE, (batch + 1) * SIZE)
            queue.take_in(run(*((review if n % 3 else unchecked)(n) for n in numbers)), batch=f"b{batch}")

        def export(format: str) -> None:
            sum(map(len, exporter(format)(queue.items(Filter(batches=("b1",))), print)))

        def decide() -> None:
            queue.decide_many((), Filter(verdicts=("unchecked",)), State.ACCEPTED, who="anna")

        print(f"  take in {BATCHES * SIZE:,}   {sum(seconds(lambda b=b: take_in(b)) for b in range(BATCHES)):8.2f} s")  # type: ignore[misc]
        for label, call in (
            ("first page", lambda: queue.page()),
            ("last page", lambda: queue.page(offset=BATCHES * SIZE - 50)),
            ("code and words", lambda: queue.page(Filter(codes=("creator-contradicted",), text="title 77"))),
            ("source, oldest", lambda: queue.page(Filter(sources=("pubmed",)), sort="oldest")),
            ("facets", lambda: queue.facets(WAITING)),
            ("one item", lambda: queue.get(BATCHES * SIZE // 2)),
            ("batches", lambda: queue.batches()),
        ):
            print(f"  {label:16} {median_ms(call):8.1f} ms")
        print(f"  decide a third   {seconds(decide):8.2f} s")
        for format in ("jsonl", "csv", "xlsx"):
            print(f"  {format} of {SIZE:,}".ljust(19) + f"{seconds(lambda f=format: export(f)):8.2f} s")  # type: ignore[misc]


def over_http(url: str) -> None:
    """The list as programs and as curators get it."""
    from starlette.testclient import TestClient

    from gate.server.app import application
    from gate.server.service import Options

    app = application(Settings(queue_url=url, server_rate=1_000_000), Options(offline=True))
    with TestClient(app, base_url="http://127.0.0.1:8000", client=("127.0.0.1", 50000)) as client:
        app.state.service.indexed.wait()
        for path in ("/v1/queue", "/queue", "/v1/queue/facets"):
            print(f"  {path:16} {median_ms(lambda p=path: client.get(p).raise_for_status()):8.1f} ms")  # type: ignore[misc]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "queue.db"
        measure(f"sqlite:///{file}")
        over_http(f"sqlite:///{file}")
        print(f"  on disk          {file.stat().st_size / 1e6:8.1f} MB")
    if postgres.binaries() is not None:
        cluster = postgres.start(safe=True)
        try:
            url = cluster.create("benchmark")
            measure(url)
            over_http(url)
        finally:
            postgres.remove(cluster)


if __name__ == "__main__":
    main()
