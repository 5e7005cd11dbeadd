"""Dates in a form that a mapping names, as EDTF (ISO 8601-2): of 03/04/2021 only its maker knows which is the month."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

_TOKEN = re.compile(r"YYYY|MM|DD|M(?!M)|D(?!D)")
_DIGITS = {"YYYY": ("year", r"\d{4}"), "MM": ("month", r"\d\d?"), "DD": ("day", r"\d\d?")}
_DIGITS |= {"M": _DIGITS["MM"], "D": _DIGITS["DD"]}


def is_form(form: str) -> bool:
    """Whether ``form`` names a year, and month and day at most once, a day only with a month."""
    named = [_DIGITS[token][0] for token in _TOKEN.findall(form)]
    rest = _TOKEN.sub("", form)
    ordered = "day" not in named or "month" in named
    return "year" in named and len(named) == len(set(named)) and ordered and not any(c.isalnum() for c in rest)


@lru_cache(maxsize=64)
def _pattern(form: str) -> re.Pattern[str]:
    pattern, at = "", 0
    for token in _TOKEN.finditer(form):
        name, digits = _DIGITS[token[0]]
        pattern += re.escape(form[at : token.start()]) + f"(?P<{name}>{digits})"
        at = token.end()
    return re.compile(pattern + re.escape(form[at:]), re.ASCII)


def as_edtf(value: str, form: str) -> str:
    """``03.04.2021`` in the form ``DD.MM.YYYY`` as ``2021-04-03``; a bare year stays; empty where it is no date in that form."""
    plain = value.strip()
    if re.fullmatch(r"\d{4}(?:-\d\d(?:-\d\d)?)?", plain, re.ASCII):
        return plain
    match = _pattern(form).fullmatch(plain)
    if match is None:
        return ""
    numbers = {name: int(text) for name, text in match.groupdict().items()}
    try:
        date(numbers["year"], numbers.get("month", 1), numbers.get("day", 1))
    except ValueError:
        return ""
    shape = [f"{numbers['year']:04}", *(f"{numbers[name]:02}" for name in ("month", "day") if name in numbers)]
    return "-".join(shape)
