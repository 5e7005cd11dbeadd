"""Reading the queue: lists, facets, whole items. A list touches no report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, case, func, or_, select
from sqlalchemy import Row as Found

from gate.errors import UsageError
from gate.queue import log
from gate.queue.record_codec import decode_record
from gate.queue.tables import batches, events, item_codes, item_contents, item_sources, items
from gate.queue.values import NOBODY, SORTS, Batch, Event, Facets, Filter, Item, MachineVerdict, Page, Row, State

_HIDDEN = frozenset({"key", "search"})
COLUMNS = tuple(column for column in items.c if column.name not in _HIDDEN)
FACET = 50  # values of a facet at most


def conditions(filter: Filter, now: datetime) -> ColumnElement[bool]:
    """The filter as a condition on ``items``."""
    wanted: list[ColumnElement[bool]] = []
    for column, words in (
        (items.c.state, filter.states),
        (items.c.verdict, filter.verdicts),
        (items.c.severity, filter.severities),
        (items.c.tier, filter.tiers),
        (items.c.batch, filter.batches),
        (items.c.kind, filter.kinds),
        (items.c.format, filter.formats),
        (items.c.assignee, tuple("" if name == NOBODY else name for name in filter.assignees)),
    ):
        if words:
            wanted.append(column.in_([str(word) for word in words]))
    if filter.ids:
        wanted.append(items.c.id.in_(filter.ids))
    if filter.codes:
        wanted.append(items.c.id.in_(select(item_codes.c.item).where(item_codes.c.code.in_(filter.codes))))
    if filter.sources:
        wanted.append(items.c.id.in_(select(item_sources.c.item).where(item_sources.c.source.in_(filter.sources))))
    if filter.files:
        ends = [items.c.file.endswith("/" + name, autoescape=True) for name in filter.files]
        wanted.append(or_(items.c.file.in_(filter.files), *ends))
    wanted += [items.c.search.contains(word, autoescape=True) for word in filter.text.casefold().split()]
    if filter.older_than is not None:
        wanted.append(items.c.queued <= log.stamp(now - filter.older_than))
    if filter.younger_than is not None:
        wanted.append(items.c.queued > log.stamp(now - filter.younger_than))
    if filter.not_handed_over:
        wanted.append(items.c.handed_over.is_(None))
    return and_(True, *wanted)


def page(connection: Connection, filter: Filter, sort: str, limit: int, offset: int, now: datetime) -> Page:
    """A part of the list."""
    where = conditions(filter, now)
    total = connection.execute(select(func.count()).select_from(items).where(where)).scalar_one()
    found = connection.execute(select(*COLUMNS).where(where).order_by(*_order(sort)).limit(limit).offset(offset))
    return Page(tuple(_row(one) for one in found), total, offset)


def _order(sort: str) -> tuple[ColumnElement[int], ...]:
    orders = {
        "risk": (items.c.risk.desc(), items.c.id.asc()),
        "oldest": (items.c.queued.asc(), items.c.id.asc()),
        "newest": (items.c.queued.desc(), items.c.id.desc()),
        "id": (items.c.id.asc(),),
    }
    if sort not in orders:
        raise UsageError(f"no order {sort!r}; there are {', '.join(SORTS)}")
    return orders[sort]


def matching(connection: Connection, filter: Filter, now: datetime, *, lock: bool = False) -> tuple[Row, ...]:
    """Every row that fits, by id; ``lock`` holds them until the transaction ends."""
    query = select(*COLUMNS).where(conditions(filter, now)).order_by(items.c.id)
    return tuple(_row(found) for found in connection.execute(query.with_for_update() if lock else query))


def row(connection: Connection, item: int, *, lock: bool = False) -> Row:
    """One row; ``lock`` holds it until the transaction ends. Raises :class:`UsageError` where there is none."""
    query = select(*COLUMNS).where(items.c.id == item)
    found = connection.execute(query.with_for_update() if lock else query).first()
    if found is None:
        gone = connection.execute(select(events.c.id).where(events.c.item == item)).first() is not None
        raise UsageError(f"item {item} was purged" if gone else f"the queue has no item {item}")
    return _row(found)


def whole(connection: Connection, item: int) -> Item:
    """One item with everything. Raises :class:`UsageError` where there is none."""
    return next(_wholes(connection, (row(connection, item),)))


def wholes(connection: Connection, rows: Sequence[Row], chunk: int = 200) -> Iterator[Item]:
    """Items with everything, a few at a time in memory, in the order of ``rows``."""
    for start in range(0, len(rows), chunk):
        yield from _wholes(connection, rows[start : start + chunk])


def _wholes(connection: Connection, rows: Sequence[Row]) -> Iterator[Item]:
    ids = [one.id for one in rows]
    contents = {c.item: c for c in connection.execute(select(item_contents).where(item_contents.c.item.in_(ids)))}
    codes: dict[int, list[str]] = {}
    for mark in connection.execute(select(item_codes).where(item_codes.c.item.in_(ids)).order_by(item_codes.c.code)):
        codes.setdefault(mark.item, []).append(mark.code)
    sources: dict[int, list[str]] = {}
    for mark in connection.execute(select(item_sources).where(item_sources.c.item.in_(ids)).order_by(item_sources.c.source)):
        sources.setdefault(mark.item, []).append(mark.source)
    told: dict[int, list[Event]] = {}
    for event in history(connection, ids):
        told.setdefault(event.item, []).append(event)
    for one in rows:
        content = contents.get(one.id)
        if content is None:  # purged since the list was made
            continue
        yield Item(
            one,
            content.raw,
            decode_record(content.record, content.raw),
            content.report,
            content.corrected,
            tuple(codes.get(one.id, ())),
            tuple(sources.get(one.id, ())),
            tuple(told.get(one.id, ())),
        )


def history(connection: Connection, ids: Sequence[int]) -> tuple[Event, ...]:
    """The log of these items, in the order in which it was written. Purged items still have theirs."""
    return log.read(connection.execute(select(events).where(events.c.item.in_(ids)).order_by(events.c.id)).mappings())


def facets(connection: Connection, filter: Filter, now: datetime) -> Facets:
    """How many of the items that fit, by every value that they could be filtered further by."""
    where = conditions(filter, now)

    def by(column: ColumnElement[str]) -> tuple[tuple[str, int], ...]:
        number = func.count()
        found = connection.execute(
            select(column, number).where(where).group_by(column).order_by(number.desc(), column).limit(FACET)
        )
        return tuple((value, n) for value, n in found)

    def by_mark(column: ColumnElement[str], item: ColumnElement[int]) -> tuple[tuple[str, int], ...]:
        number = func.count()
        query = select(column, number).join_from(items, item.table, items.c.id == item).where(where)
        return tuple((v, n) for v, n in connection.execute(query.group_by(column).order_by(number.desc(), column).limit(FACET)))

    # what has few values is counted in one pass over the items, by all of it together
    few = (items.c.state, items.c.verdict, items.c.severity, items.c.tier, items.c.kind, items.c.assignee)
    together = connection.execute(select(*few, func.count()).where(where).group_by(*few)).all()
    counts = [Counter[str]() for _ in few]
    for *values, n in together:
        for counted, value in zip(counts, values, strict=True):
            counted[value] += n
    states, verdicts, severities, tiers, kinds, assignees = (
        tuple(sorted(counted.items(), key=lambda one: (-one[1], one[0]))[:FACET]) for counted in counts
    )
    return Facets(
        sum(n for *_, n in together),
        states,
        verdicts,
        severities,
        tiers,
        by_mark(item_codes.c.code, item_codes.c.item),
        by_mark(item_sources.c.source, item_sources.c.item),
        by(items.c.batch),
        kinds,
        assignees,
    )


def all_batches(connection: Connection, ids: Sequence[str] = ()) -> tuple[Batch, ...]:
    """Every batch, newest first, with the number of its items that wait."""
    waiting = func.coalesce(func.sum(case((items.c.state == State.PENDING.value, 1), else_=0)), 0)
    columns = [column for column in batches.c if column.name != "envelope"]
    query = select(*columns, waiting.label("waiting")).outerjoin(items, items.c.batch == batches.c.id).group_by(*columns)
    if ids:
        query = query.where(batches.c.id.in_(ids))
    found = connection.execute(query.order_by(batches.c.created.desc(), batches.c.id))
    return tuple(
        Batch(b.id, b.source, log.moment(b.created), b.records, b.accepted, b.review, b.unreadable, b.unchecked, int(b.waiting))
        for b in found
    )


def envelope(connection: Connection, batch: str) -> bytes:
    """The report of a batch without its records. Raises :class:`UsageError` where there is none."""
    found: bytes | None = connection.execute(select(batches.c.envelope).where(batches.c.id == batch)).scalar()
    if found is None:
        raise UsageError(f"the queue has no batch {batch!r}")
    return found


def _row(found: Found[tuple[object, ...]]) -> Row:
    values = dict(found._mapping)
    values["verdict"] = MachineVerdict(str(values["verdict"]))
    values["state"] = State(str(values["state"]))
    for name in ("queued", "changed", "handed_over"):
        if values[name] is not None:
            values[name] = log.moment(values[name])
    return Row(**values)
