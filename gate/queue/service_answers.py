"""Answers that are kept, so that a call repeated with the same ``Idempotency-Key`` gets the first answer, also after a restart.

As the IETF draft "The Idempotency-Key HTTP Header Field" has it: the same key with another request is refused, and a call whose
first try is still running is told to wait. A try that was cut off (its process is gone) can be made again after ``LEASE_S``.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from gate.queue import log
from gate.queue.database import Database
from gate.queue.service_tables import answers, bring_up_service

KEPT = timedelta(hours=24)
LEASE_S = 300


class Known(StrEnum):
    """What is known of a key."""

    NEW = "new"  # this call is the first one; it must be kept or dropped
    RUNNING = "running"
    OTHER = "other"  # the key stands for another request


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it was given."""

    status: int
    headers: dict[str, str]
    body: bytes


class Answers:
    """Kept answers in the queue's database. Methods raise :class:`~gate.errors.QueueError` where it cannot be used."""

    def __init__(self, database: Database, owner: str) -> None:
        bring_up_service(database)
        self._database = database
        self._owner = owner

    def begin(self, caller: str, key: str, request: bytes, now: datetime) -> Known | Kept:
        """Claim ``key`` for a request of ``caller``, or give what is known of it."""
        ident, digest, stamp = _ident(caller, key), hashlib.sha256(request).hexdigest(), log.stamp(now)
        line = {"key": ident, "request": digest, "begun": stamp, "owner": self._owner}
        try:
            with self._database.writing() as connection:
                connection.execute(delete(answers).where(answers.c.begun < log.stamp(now - KEPT)))
                connection.execute(insert(answers).values(**line))
            return Known.NEW
        except IntegrityError:
            pass
        with self._database.writing() as connection:
            row = connection.execute(select(answers).where(answers.c.key == ident)).first()
            if row is None:
                return Known.RUNNING  # dropped this moment: the caller tries again
            if row.request != digest:
                return Known.OTHER
            if row.status is not None:
                headers: dict[str, str] = json.loads(row.headers)
                return Kept(row.status, headers, row.body)
            if abs(stamp - row.begun) < LEASE_S * 1000:  # further ahead than that, the clock was set back
                return Known.RUNNING
            taken = update(answers).where(answers.c.key == ident, answers.c.owner == row.owner, answers.c.begun == row.begun)
            done = connection.execute(taken.values(owner=self._owner, begun=stamp)).rowcount
        return Known.NEW if done else Known.RUNNING

    def keep(self, caller: str, key: str, answer: Kept) -> None:
        """Keep the answer to a claimed key."""
        values = {"status": answer.status, "headers": json.dumps(answer.headers), "body": answer.body}
        with self._database.writing() as connection:
            where = (answers.c.key == _ident(caller, key), answers.c.owner == self._owner)
            connection.execute(update(answers).where(*where).values(**values))

    def drop(self, caller: str, key: str) -> None:
        """Give a claimed key back: the call came to nothing, and can be made again at once."""
        with self._database.writing() as connection:
            where = (answers.c.key == _ident(caller, key), answers.c.owner == self._owner, answers.c.status.is_(None))
            connection.execute(delete(answers).where(*where))


def _ident(caller: str, key: str) -> str:
    return hashlib.sha256(f"{caller}\n{key}".encode()).hexdigest()
