"""The description of the HTTP interface, OpenAPI 3.1. It is written here, and the tests hold the server to it."""

from __future__ import annotations

from gate.model import Kind, Severity, Tier
from gate.queue.values import DECISIONS, SORTS, MachineVerdict, State
from gate.records.readers import FORMATS
from gate.report.json_values import Json
from gate.server.hook_queue import EXPORTS, MOST_ROWS
from gate.server.parameters import WORDS
from gate.version import __version__

_PROBLEMS = {
    400: "the request was cut off or malformed",
    401: "a token is needed",
    403: "not with this token, or from here",
    404: "not there",
    408: "the body came too slowly",
    409: "somebody else was faster, or the first call with this key still runs",
    413: "too large",
    415: "a type that no reader reads",
    422: "unreadable, or a parameter that cannot be meant",
    429: "too many calls",
    503: "the queue cannot be used, or nothing could be checked",
}
_JSON = "application/json"
_ANY: Json = {"type": "string"}
_RECORDS: Json = {
    "required": True,
    "description": "One record or many, in any format and media type the gate reads; a general type is looked into.",
    "content": {
        _JSON: {"schema": {"type": ["object", "array"]}},
        "application/marcxml+xml": {"schema": _ANY},
        "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
    },
}


def description() -> Json:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "catalog-gate", "version": __version__, "summary": "Checks records before they are ingested."},
        "security": [{}, {"token": []}],
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {
                "Problem": {
                    "type": "object",
                    "required": ["type", "title", "status", "detail"],
                    "properties": {
                        "type": {"type": "string"},
                        "title": {"type": "string"},
                        "status": {"type": "integer"},
                        "detail": {"type": "string"},
                    },
                },
                "Report": {
                    "type": "object",
                    "required": ["format", "summary", "records", "unreadable"],
                    "properties": {"format": {"const": "gate-report/1"}, "records": {"type": "array"}},
                },
                "Batch": _BATCH,
                "Item": {"type": "object", "required": ["id", "version", "state", "verdict"]},
                "Items": {
                    "type": "object",
                    "required": ["total", "offset", "items"],
                    "properties": {"items": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}},
                },
            },
        },
        "paths": _paths(),
    }


_BATCH: Json = {
    "type": "object",
    "required": ["id", "state", "done", "total"],
    "properties": {
        "id": {"type": "string"},
        "state": {"enum": ["waiting", "running", "done", "failed"]},
        "done": {"type": "integer"},
        "total": {"type": ["integer", "null"]},
    },
}


def _paths() -> Json:
    format, name = _query("format", {"enum": ["auto", *FORMATS]}), _query("name", {"type": "string", "minLength": 1})
    callback = _query("callback", {"type": "string", "format": "uri"})
    key: Json = {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string", "maxLength": 255}}
    as_, queue = _query("as", {"enum": ["record", "bibliography"]}), _query("queue", {"enum": ["true", "false"]})
    filters: list[Json] = [_query(n, _words(n)) for n in WORDS]
    filters += [_query("search", {"type": "string"})]
    filters += [_query(n, {"type": "string", "pattern": "^[0-9]{1,5}[mhdw]$"}) for n in ("older_than", "younger_than")]
    item: Json = {"name": "item", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}
    batch: Json = {"name": "batch", "in": "path", "required": True, "schema": {"type": "string"}}
    listing: list[Json] = [
        *filters,
        _query("sort", {"enum": list(SORTS)}),
        _query("limit", {"type": "integer", "minimum": 1, "maximum": MOST_ROWS}),
        _query("offset", {"type": "integer", "minimum": 0, "maximum": 10**9}),
    ]
    sending = (400, 401, 403, 408, 409, 413, 415, 422, 429, 503)
    reading = (401, 403, 404, 422, 429, 503)
    report = _answer("The report, with the decision on every record.", _ref("Report"))
    return {
        "/v1/check": {
            "post": _call("Check records", [format, name, as_, queue, callback, key], {200: report}, sending, _RECORDS)
        },
        "/v1/batches": {
            "get": _call("The newest batches", [], {200: _answer("Batches.", {"type": "object"})}, reading),
            "post": _call(
                "Hand in a batch", [format, name, callback, key], {202: _answer("Kept.", _ref("Batch"))}, sending, _RECORDS
            ),
        },
        "/v1/batches/{batch}": {"get": _call("Progress", [batch], {200: _answer("Where it stands.", _ref("Batch"))}, reading)},
        "/v1/batches/{batch}/events": {
            "get": _call("Progress as events", [batch], {200: _answer("Events.", _ANY, "text/event-stream")}, reading)
        },
        "/v1/batches/{batch}/result": {
            "get": _call("Reports", [batch], {200: _answer("A report a line.", _ANY, "application/x-ndjson")}, reading)
        },
        "/v1/queue": {"get": _call("List items", listing, {200: _answer("Items.", _ref("Items"))}, reading)},
        "/v1/queue/facets": {"get": _call("Counts", filters, {200: _answer("Counts.", {"type": "object"})}, reading)},
        "/v1/queue/export": {
            "get": _call(
                "Export items",
                [*filters, _query("format", {"enum": list(EXPORTS)})],
                {200: {"description": "A file.", "content": {"*/*": {"schema": {}}}}},
                reading,
            )
        },
        "/v1/queue/{item}": {"get": _call("One item", [item], {200: _answer("The item.", _ref("Item"))}, reading)},
        "/v1/queue/{item}/decision": {
            "post": _call("Decide", [item], {200: _answer("The item.", _ref("Item"))}, (*sending, 404), _body(_DECISION))
        },
        "/v1/queue/{item}/assignee": {
            "post": _call("Assign", [item], {200: _answer("The item.", _ref("Item"))}, (*sending, 404), _body(_ASSIGNEE))
        },
        "/v1/reports/{item}": {"get": _call("The report of an item", [item], {200: report}, reading)},
        "/healthz": {"get": _call("Alive", [], {200: _answer("Alive.", {"type": "object"})}, ())},
        "/readyz": {"get": _call("Ready", [], {n: _answer("Sources, queue, disk.", {"type": "object"}) for n in (200, 503)}, ())},
        "/metrics": {"get": _call("Measures", [], {200: _answer("Prometheus text.", _ANY, "text/plain")}, (401, 403, 503))},
    }


_DECISION: Json = {
    "type": "object",
    "required": ["decision"],
    "additionalProperties": False,
    "properties": {
        "decision": {"enum": [*DECISIONS, "undo"]},
        "reason": {"type": "string"},
        "note": {"type": "string", "maxLength": 4000},
        "version": {"type": "integer", "minimum": 1, "maximum": 2**31 - 1},
    },
}
_ASSIGNEE: Json = {
    "type": "object",
    "required": ["to"],
    "additionalProperties": False,
    "properties": {"to": {"type": "string", "minLength": 1}, "take_over": {"type": "boolean"}},
}


def _words(name: str) -> Json:
    kinds: dict[str, list[Json]] = {
        "state": [*(s.value for s in State), "all"],
        "verdict": [v.value for v in MachineVerdict],
        "severity": [s.value for s in Severity],
        "tier": [t.value for t in Tier],
        "kind": [k.value for k in Kind],
    }
    return {"enum": kinds[name]} if name in kinds else {"type": "string"}


def _call(summary: str, parameters: list[Json], answers: dict[int, Json], problems: tuple[int, ...], body: Json = None) -> Json:
    failing = {
        str(n): _answer(_PROBLEMS[n], _ref("Problem"), "application/problem+json") for n in sorted(problems) if n not in answers
    }
    call: dict[str, Json] = {"summary": summary, "responses": {**{str(n): a for n, a in answers.items()}, **failing}}
    if parameters:
        call["parameters"] = parameters
    if body is not None:
        call["requestBody"] = body
    return call


def _answer(description: str, schema: Json, media_type: str = _JSON) -> Json:
    return {"description": description, "content": {media_type: {"schema": schema}}}


def _body(schema: Json) -> Json:
    return {"required": True, "content": {_JSON: {"schema": schema}}}


def _query(name: str, schema: Json) -> Json:
    return {"name": name, "in": "query", "schema": schema}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}
