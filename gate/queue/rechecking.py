"""Checking again what could not be checked. The check itself is handed in: the queue knows no source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import orjson
from sqlalchemy import Connection

from gate.model import Record, Report
from gate.queue import intake, reading
from gate.queue.database import Database
from gate.queue.entry import Entry, entry, key_of
from gate.queue.mappings import with_mapping_of
from gate.queue.values import Filter, Item, MachineVerdict, Rechecked, State

_COUNTED = {MachineVerdict.ACCEPT: "accepted", MachineVerdict.REVIEW: "review", MachineVerdict.UNCHECKED: "unchecked"}

#: checks records together, as one batch
Check = Callable[[Sequence[Record]], Report]


def recheck(database: Database, check: Check, filter: Filter, now: Callable[[], datetime]) -> Rechecked:
    """Check the pending items that fit ``filter`` again, batch by batch, and keep what comes out.

    Records are checked as they were read when they came, tables by the mapping that they came with.

    A record is judged in the context of its batch, so the batch's other items in the queue are checked along with it; only those
    that fit get a new verdict. What is accepted now leaves the queue, with the machine named in the log. An item that a curator
    decided while the check ran stays as decided. A batch is one transaction: stopped half-way, whole batches are done.
    """
    with database.reading() as connection:
        found = reading.matching(connection, filter, now())
    chosen = {row.id for row in found if row.state is State.PENDING}
    counts = dict.fromkeys(("accepted", "review", "unchecked", "left"), 0)
    for batch in sorted({row.batch for row in found if row.id in chosen}):
        with database.reading() as connection:
            rows = reading.matching(connection, Filter(batches=(batch,)), now())
            whole = {key_of(item.record): item for item in reading.wholes(connection, rows)}
        report = check([item.record for item in whole.values()])
        with database.writing() as connection:
            for one in report.records:
                item = whole.get(key_of(one.record))
                if item is not None and item.row.id in chosen:
                    counts[_keep(connection, item, entry(one, with_mapping_of(report, item.report)), batch, now())] += 1
    return Rechecked(**counts)


def _keep(connection: Connection, item: Item, new: Entry, batch: str, now: datetime) -> str:
    row = item.row
    verdict = MachineVerdict(str(new.of_verdict["verdict"]))
    if verdict is row.verdict and _records(new.report) == _records(item.report):
        return _COUNTED[verdict]  # nothing new: no line in the log for every try during an outage
    known = intake.Known(row.id, row.version, row.state, row.verdict)
    return "left" if intake.apply(connection, known, new, batch, now) is None else _COUNTED[verdict]


def _records(report: bytes) -> object:
    value = orjson.loads(report)
    return value.get("records") if isinstance(value, dict) else None
