"""Uploaded batches: kept whole before they are acknowledged, checked part by part, resumed where a process was stopped."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import RowMapping, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from gate.queue import log
from gate.queue.database import Database
from gate.queue.service_tables import bring_up_service, job_inputs, job_results, jobs
from gate.queue.tables import batches
from gate.queue.text import storable
from gate.report.order import Counts

LEASE = timedelta(seconds=45)  # a process that shows no sign of life for so long has lost its job


class JobState(StrEnum):
    """Where a batch stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


OPEN = (JobState.WAITING.value, JobState.RUNNING.value)


@dataclass(frozen=True, slots=True)
class Job:
    """A batch. ``total`` is None until it was read; ``done`` counts records that are checked, ``fault`` says why it failed."""

    id: str
    caller: str
    format: str
    created: datetime
    state: JobState
    total: int | None
    done: int
    accepted: int
    review: int
    unreadable: int
    unchecked: int
    fault: str


class Jobs:
    """Batches in the queue's database. Methods raise :class:`~gate.errors.QueueError` where it cannot be used."""

    def __init__(self, database: Database, owner: str) -> None:
        bring_up_service(database)
        self._database = database
        self._owner = owner

    def add(self, body: bytes, format: str, caller: str, now: datetime, ident: str = "") -> Job:
        """Keep a batch. With ``ident``, one that was kept under it before is given back as it is."""
        row: dict[str, str | int] = {
            "id": ident or f"batch-{now:%Y%m%d-%H%M%S}-{secrets.token_hex(4)}",
            "caller": caller,
            "format": format,
            "created": log.stamp(now),
            "state": JobState.WAITING.value,
            "fault": "",
            "owner": "",
            "lease": 0,
        }
        row |= dict.fromkeys(("done", "accepted", "review", "unreadable", "unchecked"), 0)
        try:
            with self._database.writing() as connection:
                connection.execute(insert(jobs).values(**row))
                connection.execute(insert(job_inputs).values(job=row["id"], body=body))
        except IntegrityError:
            pass
        found = self.get(str(row["id"]))
        assert found is not None  # noqa: S101 - it was written, or was there
        return found

    def get(self, ident: str) -> Job | None:
        """One batch."""
        with self._database.reading() as connection:
            row = connection.execute(select(jobs).where(jobs.c.id == ident)).mappings().first()
        return _job(row) if row is not None else None

    def all(self, limit: int = 100) -> tuple[Job, ...]:
        """Batches, newest first."""
        with self._database.reading() as connection:
            found = connection.execute(select(jobs).order_by(jobs.c.number.desc()).limit(limit)).mappings().all()
        return tuple(_job(row) for row in found)

    def open(self) -> int:
        """Number of batches that are not through."""
        with self._database.reading() as connection:
            return len(connection.execute(select(jobs.c.id).where(jobs.c.state.in_(OPEN))).all())

    def claim(self, now: datetime) -> tuple[Job, bytes] | None:
        """The oldest batch that nobody works on, with its bytes; None where there is none."""
        stamp = log.stamp(now)
        late = or_(jobs.c.lease < stamp, jobs.c.lease > log.stamp(now + 2 * LEASE))  # the second: the clock was set back
        free = or_(jobs.c.owner.in_(("", self._owner)), late)
        with self._database.writing() as connection:
            query = select(jobs.c.id).where(jobs.c.state.in_(OPEN), free).order_by(jobs.c.number).limit(1)
            ident = connection.execute(query.with_for_update(skip_locked=True)).scalar()
            if ident is None:
                return None
            values = {"state": JobState.RUNNING.value, "owner": self._owner, "lease": log.stamp(now + LEASE)}
            connection.execute(update(jobs).where(jobs.c.id == ident).values(**values))
            row = connection.execute(select(jobs).where(jobs.c.id == ident)).mappings().one()
            body: bytes = connection.execute(select(job_inputs.c.body).where(job_inputs.c.job == ident)).scalar_one()
        return _job(row), body

    def renew(self, ident: str, now: datetime) -> None:
        """Show a sign of life for a claimed batch, whose part at hand can take longer than a lease."""
        with self._database.writing() as connection:
            mine = update(jobs).where(jobs.c.id == ident, jobs.c.owner == self._owner)
            connection.execute(mine.values(lease=log.stamp(now + LEASE)))

    def advance(self, job: Job, report: bytes, counts: Counts, total: int, now: datetime) -> Job | None:
        """Keep the report of the next part; None where the batch was lost to another process, and nothing is kept."""
        with self._database.writing() as connection:
            mine = update(jobs).where(jobs.c.id == job.id, jobs.c.owner == self._owner, jobs.c.done == job.done)
            values: dict[str, int] = {
                "done": job.done + counts.records,
                "total": total,
                "accepted": job.accepted + counts.accepted,
                "review": job.review + counts.review,
                "unreadable": job.unreadable + counts.unreadable,
                "unchecked": job.unchecked + counts.unchecked,
                "lease": log.stamp(now + LEASE),
            }
            if not connection.execute(mine.values(**values)).rowcount:
                return None
            connection.execute(insert(job_results).values(job=job.id, first=job.done, report=report))
            whole = {name: values[name] for name in ("accepted", "review", "unreadable", "unchecked")}
            of_batch = update(batches).where(batches.c.id == job.id)  # there as soon as anything of it is in the queue
            connection.execute(of_batch.values(records=values["done"], **whole))
            row = connection.execute(select(jobs).where(jobs.c.id == job.id)).mappings().one()
        return _job(row)

    def finish(self, ident: str, fault: str = "") -> None:
        """Close a claimed batch; its bytes are not needed any more."""
        state = JobState.FAILED if fault else JobState.DONE
        with self._database.writing() as connection:
            mine = update(jobs).where(jobs.c.id == ident, jobs.c.owner == self._owner)
            values = {"state": state.value, "fault": storable(fault, 1000), "owner": ""}
            if connection.execute(mine.values(**values)).rowcount:
                connection.execute(delete(job_inputs).where(job_inputs.c.job == ident))

    def release(self) -> None:
        """Give back what this process has claimed, for another to go on with at once."""
        with self._database.writing() as connection:
            connection.execute(update(jobs).where(jobs.c.owner == self._owner).values(owner="", lease=0))

    def results(self, ident: str) -> Iterator[bytes]:
        """The reports of the parts, in order, each a ``gate-report/1``."""
        first = -1
        while True:
            with self._database.reading() as connection:
                query = select(job_results).where(job_results.c.job == ident, job_results.c.first > first)
                row = connection.execute(query.order_by(job_results.c.first).limit(1)).first()
            if row is None:
                return
            yield row.report
            first = row.first


def _job(row: RowMapping) -> Job:
    number = {name: int(row[name]) for name in ("done", "accepted", "review", "unreadable", "unchecked")}
    return Job(
        str(row["id"]),
        str(row["caller"]),
        str(row["format"]),
        log.moment(int(row["created"])),
        JobState(str(row["state"])),
        None if row["total"] is None else int(row["total"]),
        number["done"],
        number["accepted"],
        number["review"],
        number["unreadable"],
        number["unchecked"],
        str(row["fault"]),
    )
