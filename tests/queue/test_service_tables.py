"""Batches, kept answers, callbacks and tokens in the queue's database, on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TypeVar

import pytest
from sqlalchemy import insert, text

from gate.errors import QueueError, UsageError
from gate.queue import log
from gate.queue.database import Database
from gate.queue.service_answers import LEASE_S, Answers, Kept, Known
from gate.queue.service_callbacks import ATTEMPTS, Callbacks
from gate.queue.service_jobs import LEASE, Jobs, JobState
from gate.queue.service_tables import service_meta
from gate.queue.service_tokens import Role, Tokens
from gate.queue.store import Queue
from gate.queue.tables import events
from gate.queue.values import Action, Filter, State
from gate.report.order import Counts
from tests.queue.conftest import Clock
from tests.queue.runs import review, run

T = TypeVar("T")
NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
PART = Counts(accepted=1, review=1, unreadable=0, unchecked=0)
ANSWER = Kept(200, {"gate-decision": "review"}, b'{"a": 1}')


@pytest.fixture
def database(queue: Queue) -> Database:
    return queue.database


def at_once(*calls: Callable[[], T]) -> list[T]:
    """What calls give that begin at the same moment."""
    ready = threading.Barrier(len(calls))

    def begin(call: Callable[[], T]) -> T:
        ready.wait(30)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(begin, calls))


# -- batches


def test_a_batch_is_claimed_by_one_and_gone_on_with_where_it_stood(database: Database) -> None:
    one, two = Jobs(database, "one"), Jobs(database, "two")
    one.add(b"\x00 body", "marc", "anna", NOW, "b1")
    assert one.add(b"another", "marc", "anna", NOW, "b1").id == "b1"
    claims = at_once(*(partial(jobs.claim, NOW) for jobs in (one, two)))
    ((job, body),) = [c for c in claims if c is not None]
    owner, other = (one, two) if claims[0] is not None else (two, one)
    assert (body, job.state, job.done, job.total) == (b"\x00 body", JobState.RUNNING, 0, None)
    ahead = owner.advance(job, b'{"part": 1}', PART, 5, NOW)
    assert ahead is not None
    assert (ahead.done, ahead.total, ahead.accepted, ahead.review) == (2, 5, 1, 1)
    assert other.claim(NOW + LEASE / 2) is None
    taken = other.claim(NOW + LEASE + timedelta(seconds=1))
    assert taken is not None
    assert taken[0].done == 2
    assert owner.advance(ahead, b'{"part": 2}', PART, 5, NOW) is None  # it was taken for dead: what it found counts no more
    owner.finish("b1")
    assert other.get("b1").state is JobState.RUNNING  # type: ignore[union-attr]
    assert other.advance(taken[0], b'{"part": 2}', PART, 5, NOW) is not None
    other.finish("b1")
    assert [other.get("b1").state, *other.results("b1")] == [JobState.DONE, b'{"part": 1}', b'{"part": 2}']  # type: ignore[union-attr]
    assert other.claim(NOW + 9 * LEASE) is None
    assert other.open() == 0


def test_a_lease_is_kept_by_a_sign_of_life_and_given_back_in_order(database: Database) -> None:
    one, two = Jobs(database, "one"), Jobs(database, "two")
    one.add(b"x", "json", "anna", NOW, "b1")
    assert one.claim(NOW) is not None
    one.renew("b1", NOW + LEASE)
    assert two.claim(NOW + 1.5 * LEASE) is None
    two.renew("b1", NOW + 9 * LEASE)  # not its own
    one.release()
    assert two.claim(NOW) is not None


def test_a_clock_that_is_set_back_keeps_no_batch_from_being_taken_up(database: Database) -> None:
    one, two = Jobs(database, "one"), Jobs(database, "two")
    one.add(b"x", "json", "anna", NOW, "b1")
    assert one.claim(NOW) is not None
    assert two.claim(NOW - timedelta(days=1)) is not None  # the lease of "one" lies a day ahead: nobody has renewed it since


def test_the_oldest_comes_first_and_two_that_ask_get_two(database: Database) -> None:
    many = [Jobs(database, f"p{n}") for n in range(4)]
    for n in range(4):
        many[0].add(b"x", "json", "anna", NOW - timedelta(hours=n), f"b{n}")  # a later one has an earlier time
    first = many[0].claim(NOW)
    assert first is not None
    assert first[0].id == "b0"
    rest = at_once(*(partial(jobs.claim, NOW) for jobs in many[1:]))
    assert {claim[0].id for claim in rest if claim is not None} <= {"b1", "b2", "b3"}
    assert len({claim[0].id for claim in rest if claim is not None}) == len([c for c in rest if c is not None])
    assert [job.id for job in many[0].all()] == ["b3", "b2", "b1", "b0"]


# -- kept answers


def test_a_key_is_for_one_call_at_a_time_and_one_request(database: Database) -> None:
    one, two = Answers(database, "one"), Answers(database, "two")
    known = at_once(*(partial(a.begin, "anna", "k", b"request", NOW) for a in (one, two)))
    assert sorted(map(str, known)) == [Known.NEW, Known.RUNNING]
    owner, other = (one, two) if known[0] is Known.NEW else (two, one)
    assert other.begin("anna", "k", b"another", NOW) is Known.OTHER
    assert other.begin("ben", "k", b"another", NOW) is Known.NEW  # a key is the caller's own
    other.keep("anna", "k", Kept(500, {}, b"not mine to keep"))
    owner.keep("anna", "k", ANSWER)
    assert other.begin("anna", "k", b"request", NOW) == ANSWER
    assert other.begin("anna", "k", b"request", NOW + timedelta(hours=25)) is Known.NEW


def test_a_call_that_was_cut_off_can_be_made_again(database: Database) -> None:
    one, two = Answers(database, "one"), Answers(database, "two")
    late = NOW + timedelta(seconds=LEASE_S + 1)
    assert one.begin("anna", "k", b"request", NOW) is Known.NEW
    assert two.begin("anna", "k", b"request", late) is Known.NEW
    one.keep("anna", "k", Kept(200, {}, b"from the dead"))
    assert one.begin("anna", "k", b"request", late) is Known.RUNNING
    two.drop("anna", "k")
    assert one.begin("anna", "k", b"another", late) is Known.NEW
    assert two.begin("anna", "k", b"another", NOW - timedelta(days=1)) is Known.NEW  # the clock was set back


# -- callbacks


def decided(queue: Queue, batch: str) -> int:
    queue.take_in(run(review(1)), batch=batch)
    (row,) = queue.page(Filter(batches=(batch,))).rows
    queue.decide(row.id, State.REJECTED, who="anna", reason="invented")
    return row.id


def test_what_was_decided_is_due_until_it_was_told(queue: Queue, clock: Clock) -> None:
    calls = Callbacks(queue.database, "one")
    item = decided(queue, "b1")
    decided(queue, "b2")  # nobody asked about it
    calls.subscribe("b1", "http://a.example/")
    calls.subscribe("b1", "http://b.example/")  # the first stands
    due = calls.due(clock())
    assert due is not None
    assert (due.url, due.event.item, due.event.action) == ("http://a.example/", item, Action.REJECTED)
    assert Callbacks(queue.database, "two").due(clock()) is None  # held
    calls.failed(due, "answered 500", clock())
    assert calls.due(clock()) is None
    clock.forward(seconds=11)
    again = calls.due(clock())
    assert again is not None
    assert (again.event.id, again.attempts) == (due.event.id, 1)
    calls.told(again, clock())
    assert calls.due(clock()) is None
    queue.undo(item, who="anna")
    undone = calls.due(clock())
    assert undone is not None
    assert (undone.event.action, undone.attempts) == (Action.UNDONE, 0)


def test_a_held_callback_of_a_process_that_is_gone_is_due_again(queue: Queue, clock: Clock) -> None:
    decided(queue, "b1")
    Callbacks(queue.database, "gone").subscribe("b1", "http://a.example/")
    assert Callbacks(queue.database, "gone").due(clock()) is not None
    clock.forward(seconds=61)
    assert Callbacks(queue.database, "here").due(clock()) is not None


def test_a_subscriber_that_never_answers_is_given_up(queue: Queue, clock: Clock) -> None:
    calls = Callbacks(queue.database, "one")
    decided(queue, "b1")
    calls.subscribe("b1", "http://a.example/")
    for _ in range(ATTEMPTS):
        due = calls.due(clock())
        assert due is not None
        calls.failed(due, "no answer", clock())
        clock.forward(days=1)
    assert calls.due(clock()) is None


def test_an_event_that_is_committed_late_is_told_all_the_same(queue: Queue, clock: Clock) -> None:
    """Two decide at once; the one whose event has the lower number commits last."""
    if queue.database.dialect == "sqlite":
        pytest.skip("SQLite has one writer at a time")
    calls = Callbacks(queue.database, "one")
    item = decided(queue, "b1")
    calls.subscribe("b1", "http://a.example/")
    first = calls.due(clock())
    assert first is not None
    calls.told(first, clock())
    line = log.line(item, "b1", clock(), "anna", Action.UNDONE)
    found: list[int] = []

    def ask() -> None:
        due = calls.due(clock())
        found.extend(() if due is None else (due.event.id,))

    asking = threading.Thread(target=ask)
    with queue.database.writing() as slow:
        low = slow.execute(insert(events).values(**line).returning(events.c.id)).scalar_one()
        with queue.database.writing() as quick:
            high = quick.execute(insert(events).values(**line).returning(events.c.id)).scalar_one()
        asking.start()
        with queue.database.reading() as watching:  # until it waits for the slow one
            until = time.monotonic() + 30
            waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
            while not watching.execute(waiting).scalar_one() and asking.is_alive() and time.monotonic() < until:
                time.sleep(0.01)
    asking.join(30)
    assert low < high
    assert found == [low]


# -- tokens


def test_tokens_are_in_force_until_they_are_revoked(database: Database) -> None:
    tokens = Tokens(database)
    assert not tokens.any()
    anna, text_of_anna = tokens.create("  anna ", Role.CURATE, NOW)
    _, text_of_loader = tokens.create("loader", Role.INGEST, NOW)
    assert tokens.by_text(text_of_anna) == anna
    assert tokens.by_text(text_of_anna[:-1]) is None
    secret_of_loader = text_of_loader.split("_", 2)[2]
    assert tokens.by_text(f"gate_{anna.id}_{secret_of_loader}") is None
    tokens.revoke(anna.id, NOW + timedelta(hours=1))
    assert tokens.by_text(text_of_anna) is None
    assert tokens.by_id(anna.id) is None
    assert {t.name: t.revoked is None for t in tokens.all()} == {"anna": False, "loader": True}
    with pytest.raises(UsageError, match="no token"):
        tokens.revoke(anna.id, NOW)
    for name in ("", "gate", "a\nb", "x" * 201):
        with pytest.raises(UsageError, match="a token needs a name"):
            tokens.create(name, Role.ADMIN, NOW)


def test_every_process_signs_sessions_with_one_key(database: Database) -> None:
    keys = at_once(*(Tokens(database).session_key for _ in range(4)))
    assert len(set(keys)) == 1
    assert len(keys[0]) == 32


def test_tables_of_a_newer_gate_are_left_alone(database: Database) -> None:
    Tokens(database)
    with database.writing() as connection:
        connection.execute(service_meta.update().where(service_meta.c.key == "version").values(value="2"))
    with pytest.raises(QueueError, match="version 2"):
        Tokens(database)
