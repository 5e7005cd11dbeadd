"""The services about works together, over one set of facts: Crossref, DataCite, doi.org and PubMed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from gate.references.http import Http
from gate.references.live import live_sources
from gate.references.sources import Sources
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities.crossref import Item, crossref_routes
from tests.authorities.datacite import datacite_routes
from tests.authorities.doi import doi_routes
from tests.authorities.pubmed import Article, pubmed_routes
from tests.authorities.server import Authority

NAMES = ("crossref", "datacite", "doi", "pubmed")
AGENCIES = {"10.1234": "Crossref", "10.5281": "DataCite", "10.48550": "DataCite", "10.11367": "JaLC"}


@dataclass(frozen=True, slots=True)
class Library:
    """The services of a test, by the name of their source."""

    services: Mapping[str, Authority]

    def settings(self, folder: Path, **more: object) -> Settings:
        """Settings under which the live sources are these services, and their pace is no hindrance."""
        sources = tuple(SourceSettings(name, one.url, 1000.0, 32) for name, one in self.services.items())
        return replace(Settings(cache_folder=str(folder), sources=sources), **more)  # type: ignore[arg-type]

    @contextlib.contextmanager
    def sources(self, folder: Path, *names: str, **more: object) -> Iterator[Sources]:
        """The live sources of a run: those called ``names``, or all of them."""
        settings = self.settings(folder, **more)
        with Http(settings) as http:
            yield Sources(live_sources(http, settings, names or NAMES), http)

    def recover(self) -> None:
        """End every fault."""
        for one in self.services.values():
            one.recover()

    @property
    def asked(self) -> int:
        """How many requests came, to all of them."""
        return sum(len(one.asked) for one in self.services.values())


@contextlib.contextmanager
def library(
    crossref: tuple[Item, ...] = (),
    datacite: tuple[Item, ...] = (),
    pubmed: tuple[Article, ...] = (),
    *,
    elsewhere: tuple[str, ...] = (),
    agencies: Mapping[str, str] = AGENCIES,
    delay: float = 0.0,
) -> Iterator[Library]:
    """Services that hold these works. Their DOIs exist, and those ``elsewhere``, which no service here describes."""
    dois = (*(str(one["DOI"]) for one in crossref), *(str(one["doi"]) for one in datacite), *elsewhere)
    routes = {
        "crossref": crossref_routes(*crossref),
        "datacite": datacite_routes(*datacite),
        "doi": doi_routes(dois, agencies),
        "pubmed": pubmed_routes(*pubmed),
    }
    with contextlib.ExitStack() as stack:
        yield Library({name: stack.enter_context(Authority(routes[name], delay=delay)) for name in NAMES})
