"""Callbacks: who wants to be told of decisions on a batch, and how far they were told.

The event log is the outbox: what was decided and what is to be told are one write, whoever decides and by whichever way. A
subscriber has a place in the log; it moves on only when the subscriber has acknowledged.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from gate.queue import log
from gate.queue.database import Database
from gate.queue.service_tables import bring_up_service, callbacks
from gate.queue.tables import events
from gate.queue.values import Action, Event

TOLD = (Action.ACCEPTED, Action.REJECTED, Action.CORRECTED, Action.EXPIRED, Action.UNDONE, Action.RECHECKED)
ATTEMPTS = 12  # with 10 s doubled each time, about half a day
_FIRST_S = 10
_HELD = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Due:
    """What a subscriber is to be told next."""

    batch: str
    url: str
    event: Event
    attempts: int


class Callbacks:
    """Subscribers in the queue's database. Methods raise :class:`~gate.errors.QueueError` where it cannot be used."""

    def __init__(self, database: Database, owner: str) -> None:
        bring_up_service(database)
        self._database = database
        self._owner = owner

    def subscribe(self, batch: str, url: str) -> None:
        """Tell ``url`` of every decision on ``batch``; of what was there before, too. Asked a second time, nothing changes."""
        row = {"batch": batch, "url": url, "told": 0, "attempts": 0, "next": 0, "fault": "", "owner": ""}
        try:
            with self._database.writing() as connection:
                connection.execute(insert(callbacks).values(**row))
        except IntegrityError:
            pass

    def due(self, now: datetime) -> Due | None:
        """The next thing to tell, held for this process for a minute; None where there is none."""
        stamp = log.stamp(now)
        with self._database.writing() as connection:
            query = (
                select(callbacks.c.batch, callbacks.c.url, callbacks.c.attempts, events.c.id.label("event"))
                .join(events, (events.c.batch == callbacks.c.batch) & (events.c.id > callbacks.c.told))
                .where(events.c.action.in_([a.value for a in TOLD]), callbacks.c.next <= stamp, callbacks.c.attempts < ATTEMPTS)
                .order_by(callbacks.c.next, events.c.id)
                .limit(1)
            )
            row = connection.execute(query).first()
            if row is None:
                return None
            if connection.dialect.name == "postgresql":
                # Two that decide at once may commit in another order than that of their events' numbers, and what a subscriber
                # was told of moves on by number. So wait for those who are writing now, and look again.
                connection.exec_driver_sql("LOCK TABLE events IN SHARE MODE")
                row = connection.execute(query).one()
            held = update(callbacks).where(callbacks.c.batch == row.batch, callbacks.c.next <= stamp)
            if not connection.execute(held.values(next=log.stamp(now + _HELD), owner=self._owner)).rowcount:
                return None
            (event,) = log.read(connection.execute(select(events).where(events.c.id == row.event)).mappings())
        return Due(row.batch, row.url, event, row.attempts)

    def told(self, due: Due, now: datetime) -> None:
        """The subscriber has acknowledged."""
        self._move(due, told=due.event.id, attempts=0, next=log.stamp(now), fault="")

    def failed(self, due: Due, fault: str, now: datetime) -> None:
        """The subscriber has not: try again later, ever more seldom."""
        later = now + timedelta(seconds=_FIRST_S * 2**due.attempts)
        self._move(due, attempts=due.attempts + 1, next=log.stamp(later), fault=fault[:500])

    def _move(self, due: Due, **values: str | int) -> None:
        with self._database.writing() as connection:
            mine = update(callbacks).where(callbacks.c.batch == due.batch, callbacks.c.owner == self._owner)
            connection.execute(mine.values(**values))
