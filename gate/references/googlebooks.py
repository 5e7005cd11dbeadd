"""Google Books: volumes by ISBN, and a search by title and author. It may confirm, and accuses nobody.

https://developers.google.com/books/docs/v1/using. Its descriptions are gathered by machine from publishers and others. It is
asked only where a table of the settings says so (``protocol = "googlebooks"``); without a key (``api_key``) it soon refuses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gate.model import Answer, Entity, Evidence, Found, Identifier, Kind, Query, Reason, Role, Silent, Statement, Unavailable
from gate.normalise import identifiers
from gate.normalise.names import parse as parse_name
from gate.references.live_source import LiveSource
from gate.references.values import join, number, table, tables, text, texts, verbatim
from gate.references.words import search_words
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Fault, Http, Table

_OPEN = "what it lacks proves nothing"
_WORDS, _MOST = 8, 40


class GoogleBooks(LiveSource):
    """https://www.googleapis.com/books/v1, under the name that the settings give it."""

    kinds = frozenset({Kind.WORK})
    role = Role.ORACLE
    offers = frozenset({"by_identifier", "search"})
    schemes = frozenset({"isbn"})

    def __init__(self, http: Http, settings: Settings, name: str) -> None:
        self.name = name
        super().__init__(http, settings)

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The volume that bears this ISBN; what it finds besides is not it."""
        if identifier.scheme != "isbn":
            return self.not_asked(f"it is not asked for a {identifier.scheme}")
        found = self._volumes(f"isbn:{identifier.value}", 10)
        if isinstance(found, Unavailable):
            return found
        held, evidence = found
        bearing = next((one for one in held if any(identifier in s.identifiers for s in one.all("isbn"))), None)
        return Found(bearing, evidence) if bearing is not None else Silent(evidence, _OPEN)

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Volumes with these words in the title, by an author of this name. Never exhaustive."""
        words = search_words(query.label)[:_WORDS]
        if query.kind is not Kind.WORK or not words or limit < 1 or query.container:
            return self.not_asked("there is no book to search for")
        family = parse_name(query.names[0]).family[-1:] if query.names else ()
        asked = [f"intitle:{word}" for word in words] + [f"inauthor:{word}" for word in search_words(" ".join(family))]
        found = self._volumes(" ".join(asked), min(limit, _MOST))
        if isinstance(found, Unavailable):
            return found
        held, evidence = found
        return Found(held, evidence, detail=_OPEN) if held else Silent(evidence, _OPEN)

    def _volumes(self, asked: str, most: int) -> tuple[tuple[Entity, ...], Evidence] | Unavailable:
        params = [("q", asked), ("maxResults", str(most)), ("printType", "books")]
        got = self._http.search_json(
            self._service.at("volumes"), params, service=self._service, fault=_fault, empty=lambda body: body["totalItems"] == 0
        )
        if isinstance(got, Unavailable):
            return got
        held = tuple(entity for item in tables(got.body.get("items")) if (entity := volume(item)) is not None)
        return held, got.evidence


def volume(item: Mapping[str, object]) -> Entity | None:
    """A volume as an entity; None where it has no title or no id."""
    info, own = table(item.get("volumeInfo")), verbatim(item.get("id"))
    title = join(text(info.get("title")), text(info.get("subtitle")), by=": ")
    if not title or not own:
        return None
    statements = [Statement("title", title), *(Statement("creators", name) for name in texts(info.get("authors")))]
    for name, key in (("date", "publishedDate"), ("publisher", "publisher"), ("language", "language")):
        value = text(info.get(key))
        statements += [Statement(name, value)] if value else []
    numbers = (
        identifiers.parse("isbn", verbatim(one.get("identifier"))).identifier
        for one in tables(info.get("industryIdentifiers"))
        if text(one.get("type")) in {"ISBN_10", "ISBN_13"}
    )
    statements += [Statement("isbn", one.value, identifiers=(one,)) for one in dict.fromkeys(numbers) if one is not None]
    return Entity(f"https://books.google.com/books?id={own}", Kind.WORK, title, tuple(statements))


def _fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    total, listed = number(body.get("totalItems")), body.get("items", [])
    if body.get("kind") == "books#volumes" and total is not None and isinstance(listed, list):
        return None
    return Fault(Reason.MALFORMED, "not a list of Google Books' volumes")
