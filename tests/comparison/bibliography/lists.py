"""Bibliographies and reference lists for tests, and a source that knows who cites whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gate.comparison import compare_record
from gate.comparison.bibliography.links import Links
from gate.comparison.bibliography.works import Work
from gate.model import Answer, BibliographyProfile, Comparison, Edge, Entity, Evidence, Found, Graph, Measure, Silent, Unavailable
from tests.sources import MemorySource, sources
from tests.things import held, record, statement, work


@dataclass
class Library(MemorySource):
    """A source that has neighbourhoods: ``cites`` tells for an entity's id whom it cites, by node."""

    cites: Mapping[str, Sequence[str]] = field(default_factory=dict)
    offers: frozenset[str] = frozenset({"by_identifier", "search", "neighbourhood"})

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        self.asked.append(entity_id)
        if self.broken is not None:
            return Unavailable(self.name, self.broken, "out of order")
        evidence = Evidence(self.name, self.as_of)
        cited = self.cites.get(entity_id)
        if cited is None:
            return Silent(evidence)
        edges = {Edge(entity_id, "citations", node) for node in cited}
        edges |= {Edge(node, "citations", other) for node in cited for other in self.cites.get(node, ()) if other in cited}
        return Found(Graph(frozenset({entity_id, *cited}), frozenset(edges), {n: f"Label of {n}" for n in cited}), evidence)


def book(name: str, *creators: str, year: int | None = None, venue: str = "", **more: object) -> Work:
    """A work of a list, by its node."""
    named = tuple(statement("creators", c) for c in creators)
    return Work(name, f"Title of {name}", path=name, creators=named, year=year, venue=venue, **more)  # type: ignore[arg-type]


def links(*pairs: tuple[str, str], known: Sequence[str] = ()) -> Links:
    """Who cites whom; the citing ones are known."""
    return Links(frozenset(pairs), frozenset({a for a, _ in pairs} | set(known)))


#: six works that are cited, with authors, venues and years
CITED: tuple[dict[str, object], ...] = tuple(
    {"title": title, "creators": creators, "date": str(year), "container": venue, "doi": f"10.1234/{n}"}
    for n, (title, creators, year, venue) in enumerate(
        [
            ("Eel larvae in cold currents", ["Berg, Nils", "Holm, Karin"], 1998, "Journal of Northern Seas"),
            ("A census of shelf fish", ["Tanaka, Yuki"], 2004, "Journal of Northern Seas"),
            ("Salinity and the young eel", ["Okafor, Ada", "Berg, Nils"], 2007, "Marine Letters"),
            ("Tides that carry silver eels home", ["Moreau, Paul", "Holm, Karin"], 2009, "Marine Letters"),
            ("Counting fish by their echoes", ["Silva, Ines", "Tanaka, Yuki"], 1985, "Acoustics at Sea"),
            ("Nets and their losses in winter", ["Dahl, Jon", "Berg, Nils"], 1979, "Fisheries Abroad"),
        ]
    )
)
IDS = tuple(f"https://doi.org/10.1234/{n}" for n in range(len(CITED)))
OWN = "10.1234/jns.14.77"


def entities(cited: Sequence[dict[str, object]] = CITED) -> tuple[Entity, ...]:
    """The cited works as a source holds them; the ids are the IRIs of their DOIs."""
    return tuple(held(id=f"https://doi.org/{c['doi']}", kind="work", **c) for c in cited)


def true_work() -> Entity:
    """The work that cites them all."""
    return held("citations", **{**work(citations=list(CITED)), "id": OWN})


Given = Sequence[dict[str, object] | str]


def compared(cited: Given, library: MemorySource | None = None, **fields: object) -> Comparison:
    """The true work, citing ``cited``, beside a library that holds it and everything it cites."""
    library = library or Library("library", (true_work(), *entities()))
    return compare_record(record(**work(citations=list(cited), **fields)), sources(library))


def profiled(
    cited: Sequence[dict[str, object] | str], library: MemorySource | None = None, **fields: object
) -> BibliographyProfile:
    """Its citations as a whole."""
    profile = compared(cited, library, **fields).bibliography
    assert profile is not None
    return profile


def measure(profile: BibliographyProfile, name: str) -> Measure:
    """The measure called ``name``."""
    found = profile.get(name)
    assert found is not None
    return found
