"""A stand-in for Crossref's REST API over the test's own items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import unquote

from gate.normalise.text import tokens
from tests.authorities.server import NOT_FOUND, Asked, Response, Route

Item = Mapping[str, object]


def item(doi: str, title: str, *authors: str, **more: object) -> dict[str, object]:
    """An article: ``authors`` as "Family, Given"; ``year``, ``journal`` and any other field of an item may be given."""
    given = dict(more)
    year = given.pop("year", 2001)
    found: dict[str, object] = {
        "DOI": doi,
        "type": "journal-article",
        "title": [title],
        "author": [dict(zip(("family", "given"), name.split(", "), strict=False)) for name in authors],
        "container-title": [given.pop("journal", "Journal of Northern Seas")],
        "issued": {"date-parts": [[year]]},
    }
    return found | given


def crossref_routes(*items: Item) -> dict[str, Route]:
    """``/works/{doi}``, and ``/works`` by ``query.bibliographic``, ``query.container-title`` with dates, or ``filter=doi:``."""
    by_doi = {str(one["DOI"]).lower(): one for one in items}

    def one(asked: Asked) -> Response:
        assert asked.path.count("/") == 2, f"a DOI is one segment: {asked.path}"
        found = by_doi.get(unquote(asked.path.removeprefix("/works/")).lower())
        return NOT_FOUND if found is None else Response({"status": "ok", "message-type": "work", "message": found})

    def many(asked: Asked) -> Response:
        limit = int(asked.query["rows"][0])
        filters = [part.split(":", 1) for part in asked.query.get("filter", [""])[0].split(",") if part]
        dois = [value for name, value in filters if name == "doi"]
        if dois:
            found: list[Item] = [by_doi[doi.lower()] for doi in dois if doi.lower() in by_doi]
        elif "query.container-title" in asked.query:
            years = {value for name, value in filters if name in {"from-pub-date", "until-pub-date"}}
            found = _ranked([i for i in items if str(_year(i)) in years], asked.query["query.container-title"][0], _container)
        else:
            words = set(tokens(asked.query["query.bibliographic"][0]))
            alike = [one for one in items if words & set(tokens(str(one.get("title"))))]
            found = _ranked(alike, asked.query["query.bibliographic"][0], _all)
        message = {"total-results": len(found), "items": found[:limit]}
        return Response({"status": "ok", "message-type": "work-list", "message": message})

    return {"/works/*": one, "/works": many}


def _ranked(items: Sequence[Item], query: str, text: object) -> list[Item]:
    assert callable(text)
    words = set(tokens(query))
    scored = [(len(words & set(tokens(text(one)))), one) for one in items]
    return [one for score, one in sorted(scored, key=lambda pair: -pair[0]) if score]


def _year(one: Item) -> object:
    issued = one["issued"]
    assert isinstance(issued, dict)
    return issued["date-parts"][0][0]


def _container(one: Item) -> str:
    return " ".join(map(str, [one.get("container-title"), one.get("short-container-title")]))


def _all(one: Item) -> str:
    authors = " ".join(f"{a.get('family')} {a.get('given')}" for a in one.get("author", []))  # type: ignore[attr-defined]
    return " ".join(map(str, [one.get("title"), one.get("subtitle"), authors, _container(one), _year(one)]))
