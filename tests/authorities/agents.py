"""The services about agents together, over one set of facts: Wikidata, its query services, and DBpedia."""

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
from tests.authorities.dbpedia import dbpedia_authority
from tests.authorities.server import Authority
from tests.authorities.sparql import PATH
from tests.authorities.wikidata import Item, query_service, wikidata_routes

NAMES = ("wikidata", "dbpedia")


@dataclass(frozen=True, slots=True)
class Agents:
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


@contextlib.contextmanager
def agents(*items: Item, redirects: Mapping[str, str] | None = None, dbpedia: str = "") -> Iterator[Agents]:
    """Wikidata with these items (their statements at both query services), and DBpedia with these triples."""
    with contextlib.ExitStack() as stack:
        api = stack.enter_context(Authority(wikidata_routes(*items, redirects=redirects)))
        queries = stack.enter_context(query_service(*items))
        queries.routes["/"] = queries.routes[PATH]
        oracle = stack.enter_context(dbpedia_authority(dbpedia))
        yield Agents({"wikidata": api, "wikidata_sparql": queries, "wikidata_scholarly": queries, "dbpedia": oracle})
