"""Lines of the event log, and what a time is in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, RowMapping, insert

from gate.queue.tables import events
from gate.queue.text import storable
from gate.queue.values import MACHINE, Action, Event, State

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
WHO = 200  # characters
DETAIL = 4000

_TOGETHER = "decided together, "

Line = dict[str, str | int | bool]


def stamp(moment: datetime) -> int:
    """A time as the database keeps it: milliseconds since 1970, UTC."""
    return (moment - _EPOCH) // _MILLISECOND


def moment(stamped: int) -> datetime:
    """The time again."""
    return _EPOCH + stamped * _MILLISECOND


def line(
    item: int,
    batch: str,
    at: datetime,
    who: str,
    action: Action,
    *,
    before: State | str = "",
    after: State | str = "",
    reason: str = "",
    note: str = "",
    detail: str = "",
) -> Line:
    """One line to write. ``who`` is a curator, or :data:`MACHINE`."""
    return {
        "item": item,
        "batch": batch,
        "at": stamp(at),
        "who": storable(who, WHO),
        "machine": who == MACHINE,
        "action": action.value,
        "before": str(before),
        "after": str(after),
        "reason": reason,
        "note": storable(note, DETAIL),
        "detail": storable(detail, DETAIL),
    }


def together(mark: str) -> str:
    """The detail of every decision that was made in one call on several items, which ``mark`` tells from every other call."""
    return f"{_TOGETHER}{mark}" if mark else ""


def mark_of(detail: str) -> str:
    """The mark again; empty where the detail tells something else."""
    return detail.removeprefix(_TOGETHER) if detail.startswith(_TOGETHER) else ""


def write(connection: Connection, lines: Sequence[Line]) -> None:
    """Write lines in their order."""
    if lines:
        connection.execute(insert(events), list(lines))


def read(rows: Iterable[RowMapping]) -> tuple[Event, ...]:
    """Lines as they were written."""
    return tuple(_event(row) for row in rows)


def _event(row: RowMapping) -> Event:
    text = {name: str(row[name]) for name in ("batch", "who", "before", "after", "reason", "note", "detail")}
    at, number, item = (int(str(row[name])) for name in ("at", "id", "item"))
    return Event(
        number,
        item,
        text["batch"],
        moment(at),
        text["who"],
        bool(row["machine"]),
        Action(str(row["action"])),
        text["before"],
        text["after"],
        text["reason"],
        text["note"],
        text["detail"],
    )
