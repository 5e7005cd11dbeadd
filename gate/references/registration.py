"""Whether a DOI exists, and whose it is: what the handle system and the DOI's agency say together.

A DOI is dead only where both say so. The handle system's word is status 404 with ``responseCode`` 100 of its REST API (DOI
Handbook, "DOI proxy server REST API": 1 found, 100 not found, 200 found without such values); any other 404 is no answer. The
agency's word is the 404 of its own API, where we know one; the DOIs of the others are dead where the handle system does not
know them. The agency is that of the prefix (``doi.org/ra``), since only registered DOIs have one of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from gate.model import Evidence, Identifier, Reason, Unavailable
from gate.normalise.identifiers import equivalents, parse
from gate.references.services import service
from gate.references.values import number, tables, text, verbatim
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Fault, Http, Service

CROSSREF, DATACITE = "Crossref", "DataCite"
_APIS = {CROSSREF: ("crossref", "works"), DATACITE: ("datacite", "dois")}
_FOUND, _MISSING, _NO_VALUES = 1, 100, 200
_ARXIV = "10.48550/arxiv."


@dataclass(frozen=True, slots=True)
class Registered:
    """The DOI exists. ``agency`` registered it; empty where that could not be told."""

    agency: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Unregistered:
    """The DOI does not exist. ``agency`` has its prefix; empty where none has."""

    agency: str
    evidence: Evidence


Standing: TypeAlias = Registered | Unregistered | Unavailable


def canonical(identifier: Identifier) -> str:
    """The DOI to ask for: that of an arXiv number, without the version where arXiv gave it; empty where it has none."""
    same = equivalents(identifier)
    arxiv = next((one.value for one in same if one.scheme == "arxiv"), "")
    if arxiv:
        return f"{_ARXIV}{arxiv}".lower()
    return identifier.value if identifier.scheme == "doi" else ""


def same_doi(value: object, doi: str) -> bool:
    """Whether a service's ``value`` is ``doi``, whatever its case and escapes."""
    given = parse("doi", verbatim(value)).identifier
    return given is not None and canonical(given) == doi


class Registration:
    """The DOI system as one run asks it. Threads may share it."""

    def __init__(self, http: Http, settings: Settings) -> None:
        self._http = http
        self._settings = settings
        self._doi = service("doi", settings)
        self._agencies: dict[str, str] = {}

    def agency(self, doi: str) -> str | Unavailable:
        """The agency whose prefix ``doi`` has, by name; empty where no agency has it."""
        prefix = doi.partition("/")[0]
        known = self._agencies.get(prefix)
        if known is not None:
            return known
        got = self._http.search_list(
            self._doi.at("ra", prefix), service=self._doi, fault=lambda body: _agency_fault(body, prefix), empty=_no_agency
        )
        if isinstance(got, Unavailable):
            return got
        name = text(tables(got.body)[0].get("RA"))
        self._agencies[prefix] = name
        return name

    def standing(self, doi: str, denied_by: str = "") -> Standing:
        """Whether ``doi`` exists. ``denied_by`` names the agency whose API has just said that it does not hold it."""
        from gate.references.http import NotHeld

        url = handle_address(self._doi, doi)
        if not url:
            return Unavailable("doi", Reason.BAD_REQUEST, "a DOI that cannot be written as an address")
        got = self._http.get_json(url, service=self._doi, fault=lambda body: _handle_fault(body, doi))
        if isinstance(got, Unavailable):
            return got
        agency = self.agency(doi)
        if not isinstance(got, NotHeld):
            return Registered(agency if isinstance(agency, str) else "", got.evidence)
        if not _says_missing(got.body, doi):
            return Unavailable("doi", Reason.MALFORMED, f"status {got.status} without the handle system's own word")
        if isinstance(agency, Unavailable):
            return agency
        if agency in _APIS and agency != denied_by:
            return self._by_agency(doi, agency, got.evidence)
        return Unregistered(agency, got.evidence)

    def _by_agency(self, doi: str, agency: str, missing: Evidence) -> Standing:
        from gate.references.http import NotHeld

        name, folder = _APIS[agency]
        api = service(name, self._settings)
        got = self._http.get_json(api.at(folder, doi), service=api)
        if isinstance(got, Unavailable):
            return got
        return Unregistered(agency, missing) if isinstance(got, NotHeld) else Registered(agency, got.evidence)


def handle_address(doi_service: Service, doi: str) -> str:
    """Where the handle system is asked for ``doi``, its slashes kept as the proxy has them; empty where it cannot be a path."""
    prefix, _, suffix = doi.partition("/")
    parts = suffix.split("/")
    try:
        if any(part in {"", ".", ".."} for part in parts):
            return doi_service.at("api", "handles", prefix, suffix)
        return doi_service.at("api", "handles", prefix, *parts)
    except ValueError:
        return ""


def _handle_fault(body: dict[str, object], doi: str) -> Fault | None:
    from gate.references.http import Fault

    code = number(body.get("responseCode"))
    if code not in {_FOUND, _NO_VALUES}:
        return Fault(Reason.SERVER if code == 2 else Reason.MALFORMED, f"handle system: responseCode {code}")
    if verbatim(body.get("handle")).lower() != doi:
        return Fault(Reason.MALFORMED, "the handle system answers of another DOI")
    return None


def _says_missing(body: object, doi: str) -> bool:
    if not isinstance(body, dict):
        return False
    return number(body.get("responseCode")) == _MISSING and verbatim(body.get("handle")).lower() == doi


def _agency_fault(body: list[object], prefix: str) -> Fault | None:
    from gate.references.http import Fault

    told = tables(body)
    if len(told) != 1 or verbatim(told[0].get("DOI")).lower() != prefix:
        return Fault(Reason.MALFORMED, "the answer is not about this prefix")
    if not text(told[0].get("RA")) and text(told[0].get("status")) != "DOI does not exist":
        return Fault(Reason.MALFORMED, f"no agency, and not told why: {text(told[0].get('status'))!r}")
    return None


def _no_agency(body: list[object]) -> bool:
    return not text(tables(body)[0].get("RA"))
