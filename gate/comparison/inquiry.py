"""Asking sources, with a record of who was asked and who answered."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TypeVar

from gate.model import (
    Absent,
    Answer,
    Consultation,
    Consulted,
    Entity,
    Evidence,
    Found,
    Graph,
    Identifier,
    Query,
    Role,
    Unavailable,
)
from gate.references.source import Source

T = TypeVar("T")

BY_IDENTIFIER, BY_SEARCH, NEIGHBOURHOOD = "by_identifier", "search", "neighbourhood"

_WORSE = {Consultation.NOT_ASKED: 0, Consultation.ANSWERED: 1, Consultation.UNREACHABLE: 2}


class Inquiry:
    """One round of questions to the sources that know about a kind of thing.

    Each method asks every source that offers the question and returns the answers that found something. What the others said is
    kept: ``exhausted`` lists by route the answers that would have held the thing, ``consulted()`` tells who was asked and who did
    not answer.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = tuple(sources)
        self.exhausted: dict[str, list[Evidence]] = {BY_IDENTIFIER: [], BY_SEARCH: [], NEIGHBOURHOOD: []}
        self._consulted: dict[str, Consulted] = {}

    def by_identifier(self, identifier: Identifier) -> list[tuple[Source, Found[Entity]]]:
        """Every source's entity for ``identifier``."""
        asked = [s for s in self.sources if BY_IDENTIFIER in s.offers and identifier.scheme in s.schemes]
        answers = [(s, self._note(s, s.by_identifier(identifier), BY_IDENTIFIER)) for s in asked]
        return [(s, a) for s, a in answers if isinstance(a, Found)]

    def search(self, query: Query, limit: int = 10) -> list[tuple[Source, Found[tuple[Entity, ...]]]]:
        """Every source's candidates for ``query``."""
        asked = [s for s in self.sources if BY_SEARCH in s.offers]
        answers = [(s, self._note(s, s.search(query, limit), BY_SEARCH)) for s in asked]
        return [(s, a) for s, a in answers if isinstance(a, Found)]

    def neighbourhood(self, entity_id: str, of: Container[str]) -> list[tuple[Source, Found[Graph]]]:
        """The graph around ``entity_id`` as the sources named in ``of`` hold it. The id is one that they know."""
        asked = [s for s in self.sources if NEIGHBOURHOOD in s.offers and s.name in of]
        answers = [(s, self._note(s, s.neighbourhood(entity_id), NEIGHBOURHOOD)) for s in asked]
        return [(s, a) for s, a in answers if isinstance(a, Found)]

    def consulted(self) -> tuple[Consulted, ...]:
        """One line for every source, in the order of the sources."""
        nothing = Consultation.NOT_ASKED
        return tuple(self._consulted.get(s.name, Consulted(s.name, nothing, s.as_of)) for s in self.sources)

    @property
    def unreachable(self) -> tuple[Consulted, ...]:
        """The sources that were asked and did not answer."""
        return tuple(c for c in self._consulted.values() if c.state is Consultation.UNREACHABLE)

    def _note(self, source: Source, answer: Answer[T], route: str) -> Answer[T]:
        if isinstance(answer, Unavailable):
            line = Consulted(
                source.name, Consultation.UNREACHABLE, source.as_of, f"{answer.reason}: {answer.detail}".rstrip(": ")
            )
        else:
            line = Consulted(source.name, Consultation.ANSWERED, answer.evidence.as_of)
            would_hold = isinstance(answer, Absent) or (isinstance(answer, Found) and answer.exhaustive)
            if would_hold and source.role is Role.REFERENCE:  # an oracle never accuses
                self.exhausted[route].append(answer.evidence)
        before = self._consulted.get(source.name)
        if before is None or _WORSE[line.state] > _WORSE[before.state]:
            self._consulted[source.name] = line
        return answer


def merge_consulted(groups: Iterable[Iterable[Consulted]]) -> tuple[Consulted, ...]:
    """One line a source: unreachable in any round counts as unreachable, since something was not answered."""
    merged: dict[str, Consulted] = {}
    for group in groups:
        for line in group:
            before = merged.get(line.source)
            if before is None or _WORSE[line.state] > _WORSE[before.state]:
                merged[line.source] = line
    return tuple(merged.values())
