"""Dates in JSON: text, a year, and the date objects of CSL-JSON, as EDTF (ISO 8601-2) where they are given in parts."""

from __future__ import annotations

from gate.records.readers.json_parse import child
from gate.records.readers.json_values import Collector, Text, as_number, by_name

_TEXT_KEYS = ("literal", "raw", "edtf", "value", "@value", "date", "datetime", "text", "verbatim")
_QUALIFIERS = ("circa", "season", "calendar", "timestamp", "precision", "uncertain", "format", "type")
#: CSL-JSON numbers seasons 1 to 4; EDTF (level 1) writes them as months 21 to 24, exporters also as 13 to 16
_SEASONS = {"spring": 21, "summer": 22, "autumn": 23, "fall": 23, "winter": 24}


def read_dates(into: Collector, value: object, path: str) -> list[Text]:
    """Every date of ``value``: strings and numbers as given, CSL date objects as EDTF, lists of these."""
    if isinstance(value, dict):
        found = _date_object(into, value, path)
        return [found] if found else []
    if isinstance(value, list):
        parts = _as_parts(value)
        if parts is not None and len(value) > 1:
            return [Text(parts, path)]
        return [text for n, item in enumerate(value) for text in read_dates(into, item, f"{path}[{n}]")]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        number = as_number(value)
        if number is not None and (isinstance(value, int) or float(value).is_integer()):
            return [Text(number, path)]
    elif isinstance(value, str) or value is None:
        return into.texts(value, path)
    into.unreadable(path, value, "a date")
    return []


def _date_object(into: Collector, value: dict[str, object], path: str) -> Text | None:
    keys = by_name(value)
    if not keys:
        return None
    for name, key in keys.items():
        if name not in (*_TEXT_KEYS, *_QUALIFIERS, "dateparts", "year", "month", "day"):
            into.ignore(child(path, key))
    if "dateparts" in keys:
        place = child(path, keys["dateparts"])
        text = _interval(value[keys["dateparts"]], _season(value.get(keys.get("season", ""))))
        if text:
            return Text(_qualified(text, value.get(keys.get("circa", ""))), place)
        if str(value[keys["dateparts"]]) != "[[None]]":  # as Crossref says that it knows no date
            into.unreadable(place, value[keys["dateparts"]], "year, month and day")
    if "year" in keys:
        text = _one_date(
            [value[keys[k]] for k in ("year", "month", "day") if k in keys], _season(value.get(keys.get("season", "")))
        )
        if text:
            return Text(_qualified(text, value.get(keys.get("circa", ""))), path)
        into.unreadable(path, value[keys["year"]], "a year")
    for name in _TEXT_KEYS:
        if name in keys:
            texts = read_dates(into, value[keys[name]], child(path, keys[name]))
            return texts[0] if texts else None
    if not {"dateparts", "year"} & keys.keys():
        into.unreadable(path, value, "a date")
    return None


def _qualified(text: str, circa: object) -> str:
    """EDTF writes "about" as a tilde at every date that it holds for."""
    if circa in (None, False, "", 0, "0", "false") or text.endswith("~"):
        return text
    return "/".join(end if end in ("", "..") else end + "~" for end in text.split("/"))


def _interval(value: object, season: int | None) -> str:
    """``[[1991, 5], [1992]]`` -> ``1991-05/1992``; a zero or empty second date is an open end."""
    if not isinstance(value, list):
        return ""
    dates = value if value and isinstance(value[0], list) else [value]
    start = _one_date(dates[0], season) if isinstance(dates[0], list) else ""
    if not start or len(dates) == 1:
        return start
    if len(dates) > 2 or not isinstance(dates[1], list):
        return ""
    end = _one_date(dates[1], season) if dates[1] and _number(dates[1][0]) != 0 else ".."
    return f"{start}/{end}" if end else ""


def _one_date(parts: list[object], season: int | None) -> str:
    """Year, month, day as EDTF; a month from 13 on, or a season of its own, is a season. Empty when they are no date."""
    numbers = [_number(part) for part in parts if part not in (None, "")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    if not numbers or len(numbers) > 3 or any(n is None for n in numbers):
        return ""
    year, *rest = (n for n in numbers if n is not None)
    if abs(year) > 9999:
        return ""
    # CSL counts 1 BC as -1, EDTF and ISO 8601 as 0000
    text = f"{year:04d}" if year >= 0 else f"-{-year - 1:04d}" if year < -1 else "0000"
    if rest and 13 <= rest[0] <= 16:
        rest[0] += 8
    if not rest and season:
        rest = [season]
    season_only = len(rest) == 1 and 21 <= rest[0] <= 24
    if rest and not season_only and not (1 <= rest[0] <= 12 and all(1 <= day <= 31 for day in rest[1:])):
        return ""
    return "-".join((text, *(f"{n:02d}" for n in rest)))


def _as_parts(value: list[object]) -> str | None:
    """A bare ``[1991, 5, 2]``: a year with month and day, not three dates."""
    if not all(isinstance(part, int) and not isinstance(part, bool) for part in value):
        return None
    numbers = [part for part in value if isinstance(part, int)]
    return _one_date(value, None) or None if 2 <= len(numbers) <= 3 and all(n <= 31 for n in numbers[1:]) else None


def _season(value: object) -> int | None:
    number = _number(value)
    if number is not None:
        return number + 20 if 1 <= number <= 4 else number if 21 <= number <= 24 else None
    return _SEASONS.get(value.strip().lower()) if isinstance(value, str) else None


def _number(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    text = value.strip() if isinstance(value, str) else ""
    return int(text) if text.isascii() and text.lstrip("-").isdecimal() and text.count("-") <= 1 and len(text) < 8 else None
