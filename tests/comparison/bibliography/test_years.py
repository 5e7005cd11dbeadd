"""How old the cited works are."""

from __future__ import annotations

import pytest

from gate.comparison.bibliography.years import ages, decades, price_index
from gate.comparison.structure.values import Undefined
from gate.model import Decade
from tests.comparison.bibliography.lists import book


def test_first_median_last_and_the_share_of_the_last_five_years() -> None:
    works = [book(f"w{y}", year=y) for y in (1990, 2001, 2006, 2009, 2011)]
    assert ages(works, 2011) == (1990.0, 2006.0, 2011.0, 0.6)  # 2006, 2009 and 2011 are at most five years older


def test_five_years_are_in_and_six_are_not() -> None:
    assert price_index([2006], 2011) == 1
    assert price_index([2005], 2011) == 0
    assert price_index([2012], 2011) == 1


@pytest.mark.parametrize("number", [0, 1, 4])
def test_too_few_years_are_undefined(number: int) -> None:
    found = ages([book(f"w{n}", year=2000 + n) for n in range(number)] + [book("undated")], 2011)
    assert found == (Undefined(f"fewer than 5 works with a year ({number})"),) * 4


def test_without_a_citing_year_only_the_share_is_undefined() -> None:
    *known, share = ages([book(f"w{n}", year=2000 + n) for n in range(5)], None)
    assert known == [2000.0, 2002.0, 2004.0]
    assert share == Undefined("the year of the citing work is not known")


def test_decades_side_by_side_without_empty_ones() -> None:
    mine = [book("a", year=1999), book("b", year=2000), book("c", year=2009), book("d", year=-43), book("e")]
    theirs = [book("a", year=1999), book("f", year=2020)]
    assert decades(mine, theirs) == (Decade(-50, 1, 0), Decade(1990, 1, 1), Decade(2000, 2, 0), Decade(2020, 0, 1))
