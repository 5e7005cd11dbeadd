"""Decisions: on the version that was seen, with a reason, in a log that only grows, and never for good."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from gate.errors import ConflictError, QueueError, UsageError
from gate.queue.export import exporter
from gate.queue.reasons import REASONS
from gate.queue.store import Queue
from gate.queue.values import DECISIONS, MACHINE, WAITING, Action, Filter, MachineVerdict, State, Wanted
from tests.queue.runs import doubtful, review, run, unchecked


@pytest.fixture
def filled(queue: Queue) -> Queue:
    queue.take_in(run(review(1), review(2), doubtful(3), unchecked(4)), batch="b1")
    return queue


@pytest.mark.parametrize("state", [s for s in State if s is not State.PENDING])
def test_a_decision_keeps_both_verdicts_and_tells_who_when_and_why(filled: Queue, state: State) -> None:
    reason = next(code for code, r in REASONS.items() if state in r.states)
    row = filled.decide(1, state, who="anna", reason=reason, note="seen")
    assert (row.state, row.verdict, row.decided_by, row.reason) == (state, MachineVerdict.REVIEW, "anna", reason)
    event = filled.get(1).events[-1]
    assert (event.who, event.machine, event.action.value, event.before, event.after) == ("anna", False, state, "pending", state)
    assert (event.reason, event.note) == (reason, "seen")
    assert event.at == row.changed


@pytest.mark.parametrize("state", DECISIONS.values())
def test_every_decision_can_be_undone_and_made_again(filled: Queue, state: State) -> None:
    reason = next(code for code, r in REASONS.items() if state in r.states)
    filled.decide(1, state, who="anna", reason=reason)
    row = filled.undo(1, who="bob", note="too fast")
    assert (row.state, row.decided_by, row.reason, row.verdict) == (State.PENDING, "", "", MachineVerdict.REVIEW)
    filled.decide(1, State.REJECTED, who="bob", reason="invented")
    assert [e.action for e in filled.history(1)] == [Action.QUEUED, Action(state), Action.UNDONE, Action.REJECTED]


def test_to_reject_needs_a_reason(filled: Queue) -> None:
    with pytest.raises(UsageError, match="to reject needs a reason: invented"):
        filled.decide(3, State.REJECTED, who="anna")
    assert filled.get(3).row.state is State.PENDING


def test_to_accept_against_a_finding_needs_a_reason_and_without_one_does_not(filled: Queue) -> None:
    with pytest.raises(UsageError, match="overrides a violation"):
        filled.decide(1, State.ACCEPTED, who="anna")
    assert filled.decide(3, State.ACCEPTED, who="anna").state is State.ACCEPTED


@pytest.mark.parametrize(
    ("state", "reason", "note", "message"),
    [
        (State.REJECTED, "minor", "", "no reason for rejected"),
        (State.ACCEPTED, "invented", "", "no reason for accepted"),
        (State.REJECTED, "nonsense", "", "no reason"),
        (State.REJECTED, "other", " ", "needs a note"),
        (State.REJECTED, "invented", "x" * 4001, "4,001 characters"),
    ],
)
def test_a_reason_must_be_one_that_can_be_meant(filled: Queue, state: State, reason: str, note: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        filled.decide(1, state, who="anna", reason=reason, note=note)
    assert len(filled.history(1)) == 1


@pytest.mark.parametrize("who", ["", "  ", MACHINE])
def test_somebody_must_have_decided(filled: Queue, who: str) -> None:
    with pytest.raises(UsageError):
        filled.decide(3, State.ACCEPTED, who=who)


def test_the_second_is_told_who_was_first_and_changes_nothing(filled: Queue) -> None:
    filled.decide(1, State.REJECTED, who="anna", reason="invented")
    with pytest.raises(ConflictError, match=r"item 1 is rejected already, by anna on 2026-11-30 09:00 UTC \(invented\)"):
        filled.decide(1, State.ACCEPTED, who="bob", reason="minor")
    assert filled.get(1).row.decided_by == "anna"


def test_a_decision_on_an_old_version_is_refused(filled: Queue) -> None:
    seen = filled.get(1).row.version
    filled.decide(1, State.REJECTED, who="anna", reason="invented")
    filled.undo(1, who="anna")
    with pytest.raises(ConflictError, match="undone by anna"):
        filled.decide(1, State.ACCEPTED, who="bob", reason="minor", version=seen)
    filled.decide(1, State.EXPIRED, who="anna")
    with pytest.raises(ConflictError, match="expired by anna"):
        filled.undo(1, who="bob", version=seen)


def test_of_many_who_decide_at_once_one_wins_and_the_others_are_told(filled: Queue) -> None:
    def decide(n: int) -> str:
        try:
            filled.decide(1, State.REJECTED, who=f"curator{n}", reason="invented", version=1)
        except ConflictError as error:
            return str(error)
        return ""

    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(decide, range(8)))
    assert told.count("") == 1
    winner = f"curator{told.index('')}"
    assert all(winner in message for message in told if message)
    assert [e.who for e in filled.history(1)] == [MACHINE, winner]


def test_undo_of_what_waits_is_a_conflict(filled: Queue) -> None:
    with pytest.raises(ConflictError, match="nothing to undo"):
        filled.undo(1, who="anna")


def test_assigning_tells_whose_it_is_and_leaves_the_version(filled: Queue) -> None:
    assert filled.assign(1, "anna", who="chief").assignee == "anna"
    with pytest.raises(ConflictError, match="assigned to anna"):
        filled.assign(1, "bob", who="bob")
    row = filled.assign(1, "bob", who="bob", take_over=True)
    assert (row.assignee, row.version) == ("bob", 1)
    assert filled.assign(1, "-", who="bob").assignee == ""
    assert [(e.action, e.detail) for e in filled.history(1)[1:]] == [
        (Action.ASSIGNED, "anna"),
        (Action.ASSIGNED, "bob"),
        (Action.RELEASED, "from bob"),
    ]


def test_several_at_once_by_number_or_by_filter(filled: Queue) -> None:
    done = filled.decide_many([1, 2, 99], None, State.REJECTED, who="anna", reason="invented")
    assert done.done == (1, 2)
    assert [(r.item, r.why) for r in done.refused] == [(99, "the queue has no item 99")]
    done = filled.decide_many((), Filter(states=("pending",)), State.ACCEPTED, who="anna")
    assert done.done == (3, 4)
    done = filled.undo_many((), Filter(states=("accepted", "rejected")), who="anna")
    assert done.done == (1, 2, 3, 4)
    assert filled.assign_many([1, 2], None, "bob", who="anna").done == (1, 2)
    assert filled.page(Filter(assignees=("bob",))).total == 2


def test_one_of_several_that_cannot_be_decided_stops_no_other(filled: Queue) -> None:
    done = filled.decide_many([1, 3], None, State.ACCEPTED, who="anna")
    assert done.done == (3,)
    assert "overrides a violation" in done.refused[0].why


def test_decisions_that_differ_are_carried_out_on_their_versions(filled: Queue) -> None:
    filled.decide(2, State.REJECTED, who="bob", reason="invented")
    wanted = [
        Wanted(1, 1, State.REJECTED, "duplicate"),
        Wanted(2, 1, State.ACCEPTED, "minor"),
        Wanted(3, 1, State.ACCEPTED),
        Wanted(4, 9, State.ACCEPTED),
    ]
    done = filled.decide_each(wanted, who="anna")
    assert done.done == (1, 3)
    assert [refused.item for refused in done.refused] == [2, 4]


def test_a_corrected_record_is_kept_beside_the_one_that_came(filled: Queue) -> None:
    raw = filled.get(1).raw
    with pytest.raises(UsageError, match="only the decision correct"):
        filled.decide(1, State.ACCEPTED, who="anna", reason="minor", corrected=b"{}")
    filled.decide(1, State.CORRECTED, who="anna", corrected=b'{"title": "Right"}')
    assert (filled.get(1).raw, filled.get(1).corrected) == (raw, b'{"title": "Right"}')
    filled.undo(1, who="anna")
    assert filled.get(1).corrected == b'{"title": "Right"}', "kept, to be taken up again"
    filled.decide(1, State.ACCEPTED, who="anna", reason="minor")
    assert b"".join(exporter("records")(filled.items(Filter(ids=(1,))), print)).strip(b"[]\n") == raw
    filled.undo(1, who="anna")
    filled.decide(1, State.CORRECTED, who="anna")
    assert filled.get(1).corrected == b"", "corrected elsewhere: what was here is not it"


@pytest.mark.parametrize("statement", ["UPDATE events SET who = 'x'", "DELETE FROM events", "DELETE FROM events WHERE id = 1"])
def test_the_database_refuses_to_change_the_log(filled: Queue, statement: str) -> None:
    with pytest.raises((DatabaseError, QueueError), match="only grows"), filled.database.writing() as connection:
        connection.execute(text(statement))
    assert len(filled.history(1)) == 1


def test_an_item_that_is_not_there_is_said_so(filled: Queue) -> None:
    for call in (lambda: filled.get(99), lambda: filled.decide(99, State.EXPIRED, who="a"), lambda: filled.undo(99, who="a")):
        with pytest.raises(UsageError, match="no item 99"):
            call()


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_says_what_it_means_and_fits_a_decision(code: str) -> None:
    reason = REASONS[code]
    assert reason.code == code
    assert len(reason.meaning) > 10
    assert reason.states <= frozenset(DECISIONS.values())
    assert reason.states


def test_what_changed_since_it_was_read_is_not_handed_over(filled: Queue) -> None:
    filled.decide(3, State.ACCEPTED, who="anna")
    filled.decide(2, State.ACCEPTED, who="anna", reason="minor")
    rows = filled.page(Filter(states=("accepted",)), sort="id").rows
    filled.undo(3, who="anna")
    written: list[str] = []
    with pytest.raises(ConflictError, match="item 3 changed while it was exported"):
        filled.hand_over(rows, lambda: written.append("file"), who="loader")
    assert written == []
    assert filled.get(2).row.handed_over is None
    filled.hand_over(rows[:1], lambda: written.append("file"), who="loader", detail="to x.mrc")
    assert written == ["file"]
    assert filled.get(2).row.handed_over is not None
    assert filled.page(Filter(states=("accepted",), not_handed_over=True)).total == 0
    assert filled.undo(2, who="anna").handed_over is None
    assert filled.get(2).events[-1].detail == "it was handed over on 2026-11-30 09:00 UTC"


def test_all_of_one_call_are_opened_again_and_what_changed_since_is_told(filled: Queue) -> None:
    done = filled.decide_many((), WAITING, State.ACCEPTED, who="anna", reason="minor")
    first, second, *others = done.done
    assert len(others) == 2
    filled.undo(first, who="bob")
    filled.undo(second, who="bob")
    filled.decide(second, State.ACCEPTED, who="bob", reason="minor")  # the same state, and another decision
    undone = filled.undo_together(done.mark, who="anna", note="too quick")
    assert undone.done == tuple(others)
    assert [one.item for one in undone.refused] == [first, second]
    assert all("has changed since" in one.why and "bob" in one.why for one in undone.refused)
    rows = {row.id: row for row in filled.page(Filter()).rows}
    assert {rows[n].state for n in others} == {State.PENDING}
    assert rows[second].decided_by == "bob"
    assert [e.action for e in filled.history(others[0])][-2:] == [Action.ACCEPTED, Action.UNDONE], "the log keeps both"
    assert len(filled.undo_together(done.mark, who="anna").refused) == len(done.done), "a second time there is nothing to open"
    again = filled.decide_many(others, None, State.EXPIRED, who="anna")
    assert again.mark != done.mark
    assert filled.undo_together(again.mark, who="anna").done == tuple(others)


def test_what_a_workbook_decided_is_opened_again_together(filled: Queue) -> None:
    done = filled.decide_each([Wanted(1, 1, State.REJECTED, "invented"), Wanted(3, 1, State.EXPIRED)], who="anna")
    assert filled.undo_together(done.mark, who="anna").done == (1, 3)


def test_a_mark_that_no_call_had_opens_nothing(filled: Queue) -> None:
    filled.decide(1, State.REJECTED, who="anna", reason="invented")
    for mark in ("", "ffffffffffff", "%"):
        with pytest.raises(UsageError, match="nothing was decided together"):
            filled.undo_together(mark, who="anna")
    assert filled.decide_many((999,), None, State.EXPIRED, who="anna").mark == ""
    assert filled.get(1).row.state is State.REJECTED
