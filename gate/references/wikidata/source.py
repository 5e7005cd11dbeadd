"""Wikidata as a source: agents by identifier and by name, their statements, who influenced whom; works by identifier.

It is a reference for what it states, and silent about what it does not: nobody's list of influences, occupations or identifiers
is complete there. Absent is only an item that its API calls missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from gate.model import Absent, Answer, Entity, Evidence, Found, Graph, Identifier, Kind, Query, Role, Silent, Unavailable
from gate.normalise import dates
from gate.normalise.names import parse
from gate.normalise.text import tokens
from gate.rdf.iris import iri_identifier
from gate.references.live_source import LiveSource
from gate.references.names import direct_order, forms_of
from gate.references.services import service
from gate.references.values import table
from gate.references.wikidata.api import Api, Ids, Told, oldest
from gate.references.wikidata.claims import is_item
from gate.references.wikidata.kinds import HUMAN, kind_of
from gate.references.wikidata.query import haswbstatement
from gate.references.wikidata.record import IDENTIFIERS, LANGUAGES, entity, items_named
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Http

_NAMESAKES = 20
"""How many items of one name are looked at where a year tells namesakes apart."""
_NAMES = 3


class Wikidata(LiveSource):
    """https://www.wikidata.org. ``languages`` are those of labels, best first."""

    name = "wikidata"
    kinds = frozenset({Kind.AGENT})
    role = Role.REFERENCE
    offers = frozenset({"by_identifier", "search", "neighbourhood"})
    schemes = frozenset({"wikidata", *IDENTIFIERS})

    def __init__(self, http: Http, settings: Settings, languages: Sequence[str] = LANGUAGES) -> None:
        super().__init__(http, settings)
        self._api = Api(http, self._service, languages)
        self._queries = {
            Kind.AGENT: service("wikidata_sparql", settings),
            Kind.WORK: service("wikidata_scholarly", settings),
        }

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The item with this id, or of which a statement that may be used gives this identifier.

        Absent where the API says that there is no such item. Silent where no item has the identifier, or more than one has.
        """
        if identifier.scheme == "wikidata":
            return self._item(identifier.value)
        condition = haswbstatement(identifier)
        if not condition:
            return self.not_asked(f"it cannot be asked for {identifier}")
        found = self._api.matching((), condition, _NAMESAKES)
        if isinstance(found, Unavailable):
            return found
        qids, evidence = found
        if not qids:
            return Silent(evidence, "no item has this identifier")
        told = self._api.entities(qids)
        if isinstance(told, Unavailable):
            return told
        having = [qid for qid, entry in told.entities.items() if _has(entry, identifier)]
        if len(having) != 1:
            return Silent(told.evidence, "several items have this identifier" if having else "no item has this identifier")
        return self._item(having[0])

    def facts(self, entity_id: str) -> Answer[Entity]:
        """Everything held about the item with this IRI."""
        qid = _qid(entity_id)
        return self._item(qid) if qid else self.not_asked("the id is none of Wikidata's")

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Agents or works whose label or alias in any language begins with the name, else those that a full-text search finds.

        Never exhaustive. Where a year is given, those who were born then (works: that appeared then) come first.
        """
        if query.kind is Kind.CONCEPT:
            return self.not_asked("it is not asked for headings")
        if not tokens(query.label) or limit < 1:
            return self.not_asked("there is no name to search for")
        most = max(limit, _NAMESAKES) if query.year is not None else limit
        evidence: list[Evidence] = []
        for found in self._attempts(query, most):
            if isinstance(found, Unavailable):
                return found
            qids, seen = found
            evidence.append(seen)
            if not qids:
                continue
            told = self._api.entities(qids)
            if isinstance(told, Unavailable):
                return told
            candidates = self._entities(told, query.kind)
            if isinstance(candidates, Unavailable):
                return candidates
            if candidates:
                ranked = sorted(candidates, key=lambda one: not _of_year(one, query.year))[:limit]
                page = self._api.page(_qid(ranked[0].id)) if len(ranked) == 1 else self._api.found_by(query.label)
                return Found(tuple(ranked), oldest([*evidence, told.evidence], page))
        return Silent(oldest(evidence, self._api.found_by(query.label)), "no item of that kind has this name")

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        """Who influenced an agent, or what a work cites, and the same among these."""
        qid = _qid(entity_id)
        if not qid:
            return self.not_asked("the id is none of Wikidata's")
        got = self._item(qid)
        if not isinstance(got, Found):
            return got
        from gate.references.wikidata.graph import neighbourhood

        if got.value.kind not in self._queries:
            return self.not_asked("neither an agent nor a work")
        return neighbourhood(self._http, self._queries[got.value.kind], self._api, got.value, got.evidence)

    def _item(self, qid: str) -> Answer[Entity]:
        if not is_item(qid):
            return self.not_asked(f"{qid} is no id of an item")
        told = self._api.entities([qid])
        if isinstance(told, Unavailable):
            return told
        entry = told.entities[qid]
        if "missing" in entry:
            return Absent(oldest([told.evidence], self._api.page(qid)))
        labels = self._api.labels(items_named(entry))
        if isinstance(labels, Unavailable):
            return labels
        found = entity(entry, labels, self._api.languages, qid)
        if found is None:
            return self.unusable(f"what it gives for {qid} is no item")
        return Found(found, oldest([told.evidence], self._api.page(_qid(found.id))))

    def _entities(self, told: Told, kind: Kind) -> list[Entity] | Unavailable:
        """The items of a kind as entities, with the labels of all their values asked for together."""
        entries = {qid: entry for qid, entry in told.entities.items() if kind_of(table(entry.get("claims"))) is kind}
        labels = self._api.labels(list(dict.fromkeys(value for entry in entries.values() for value in items_named(entry))))
        if isinstance(labels, Unavailable):
            return labels
        found = (entity(entry, labels, self._api.languages, qid) for qid, entry in entries.items())
        return list({one.id: one for one in found if one is not None}.values())

    def _attempts(self, query: Query, most: int) -> Iterator[Ids | Unavailable]:
        """What each way to search finds, until one brings what is wanted."""
        if query.kind is Kind.WORK:
            yield self._api.called(query.label, most)
            yield self._api.matching(tokens(query.label), "", most)
            return
        for name in forms_of(query)[:_NAMES]:
            yield self._api.called(name, most)
        persons = "" if parse(query.label).corporate else f"haswbstatement:P31={HUMAN}"
        yield self._api.matching(tokens(direct_order(query.label)), persons, most)


def _qid(entity_id: str) -> str:
    known = iri_identifier(entity_id)
    return known.value if known.scheme == "wikidata" and is_item(known.value) else ""


def _has(entry: Mapping[str, object], identifier: Identifier) -> bool:
    held = entity(entry, {})
    return held is not None and any(identifier in statement.identifiers for statement in held.statements)


def _of_year(one: Entity, year: int | None) -> bool:
    """Whether an agent was born, or a work appeared, in that year, or it is not known when."""
    held = [form for s in (*one.all("birth"), *one.all("date")) for form in (s.value, *s.forms)]
    spans = [span for span in map(dates.parse, held) if span is not None]
    return year is None or not spans or any(span.earliest[0] <= year <= span.latest[0] for span in spans)
