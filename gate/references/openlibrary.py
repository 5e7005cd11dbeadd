"""Open Library: books by ISBN, LCCN and OCLC number, and a search by title and author. It may confirm, and accuses nobody.

https://openlibrary.org/dev/docs/api/books and https://openlibrary.org/dev/docs/api/search. Anyone may write there, and much of it
was loaded by machine from others: what it holds is a second opinion, what it lacks proves nothing. It is asked only where a table
of the settings says so (``protocol = "openlibrary"``): it asks users to say who they are and to come once a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from gate.model import Answer, Entity, Found, Identifier, Kind, Query, Reason, Role, Silent, Statement, Unavailable
from gate.normalise import identifiers
from gate.references.live_source import LiveSource
from gate.references.names import direct_order
from gate.references.values import first, items, join, table, tables, text, texts, verbatim
from gate.references.words import search_words
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Fault, Http, Table

_PREFIXES = {"isbn": "ISBN", "lccn": "LCCN", "oclc": "OCLC"}
_FIELDS = ("key", "title", "subtitle", "author_name", "isbn")
_OPEN = "anyone may add to it, and it lacks much"
_WORDS = 8


class OpenLibrary(LiveSource):
    """https://openlibrary.org, under the name that the settings give it."""

    kinds = frozenset({Kind.WORK})
    role = Role.ORACLE
    offers = frozenset({"by_identifier", "search"})
    schemes = frozenset(_PREFIXES)

    def __init__(self, http: Http, settings: Settings, name: str) -> None:
        self.name = name
        super().__init__(http, settings)

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The edition with this number."""
        if identifier.scheme not in _PREFIXES:
            return self.not_asked(f"it is not asked for a {identifier.scheme}")
        key = f"{_PREFIXES[identifier.scheme]}:{identifier.value}"
        params = [("bibkeys", key), ("format", "json"), ("jscmd", "data")]
        got = self._http.search_json(
            self._service.at("api", "books"), params, service=self._service, fault=_edition_fault, empty=lambda body: not body
        )
        if isinstance(got, Unavailable):
            return got
        if not got.body:
            return Silent(got.evidence, _OPEN)
        entity = edition(table(got.body.get(key)))
        return Found(entity, got.evidence) if entity is not None else self.unusable(f"an answer to another question than {key}")

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Works, each with the ISBNs of all its editions; of which year and publisher an edition is a search does not tell."""
        words = search_words(query.label)[:_WORDS]
        if query.kind is not Kind.WORK or not words or limit < 1 or query.container:
            return self.not_asked("there is no book to search for")
        params = [("title", " ".join(words)), ("limit", str(min(limit, 50))), ("fields", ",".join(_FIELDS))]
        author = " ".join(search_words(direct_order(query.names[0]))) if query.names else ""
        got = self._http.search_json(
            self._service.at("search.json"),
            [*params, ("author", author)] if author else params,
            service=self._service,
            fault=_search_fault,
            empty=lambda body: not body["docs"],
        )
        if isinstance(got, Unavailable):
            return got
        held = tuple(entity for doc in tables(got.body["docs"]) if (entity := work(doc)) is not None)
        return Found(held, got.evidence, detail=_OPEN) if held else Silent(got.evidence, _OPEN)


def edition(item: Mapping[str, object]) -> Entity | None:
    """An edition as the books API gives it (``jscmd=data``); None where it has no title."""
    title = join(text(item.get("title")), text(item.get("subtitle")), by=": ")
    key = verbatim(item.get("key"))
    if not title or not key:
        return None
    numbers = table(item.get("identifiers"))
    statements = [Statement("title", title)]
    statements += [Statement("creators", name) for one in tables(item.get("authors")) if (name := text(one.get("name")))]
    statements += [Statement("date", date)] if (date := text(item.get("publish_date"))) else []
    statements += [Statement("publisher", name) for one in tables(item.get("publishers")) if (name := text(one.get("name")))]
    statements += _numbers("isbn", [*items(numbers.get("isbn_13")), *items(numbers.get("isbn_10"))])
    for scheme in ("lccn", "oclc"):
        statements += _numbers(scheme, items(numbers.get(scheme)))
    return Entity(f"https://openlibrary.org{key}", Kind.WORK, title, tuple(statements))


def work(item: Mapping[str, object]) -> Entity | None:
    """A work as a search gives it; None where it has no title."""
    title, key = join(first(item.get("title")), first(item.get("subtitle")), by=": "), verbatim(item.get("key"))
    if not title or not key:
        return None
    creators = [Statement("creators", name) for name in texts(item.get("author_name"))]
    isbns = _numbers("isbn", items(item.get("isbn")))
    return Entity(f"https://openlibrary.org{key}", Kind.WORK, title, (Statement("title", title), *creators, *isbns))


def _numbers(scheme: str, values: list[object]) -> Iterator[Statement]:
    found = (identifiers.parse(scheme, verbatim(value)).identifier for value in values)
    for known in dict.fromkeys(found):
        if known is not None:
            yield Statement("isbn" if scheme == "isbn" else "identifiers", known.value, identifiers=(known,))


def _edition_fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    described = all(isinstance(one, dict) and edition(one) is not None for one in body.values())
    return None if described else Fault(Reason.MALFORMED, "not editions of Open Library's")


def _search_fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    docs = body.get("docs")
    if isinstance(docs, list) and all(isinstance(one, dict) for one in docs) and {"numFound", "num_found"} & set(body):
        return None
    return Fault(Reason.MALFORMED, "not a list of Open Library's works")
