"""Why long lists come at once: an index for every order, no report read, no more questions for more items.

How quickly they come is measured, not tested: ``benchmarks/review_queue.py``, docs/results/service.md.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import Engine, event

from gate.queue.store import Queue
from gate.queue.values import SORTS, WAITING, Filter
from tests.queue.runs import review, run, unchecked

#: what the database looks items up by, for the pending ones in each order
INDEXES = {"risk": "items_by_risk", "oldest": "items_by_age", "newest": "items_by_age"}
Asked = list[tuple[str, object]]

CALLS: dict[str, Callable[[Queue], object]] = {
    **{sort: lambda queue, sort=sort: queue.page(WAITING, sort=sort) for sort in SORTS},  # type: ignore[misc]
    "far on": lambda queue: queue.page(WAITING, offset=40),
    "code": lambda queue: queue.page(Filter(states=("pending",), codes=("creator-contradicted",))),
    "assignee": lambda queue: queue.page(Filter(assignees=("-",), text="title 4", older_than=timedelta(0))),
    "facets": lambda queue: queue.facets(WAITING),
}


def fill(queue: Queue, batch: str, count: int) -> None:
    queue.take_in(run(*((review if n % 3 else unchecked)(n) for n in range(1, count + 1))), batch=batch)


def asked(queue: Queue, call: Callable[[Queue], object]) -> Asked:
    """The questions that a call puts to the database."""
    seen: Asked = []

    def note(*given: object) -> None:
        if str(given[2]).startswith("SELECT"):
            seen.append((str(given[2]), given[3]))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        call(queue)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    return seen


def plan(queue: Queue, statement: str, parameters: object) -> str:
    explain = "EXPLAIN QUERY PLAN " if queue.database.dialect == "sqlite" else "EXPLAIN "
    with queue.database.writing() as connection:
        if queue.database.dialect == "postgresql":  # of a small table it would read all
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        found = connection.exec_driver_sql(explain + statement, parameters)  # type: ignore[arg-type]
        return "\n".join(str(row[-1]) for row in found)


@pytest.mark.parametrize("sort", INDEXES)
def test_every_order_of_what_waits_has_an_index(queue: Queue, sort: str) -> None:
    fill(queue, "b1", 30)
    *_, rows = asked(queue, lambda q: q.page(WAITING, sort=sort))
    told = plan(queue, *rows)
    assert INDEXES[sort] in told, told
    if sort != "risk" and queue.database.dialect == "sqlite":
        assert "TEMP B-TREE" not in told, "rows come out of the index in their order"


@pytest.mark.parametrize("name", CALLS)
def test_no_list_reads_all_items(queue: Queue, name: str) -> None:
    fill(queue, "b1", 30)
    for statement, parameters in asked(queue, CALLS[name]):
        told = plan(queue, statement, parameters)
        assert "SCAN items" not in told, told
        assert "Seq Scan on items" not in told, told


@pytest.mark.parametrize("name", CALLS)
def test_a_list_reads_no_report_and_asks_no_more_for_more_items(queue: Queue, name: str) -> None:
    fill(queue, "b1", 3)
    few = asked(queue, CALLS[name])
    assert few
    assert not any("item_contents" in statement for statement, _ in few)
    fill(queue, "b2", 60)
    assert len(asked(queue, CALLS[name])) == len(few)


def test_a_page_of_the_list_is_all_that_is_fetched(queue: Queue) -> None:
    fill(queue, "b1", 60)
    page = queue.page(WAITING, limit=7, offset=50)
    assert (len(page.rows), page.total) == (7, 60)
