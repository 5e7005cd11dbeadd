"""An outage empties itself: what could not be checked is checked again, and leaves when it is fine."""

from __future__ import annotations

from collections.abc import Sequence

from gate.model import Record, RecordReport, Report
from gate.queue.store import Queue
from gate.queue.values import MACHINE, Action, Filter, MachineVerdict, Rechecked, State
from tests.queue.conftest import Clock
from tests.queue.runs import fine, review, run, unchecked


class Check:
    """A check whose answers the test gives, by the record's id; it keeps what it was asked."""

    def __init__(self, answers: dict[str, RecordReport]) -> None:
        self.answers = answers
        self.asked: list[list[str]] = []

    def __call__(self, records: Sequence[Record]) -> Report:
        self.asked.append([record.id for record in records])
        return run(*(self.answers[record.id] for record in records))


def test_what_is_accepted_now_leaves_by_itself_and_the_log_says_machine(queue: Queue, clock: Clock) -> None:
    queue.take_in(run(unchecked(1), unchecked(2), unchecked(3), review(4)), batch="b1")
    clock.forward(hours=1)
    check = Check({"r1": fine(1), "r2": review(2), "r3": unchecked(3), "r4": review(4)})
    assert queue.recheck(check) == Rechecked(accepted=1, review=1, unchecked=1, left=0)
    rows = {row.record: row for row in queue.page(Filter()).rows}
    assert (rows["r1"].state, rows["r1"].verdict, rows["r1"].decided_by) == (State.ACCEPTED, MachineVerdict.ACCEPT, MACHINE)
    assert (rows["r2"].state, rows["r2"].verdict, rows["r2"].code) == (
        State.PENDING,
        MachineVerdict.REVIEW,
        "citation-wrong-metadata",
    )
    assert (rows["r3"].state, rows["r3"].verdict, rows["r3"].version) == (State.PENDING, MachineVerdict.UNCHECKED, 1)
    event = queue.get(rows["r1"].id).events[-1]
    assert (event.action, event.machine, event.detail) == (Action.RECHECKED, True, "verdict unchecked -> accept")
    assert queue.page(Filter(codes=("creator-contradicted",))).total == 2
    assert queue.get(rows["r2"].id).codes == queue.get(rows["r4"].id).codes


def test_a_record_is_judged_with_its_batch(queue: Queue) -> None:
    queue.take_in(run(unchecked(1), review(2)), batch="b1")
    queue.take_in(run(unchecked(3)), batch="b2")
    check = Check({f"r{n}": fine(n) for n in (1, 2, 3)})
    assert queue.recheck(check).accepted == 2
    assert sorted(map(sorted, check.asked)) == [["r1", "r2"], ["r3"]]
    assert queue.get(2).row.verdict is MachineVerdict.REVIEW  # it was only asked along


def test_while_an_outage_lasts_nothing_is_written(queue: Queue) -> None:
    queue.take_in(run(unchecked(1)), batch="b1")
    for _ in range(3):
        assert queue.recheck(Check({"r1": unchecked(1)})).unchecked == 1
    assert len(queue.history(1)) == 1


def test_a_curator_who_decides_meanwhile_is_not_overruled(queue: Queue) -> None:
    queue.take_in(run(unchecked(1), unchecked(2)), batch="b1")

    def check(records: Sequence[Record]) -> Report:
        queue.decide(1, State.REJECTED, who="anna", reason="duplicate")
        return run(fine(1), fine(2))

    assert queue.recheck(check) == Rechecked(accepted=1, review=0, unchecked=0, left=1)
    assert (queue.get(1).row.state, queue.get(1).row.verdict) == (State.REJECTED, MachineVerdict.UNCHECKED)


def test_what_was_decided_is_not_checked_again(queue: Queue) -> None:
    queue.take_in(run(unchecked(1)), batch="b1")
    queue.decide(1, State.REJECTED, who="anna", reason="duplicate")
    check = Check({})
    assert queue.recheck(check) == Rechecked(0, 0, 0, 0)
    assert check.asked == []


def test_a_machine_acceptance_can_be_undone_too(queue: Queue) -> None:
    queue.take_in(run(unchecked(1)), batch="b1")
    queue.recheck(Check({"r1": fine(1)}))
    assert queue.undo(1, who="anna", note="I doubt it").state is State.PENDING
