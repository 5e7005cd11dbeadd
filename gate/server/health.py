"""``/healthz``, ``/readyz``, ``/metrics``, ``/openapi.json``: for the machines around the server."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gate.errors import GateError
from gate.model import SnapshotInfo
from gate.queue.values import WAITING
from gate.server.access import caller_of
from gate.server.metrics import MEDIA_TYPE
from gate.server.openapi import description
from gate.server.problems import ProblemError
from gate.server.service import INDEXING_RETRY_S, Service, service_of

_LEAST_FREE = 50_000_000  # bytes on the disk of the queue
_REMEMBERED_S = 30  # so long a write that failed speaks against the queue; then the next call tries again


async def healthz(request: Request) -> Response:
    """The process runs. Says nothing of what it needs: see ``readyz``."""
    del request
    return JSONResponse({"status": "ok"})


async def readyz(request: Request) -> Response:
    """Whether a check would be answered and kept: sources, queue, disk. 503 where not, and while indexes are made."""
    service = service_of(request)
    if not service.indexed.is_set():
        return JSONResponse({"status": "indexing"}, 503, {"Retry-After": str(INDEXING_RETRY_S)})
    queue = await service.ask(_queue_state, service)
    disk = _disk_state(service)
    sources = await service.ask(service.checker.sources)
    local = [source for source in sources if source.as_of]
    ready = queue == disk == "ok" and bool(local or not service.checker.offline)
    value = {
        "status": "ready" if ready else "not ready",
        "queue": queue,
        "disk": disk,
        "offline": service.checker.offline,
        "rules": {"name": service.checker.rules.name, "sha256": service.checker.rules.sha256},
        "sources": [_source(source) for source in sources],
    }
    return JSONResponse(value, 200 if ready else 503, {} if ready else {"Retry-After": "10"})


async def metrics(request: Request) -> Response:
    """Prometheus text; any token will do."""
    service = service_of(request)
    if await caller_of(request) is None:
        raise ProblemError(401, "token", "a token is needed", headers={"WWW-Authenticate": 'Bearer realm="gate"'})
    page = await service.ask(service.queue.page, WAITING, limit=1)
    service.metrics.pending.set(page.total)
    return Response(await service.ask(service.metrics.text), headers={"Content-Type": MEDIA_TYPE})


async def openapi(request: Request) -> Response:
    """The description of the interface."""
    del request
    return JSONResponse(description())


def _queue_state(service: Service) -> str:
    try:
        service.queue.page(WAITING, limit=1)
    except GateError as error:
        return str(error)
    refused = service.queue.database.refused(_REMEMBERED_S)
    return f"cannot be written: {refused}" if refused else "ok"


def _disk_state(service: Service) -> str:
    """Whether a file can be made beside the queue's, and room is left. Only SQLite's disk is ours to look at."""
    if service.queue.database.dialect != "sqlite":
        return "ok"
    file = Path(service.queue.name)
    try:
        free = shutil.disk_usage(file.parent).free
        with tempfile.TemporaryFile(dir=file.parent):  # a file system that has become read-only on an error denies it only here
            pass
    except OSError as error:
        return error.strerror or str(error)
    if not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
        return "the queue's file cannot be written"
    return "ok" if free >= _LEAST_FREE else f"{free:,} bytes free"


def _source(source: SnapshotInfo) -> dict[str, str]:
    return {"name": source.name, "as_of": source.as_of, "role": source.role, "kind": "snapshot" if source.as_of else "live"}
