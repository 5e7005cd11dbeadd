"""A source held in memory, which can be complete, merely silent, or out of order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from gate.comparison.anchor import own_identifiers
from gate.model import (
    EMPTY_GRAPH,
    Absent,
    Answer,
    Entity,
    Evidence,
    Found,
    Graph,
    Identifier,
    Kind,
    Query,
    Reason,
    Role,
    Silent,
    Statement,
    Unavailable,
)
from gate.normalise.text import tokens
from gate.references.sources import Sources

T = TypeVar("T")
SCHEMES = frozenset({"doi", "pmid", "arxiv", "isbn", "wikidata", "viaf", "iri", "orcid"})
DAY = "2026-11-30"


@dataclass
class MemorySource:
    """Entities by name and identifier. ``complete``: what it does not hold is Absent. ``broken``: it never answers."""

    name: str
    entities: tuple[Entity, ...]
    kinds: frozenset[Kind] = frozenset(Kind)
    role: Role = Role.REFERENCE
    complete: bool = False
    broken: Reason | None = None
    as_of: str = DAY
    offers: frozenset[str] = frozenset({"by_identifier", "search"})
    schemes: frozenset[str] = SCHEMES
    asked: list[str] = field(default_factory=list)

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        return self._answer(lambda e: any(i == identifier for _, i in own_identifiers(e.statements)), lambda found: found[0])

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        words = set(tokens(query.label or query.raw))
        return self._answer(lambda e: bool(words & set(tokens(e.label))), lambda found: tuple(found[:limit]))

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        return self._answer(lambda e: e.id == entity_id, lambda _: EMPTY_GRAPH)

    def _answer(self, wanted: Callable[[Entity], bool], value: Callable[[list[Entity]], T]) -> Answer[T]:
        if self.broken is not None:
            return Unavailable(self.name, self.broken, "out of order")
        evidence = Evidence(self.name, self.as_of)
        found = [e for e in self.entities if wanted(e)]
        if found:
            return Found(value(found), evidence, self.complete)
        return Absent(evidence) if self.complete else Silent(evidence)


def sources(*held: MemorySource) -> Sources:
    """Sources of a run."""
    return Sources(held)


def entity(kind: Kind, id_: str, label: str, statements: Iterable[Statement], **more: object) -> Entity:
    """An entity."""
    return Entity(id_, kind, label, tuple(statements), **more)  # type: ignore[arg-type]
