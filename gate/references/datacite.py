"""DataCite's REST API: works by DOI (arXiv's and Zenodo's among them), and a search by title.

https://support.datacite.org/docs/api. It is asked only for DOIs that are its own, or whose agency could not be told. A DOI that
is registered and not findable is a 404 there, so a 404 denies nothing by itself. See :mod:`gate.references.registration`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.model import Absent, Answer, Entity, Evidence, Found, Identifier, Kind, Query, Reason, Silent, Unavailable
from gate.references.datacite_record import work
from gate.references.live_source import LiveSource
from gate.references.registration import DATACITE, Registered, Registration, Unregistered, canonical, same_doi
from gate.references.values import items, table
from gate.references.words import search_words
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Fault, Http, Table

_WORDS = 16  # of a title, that a search must find
_OPEN = "it holds what its members registered, and no list tells who they are"


class DataCite(LiveSource):
    """DataCite as a source. Absent is a DOI of its own that the handle system denies too; a search never proves anything."""

    name = "datacite"
    offers = frozenset({"by_identifier", "search"})
    schemes = frozenset({"doi", "arxiv"})

    def __init__(self, http: Http, settings: Settings) -> None:
        super().__init__(http, settings)
        self._registration = Registration(http, settings)

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The work with this DOI, or with the DOI that arXiv gives to this number; a version of arXiv's is the work itself."""
        from gate.references.http import NotHeld

        doi = canonical(identifier)
        if not doi:
            return self.not_asked(f"a {identifier.scheme} is no DOI")
        agency = self._registration.agency(doi)
        if isinstance(agency, str) and agency != DATACITE:
            return self.not_asked(f"the DOI's prefix is {agency or 'no agency'}'s")
        got = self._http.get_json(self._service.at("dois", doi), service=self._service, fault=lambda body: _work_fault(body, doi))
        if isinstance(got, Unavailable):
            return got
        if isinstance(got, NotHeld):
            return self._not_held(doi, got.evidence)
        entity = work(table(table(got.body["data"]).get("attributes")))
        return Found(entity, got.evidence) if entity is not None else self.unusable("a work without a DOI")

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Works with all the words of the title. A whole string is not asked for: every word of it would have to be there."""
        # analysers differ in what they make of an apostrophe, and every word has to be there
        words = [word for word in search_words(query.label) if "'" not in word][:_WORDS]
        if query.kind is not Kind.WORK or not words or limit < 1:
            return self.not_asked("there is no title to search for")
        # words of letters and digits only, in lower case: nothing in them means anything to the query language
        asked = f"titles.title:({' AND '.join(words)})"
        params = [("query", asked), ("page[size]", str(min(limit, 100))), ("page[number]", "1"), ("sort", "relevance")]
        got = self._http.search_json(
            self._service.at("dois"), params, service=self._service, fault=_list_fault, empty=lambda body: not body["data"]
        )
        if isinstance(got, Unavailable):
            return got
        found = (work(table(table(item).get("attributes"))) for item in items(got.body["data"]))
        held = tuple(entity for entity in found if entity is not None)
        return Found(held, got.evidence, detail=_OPEN) if held else Silent(got.evidence, _OPEN)

    def _not_held(self, doi: str, evidence: Evidence) -> Absent | Silent:
        standing = self._registration.standing(doi, denied_by=DATACITE)
        if isinstance(standing, Unavailable):
            return Silent(evidence, f"it does not hold the DOI; whose it is, {standing.source} did not say ({standing.reason})")
        if isinstance(standing, Unregistered) and standing.agency == DATACITE:
            return Absent(evidence)
        if isinstance(standing, Registered):
            return Silent(evidence, "it does not show the DOI, which exists")
        return Silent(evidence, f"it does not hold the DOI, whose prefix is {standing.agency or 'no agency'}'s")


def _work_fault(body: Table, doi: str) -> Fault | None:
    from gate.references.http import Fault

    attributes = table(body.get("data")).get("attributes")
    if not isinstance(attributes, dict):
        return Fault(Reason.MALFORMED, "not a DOI of DataCite's")
    return None if same_doi(attributes.get("doi"), doi) else Fault(Reason.MALFORMED, "a work with another DOI")


def _list_fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    data = body.get("data")
    if not isinstance(data, list) or not all(isinstance(table(item).get("attributes"), dict) for item in data):
        return Fault(Reason.MALFORMED, "not a list of DataCite's DOIs")
    return None
