"""A library's catalogue through SRU, as a source: books and journals by their numbers, and by title, creator and year.

``[sources.NAME]`` with ``protocol = "sru"``, and the ``url`` of the service or the name of a ``catalogue`` that is known
(:mod:`gate.references.sru.catalogues`). It is asked what it is (explain) once in a cache's term; what it says of its indexes and
record schemas goes before what is known of it.

A catalogue never denies anything: a library holds what it holds. What it answers with is what *it* calls a fit; whether a
record is about the same work our own comparison decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.model import Answer, Entity, Evidence, Found, Identifier, Kind, Query, Reason, Role, Silent, Unavailable
from gate.normalise.identifiers import equivalents, hyphenated
from gate.normalise.names import parse as parse_name
from gate.normalise.text import key
from gate.references.live_source import LiveSource
from gate.references.sru import cql
from gate.references.sru.catalogues import ASKED_FOR, CATALOGUES, Catalogue, indexes_among
from gate.references.sru.explain import Explained, explained
from gate.references.sru.record import read
from gate.references.sru.response import ROOTS, Answered, Hit, answer
from gate.references.words import search_words
from gate.settings import Settings

if TYPE_CHECKING:
    from lxml.etree import _Element

    from gate.references.http import Fault, Http

_MOST = 50  # records of one answer, and of one question
_PAGES = 5
_WORDS = 6  # of a title
_SHORT = 3  # letters: shorter words are articles and prepositions, which some indexes leave out
_TELLING = 3  # words of a title without its subtitle that are asked for without a name
_SUBTITLE = re.compile(r"\s*:\s+|\s+[-–—]\s+")
_UNEXPLAINED = frozenset({Reason.MALFORMED, Reason.BAD_REQUEST})
_OPEN = "it holds what the library holds"
#: kinds of work that catalogues of libraries describe only as parts of others, if at all
_PARTS = frozenset(
    {"article", "article journal", "journal article", "article magazine", "article newspaper", "paper conference", "chapter"}
    | {"conference paper", "proceedings article", "book chapter", "inproceedings", "incollection", "review", "preprint"}
    | {"scholarlyarticle", "scholarly article", "entry encyclopedia", "entry", "post weblog", "webpage", "dataset"}
)


@dataclass(frozen=True, slots=True)
class Manner:
    """How this catalogue is asked: version, record schema, index by what is asked for, and records in one answer."""

    version: str
    schema: str
    indexes: Mapping[str, str]
    most: int
    unknown: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Held:
    """What a question brought: works, how many records fit, what could not be read and why, what the catalogue remarks."""

    works: tuple[Entity, ...]
    total: int
    unread: tuple[str, ...]
    remarks: tuple[str, ...]
    evidence: Evidence

    @property
    def detail(self) -> str:
        """What of it a user should know."""
        lost = f"{len(self.unread)} of its records could not be read ({self.unread[0]})" if self.unread else ""
        return "; ".join(part for part in (*self.remarks, lost) if part) or _OPEN


class Sru(LiveSource):
    """The catalogue that the settings call ``name``."""

    role = Role.REFERENCE
    offers = frozenset({"by_identifier", "search"})
    schemes = frozenset({"isbn", "issn", "lccn", "oclc", "nbn"})

    def __init__(self, http: Http, settings: Settings, name: str) -> None:
        self.name = name
        super().__init__(http, settings)
        self._settings = settings
        own = settings.source(name)
        self._known = CATALOGUES.get(own.catalogue, Catalogue())
        self._version = own.version or self._known.version
        self._schema = own.schema
        self._indexes = dict(pair.split("=", 1) for pair in own.indexes.split())

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The first work that bears the identifier, whole works before parts of others."""
        if identifier.scheme not in self.schemes:
            return self.not_asked(f"it is not asked for a {identifier.scheme}")
        manner = self._manner()
        if isinstance(manner, Unavailable):
            return manner
        index = self._index(identifier.scheme, manner)
        if not isinstance(index, str):
            return index
        number = identifier.value.rpartition(":")[2]  # of a national bibliography's the source stands before it
        forms = dict.fromkeys((number, *(form.replace("-", "") for form in _shorter(identifier))))
        held = self._ask(cql.any_of(cql.clause(index, form) for form in forms), manner, _MOST)
        if isinstance(held, Unavailable):
            return held
        bearing = [work for work in held.works if _bears(work, identifier)]
        if bearing:
            bearing.sort(key=lambda work: work.first("container") is not None)
            several = f"{len(bearing)} of its records bear {identifier}" if len(bearing) > 1 else ""
            return Found(bearing[0], held.evidence, detail=several)
        if held.unread:
            return self.unusable(f"a record that may bear {identifier} could not be read: {held.unread[0]}")
        return Silent(held.evidence, f"no record bears {identifier}; {_OPEN}" if held.works else _OPEN)

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Works by the words of the title and the first creator; where there are none, by the title alone, then by what stands
        before its subtitle, which not every catalogue has.

        Where more fit than are wanted, those of the year come first. Never exhaustive.
        """
        words = _words(query.label)
        if query.kind is not Kind.WORK or not words or limit < 1:
            return self.not_asked("there is no title to search for")
        if key(query.type) in _PARTS or (query.container and not query.type):
            return self.not_asked("a library's catalogue describes books and journals, not what stands in them")
        manner = self._manner()
        if isinstance(manner, Unavailable):
            return manner
        index = self._index("title", manner)
        if not isinstance(index, str):
            return index
        family = _family(query.names)
        by = [cql.clause(manner.indexes["creator"], family)] if family and "creator" in manner.indexes else []
        most = min(limit, _MOST)
        ways = iter(_ways(query.label, index, by))
        asked = next(ways)
        held = self._ask(cql.all_of(asked), manner, most)
        for wider in ways:
            if isinstance(held, Unavailable) or held.total:
                break
            asked, held = wider, self._ask(cql.all_of(wider), manner, most)
        if isinstance(held, Unavailable):
            return held
        works = held.works
        if held.total > most and query.year is not None and "year" in manner.indexes:
            year = cql.clause(manner.indexes["year"], str(query.year))
            nearer = self._ask(cql.all_of([*asked, year]), manner, most)
            if isinstance(nearer, Unavailable):
                return nearer
            works = tuple({work.id: work for work in (*nearer.works, *works)}.values())[:most]
        if works:
            return Found(works, held.evidence, detail=held.detail)
        if held.unread:
            return self.unusable(f"none of its records can be read: {held.unread[0]}")
        return Silent(held.evidence, _OPEN)

    def _manner(self) -> Manner | Unavailable:
        """How to ask: as the settings say, then as the catalogue says of itself, then as is known of it."""
        told = self._explained()
        # one that does not explain itself can be asked where it is known how; one that cannot be reached, not
        can_be_asked = bool(self._known.indexes or self._indexes)
        if isinstance(told, Unavailable) and not (can_be_asked and told.reason in _UNEXPLAINED):
            return told
        about = told if isinstance(told, Explained) else Explained()
        known = {**indexes_among(about.indexes), **{k: v for k, v in self._known.indexes.items() if _known(v, about)}}
        unknown = {k: v for k, v in self._indexes.items() if not _known(v, about)}
        indexes = {**known, **self._indexes}
        schema = self._schema or (self._known.schema if self._known.indexes else "") or about.schema()
        version = self._version or about.version or "1.1"
        most = min(about.most or _MOST, _MOST)
        return Manner(version, schema, {k: indexes[k] for k in ASKED_FOR if k in indexes}, most, unknown)

    def _explained(self) -> Explained | Unavailable:
        from gate.references.http import NotHeld

        params = [("operation", "explain"), ("version", self._version or "1.1")]
        got = self._http.get_xml(self._service.url, params, service=self._service, roots=ROOTS)
        if isinstance(got, Unavailable):
            return got
        told = explained(got.body) if not isinstance(got, NotHeld) else None
        return told or Unavailable(self.name, Reason.BAD_REQUEST, "it does not explain itself; name its indexes in the settings")

    def _index(self, asked_for: str, manner: Manner) -> str | Silent | Unavailable:
        """The index to ask. One of the settings that the catalogue does not list is no answer: it would find nothing, ever."""
        if asked_for in manner.unknown:
            return Unavailable(self.name, Reason.BAD_REQUEST, f"it lists no index {manner.unknown[asked_for]} (setting indexes)")
        found = manner.indexes.get(asked_for)
        return found or self.not_asked(f"it has no index that is known to be of {asked_for}")

    def _ask(self, query: str, manner: Manner, limit: int) -> Held | Unavailable:
        """The records that fit, page after page, up to ``limit``."""
        works: list[Entity] = []
        unread: list[str] = []
        remarks: list[str] = []
        total, taken, evidence = 0, 0, Evidence(self.name, "")
        for page in range(_PAGES):
            params = self._params(query, manner, taken + 1, min(limit - taken, manner.most))
            got = self._http.search_xml(
                self._service.url, params, service=self._service, roots=ROOTS, fault=_fault, empty=lambda root: not _total(root)
            )
            if isinstance(got, Unavailable):
                return got
            told = answer(got.body)
            if not isinstance(told, Answered):
                return self.unusable(told.detail)
            evidence = evidence if page else got.evidence
            total = told.total
            remarks += [f"the catalogue remarks: {one.text}" for one in told.diagnostics]
            for hit in told.hits:
                found = self._read(hit, manner)
                works += [found] if isinstance(found, Entity) else []
                unread += [found] if isinstance(found, str) else []
            taken += len(told.hits)
            if not told.hits or taken >= min(total, limit):
                break
        unique = tuple({work.id: work for work in works}.values())[:limit]
        return Held(unique, total, tuple(unread), tuple(dict.fromkeys(remarks)), evidence)

    def _read(self, hit: Hit, manner: Manner) -> Entity | str:
        if hit.diagnostic is not None:
            return hit.diagnostic.text
        return read(hit.data, hit.schema or manner.schema, self._settings, self._id)

    def _params(self, query: str, manner: Manner, start: int, most: int) -> list[tuple[str, str]]:
        params = [
            ("operation", "searchRetrieve"),
            ("version", manner.version),
            ("query", query),
            ("startRecord", str(start)),
            ("maximumRecords", str(most)),
        ]
        params += [("recordSchema", manner.schema)] if manner.schema else []
        if manner.version.startswith("2"):
            return [*params, ("recordXMLEscaping", "xml"), ("httpAccept", "application/xml")]
        return [*params, ("recordPacking", "xml")]

    def _id(self, number: str) -> str:
        return self._known.page.replace("{id}", number) if self._known.page else f"{self._service.url}#{number}"


def _known(index: str, about: Explained) -> bool:
    """Whether an index is one that the catalogue lists; one that lists none may have any."""
    return not about.indexes or about.lists(index)


def _fault(root: _Element) -> Fault | None:
    found = answer(root)
    return None if isinstance(found, Answered) else found


def _total(root: _Element) -> int:
    found = answer(root)
    return found.total if isinstance(found, Answered) else 0


def _ways(title: str, index: str, by: list[str]) -> Iterator[list[str]]:
    """The clauses of a search by title and creator (``by``, which may be empty), the narrowest first."""
    whole, main = ([cql.clause(index, word) for word in _words(part)] for part in (title, _SUBTITLE.split(title, maxsplit=1)[0]))
    if by:
        yield [*whole, *by]
    yield whole
    if 0 < len(main) < len(whole) and (by or len(main) >= _TELLING):
        yield [*main, *by]


def _words(title: str) -> list[str]:
    """The words of a title to search by: the longer ones where there are such, in the order of the title."""
    words = [word for word in search_words(title) if "'" not in word]
    return ([word for word in words if len(word) > _SHORT] or words)[:_WORDS]


def _family(names: tuple[str, ...]) -> str:
    """The family name of the first creator, the last word of it: particles are indexed in many ways."""
    for given in names:
        name = parse_name(given)
        if name.family and not name.corporate:
            return next(iter(search_words(name.family[-1])), "")
    return ""


def _shorter(identifier: Identifier) -> tuple[str, ...]:
    """The other form of an ISBN, of ten digits: not every catalogue finds one by the other."""
    return hyphenated(identifier.value) if identifier.scheme == "isbn" else ()


def _bears(work: Entity, identifier: Identifier) -> bool:
    wanted = equivalents(identifier)
    return any(not wanted.isdisjoint(equivalents(i)) for i in _identifiers(work))


def _identifiers(work: Entity) -> Iterator[Identifier]:
    from gate.normalise import identifiers

    for statement in work.statements:
        yield from statement.identifiers if statement.property in {"identifiers", "isbn", "issn"} else ()
        if statement.property in {"isbn", "issn"}:
            found = identifiers.parse(statement.property, statement.value).identifier
            if found is not None:
                yield found
