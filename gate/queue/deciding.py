"""What curators do with items. Every change is one transaction with its line in the log, on the version that the curator saw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import Connection, select, update

from gate.errors import ConflictError, UsageError
from gate.queue import log, reading
from gate.queue.reasons import check_reason
from gate.queue.tables import events, item_contents, items
from gate.queue.text import storable
from gate.queue.values import DECISIONS, MACHINE, NOBODY, Action, Bulk, Filter, Refused, Row, State


def decide(
    connection: Connection,
    item: int,
    state: State,
    *,
    who: str,
    now: datetime,
    reason: str = "",
    note: str = "",
    version: int | None = None,
    corrected: bytes = b"",
    detail: str = "",
) -> Row:
    """Close a pending item. ``version`` is the one that the decision was made on; None stands for the one that is there now.

    Raises :class:`ConflictError` where the item is decided already or has another version, and :class:`UsageError` where the
    reason does not suffice.
    """
    if state not in DECISIONS.values():
        raise UsageError(f"{state} is no decision; there are {', '.join(DECISIONS)}")
    _named(who)
    if corrected and state is not State.CORRECTED:
        raise UsageError("only the decision correct can bring another record")
    row = reading.row(connection, item, lock=True)
    if row.state is not State.PENDING:
        raise ConflictError(f"item {item} is {row.state} already{_by(connection, row)}; gate queue undo {item} opens it again")
    if version is not None and version != row.version:
        raise ConflictError(
            f"item {item} has changed since you saw it (version {version}, now {row.version}): {_last(connection, item)}"
        )
    check_reason(state, row.severity, reason, note)
    _set(connection, row, now, state=state.value, decided_by=storable(who, log.WHO), reason=reason)
    if corrected:
        connection.execute(update(item_contents).where(item_contents.c.item == item).values(corrected=corrected))
    line = log.line(
        item, row.batch, now, who, Action(state.value), before=row.state, after=state, reason=reason, note=note, detail=detail
    )
    log.write(connection, [line])
    return reading.row(connection, item)


def undo(connection: Connection, item: int, *, who: str, now: datetime, note: str = "", version: int | None = None) -> Row:
    """Open a closed item again. Its verdict stays what the machine said last; what was decided stays in the log.

    Raises :class:`ConflictError` where it is pending, or has another version than ``version``.
    """
    _named(who)
    row = reading.row(connection, item, lock=True)
    if row.state is State.PENDING:
        raise ConflictError(f"item {item} is pending: there is nothing to undo")
    if version is not None and version != row.version:
        raise ConflictError(
            f"item {item} has changed since you saw it (version {version}, now {row.version}): {_last(connection, item)}"
        )
    _set(connection, row, now, state=State.PENDING.value, decided_by="", reason="")
    connection.execute(update(items).where(items.c.id == item).values(handed_over=None))  # decided anew, it is exported anew
    connection.execute(update(item_contents).where(item_contents.c.item == item).values(corrected=b""))
    detail = f"it was handed over on {row.handed_over:%Y-%m-%d %H:%M} UTC" if row.handed_over else ""
    line = log.line(item, row.batch, now, who, Action.UNDONE, before=row.state, after=State.PENDING, note=note, detail=detail)
    log.write(connection, [line])
    return reading.row(connection, item)


def assign(connection: Connection, item: int, *, to: str, who: str, now: datetime, take_over: bool = False) -> Row:
    """Give an item to a curator, or to nobody (``-``). The version stays: who works on it changes nothing of what it says.

    Raises :class:`ConflictError` where somebody else has it, unless ``take_over``.
    """
    _named(who)
    name = "" if to == NOBODY else storable(to.strip(), log.WHO)
    row = reading.row(connection, item, lock=True)
    if row.assignee == name:
        return row
    if row.assignee and name and not take_over:
        raise ConflictError(f"item {item} is assigned to {row.assignee}; take it over if you mean it")
    changed = connection.execute(
        update(items).where(items.c.id == item, items.c.assignee == row.assignee).values(assignee=name, changed=log.stamp(now))
    ).rowcount
    if not changed:
        raise ConflictError(f"item {item} was assigned to somebody else just now")
    action = Action.ASSIGNED if name else Action.RELEASED
    log.write(connection, [log.line(item, row.batch, now, who, action, detail=name or f"from {row.assignee}")])
    return reading.row(connection, item)


def hand_over(connection: Connection, rows: Sequence[Row], *, who: str, now: datetime, detail: str) -> None:
    """Note that items were exported for a loader to take. Raises :class:`ConflictError` where one changed since it was read."""
    for row in sorted(rows, key=lambda r: r.id):
        changed = connection.execute(
            update(items).where(items.c.id == row.id, items.c.version == row.version).values(handed_over=log.stamp(now))
        ).rowcount
        if not changed:
            raise ConflictError(f"item {row.id} changed while it was exported; export again")
    log.write(connection, [log.line(row.id, row.batch, now, who, Action.EXPORTED, detail=detail) for row in rows])


def targets(connection: Connection, ids: Iterable[int], filter: Filter | None, now: datetime) -> Bulk:
    """The items that a call on several is about: those named, or the pending ones that fit a filter. Missing ones are refused."""
    if filter is not None:
        return Bulk(tuple(row.id for row in reading.matching(connection, filter, now)), ())
    wanted = sorted(set(ids))
    there = {row.id for row in reading.matching(connection, Filter(ids=tuple(wanted)), now)} if wanted else set()
    return Bulk(
        tuple(i for i in wanted if i in there), tuple(Refused(i, f"the queue has no item {i}") for i in wanted if i not in there)
    )


def _set(connection: Connection, row: Row, now: datetime, **values: str) -> None:
    changed = connection.execute(
        update(items)
        .where(items.c.id == row.id, items.c.version == row.version)
        .values(version=row.version + 1, changed=log.stamp(now), **values)
    ).rowcount
    if not changed:
        raise ConflictError(f"item {row.id} has changed since you saw it: {_last(connection, row.id)}")


def _named(who: str) -> None:
    if not who.strip():
        raise UsageError("a decision needs somebody who makes it")
    if who == MACHINE:
        raise UsageError(f"{MACHINE!r} is the name that the gate itself has in the log; use another")


def _by(connection: Connection, row: Row) -> str:
    """``, by anna on 2026-11-30 09:00 UTC (invented)``, from the log."""
    found = log.read(
        connection.execute(
            select(events).where(events.c.item == row.id, events.c.after == row.state.value).order_by(events.c.id.desc()).limit(1)
        ).mappings()
    )
    if not found:
        return f", by {row.decided_by}"
    return f", by {found[0].who} on {found[0].at:%Y-%m-%d %H:%M} UTC" + (f" ({found[0].reason})" if found[0].reason else "")


def _last(connection: Connection, item: int) -> str:
    query = select(events).where(events.c.item == item).order_by(events.c.id.desc()).limit(1)
    last = log.read(connection.execute(query).mappings())[0]
    return f"{last.action} by {last.who} on {last.at:%Y-%m-%d %H:%M} UTC"
