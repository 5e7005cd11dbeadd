"""The reference list of the work a record is about, as its sources hold it: the first place to look for a citation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from gate.comparison.anchor import own_identifiers
from gate.model import Candidate, Entity, Evidence, Identifier, Kind, Statement
from gate.normalise.text import tokens
from gate.records.claims import node_id

#: How many entries of the list are compared in full with one citation.
SHORTLIST = 5
_TELLING = frozenset({"title", "creators", "container", "citations", "date", "volume", "pages"})


@dataclass(frozen=True, slots=True)
class Listed:
    """One entry of the reference list, as an entity, with the node it is in the reference graph."""

    entity: Entity
    statement: Statement
    evidence: Evidence
    node: str


class ReferenceList:
    """The entries of one or more sources' reference lists for the same work, indexed by identifier and by word."""

    def __init__(self, same: Sequence[Candidate]) -> None:
        holders = [c for c in same if c.entity.all("citations")]
        # one source's list is the reference; lists of two sources would count each omission twice
        self.entries = tuple(_entries(holders[0])) if holders else ()
        self.closed = bool(holders) and "citations" in holders[0].entity.complete_for
        self._by_identifier: dict[Identifier, list[int]] = {}
        for number, entry in enumerate(self.entries):
            for _, identifier in own_identifiers(entry.entity.statements):
                self._by_identifier.setdefault(identifier, []).append(number)

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        """Needed only where a citation is not settled by an identifier that it shares with an entry."""
        found: dict[str, list[int]] = {}
        for number, entry in enumerate(self.entries):
            for word in _words((entry.statement, *entry.statement.parts)):
                found.setdefault(word, []).append(number)
        return found

    def candidates(self, citation: Statement) -> Iterator[Listed]:
        """The entries most like ``citation``, best first: those that share an identifier, then those that share most words."""
        shared = dict.fromkeys(n for _, i in own_identifiers(citation.parts) for n in self._by_identifier.get(i, ()))
        for number in shared:
            yield self.entries[number]
        shared_words = _words((citation, *citation.parts))
        counts = Counter(chain.from_iterable(self._by_word[word] for word in shared_words if word in self._by_word))
        for number, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:SHORTLIST]:
            if number not in shared:
                yield self.entries[number]


def _entries(holder: Candidate) -> Iterable[Listed]:
    for statement in holder.entity.all("citations"):
        node = node_id("citations", statement)
        entity = Entity(node, Kind.WORK, statement.part("title") or statement.value, statement.parts)
        yield Listed(entity, statement, holder.evidence, node)


def _words(statements: Iterable[Statement]) -> set[str]:
    """The words that tell one entry from another: of titles, names, containers, years and whole strings."""
    return set().union(*(tokens(s.value) for s in statements if s.property in _TELLING))
