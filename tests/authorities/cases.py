"""What the contract suite of the live sources needs of each: a service with facts, and questions to which the answers are known.

A source that is added to :data:`gate.references.live.LIVE` gets its :class:`Case` here, and with it every test of
``tests/references/test_live_contract.py``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from gate.model import Answer, Entity, Found, Graph, Identifier, Kind, Query, Silent
from gate.references.http import Http
from gate.references.http.clock import Clock
from gate.references.live import live_sources
from gate.references.source import Source
from gate.settings import Settings
from gate.source_settings import LIVE_SOURCES, SourceSettings
from tests.authorities.agents import agents
from tests.authorities.books import Book, googlebooks_routes, openlibrary_routes
from tests.authorities.crossref import item
from tests.authorities.datacite import dataset
from tests.authorities.headings import (
    GETTY_TRIPLES,
    MESH_TRIPLES,
    GndEntity,
    LocHeading,
    fast_routes,
    gnd_routes,
    isni_routes,
    loc_routes,
    orcid_routes,
    viaf_routes,
)
from tests.authorities.library import library
from tests.authorities.openalex import openalex_routes, openalex_work
from tests.authorities.pubmed import Article
from tests.authorities.reconciliation import Thing, manifest, reconciliation_routes
from tests.authorities.server import Authority, Route
from tests.authorities.sparql import PATH, getty_authority, sparql_authority
from tests.authorities.sru import Catalogue, book, sru_routes
from tests.authorities.wikidata import human, time

Ask: TypeAlias = Callable[[Source], Answer[Entity] | Answer[tuple[Entity, ...]] | Answer[Graph]]


@dataclass(frozen=True, slots=True)
class Case:
    """One live source.

    ``serve``   the services of the test, by source name; the source's own is among them
    ``held``    by the name of the route, a question whose answer is of type ``gives``
    ``absent``  questions whose answer is Absent; none where the source denies nothing
    ``silent``  questions whose answer is Silent, after asking
    ``parts``   the paths of the service that a route needs, where it needs several: a fault on any of them is Unavailable
    ``pages``   where an evidence's URL leads, where that is not the service itself
    """

    name: str
    serve: Callable[[], contextlib.AbstractContextManager[Mapping[str, Authority]]]
    held: Mapping[str, Ask]
    absent: Mapping[str, Ask] = field(default_factory=dict)
    silent: Mapping[str, Ask] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gives: type[Found[object]] | type[Silent] = Found
    pages: tuple[str, ...] = ()

    @contextlib.contextmanager
    def opened(
        self,
        services: Mapping[str, Authority],
        folder: Path,
        *,
        clock: Clock | None = None,
        record: Path | None = None,
        replay: Path | None = None,
        offline: bool = False,
        settings: Mapping[str, object] | None = None,
    ) -> Iterator[Source]:
        """The source, over these services, a cache in ``folder``, and these ``settings`` where they are not the defaults."""
        chosen = settings_of(services, folder, settings)
        with Http(chosen, clock=clock, record=record, replay=replay, offline=offline) as http:
            (source,) = live_sources(http, chosen, (self.name,))
            yield source


def settings_of(services: Mapping[str, Authority], folder: Path, more: Mapping[str, object] | None = None) -> Settings:
    """Settings under which these are the services, and their pace is no hindrance."""
    sources = tuple(
        SourceSettings(name, one.url, 1000.0, 32, protocol="" if name in LIVE_SOURCES else name.partition("-")[0])
        for name, one in services.items()
    )
    return replace(Settings(cache_folder=str(folder), sources=sources), **(more or {}))  # type: ignore[arg-type]


EEL, LIGHT = "Eel larvae in cold currents", "Lighthouse keeping for beginners"
SEAS = "Journal of Northern Seas"
_CROSSREF = (
    item("10.1234/eel.1998", EEL, "Berg, Nils", year=1998),
    item(
        "10.1234/light",
        LIGHT,
        "Hansen, Ole",
        year=1990,
        reference=[{"key": "1", "DOI": "10.1234/eel.1998"}],
        **{"reference-count": 1},
    ),
)
_DATACITE = (dataset("10.5281/zenodo.77", EEL, "Berg, Nils"),)
_PUBMED = (Article("9731", EEL, ("Berg, Nils",), 1998, doi="10.1234/eel.1998"),)


@contextlib.contextmanager
def _works() -> Iterator[Mapping[str, Authority]]:
    with library(_CROSSREF, _DATACITE, _PUBMED, elsewhere=("10.11367/jalc.1",)) as held:
        yield held.services


_BERTA = (
    human("Q100", "Berta Busy", P569=time("1844-10-15"), P737=["Q101", "Q102"], P214="12345"),
    human("Q101", "Ada Able", P737="Q102"),
    human("Q102", "Carl Calm"),
)
_TRIPLES = """
dbr:Berta_Busy a dbo:Person ; rdfs:label "Berta Busy"@en ; dbo:birthDate "1844-10-15"^^xsd:date ; owl:sameAs wd:Q100 .
dbr:Unrelated a dbo:Person ; rdfs:label "Unrelated"@en .
"""


@contextlib.contextmanager
def _agents() -> Iterator[Mapping[str, Authority]]:
    with agents(*_BERTA, dbpedia=_TRIPLES) as held:
        yield held.services


@contextlib.contextmanager
def _openalex() -> Iterator[Mapping[str, Authority]]:
    cited = openalex_work(2, LIGHT, "Ole Hansen", doi="10.1234/light")
    with Authority(openalex_routes(openalex_work(1, EEL, "Nils Berg", doi="10.1234/eel.1998", cites=[2]), cited)) as it:
        yield {"openalex": it}


def _reconciling(name: str, version: str) -> Callable[[], contextlib.AbstractContextManager[Mapping[str, Authority]]]:
    @contextlib.contextmanager
    def serve() -> Iterator[Mapping[str, Authority]]:
        thing = Thing("118587943", "Busy, Berta", {"dateOfBirth": [{"str": "1844-10-15"}]})
        with Authority(reconciliation_routes(manifest(version), thing)) as it:
            yield {name: it}

    return serve


_LOC = (
    LocHeading(
        "sh85041244", "Eels", variants=["Anguilla"], broader={"http://id.loc.gov/authorities/subjects/sh85048637": "Fishes"}
    ),
    LocHeading("n79000001", "Busy, Berta, 1844-1900", "names", "PersonalName", ["Busy, B."], born="1844-10-15"),
    LocHeading("sh85000002", "Eel-fares", instead=["http://id.loc.gov/authorities/subjects/sh85041244"]),
)


_GND = (GndEntity("4001234-5", "Aal", variants=["Aale"], old=["4999999-9"]), GndEntity("118540238", "Busy, Berta", ("Person",)))


def _one(name: str, routes: dict[str, Route]) -> Callable[[], contextlib.AbstractContextManager[Mapping[str, Authority]]]:
    """A service that stands alone."""

    @contextlib.contextmanager
    def serve() -> Iterator[Mapping[str, Authority]]:
        with Authority(routes) as it:
            yield {name: it}

    return serve


_HARBOURS = book("b1", "Harbours of the quiet coast : a guide", "Hansen, Ole", 1990, "9780306406157")


def _catalogue(name: str, manners: Catalogue) -> Callable[[], contextlib.AbstractContextManager[Mapping[str, Authority]]]:
    @contextlib.contextmanager
    def serve() -> Iterator[Mapping[str, Authority]]:
        with Authority(sru_routes(_HARBOURS, manners=manners)) as it:
            yield {name: it}

    return serve


def _books(
    name: str, routes: Callable[[Book], dict[str, Route]]
) -> Callable[[], contextlib.AbstractContextManager[Mapping[str, Authority]]]:
    @contextlib.contextmanager
    def serve() -> Iterator[Mapping[str, Authority]]:
        with Authority(routes(Book("OL1", "Harbours of the quiet coast", "Ole Hansen", "1990", "9780306406157"))) as it:
            yield {name: it}

    return serve


def titled(title: str) -> Ask:
    """The question for a book."""
    return lambda source: source.search(Query(Kind.WORK, title, ("Hansen, Ole",), 1990, type="book"))


def _sparql(name: str, turtle: str, *at: str) -> Callable[[], contextlib.AbstractContextManager[Mapping[str, Authority]]]:
    """An endpoint over ``turtle``, which also answers at the paths ``at``."""

    @contextlib.contextmanager
    def serve() -> Iterator[Mapping[str, Authority]]:
        with sparql_authority(turtle) as it:
            it.routes |= dict.fromkeys(at, it.routes[PATH])
            yield {name: it}

    return serve


@contextlib.contextmanager
def _getty() -> Iterator[Mapping[str, Authority]]:
    with getty_authority(GETTY_TRIPLES) as it:
        yield {"getty": it}


def by(scheme: str, value: str) -> Ask:
    """The question for an identifier."""
    return lambda source: source.by_identifier(Identifier(scheme, value))


def searching(
    title: str, *, type: str = "article-journal", names: tuple[str, ...] = ("Berg, N.",), year: int | None = 1998
) -> Ask:
    """The question for a work in the journal of these tests."""
    return lambda source: source.search(Query(Kind.WORK, title, names, year, SEAS, type=type))


def named(name: str) -> Ask:
    """The question for an agent."""
    return lambda source: source.search(Query(Kind.AGENT, name, (name,), 1844))


def around(entity_id: str) -> Ask:
    """The question for a neighbourhood."""
    return lambda source: source.neighbourhood(entity_id)


INVENTED = "Imaginary tides of the inland sea"

CASES: dict[str, Case] = {
    case.name: case
    for case in (
        Case(
            "crossref",
            _works,
            {
                "by_identifier": by("doi", "10.1234/eel.1998"),
                "search": searching(EEL),
                "neighbourhood": around("https://doi.org/10.1234/light"),
            },
            {"by_identifier": by("doi", "10.1234/invented"), "search": searching("Zzyzx qwrtp vbnml")},
            {
                "another agency's": by("doi", "10.11367/jalc.1"),
                "no agency's": by("doi", "10.99999/invented"),
                "no such book": searching("Zzyzx qwrtp vbnml", type="book"),
                "no references": around("https://doi.org/10.1234/eel.1998"),
            },
            {"neighbourhood": ("/works/*", "/works")},
        ),
        Case(
            "datacite",
            _works,
            {"by_identifier": by("doi", "10.5281/zenodo.77"), "search": searching(EEL)},
            {"by_identifier": by("doi", "10.5281/zenodo.1"), "arXiv": by("arxiv", "2301.00001")},
            {"search": searching(INVENTED)},
        ),
        Case(
            "doi",
            _works,
            {"by_identifier": by("doi", "10.1234/eel.1998")},
            {
                "Crossref's": by("doi", "10.1234/invented"),
                "another agency's": by("doi", "10.11367/invented"),
                "no agency's": by("doi", "10.99999/invented"),
            },
            {"another agency's": by("doi", "10.11367/jalc.1")},
            gives=Silent,
        ),
        Case(
            "pubmed",
            _works,
            {"PMID": by("pmid", "9731"), "DOI": by("doi", "10.1234/eel.1998"), "search": searching(EEL)},
            {"PMID": by("pmid", "99999999")},
            {"DOI": by("doi", "10.1234/invented"), "search": searching(INVENTED)},
            {"DOI": ("/esearch.fcgi", "/efetch.fcgi"), "search": ("/esearch.fcgi", "/efetch.fcgi")},
        ),
        Case(
            "wikidata",
            _agents,
            {
                "by_identifier": by("wikidata", "Q100"),
                "VIAF": by("viaf", "12345"),
                "search": named("Busy, Berta"),
                "neighbourhood": around("http://www.wikidata.org/entity/Q100"),
            },
            {"by_identifier": by("wikidata", "Q404"), "neighbourhood": around("http://www.wikidata.org/entity/Q404")},
            {"VIAF": by("viaf", "404"), "search": named("Nobody Atall"), "no one": around("http://www.wikidata.org/entity/Q102")},
        ),
        Case(
            "dbpedia",
            _agents,
            {"by_identifier": by("wikidata", "Q100"), "search": named("Busy, Berta")},
            {},
            {"by_identifier": by("wikidata", "Q404"), "search": named("Nobody Atall")},
            pages=("https://dbpedia.org/page/",),
        ),
        Case(
            "openalex",
            _openalex,
            {
                "by_identifier": by("doi", "10.1234/eel.1998"),
                "search": searching(EEL),
                "neighbourhood": around("https://openalex.org/W1"),
            },
            {},
            {
                "by_identifier": by("doi", "10.1234/invented"),
                "search": searching(INVENTED),
                "no references": around("https://doi.org/10.1234/light"),
            },
            {"neighbourhood": ("/works/*", "/works")},
            pages=("https://openalex.org/W",),
        ),
        Case(
            "locgov",
            _one("locgov", loc_routes(*_LOC)),
            {"by_identifier": by("lccn", "sh85041244")},
            {"by_identifier": by("lccn", "sh85999999")},
            {},
            pages=("https://id.loc.gov/authorities/",),
        ),
        Case(
            "gnd",
            _one("gnd", gnd_routes(*_GND)),
            {"by_identifier": by("gnd", "4001234-5"), "merged": by("gnd", "4999999-9")},
            {},
            {"by_identifier": by("gnd", "4000404-4")},
            {"merged": ("/4999999-9.json", "/search")},
            pages=("https://d-nb.info/gnd/",),
        ),
        Case(
            "viaf",
            _one("viaf", viaf_routes(("102333412", "Busy, Berta, 1844-1900", "1844-10-15"), moved={"99": "102333412"})),
            {"by_identifier": by("viaf", "102333412"), "merged": by("viaf", "99")},
            {"by_identifier": by("viaf", "404")},
            {},
            {"merged": ("/99", "/102333412")},
            pages=("http://viaf.org/viaf/",),
        ),
        Case(
            "orcid",
            _one("orcid", orcid_routes(("0000-0002-1825-0097", "Busy", "Berta"))),
            {"by_identifier": by("orcid", "0000-0002-1825-0097")},
            {"by_identifier": by("orcid", "0000-0001-5109-3700")},
        ),
        Case(
            "isni",
            _one("isni", isni_routes(("0000000121032683", "Busy", "Berta"))),
            {"by_identifier": by("isni", "0000000121032683")},
            {},
            {"by_identifier": by("isni", "0000000122828149")},
        ),
        Case(
            "fast",
            _one("fast", fast_routes(("1136458", "Eels", "Topical"))),
            {"by_identifier": by("fast", "1136458")},
            {},
            {"by_identifier": by("fast", "404")},
            pages=("http://id.worldcat.org/fast/",),
        ),
        Case(
            "mesh",
            _sparql("mesh", MESH_TRIPLES),
            {"by_identifier": by("mesh", "D004539")},
            {},
            {"by_identifier": by("mesh", "D000404")},
            pages=("http://id.nlm.nih.gov/mesh/",),
        ),
        Case(
            "getty",
            _getty,
            {"by_identifier": by("iri", "http://vocab.getty.edu/aat/1")},
            {},
            {"by_identifier": by("iri", "https://vocab.getty.edu/page/aat/404")},
            pages=("https://vocab.getty.edu/",),
        ),
        Case(
            "reconciliation-0.2",
            _reconciling("reconciliation-0.2", "0.2"),
            {"search": named("Busy, Berta")},
            {},
            {"search": named("Nobody Atall")},
            pages=("https://lobid.org/gnd/",),
        ),
        Case(
            "reconciliation-1.0",
            _reconciling("reconciliation-1.0", "1.0-draft"),
            {"search": named("Busy, Berta")},
            {},
            {"search": named("Nobody Atall")},
            {"search": ("/", "/match", "/extend")},
            pages=("https://lobid.org/gnd/",),
        ),
        *(
            Case(
                name,
                _catalogue(name, manners),
                {"isbn": by("isbn", "9780306406157"), "search": titled("Harbours of the quiet coast")},
                {},
                {"isbn": by("isbn", "9783161484100"), "search": titled("Harbours of a noisy coast")},
            )
            for name, manners in (("sru-2.0", Catalogue(versions=("2.0", "1.1"))),)
        ),
        *(
            Case(
                name,
                _books(name, routes),
                {"isbn": by("isbn", "9780306406157"), "search": titled("Harbours of the quiet coast")},
                {},
                {"isbn": by("isbn", "9783161484100"), "search": titled("Harbours of a noisy coast")},
                pages=(page,),
            )
            for name, routes, page in (
                ("openlibrary", openlibrary_routes, "https://openlibrary.org"),
                ("googlebooks", googlebooks_routes, "https://books.google.com"),
            )
        ),
    )
}
