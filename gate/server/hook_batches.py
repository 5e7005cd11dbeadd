"""``/v1/batches``: a whole file or stream of records, checked in the background; progress by GET and as server-sent events."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator

import orjson
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from gate.queue.service_jobs import OPEN, Job
from gate.queue.service_tokens import Role
from gate.server.access import allowed
from gate.server.bodies import body_of, format_of
from gate.server.callback_addresses import check_address
from gate.server.hook_check import KEY_LIMIT
from gate.server.parameters import label
from gate.server.problems import ProblemError
from gate.server.service import Service, service_of
from gate.server.work import Work

MOST_OPEN = 100
_LOOK_S = 0.5
_KEEP_S = 15  # a comment now and then keeps a proxy from closing the stream


async def add(request: Request) -> Response:
    """Keep a batch; 202 once it is on disk."""
    service, caller = service_of(request), await allowed(request, Role.INGEST)
    body = await body_of(request, service.settings.server_batch_bytes)
    name = label(request, "name", "batch")
    form = format_of(request, body, name)
    if not body.strip():
        raise ProblemError(422, "unreadable", "the body is empty", more={"errors": []})
    callback = request.query_params.get("callback", "")
    if callback:
        check_address(callback, service.settings)
    key = request.headers.get("idempotency-key", "")
    if len(key) > KEY_LIMIT or not key.isprintable():
        raise ProblemError(422, "idempotency-key", f"an Idempotency-Key has at most {KEY_LIMIT} printable characters")
    digest = hashlib.sha256(b"\n".join((caller.id.encode(), key.encode(), body))).hexdigest()[:24]
    if await service.ask(service.jobs.open) >= MOST_OPEN:
        raise ProblemError(429, "busy", f"{MOST_OPEN} batches wait already", headers={"Retry-After": "60"})
    job = await service.ask(service.jobs.add, body, form, caller.name, service.now(), f"batch-{digest}" if key else "")
    if callback:
        await service.ask(service.callbacks.subscribe, job.id, callback)
    work: Work = request.app.state.work
    work.wake()
    return JSONResponse(job_value(job), 202, {"Location": f"/v1/batches/{job.id}"})


async def every(request: Request) -> Response:
    """The newest batches."""
    service = service_of(request)
    await allowed(request, Role.INGEST)
    return JSONResponse({"batches": [job_value(job) for job in await service.ask(service.jobs.all)]})


async def one(request: Request) -> Response:
    """How far a batch is."""
    service = service_of(request)
    await allowed(request, Role.INGEST)
    return JSONResponse(job_value(await _job(service, request)))


async def result(request: Request) -> Response:
    """The reports, one ``gate-report/1`` a line for every part; as far as they are there."""
    service = service_of(request)
    await allowed(request, Role.INGEST)
    job = await _job(service, request)
    lines = (orjson.dumps(orjson.loads(report)) + b"\n" for report in service.jobs.results(job.id))
    return StreamingResponse(lines, media_type="application/x-ndjson")


async def events(request: Request) -> Response:
    """Progress as server-sent events: ``progress`` at every step, ``done`` or ``failed`` at the end."""
    service = service_of(request)
    await allowed(request, Role.INGEST)
    job = await _job(service, request)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(service, job), media_type="text/event-stream", headers=headers)


async def _events(service: Service, job: Job) -> AsyncIterator[bytes]:
    shown, quiet = None, 0.0
    while True:
        value = orjson.dumps(job_value(job))
        if value != shown:
            name = "progress" if job.state in OPEN else job.state.value
            yield b"event: " + name.encode() + b"\nid: " + str(job.done).encode() + b"\ndata: " + value + b"\n\n"
            shown, quiet = value, 0.0
        if job.state not in OPEN:
            return
        await asyncio.sleep(_LOOK_S)
        quiet += _LOOK_S
        if quiet >= _KEEP_S:
            yield b": still here\n\n"
            quiet = 0.0
        found = await service.ask(service.jobs.get, job.id)
        if found is None:
            return
        job = found


async def _job(service: Service, request: Request) -> Job:
    found = await service.ask(service.jobs.get, str(request.path_params["batch"]))
    if found is None:
        raise ProblemError(404, "no-batch", "there is no such batch")
    return found


def job_value(job: Job) -> dict[str, str | int | dict[str, str] | None]:
    """A batch as JSON."""
    return {
        "id": job.id,
        "state": job.state.value,
        "created": job.created.isoformat(timespec="seconds"),
        "format": job.format,
        "total": job.total,
        "done": job.done,
        "accepted": job.accepted,
        "review": job.review,
        "unreadable": job.unreadable,
        "unchecked": job.unchecked,
        "fault": job.fault,
        "links": {name: f"/v1/batches/{job.id}{path}" for name, path in _LINKS.items()},
    }


_LINKS = {"self": "", "events": "/events", "result": "/result"}
