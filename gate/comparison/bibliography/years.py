"""How old the works of a bibliography are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from gate.comparison.bibliography.beside import enough
from gate.comparison.bibliography.works import Work
from gate.comparison.structure.values import Undefined, Value
from gate.model import Decade

MEASURES = ("first_year", "median_year", "last_year", "price_index")

#: Works of the last five years, counted from the year of the citing work.
RECENT = 5


def ages(works: Sequence[Work], citing: int | None) -> tuple[Value, ...]:
    """First, median and last year of the works, and their Price index for a citing work of the year ``citing``, in the order of
    :data:`MEASURES`.

    Works without a year do not count; with fewer than five others everything is undefined.
    """
    years = _years(works)
    if few := enough(len(years), "works with a year"):
        return (few,) * len(MEASURES)
    return float(min(years)), float(median(years)), float(max(years)), price_index(years, citing)


def price_index(years: Sequence[int], citing: int | None) -> Value:
    """The share of works at most five years older than the work that cites them, 0 to 1. Works newer than it count too.

    Price (1970), "Citation measures of hard science, soft science, technology, and nonscience".
    """
    if citing is None:
        return Undefined("the year of the citing work is not known")
    return sum(citing - year <= RECENT for year in years) / len(years) if years else Undefined("no work has a year")


def decades(given: Sequence[Work], listed: Sequence[Work]) -> tuple[Decade, ...]:
    """Number of works by decade, without the decades that are empty on both sides. 1990 to 1999 are one."""
    mine, theirs = (Counter(year // 10 * 10 for year in _years(side)) for side in (given, listed))
    return tuple(Decade(start, mine[start], theirs[start]) for start in sorted(mine.keys() | theirs.keys()))


def _years(works: Sequence[Work]) -> list[int]:
    return [work.year for work in works if work.year is not None]
