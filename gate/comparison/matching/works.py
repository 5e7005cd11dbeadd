"""Is this cited or described work that entity? An ordered list of named conditions over the agreements of its properties.

First the conditions settle whether it is the same work; then any other property that disagrees makes the description one with
errors. ``fit`` ranks candidates and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from gate.comparison.matching import containers, dates, names, numbers, pages, titles
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.comparison.matching.description import (
    WorkDescription,
    describe,
    is_preprint_identifier,
    same_identifier,
)
from gate.comparison.matching.lists import ListAgreement, compare_lists
from gate.comparison.matching.raw import match_raw
from gate.model import Agreement, Difference, Entity, Identifier, Statement
from gate.normalise.dates import parse as parse_date

__all__ = ["BENIGN", "WorkDescription", "compare_work", "describe", "errors", "match_raw"]

TITLE_ONLY = "title only"
#: years from a preprint to its publication that are no error: from one before (dates of record) to four after
_VERSION_YEARS = range(-1, 5)

CREATORS_MISSING = "creators missing"
CREATORS_ORDER = "creators in another order"
FIRST_DIFFERS = "first creator differs"
NOT_A_CREATOR = "not a creator of the work"
VERSION = "preprint and published version"
IDENTIFIER_DIFFERS = "identifier differs"
OTHER_EDITION = "identifier of another edition or format"

#: levels of differences that are no errors: another form of the same, or what cannot be compared
BENIGN = frozenset(
    {
        *(titles.SAME_NORMALISED, titles.SAME_WORDS, titles.SMALL_WORDS, titles.PLURAL, titles.TYPOS, titles.NO_SUBTITLE),
        *(titles.CUT_SHORT, titles.OTHER_FORM, titles.TRANSLITERATED, titles.SCRIPTS, titles.NOT_COMPARABLE),
        *(names.ANOTHER_ORDER, names.WITH_INITIALS, names.SHORTER, names.SHORT_FORM, names.FAMILY_ONLY, names.PART_OF_FAMILY),
        *(
            names.OTHER_FORM,
            names.TRANSLITERATED,
            names.ACRONYM,
            names.SAME_IDENTIFIER,
            names.SCRIPTS,
            "same identifier, another name",
        ),
        *(dates.OVERLAP, dates.WITHIN_A_YEAR, VERSION, OTHER_EDITION),
        *(
            containers.ABBREVIATED,
            containers.VENUE,
            containers.WORKSHOP,
            containers.PREPRINT,
            containers.SERIES,
            containers.UNKNOWN,
        ),
        *(containers.PARTLY, pages.FIRST, pages.WITHIN, numbers.PART),
    }
)


def errors(agreement: EntityAgreement) -> tuple[Difference, ...]:
    """The differences that are errors, without those that are only other forms of the same."""
    return tuple(d for d in agreement.differences if d.level.split(":")[0] not in BENIGN)


@dataclass(frozen=True, slots=True)
class _Side:
    """The best agreement of one property, with the two values that were compared."""

    name: str
    agreement: Agreement
    given: Statement | None = None
    held: Statement | None = None

    @property
    def same(self) -> bool | None:
        return self.agreement.same

    def difference(self, level: str = "") -> Difference:
        given, held = self.given or Statement(self.name, ""), self.held or Statement(self.name, "")
        shown = level or self.agreement.level
        if not level and self.same is False and self.agreement.detail and self.name == "title":
            shown = f"{shown}: {self.agreement.detail}"
        return Difference(self.name, given.path, given.value, held.value, shown)


@dataclass(frozen=True, slots=True)
class _Compared:
    """All agreements between a description and an entity."""

    title: _Side
    names: ListAgreement | None
    date: _Side
    container: _Side
    volume: _Side
    issue: _Side
    pages: _Side
    identifier: Identifier | None
    version: bool
    distinctive: int

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
    def most_creators(self) -> bool:
        return self.names is not None and self.names.matched * 2 >= len(self.names.partners) > 0

    @property
    def located(self) -> bool:
        """Volume and first page agree, and the container does not disagree: hardly ever two works."""
        return bool(self.volume.same and self.pages.same) and self.container.same is not False

    @property
    def when_or_where(self) -> bool:
        return bool(self.date.same or self.container.same or self.located)


def compare_work(given: WorkDescription, held: Entity) -> EntityAgreement:
    """How a description fits an entity; ``level`` names the condition that decided."""
    theirs = describe(held.statements)
    if not theirs.titles and held.label:
        theirs = describe((*held.statements, Statement("title", held.label)))
    compared = _compare(given, theirs)
    kind, level = _decide(compared)
    found = _differences(given, theirs, compared)
    wrong = [d for d in found if d.level.split(":")[0] not in BENIGN]
    if kind is Fit.SAME and wrong:
        kind = Fit.SAME_WITH_ERRORS
    if kind is Fit.SAME_WITH_ERRORS and wrong:
        level += "; differs: " + ", ".join(dict.fromkeys(d.property for d in wrong))
    ordered = (*wrong, *(d for d in found if d not in wrong))
    return EntityAgreement(kind, _fit(compared), level, ordered)


# --- comparing -------------------------------------------------------------------------------------------------------------


def _compare(given: WorkDescription, held: WorkDescription) -> _Compared:
    title = _best("title", given.titles, held.titles, _titles)
    identifier = same_identifier(given, held)
    listed = compare_lists(given.creators, held.creators, given.et_al) if given.creators and held.creators else None
    distinctive = 0
    if title.given is not None:
        prepared = titles.prepare(title.given.value)
        distinctive = min(
            titles.content_words(prepared), titles.content_words(titles.prepare(title.held.value)) if title.held else 0
        )
    return _Compared(
        title,
        listed,
        _dates(given.dates, held.dates),
        _best("container", given.containers, held.containers, _containers),
        _best("volume", given.volumes, held.volumes, lambda g, h: numbers.compare(g.value, h.value)),
        _best("issue", given.issues, held.issues, lambda g, h: numbers.compare(g.value, h.value)),
        _best("pages", given.pages, held.pages, lambda g, h: pages.compare(g.value, h.value)),
        identifier,
        given.preprint != held.preprint,
        distinctive,
    )


_ORDER = {True: 0, None: 1, False: 2}
_EXACT = (titles.SAME_STRING, titles.SAME_NORMALISED, titles.SAME_WORDS, containers.SAME)


def _best(
    name: str,
    given: Sequence[Statement],
    held: Sequence[Statement],
    comparison: Callable[[Statement, Statement], Agreement],
) -> _Side:
    if not given or not held:
        return _Side(name, Agreement(None, "not given" if not given else "not held"))
    sides = [_Side(name, comparison(g, h), g, h) for g, h in product(given, held)]
    # where two values cannot be compared, another pair that disagrees says more
    order = {True: 0, False: 1, None: 2} if any(s.same is False for s in sides) and len(sides) > 1 else _ORDER
    return min(sides, key=lambda s: (order[s.same], s.agreement.level not in _EXACT))


def _titles(given: Statement, held: Statement) -> Agreement:
    found = titles.compare(given.value, held.value, held.forms)
    if found.same:
        return found
    others = (titles.compare(form, held.value, held.forms) for form in given.forms)
    return next((a for a in others if a.same), found)


def _containers(given: Statement, held: Statement) -> Agreement:
    return containers.compare(given.value, held.value, held.forms)


def _dates(given: Sequence[Statement], held: Sequence[Statement]) -> _Side:
    if not given or not held:
        return _Side("date", Agreement(None, "not given" if not given else "not held"))
    values = [value for s in held for value in (s.value, *s.forms)]
    sides = [_Side("date", dates.compare(g.value, values), g, held[0]) for g in given]
    return min(sides, key=lambda s: _ORDER[s.same])


# --- deciding --------------------------------------------------------------------------------------------------------------


def _decide(c: _Compared) -> tuple[Fit, str]:
    """The first condition that holds."""
    if c.identifier is not None:
        return _with_identifier(c, f"same identifier ({c.identifier.scheme})")
    if c.title.same:
        return _with_title(c)
    if c.title.same is None:
        return _without_title(c)
    return _with_other_title(c)


def _with_identifier(c: _Compared, level: str) -> tuple[Fit, str]:
    if c.title.same:
        return Fit.SAME, f"{level} and title"
    if c.title.same is None:
        if c.creators == "none":
            contradicted = c.date.same is False or c.container.same is False
            return (
                (Fit.OTHER, f"{level}, all else differs") if contradicted else (Fit.SAME_WITH_ERRORS, f"{level}, other creators")
            )
        return Fit.SAME, f"{level} and creators" if c.creators in ("first", "some") else level
    if c.title.agreement.level == titles.NOTICE:
        return Fit.OTHER, f"{level}, but {titles.NOTICE}"
    if c.title.agreement.level in (titles.NEAR_MISS, titles.OTHER_SUBTITLE, titles.NUMBERS) and c.creators != "none":
        return Fit.SAME_WITH_ERRORS, f"{level}, title nearly the same"
    if c.creators == "first" or (c.creators == "some" and c.most_creators):
        return Fit.SAME_WITH_ERRORS, f"{level} and creators, other title"
    if c.creators == "unknown" and c.located:
        return Fit.SAME_WITH_ERRORS, f"{level}, volume and pages, other title"
    return Fit.OTHER, f"{level}, other title"


def _with_title(c: _Compared) -> tuple[Fit, str]:
    distinctive = c.distinctive >= 4
    if c.creators in ("first", "some"):
        return Fit.SAME, "title and creators"
    if c.creators == "unknown":
        if c.when_or_where:
            return Fit.SAME, "title and date" if c.date.same else "title and container" if c.container.same else "title and place"
        if c.date.same is False or c.container.same is False:
            return (Fit.SAME_WITH_ERRORS, TITLE_ONLY) if c.distinctive >= 6 else (Fit.UNDECIDABLE, TITLE_ONLY)
        return (Fit.SAME, TITLE_ONLY) if distinctive else (Fit.UNDECIDABLE, f"{TITLE_ONLY}, and not a distinctive one")
    if (c.date.same and c.container.same) or c.located or (distinctive and c.when_or_where):
        return Fit.SAME_WITH_ERRORS, "title and date or container, other creators"
    if c.distinctive >= 6 and c.date.same is None and c.container.same is None:
        return Fit.UNDECIDABLE, "title alone, other creators"
    return Fit.OTHER, "same title, other creators"


def _without_title(c: _Compared) -> tuple[Fit, str]:
    """No title to compare: none given, none held, or in different scripts."""
    first = c.creators == "first"
    if c.located and c.date.same is not False and (first or (c.creators == "unknown" and c.container.same)):
        return Fit.SAME, "creators, volume and pages" if first else "container, volume and pages"
    if first and c.date.same and c.container.same and (c.volume.same or c.pages.same):
        return Fit.SAME, "creators, date and container"
    disagrees = c.creators == "none" or c.date.same is False or c.container.same is False or c.pages.same is False
    if disagrees or c.volume.same is False:
        return Fit.OTHER, "no title to compare, and other things differ"
    return Fit.UNDECIDABLE, "no title to compare"


def _with_other_title(c: _Compared) -> tuple[Fit, str]:
    level = c.title.agreement.level
    if level == titles.NOTICE:
        return Fit.OTHER, titles.NOTICE
    place = c.located and c.date.same is not False and c.creators != "none"
    if level in (titles.NEAR_MISS, titles.OTHER_SUBTITLE):
        if c.creators == "first" and c.most_creators and c.when_or_where:
            return Fit.SAME_WITH_ERRORS, "title nearly the same, same creators"
        several = c.names is not None and c.names.matched >= 2
        silent = c.date.same is None and c.container.same is None
        if c.creators == "first" and several and silent:
            return Fit.SAME_WITH_ERRORS, "title nearly the same, same creators"
        if level == titles.NEAR_MISS and place:
            return Fit.SAME_WITH_ERRORS, "title nearly the same, same place"
    if place and c.creators in ("first", "some"):
        return Fit.SAME_WITH_ERRORS, "same creators, volume and pages, other title"
    return Fit.OTHER, f"title: {level}"


# --- differences -----------------------------------------------------------------------------------------------------------


def _differences(given: WorkDescription, held: WorkDescription, c: _Compared) -> list[Difference]:
    found: list[Difference] = []
    if c.title.given is not None and c.title.held is not None and c.title.agreement.level != titles.SAME_STRING:
        found.append(c.title.difference())
    if c.names is not None:
        found += _creator_differences(given, held, c.names)
    found += _date_difference(given, held, c)
    for side in (c.container, c.volume, c.issue, c.pages):
        exact = side.agreement.level in (containers.SAME, numbers.SAME, pages.SAME)
        if side.given is not None and side.held is not None and not exact and side.same is not None:
            found.append(side.difference())
        elif side.name == "container" and side.held is not None and side.agreement.level == containers.PREPRINT:
            found.append(side.difference(VERSION))
    found += _identifier_differences(given, held, c)
    return found


def _creator_differences(given: WorkDescription, held: WorkDescription, listed: ListAgreement) -> list[Difference]:
    found: list[Difference] = []
    for i, (statement, partner, level) in enumerate(zip(given.creators, listed.partners, listed.levels, strict=True)):
        if partner is not None:
            if level != names.SAME:
                found.append(Difference("creators", statement.path, statement.value, held.creators[partner].value, level))
        elif i in listed.unknown:
            found.append(Difference("creators", statement.path, statement.value, _shown(held), level))
        elif i < given.main or given.main == 0:
            shown = level if level in (names.GIVEN_DIFFERS, names.SUFFIX_DIFFERS, "named twice") else NOT_A_CREATOR
            near = listed.details[i] if shown == names.GIVEN_DIFFERS else ""
            found.append(
                Difference("creators", statement.path, statement.value, _shown(held), f"{shown}: {near}" if near else shown)
            )
    path = given.creators[0].path if given.creators else ""
    given_shown = _shown(given)
    missing = [j for j in listed.missing if j < held.main]
    first_only = len(given.creators) == 1 and listed.levels[0] == names.FAMILY_ONLY
    if missing and not listed.et_al and not held.et_al and not first_only and not listed.unknown:
        absent = "; ".join(held.creators[j].value for j in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        if len(missing) > len(listed.extra):  # otherwise the names that stand in their place say it all
            found.append(Difference("creators", path, given_shown, _shown(held), f"{CREATORS_MISSING}: {absent}{more}"))
    if not listed.order_preserved:
        found.append(Difference("creators", path, given_shown, _shown(held), CREATORS_ORDER))
    elif listed.first_same is False and listed.partners[0] is not None and listed.partners[0] < held.main:
        found.append(Difference("creators", path, given_shown, _shown(held), FIRST_DIFFERS))
    return found


def _shown(description: WorkDescription, most: int = 6) -> str:
    shown = [s.value for s in description.creators[:most]]
    more = len(description.creators) - most
    return "; ".join(shown) + (f" and {more} more" if more > 0 else "")


def _date_difference(given: WorkDescription, held: WorkDescription, c: _Compared) -> list[Difference]:
    side = c.date
    if side.given is None or side.held is None or side.same is None or side.agreement.level == dates.SAME:
        return []
    if side.same is False and c.version and _version_dates(given, held):
        return [side.difference(VERSION)]
    shown = "; ".join(dict.fromkeys(s.value for s in held.dates))
    return [Difference("date", side.given.path, side.given.value, shown, side.agreement.level)]


def _version_gap(given: WorkDescription, held: WorkDescription) -> int:
    years = [[span.earliest[0] for s in side.dates if (span := parse_date(s.value)) is not None] for side in (given, held)]
    return min((abs(a - b) for a in years[0] for b in years[1]), default=0)


def _identifier_differences(given: WorkDescription, held: WorkDescription, c: _Compared) -> list[Difference]:
    """Schemes of which both sides have identifiers, and none in common."""
    found = []
    for scheme in ("doi", "pmid", "pmcid", "arxiv", "isbn"):
        mine = [(path, i) for path, i in given.identifiers if i.scheme == scheme]
        theirs = [i for _, i in held.identifiers if i.scheme == scheme]
        if not mine or not theirs or {i for _, i in mine} & set(theirs):
            continue
        path, identifier = mine[0]
        level = IDENTIFIER_DIFFERS
        if scheme == "isbn":
            level = OTHER_EDITION
        elif c.identifier is not None:
            continue  # another identifier agrees; two DOIs of one work are the registry's business
        elif is_preprint_identifier(identifier) != all(map(is_preprint_identifier, theirs)):
            level = VERSION
        found.append(Difference(scheme, path, str(identifier.value), "; ".join(i.value for i in theirs), level))
    return found


# --- ranking ---------------------------------------------------------------------------------------------------------------


def _fit(c: _Compared) -> float:
    """0..1, for ranking candidates: title .45, creators .25, date .12, container .06, volume and pages .06, identifier .06."""
    exact = {titles.SAME_STRING, titles.SAME_NORMALISED, titles.SAME_WORDS}
    level = c.title.agreement.level
    title = 1.0 if level in exact else 0.9 if c.title.same else 0.5 if c.title.same is None or level == titles.NEAR_MISS else 0.15
    if c.title.same is False and level not in (titles.NEAR_MISS, titles.OTHER_SUBTITLE):
        title = 0.15
    creators = 0.5
    if c.names is not None and c.names.partners:
        creators = c.names.matched / len(c.names.partners)
        missing = (
            len(c.names.missing) / (len(c.names.missing) + c.names.matched) if c.names.missing and not c.names.et_al else 0.0
        )
        creators *= 1 - 0.3 * missing
    date = {True: 1.0, None: 0.5, False: 0.0}[c.date.same]
    if c.date.agreement.level == dates.WITHIN_A_YEAR:
        date = 0.7
    container = {True: 1.0, None: 0.5, False: 0.0}[c.container.same]
    place = sum({True: 0.5, None: 0.25, False: 0.0}[side.same] for side in (c.volume, c.pages))
    identifier = 1.0 if c.identifier is not None else 0.5
    return round(0.45 * title + 0.25 * creators + 0.12 * date + 0.06 * container + 0.06 * place + 0.06 * identifier, 4)
