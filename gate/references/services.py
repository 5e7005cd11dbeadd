"""Where the live services are, how fast each may be asked, and how it is told who asks.

The limits are those that the services state, or a modest pace where they state none:

- Crossref: 5 requests a second and 1 at a time for strangers, 10 and 3 with an address (response headers, since December 2025)
- DataCite: 500 requests in 5 minutes for strangers, 1000 with an address (DataCite support pages, "Rate limit")
- E-utilities: 3 requests a second, 10 with a key (NCBI, "A General Introduction to the E-utilities")
- OpenAlex: 10 requests a second (OpenAlex, "Rate limits and authentication")
- Wikidata: requests in series rather than side by side (MediaWiki, "API:Etiquette"); its query service allows 5 at a time
- id.loc.gov, lobid, VIAF, ORCID, FAST, MeSH, Getty and ISNI state none for single look-ups (ORCID: 12 a second), so a modest pace
- Open Library: 1 request a second for strangers, 3 for those who say who they are (Open Library, "API Usage Guidelines")
- DBpedia: 100 requests a second (DBpedia, "Public SPARQL endpoint"), of which we use a few
"""

from __future__ import annotations

from dataclasses import dataclass

from gate.errors import UsageError
from gate.references.http.service import Limit, Service, without_login
from gate.settings import Settings


@dataclass(frozen=True, slots=True)
class _Builtin:
    url: str
    stranger: Limit
    known: Limit
    contact_parameter: str = ""
    key_parameter: str = ""
    key_header: str = ""
    key_prefix: str = ""
    hosts: tuple[str, ...] = ()
    by_key: bool = False  # a key, not an address, makes a caller known
    absent_mark: str = ""


_MODEST = Limit(5, 1.0, 2)
_BUILTIN = {
    "crossref": _Builtin(
        "https://api.crossref.org",
        Limit(5, 1.0, 1),
        Limit(10, 1.0, 3),
        contact_parameter="mailto",
        key_header="Crossref-Plus-API-Token",
        key_prefix="Bearer ",
    ),
    "datacite": _Builtin("https://api.datacite.org", Limit(500, 300.0, 2), Limit(1000, 300.0, 4)),
    "dbpedia": _Builtin("https://dbpedia.org/sparql", _MODEST, _MODEST, hosts=("www.dbpedia.org",)),
    "doi": _Builtin("https://doi.org", _MODEST, Limit(10, 1.0, 4), hosts=("www.doi.org", "dx.doi.org")),
    "fast": _Builtin("https://fast.oclc.org", _MODEST, _MODEST, absent_mark="<b>Message</b> The requested resource"),
    "getty": _Builtin("https://vocab.getty.edu", Limit(2, 1.0, 1), Limit(5, 1.0, 2)),
    "gnd": _Builtin("https://lobid.org/gnd", _MODEST, Limit(10, 1.0, 4)),
    "isni": _Builtin("https://isni.oclc.org/sru", Limit(2, 1.0, 1), Limit(2, 1.0, 1)),
    "locgov": _Builtin("https://id.loc.gov", _MODEST, _MODEST, absent_mark="<title>404 - LC Linked Data Service"),
    "mesh": _Builtin("https://id.nlm.nih.gov/mesh", _MODEST, _MODEST),
    "orcid": _Builtin("https://pub.orcid.org/v3.0", Limit(10, 1.0, 4), Limit(10, 1.0, 4)),
    "viaf": _Builtin("https://viaf.org/viaf", Limit(2, 1.0, 1), Limit(4, 1.0, 2)),
    "openalex": _Builtin(
        "https://api.openalex.org", _MODEST, Limit(10, 1.0, 4), contact_parameter="mailto", key_parameter="api_key"
    ),
    "pubmed": _Builtin(
        "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
        Limit(3, 1.0, 3),
        Limit(10, 1.0, 5),
        contact_parameter="email",
        key_parameter="api_key",
        by_key=True,
    ),
    "wikidata": _Builtin("https://www.wikidata.org", Limit(5, 1.0, 1), Limit(10, 1.0, 2)),
    "wikidata_scholarly": _Builtin("https://query-scholarly.wikidata.org/sparql", Limit(2, 1.0, 1), Limit(5, 1.0, 2)),
    "wikidata_sparql": _Builtin("https://query.wikidata.org/sparql", Limit(2, 1.0, 1), Limit(5, 1.0, 2)),
}

_OF_PROTOCOL = {
    "googlebooks": _Builtin("https://www.googleapis.com/books/v1", _MODEST, _MODEST, key_parameter="key"),
    "openlibrary": _Builtin("https://openlibrary.org", Limit(1, 1.0, 1), Limit(3, 1.0, 1), hosts=("www.openlibrary.org",)),
}
"""Protocols with one service: where it is, unless the user says otherwise."""


def service(name: str, settings: Settings) -> Service:
    """The service called ``name``, as the settings have it: a built-in one, or one of the user's own.

    Raises :class:`UsageError` where there is none of that name.
    """
    own = settings.source(name)
    builtin = _BUILTIN.get(name) or _OF_PROTOCOL.get(own.protocol) or (_Builtin("", _MODEST, _MODEST) if own.protocol else None)
    if builtin is None:
        raise UsageError(f"no live source is called {name!r}; known: {', '.join(sorted(_BUILTIN))}")
    limit = builtin.known if (own.api_key if builtin.by_key else own.api_key or settings.contact) else builtin.stranger
    concurrency = own.concurrency or limit.concurrency
    limit = Limit.of_rate(own.rate, concurrency) if own.rate else Limit(limit.requests, limit.seconds, concurrency)
    url, login = without_login(own.url or builtin.url or _address(own.catalogue))
    return Service(
        name,
        url,
        limit,
        frozenset(builtin.hosts),
        builtin.contact_parameter,
        builtin.key_parameter,
        builtin.key_header,
        builtin.key_prefix,
        own.api_key,
        login,
        absent_mark=builtin.absent_mark,
    )


def _address(catalogue: str) -> str:
    """Where a catalogue that is known by name is."""
    from gate.references.sru.catalogues import CATALOGUES  # only where one is named

    return CATALOGUES[catalogue].url


def own_services(settings: Settings, protocol: str) -> tuple[Service, ...]:
    """The services of the user's own that speak ``protocol``, in the order of the settings."""
    return tuple(service(one.name, settings) for one in settings.sources if one.protocol == protocol)
