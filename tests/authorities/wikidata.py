"""A stand-in for Wikidata over the test's own items: its API, and its query service with a real SPARQL engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gate.normalise.text import key, tokens
from tests.authorities.server import Asked, Authority, Route
from tests.authorities.sparql import sparql_authority

Item = dict[str, object]
ENTITY, DIRECT = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
DATE_TIME = "http://www.w3.org/2001/XMLSchema#dateTime"
JULIAN, GREGORIAN = "Q1985786", "Q1985727"


def item(
    qid: str, label: str = "", *, labels: Mapping[str, str] | None = None, aliases: Sequence[str] = (), **claims: object
) -> Item:
    """An item: ``label`` is English, ``aliases`` too; ``P19="Q1"`` or ``P569=time("1844-10-15")`` or a list of these, each of
    which may be a whole :func:`claim`."""
    named = {**({"en": label} if label else {}), **(labels or {})}
    listed = {
        name: [_claim(name, one) for one in (value if isinstance(value, list) else [value])] for name, value in claims.items()
    }
    return {
        "type": "item",
        "id": qid,
        "labels": {lang: {"language": lang, "value": text} for lang, text in named.items()},
        "aliases": {"en": [{"language": "en", "value": text} for text in aliases]} if aliases else {},
        "claims": listed,
    }


def human(qid: str, label: str, **more: object) -> Item:
    """An item that is a human."""
    return item(qid, label, **{"P31": "Q5", **more})  # type: ignore[arg-type]


def claim(value: object, *, rank: str = "normal", snaktype: str = "value", **qualifiers: object) -> dict[str, object]:
    """A statement. ``snaktype`` is ``value``, ``novalue`` or ``somevalue``."""
    snak: dict[str, object] = {"snaktype": snaktype}
    if snaktype == "value":
        snak["datavalue"] = {"value": _value(value)}
    found: dict[str, object] = {"mainsnak": snak, "rank": rank, "type": "statement"}
    if qualifiers:
        found["qualifiers"] = {
            name: [{"snaktype": "value", "datavalue": {"value": _value(one)}}] for name, one in qualifiers.items()
        }
    return found


def time(day: str, precision: int = 0, calendar: str = GREGORIAN) -> dict[str, object]:
    """``1844-10-15``, ``1844`` or ``-0399`` as a time value; the precision is that of the text, unless it is given."""
    sign, digits = ("-", day[1:]) if day.startswith("-") else ("+", day)
    parts = digits.split("-")
    whole = "-".join((*parts, *["00"] * (3 - len(parts))))
    return {
        "time": f"{sign}{whole}T00:00:00Z",
        "timezone": 0,
        "before": 0,
        "after": 0,
        "precision": precision or 8 + len(parts),
        "calendarmodel": ENTITY + calendar,
    }


def wikidata_routes(*items: Item, redirects: Mapping[str, str] | None = None) -> dict[str, Route]:
    """``/w/api.php``: wbgetentities, wbsearchentities and list=search. ``redirects`` maps merged ids to those of ``items``."""
    held = {str(one["id"]): one for one in items}
    moved = dict(redirects or {})

    def api(asked: Asked) -> object:
        query = {name: values[0] for name, values in asked.query.items()}
        assert query["format"] == "json"
        match query["action"]:
            case "wbgetentities":
                return _entities(query, held, moved)
            case "wbsearchentities":
                found = [one for one in items if any(key(name).startswith(key(query["search"])) for name in _names(one))]
                hits = [{"id": one["id"], "label": next(iter(_names(one)), "")} for one in found]
                return {"searchinfo": {"search": query["search"]}, "search": hits[: int(query["limit"])], "success": 1}
            case "query":
                assert query["srnamespace"] == "0"
                listed = [one for one in items if _fits(one, query["srsearch"])]
                return {"batchcomplete": "", "query": {"search": [{"ns": 0, "title": one["id"]} for one in listed]}}
        return {"error": {"code": "badvalue", "info": 'Unrecognized value for parameter "action"'}}

    return {"/w/api.php": api}


def query_service(*items: Item) -> Authority:
    """The query service over these items: ``wdt:`` triples of the statements of best rank."""
    triples = [triple for one in items for triple in _triples(one)]
    return sparql_authority("\n".join(triples))


def _claim(name: str, value: object) -> dict[str, object]:
    found = value if isinstance(value, dict) and "mainsnak" in value else claim(value)
    snak = found["mainsnak"]
    assert isinstance(snak, dict)
    return {**found, "mainsnak": {**snak, "property": name}}


def _value(value: object) -> object:
    if isinstance(value, str) and value[:1] == "Q" and value[1:].isdigit():
        return {"entity-type": "item", "numeric-id": int(value[1:]), "id": value}
    return value


def _entities(query: Mapping[str, str], held: Mapping[str, Item], moved: Mapping[str, str]) -> object:
    qids = query["ids"].split("|")
    if len(qids) > 50:
        return {"error": {"code": "toomanyvalues", "info": 'Too many values supplied for parameter "ids".'}}
    if any(int(qid[1:]) > 2**31 - 1 for qid in qids):
        return {
            "error": {"code": "no-such-entity", "info": f'Could not find an entity with the ID "{qids[0]}".'},
            "servedby": "x",
        }
    languages, props = query["languages"].split("|"), query["props"].split("|")
    return {"entities": {qid: _entity(held.get(moved.get(qid, qid)), qid, languages, props) for qid in qids}, "success": 1}


def _entity(found: Item | None, qid: str, languages: Sequence[str], props: Sequence[str]) -> object:
    if found is None:
        return {"id": qid, "missing": ""}
    shown: dict[str, object] = {"type": "item", "id": found["id"]}
    if found["id"] != qid:
        shown["redirects"] = {"from": qid, "to": found["id"]}
    for prop in props:
        value = found.get(prop)
        if isinstance(value, dict):
            chosen = value if prop == "claims" else {lang: text for lang, text in value.items() if lang in languages}
            shown[prop] = chosen or []  # PHP has one kind of empty array
    return shown


def _names(one: Item) -> Iterator[str]:
    labels, aliases = one["labels"], one["aliases"]
    assert isinstance(labels, dict)
    assert isinstance(aliases, dict)
    yield from (label["value"] for label in labels.values())
    yield from (alias["value"] for listed in aliases.values() for alias in listed)


def _fits(one: Item, search: str) -> bool:
    """Full-text search: every word in labels and aliases; ``haswbstatement:P1=a|P2=b`` one of these statements, in any case."""
    search, _, condition = search.partition("haswbstatement:")
    words = {word for name in _names(one) for word in tokens(name)}
    if not set(tokens(search)) <= words:
        return False
    wanted = [pair.lower() for pair in condition.strip('"').split("|") if pair]
    return not wanted or bool({pair.lower() for pair in _statements(one)} & set(wanted))


def _statements(one: Item) -> Iterator[str]:
    claims = one["claims"]
    assert isinstance(claims, dict)
    for name, listed in claims.items():
        for stated in listed:
            value = stated["mainsnak"].get("datavalue", {}).get("value")
            yield f"{name}={value['id'] if isinstance(value, dict) and 'id' in value else value}"


def _triples(one: Item) -> Iterator[str]:
    claims = one["claims"]
    assert isinstance(claims, dict)
    for name, listed in claims.items():
        used = [stated for stated in listed if stated["rank"] != "deprecated"]
        best = [stated for stated in used if stated["rank"] == "preferred"] or used
        for stated in best:
            value = stated["mainsnak"].get("datavalue", {}).get("value")
            if isinstance(value, dict) and "id" in value:
                yield f"<{ENTITY}{one['id']}> <{DIRECT}{name}> <{ENTITY}{value['id']}> ."
            elif isinstance(value, dict) and "time" in value:
                yield f'<{ENTITY}{one["id"]}> <{DIRECT}{name}> "{_moment(value["time"])}"^^<{DATE_TIME}> .'
            elif stated["mainsnak"]["snaktype"] == "somevalue":
                yield f"<{ENTITY}{one['id']}> <{DIRECT}{name}> _:{one['id']}{name} ."


def _moment(time: str) -> str:
    """A time as the query service has it: what is not told is 1, and the year before 1 is 0."""
    sign, year, month, day = time[0], int(time[1:5]), time[6:8], time[9:11]
    counted = 1 - year if sign == "-" else year
    month, day = month.replace("00", "01"), day.replace("00", "01")
    return f"{'-' if counted < 0 else ''}{abs(counted):04}-{month}-{day}T00:00:00Z"
