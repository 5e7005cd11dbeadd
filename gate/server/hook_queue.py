"""``/v1/queue`` and ``/v1/reports``: the review queue for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import orjson
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from gate.errors import GateError, UsageError
from gate.queue.export import EXPORT_FORMATS, exporter
from gate.queue.export_jsonl import item_value, row_value
from gate.queue.service_tokens import Role
from gate.queue.values import DECISIONS, SORTS, Item, Row, State
from gate.server.access import allowed
from gate.server.bodies import body_of
from gate.server.parameters import choice, filter_of, item_number, whole
from gate.server.problems import ProblemError
from gate.server.service import Service, service_of

MOST_ROWS = 500
_BODY = 100_000
_TYPES = {".jsonl": "application/x-ndjson", ".csv": "text/csv; charset=utf-8", ".json": "application/json"}
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
#: records for a loader are handed over by ``gate queue export``, which notes it in the log
EXPORTS = tuple(name for name, known in EXPORT_FORMATS.items() if not known.taken)


async def rows(request: Request) -> Response:
    """A part of the list: pending items, unless ``state`` asks for others."""
    service = service_of(request)
    await allowed(request, Role.CURATE)
    filter = filter_of(request.query_params, (State.PENDING.value,))
    sort = choice(request, "sort", SORTS, "risk")
    limit, offset = whole(request, "limit", 50, 1, MOST_ROWS), whole(request, "offset", 0, 0, 10**9)
    page = await service.ask(service.queue.page, filter, sort=sort, limit=limit, offset=offset)
    return _json({"total": page.total, "offset": page.offset, "items": [row_value(row) for row in page.rows]})


async def facets(request: Request) -> Response:
    """Counts of what fits the filter, by everything it could be filtered further by."""
    service = service_of(request)
    await allowed(request, Role.CURATE)
    found = await service.ask(service.queue.facets, filter_of(request.query_params, (State.PENDING.value,)))
    return _json({name: value if name == "total" else dict(value) for name, value in asdict(found).items()})


async def export(request: Request) -> Response:
    """The items that fit, as a file."""
    service = service_of(request)
    await allowed(request, Role.CURATE)
    name = choice(request, "format", EXPORTS, "jsonl")
    known, write = EXPORT_FORMATS[name], exporter(name)
    filter = filter_of(request.query_params, tuple(known.states))
    pieces = await service.ask(lambda: list(write(service.queue.items(filter), lambda _: None)))
    headers = {"Content-Disposition": f'attachment; filename="queue{known.suffix}"'}
    return StreamingResponse(iter(pieces), headers=headers, media_type=_TYPES.get(known.suffix, _XLSX))


async def item(request: Request) -> Response:
    """One item whole."""
    service = service_of(request)
    await allowed(request, Role.CURATE)
    return _json(item_value(await found(service, item_number(request))))


async def report(request: Request) -> Response:
    """The ``gate-report/1`` of an item, as it stands now."""
    service = service_of(request)
    await allowed(request, Role.INGEST)
    return Response((await found(service, item_number(request))).report, media_type="application/json")


async def decide(request: Request) -> Response:
    """Decide on an item: ``{"decision", "reason", "note", "version"}``. Whoever decides second gets 409."""
    service, caller = service_of(request), await allowed(request, Role.CURATE)
    number, given = item_number(request), await _object(request)
    decision = _text(given, "decision")
    await found(service, number)
    if decision == "undo":
        row = await service.ask(service.queue.undo, number, who=caller.name, note=_text(given, "note"), version=_version(given))
        return _json(row_value(row))
    if decision not in DECISIONS:
        raise ProblemError(422, "refused", f"no decision {decision!r}; there are {', '.join(DECISIONS)}, undo")
    row = await service.ask(
        service.queue.decide,
        number,
        DECISIONS[decision],
        who=caller.name,
        reason=_text(given, "reason"),
        note=_text(given, "note"),
        version=_version(given),
    )
    return _json(row_value(row))


async def assign(request: Request) -> Response:
    """Give an item to a curator: ``{"to": NAME, "take_over": false}``; ``-`` is nobody."""
    service, caller = service_of(request), await allowed(request, Role.CURATE)
    number, given = item_number(request), await _object(request)
    to = _text(given, "to")
    if not to.strip():
        raise ProblemError(422, "refused", "to: who is to work on it, or - for nobody")
    await found(service, number)
    row: Row = await service.ask(
        service.queue.assign, number, to, who=caller.name, take_over=given.get("take_over", False) is True
    )
    return _json(row_value(row))


async def found(service: Service, number: int) -> Item:
    """An item. Raises 404 where there is none."""
    try:
        return await service.ask(service.queue.get, number)
    except UsageError as error:
        raise ProblemError(404, "no-item", str(error)) from error


async def _object(request: Request) -> Mapping[str, object]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":  # a form of another site cannot send this type
        raise ProblemError(415, "type", "send application/json")
    try:
        value: object = orjson.loads(await body_of(request, _BODY))
    except orjson.JSONDecodeError as error:
        raise ProblemError(422, "unreadable", f"not JSON: {error}") from error
    if not isinstance(value, dict):
        raise ProblemError(422, "unreadable", "not a JSON object")
    unknown = set(value) - {"decision", "reason", "note", "version", "to", "take_over"}
    if unknown:
        raise ProblemError(422, "refused", f"unknown: {', '.join(sorted(unknown))}")
    if not isinstance(value.get("take_over", False), bool):
        raise ProblemError(422, "refused", "take_over: true or false")
    return value


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name, "")
    if not isinstance(value, str):
        raise ProblemError(422, "refused", f"{name}: a text")
    return value


def _version(given: Mapping[str, object]) -> int | None:
    value = given.get("version")
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**31):
        return value
    raise ProblemError(422, "refused", "version: a whole number, as the item shows it")


def _json(value: object) -> Response:
    try:
        return Response(orjson.dumps(value), media_type="application/json")
    except TypeError as error:  # a lone surrogate that the queue kept in the read form of a record
        import json

        if not isinstance(value, dict):
            raise GateError("an answer cannot be written") from error
        return Response(json.dumps(value, ensure_ascii=True), media_type="application/json")
