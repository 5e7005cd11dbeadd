"""Dates as they stand in records: EDTF (ISO 8601-2:2019), catalogue forms (AACR2/RDA), and written-out dates. Never an error:
a form that is not known is ``None``.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol, TypeAlias

from gate.normalise import text as text_rules
from gate.normalise.tables import read_table

#: proleptic Gregorian year (astronomical: 0 is 1 BCE), month 1-12, day 1-31
Day: TypeAlias = tuple[int, int, int]
Precision: TypeAlias = Literal["day", "month", "year", "span"]

FIRST, LAST = -(10**9), 10**9


@dataclass(frozen=True, slots=True)
class DateSpan:
    """The days a date may mean, from ``earliest`` to ``latest``, both included.

    ``precision``    how exactly it is given; ``span`` for anything wider than a year (a decade, an interval, "before 1900")
    ``approximate``  given as uncertain or approximate
    ``text``         as given
    """

    earliest: Day
    latest: Day
    precision: Precision
    approximate: bool = False
    text: str = ""

    @property
    def year(self) -> int | None:
        """The year, where the date lies within one."""
        return self.earliest[0] if self.earliest[0] == self.latest[0] else None


def overlap(a: DateSpan, b: DateSpan) -> bool:
    """Whether some day fits both."""
    return a.earliest <= b.latest and b.earliest <= a.latest


def _last_day(year: int, month: int) -> int:
    # the Gregorian calendar repeats every 400 years, and calendar knows the years from 1 on
    return monthrange(2000 + year % 400, month)[1]


def _year(year: int, text: str, approximate: bool = False) -> DateSpan:
    return DateSpan((year, 1, 1), (year, 12, 31), "year", approximate, text)


def _month(year: int, month: int, text: str, approximate: bool = False) -> DateSpan | None:
    if not 1 <= month <= 12:
        return None
    return DateSpan((year, month, 1), (year, month, _last_day(year, month)), "month", approximate, text)


def _day(year: int, month: int, day: int, text: str, approximate: bool = False) -> DateSpan | None:
    if not (1 <= month <= 12 and 1 <= day <= _last_day(year, month)):
        return None
    return DateSpan((year, month, day), (year, month, day), "day", approximate, text)


def _span(first: Day, last: Day, text: str, approximate: bool = False) -> DateSpan | None:
    if first > last:
        return None
    precision: Precision = "year" if first[1:] == (1, 1) and last == (first[0], 12, 31) else "span"
    return DateSpan(first, last, precision, approximate, text)


_ISO = re.compile(r"([+-]?\d{4,})(?:-(\d\d)(?:-(\d\d))?)?(?:T[\d:.,]+(?:Z|[+-]\d\d:?\d\d)?|Z)?", re.ASCII)
_COMPACT = re.compile(r"((?:1[0-9]|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])", re.ASCII)


@lru_cache(maxsize=8192)
def parse(text: str) -> DateSpan | None:
    """The span of days that ``text`` means, or ``None`` for a form that is not known.

    Known: EDTF levels 0 to 2; ``c2000``, ``©2000``, ``[1991]``, ``1991?``, ``[ca. 1850]``, ``198-``, ``198-?``, ``18--``,
    ``1843-1848``, ``1999/2000``, ``between 1900 and 1910?``, ``before 1900``, ``44 BCE``, ``19th century``, ``MDCCXL``, ISO time
    stamps, Wikidata times with unknown month and day as ``00``, ``12 May 1843``, ``May 1843``, ``1843 mai 12``, ``12.5.1843``,
    ``5/1843``. A year with a minus sign is read as ISO 8601 has it (-0043 is 44 BCE).
    """
    stripped = text.strip()
    match = _ISO.fullmatch(stripped)
    if match:
        return _iso(match, text)
    if not stripped or len(stripped) > 80:
        return None
    return _catalogue(stripped, text)


def _iso(match: re.Match[str], text: str) -> DateSpan | None:
    digits = match[1]
    if len(digits) > 12:
        return None
    year, month, day = int(digits), int(match[2] or 0), int(match[3] or 0)
    if digits[0] not in "+-" and len(digits) > 4:
        compact = _COMPACT.fullmatch(digits) if not month else None
        return _day(int(compact[1]), int(compact[2]), int(compact[3]), text) if compact else None
    if not month:
        return _year(year, text)
    if month > 12 and match[3] is None and "T" not in match[0] and not 21 <= month <= 41:
        return _ranges(match[0], text, False)  # 1843-48
    if 21 <= month <= 41 and match[3] is None:
        return _edtf(text.strip(), text)
    return _month(year, month, text) if not day else _day(year, month, day, text)


_MONTHS = {
    name: int(number)
    for name, number in read_table(
        """
january=1; jan=1; januar=1; janner=1; janvier=1; janv=1; enero=1; gennaio=1; january=1; february=2; feb=2; februar=2; fevrier=2;
fevr=2; fev=2; febrero=2; febbraio=2; march=3; mar=3; marz=3; mars=3; marzo=3; april=4; apr=4; avril=4; avr=4; abril=4; aprile=4;
may=5; mai=5; mayo=5; maggio=5; june=6; jun=6; juni=6; juin=6; junio=6; giugno=6; july=7; jul=7; juli=7; juillet=7; juil=7;
julio=7; luglio=7; august=8; aug=8; aout=8; agosto=8; september=9; sep=9; sept=9; septembre=9; septiembre=9; settembre=9;
october=10; oct=10; oktober=10; okt=10; octobre=10; octubre=10; ottobre=10; november=11; nov=11; novembre=11; noviembre=11;
december=12; dec=12; dezember=12; dez=12; decembre=12; diciembre=12; dicembre=12
"""
    ).items()
}
_SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11)}

_BCE = re.compile(r"(\d{1,6})\s*(?:b\.?\s?c\.?(?:\s?e\.?)?|v\.?\s?chr\.?|av\.?\s?j\.?-?c\.?)", re.IGNORECASE | re.ASCII)
_CE = re.compile(
    r"(?:a\.?d\.?\s*)?(\d{1,4})\s*(?:c\.?e\.?|a\.?d\.?|n\.?\s?chr\.?)|a\.?d\.?\s*(\d{1,4})", re.IGNORECASE | re.ASCII
)
_ABOUT = re.compile(
    r"\b(?:circa|approximately|approx\.?|about|around|probably|possibly|ca\.?|c\.|vers|env\.?|environ|um|etwa)(?=[\s\d])\s*|\bc\.\s*(?=\d)"
    r"|\bi\.e\.\s*",
    re.IGNORECASE,
)
_COPYRIGHT = re.compile(r"(?:[©℗]|\(c\)|copyright|cop\.|[cp](?=\d{4}))\s*", re.IGNORECASE)
_FLOURISHED = re.compile(r"\b(?:fl\.?|active|published|issued|printed|publ\.?|pub\.?|erschienen|dated?|in|the)\s+", re.IGNORECASE)
_RANGE = re.compile(
    r"(-?\d{3,4})(\??)\s*(?:-|/|\bto\b|\buntil\b|\bbis\b|\band\b|\bor\b|\bund\b|\bet\b)\s*(-?\d{1,4})(\??)", re.ASCII
)
_OPEN_RANGE = re.compile(r"(\d{4})\??\s*-", re.ASCII)
_BETWEEN = re.compile(r"(?:between|zwischen|entre)\s+(.+?)\s+(?:and|und|et)\s+(.+)", re.IGNORECASE)
_BEFORE = re.compile(r"(?:not after|no later than|before|vor|avant|until)\s+(.+)", re.IGNORECASE)
_AFTER = re.compile(r"(?:not before|no earlier than|after|nach|apr[eè]s|since)\s+(.+)", re.IGNORECASE)
_DECADE = re.compile(r"(\d{2})(\d|-|[xXuU_])(?:[-xXuU_])", re.ASCII)
_DECADE_WORD = re.compile(r"(\d{3})0'?s", re.ASCII)
_CENTURY = re.compile(
    r"(\d{1,2})\.?(?:st|nd|rd|th|e|er|[eè]me)?[\s-]+(?:century|cent\.?|jahrhundert|jh\.?|si[eè]cle)", re.IGNORECASE | re.ASCII
)
_NUMERIC = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})|(\d{4})[/.](\d{1,2})(?:[/.](\d{1,2}))?|(\d{1,2})/(\d{4})", re.ASCII)
_TWO_YEARS = re.compile(r"(\d{4})\s*,?\s*[©cp]?\s?(\d{4})", re.ASCII)  # "1991, c1990", "2000 [i.e. 2001]"
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_WORDS = re.compile(r"[^\W\d_]+|\d+")
_ROMAN = re.compile(r"(?=[MDC])M{0,2}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})")
_EDTF = re.compile(r"[-+0-9XYSE?~%/.,\[\]{}u]+", re.ASCII)


def _catalogue(stripped: str, text: str) -> DateSpan | None:
    edtf = _edtf_forms(stripped, text)
    if edtf:
        return edtf
    plain = text_rules.clean(stripped).replace("[", "").replace("]", "").strip(" .,;:()<>")
    if plain.startswith(("- ", "-?")) or not plain:
        return None
    without = _ABOUT.sub("", plain)
    approximate = without != plain or plain.endswith("?") or "?" in plain
    plain = _COPYRIGHT.sub("", _FLOURISHED.sub("", without)).strip()
    core = plain.rstrip("?~ ").strip(" .,")
    for rule in (_plain_years, _years_in_words, _ranges, _numeric, _written, _roman):
        found = rule(core, text, approximate)
        if found:
            return found
    return None


def _plain_years(core: str, text: str, approximate: bool) -> DateSpan | None:
    if core.isascii() and core.isdigit() and 3 <= len(core) <= 4:
        return _year(int(core), text, approximate)
    match = _DECADE.fullmatch(core)
    if match:
        start = int(match[1]) * 100 + (int(match[2]) * 10 if match[2].isdigit() else 0)
        return DateSpan((start, 1, 1), (start + (9 if match[2].isdigit() else 99), 12, 31), "span", approximate, text)
    match = _DECADE_WORD.fullmatch(core)
    if match:
        start = int(match[1]) * 10
        return DateSpan((start, 1, 1), (start + 9, 12, 31), "span", approximate, text)
    match = _BCE.fullmatch(core)
    if match:
        return _year(1 - int(match[1]), text, approximate)
    match = _CE.fullmatch(core)
    if match:
        return _year(int(match[1] or match[2]), text, approximate)
    match = _TWO_YEARS.fullmatch(core)
    if match:
        years = sorted((int(match[1]), int(match[2])))
        return _span((years[0], 1, 1), (years[1], 12, 31), text, approximate) if years[1] - years[0] <= 5 else None
    return None


def _years_in_words(core: str, text: str, approximate: bool) -> DateSpan | None:
    match = _CENTURY.fullmatch(core)
    if match and int(match[1]) > 0:
        last = int(match[1]) * 100
        return DateSpan((last - 99, 1, 1), (last, 12, 31), "span", approximate, text)
    match = _BETWEEN.fullmatch(core)
    if match:
        first, last_span = parse(match[1]), parse(match[2])
        if first and last_span:
            uncertain = approximate or first.approximate or last_span.approximate
            return _span(first.earliest, last_span.latest, text, uncertain)
        return None
    match = _BEFORE.fullmatch(core)
    if match:
        limit = parse(match[1])
        return DateSpan((FIRST, 1, 1), limit.latest, "span", True, text) if limit else None
    match = _AFTER.fullmatch(core)
    if match:
        limit = parse(match[1])
        return DateSpan(limit.earliest, (LAST, 12, 31), "span", True, text) if limit else None
    return None


def _ranges(core: str, text: str, approximate: bool) -> DateSpan | None:
    match = _RANGE.fullmatch(core)
    if match:
        first, tail = int(match[1]), match[3]
        short = len(tail) <= 2 and not tail.startswith("-")  # 1843-48; but 1843-05 is a month and was read before
        last = first - first % 10 ** len(tail) + int(tail) if short else int(tail)
        return _span((first, 1, 1), (last, 12, 31), text, approximate)
    match = _OPEN_RANGE.fullmatch(core)
    if match:
        return DateSpan((int(match[1]), 1, 1), (LAST, 12, 31), "span", approximate, text)
    return None


def _numeric(core: str, text: str, approximate: bool) -> DateSpan | None:
    match = _NUMERIC.fullmatch(core)
    if match:
        if match[3]:
            return _day(int(match[3]), int(match[2]), int(match[1]), text, approximate)
        if match[4]:
            year, month = int(match[4]), int(match[5])
            return _day(year, month, int(match[6]), text, approximate) if match[6] else _month(year, month, text, approximate)
        return _month(int(match[8]), int(match[7]), text, approximate)
    match = _SLASHED.fullmatch(core)
    if match:  # day/month or month/day: certain only where one of them is over 12
        a, b, year = int(match[1]), int(match[2]), int(match[3])
        if a > 12 or a == b:
            return _day(year, b, a, text, approximate)
        if b > 12:
            return _day(year, a, b, text, approximate)
        one, two = sorted((a, b))
        return _span((year, one, two), (year, two, one), text, True)
    return None


def _written(core: str, text: str, approximate: bool) -> DateSpan | None:
    """``12 May 1843``, ``May 12, 1843``, ``1843 mai 12``, ``May-June 1843``, ``Spring 1990``."""
    words = [w for w in _WORDS.findall(text_rules.key(core)) if w not in ("of", "de", "st", "nd", "rd", "th", "er", "den", "le")]
    months = [_MONTHS[w] for w in words if w in _MONTHS]
    seasons = [w for w in words if w in _SEASONS]
    numbers = [w for w in words if w.isascii() and w.isdigit()]
    years = [int(n) for n in numbers if len(n) == 4]
    days = [int(n) for n in numbers if len(n) <= 2]
    if len(years) != 1 or len(years) + len(days) + len(months) + len(seasons) != len(words):
        return None
    year = years[0]
    if len(months) == 1 and not seasons and len(days) <= 1:
        return _day(year, months[0], days[0], text, approximate) if days else _month(year, months[0], text, approximate)
    if len(months) == 2 and not seasons and not days and months[0] <= months[1]:
        return _span((year, months[0], 1), (year, months[1], _last_day(year, months[1])), text, approximate)
    if len(seasons) == 1 and not months and not days:
        first, last = _SEASONS[seasons[0]]
        return _span((year, first, 1), (year, last, _last_day(year, last)), text, approximate)
    return None


def _roman(core: str, text: str, approximate: bool) -> DateSpan | None:
    letters = core.replace(".", "").replace(" ", "").upper()
    if len(letters) < 3 or not letters.startswith("M") or not _ROMAN.fullmatch(letters):
        return None
    values = [{"M": 1000, "D": 500, "C": 100, "L": 50, "X": 10, "V": 5, "I": 1}[letter] for letter in letters]
    year = sum(-v if any(v < later for later in values[i + 1 : i + 2]) else v for i, v in enumerate(values))
    return _year(year, text, approximate) if 1400 <= year <= 2100 else None  # imprints, not words like MIX


class _Edtf(Protocol):
    """What this module uses of an object of the edtf library."""

    def lower_strict(self) -> object: ...

    def upper_strict(self) -> object: ...


def _edtf_forms(plain: str, text: str) -> DateSpan | None:
    """EDTF, with three forms that the library does not read rewritten or taken apart first."""
    if not _EDTF.fullmatch(plain) or not any(c.isdigit() for c in plain):
        return None
    if not re.search(r"[XYSE~%/{]|\.\.|\[\d{4},", plain):
        plain_year = re.fullmatch(r"(-?\d{4})(?:-(\d\d)(?:-(\d\d))?)?\?", plain, re.ASCII)
        if plain_year is None:
            return None
    for sign in ("?~", "~?"):  # ISO 8601-2 writes both as %
        plain = plain.replace(sign, "%")
    if plain.count("/") == 1 and plain[0] not in "[{":
        left, right = plain.split("/")
        return _edtf_interval(left, right, text)
    return _edtf(plain, text)


def _edtf_interval(left: str, right: str, text: str) -> DateSpan | None:
    if re.fullmatch(r"\d{4}", left, re.ASCII) and re.fullmatch(r"\d\d?", right, re.ASCII):
        return None  # 1999/12 is no interval of EDTF; the catalogue forms decide
    first = parse(left) if left.strip(".") else None
    last = parse(right) if right.strip(".") else None
    if (first is None and left.strip(".")) or (last is None and right.strip(".")) or (first is None and last is None):
        return None
    earliest = first.earliest if first else (FIRST, 1, 1)
    latest = last.latest if last else (LAST, 12, 31)  # open or unknown end
    uncertain = bool((first and first.approximate) or (last and last.approximate))
    return _span(earliest, latest, text, uncertain)


def _edtf(plain: str, text: str) -> DateSpan | None:
    qualified = re.fullmatch(r"([\dX]{4}(?:-[\dX]{2}){0,2})[?~%]", plain, re.ASCII)
    approximate = any(c in plain for c in "?~%")
    if qualified and "X" in plain:
        plain = qualified[1]  # the library reads a qualifier or unspecified digits, not both
    from edtf import EDTFParseException, parse_edtf

    try:
        found: _Edtf = parse_edtf(plain)
        lower, upper = _as_day(found.lower_strict(), (FIRST, 1, 1)), _as_day(found.upper_strict(), (LAST, 12, 31))
    except (EDTFParseException, ValueError, TypeError, AttributeError, IndexError, OverflowError):
        # the library raises what its parts raise on some well-formed strings; an unknown form is no fault of the record
        return None
    if lower is None or upper is None or lower > upper:
        return None
    if qualified is not None or re.fullmatch(r"[\d-]+[?~%]", plain):
        simple = parse(re.sub(r"[?~%]", "", plain)) if "X" not in plain else None
        if simple:
            return DateSpan(simple.earliest, simple.latest, simple.precision, approximate, text)
    precision: Precision = "day" if lower == upper else "month" if lower[:2] == upper[:2] else "span"
    if lower[1:] == (1, 1) and upper == (lower[0], 12, 31):
        precision = "year"
    return DateSpan(lower, upper, precision, approximate, text)


def _as_day(value: object, unbounded: Day) -> Day | None:
    if isinstance(value, float):
        return unbounded
    if isinstance(value, tuple) and len(value) >= 3:
        year, month, day = value[0], value[1], value[2]
        if isinstance(year, int) and isinstance(month, int) and isinstance(day, int):
            return (year, month, day)
    return None
