"""The review queue: one object for everything that can be done with it. Threads and processes can share a database."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import TracebackType

from sqlalchemy import Connection

from gate.errors import ConflictError, UsageError
from gate.model import Report
from gate.queue import deciding, intake, log, purging, reading, rechecking
from gate.queue.database import Database, open_database
from gate.queue.log import Line
from gate.queue.rechecking import Check
from gate.queue.schema import bring_up
from gate.queue.values import (
    EVERYTHING,
    WAITING,
    Batch,
    Bulk,
    Event,
    Facets,
    Filter,
    Intake,
    Item,
    Page,
    Rechecked,
    Refused,
    Row,
    State,
    Wanted,
)
from gate.settings import Settings

#: something done to a locked item, with its line for the log
Act = Callable[[Connection, Row, list[Line]], Row]

MARK = 6  # bytes that tell a call from every other
BATCH_LIMIT = 200  # characters of a batch's name


def open_queue(settings: Settings, *, now: Callable[[], datetime] | None = None) -> Queue:
    """The queue of the settings; made where it is not there yet.

    Raises :class:`~gate.errors.QueueError` where it cannot be reached or made, and :class:`~gate.errors.SettingsError` for a
    ``queue_url`` that cannot be meant.
    """
    database = open_database(settings.queue_url, settings.queue_file)
    try:
        bring_up(database)
    except BaseException:
        database.close()
        raise
    return Queue(database, now or (lambda: datetime.now(UTC)))


class Queue:
    """The queue. A context manager: leaving it closes the connections.

    Every method raises :class:`~gate.errors.QueueError` where the database cannot be used; then nothing was changed. When a
    method that writes returns, what it wrote is on disk.
    """

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self.database = database
        self._now = now

    def __enter__(self) -> Queue:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def name(self) -> str:
        """Where the queue lies, without a password."""
        return self.database.name

    def close(self) -> None:
        """Close the connections."""
        self.database.close()

    # -- what comes in

    def take_in(self, report: Report, *, batch: str, source: str = "") -> Intake:
        """Queue every record of ``report`` that needs review, under the name ``batch``; see :func:`gate.queue.intake.take_in`.

        ``source`` says where the records came from. The same run taken in again adds nothing.
        """
        if not batch.strip() or len(batch) > BATCH_LIMIT or not batch.isprintable():
            raise UsageError(f"a batch needs a name of 1 to {BATCH_LIMIT} printable characters")
        with self.database.writing() as connection:
            return intake.take_in(connection, report, batch, source, self._now())

    def recheck(self, check: Check, filter: Filter = Filter(verdicts=("unchecked",))) -> Rechecked:  # noqa: B008 - frozen
        """Check pending items again through ``check``; see :func:`gate.queue.rechecking.recheck`."""
        return rechecking.recheck(self.database, check, filter, self._now)

    # -- what is there

    def page(self, filter: Filter = WAITING, *, sort: str = "risk", limit: int = 50, offset: int = 0) -> Page:
        """A part of the list, ``sort`` one of :data:`gate.queue.values.SORTS`. No report is read."""
        with self.database.reading() as connection:
            return reading.page(connection, filter, sort, limit, offset, self._now())

    def facets(self, filter: Filter = EVERYTHING) -> Facets:
        """Counts of what fits ``filter``, by the values of every facet."""
        with self.database.reading() as connection:
            return reading.facets(connection, filter, self._now())

    def get(self, item: int) -> Item:
        """One item whole, with its log. Raises :class:`~gate.errors.UsageError` where there is none."""
        with self.database.reading() as connection:
            return reading.whole(connection, item)

    def items(self, filter: Filter = EVERYTHING) -> Iterator[Item]:
        """Every item that fits, whole, by id; a few at a time in memory, all of one moment."""
        with self.database.reading() as connection:
            yield from reading.wholes(connection, reading.matching(connection, filter, self._now()))

    def history(self, item: int) -> tuple[Event, ...]:
        """The log of one item, purged ones too."""
        with self.database.reading() as connection:
            return reading.history(connection, (item,))

    def batches(self) -> tuple[Batch, ...]:
        """Every batch, newest first."""
        with self.database.reading() as connection:
            return reading.all_batches(connection)

    def envelope(self, batch: str) -> bytes:
        """The report of a batch without its records: manifest, summary, the batch's own profile; UTF-8 JSON."""
        with self.database.reading() as connection:
            return reading.envelope(connection, batch)

    # -- what curators do

    def decide(
        self,
        item: int,
        state: State,
        *,
        who: str,
        reason: str = "",
        note: str = "",
        version: int | None = None,
        corrected: bytes = b"",
        detail: str = "",
    ) -> Row:
        """Close a pending item; see :func:`gate.queue.deciding.decide`."""
        return self._one(
            item,
            lambda connection, row, lines: deciding.decide(
                connection,
                row,
                state,
                lines,
                who=who,
                now=self._now(),
                reason=reason,
                note=note,
                version=version,
                corrected=corrected,
                detail=detail,
            ),
        )

    def undo(self, item: int, *, who: str, note: str = "", version: int | None = None) -> Row:
        """Open a closed item again; see :func:`gate.queue.deciding.undo`."""
        return self._one(
            item, lambda c, r, lines: deciding.undo(c, r, lines, who=who, now=self._now(), note=note, version=version)
        )

    def assign(self, item: int, to: str, *, who: str, take_over: bool = False) -> Row:
        """Give an item to a curator, or to nobody (``-``); see :func:`gate.queue.deciding.assign`."""
        return self._one(
            item, lambda c, r, lines: deciding.assign(c, r, lines, to=to, who=who, now=self._now(), take_over=take_over)
        )

    def decide_many(
        self, ids: Iterable[int], filter: Filter | None, state: State, *, who: str, reason: str = "", note: str = ""
    ) -> Bulk:
        """Decide on several items in one transaction: those named, or with ``filter`` all that fit it.

        One that cannot be decided is told and does not stop the others. :meth:`undo_together` opens them all again.
        """
        mark = secrets.token_hex(MARK)
        detail = log.together(mark)
        done = self._each(
            ids,
            filter,
            lambda c, r, lines: deciding.decide(
                c, r, state, lines, who=who, now=self._now(), reason=reason, note=note, detail=detail
            ),
        )
        return replace(done, mark=mark if done.done else "")

    def decide_each(self, decisions: Sequence[Wanted], *, who: str) -> Bulk:
        """Carry out decisions that differ from item to item, as a workbook brings them, in one transaction; see above."""
        wanted = {one.item: one for one in decisions}
        mark = secrets.token_hex(MARK)
        detail = log.together(mark)

        def act(connection: Connection, row: Row, lines: list[Line]) -> Row:
            one, now = wanted[row.id], self._now()
            return deciding.decide(
                connection,
                row,
                one.state,
                lines,
                who=who,
                now=now,
                reason=one.reason,
                note=one.note,
                version=one.version,
                detail=detail,
            )

        done = self._each(wanted, None, act)
        return replace(done, mark=mark if done.done else "")

    def try_each(self, decisions: Sequence[Wanted]) -> Bulk:
        """What :meth:`decide_each` would do just now: what it would carry out, and what it would refuse. Nothing is changed."""
        done: list[int] = []
        with self.database.reading() as connection:
            rows, refused = deciding.targets(connection, (one.item for one in decisions), None, self._now(), lock=False)
            there = {row.id: row for row in rows}
            for one in (one for one in decisions if one.item in there):
                try:
                    deciding.check(connection, there[one.item], one.state, reason=one.reason, note=one.note, version=one.version)
                except (ConflictError, UsageError) as error:
                    refused.append(Refused(one.item, str(error)))
                else:
                    done.append(one.item)
        return Bulk(tuple(done), tuple(refused))

    def undo_many(self, ids: Iterable[int], filter: Filter | None, *, who: str, note: str = "") -> Bulk:
        """Open several items again; as :meth:`decide_many`."""
        return self._each(ids, filter, lambda c, r, lines: deciding.undo(c, r, lines, who=who, now=self._now(), note=note))

    def undo_together(self, mark: str, *, who: str, note: str = "") -> Bulk:
        """Open all of one call's decisions again, in one transaction. One that has changed since is told and stays as it is.

        Raises :class:`UsageError` where no call had this mark.
        """
        last: dict[int, int] = {}
        with self.database.reading() as connection:
            of_call = deciding.together(connection, mark)
        if not of_call:
            raise UsageError(f"nothing was decided together under the mark {mark!r}")

        def act(connection: Connection, row: Row, lines: list[Line]) -> Row:
            if not last:  # once, when all of them are locked
                last.update(deciding.last_decided(connection, tuple(of_call)))
            line, now = of_call[row.id], self._now()
            return deciding.undo_of(connection, row, lines, line, last.get(row.id, 0), who=who, now=now, note=note)

        return self._each(of_call, None, act)

    def assign_many(self, ids: Iterable[int], filter: Filter | None, to: str, *, who: str, take_over: bool = False) -> Bulk:
        """Give several items to a curator; as :meth:`decide_many`."""
        return self._each(
            ids, filter, lambda c, r, lines: deciding.assign(c, r, lines, to=to, who=who, now=self._now(), take_over=take_over)
        )

    def hand_over(self, rows: Sequence[Row], write: Callable[[], None], *, who: str, detail: str = "") -> None:
        """Note that items were exported for a loader, once ``write`` has written the file: where it raises, nothing is noted.

        See :func:`gate.queue.deciding.hand_over`.
        """
        with self.database.writing() as connection:
            deciding.hand_over(connection, rows, who=who, now=self._now(), detail=detail)
            write()

    def purge(self, filter: Filter, *, who: str) -> int:
        """Delete closed items that fit ``filter``; see :func:`gate.queue.purging.purge`."""
        with self.database.writing() as connection:
            return purging.purge(connection, filter, who=who, now=self._now())

    def _one(self, item: int, act: Act) -> Row:
        lines: list[Line] = []
        with self.database.writing() as connection:
            done = act(connection, reading.row(connection, item, lock=True), lines)
            log.write(connection, lines)
        return done

    def _each(self, ids: Iterable[int], filter: Filter | None, act: Act) -> Bulk:
        done: list[int] = []
        lines: list[Line] = []
        with self.database.writing() as connection:
            rows, refused = deciding.targets(connection, ids, filter, self._now())
            for row in rows:
                try:
                    act(connection, row, lines)
                except (ConflictError, UsageError) as error:
                    refused.append(Refused(row.id, str(error)))
                else:
                    done.append(row.id)
            log.write(connection, lines)
        return Bulk(tuple(done), tuple(refused))
