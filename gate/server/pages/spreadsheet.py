"""Deciding in a spreadsheet: the workbook comes back, what it would change is shown, and only then is it done."""

from __future__ import annotations

from dataclasses import dataclass

import orjson
from starlette.requests import Request
from starlette.responses import Response

from gate.errors import InputError
from gate.queue.import_decisions import decisions_of
from gate.queue.json_values import object_of, text_of
from gate.queue.values import DECISIONS, Bulk, Filter, Refused, Row, State, Wanted
from gate.server.pages.decisions import told
from gate.server.pages.forms import form_of, upload_of
from gate.server.pages.queue_list import query_of
from gate.server.pages.render import curator, page
from gate.server.problems import ProblemError
from gate.server.service import Service, service_of

FILE, UNPACKED, FORM = 20_000_000, 100_000_000, 60_000_000  # bytes
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Asked:
    """One decision of a spreadsheet beside the item as it is now; ``why`` it cannot be carried out, empty where it can."""

    wanted: Wanted
    row: Row | None
    why: str


async def form(request: Request) -> Response:
    """The page to hand a spreadsheet in."""
    caller = await curator(request)
    return page(request, "spreadsheet.html", caller, _nothing(query_of(request.query_params)))


async def preview(request: Request) -> Response:
    """What a spreadsheet would change: nothing is changed yet."""
    service, caller = service_of(request), await curator(request)
    name, data = await upload_of(request, caller, FILE)
    try:
        read = await service.ask(decisions_of, data, name[:200], UNPACKED)
    except InputError as error:
        return page(request, "spreadsheet.html", caller, {**_nothing(""), "complaint": str(error)}, 422)
    asked = await service.ask(_asked, service, read.decisions)
    able = [one for one in asked if not one.why]
    values = {
        **_nothing(""),
        "name": name,
        "able": able,
        "unable": [one for one in asked if one.why],
        "unread": read.refused,
        "packed": orjson.dumps([_packed(one.wanted) for one in able]).decode(),
    }
    return page(request, "spreadsheet.html", caller, values)


async def decide(request: Request) -> Response:
    """Carry out what the preview showed. What somebody else decided in between is left, and told."""
    service, caller = service_of(request), await curator(request)
    given = await form_of(request, caller, FORM)
    decisions = _unpacked(given.whole("decisions"))
    done: Bulk = await service.ask(service.queue.decide_each, decisions, who=caller.name)
    return told(request, caller, done, "spreadsheet", "")


def _nothing(kept: str) -> dict[str, object]:
    none: tuple[Refused, ...] = ()
    return {"kept": kept, "name": "", "able": (), "unable": (), "unread": none, "packed": "", "complaint": ""}


def _asked(service: Service, decisions: tuple[Wanted, ...]) -> list[Asked]:
    why = {one.item: one.why for one in service.queue.try_each(decisions).refused}
    ids = [one.item for one in decisions]
    rows: dict[int, Row] = {}
    for start in range(0, len(ids), _CHUNK):
        found = service.queue.page(Filter(ids=tuple(ids[start : start + _CHUNK])), sort="id", limit=_CHUNK)
        rows |= {row.id: row for row in found.rows}
    return [Asked(one, rows.get(one.item), why.get(one.item, "")) for one in decisions]


def _packed(one: Wanted) -> dict[str, str | int]:
    return {"item": one.item, "version": one.version, "state": one.state.value, "reason": one.reason, "note": one.note}


def _unpacked(text: str) -> list[Wanted]:
    try:
        value: object = orjson.loads(text)
        listed = value if isinstance(value, list) else None
        if listed is None:
            raise ValueError("not a list")
        return [_wanted(one) for one in listed]
    except ValueError as error:
        raise ProblemError(422, "unreadable", "this form cannot be read; hand the spreadsheet in again") from error


def _wanted(one: object) -> Wanted:
    found = object_of({"one": one}, "one")
    item, version, state = found.get("item"), found.get("version"), State(text_of(found, "state"))
    if not (isinstance(item, int) and isinstance(version, int) and 0 < item < 2**63 and state in DECISIONS.values()):
        raise ValueError("not a decision")
    return Wanted(item, version, state, text_of(found, "reason"), text_of(found, "note"))
