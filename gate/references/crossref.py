"""Crossref's REST API: works by DOI, a search for a description or a whole reference string, reference lists.

https://api.crossref.org/swagger-ui/index.html and https://github.com/CrossRef/rest-api-doc. Its 404 denies nothing by itself:
grants and other things with a Crossref DOI are not among its works, and other agencies' DOIs are not its own. See
:mod:`gate.references.registration`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import (
    Absent,
    Answer,
    Entity,
    Evidence,
    Found,
    Graph,
    Identifier,
    Kind,
    Query,
    Reason,
    Silent,
    Statement,
    Unavailable,
)
from gate.normalise.text import clean
from gate.rdf.iris import iri_identifier
from gate.references.coverage import held_beside, why_open, year_of
from gate.references.crossref_record import work
from gate.references.live_source import LiveSource
from gate.references.registration import CROSSREF, Registered, Registration, Unregistered, canonical, same_doi
from gate.references.values import items, table, texts, verbatim
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Fault, Http, Table

_LONGEST = 1000  # characters of a search; what is longer is cut, since addresses have a limit
_NAMES = 5  # creators that a search names
_BESIDE = 20  # works of the same journal and year that are looked at
_BATCH = 20  # DOIs of one request
_MOST_CITED = 200  # cited works whose own references are looked up


class Crossref(LiveSource):
    """Crossref as a source. Absent is a DOI that the handle system denies too, or a work that a search would have brought."""

    name = "crossref"
    offers = frozenset({"by_identifier", "search", "neighbourhood"})
    schemes = frozenset({"doi"})

    def __init__(self, http: Http, settings: Settings) -> None:
        super().__init__(http, settings)
        self._registration = Registration(http, settings)

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The work with this DOI. Without one: Absent where it is a DOI of Crossref's that does not exist, else Silent."""
        doi = canonical(identifier)
        return self._work(doi) if doi else self.not_asked(f"a {identifier.scheme} is no DOI")

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """The works most like the query. Exhaustive where :mod:`~gate.references.coverage` says so."""
        words = _words(query)
        if query.kind is not Kind.WORK or not words or limit < 1:
            return self.not_asked("there is no work to search for")
        found = self._list([("query.bibliographic", words), ("rows", str(min(limit, 100)))])
        if isinstance(found, Unavailable):
            return found
        held, evidence = found
        open_because = self._why_open(query, held)
        if held:
            return Found(held, evidence, not open_because, open_because)
        return Silent(evidence, open_because) if open_because else Absent(evidence)

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        """What a work cites, and which of these cite each other, as far as references were deposited.

        Unavailable where part of it could not be asked for: a graph with holes would look as if edges were missing.
        """
        doi = canonical(iri_identifier(entity_id))
        if not doi:
            return self.not_asked("the id holds no DOI")
        answer = self._work(doi)
        if not isinstance(answer, Found):
            return answer
        cited = [i.value for s in answer.value.all("citations") for i in s.identifiers if i.scheme == "doi"]
        if not answer.value.all("citations"):
            return Silent(answer.evidence, "no references were deposited")
        # a comma divides filters, so that a DOI with one would take a request of its own
        listed = [doi for doi in dict.fromkeys(cited) if "," not in doi][:_MOST_CITED]
        held = self.works(listed) if listed else ((), answer.evidence)
        if isinstance(held, Unavailable):
            return held
        from gate.references.local.graphs import neighbourhood

        by_doi = {identifier: entity for entity in (answer.value, *held[0]) for identifier in _dois(entity)}
        graph = neighbourhood(answer.value, lambda wanted: next((by_doi[i] for i in wanted if i in by_doi), None))
        return Found(graph, answer.evidence)

    def works(self, dois: Sequence[str]) -> tuple[tuple[Entity, ...], Evidence] | Unavailable:
        """The works with these DOIs, as far as they are held, many to a request. ``dois`` are in normal form, and not none."""
        asked = [doi for doi in dois if "," not in doi]
        held: list[Entity] = []
        evidence: list[Evidence] = []
        for start in range(0, len(asked), _BATCH):
            batch = asked[start : start + _BATCH]
            found = self._list([("filter", ",".join(f"doi:{doi}" for doi in batch)), ("rows", str(len(batch)))])
            if isinstance(found, Unavailable):
                return found
            held += found[0]
            evidence.append(found[1])
        for doi in dois:
            if "," in doi:
                answer = self._work(doi)
                if isinstance(answer, Unavailable):
                    return answer
                held += [answer.value] if isinstance(answer, Found) else []
                evidence.append(answer.evidence)
        return tuple(held), min(evidence, key=lambda one: one.as_of)

    def _work(self, doi: str) -> Answer[Entity]:
        from gate.references.http import NotHeld

        got = self._http.get_json(
            self._service.at("works", doi), service=self._service, fault=lambda body: _work_fault(body, doi)
        )
        if isinstance(got, Unavailable):
            return got
        if isinstance(got, NotHeld):
            return self._not_held(doi, got.evidence)
        entity = work(table(got.body["message"]))
        if entity is None:
            return self.unusable("a work without a DOI")
        asked = Identifier("doi", doi)
        if asked not in _dois(entity):  # an alias: the work has got another DOI since
            entity = replace(entity, statements=(*entity.statements, Statement("doi", doi, identifiers=(asked,))))
        return Found(entity, got.evidence)

    def _not_held(self, doi: str, evidence: Evidence) -> Absent | Silent:
        standing = self._registration.standing(doi, denied_by=CROSSREF)
        if isinstance(standing, Unavailable):
            return Silent(evidence, f"it does not hold the DOI; whose it is, {standing.source} did not say ({standing.reason})")
        if isinstance(standing, Unregistered) and standing.agency == CROSSREF:
            return Absent(evidence)
        if isinstance(standing, Registered):
            whose = f"registered with {standing.agency}" if standing.agency else "it could not be told with whom"
            return Silent(evidence, f"it does not hold the DOI, which exists ({whose})")
        return Silent(evidence, f"it does not hold the DOI, whose prefix is {standing.agency or 'no agency'}'s")

    def _list(self, params: list[tuple[str, str]]) -> tuple[tuple[Entity, ...], Evidence] | Unavailable:
        got = self._http.search_json(
            self._service.at("works"), params, service=self._service, fault=_list_fault, empty=lambda body: not _items(body)
        )
        if isinstance(got, Unavailable):
            return got
        found = (work(table(item)) for item in _items(got.body))
        return tuple(entity for entity in found if entity is not None), got.evidence

    def _why_open(self, query: Query, held: Sequence[Entity]) -> str:
        """Why the search proves nothing, or nothing: it does where works of the same journal and year are held."""
        open_because = why_open(query)
        if open_because or held_beside(query, held):
            return open_because
        year, venue = year_of(query), query.container or query.raw
        day = f"from-pub-date:{year},until-pub-date:{year}"
        beside = self._list([("query.container-title", venue[:_LONGEST]), ("filter", day), ("rows", str(_BESIDE))])
        if isinstance(beside, Unavailable):
            return f"whether it covers {_short(venue)} of {year} could not be asked ({beside.reason})"
        return "" if held_beside(query, beside[0]) else f"it is not seen to hold anything of {_short(venue)} of {year}"


def _words(query: Query) -> str:
    """What is searched for: the whole string, or title, names, journal and year; empty where there is no title."""
    if query.raw and not query.label:
        return clean(query.raw)[:_LONGEST]
    if not query.label:
        return ""
    parts = (query.label, *query.names[:_NAMES], query.container, str(query.year or ""))
    return clean(" ".join(part for part in parts if part))[:_LONGEST]


def _dois(entity: Entity) -> list[Identifier]:
    return [identifier for statement in entity.all("doi") for identifier in statement.identifiers]


def _short(venue: str) -> str:
    return venue if len(venue) <= 60 else f"{venue[:60].rstrip()}…"


def _items(body: Table) -> list[object]:
    return items(table(body.get("message")).get("items"))


def _work_fault(body: Table, doi: str) -> Fault | None:
    """What is wrong with the answer for one DOI. It once gave another work for a DOI that it did not know (rest-api-doc#108)."""
    from gate.references.http import Fault

    if body.get("status") != "ok" or body.get("message-type") != "work" or not isinstance(body.get("message"), dict):
        return Fault(Reason.MALFORMED, "not a work of Crossref's")
    message = table(body["message"])
    names = (verbatim(message.get("DOI")), *texts(message.get("aliases")))
    return None if any(same_doi(name, doi) for name in names) else Fault(Reason.MALFORMED, "a work with another DOI")


def _list_fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    message = body.get("message")
    if body.get("status") != "ok" or body.get("message-type") != "work-list" or not isinstance(message, dict):
        return Fault(Reason.MALFORMED, "not a list of Crossref's works")
    found = message.get("items")
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        return Fault(Reason.MALFORMED, "a list of works without works")
    return None
