"""The services that builds ask, over the test's own facts, and the environment that points a process to them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities import PATH, Authority
from tests.authorities.wikidata import Item, human, item, query_service, time, wikidata_routes

PHILOSOPHER, PAINTER, CITY = "Q4964182", "Q1028181", "Q64"


def philosophers(number: int, first: int = 1600) -> list[Item]:
    """Philosophers, one born in each year; a painter and an undated one that are not to be found, and what their values are."""
    found = [
        human(
            f"Q{1000 + n}",
            f"Thinker {n}",
            P106=PHILOSOPHER,
            P569=time(f"{first + n}-05-01"),
            P19=CITY,
            P737=f"Q{1000 + (n * 7) % number}",
        )
        for n in range(number)
    ]
    others = [
        human("Q1", "A painter", P106=PAINTER, P569=time(str(first))),
        human("Q2", "Nobody knows when", P106=PHILOSOPHER),
        item(PHILOSOPHER, "philosopher"),
        item(CITY, "Berlin"),
    ]
    return [*found, *others]


@dataclass(frozen=True, slots=True)
class Wikidata:
    api: Authority
    query: Authority

    def settings(self, folder: Path, **more: object) -> Settings:
        sources = (
            SourceSettings("wikidata", self.api.url, 1000.0, 8),
            SourceSettings("wikidata_sparql", self.query.url + PATH, 1000.0, 8),
        )
        return Settings(cache_folder=str(folder), sources=sources, **more)  # type: ignore[arg-type]

    def environment(self, folder: Path) -> dict[str, str]:
        return {
            "GATE_CACHE_FOLDER": str(folder),
            "GATE_WIKIDATA_URL": self.api.url,
            "GATE_WIKIDATA_RATE": "1000",
            "GATE_WIKIDATA_SPARQL_URL": self.query.url + PATH,
            "GATE_WIKIDATA_SPARQL_RATE": "1000",
            # a process that is killed holds its place for as long as its question might take: leave some free
            "GATE_WIKIDATA_CONCURRENCY": "8",
            "GATE_WIKIDATA_SPARQL_CONCURRENCY": "8",
        }

    @property
    def questions(self) -> list[str]:
        """Every question that was asked, in words that tell two apart."""
        return [
            repr((one.path, sorted(one.query.items()), one.body))
            for authority in (self.api, self.query)
            for one in authority.asked
        ]


@contextlib.contextmanager
def wikidata(items: Sequence[Item], delay: float = 0.0) -> Iterator[Wikidata]:
    with Authority(wikidata_routes(*items), delay=delay) as api, query_service(*items) as query:
        query.delay = delay
        yield Wikidata(api, query)
