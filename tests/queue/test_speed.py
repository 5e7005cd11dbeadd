"""Ten thousand items: a page of the list comes in less than 0.3 seconds, whatever it is filtered or sorted by."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import text

from gate.queue.store import Queue
from gate.queue.values import SORTS, WAITING, Filter
from tests.queue.runs import review, run, unchecked

pytestmark = pytest.mark.alone  # it measures time

ITEMS, SEED = 10_000, 50
LIMIT_S = 0.3


@pytest.fixture
def large(queue: Queue) -> Queue:
    fill(queue)
    return queue


def fill(queue: Queue) -> None:
    """Fifty items taken in, copied by the database itself."""
    queue.take_in(run(*((review if n % 3 else unchecked)(n) for n in range(1, SEED + 1))), batch="b1")
    columns = (
        "version, batch, file, position, record, kind, format, label, search, verdict, state, severity, tier, code, path, "
        "message, findings, risk, assignee, queued, changed, decided_by, reason"
    )
    with queue.database.writing() as connection:
        for copy in range(1, ITEMS // SEED):
            shift = copy * SEED
            connection.execute(
                text(
                    f"INSERT INTO items (id, key, {columns}) SELECT id + {shift}, key || '-{copy}', {columns} "
                    f"FROM items WHERE id <= {SEED}"
                )
            )
            for table, columns_of in (
                ("item_contents", "raw, record, report, corrected"),
                ("item_codes", "code"),
                ("item_sources", "source"),
            ):
                connection.execute(
                    text(
                        f"INSERT INTO {table} (item, {columns_of}) "
                        f"SELECT item + {shift}, {columns_of} FROM {table} WHERE item <= {SEED}"
                    )
                )


def fastest(call: Callable[[], object]) -> float:
    def once() -> float:
        began = time.perf_counter()
        call()
        return time.perf_counter() - began

    return min(once() for _ in range(3))


def test_a_page_of_ten_thousand_items_is_quick(large: Queue) -> None:
    assert large.page(Filter()).total == ITEMS
    took = {sort: fastest(lambda sort=sort: large.page(WAITING, sort=sort)) for sort in SORTS}  # type: ignore[misc]
    took["last page"] = fastest(lambda: large.page(WAITING, offset=ITEMS - 50))
    took["filtered"] = fastest(
        lambda: large.page(Filter(codes=("creator-contradicted",), text="title 4", older_than=timedelta(0), assignees=("-",)))
    )
    took["facets"] = fastest(lambda: large.facets(WAITING))
    took["one item"] = fastest(lambda: large.get(ITEMS // 2))
    assert {name: seconds for name, seconds in took.items() if seconds >= LIMIT_S} == {}
