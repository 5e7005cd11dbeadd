"""Which names are one: authors by family name and first initial, venues by the matching of containers.

Names are made one over both sides together, so that the bibliography and the reference list count the same authors and venues.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from gate.comparison.bibliography.works import Work
from gate.comparison.matching import containers
from gate.model import Statement
from gate.normalise import names, text

_Name = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Named:
    """For each work, by node, the keys of the names it bears; and a readable label for each key."""

    keys: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, str]

    def counts(self) -> Counter[str]:
        """How many works bear each name."""
        return Counter(chain.from_iterable(map(set, self.keys.values())))

    @property
    def works(self) -> int:
        """How many works bear a name at all."""
        return sum(1 for keys in self.keys.values() if keys)


def authors(given: Sequence[Work], listed: Sequence[Work]) -> tuple[Named, Named]:
    """The creators of the works of both sides.

    Two names are one author when their family names and their first initials are the same: that is right for 97 % of authors
    (Milojević 2013, "Accuracy of simple, initials-based methods for author name disambiguation"). A family name alone is taken
    for the one author that bears it, where there is but one. A body is known by its whole name.
    """
    read = [{w.node: [(s, n) for s in w.creators if (n := _author(s))] for w in side} for side in (given, listed)]
    initials: defaultdict[str, set[str]] = defaultdict(set)
    shown: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for by_work in read:
        for creators in by_work.values():
            for _, (family, initial) in creators:
                initials[family].add(initial)
    for by_work in read:
        for creators in by_work.values():
            for statement, name in creators:
                shown[_author_key(name, initials)][text.clean(statement.value)] += 1
    labels = {key: _best(found) for key, found in shown.items()}
    mine, theirs = (
        {node: tuple(dict.fromkeys(_author_key(name, initials) for _, name in creators)) for node, creators in by_work.items()}
        for by_work in read
    )
    return Named(mine, labels), Named(theirs, labels)


def _author(statement: Statement) -> _Name | None:
    name = names.parse(statement.value, statement.part("family"), statement.part("given"))
    if not name.family:
        return None
    return " ".join(name.family), "" if name.corporate else name.initials[:1]


def _author_key(name: _Name, initials: Mapping[str, set[str]]) -> str:
    family, initial = name
    others = initials[family] - {""}
    if not initial and len(others) == 1:
        initial = next(iter(others))
    return f"{family}, {initial}" if initial else family


def venues(given: Sequence[Work], listed: Sequence[Work]) -> tuple[Named, Named]:
    """The journals, proceedings and books in which the works of both sides stand; an abbreviation is the name it shortens.

    The matching of containers says which names are one. They are compared where they begin with the same letter, for ISO 4
    shortens a word at its end or in its middle.
    """
    spelt: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for work in (*given, *listed):
        if key := text.key(work.venue):
            spelt[key][text.clean(work.venue)] += 1
    one = _joined(spelt)
    shown: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for key, found in spelt.items():
        shown[one[key]].update(found)
    labels = {key: _best(found) for key, found in shown.items()}
    mine, theirs = ({w.node: (one[key],) if (key := text.key(w.venue)) else () for w in side} for side in (given, listed))
    return Named(mine, labels), Named(theirs, labels)


def _joined(spelt: Mapping[str, Counter[str]]) -> dict[str, str]:
    """For each key the first key, in the alphabet, of those that are the same venue."""
    first = {key: key for key in spelt}
    best = {key: _best(found) for key, found in spelt.items()}

    def root(key: str) -> str:
        while first[key] != key:
            key = first[key]
        return key

    by_letter: defaultdict[str, list[str]] = defaultdict(list)
    for key in sorted(spelt):
        by_letter[key[0]].append(key)
    for keys in by_letter.values():
        for place, one in enumerate(keys):
            for other in keys[place + 1 :]:
                mine, theirs = root(one), root(other)
                if mine != theirs and containers.compare(best[one], best[other]).same:
                    first[max(mine, theirs)] = min(mine, theirs)
    return {key: root(key) for key in spelt}


def _best(found: Mapping[str, int]) -> str:
    """The most frequent spelling; of equally frequent ones the longest, then the first in the alphabet."""
    return min(found, key=lambda value: (-found[value], -len(value), value))
