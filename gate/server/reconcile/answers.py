"""The answers of the reconciliation service, in the shapes of its two versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gate.model import Difference, Entity, Kind
from gate.properties import LABEL_PROPERTY, Property, properties_of
from gate.report.json_values import Json
from gate.server.problems import ProblemError
from gate.server.reconcile.matching import MOST, Candidate, Wanted

OLD, NEW = "0.2", "1.0-draft"
_KINDS = {"work": "Work", "agent": "Person or body", "concept": "Concept"}
BATCH = 50  # queries in one call
_OLD_KEYS = frozenset({"query", "type", "type_strict", "limit", "properties", "lang"})
_TEXT = 2_000


def manifest(base: str, *, tokens: bool) -> Json:
    """What the service is. In both versions at once: neither forbids the keys of the other."""
    service: dict[str, Json] = {
        "versions": [OLD, NEW],
        "name": "catalog-gate",
        "identifierSpace": f"{base}/reconcile/view?id=",
        "schemaSpace": f"{base}/reconcile/properties",
        "defaultTypes": [_type(kind) for kind in Kind],
        "view": {"url": f"{base}/reconcile/view?id={{{{id}}}}"},
        "preview": {"url": f"{base}/reconcile/preview?id={{{{id}}}}", "width": 400, "height": 200},
        "batchSize": BATCH,
        "standardizedScore": True,
        "suggest": {
            name: {"service_url": base, "service_path": f"/reconcile/suggest/{name}"} for name in ("entity", "type", "property")
        },
        "extend": {
            "propose_properties": {"service_url": base, "service_path": "/reconcile/extend/propose"},
            "property_settings": [],
        },
    }
    if tokens:
        service["authentication"] = {"type": "http", "scheme": "bearer"}
    return service


def manifest_new(base: str, *, tokens: bool) -> Json:
    """The manifest of version 1.0-draft, for clients that ask for it: suggest and preview are told as flags."""
    service: dict[str, Json] = {
        "versions": [NEW],
        "name": "catalog-gate",
        "defaultTypes": [_type(kind) for kind in Kind],
        "view": {"url": f"{base}/reconcile/view?id={{id}}"},
        "preview": {"width": 400, "height": 200},
        "batchSize": BATCH,
        "standardizedScore": True,
        "suggest": {"entity": True, "type": True, "property": True},
        "extend": {"proposeProperties": True, "propertySettings": []},
    }
    if tokens:
        service["authentication"] = {"type": "http", "scheme": "bearer"}
    return service


def read_old(given: object) -> Wanted:
    """A query of version 0.2. Raises 400 where it is none."""
    query = _object(given)
    unknown = sorted(set(query) - _OLD_KEYS)
    if unknown:  # misspelt properties, left out in silence, would make a match of what they tell apart
        raise bad(f"unknown in a query: {', '.join(unknown)[:200]}")
    properties = [(_id(p.get("pid")), _texts(p.get("v"))) for p in _objects(query.get("properties", []))]
    kinds = query.get("type", [])
    named = kinds if isinstance(kinds, list) else [kinds]
    return _wanted(
        named, _label(query.get("query", "")), [(n, v) for n, values in properties for v in values], query.get("limit")
    )


def read_new(given: object) -> Wanted:
    """A query of version 1.0-draft. Raises 400 where it is none."""
    query = _object(given)
    conditions = _objects(query.get("conditions"))
    if not conditions:
        raise bad("conditions: at least one is needed")
    label = ""
    properties: list[tuple[str, str]] = []
    for condition in conditions:
        matched = condition.get("matchType")
        texts = _texts(condition.get("propertyValue"))
        if matched in ("name", "id") and texts:
            label = texts[0]
        elif matched == "property":
            properties += [(_id(condition.get("propertyId")), text) for text in texts]
        else:
            raise bad("matchType: name, id or property, with a propertyValue")
    kind = query.get("type")
    if not isinstance(kind, str | None):
        raise bad("type: one type")
    return _wanted([kind] if kind else [], label, properties, query.get("limit"))


def result(candidate: Candidate, version: str) -> Json:
    """A candidate."""
    entity, agreement = candidate.entity, candidate.agreement
    level = f"{agreement.kind.replace('_', ' ')}: {agreement.level}"
    # in version 1.0-draft a feature is a number or a boolean, so the level stands in its name
    told: tuple[str, Json] = ("Level of the match", level) if version == OLD else (level, candidate.match)
    features: list[Json] = [
        _feature("fit", "How well it fits, 0 to 1", round(agreement.fit, 4)),
        _feature("level", *told),
        *(_feature(name, f"{_name(name)} agrees", True) for name in candidate.agreeing),
        *(_feature(d.property, f"{_name(d.property)}: {d.level}", False) for d in _once(candidate)),
    ]
    return {
        "id": entity.id,
        "name": entity.label,
        "description": describe(entity) + f" ({candidate.source})",
        "type": [_type(entity.kind)],
        "score": round(agreement.fit * 100, 2),
        "match": candidate.match,
        "features": features,
    }


def extension(ids: Sequence[str], found: Mapping[str, Entity | None], names: Sequence[str], version: str) -> Json:
    """Values of properties of entities."""
    meta: list[Json] = [{"id": name, "name": _name(name)} for name in names]
    values = {i: {name: _values(entity, name) for name in names} for i, entity in ((i, found.get(i)) for i in ids)}
    if version == OLD:
        return {"meta": meta, "rows": dict(values)}
    rows: list[Json] = [
        {"id": i, "properties": [{"id": name, "values": of or [{}]} for name, of in row.items()]} for i, row in values.items()
    ]
    return {"meta": meta, "rows": rows}


def suggestion(entity: Entity) -> Json:
    """An entity as a suggestion while somebody types."""
    return {"id": entity.id, "name": entity.label, "description": describe(entity), "notable": [_type(entity.kind)]}


def types(prefix: str) -> list[Json]:
    """The types whose name or id begins with ``prefix``."""
    return [_type(k) for k in Kind if _begins(prefix, k.value, _KINDS[k.value])]


def properties(prefix: str, kind: str = "") -> list[Json]:
    """The properties whose name or id begins with ``prefix``, of one kind or of all."""
    kinds = [Kind(kind)] if kind in set(Kind) else list(Kind)
    known: dict[str, Property] = {p.name: p for k in kinds for p in properties_of(k)}
    return [{"id": name, "name": _name(name)} for name in known if _begins(prefix, name, _name(name))]


def describe(entity: Entity) -> str:
    """A line that tells an entity from its namesakes."""
    said = [s.value for name in ("creators", "birth", "death", "date", "container", "broader") for s in entity.all(name)[:2]]
    return " · ".join(said)[:300] or _KINDS[entity.kind.value]


def label_property(entity: Entity) -> str:
    """The property that names an entity of this kind."""
    return LABEL_PROPERTY[entity.kind]


def bad(detail: str) -> ProblemError:
    """A query that is none."""
    return ProblemError(400, "query", detail)


def _wanted(kinds: Sequence[object], label: str, properties: list[tuple[str, str]], limit: object) -> Wanted:
    known = tuple(Kind(k) for k in kinds if isinstance(k, str) and k in set(Kind))
    if kinds and not known:
        return Wanted((), label, tuple(properties), 0)
    if not label and not properties:
        raise bad("a query names something: a text or a property")
    most = limit if isinstance(limit, int) and not isinstance(limit, bool) and limit > 0 else 5
    return Wanted(known or tuple(Kind), label, tuple(properties), min(most, MOST))


def _feature(ident: str, name: str, value: Json) -> Json:
    return {"id": ident, "name": name, "value": value}


def _once(candidate: Candidate) -> list[Difference]:
    return list({d.property: d for d in candidate.agreement.differences}.values())


def _values(entity: Entity | None, name: str) -> list[Json]:
    return [{"str": s.value} for s in entity.all(name)[:50]] if entity is not None else []


def _type(kind: Kind) -> dict[str, Json]:
    return {"id": kind.value, "name": _KINDS[kind.value]}


def _name(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _begins(prefix: str, *names: str) -> bool:
    return any(word.startswith(prefix.casefold()) for name in names for word in (name.casefold(), *name.casefold().split()))


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise bad("a query is an object")
    return value


def _objects(value: object) -> list[Mapping[str, object]]:
    return [_object(one) for one in value] if isinstance(value, list) else []


def _label(value: object) -> str:
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise bad("query: a text")
    return str(value)[:_TEXT].strip()


def _id(value: object) -> str:
    if not isinstance(value, str):
        raise bad("the id of a property is a text")
    return value


def _texts(value: object) -> list[str]:
    many = value if isinstance(value, list) else [value]
    found = [one.get("name") or one.get("id") if isinstance(one, dict) else one for one in many]
    return [str(one)[:_TEXT].strip() for one in found if isinstance(one, str | int | float) and not isinstance(one, bool)]
