"""The addresses of the reconciliation service. Answers may be read by pages of any site, as the specification asks (CORS)."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qs

import orjson
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from gate.model import Entity, Found, Kind, Query
from gate.queue.service_tokens import Role
from gate.references.local.catalogue import LocalSource
from gate.report.json_values import Json
from gate.server.access import caller_of, spend
from gate.server.bodies import body_of
from gate.server.pages.render import templates
from gate.server.problems import ProblemError
from gate.server.reconcile import answers
from gate.server.reconcile.answers import BATCH, NEW, OLD, bad
from gate.server.reconcile.matching import Wanted, by_id, candidates
from gate.server.service import Service, service_of

_BODY = 1_000_000
_CORS = {"Access-Control-Allow-Origin": "*"}  # on refusals too: see Around in the application
_PREFLIGHT = {
    **_CORS,
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept, Accept-Language",
}
_IDS = 200


async def preflight(request: Request) -> Response:
    """What a browser asks before it sends a token or JSON from another site's page."""
    del request
    return Response(status_code=204, headers=_PREFLIGHT)


async def service_root(request: Request) -> Response:
    """The manifest; with ``queries`` or ``extend``, as version 0.2 has it, the answers to these."""
    service = await _opened(request)
    given = await _fields(request)
    if "queries" in given:
        return await _old_queries(service, given["queries"])
    if "extend" in given:
        return await _extended(service, _parsed(given["extend"]), OLD)
    base, tokens = str(request.base_url).rstrip("/"), await service.ask(service.tokens.any)
    make = answers.manifest_new if request.query_params.get("version") == NEW else answers.manifest
    return _json(make(base, tokens=tokens))


async def match(request: Request) -> Response:
    """Version 1.0-draft: a batch of queries."""
    service = await _opened(request)
    body = _object(_parsed(await _body(request)))
    queries = body.get("queries")
    if not isinstance(queries, list) or not queries:
        raise bad("queries: a list of queries")
    _batch(len(queries))
    wanted = [answers.read_new(query) for query in queries]
    found = await service.work(lambda: _found(service, wanted, NEW))
    return _json({"results": [{"candidates": one} for one in found]})


async def extend(request: Request) -> Response:
    """Version 1.0-draft: values of properties."""
    service = await _opened(request)
    return await _extended(service, _parsed(await _body(request)), NEW)


async def proposals(request: Request) -> Response:
    """Properties that things of a type have."""
    await _opened(request)
    kind, limit = request.query_params.get("type", ""), request.query_params.get("limit", "50")
    most = int(limit) if limit.isascii() and limit.isdigit() and len(limit) < 6 else 50
    return _json({"type": kind, "limit": most, "properties": answers.properties("", kind)[:most]})


async def suggest(request: Request) -> Response:
    """Entities, types or properties, while somebody types."""
    service, what = await _opened(request), request.path_params["what"]
    prefix = request.query_params.get("prefix", "")[:200].strip()
    if what == "type":
        return _json({"result": answers.types(prefix)})
    if what == "property":
        return _json({"result": answers.properties(prefix)})
    if what != "entity":
        raise ProblemError(404, "not-found", "entity, type or property")
    return _json({"result": await service.work(lambda: _suggested(service, prefix)) if prefix else []})


async def preview(request: Request) -> Response:
    """A small page about an entity, to be shown inside another site's."""
    entity = await _entity(request)
    html = templates().get_template("preview.html").render(entity=entity, described=answers.describe(entity), whole=False)
    headers = {**_CORS, "Content-Security-Policy": "default-src 'none'; style-src 'self'; base-uri 'none'"}
    return HTMLResponse(html, headers=headers)


async def entity_page(request: Request) -> Response:
    """The page of an entity."""
    entity = await _entity(request)
    html = templates().get_template("preview.html").render(entity=entity, described=answers.describe(entity), whole=True)
    return HTMLResponse(html)


async def _old_queries(service: Service, text: str) -> Response:
    queries = _object(_parsed(text.encode()))
    _batch(len(queries))
    wanted = {key: answers.read_old(query) for key, query in queries.items()}
    found = await service.work(lambda: _found(service, list(wanted.values()), OLD))
    return _json({key: {"result": one} for key, one in zip(wanted, found, strict=True)})


def _found(service: Service, wanted: list[Wanted], version: str) -> list[list[Json]]:
    with service.checker.local() as sources:
        return [[answers.result(c, version) for c in candidates(one, sources)] for one in wanted]


def _suggested(service: Service, prefix: str) -> list[Json]:
    found: dict[str, Entity] = {}
    with service.checker.local() as sources:
        for source in sources.all:
            for kind in Kind:
                if isinstance(source, LocalSource) and kind in source.kinds:
                    answer = source.search(Query(kind, prefix, (prefix,)), 10)
                    found |= {e.id: e for e in answer.value} if isinstance(answer, Found) else {}
    return [answers.suggestion(entity) for entity in list(found.values())[:20]]


async def _extended(service: Service, given: object, version: str) -> Response:
    query = _object(given)
    ids, wanted = query.get("ids"), query.get("properties")
    if not isinstance(ids, list) or not isinstance(wanted, list) or not all(isinstance(i, str) for i in ids):
        raise bad("ids and properties: lists")
    if len(ids) > _IDS or len(wanted) > _IDS:
        raise ProblemError(413, "too-many", f"at most {_IDS} ids and properties")
    names = [name for one in wanted for name in (one.get("id") if isinstance(one, dict) else None,) if isinstance(name, str)]
    found = await service.work(lambda: _looked_up(service, ids))
    return _json(answers.extension(ids, found, names, version))


def _looked_up(service: Service, ids: list[str]) -> dict[str, Entity | None]:
    with service.checker.local() as sources:
        return {ident: by_id(ident, sources) for ident in ids}


async def _entity(request: Request) -> Entity:
    service, ident = await _opened(request), request.query_params.get("id", "")
    found = await service.work(lambda: _looked_up(service, [ident]))
    entity = found[ident]
    if entity is None:
        raise ProblemError(404, "no-entity", "no snapshot holds an entity with this id")
    return entity


async def _opened(request: Request) -> Service:
    """The service, for whoever has any token. It changes nothing, so calls of other sites' pages are no danger."""
    service = service_of(request)
    caller = await caller_of(request, changes=False)
    if caller is None or caller.role not in Role:
        raise ProblemError(401, "token", "a token is needed", headers={"WWW-Authenticate": 'Bearer realm="gate"'})
    spend(request, caller)
    return service


async def _fields(request: Request) -> Mapping[str, str]:
    if request.method != "POST":
        return request.query_params
    body = await _body(request)
    try:
        return {**request.query_params, **{name: values[-1] for name, values in parse_qs(body.decode("ascii")).items()}}
    except ValueError as error:
        raise bad("a form is needed, with queries or extend") from error


async def _body(request: Request) -> bytes:
    return await body_of(request, _BODY)


def _batch(size: int) -> None:
    if size > BATCH:
        raise ProblemError(413, "too-many", f"at most {BATCH} queries at once")


def _parsed(data: bytes | str) -> object:
    try:
        value: object = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise bad(f"not JSON: {error}") from error
    return value


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise bad("a JSON object is needed")
    return value


def _json(value: Json) -> Response:
    return Response(orjson.dumps(value), headers=_CORS, media_type="application/json")
