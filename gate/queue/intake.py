"""Taking a run in: what needs review becomes items. The same run taken in twice, after a crash say, is there once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, text, update

from gate.model import Report
from gate.queue import log
from gate.queue.entry import Entry, entry, key_of
from gate.queue.tables import batches, item_codes, item_contents, item_sources, items
from gate.queue.text import storable
from gate.queue.values import MACHINE, Action, Intake, MachineVerdict, State
from gate.report.json import encode, report_value
from gate.report.order import count, is_accepted

CHUNK = 500  # rows a statement


@dataclass(frozen=True, slots=True)
class Known:
    """An item that is there already."""

    id: int
    version: int
    state: State
    verdict: MachineVerdict


def take_in(connection: Connection, report: Report, batch: str, source: str, now: datetime) -> Intake:
    """Queue what a run leaves for review, in one transaction with the batch itself.

    Records of an earlier run under the same batch are known again by place and content. A pending one is accepted where this run
    accepts it, and gets this run's verdict where it was unchecked; one that a curator decided stays as decided.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(:batch))"), {"batch": batch})
    _keep_batch(connection, report, batch, source, now)
    known = _known(connection, batch)
    states: dict[tuple[str, int], State] = {}
    new: list[Entry] = []
    present = settled = 0
    for one in report.records:
        key = key_of(one.record)
        place = (one.record.file, one.record.position)
        old = known.get(key)
        if old is not None:
            present += 1
            states[place] = old.state
            if old.state is State.PENDING and (old.verdict is MachineVerdict.UNCHECKED or is_accepted(one)):
                after = apply(connection, old, entry(one, report), batch, now)
                states[place] = after or old.state
                settled += after is State.ACCEPTED
        elif not is_accepted(one):
            new.append(entry(one, report))
            known[key] = Known(0, 1, State.PENDING, MachineVerdict.REVIEW)  # the same record given twice is one item
            states[place] = State.PENDING
    _add(connection, new, batch, now)
    return Intake(batch, len(new), present, settled, states)


def apply(connection: Connection, old: Known, new: Entry, batch: str, now: datetime) -> State | None:
    """Give a pending item a new verdict; gives its state now, or None where a curator was faster: then nothing is changed."""
    verdict = MachineVerdict(str(new.of_verdict["verdict"]))
    state = State.ACCEPTED if verdict is MachineVerdict.ACCEPT else State.PENDING
    changed = connection.execute(
        update(items)
        .where(items.c.id == old.id, items.c.version == old.version, items.c.state == State.PENDING.value)
        .values(
            **new.of_verdict,
            version=old.version + 1,
            state=state.value,
            changed=log.stamp(now),
            decided_by=MACHINE if state is State.ACCEPTED else "",
        )
    ).rowcount
    if not changed:
        return None
    connection.execute(update(item_contents).where(item_contents.c.item == old.id).values(report=new.report, record=new.record))
    for table in (item_codes, item_sources):
        connection.execute(delete(table).where(table.c.item == old.id))
    _add_marks(connection, ((old.id, new),))
    detail = f"verdict {old.verdict} -> {verdict}"
    told = log.line(old.id, batch, now, MACHINE, Action.RECHECKED, before=old.state, after=state, detail=detail)
    log.write(connection, [told])
    return state


def _keep_batch(connection: Connection, report: Report, batch: str, source: str, now: datetime) -> None:
    if connection.execute(select(batches.c.id).where(batches.c.id == batch)).first() is not None:
        return
    counts = count(report)
    whole = replace(report, records=())
    connection.execute(
        insert(batches).values(
            id=batch,
            source=storable(source, 1000),
            created=log.stamp(now),
            records=counts.records,
            accepted=counts.accepted,
            review=counts.review,
            unreadable=counts.unreadable,
            unchecked=counts.unchecked,
            envelope=encode(report_value(whole)),
        )
    )


def _known(connection: Connection, batch: str) -> dict[str, Known]:
    found = connection.execute(
        select(items.c.key, items.c.id, items.c.version, items.c.state, items.c.verdict).where(items.c.batch == batch)
    )
    return {row.key: Known(row.id, row.version, State(row.state), MachineVerdict(row.verdict)) for row in found}


def _add(connection: Connection, new: Sequence[Entry], batch: str, now: datetime) -> None:
    at = log.stamp(now)
    always: dict[str, str | int] = {
        "version": 1,
        "batch": batch,
        "state": State.PENDING.value,
        "assignee": "",
        "queued": at,
        "changed": at,
        "decided_by": "",
        "reason": "",
    }
    for start in range(0, len(new), CHUNK):
        part = new[start : start + CHUNK]
        rows = [{**always, "key": one.key, **one.of_record, **one.of_verdict} for one in part]
        ids = {row.key: row.id for row in connection.execute(insert(items).returning(items.c.key, items.c.id), rows)}
        connection.execute(
            insert(item_contents),
            [{"item": ids[e.key], "raw": e.raw, "record": e.record, "report": e.report, "corrected": b""} for e in part],
        )
        _add_marks(connection, ((ids[e.key], e) for e in part))
        log.write(
            connection,
            [
                log.line(
                    ids[e.key],
                    batch,
                    now,
                    MACHINE,
                    Action.QUEUED,
                    after=State.PENDING,
                    detail=f"verdict {e.of_verdict['verdict']}",
                )
                for e in part
            ],
        )


def _add_marks(connection: Connection, entries: Iterable[tuple[int, Entry]]) -> None:
    made = list(entries)
    codes = [{"item": item, "code": code} for item, one in made for code in one.codes]
    sources = [{"item": item, "source": source} for item, one in made for source in one.sources]
    if codes:
        connection.execute(insert(item_codes), codes)
    if sources:
        connection.execute(insert(item_sources), sources)
