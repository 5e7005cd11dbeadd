"""What the coded fields of a bibliographic record say: leader, 008 and 041, and the date that 008 shares with 260 and 264."""

from __future__ import annotations

import re
from dataclasses import replace

from gate.model import Statement
from gate.properties import REPRINT_OF
from gate.records.readers.marc_record import Field, MarcRecord, without_stop

#: leader/06 (type of record) as a CSL type; language material (a) goes by leader/07 (bibliographic level)
_TYPES = {
    "c": "musical_score",
    "d": "musical_score",
    "e": "map",
    "f": "map",
    "g": "motion_picture",
    "i": "broadcast",
    "j": "song",
    "k": "graphic",
    "m": "software",
    "o": "collection",
    "p": "collection",
    "r": "object",
    "t": "manuscript",
}
_LEVELS = {"b": "article-journal", "c": "collection", "i": "webpage", "m": "book", "s": "periodical"}
_YEAR = re.compile(r"\d[\du]{3}")
#: how 264 second indicators rank as the date of publication: publication, copyright, distribution, production, manufacture
_RANK_264 = {"1": 0, " ": 0, "4": 1, "2": 2, "0": 3, "3": 4}
NO_DATE = re.compile(r"\W*(?:n\.? ?d\.?|s\.? ?[ad]\.?|[\w ]*not identified)\W*", re.IGNORECASE)


def work_type(record: MarcRecord) -> list[Statement]:
    """The type of the work in the words of CSL, where leader or a thesis note tell it."""
    if record.has("502"):
        return [Statement("type", "thesis", "502")]
    kind, level = record.leader[6:7], record.leader[7:8]
    found = _TYPES.get(kind, "")
    if kind == "a":
        found = _LEVELS.get(level, "")
        if level == "a":
            in_journal = any(f.tag == "773" and f.first("x") for f in record.fields)
            found = "article-journal" if in_journal else "chapter"
    return [Statement("type", found, "LDR/06-07")] if found else []


def languages(record: MarcRecord, numbered: list[tuple[Field, str]]) -> list[Statement]:
    """The languages of the text: 008/35-37 and 041 $a, each once; codes that say nothing (und, mul, zxx) are left out."""
    from gate.normalise import languages as codes

    given = [(record.control("008")[35:38].strip(), "008/35-37")]
    for f, path in numbered:
        if f.tag != "041":
            continue
        values = f.all("a")
        for number, (_, value) in enumerate(values, 1):
            where = f"{path}$a[{number}]" if len(values) > 1 else f"{path}$a"
            size = len(value) if f.ind2 == "7" or len(value) % 3 else 3
            given += [(value[n : n + size], where) for n in range(0, len(value), size)]  # "engfre" is an old practice
    found: dict[str, Statement] = {}
    for value, path in given:
        if not value or value.strip("|") == "" or codes.code(value) == codes.SILENT:
            continue
        found.setdefault(codes.code(value) or value, Statement("language", value, path))
    return list(found.values())


def dates(record: MarcRecord, numbered: list[tuple[Field, str]]) -> list[Statement]:
    """The date of publication: 260 or 264 $c with the coded date of 008 as a form of it; two statements where they disagree."""
    stated, field_008 = _stated_date(numbered), record.control("008")
    if field_008[6:7] == "r":
        return reprint(stated, [year for year in (field_008[7:11], field_008[11:15]) if _usable(year)], "008/07-10")
    return merged(stated, _coded_date(field_008))


def merged(stated: Statement | None, coded: Statement | None) -> list[Statement]:
    """A date in words and the same as a code: one statement where they agree, two where they do not.

    The forms of the coded date (a copyright date beside it) are dates that the work may be given too.
    """
    from gate.normalise import dates as rules

    if stated is None or coded is None:
        return [s for s in (stated, coded) if s is not None]
    mine = rules.parse(stated.value)
    theirs = [span for span in map(rules.parse, (coded.value, *coded.forms)) if span is not None]
    if mine is None:
        return [replace(coded, forms=(stated.value, *stated.forms, *coded.forms))]
    if not any(rules.overlap(mine, span) for span in theirs):
        return [stated, coded]
    forms = dict.fromkeys((*stated.forms, coded.value, *coded.forms))
    return [replace(stated, forms=tuple(form for form in forms if form != stated.value))]


def reprint(stated: Statement | None, coded: list[str], path: str) -> list[Statement]:
    """The date of a reprint; its part :data:`~gate.properties.REPRINT_OF` is the original's date, empty where that is not told.

    The reprint's date should be coded first and the original's behind it, and often they are not: the earlier one is the
    original's, and so is a single one before the date in words.
    """
    from gate.normalise import dates as rules

    years = sorted(year.replace("u", "X") for year in set(coded))
    span = rules.parse(stated.value) if stated is not None else None

    def stands(year: str) -> bool:
        of = rules.parse(year)
        return span is not None and of is not None and rules.overlap(span, of)

    before = bool(years) and span is not None and years[0] < f"{span.latest[0]:04}" and not stands(years[0])
    original = years[0] if len(years) > 1 or before else ""
    own = [Statement("date", year, path) for year in years[-1:] if year != original]
    if stated is None:
        found = own
    elif original and stands(original):  # in words there is the original's date alone
        found = [replace(stated, forms=(*stated.forms, *(s.value for s in own)))]
    else:
        found = merged(stated, own[0] if own else None)
    return [replace(s, parts=(Statement(REPRINT_OF, original),)) for s in found]


def _stated_date(numbered: list[tuple[Field, str]]) -> Statement | None:
    candidates = []
    for f, path in numbered:
        if f.tag not in ("260", "264"):
            continue
        rank = 0 if f.tag == "260" else _RANK_264.get(f.ind2, 5)
        for _, text in f.all("c"):
            value = balanced(without_stop(text))
            if any(c.isdigit() for c in value) and not NO_DATE.fullmatch(value):
                candidates.append((rank, first_date(value, f"{path}$c")))
    return min(candidates, key=lambda item: item[0])[1] if candidates else None


def first_date(text: str, path: str) -> Statement:
    """The first of several dates in one subfield (``1894, c1887``), with the whole as a form, where the whole is no date."""
    from gate.normalise import dates as rules

    first = text.split(",")[0].strip()
    if first == text or rules.parse(text) is not None or rules.parse(first) is None:
        return Statement("date", text, path)
    return Statement("date", first, path, forms=(text,))


def balanced(text: str) -> str:
    """Without a bracket whose partner stands in another subfield: ``[New York, 1970]``."""
    if text.count("[") != text.count("]"):
        text = text.replace("[", "").replace("]", "")
    if text.count("(") != text.count(")"):
        text = text.replace("(", "").replace(")", "")
    return text.strip()


def _coded_date(field_008: str) -> Statement | None:
    """008/06-14 as EDTF. The first date is the publication; one of copyright (t) or of production (p) beside it is a form."""
    kind, first, second = field_008[6:7], field_008[7:11].replace("|", "u"), field_008[11:15]
    if not _usable(first):
        return None
    value = first.replace("u", "X")
    if kind == "e" and re.fullmatch(r"(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])", second):
        value = f"{value}-{second[:2]}-{second[2:]}"
    elif kind in "cdikmqu" and kind:
        if second == "9999":
            value += "/.."
        elif _usable(second) and second != first:
            value += "/" + second.replace("u", "X")
    elif kind not in "estp":
        return None
    beside = (second,) if kind in "tp" and kind and second.isdigit() and _usable(second) and second != first else ()
    return Statement("date", value, "008/07-14" if len(value) > 4 else "008/07-10", forms=beside)


def _usable(year: str) -> bool:
    return bool(_YEAR.fullmatch(year)) and year not in ("9999", "0000")
