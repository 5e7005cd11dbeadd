"""``POST /v1/check``: records in, a report with the decision out. What needs a human is queued before the answer goes out."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import Response

from gate.errors import QueueError
from gate.model import Report, Unreadable
from gate.queue.service_answers import Kept, Known
from gate.queue.service_tokens import Role
from gate.records import read_bytes
from gate.records.bibliography import as_bibliography
from gate.report.json import to_json
from gate.report.order import count
from gate.server.access import Caller, allowed
from gate.server.bodies import body_of, format_of
from gate.server.callback_addresses import check_address
from gate.server.parameters import choice, flag, label
from gate.server.problems import ProblemError
from gate.server.problems import response as problem_response
from gate.server.service import Service, service_of

KEY_LIMIT = 255
RECORD, BIBLIOGRAPHY = "record", "bibliography"
_RETRY_S = 30
_AGAIN = frozenset({408, 429, 500, 502, 503, 504})  # came to nothing: not kept under the caller's key


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a call asks for. ``batch`` is the name that its items have in the queue."""

    body: bytes
    format: str
    name: str
    bibliography: bool
    queue: bool
    callback: str
    batch: str


async def check(request: Request) -> Response:
    """Check the records of the body."""
    service, caller = service_of(request), await allowed(request, Role.INGEST)
    body = await body_of(request, service.settings.server_body_bytes)
    key = request.headers.get("idempotency-key", "")
    if not key:
        return await _answer(service, _wanted(request, body, caller, ""), caller)
    if len(key) > KEY_LIMIT or not key.isprintable():
        raise ProblemError(422, "idempotency-key", f"an Idempotency-Key has at most {KEY_LIMIT} printable characters")
    asked = b"\n".join((request.url.path.encode(), request.url.query.encode(), body))
    known = await service.ask(service.answers.begin, caller.id, key, asked, service.now())
    if isinstance(known, Kept):
        return Response(known.body, known.status, {**known.headers, "Idempotency-Replayed": "true"})
    if known is Known.OTHER:
        raise ProblemError(422, "idempotency-key", "this Idempotency-Key was used for another request")
    if known is Known.RUNNING:
        detail = "the first call with this Idempotency-Key is still being answered"
        raise ProblemError(409, "idempotency-key", detail, headers={"Retry-After": "2"})
    try:
        answer = await _answer(service, _wanted(request, body, caller, key), caller)
    except ProblemError as problem:
        answer = problem_response(problem)
    except BaseException:
        await service.ask(service.answers.drop, caller.id, key)
        raise
    if answer.status_code in _AGAIN:
        await service.ask(service.answers.drop, caller.id, key)
    else:
        headers = {k: v for k, v in answer.headers.items() if k != "content-length"}
        await service.ask(service.answers.keep, caller.id, key, Kept(answer.status_code, headers, bytes(answer.body)))
    return answer


def _wanted(request: Request, body: bytes, caller: Caller, key: str) -> Wanted:
    name = label(request, "name", "request")
    bibliography = choice(request, "as", (RECORD, BIBLIOGRAPHY), RECORD) == BIBLIOGRAPHY
    callback = request.query_params.get("callback", "")
    if callback:
        check_address(callback, service_of(request).settings)
    digest = hashlib.sha256(f"{caller.id}\n{key}".encode()).hexdigest()[:24] if key else ""
    batch = f"check-{digest}" if key else f"{service_of(request).now():%Y-%m-%d %H:%M:%S} {name[:100]} {secrets.token_hex(3)}"
    return Wanted(body, format_of(request, body, name), name, bibliography, flag(request, "queue", default=True), callback, batch)


async def _answer(service: Service, wanted: Wanted, caller: Caller) -> Response:
    report = await service.work(lambda: _checked(service, wanted))
    _refuse_unreadable(report)
    counts = count(report)
    for verdict, number in (("accept", counts.accepted), ("unchecked", counts.unchecked), ("unreadable", counts.unreadable)):
        service.metrics.records.labels(verdict).inc(number)
    service.metrics.records.labels("review").inc(counts.review - counts.unchecked)
    decision = "accept" if counts.accepted == counts.records else "review"
    headers = {"Gate-Decision": decision}
    headers |= await _queued(service, wanted, caller, report) if counts.review and wanted.queue else {}
    nothing = counts.unchecked and counts.unchecked == len(report.records)
    if nothing and headers.get("Gate-Queue") == "unavailable":
        detail = "nothing could be checked, and the queue cannot be written"
        raise ProblemError(503, "nothing-checked", detail, headers={"Retry-After": str(_RETRY_S)})
    return Response(await service.ask(to_json, report), 200, headers, "application/json")


def _checked(service: Service, wanted: Wanted) -> Report:
    limit = service.settings.server_records
    settings = replace(service.settings, max_records=limit)
    records = list(read_bytes(wanted.body, wanted.name, wanted.format, settings=settings))
    if len(records) > limit:
        detail = f"more than {limit:,} records; hand them in at /v1/batches"
        raise ProblemError(413, "too-many", detail, more={"limit": limit})
    return service.checker.check(
        as_bibliography(iter(records)) if wanted.bibliography else records, bibliography=wanted.bibliography
    )


async def _queued(service: Service, wanted: Wanted, caller: Caller, report: Report) -> dict[str, str]:
    try:
        if wanted.callback:
            await service.ask(service.callbacks.subscribe, wanted.batch, wanted.callback)
        done = await service.ask(service.queue.take_in, report, batch=wanted.batch, source=f"{wanted.name}, from {caller.name}")
    except QueueError:
        return {"Gate-Queue": "unavailable"}
    return {"Gate-Queue": wanted.batch, "Gate-Queued": str(done.added + done.present)}


def _refuse_unreadable(report: Report) -> None:
    """Raise 422 where not one record could be read. Where some could, the report names the others."""
    if report.records or not report.unreadable:
        return
    first = report.unreadable[0]
    where = f" at byte {first.offset}" if first.offset is not None else ""
    detail = f"record {first.position}{where}: {first.reason}"
    raise ProblemError(422, "unreadable", detail, more={"errors": [_place(one) for one in report.unreadable[:100]]})


def _place(one: Unreadable) -> dict[str, str | int | None]:
    return {"position": one.position, "offset": one.offset, "id": one.id, "format": one.format, "reason": one.reason}
