"""What a run leaves for review becomes items, once."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from gate.errors import UsageError
from gate.queue.store import Queue
from gate.queue.values import MACHINE, Action, Filter, MachineVerdict, State
from tests.queue.conftest import Clock
from tests.queue.runs import INVENTED, doubtful, fine, numbered, review, run, scored, unchecked
from tests.schema import complaints


def test_only_what_is_not_accepted_is_queued(queue: Queue) -> None:
    taken = queue.take_in(run(review(1), fine(2), unchecked(3), doubtful(4)), batch="b1", source="batch.json")
    assert (taken.added, taken.present, taken.settled) == (3, 0, 0)
    rows = queue.page(sort="id").rows
    assert [(row.record, row.verdict) for row in rows] == [
        ("r1", MachineVerdict.REVIEW),
        ("r3", MachineVerdict.UNCHECKED),
        ("r4", MachineVerdict.REVIEW),
    ]
    assert {row.state for row in rows} == {State.PENDING}
    (batch,) = queue.batches()
    assert (batch.records, batch.accepted, batch.review, batch.unchecked, batch.waiting) == (4, 1, 3, 1, 3)


def test_an_item_keeps_the_bytes_the_record_and_a_valid_report(queue: Queue) -> None:
    given = review(1)
    queue.take_in(run(given, fine(2)), batch="b1")
    item = queue.get(1)
    assert item.raw == given.record.raw
    assert item.record == given.record
    assert complaints(item.report) == []
    assert [record["id"] for record in json.loads(item.report)["records"]] == ["r1"]
    assert item.codes == tuple(sorted({f.code for f in given.findings}))
    assert item.sources == ("crossref-works", "pubmed")
    assert [(e.action, e.who, e.machine, e.after) for e in item.events] == [(Action.QUEUED, MACHINE, True, "pending")]
    assert complaints(queue.envelope("b1")) == []


def test_the_list_tells_the_worst_finding_and_the_gravest_tier(queue: Queue) -> None:
    queue.take_in(run(review(1)), batch="b1")
    (row,) = queue.page().rows
    assert (row.severity, row.code, row.path, row.tier) == ("violation", "citation-wrong-metadata", "citations[0]", "identity")
    assert row.findings == 4
    assert "another year" in row.message


def test_risk_sorts_by_severity_then_tier_then_what_nothing_confirms(queue: Queue) -> None:
    grave, more = scored(review(1, INVENTED), 0.2), scored(review(2, INVENTED), 0.9)
    queue.take_in(run(scored(doubtful(3), 1.0), grave, more), batch="b1")
    assert [row.record for row in queue.page(sort="risk").rows] == ["r2", "r1", "r3"]


def test_the_same_run_again_adds_nothing(queue: Queue) -> None:
    report = run(review(1), unchecked(2))
    assert queue.take_in(report, batch="b1").added == 2
    again = queue.take_in(report, batch="b1")
    assert (again.added, again.present, again.settled) == (0, 2, 0)
    assert queue.facets().total == 2
    assert queue.take_in(report, batch="b2").added == 2


def test_a_record_given_twice_in_a_run_is_one_item(queue: Queue) -> None:
    assert queue.take_in(run(review(1), review(1)), batch="b1").added == 1


def test_records_of_one_place_and_other_bytes_are_two_items(queue: Queue) -> None:
    queue.take_in(run(review(1)), batch="b1")
    other = review(1)
    other = replace(other, record=replace(other.record, raw=b'{"id": "r1", "title": "Another"}'))
    assert queue.take_in(run(other), batch="b1").added == 1


def test_a_later_run_of_the_batch_settles_what_waits_and_leaves_what_was_decided(queue: Queue) -> None:
    queue.take_in(run(unchecked(1), unchecked(2), review(3)), batch="b1")
    queue.decide(2, State.REJECTED, who="anna", reason="duplicate")
    taken = queue.take_in(run(fine(1), fine(2), review(3)), batch="b1")
    assert (taken.added, taken.present, taken.settled) == (0, 3, 1)
    assert taken.states == {
        ("batch.json", 1): State.ACCEPTED,
        ("batch.json", 2): State.REJECTED,
        ("batch.json", 3): State.PENDING,
    }
    assert queue.get(2).row.decided_by == "anna"
    assert queue.get(1).row.decided_by == MACHINE


def test_a_large_run_is_taken_in_whole(queue: Queue) -> None:
    assert queue.take_in(run(*(review(n) for n in range(1, 1203))), batch="b1").added == 1202
    assert queue.page(limit=1).total == 1202
    assert [item.row.record for item in queue.items()] == [f"r{n}" for n in range(1, 1203)]
    assert [item.raw for item in queue.items(Filter(ids=(7, 1201)))] == [numbered(7).raw, numbered(1201).raw]


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "a\nb", "a\x00b", "a\ud800b"])
def test_a_batch_needs_a_name_that_can_be_shown(queue: Queue, name: str) -> None:
    with pytest.raises(UsageError, match="name"):
        queue.take_in(run(review(1)), batch=name)


def test_hostile_text_is_kept_as_it_is_and_listed_harmlessly(queue: Queue) -> None:
    title = "\u202eevil\x00\ud800" + "x" * 1_000_000
    given = review(1)
    statements = (replace(given.record.statements[0], value=title), *given.record.statements[1:])
    record = replace(given.record, id="\x00id\udcff", file="\udc80.json", statements=statements)
    queue.take_in(run(replace(given, record=record)), batch="b1", source="\x00")
    (row,) = queue.page(Filter(text="EVIL")).rows
    assert len(row.label) <= 300
    assert row.record == "<U+0000>id<U+DCFF>"
    assert "\x00" not in row.label
    item = queue.get(row.id)
    assert item.record.statements[0].value == title
    assert item.record.id == "\x00id\udcff"


def test_time_is_that_of_the_clock_also_when_it_is_set_back(queue: Queue, clock: Clock) -> None:
    queue.take_in(run(review(1)), batch="b1")
    clock.time -= timedelta(days=3)
    queue.decide(1, State.REJECTED, who="anna", reason="invented")
    queue.undo(1, who="anna")
    assert [e.action for e in queue.history(1)] == [Action.QUEUED, Action.REJECTED, Action.UNDONE]
    assert queue.page(Filter(older_than=timedelta(hours=1))).total == 0
