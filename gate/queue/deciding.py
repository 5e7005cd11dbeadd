"""What curators do with items: on the version that they saw, with a line in the log in the same transaction.

The functions are given the item's row, locked, and append their line to ``lines``; whoever calls them writes those before the
transaction ends. Each raises before it has changed anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, func, select, update

from gate.errors import ConflictError, UsageError
from gate.queue import log, reading
from gate.queue.reasons import check_reason
from gate.queue.tables import events, item_contents, items
from gate.queue.text import storable
from gate.queue.values import DECISIONS, MACHINE, NOBODY, Action, Filter, Refused, Row, State

CHUNK = 500  # items a statement


def decide(
    connection: Connection,
    row: Row,
    state: State,
    lines: list[log.Line],
    *,
    who: str,
    now: datetime,
    reason: str = "",
    note: str = "",
    version: int | None = None,
    corrected: bytes = b"",
    detail: str = "",
) -> Row:
    """Close a pending item; gives it as it is then. ``version`` is the one that the decision was made on, None for whichever.

    Raises :class:`ConflictError` where the item is decided already or has another version, and :class:`UsageError` where the
    reason does not suffice.
    """
    _named(who)
    if corrected and state is not State.CORRECTED:
        raise UsageError("only the decision correct can bring another record")
    check(connection, row, state, reason=reason, note=note, version=version)
    item = row.id
    decided = _set(connection, row, now, state, storable(who, log.WHO), reason)
    if state is State.CORRECTED:
        connection.execute(update(item_contents).where(item_contents.c.item == item).values(corrected=corrected))
    lines.append(
        log.line(
            item, row.batch, now, who, Action(state.value), before=row.state, after=state, reason=reason, note=note, detail=detail
        )
    )
    return decided


def check(
    connection: Connection, row: Row, state: State, *, reason: str = "", note: str = "", version: int | None = None
) -> None:
    """Whether :func:`decide` would take this decision: raises what it would raise, and changes nothing."""
    if state not in DECISIONS.values():
        raise UsageError(f"{state} is no decision; there are {', '.join(DECISIONS)}")
    if row.state is not State.PENDING:
        raise ConflictError(f"item {row.id} is {row.state} already{_by(connection, row)}; undo that first, to decide anew")
    _unchanged(connection, row, version)
    check_reason(state, row.severity, reason, note)


def undo(
    connection: Connection,
    row: Row,
    lines: list[log.Line],
    *,
    who: str,
    now: datetime,
    note: str = "",
    version: int | None = None,
) -> Row:
    """Open a closed item again. Its verdict stays what the machine said last; what was decided stays in the log.

    A corrected record stays as well, to be taken up again; it counts only while the state is corrected.

    Raises :class:`ConflictError` where it is pending, or has another version than ``version``.
    """
    _named(who)
    item = row.id
    if row.state is State.PENDING:
        raise ConflictError(f"item {item} is pending: there is nothing to undo")
    _unchanged(connection, row, version)
    opened = _set(connection, row, now, State.PENDING, "", "")
    detail = f"it was handed over on {row.handed_over:%Y-%m-%d %H:%M} UTC" if row.handed_over else ""
    lines.append(
        log.line(item, row.batch, now, who, Action.UNDONE, before=row.state, after=State.PENDING, note=note, detail=detail)
    )
    return opened


def together(connection: Connection, mark: str) -> dict[int, int]:
    """What was decided in the call that ``mark`` names: id of the line in the log, by item."""
    found = connection.execute(select(events.c.item, events.c.id).where(events.c.detail == log.together(mark)))
    return {line.item: line.id for line in found} if mark else {}


def last_decided(connection: Connection, ids: Sequence[int]) -> dict[int, int]:
    """The last line that tells a state, by item."""
    last: dict[int, int] = {}
    for start in range(0, len(ids), CHUNK):
        query = select(events.c.item, func.max(events.c.id).label("last")).where(
            events.c.item.in_(ids[start : start + CHUNK]), events.c.after != ""
        )
        last |= {line.item: line.last for line in connection.execute(query.group_by(events.c.item))}
    return last


def undo_of(
    connection: Connection, row: Row, lines: list[log.Line], line: int, last: int, *, who: str, now: datetime, note: str = ""
) -> Row:
    """:func:`undo`, if the decision in ``line`` still is the item's ``last``. Raises :class:`ConflictError` where it is not."""
    if last != line:
        raise ConflictError(f"item {row.id} has changed since: {_last(connection, row.id)}")
    return undo(connection, row, lines, who=who, now=now, note=note)


def assign(
    connection: Connection, row: Row, lines: list[log.Line], *, to: str, who: str, now: datetime, take_over: bool = False
) -> Row:
    """Give an item to a curator, or to nobody (``-``). The version stays: who works on it changes nothing of what it says.

    Raises :class:`ConflictError` where somebody else has it, unless ``take_over``.
    """
    _named(who)
    name = "" if to == NOBODY else storable(to.strip(), log.WHO)
    item = row.id
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
    lines.append(log.line(item, row.batch, now, who, action, detail=name or f"from {row.assignee}"))
    return replace(row, assignee=name, changed=_kept(now))


def hand_over(connection: Connection, rows: Sequence[Row], *, who: str, now: datetime, detail: str) -> None:
    """Note that items were exported for a loader to take. Raises :class:`ConflictError` where one changed since it was read."""
    for row in sorted(rows, key=lambda r: r.id):
        changed = connection.execute(
            update(items).where(items.c.id == row.id, items.c.version == row.version).values(handed_over=log.stamp(now))
        ).rowcount
        if not changed:
            raise ConflictError(f"item {row.id} changed while it was exported; export again")
    log.write(connection, [log.line(row.id, row.batch, now, who, Action.EXPORTED, detail=detail) for row in rows])


def targets(
    connection: Connection, ids: Iterable[int], filter: Filter | None, now: datetime, *, lock: bool = True
) -> tuple[list[Row], list[Refused]]:
    """The items that a call on several is about, locked: those named, or that fit a filter; and those that are not there."""
    if filter is not None:
        return list(reading.matching(connection, filter, now, lock=lock)), []
    wanted = sorted(set(ids))
    found: list[Row] = []
    for start in range(0, len(wanted), CHUNK):
        found += reading.matching(connection, Filter(ids=tuple(wanted[start : start + CHUNK])), now, lock=lock)
    there = {row.id for row in found}
    return found, [Refused(i, f"the queue has no item {i}") for i in wanted if i not in there]


def _set(connection: Connection, row: Row, now: datetime, state: State, who: str, reason: str) -> Row:
    """Bring an item into a state, if it still is as ``row`` says. That it was handed over is about the old one, so it goes."""
    changed = connection.execute(
        update(items)
        .where(items.c.id == row.id, items.c.version == row.version)
        .values(
            version=row.version + 1,
            changed=log.stamp(now),
            state=state.value,
            decided_by=who,
            reason=reason,
            handed_over=None,
        )
    ).rowcount
    if not changed:
        raise ConflictError(f"item {row.id} has changed since you saw it: {_last(connection, row.id)}")
    return replace(row, version=row.version + 1, changed=_kept(now), state=state, decided_by=who, reason=reason, handed_over=None)


def _kept(now: datetime) -> datetime:
    """A time as it is read back."""
    return log.moment(log.stamp(now))


def _unchanged(connection: Connection, row: Row, version: int | None) -> None:
    if version is not None and version != row.version:
        raise ConflictError(
            f"item {row.id} has changed since you saw it (version {version}, now {row.version}): {_last(connection, row.id)}"
        )


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
