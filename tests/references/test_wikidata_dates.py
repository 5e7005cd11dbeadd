"""Wikidata's times: precision, calendars, years before Christ, what qualifiers say."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.normalise.dates import parse
from gate.references.wikidata.dates import dates
from tests.authorities.wikidata import JULIAN, claim, time

CIRCA, DISPUTED, RUSSIA, ENGLAND, PRUSSIA = "Q5727902", "Q18912752", "Q34266", "Q179876", "Q27306"


@pytest.mark.parametrize(
    ("day", "precision", "forms"),
    [
        ("1844-10-15", 11, ("1844-10-15",)),
        ("1844-10-15", 10, ("1844-10",)),
        ("1844-10-15", 9, ("1844",)),
        ("1755", 9, ("1755",)),
        ("1755-00-00", 11, ("1755",)),
        ("1755-10-00", 11, ("1755-10",)),
        ("1844-10-15", 14, ("1844-10-15",)),
        ("1755", 8, ("1750/1759",)),
        ("1750", 8, ("1750/1759",)),
        ("1801", 7, ("1801/1900",)),
        ("1850", 7, ("1801/1900",)),
        ("1800", 7, ("1701/1899",)),
        ("1500", 6, ("1001/2000",)),
        ("2000", 6, ("1001/2999",)),
        ("-0399", 9, ("-0398",)),
        ("-0001", 9, ("0000",)),
        ("-0384", 8, ("-0388/-0379",)),
        ("-0003", 8, ("-0008/0000",)),
        ("-0350", 7, ("-0399/-0300",)),
        ("-0400", 7, ("-0498/-0300",)),
        ("1755", 5, ()),
        ("1755", 0, ("1755",)),
        ("0000", 9, ()),
    ],
)
def test_a_time_is_as_precise_as_it_is_meant(day: str, precision: int, forms: tuple[str, ...]) -> None:
    assert dates(claim(time(day, precision))) == forms
    assert all(parse(form) is not None for form in forms)


def test_an_absolute_age_is_no_date_of_a_record() -> None:
    value = {**time("1755", 3), "time": "-13798000000-00-00T00:00:00Z"}
    assert dates(claim(value)) == ()


@pytest.mark.parametrize("precision", [None, "9", 9.5, True])
def test_a_time_without_a_precision_is_none(precision: object) -> None:
    assert dates(claim({**time("1844"), "precision": precision})) == ()


@pytest.mark.parametrize("value", [None, 5, "1844", [], {}, {"time": 5, "precision": 9}, {"time": "x", "precision": 9}])
def test_what_is_no_time_is_none(value: object) -> None:
    assert dates(claim(value)) == ()


def test_a_day_in_the_older_calendar_is_known_by_both() -> None:
    assert dates(claim(time("1642-12-25", calendar=JULIAN))) == ("1642-12-25", "1643-01-04")
    assert dates(claim(time("-0044-03-15", calendar=JULIAN))) == ("-0043-03-15", "-0043-03-13")
    assert dates(claim(time("1700-02-29", calendar=JULIAN))) == ("1700-03-11",), "the day is in no ISO date"
    assert dates(claim(time("1642", calendar=JULIAN))) == ("1642",), "a year is a year"


def test_before_the_reform_the_older_calendar_was_the_only_one() -> None:
    assert dates(claim(time("1500-01-10"))) == ("1500-01-10", "1500-01-01")
    assert dates(claim(time("1582-10-14"))) == ("1582-10-14", "1582-10-04")
    assert dates(claim(time("1582-10-15"))) == ("1582-10-15",)


def test_where_the_reform_came_late_the_older_calendar_was_in_use() -> None:
    birth = claim(time("1828-09-09"))
    assert dates(birth, [RUSSIA]) == ("1828-09-09", "1828-08-28")
    assert dates(birth, [RUSSIA, PRUSSIA]) == ("1828-09-09",), "one of the countries had the newer one"
    assert dates(birth, [ENGLAND]) == ("1828-09-09",)
    assert dates(claim(time("1643-01-04")), [ENGLAND]) == ("1643-01-04", "1642-12-25")


@given(st.dates(min_value=date(201, 1, 1), max_value=date(1582, 10, 14)))
def test_there_and_back_again(day: date) -> None:
    forms = dates(claim(time(day.isoformat())))
    assert forms[0] == day.isoformat()
    if (day.month, day.day) != (3, 1):  # the day before may be one that only the older calendar has
        assert len(forms) == (1 if date(200, 3, 1) <= day <= date(300, 2, 28) else 2)
        assert dates(claim(time(forms[-1], calendar=JULIAN)))[-1] == day.isoformat()


def test_circa_and_disputed_are_approximate() -> None:
    for why in (CIRCA, DISPUTED):
        (form,) = dates(claim(time("1844"), P1480=why))
        assert form == "1844~"
        span = parse(form)
        assert span is not None
        assert span.approximate
    assert dates(claim(time("1844"), P1480=PRUSSIA)) == ("1844",)


def test_limits_are_one_more_form() -> None:
    between = claim(time("-0428", 9), P1319=time("-0429"), P1326=time("-0424"))
    assert dates(between) == ("-0427", "-0428/-0423")
    assert dates(claim(time("1844"), P1319=time("1840"))) == ("1844",), "an open limit says too little"
    century = claim(time("1801", 7), P1319=time("1820", 8), P1326=time("1835-02-01"))
    assert dates(century) == ("1801/1900", "1820/1835-02-01")
