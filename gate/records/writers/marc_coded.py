"""Leader and field 008 of a bibliographic record (MARC 21 Format for Bibliographic Data, LDR and 008)."""

from __future__ import annotations

import re
from datetime import date

from gate.model import Record
from gate.normalise import dates, languages
from gate.records.writers.types import csl_type

#: CSL type -> type of record and bibliographic level; what is not here is language material and a monograph
_TYPES = {
    "article-journal": "ab",
    "article-magazine": "ab",
    "article-newspaper": "ab",
    "chapter": "aa",
    "paper-conference": "aa",
    "entry-encyclopedia": "aa",
    "entry-dictionary": "aa",
    "periodical": "as",
    "collection": "ac",
    "webpage": "ai",
    "musical_score": "cm",
    "map": "em",
    "motion_picture": "gm",
    "broadcast": "im",
    "song": "jm",
    "graphic": "km",
    "software": "mm",
    "dataset": "mm",
    "manuscript": "tm",
}
_YEAR = re.compile(r"\d{4}", re.ASCII)


def leader(record: Record) -> str:
    """24 characters: a new record (05 ``n``) in Unicode (09 ``a``), abbreviated level (17 ``3``), ISBD marks left out (18 ``c``).

    Lengths and addresses are zeros, as in MARCXML they say nothing.
    """
    stated = next((t for s in record.all("type") if (t := csl_type(s.value))), "")
    return f"00000n{_TYPES.get(stated, 'am')} a22000003c 4500"


def control_008(record: Record, today: date) -> str:
    """40 characters: day of making, type and date of publication, no place, language; all else not coded (fill characters)."""
    kind, first, second = _dates(record)
    codes = [languages.bibliographic(s.value) for s in record.all("language")]
    language = next((code for code in codes if code), "|||")
    return f"{today:%y%m%d}{kind}{first}{second}xx {'|' * 17}{language}|d"


def _dates(record: Record) -> tuple[str, str, str]:
    """008/06 and the two dates: a single date (s), one with month and day (e), a range (m, q), or unknown (n)."""
    stated = record.first("date")
    span = dates.parse(stated.value) if stated is not None else None
    if span is None or not (0 < span.earliest[0] <= 9999 and 0 < span.latest[0] <= 9999):
        return "n", "uuuu", "uuuu"
    (year, month, day), last = span.earliest, span.latest[0]
    if span.precision == "day":
        return "e", f"{year:04}", f"{month:02}{day:02}"
    if year == last:
        return "s", f"{year:04}", "    "
    return "q" if span.approximate else "m", f"{year:04}", f"{last:04}"
