"""Lists of names, matched one to one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from gate.comparison.matching import names
from gate.model import Agreement, Statement

NAMED_TWICE = "named twice"
#: Beyond this many comparisons of leftover names, only names near the same place in the list are tried.
_MOST_PAIRS = 10_000
_NEARBY = 3


@dataclass(frozen=True, slots=True)
class ListAgreement:
    """A list of names beside the one held.

    ``partners``         for each given name, the index of its partner among the held names, or ``None``
    ``levels``           for each given name, the level of agreement with its partner, or with the nearest name
    ``details``          for each given name, what differs; empty where it agrees
    ``unknown``          indexes of given names that could not be compared (other script, nothing to compare)
    ``missing``          indexes of held names that no given name stands for
    ``order_preserved``  whether the partners stand in the order of the source
    ``first_same``       whether the first given name is the first one held; ``None`` when that cannot be told
    ``et_al``            the given list says that there are more names
    """

    partners: tuple[int | None, ...]
    levels: tuple[str, ...]
    details: tuple[str, ...]
    unknown: frozenset[int]
    missing: tuple[int, ...]
    order_preserved: bool
    first_same: bool | None
    et_al: bool

    @property
    def matched(self) -> int:
        """How many given names have a partner."""
        return sum(p is not None for p in self.partners)

    @property
    def extra(self) -> tuple[int, ...]:
        """Indexes of given names that could be compared and have no partner."""
        return tuple(i for i, p in enumerate(self.partners) if p is None and i not in self.unknown)


def compare_lists(given: Sequence[Statement], held: Sequence[Statement], et_al: bool = False) -> ListAgreement:
    """Match ``given`` names to ``held`` ones, one to one, best agreement first, then nearest place.

    ``et_al``: the given list ends in "et al.", so that missing names mean nothing.
    """
    partners: list[int | None] = [None] * len(given)
    taken: set[int] = set()
    agreements: dict[tuple[int, int], Agreement] = {}
    for i, (mine, theirs) in enumerate(zip(given, held, strict=False)):  # most lists agree name by name
        agreement = names.compare(mine, theirs)
        agreements[i, i] = agreement
        if agreement.level == names.SAME:
            partners[i] = i
            taken.add(i)
    pairs: list[tuple[int, int, int, int]] = []
    for i, j in _candidates(given, held, [i for i, p in enumerate(partners) if p is None]):
        agreement = agreements.get((i, j)) or names.compare(given[i], held[j])
        agreements[i, j] = agreement
        if agreement.same and j not in taken:
            pairs.append((_rank(agreement.level), abs(i - j), i, j))
    for _, _, i, j in sorted(pairs):
        if partners[i] is None and j not in taken:
            partners[i] = j
            taken.add(j)
    best = [_nearest(i, partners[i], agreements, len(held)) for i in range(len(given))]
    unknown = frozenset(i for i, p in enumerate(partners) if p is None and best[i].same is None)
    places = _first_places(partners, agreements, taken, len(held))
    order = [p for p in places if p is not None]
    return ListAgreement(
        tuple(partners),
        tuple(a.level for a in best),
        tuple("" if a.same else a.detail for a in best),
        unknown,
        tuple(j for j in range(len(held)) if j not in taken),
        order == sorted(order),
        _first_same(places, unknown, len(held)),
        et_al,
    )


def _first_places(
    partners: Sequence[int | None], agreements: dict[tuple[int, int], Agreement], taken: set[int], count: int
) -> list[int | None]:
    """The places by which the order is judged: of a name that is held more than once (in two scripts, as some catalogues list
    them) the first one."""
    if len(taken) == count:
        return list(partners)
    return [
        p if p is None else next((j for j in range(p) if j not in taken and (a := agreements.get((i, j))) and a.same), p)
        for i, p in enumerate(partners)
    ]


def _candidates(given: Sequence[Statement], held: Sequence[Statement], left: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs worth comparing: all of them in short lists; in long ones those that share a word, and neighbours."""
    if len(left) * len(held) <= _MOST_PAIRS:
        return [(i, j) for i in left for j in range(len(held))]
    by_word: dict[str, list[int]] = defaultdict(list)
    for j, statement in enumerate(held):
        for word in set(names.parsed(statement).family):
            by_word[word].append(j)
    found: dict[tuple[int, int], None] = {}
    for i in left:
        for word in set(names.parsed(given[i]).words):
            distances = sorted((abs(i - j), j) for j in by_word.get(word, ()))
            found.update(dict.fromkeys((i, j) for _, j in distances[:20]))
        found.update(dict.fromkeys((i, j) for j in range(max(0, i - _NEARBY), min(len(held), i + _NEARBY + 1))))
    return list(found)


_RANKS = {
    level: rank
    for rank, level in enumerate(
        (
            names.SAME,
            names.SAME_IDENTIFIER,
            names.OTHER_FORM,
            names.ANOTHER_ORDER,
            names.SHORTER,
            names.WITH_INITIALS,
            names.SHORT_FORM,
            names.TRANSLITERATED,
            names.ACRONYM,
            names.TYPOS,
            names.PART_OF_FAMILY,
            names.FAMILY_ONLY,
        )
    )
}


def _rank(level: str) -> int:
    return _RANKS.get(level, len(_RANKS))


def _nearest(i: int, partner: int | None, agreements: dict[tuple[int, int], Agreement], count: int) -> Agreement:
    """The agreement to report for a given name: with its partner, else with the held name that comes closest."""
    if partner is not None:
        return agreements[i, partner]
    row = [(agreements[i, j], j) for j in range(count) if (i, j) in agreements]
    if not row:
        return Agreement(False if count else None, names.DIFFERS if count else names.NOT_COMPARABLE)
    taken = [(a, j) for a, j in row if a.same]
    if taken:
        return Agreement(False, NAMED_TWICE, taken[0][0].level)
    for wanted in (names.GIVEN_DIFFERS, names.SUFFIX_DIFFERS):
        close = next((a for a, _ in row if a.level == wanted), None)
        if close:
            return close
    unknown = next((a for a, _ in row if a.same is None), None)
    return unknown or min(row, key=lambda pair: abs(pair[1] - i))[0]


def _first_same(partners: Sequence[int | None], unknown: frozenset[int], count: int) -> bool | None:
    if not partners or not count or 0 in unknown:
        return None
    return partners[0] == 0
