"""Correcting a record in the page: its values one by one, or as a whole; it is checked at once, and kept beside the old one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gate.errors import ConflictError, UsageError
from gate.queue.correcting import Corrected, checked, keep
from gate.queue.editing import LIMIT, from_text, read_one, to_text, with_values
from gate.queue.json_values import items_of, only_record, parsed, text_of
from gate.queue.values import Item
from gate.server.access import Caller
from gate.server.hook_queue import found as found_item
from gate.server.pages.changes import Change, changes
from gate.server.pages.decisions import onwards
from gate.server.pages.finding_groups import Group, grouped
from gate.server.pages.forms import Form, form_of
from gate.server.pages.queue_list import query_of, reasons_by_decision
from gate.server.pages.render import curator, page
from gate.server.pages.words import outcome_class
from gate.server.parameters import item_number
from gate.server.service import Service, service_of

_FORM = 12 * LIMIT + 200_000  # bytes: a character of a form takes up to twelve
_VALUES, _CHARS = 150, 500  # values that can be edited one by one, and characters of one


@dataclass(frozen=True, slots=True)
class Value:
    """A value to edit. ``held`` is what a source has instead, where they contradict each other."""

    property: str
    path: str
    value: str
    outcome: str
    mood: str
    held: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a corrected record is judged, and what was changed in it, as the page shows it."""

    made: Corrected
    verdict: str
    reasons: tuple[str, ...]
    findings: tuple[Group, ...]
    changes: tuple[Change, ...]
    report: Mapping[str, object]


async def form(request: Request) -> Response:
    """The page; with a correction that was kept and undone, to be taken up again."""
    service, caller = service_of(request), await curator(request)
    item = await found_item(service, item_number(request))
    text = await service.ask(to_text, item.row.format, item.corrected or item.raw)
    return await _page(request, caller, item, text, query_of(request.query_params))


async def correct(request: Request) -> Response:
    """Check what was corrected, or keep it."""
    service, caller = service_of(request), await curator(request)
    given, number = await form_of(request, caller, _FORM), item_number(request)
    item = await found_item(service, number)
    text, how, kept = given.whole("text"), given.text("how"), query_of(given.back())
    try:
        data = await service.ask(_data, service, item, given)
        shown = await service.ask(to_text, item.row.format, data)
        text = shown or text
        result = await service.work(lambda: _checked(service, item, data))
        if how == "keep":
            await service.ask(
                keep,
                service.queue,
                item,
                result.made,
                who=caller.name,
                reason=given.text("reason"),
                note=given.text("note"),
                version=given.number("version"),
            )
            return RedirectResponse(await onwards(service, given, item.row.id), 303)
    except ConflictError as error:
        return await _page(request, caller, await found_item(service, number), text, kept, status=409, complaint=str(error))
    except UsageError as error:
        return await _page(request, caller, item, text, kept, status=422, complaint=str(error))
    return await _page(request, caller, item, text, kept, result=result)


def _data(service: Service, item: Item, given: Form) -> bytes:
    """The bytes of the corrected record."""
    text = given.whole("text")
    if len(text) > 2 * LIMIT:
        raise UsageError(f"more than {LIMIT:,} characters")
    data = from_text(item.row.format, text, item.raw)
    if given.text("how") != "values":
        return data
    values = {path: value.strip() for path, value in given.named("v:").items()}
    values |= {path: given.whole(f"h:{path}") for path in given.all("take")}
    return with_values(item, data, values, service.settings)


def _checked(service: Service, item: Item, data: bytes) -> Result:
    made = checked(item, data, service.checker.check, service.settings)
    value = only_record(parsed(made.report))
    return Result(
        made,
        made.verdict.value,
        tuple(text_of(reason, "text") for reason in items_of(value, "reasons")),
        tuple(grouped(items_of(value, "findings"))),
        changes(item, data, service.settings),
        value,
    )


async def _page(
    request: Request,
    caller: Caller,
    item: Item,
    text: str | None,
    kept: str,
    *,
    result: Result | None = None,
    status: int = 200,
    complaint: str = "",
) -> Response:
    service = service_of(request)
    values = {
        "row": item.row,
        "text": text,
        "values": await service.ask(_values, service, item, text, result) if text else (),
        "result": result,
        "kept": kept,
        "complaint": complaint,
        "needs_reason": result.made.needs_reason if result else "",
        "reasons": [(word, found) for word, found in reasons_by_decision() if word == "correct"],
        "marc": item.row.format == "marc",
        "earlier": bool(item.corrected),
    }
    return page(request, "correct.html", caller, values, status)


def _values(service: Service, item: Item, text: str, result: Result | None) -> list[Value]:
    """The values to edit, those that something is wrong with first; none where the text cannot be read as it is."""
    try:
        record = read_one(item, from_text(item.row.format, text, item.raw), service.settings)
    except UsageError:
        return []
    report = result.report if result else only_record(parsed(item.report))
    claims = {text_of(claim, "path"): claim for claim in items_of(report, "claims")}
    found = []
    for statement in record.statements:
        if not statement.path or not statement.value.isprintable() or len(statement.value) > _CHARS:
            continue
        claim = claims.get(statement.path, {})
        outcome = text_of(claim, "outcome")
        held = text_of(claim, "held") if outcome == "contradicted" else ""
        mood = outcome_class(outcome) if outcome else "plain"
        found.append(Value(statement.property, statement.path, statement.value, outcome, mood, held))
    order = {"bad": 0, "unsure": 1}
    return sorted(found, key=lambda value: order.get(value.mood, 2))[:_VALUES]
