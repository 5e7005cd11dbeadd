"""Whether the live services answer, and how fast: one cheap question to each, all at once, past the cache.

Whatever completed answer comes back will do, also "not here": what is asked is whether the service is there. The questions are
about things that every service of its kind can tell of, and none of them moves more than a few kilobytes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from gate.model import Reason, Unavailable
from gate.references.live import PROTOCOLS
from gate.references.services import service
from gate.settings import Settings
from gate.source_settings import LIVE_SOURCES, PARTS

if TYPE_CHECKING:
    from gate.references.http import Http, Service

_SECONDS = 5
_ATTEMPT_SECONDS = 4
_DOI = "10.1038/171737a0"  # Watson and Crick 1953: Crossref's, and known to whoever knows works
_DATACITE_DOI = "10.14454/fxws-0523"  # the DataCite Metadata Schema itself
_PMID = "13054692"  # the same paper in PubMed
_ISBN = "9780140328721"  # an edition of Fantastic Mr. Fox
_ITEM = "Q5"  # human


@dataclass(frozen=True, slots=True)
class Probed:
    """One live service. ``fault`` says why it did not answer, empty where it did; ``seconds`` is how long that took.

    ``has_key`` tells whether a key for it is set; the key itself is never given out. ``asked`` is False where nothing was sent.
    ``enabled`` is False where the settings switch it off, or the source that it is a part of: then it is not asked.
    """

    name: str
    host: str
    has_key: bool
    asked: bool = False
    seconds: float = 0.0
    fault: str = ""
    enabled: bool = True


Question: TypeAlias = "Callable[[Http, Service], object]"


def services(settings: Settings) -> tuple[Probed, ...]:
    """Every live service of the settings: the built-in ones, then the user's own. Nothing is sent."""
    own = (one.name for one in settings.sources if one.protocol in PROTOCOLS)
    found = []
    for name in (*LIVE_SOURCES, *own):
        known = service(name, settings)
        enabled = settings.source(PARTS.get(name, name)).enabled
        found.append(Probed(name, known.host, bool(known.api_key or known.login), enabled=enabled))
    return tuple(found)


def probe(settings: Settings) -> tuple[Probed, ...]:
    """Every live service, asked once and at the same time unless it is off; over within about 5 s, whatever the network does."""
    from gate.references.http import Http

    hurried = replace(
        settings,
        deadline_seconds=min(settings.deadline_seconds, _SECONDS),
        timeout_seconds=min(settings.timeout_seconds, _ATTEMPT_SECONDS),
        max_attempts=1,
    )
    known = services(settings)
    with Http(hurried, fresh=True) as http, ThreadPoolExecutor(len(known)) as workers:
        return tuple(workers.map(lambda one: _probed(one, http, hurried), known))


def _probed(known: Probed, http: Http, settings: Settings) -> Probed:
    if not known.enabled:
        return known
    one = service(known.name, settings)
    began = time.monotonic()
    ask = _QUESTIONS.get(known.name) or _OF_PROTOCOL.get(settings.source(known.name).protocol, _manifest)
    got = ask(http, one)
    seconds = time.monotonic() - began
    if not isinstance(got, Unavailable):
        return replace(known, asked=True, seconds=seconds)
    fault = f"{got.reason}: {got.detail}" if got.detail else str(got.reason)
    return replace(known, asked=True, seconds=seconds, fault=fault)


def _work(folder: str, doi: str) -> Question:
    return lambda http, one: http.get_json(one.at(folder, doi), service=one)


def _handle(http: Http, one: Service) -> object:
    return http.get_json(one.at("api", "handles", *_DOI.split("/")), service=one)


def _article(http: Http, one: Service) -> object:
    params = [("db", "pubmed"), ("term", f"{_PMID}[uid]"), ("retmax", "1")]
    return http.search_xml(one.at("esearch.fcgi"), params, service=one, roots=("eSearchResult",))


def _item(http: Http, one: Service) -> object:
    from gate.references.wikidata.api import Api

    return Api(http, one, ("en",)).labels([_ITEM])


def _anything(http: Http, one: Service) -> object:
    from gate.references.sparql import Sparql

    return Sparql(http, one).ask("ASK { ?s ?p ?o }")


def _vocabularies(http: Http, one: Service) -> object:
    return _anything(http, replace(one, url=one.at("sparql")))


def _label(http: Http, one: Service) -> object:
    from gate.references.http import NotHeld

    got = http.get_json(one.at("authorities", "subjects", "suggest2"), [("q", "Cats"), ("count", "1")], service=one)
    return Unavailable(one.name, Reason.MALFORMED, f"status {got.status}") if isinstance(got, NotHeld) else got


def _gnd(http: Http, one: Service) -> object:
    return http.search_json(one.at("search"), [("q", "gndIdentifier:118540238"), ("format", "json"), ("size", "1")], service=one)


def _cluster(http: Http, one: Service) -> object:
    return http.get_json(one.at("102333412"), service=one)


def _person(http: Http, one: Service) -> object:
    return http.get_json(one.at("0000-0002-1825-0097", "person"), service=one)


def _isni(http: Http, one: Service) -> object:
    params = [("operation", "searchRetrieve"), ("query", 'pica.isn="0000000121032683"'), ("recordSchema", "isni-b")]
    return http.search_xml(one.url, params, service=one, roots=("searchRetrieveResponse",))


def _suggestion(http: Http, one: Service) -> object:
    params = [("query", "cats"), ("query_index", "suggestall"), ("queryReturn", "idroot,auth"), ("suggest", "autoSubject")]
    return http.search_json(one.at("fastsuggest"), [*params, ("rows", "1")], service=one)


def _descriptor(http: Http, one: Service) -> object:
    params = [("label", "Cats"), ("match", "exact"), ("limit", "1")]
    return http.search_list(one.at("lookup", "descriptor"), params, service=one)


def _openalex(http: Http, one: Service) -> object:
    return http.get_json(one.at("works", f"doi:{_DOI}"), [("select", "id")], service=one)


def _manifest(http: Http, one: Service) -> object:
    return http.search_json(one.url, service=one)


def _explain(http: Http, one: Service) -> object:
    from gate.references.sru.response import ROOTS

    return http.search_xml(one.url, [("operation", "explain"), ("version", "1.1")], service=one, roots=ROOTS)


def _edition(http: Http, one: Service) -> object:
    return http.search_json(one.at("api", "books"), [("bibkeys", f"ISBN:{_ISBN}"), ("format", "json")], service=one)


def _volume(http: Http, one: Service) -> object:
    return http.search_json(one.at("volumes"), [("q", f"isbn:{_ISBN}"), ("maxResults", "1")], service=one)


_OF_PROTOCOL: dict[str, Question] = {"googlebooks": _volume, "openlibrary": _edition, "sru": _explain}
_QUESTIONS: dict[str, Question] = {
    "crossref": _work("works", _DOI),
    "datacite": _work("dois", _DATACITE_DOI),
    "dbpedia": _anything,
    "doi": _handle,
    "fast": _suggestion,
    "getty": _vocabularies,
    "gnd": _gnd,
    "isni": _isni,
    "locgov": _label,
    "mesh": _descriptor,
    "openalex": _openalex,
    "orcid": _person,
    "pubmed": _article,
    "viaf": _cluster,
    "wikidata": _item,
    "wikidata_scholarly": _anything,
    "wikidata_sparql": _anything,
}
