"""The application: routes, what becomes of errors, headers that every answer has, and the life of the process."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gate.errors import GateError
from gate.server import health, hook_batches, hook_check, hook_queue
from gate.server.access import Rates
from gate.server.pages import PAGE_ROUTES, STATIC, error_page, wants_page
from gate.server.problems import ProblemError, of_error
from gate.server.problems import response as problem_response
from gate.server.reconcile import RECONCILE_ROUTES
from gate.server.service import Options, Service
from gate.server.work import Work
from gate.settings import Settings, load_settings

#: how ``gate serve`` tells its worker processes what it was called with
VARIABLE = "CATALOG_GATE_SERVE"
_log = logging.getLogger("gate.server")
_CSP = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}

ROUTES = [
    Route("/v1/check", hook_check.check, methods=["POST"]),
    Route("/v1/batches", hook_batches.every, methods=["GET"]),
    Route("/v1/batches", hook_batches.add, methods=["POST"]),
    Route("/v1/batches/{batch}", hook_batches.one),
    Route("/v1/batches/{batch}/events", hook_batches.events),
    Route("/v1/batches/{batch}/result", hook_batches.result),
    Route("/v1/queue", hook_queue.rows),
    Route("/v1/queue/facets", hook_queue.facets),
    Route("/v1/queue/export", hook_queue.export),
    Route("/v1/queue/{item}", hook_queue.item),
    Route("/v1/queue/{item}/decision", hook_queue.decide, methods=["POST"]),
    Route("/v1/queue/{item}/assignee", hook_queue.assign, methods=["POST"]),
    Route("/v1/reports/{item}", hook_queue.report),
    Route("/healthz", health.healthz),
    Route("/readyz", health.readyz),
    Route("/metrics", health.metrics),
    Route("/openapi.json", health.openapi),
    *RECONCILE_ROUTES,
    *PAGE_ROUTES,
    Mount("/static", StaticFiles(directory=STATIC)),
]


def application(settings: Settings, options: Options = Options()) -> Starlette:  # noqa: B008 - frozen
    """The application. Raises :class:`~gate.errors.GateError` where queue or rules cannot be used."""
    service = Service(settings, options)
    work = Work(service)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        del app
        work.start()
        yield
        await service.ask(work.stop)
        service.close()

    app = Starlette(
        routes=ROUTES,
        lifespan=life,
        middleware=[Middleware(Around, metrics=service.metrics)],
        exception_handlers={ProblemError: _problem, GateError: _refused, HTTPException: _http, Exception: _fault},
    )
    app.state.service, app.state.work, app.state.rates = service, work, Rates(settings.server_rate)
    return app


def from_environment() -> Starlette:
    """The application of a worker process, as ``gate serve`` asked for it."""
    given: dict[str, object] = json.loads(os.environ.get(VARIABLE, "{}"))
    return application(load_settings(), Options(str(given.get("rules", "")), given.get("offline") is True))


class Around:
    """Puts headers on every answer, counts it, and logs a line without query or headers, where secrets could stand."""

    def __init__(self, app: ASGIApp, metrics: object) -> None:
        from gate.server.metrics import Metrics

        assert isinstance(metrics, Metrics)  # noqa: S101 - given above
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/reconcile"):  # pages of other sites may read refusals as well
                    headers.setdefault("Access-Control-Allow-Origin", "*")
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            route, took = _route(scope), time.perf_counter() - began
            self._metrics.requests.labels(route, scope["method"][:10], str(status)).inc()
            self._metrics.seconds.labels(route).observe(took)
            _log.info("%s %s %d %.0f ms", scope["method"][:10], route, status, took * 1000)


def _route(scope: Scope) -> str:
    """The pattern of the path: a name in the path can be anything, and must not become a series of its own."""
    for route in ROUTES:
        match, _ = route.matches(scope)
        if match is not Match.NONE:
            return str(getattr(route, "path", "(none)"))
    return "(none)"


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)  # noqa: S101 - registered for it
    return error_page(request, error) if wants_page(request) else problem_response(error)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, GateError)  # noqa: S101 - registered for it
    return await _problem(request, of_error(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it
    kind = {404: "not-found", 405: "method"}.get(error.status_code, "http")
    detail = {404: "there is nothing at this address", 405: "not with this method"}.get(error.status_code, error.detail)
    return await _problem(request, ProblemError(error.status_code, kind, detail, headers=error.headers))


async def _fault(request: Request, error: Exception) -> Response:
    _log.error("a fault of the gate: %s", type(error).__name__, exc_info=error)
    detail = "a fault of the gate, not of your records; nothing was decided"
    return await _problem(request, ProblemError(500, "fault", detail))
