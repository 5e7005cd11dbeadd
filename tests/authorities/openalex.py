"""A stand-in for OpenAlex over the test's own works."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import unquote

from gate.normalise.text import tokens
from tests.authorities.server import Asked, Response, Route

Work = Mapping[str, object]
MISSING = Response({"error": "Not found"}, 404)


def openalex_work(number: int, title: str, *authors: str, doi: str = "", cites: Sequence[int] = (), **more: object) -> Work:
    """A work: ``cites`` holds numbers of others."""
    found: dict[str, object] = {
        "id": f"https://openalex.org/W{number}",
        "doi": f"https://doi.org/{doi}" if doi else None,
        "title": title,
        "display_name": title,
        "ids": {"openalex": f"https://openalex.org/W{number}"},
        "publication_year": 2001,
        "publication_date": "2001-05-07",
        "type": "article",
        "language": "en",
        "authorships": [{"author": {"display_name": name, "orcid": None}, "raw_author_name": name} for name in authors],
        "primary_location": {"source": {"display_name": "Journal of Northern Seas", "type": "journal", "issn": ["0028-0836"]}},
        "biblio": {"volume": "7", "issue": "2", "first_page": "101", "last_page": "120"},
        "is_retracted": False,
        "referenced_works": [f"https://openalex.org/W{one}" for one in cites],
    }
    return found | more


def openalex_routes(*works: Work, merged: Mapping[str, str] | None = None) -> dict[str, Route]:
    """``/works/{id}`` by OpenAlex's number, ``doi:`` or ``pmid:``; ``/works`` by title or number. ``merged`` maps old to new."""
    moved = dict(merged or {})

    def one(asked: Asked) -> Response:
        assert asked.path.count("/") == 2, f"an identifier is one segment: {asked.path}"
        wanted = unquote(asked.path.removeprefix("/works/"))
        found = next((work for work in works if moved.get(wanted, wanted) in _names(work)), None)
        return MISSING if found is None else Response(_selected(found, asked))

    def many(asked: Asked) -> Response:
        words = asked.query.get("search", [""])[0]
        name, _, value = asked.query.get("filter", [""])[0].partition(":")
        if name == "openalex":
            found = [work for work in works if set(_names(work)) & set(value.split("|"))]
        else:
            assert name in {"", "title.search"}
            found = [work for work in works if _fits(str(work["title"]), value or words, every=bool(value))]
        shown = [_selected(work, asked) for work in found[: int(asked.query["per-page"][0])]]
        return Response({"meta": {"count": len(found), "page": 1, "per_page": 25}, "results": shown, "group_by": []})

    return {"/works/*": one, "/works": many}


def _names(work: Work) -> list[str]:
    ids = work["ids"]
    assert isinstance(ids, dict)
    pmid = str(ids.get("pmid", "")).rpartition("/")[2]
    doi = str(work["doi"] or "").removeprefix("https://doi.org/")
    return [str(work["id"]).rpartition("/")[2], *([f"doi:{doi}"] if doi else []), *([f"pmid:{pmid}"] if pmid else [])]


def _selected(work: Work, asked: Asked) -> Work:
    fields = asked.query["select"][0].split(",")
    return {name: value for name, value in work.items() if name in fields}


def _fits(title: str, words: str, *, every: bool) -> bool:
    wanted, held = set(tokens(words)), set(tokens(title))
    return wanted <= held if every else held <= wanted
