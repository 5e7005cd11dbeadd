"""The page of one item: the verdict first, then everything that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from gate.errors import UsageError
from gate.properties import LABEL_PROPERTY
from gate.queue.editing import to_text
from gate.queue.json_values import items_of, object_of, only_record, parsed, text_of
from gate.queue.log import mark_of
from gate.queue.originals import SUFFIXES
from gate.queue.reasons import overrides
from gate.queue.values import DECISIONS, SORTS, Filter, Item, State
from gate.server.access import Caller
from gate.server.hook_queue import found as found_item
from gate.server.pages.advice_rows import similarities, text_of_record
from gate.server.pages.changes import Change, changes
from gate.server.pages.comparison_rows import ClaimRow, citation_rows, claim_rows, not_compared
from gate.server.pages.finding_groups import grouped
from gate.server.pages.forms import Form
from gate.server.pages.graph_data import Pair, pair
from gate.server.pages.graph_layout import Drawing, draw
from gate.server.pages.queue_list import PENDING, query_of, reasons_by_decision, rechecked
from gate.server.pages.render import curator, page
from gate.server.pages.score_rows import score_rows
from gate.server.parameters import filter_of, item_number
from gate.server.service import Service, service_of

ROUND = 200  # items that are looked through for the neighbours of one
CLAIMS = 40  # values that are shown at once, whatever their outcome
CONTEXT = 40  # other items of the batch whose graphs tell how central a node is


@dataclass(frozen=True, slots=True)
class Graphs:
    """Both graphs as drawings, and the pair they were drawn from."""

    pair: Pair
    generated: Drawing
    reference: Drawing


async def show(request: Request) -> Response:
    """The page."""
    caller = await curator(request)
    return await item_page(request, caller, item_number(request), request.query_params)


async def raw(request: Request) -> Response:
    """The record as it came, or with ``?corrected`` as it was set right, byte for byte: a browser saves it and never shows it."""
    await curator(request)
    item = await found_item(service_of(request), item_number(request))
    corrected = "corrected" in request.query_params
    name = f"item-{item.row.id}{'-corrected' if corrected else ''}{SUFFIXES.get(item.row.format, '.txt')}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(item.corrected if corrected else item.raw, headers=headers, media_type="application/octet-stream")


async def item_page(
    request: Request,
    caller: Caller,
    number: int,
    given: QueryParams,
    status: int = 200,
    complaint: str = "",
    form: Form | None = None,
) -> Response:
    """The page of an item; with what could not be done, and what was written in the form, where it was refused."""
    service = service_of(request)
    item = await found_item(service, number)
    earlier, later = await _around(service, number, given)
    values = await service.ask(_values, service, item)
    done = given.get("done", "")
    values |= {
        "item": item,
        "row": item.row,
        "kept": query_of(given),
        "earlier": earlier,
        "later": later,
        "complaint": complaint,
        "written": {name: form.text(name) if form else "" for name in ("decision", "reason", "note", "to")},
        "reasons": reasons_by_decision(),
        "decisions": tuple(DECISIONS),
        "overrides": overrides(item.row.severity),
        "again": rechecked(given.get("again", "")),
        "done": int(done) if done.isascii() and done.isdigit() and len(done) < 19 else 0,
    }
    return page(request, "item.html", caller, values, status)


async def _around(service: Service, number: int, given: QueryParams) -> tuple[int, int]:
    """The items before and after this one in the list it was opened from; 0 where there is none."""
    sort = given.get("sort", "risk")
    filter = filter_of(given, PENDING)
    found = await service.ask(service.queue.page, filter, sort=sort if sort in SORTS else "risk", limit=ROUND)
    ids = [row.id for row in found.rows]
    if number not in ids:
        return 0, ids[0] if ids else 0
    place = ids.index(number)
    return (ids[place - 1] if place else 0), (ids[place + 1] if place + 1 < len(ids) else 0)


def _values(service: Service, item: Item) -> dict[str, object]:
    whole = parsed(item.report)
    record = only_record(whole)
    anchor = object_of(record, "anchor")
    citations = citation_rows(record)
    shown, folded = _folded(claim_rows(record))
    return {
        "report": whole,
        "record": record,
        "anchor": anchor,
        "reasons_given": list(items_of(record, "reasons")),
        "skipped": record.get("skipped_rules", []),
        "findings": sum(1 for _ in items_of(record, "findings")),
        "groups": grouped(items_of(record, "findings")),
        "title": statement.value if (statement := item.record.first(LABEL_PROPERTY[item.record.kind])) else item.row.label,
        "changes": _changes(service, item),
        "editable": not item.record.bibliography and to_text(item.row.format, item.raw) is not None,
        "claims": shown,
        "more_claims": folded,
        "citations": citations,
        "text": text_of_record(record),
        "similar": similarities(record),
        "together": _together(item),
        "uncompared": not_compared(item.record, record),
        "scores": score_rows(record, service.checker.rules, object_of(whole, "manifest")),
        "graphs": _graphs(service, item, record),
        "consulted": list(items_of(record, "consulted")),
        "measures": list(items_of(object_of(record, "profile"), "measures")),
        "manifest": object_of(whole, "manifest"),
        "started": text_of(object_of(whole, "times"), "started"),
    }


def _graphs(service: Service, item: Item, record: Mapping[str, object]) -> Graphs | None:
    rows = service.queue.page(Filter(batches=(item.row.batch,)), sort="id", limit=CONTEXT + 1).rows
    ids = tuple(row.id for row in rows if row.id != item.row.id)[:CONTEXT]
    others = [only_record(parsed(other.report)) for other in service.queue.items(Filter(ids=ids))] if ids else []
    both = pair(record, item.row.label, others)
    if len(both.generated) < 2 and len(both.reference) < 2:
        return None
    return Graphs(both, draw(both.generated), draw(both.reference))


def _together(item: Item) -> str:
    """The mark of the call that decided this item with others; empty where it is open, or was decided alone."""
    told = next((event for event in reversed(item.events) if event.after), None)
    return mark_of(told.detail) if told is not None and item.row.state is not State.PENDING else ""


def _folded(rows: list[ClaimRow]) -> tuple[list[ClaimRow], list[ClaimRow]]:
    """The rows to show at once, and those of a long record that can wait: nothing is wrong with them."""
    if len(rows) <= CLAIMS + CLAIMS // 4:
        return rows, []
    waits = [place >= CLAIMS and row.mood in ("good", "plain") for place, row in enumerate(rows)]
    return (
        [row for row, wait in zip(rows, waits, strict=True) if not wait],
        [row for row, wait in zip(rows, waits, strict=True) if wait],
    )


def _changes(service: Service, item: Item) -> tuple[Change, ...]:
    """What a curator set right, where a corrected record is kept."""
    try:
        return changes(item, item.corrected, service.settings) if item.corrected else ()
    except UsageError:  # kept by a call that did not read it
        return ()
