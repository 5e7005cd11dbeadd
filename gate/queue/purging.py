"""Deleting what is settled. The log of what was decided stays."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, select

from gate.errors import UsageError
from gate.queue import log, reading
from gate.queue.tables import batches, items
from gate.queue.values import Action, Filter, State

CHUNK = 500


def purge(connection: Connection, filter: Filter, *, who: str, now: datetime) -> int:
    """Delete closed items that fit ``filter``: records, reports and all; gives their number. Batches without items go too.

    Raises :class:`UsageError` for a filter that asks for pending items: nothing that waits is ever deleted.
    """
    if State.PENDING in filter.states:
        raise UsageError("pending items are not purged; decide on them first (gate queue decide expire)")
    rows = [row for row in reading.matching(connection, filter, now) if row.state is not State.PENDING]
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        log.write(connection, [log.line(r.id, r.batch, now, who, Action.PURGED, before=r.state, detail=r.record) for r in part])
        connection.execute(delete(items).where(items.c.id.in_([r.id for r in part])))
    old = [row.batch for row in rows]
    if old:
        left = select(items.c.batch).where(items.c.batch == batches.c.id).exists()
        connection.execute(delete(batches).where(batches.c.id.in_(sorted(set(old))), ~left))
    return len(rows)
