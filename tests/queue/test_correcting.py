"""A corrected record is checked again before it is kept, wherever it comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from gate.errors import ConflictError, UsageError
from gate.model import Record, RecordReport, Report
from gate.queue.correcting import checked, keep
from gate.queue.rechecking import Check
from gate.queue.store import Queue
from gate.queue.values import MachineVerdict, State
from gate.settings import Settings
from tests.queue.runs import review, run, unchecked
from tests.report.samples import FINDINGS, REVIEW, UNCHECKED, accepted, reviewed

RIGHT = b'{"id": "r1", "title": "Right"}'


def says(judged: Callable[[Record], RecordReport]) -> Check:
    def check(records: Sequence[Record]) -> Report:
        return run(*map(judged, records))

    return check


def test_what_is_accepted_then_is_kept_with_the_second_verdict_in_the_log(queue: Queue) -> None:
    queue.take_in(run(review(1)), batch="b1")
    item = queue.get(1)
    made = checked(item, RIGHT, says(accepted), Settings())
    assert (made.verdict, made.severity, made.needs_reason) == (MachineVerdict.ACCEPT, "", "")
    assert keep(queue, item, made, who="anna", version=1).state is State.CORRECTED
    kept = queue.get(1)
    assert (kept.corrected, kept.raw) == (RIGHT, item.raw)
    assert kept.row.verdict is MachineVerdict.REVIEW, "the gate's verdict is on what came"
    assert kept.events[-1].detail == "checked again: accept, 0 findings above info"


@pytest.mark.parametrize(
    ("judged", "why"),
    [
        (lambda record: reviewed(record, FINDINGS, REVIEW), "still has a violation"),
        (lambda record: reviewed(record, (), UNCHECKED), "could not be checked"),
    ],
)
def test_what_is_not_right_or_not_checked_then_needs_a_reason(
    queue: Queue, judged: Callable[[Record], RecordReport], why: str
) -> None:
    queue.take_in(run(unchecked(1)), batch="b1")
    item = queue.get(1)
    made = checked(item, RIGHT, says(judged), Settings())
    with pytest.raises(UsageError, match=why) as told:
        keep(queue, item, made, who="anna")
    assert made.message
    assert made.message in str(told.value)
    assert queue.get(1).row.state is State.PENDING
    keep(queue, item, made, who="anna", reason="values-mended")
    assert queue.get(1).events[-1].detail.startswith(f"checked again: {made.verdict}")


def test_what_was_not_changed_or_was_decided_meanwhile_is_not_kept(queue: Queue) -> None:
    queue.take_in(run(review(1)), batch="b1")
    item = queue.get(1)
    with pytest.raises(UsageError, match="nothing was changed"):
        keep(queue, item, checked(item, item.raw, says(accepted), Settings()), who="anna")
    made = checked(item, RIGHT, says(accepted), Settings())
    queue.decide(1, State.REJECTED, who="bob", reason="invented")
    with pytest.raises(ConflictError):
        keep(queue, item, made, who="anna", version=1)
    assert queue.get(1).corrected == b""


def test_a_list_of_works_is_not_corrected_as_if_it_were_one(queue: Queue) -> None:
    queue.take_in(run(review(1, bibliography=True)), batch="b1")
    with pytest.raises(UsageError, match="list of works"):
        checked(queue.get(1), RIGHT, says(accepted), Settings())
