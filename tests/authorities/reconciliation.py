"""A stand-in for a reconciliation service over the test's own entities, in the versions 0.2 and 1.0-draft of the protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gate.normalise.text import tokens
from tests.authorities.server import Asked, Response, Route

GND = {"id": "DifferentiatedPerson", "name": "Individualisierte Person"}


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity: ``facts`` by property id, each a list of values as the protocol has them (``{"str": "1844"}``)."""

    id: str
    name: str
    facts: Mapping[str, Sequence[Mapping[str, object]]] = field(default_factory=dict)
    type: Mapping[str, str] = field(default_factory=lambda: GND)
    score: float = 50.5


def manifest(version: str, **more: object) -> dict[str, object]:
    """A manifest of a service for the GND; ``more`` adds to it, or replaces. What is None is left out."""
    legacy = version == "0.2"
    found: dict[str, object] = {
        "versions": [version],
        "name": "Authority file of the test",
        "view": {"url": "https://lobid.org/gnd/{{id}}" if legacy else "https://lobid.org/gnd/{id}"},
        "defaultTypes": [GND, {"id": "CorporateBody", "name": "Körperschaft"}, {"id": "Work", "name": "Werk"}],
        "extend": {},
    }
    if legacy:
        found |= {"identifierSpace": "https://d-nb.info/gnd/", "schemaSpace": "https://d-nb.info/standards/elementset/gnd#"}
    return {name: value for name, value in (found | more).items() if value is not None}


def reconciliation_routes(served: Mapping[str, object], *things: Thing) -> dict[str, Route]:
    """The service that ``served`` is the manifest of, at the root address."""
    by_id = {thing.id: thing for thing in things}

    def root(asked: Asked) -> object:
        if asked.method == "GET":
            return served
        form = {name: values[0] for name, values in asked.form.items()}
        if "queries" in form:
            queries = json.loads(form["queries"])
            return {name: {"result": _candidates(query["query"], query["limit"], things)} for name, query in queries.items()}
        wanted = json.loads(form["extend"])
        names = [one["id"] for one in wanted["properties"]]
        rows = {id_: {name: list(by_id[id_].facts.get(name, [])) for name in names} for id_ in wanted["ids"]}
        return {"meta": [{"id": name, "name": name} for name in names], "rows": rows}

    def match(asked: Asked) -> object:
        queries = json.loads(asked.body)["queries"]
        found = [_candidates(query["conditions"][0]["propertyValue"], query["limit"], things) for query in queries]
        return {"results": [{"candidates": candidates} for candidates in found]}

    def extend(asked: Asked) -> object:
        wanted = json.loads(asked.body)
        names = [one["id"] for one in wanted["properties"]]
        rows = [
            {"id": id_, "properties": [{"id": name, "values": list(by_id[id_].facts.get(name, [])) or [{}]} for name in names]}
            for id_ in wanted["ids"]
        ]
        return {"meta": [{"id": name, "name": name} for name in names], "rows": rows}

    def propose(asked: Asked) -> Response:
        names = dict.fromkeys(name for thing in things for name in thing.facts)
        return Response({"limit": 10, "type": "", "properties": [{"id": name, "name": name} for name in names]})

    draft: dict[str, Route] = {"/match": match, "/extend": extend, "/extend/propose": propose, "/propose": propose}
    return {"/": root, **draft}


def _candidates(query: str, limit: int, things: Sequence[Thing]) -> list[dict[str, object]]:
    words = set(tokens(query))
    found = [thing for thing in things if words & set(tokens(thing.name))]
    return [{"id": one.id, "name": one.name, "score": one.score, "match": False, "type": [one.type]} for one in found[:limit]]
