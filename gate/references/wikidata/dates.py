"""Wikidata's time values as dates the gate can compare.

The value's form: https://www.mediawiki.org/wiki/Wikibase/DataModel/JSON#time. A time is told in its own calendar; years before
Christ are counted without a year 0 there, and with one in ISO 8601 and here. Month and day below the precision mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from gate.references.values import number, table, text
from gate.references.wikidata.claims import qualifiers, value

_TIME = re.compile(r"([+-])(\d{1,16})-(\d\d)-(\d\d)T", re.ASCII)
_WHOLE_DAY = re.compile(r"-?\d{4}-\d\d-\d\d", re.ASCII)
_JULIAN = "Q1985786"
_DAY, _MONTH, _YEAR, _DECADE, _CENTURY, _MILLENNIUM = 11, 10, 9, 8, 7, 6
_SPANS = {_DECADE: 10, _CENTURY: 100, _MILLENNIUM: 1000}
_GREGORIAN_REFORM = "1582-10-15"
# Countries that kept the older calendar for longer: an event there is mostly known by its date in that one.
_OLD_STYLE = {
    "Q179876": "1752-09-14",  # England
    "Q161885": "1752-09-14",  # Great Britain
    "Q34266": "1918-02-14",  # Russian Empire
    "Q186096": "1918-02-14",  # Tsardom of Russia
}
_SOURCING_CIRCUMSTANCES, _EARLIEST, _LATEST = "P1480", "P1319", "P1326"
# circa, approximately, estimate, near; presumably, probably, possibly; disputed
_UNCERTAIN = frozenset(
    {*("Q5727902", "Q60070514", "Q37113960", "Q21818619"), *("Q18122778", "Q56644435", "Q30230067"), "Q18912752"}
)


def dates(statement: Mapping[str, object], countries: Sequence[str] = ()) -> tuple[str, ...]:
    """The time that a statement gives, in every form in which it may stand elsewhere, its own first; empty for none we compare.

    Forms are EDTF: ``1844-10-15``, ``1844-10``, ``1844``, ``1750/1759`` for a decade, with ``~`` where the statement is marked as
    circa. The others are the same day in the other calendar (where it was stated in the Julian one, or lies before the reform of
    1582, or before that of all of ``countries``, item ids), and the span between the limits that qualifiers set.
    """
    time = table(value(statement))
    stated = _text(time)
    if not stated:
        return ()
    forms = [stated]
    calendar = text(time.get("calendarmodel")).rpartition("/")[2]
    reform = min([_OLD_STYLE.get(country, _GREGORIAN_REFORM) for country in countries] or [_GREGORIAN_REFORM])
    if _WHOLE_DAY.fullmatch(stated) and calendar == _JULIAN:
        forms.append(_day(_gregorian(*_numbers(stated))))
    elif _WHOLE_DAY.fullmatch(stated) and (stated.startswith("-") or stated < reform):
        forms.append(_day(_julian(*_numbers(stated))))
    if any(text(table(why).get("id")) in _UNCERTAIN for why in qualifiers(statement, _SOURCING_CIRCUMSTANCES)):
        forms = [f"{form}~" for form in forms]
    earliest, latest = (
        next(filter(None, (_text(table(limit)) for limit in qualifiers(statement, name))), "") for name in (_EARLIEST, _LATEST)
    )
    if earliest and latest:
        forms.append(f"{earliest.partition('/')[0]}/{latest.rpartition('/')[2]}")
    return tuple(dict.fromkeys(form for form in forms if _possible(form)))


def _text(time: Mapping[str, object]) -> str:
    """The time alone, as precisely as it is meant; a span where that is a decade, a century or a millennium."""
    match = _TIME.match(text(time.get("time")))
    precision = number(time.get("precision"))
    if match is None or precision is None or precision < _MILLENNIUM:
        return ""
    before_christ, year, month, day = match[1] == "-", int(match[2]), int(match[3]), int(match[4])
    if not 1 <= year <= 9999:
        return ""
    if precision in _SPANS:
        return _span(year, _SPANS[precision], before_christ)
    told = _year(year, before_christ)
    if precision == _YEAR or not 1 <= month <= 12:
        return told
    return f"{told}-{month:02}" if precision == _MONTH or not 1 <= day <= 31 else f"{told}-{month:02}-{day:02}"


def _year(year: int, before_christ: bool) -> str:
    counted = 1 - year if before_christ else year
    return f"-{-counted:04}" if counted < 0 else f"{counted:04}"


def _span(year: int, length: int, before_christ: bool) -> str:
    """The years that a decade, century or millennium covers.

    A century ends with its full hundred, as Wikidata shows it, but many that state ``+1800`` mean the one that begins then: the
    span covers both.
    """
    if length == 10:
        first, last = year - year % 10, year - year % 10 + 9
    else:
        last = -(-year // length) * length
        first = last - length + 1
        if year % length == 0:
            last = year + length - 1
    if before_christ:
        first, last = last, max(first, 1)
    return f"{_year(first, before_christ)}/{_year(last, before_christ)}"


def _numbers(day: str) -> tuple[int, int, int]:
    year, month, of_month = day.removeprefix("-").split("-")
    return (-int(year) if day.startswith("-") else int(year)), int(month), int(of_month)


def _day(ymd: tuple[int, int, int]) -> str:
    year, month, day = ymd
    return f"{'-' if year < 0 else ''}{abs(year):04}-{month:02}-{day:02}"


# Day numbers and back: Explanatory Supplement to the Astronomical Almanac (3rd edition, 2013), section 15.11.
def _gregorian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """A Julian day in the Gregorian calendar."""
    days = _day_number(year, month, day) - 32083
    return _from_day_number(days, gregorian=True)


def _julian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """A Gregorian day in the Julian calendar."""
    early = (14 - month) // 12
    past = year + 4800 - early
    days = _day_number(year, month, day) - past // 100 + past // 400 - 32045
    return _from_day_number(days, gregorian=False)


def _day_number(year: int, month: int, day: int) -> int:
    """Days since the beginning of a count that both calendars share but for a constant and the century years."""
    early = (14 - month) // 12
    past = year + 4800 - early
    return day + (153 * (month + 12 * early - 3) + 2) // 5 + 365 * past + past // 4


def _from_day_number(days: int, *, gregorian: bool) -> tuple[int, int, int]:
    shifted = days + 1401
    if gregorian:
        shifted += (4 * days + 274277) // 146097 * 3 // 4 - 38
    quarter = 4 * shifted + 3
    left = 5 * (quarter % 1461 // 4) + 2
    month = (left // 153 + 2) % 12 + 1
    return quarter // 1461 - 4716 + (14 - month) // 12, month, left % 153 // 5 + 1


def _possible(form: str) -> bool:
    """Not a day that ISO 8601 does not have: 29 February 1700 was one in the Julian calendar only."""
    plain = form.rstrip("~")
    if not _WHOLE_DAY.fullmatch(plain) or plain < "0001":
        return True
    try:
        date.fromisoformat(plain)
    except ValueError:
        return False
    return True
