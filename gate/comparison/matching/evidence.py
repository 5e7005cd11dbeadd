"""A description beside an entity, property by property: the agreements that decide whether it is the same work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from gate.comparison.matching import containers, dates, names, numbers, pages, titles
from gate.comparison.matching.description import WorkDescription, same_identifier
from gate.comparison.matching.lists import ListAgreement, compare_lists
from gate.model import Agreement, Difference, Identifier, Statement

BOOK_AND_ARTICLE = frozenset({"book", "article"})


@dataclass(frozen=True, slots=True)
class Side:
    """The best agreement of one property, with the two values that were compared."""

    name: str
    agreement: Agreement
    given: Statement | None = None
    held: Statement | None = None

    @property
    def same(self) -> bool | None:
        """Whether the two values agree."""
        return self.agreement.same

    def difference(self, level: str = "") -> Difference:
        """The two values as a difference, at the level of the agreement or at ``level``."""
        given, held = self.given or Statement(self.name, ""), self.held or Statement(self.name, "")
        shown = level or self.agreement.level
        if not level and self.same is False and self.agreement.detail and self.name == "title":
            shown = f"{shown}: {self.agreement.detail}"
        return Difference(self.name, given.path, given.value, held.value, shown)


@dataclass(frozen=True, slots=True)
class Compared:
    """All agreements between a description and an entity.

    ``names``        ``None`` where one side has none, or where the title settles that it is another work
    ``identifier``   one that both carry
    ``version``      one side is a preprint, the other is not
    ``distinctive``  content words of the shorter title
    ``classes``      what kinds of work the two sides are, where they say so
    """

    title: Side
    names: ListAgreement | None
    date: Side
    container: Side
    volume: Side
    issue: Side
    pages: Side
    identifier: Identifier | None
    version: bool
    distinctive: int
    classes: frozenset[str]

    @property
    def creators(self) -> str:
        """``first``: the first creator agrees; ``some``; ``none``: comparable and all others; ``unknown``."""
        if self.names is None or not self.names.partners:
            return "unknown"
        if self.names.first_same:
            return "first"
        if self.names.matched:
            return "some"
        return "unknown" if len(self.names.unknown) == len(self.names.partners) else "none"

    @property
    def same_family(self) -> bool:
        """Whether the first creator has the family name of one held, and another given name."""
        return self.names is not None and bool(self.names.levels) and self.names.levels[0] == names.GIVEN_DIFFERS

    @property
    def most_creators(self) -> bool:
        """Whether at least half of the given creators have a partner."""
        return self.names is not None and self.names.matched * 2 >= len(self.names.partners) > 0

    @property
    def all_creators(self) -> bool:
        """Whether every given creator has a partner, the first one the first, in the order of the source."""
        return self.creators == "first" and self.names is not None and not self.names.extra and self.names.order_preserved

    @property
    def located(self) -> bool:
        """Volume and first page agree, and the container does not disagree: hardly ever two works.

        Page 1 does not count: in some proceedings every paper begins with it.
        """
        first = self.pages.held is not None and pages.first_page(self.pages.held.value) not in ("", "1")
        return bool(self.volume.same and self.pages.same) and first and self.container.same is not False

    @property
    def when_or_where(self) -> bool:
        """Whether the date, the container, or volume and page agree."""
        return bool(self.date.same or self.container.same or self.located)


def compare_all(given: WorkDescription, held: WorkDescription) -> Compared:
    """All agreements between two descriptions, of each property the best one."""
    title = _best("title", given.titles, held.titles, _titles)
    distinctive = 0
    if title.given is not None and title.held is not None:
        distinctive = min(titles.content_words(titles.prepare(side.value)) for side in (title.given, title.held))
    found = Compared(
        title,
        None,
        _dates(given.dates, held.dates),
        _best("container", given.containers, held.containers, _containers),
        _best("volume", given.volumes, held.volumes, _numbers),
        _best("issue", given.issues, held.issues, _numbers),
        _best("pages", given.pages, held.pages, _pages),
        same_identifier(given, held),
        given.preprint != held.preprint,
        distinctive,
        frozenset((given.work_class, held.work_class)),
    )
    other = title.same is False and title.agreement.level != titles.NEAR_MISS
    if (other and found.identifier is None and not found.located) or not given.creators or not held.creators:
        return found  # names cannot make it the same work any more, and are the dearest to compare
    return replace(found, names=compare_lists(given.creators, held.creators, given.et_al))


_ORDER = {True: 0, None: 1, False: 2}
_EXACT = (titles.SAME_STRING, titles.SAME_NORMALISED, titles.SAME_WORDS, containers.SAME)


def _best(
    name: str,
    given: Sequence[Statement],
    held: Sequence[Statement],
    comparison: Callable[[Statement, Statement], Agreement],
) -> Side:
    if not given or not held:
        return _nothing(name, "not given" if not given else "not held")
    sides = [Side(name, comparison(g, h), g, h) for g, h in product(given, held)]
    if len(sides) == 1:
        return sides[0]
    # where two values cannot be compared, another pair that disagrees says more
    order = {True: 0, False: 1, None: 2} if any(s.same is False for s in sides) else _ORDER
    return min(sides, key=lambda s: (order[s.same], s.agreement.level not in _EXACT))


@cache
def _nothing(name: str, level: str) -> Side:
    return Side(name, Agreement(None, level))


def _titles(given: Statement, held: Statement) -> Agreement:
    found = titles.compare(given.value, held.value, held.forms)
    if found.same:
        return found
    others = (titles.compare(form, held.value, held.forms) for form in given.forms)
    return next((a for a in others if a.same), found)


def _containers(given: Statement, held: Statement) -> Agreement:
    return containers.compare(given.value, held.value, held.forms)


def _numbers(given: Statement, held: Statement) -> Agreement:
    return numbers.compare(given.value, held.value)


def _pages(given: Statement, held: Statement) -> Agreement:
    return pages.compare(given.value, held.value)


def _dates(given: Sequence[Statement], held: Sequence[Statement]) -> Side:
    if not given or not held:
        return _nothing("date", "not given" if not given else "not held")
    values = [value for s in held for value in (s.value, *s.forms)]
    sides = [Side("date", dates.compare(g.value, values, published=True), g, held[0]) for g in given]
    return min(sides, key=lambda s: _ORDER[s.same])
