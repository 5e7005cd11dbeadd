"""doi.org: whether a DOI exists at all, and whose it is. It describes no work, so it never finds one; it can only deny one.

Proxy server REST API: https://www.doi.org/doi-handbook/HTML/rest-api.html; agencies: https://doi.org/ra/{prefix}.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.model import Absent, Answer, Entity, Identifier, Silent, Unavailable
from gate.references.live_source import LiveSource
from gate.references.registration import Registered, Registration, canonical
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Http


class Doi(LiveSource):
    """The DOI system as a source: Absent where handle system and agency both deny a DOI, Silent with the agency's name else."""

    name = "doi"
    offers = frozenset({"by_identifier"})
    schemes = frozenset({"doi"})

    def __init__(self, http: Http, settings: Settings) -> None:
        super().__init__(http, settings)
        self._registration = Registration(http, settings)

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """Whether the DOI exists."""
        doi = canonical(identifier)
        if not doi:
            return self.not_asked(f"a {identifier.scheme} is no DOI")
        standing = self._registration.standing(doi)
        if isinstance(standing, Unavailable):
            return standing if standing.source == self.name else self._of_agency(standing)
        if isinstance(standing, Registered):
            whose = f"registered with {standing.agency}" if standing.agency else "it could not be told with whom"
            return Silent(standing.evidence, f"the DOI {doi} exists, {whose}")
        return Absent(standing.evidence)

    def _of_agency(self, lost: Unavailable) -> Unavailable:
        return Unavailable(self.name, lost.reason, f"{lost.source}, whose DOI it would be: {lost.detail}")
