"""Asking sources, with a record of who was asked and who answered."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar, cast

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
    Silent,
    Unavailable,
)
from gate.references.source import Source

T = TypeVar("T")
Question: TypeAlias = Identifier | Query | str
"""What is asked: the thing that an identifier denotes, a search, or the graph around an entity's id."""

BY_IDENTIFIER, BY_SEARCH, NEIGHBOURHOOD = "by_identifier", "search", "neighbourhood"

_RANK = {Consultation.NOT_ASKED: 0, Consultation.ANSWERED: 1, Consultation.UNREACHABLE: 3}
_WITHHELD_RANK = 2


class Inquiry:
    """One round of questions to the sources that know about a kind of thing.

    Each method asks the sources that offer the question one after the other, and gives the answers that found something as they
    come: whoever needs no more stops, and the rest are not asked. A question is put to a source once. What the others said is
    kept: ``exhausted()`` has the answers that would have held the thing, ``open`` says by source why its answer proves nothing,
    ``consulted()`` tells who was asked and who did not answer.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = tuple(sources)
        self.open: dict[str, str] = {}
        self._exhausted: dict[Question, list[Evidence]] = {}
        self._answers: dict[tuple[str, Question], object] = {}
        self._consulted: dict[str, Consulted] = {}

    def by_identifier(self, identifier: Identifier, but: Container[str] = ()) -> Iterator[tuple[Source, Found[Entity]]]:
        """Every source's entity for ``identifier``, without asking those named in ``but``, which have told it already."""
        able = [s for s in self.sources if BY_IDENTIFIER in s.offers and identifier.scheme in s.schemes]
        asked = [s for s in able if s.name not in but]
        return self._found(asked, identifier, lambda source: source.by_identifier(identifier))

    def search(
        self, query: Query, limit: int = 10, but: Container[str] = ()
    ) -> Iterator[tuple[Source, Found[tuple[Entity, ...]]]]:
        """Every source's candidates for ``query``, without asking those named in ``but``."""
        asked = [s for s in self.sources if BY_SEARCH in s.offers and s.name not in but]
        return self._found(asked, query, lambda source: source.search(query, limit))

    def neighbourhood(self, entity_id: str, of: Container[str]) -> Iterator[tuple[Source, Found[Graph]]]:
        """The graph around ``entity_id`` as the sources named in ``of`` hold it. The id is one that they know."""
        asked = [s for s in self.sources if NEIGHBOURHOOD in s.offers and s.name in of]
        return self._found(asked, entity_id, lambda source: source.neighbourhood(entity_id))

    def exhausted(self, question: Question) -> tuple[Evidence, ...]:
        """The answers to ``question`` that would have held the thing, from sources that may accuse."""
        return tuple(self._exhausted.get(question, ()))

    def was_asked(self, question: Question) -> bool:
        """Whether any source was asked this."""
        return any(asked == question for _, asked in self._answers)

    def why_unanswered(self, question: Question) -> str | None:
        """Why no source answered this, in words; None where one did, be it that it knows nothing."""
        why = []
        for (source, asked), answer in self._answers.items():
            if asked == question:
                if not isinstance(answer, Silent | Unavailable) or (isinstance(answer, Silent) and answer.asked):
                    return None
                why.append(f"{source}: {answer.detail}")
        return "; ".join(why)

    def nothing_known(self, question: Question) -> bool:
        """Whether sources were asked this, and each had nothing: no entity, and no reason why it has none."""
        answers = [answer for (_, asked), answer in self._answers.items() if asked == question]
        return bool(answers) and all(isinstance(a, Absent) or (isinstance(a, Silent) and not a.detail) for a in answers)

    def consulted(self) -> tuple[Consulted, ...]:
        """One line for every source, in the order of the sources."""
        nothing = Consultation.NOT_ASKED
        return tuple(self._consulted.get(s.name, Consulted(s.name, nothing, s.as_of)) for s in self.sources)

    @property
    def unanswered(self) -> tuple[Consulted, ...]:
        """The sources that did not answer, that are off, or that an offline run did not ask: what they hold is not known."""
        return tuple(c for c in self._consulted.values() if c.withheld or c.state is Consultation.UNREACHABLE)

    @property
    def unreachable(self) -> tuple[Consulted, ...]:
        """The sources that were asked and did not answer."""
        return tuple(c for c in self._consulted.values() if c.state is Consultation.UNREACHABLE)

    def _found(
        self, asked: Sequence[Source], question: Question, ask: Callable[[Source], Answer[T]]
    ) -> Iterator[tuple[Source, Found[T]]]:
        for source in asked:
            known = (source.name, question)
            if known not in self._answers:
                answer = ask(source)
                self._answers[known] = answer
                self._note(source, question, answer)
            found = cast("Answer[T]", self._answers[known])
            if isinstance(found, Found):
                yield source, found

    def _note(self, source: Source, question: Question, answer: Answer[T]) -> None:
        if isinstance(answer, Unavailable):
            said = f"{answer.reason}: {answer.detail}".rstrip(": ")
            line = Consulted(source.name, Consultation.UNREACHABLE, source.as_of, said)
        elif isinstance(answer, Silent) and not answer.asked:
            line = Consulted(source.name, Consultation.NOT_ASKED, source.as_of, answer.detail)
        else:
            detail = "" if isinstance(answer, Absent) else answer.detail
            line = Consulted(source.name, Consultation.ANSWERED, answer.evidence.as_of, detail)
            would_hold = isinstance(answer, Absent) or (isinstance(answer, Found) and answer.exhaustive)
            if would_hold and source.role is Role.REFERENCE:  # an oracle never accuses
                self._exhausted.setdefault(question, []).append(answer.evidence)
        if isinstance(answer, Found | Silent) and answer.detail:
            self.open[source.name] = answer.detail
        before = self._consulted.get(source.name)
        if before is None or _rank(line) > _rank(before):
            self._consulted[source.name] = line


def _rank(line: Consulted) -> int:
    """Which of two lines of one source is kept: the one with something unanswered."""
    return _WITHHELD_RANK if line.withheld else _RANK[line.state]


def merge_consulted(groups: Iterable[Iterable[Consulted]]) -> tuple[Consulted, ...]:
    """One line a source: unreachable in any round counts as unreachable, since something was not answered."""
    merged: dict[str, Consulted] = {}
    for group in groups:
        for line in group:
            before = merged.get(line.source)
            if before is None or _rank(line) > _rank(before):
                merged[line.source] = line
    return tuple(merged.values())
