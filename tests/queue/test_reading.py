"""Filters, orders, facets: the same on both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import event

from gate.errors import UsageError
from gate.queue.store import Queue
from gate.queue.values import SORTS, Filter, State
from tests.queue.conftest import Clock
from tests.queue.runs import INVENTED, doubtful, review, run, unchecked


@pytest.fixture
def filled(queue: Queue, clock: Clock) -> Queue:
    """r1 and r2 of yesterday in b1, r3 to r5 of now in b2; r1 is rejected, r3 is anna's."""
    queue.take_in(run(review(1), review(2, INVENTED)), batch="b1")
    clock.forward(days=1)
    other = review(5)
    other = replace(other, record=replace(other.record, file="folder/100%_sure.mrc", format="marc", id="Ünïcode-5"))
    queue.take_in(run(unchecked(3), doubtful(4), other), batch="b2")
    queue.decide(1, State.REJECTED, who="bob", reason="invented")
    queue.assign(3, "anna", who="anna")
    return queue


@pytest.mark.parametrize(
    ("filter", "records"),
    [
        (Filter(), [1, 2, 3, 4, 5]),
        (Filter(states=("pending",)), [2, 3, 4, 5]),
        (Filter(states=("rejected", "expired")), [1]),
        (Filter(verdicts=("unchecked",)), [3]),
        (Filter(codes=("value-fabricated",)), [2]),
        (Filter(codes=("value-fabricated", "creator-contradicted")), [1, 2, 5]),
        (Filter(tiers=("identity",)), [1, 2, 5]),
        (Filter(severities=("violation",), batches=("b2",)), [5]),
        (Filter(sources=("pubmed",)), [1, 2, 3, 4, 5]),
        (Filter(sources=("crossref-works",)), [1, 2, 5]),
        (Filter(batches=("b1",)), [1, 2]),
        (Filter(files=("100%_sure.mrc",)), [5]),
        (Filter(files=("folder/100%_sure.mrc", "x")), [5]),
        (Filter(files=("100__sure.mrc",)), []),
        (Filter(kinds=("agent",)), []),
        (Filter(formats=("marc",)), [5]),
        (Filter(assignees=("anna",)), [3]),
        (Filter(assignees=("-", "anna")), [1, 2, 3, 4, 5]),
        (Filter(assignees=("-",), verdicts=("unchecked",)), []),
        (Filter(text="TITLE 4"), [4]),
        (Filter(text="ünÏcode"), [5]),
        (Filter(text="100%"), [5]),
        (Filter(text="100_"), []),
        (Filter(older_than=timedelta(hours=12)), [1, 2]),
        (Filter(younger_than=timedelta(hours=12)), [3, 4, 5]),
        (Filter(ids=(2, 4, 77)), [2, 4]),
    ],
)
def test_a_filter_finds_what_fits_all_of_it(filled: Queue, filter: Filter, records: list[int]) -> None:
    page = filled.page(filter, sort="id")
    assert [row.position for row in page.rows] == records
    assert page.total == len(records) == filled.facets(filter).total


def test_a_page_is_a_part_of_an_order_that_is_total(filled: Queue) -> None:
    for sort in SORTS:
        whole = [row.id for row in filled.page(Filter(), sort=sort).rows]
        parts = [row.id for offset in range(5) for row in filled.page(Filter(), sort=sort, limit=1, offset=offset).rows]
        assert parts == whole
        assert sorted(whole) == [1, 2, 3, 4, 5]
    assert [row.position for row in filled.page(Filter(), sort="newest").rows] == [5, 4, 3, 2, 1]
    with pytest.raises(UsageError, match="no order 'x'"):
        filled.page(sort="x")


def test_facets_count_what_fits(filled: Queue) -> None:
    facets = filled.facets()
    assert facets.states == (("pending", 4), ("rejected", 1))
    assert facets.verdicts == (("review", 4), ("unchecked", 1))
    assert facets.batches == (("b2", 3), ("b1", 2))
    assert facets.assignees == (("", 4), ("anna", 1))
    assert dict(facets.codes)["creator-contradicted"] == 2
    assert dict(facets.sources) == {"pubmed": 5, "crossref-works": 3}
    assert filled.facets(Filter(batches=("b1",))).kinds == (("work", 2),)


def test_a_list_reads_no_report(filled: Queue) -> None:
    asked: list[str] = []
    event.listen(filled.database._engine, "before_cursor_execute", lambda c, cur, statement, *rest: asked.append(statement))
    filled.page(Filter(codes=("value-fabricated",), text="title"))
    filled.facets()
    filled.batches()
    assert asked
    assert not [statement for statement in asked if "item_contents" in statement or "envelope" in statement]


def test_what_is_purged_is_gone_but_for_the_log(filled: Queue) -> None:
    with pytest.raises(UsageError, match="pending items are not purged"):
        filled.purge(Filter(states=("pending",)), who="chief")
    assert filled.purge(Filter(older_than=timedelta(hours=1)), who="chief") == 1
    assert [row.position for row in filled.page(Filter(), sort="id").rows] == [2, 3, 4, 5]
    with pytest.raises(UsageError, match="item 1 was purged"):
        filled.get(1)
    assert [e.action.value for e in filled.history(1)] == ["queued", "rejected", "purged"]
    assert {b.id for b in filled.batches()} == {"b1", "b2"}
    filled.decide(2, State.EXPIRED, who="chief")
    filled.purge(Filter(), who="chief")
    assert {b.id for b in filled.batches()} == {"b2"}
    filled.take_in(run(review(9)), batch="b3")
    assert max(row.id for row in filled.page(Filter()).rows) == 6  # a number is never used again
