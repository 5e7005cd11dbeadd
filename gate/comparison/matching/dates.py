"""Dates: any date that a source has for the thing may fit, as far as both are precise. A year off by one is named as that."""

from __future__ import annotations

from collections.abc import Sequence

from gate.model import Agreement
from gate.normalise.dates import DateSpan, overlap, parse

SAME = "same date"
OVERLAP = "dates overlap"
WITHIN_A_YEAR = "within a year"
DIFFERS = "differs"
NOT_COMPARABLE = "not comparable"


def compare(given: str, held: Sequence[str], published: bool = False) -> Agreement:
    """Compare a date with all that a source holds (published online, in print, issued): the best agreement counts.

    ``within a year`` is an agreement of years only: 2010-05-01 and 2011-05-01, both given to the day, differ. For dates of
    publication (``published``) they do not, since works come out more than once.
    """
    mine = parse(given)
    theirs = [span for span in map(parse, held) if span is not None]
    if mine is None or not theirs:
        return Agreement(None, NOT_COMPARABLE, "no date that can be read" if mine is None else "the source has no readable date")
    found = [_compare(mine, span, published) for span in theirs]
    return next((a for level in (SAME, OVERLAP, WITHIN_A_YEAR) for a in found if a.level == level), found[0])


def _compare(mine: DateSpan, theirs: DateSpan, published: bool) -> Agreement:
    if (mine.earliest, mine.latest) == (theirs.earliest, theirs.latest):
        return Agreement(True, SAME)
    if overlap(mine, theirs):
        return Agreement(True, OVERLAP, f"{mine.precision} / {theirs.precision}")
    gap = max(theirs.earliest[0] - mine.latest[0], mine.earliest[0] - theirs.latest[0])
    exact = mine.precision == theirs.precision == "day" and not (mine.approximate or theirs.approximate)
    if gap <= 1 and (published or not exact):
        # within one year, months may differ: issues appear when they appear
        return Agreement(True, WITHIN_A_YEAR, f"{mine.text.strip()} / {theirs.text.strip()}")
    if gap <= 5 and (mine.approximate or theirs.approximate):
        return Agreement(True, WITHIN_A_YEAR, f"approximate: {mine.text.strip()} / {theirs.text.strip()}")
    return Agreement(False, DIFFERS, f"{mine.text.strip()} / {theirs.text.strip()}")
