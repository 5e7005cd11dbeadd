"""Names in MARC: fields X00, X10, X11 and 720, with what stands beside the name."""

from __future__ import annotations

import re

from gate.model import Statement
from gate.properties import BODY
from gate.records.readers.marc_identifiers import linked_places
from gate.records.readers.marc_record import Field, tidy, without_stop

_SUFFIX = re.compile(r"(?:[JS]r|I{1,3}|IV|VI{0,3})\.?", re.IGNORECASE)
_ACTIVE = re.compile(r"\b(?:fl|active|act|cent|century|jh|wirkte)\b", re.IGNORECASE)


def name_statement(f: Field, prop: str, path: str, role: str = "") -> Statement | None:
    """The name in a field as a statement of ``prop``; None when it has no $a.

    Parts: ``family`` and ``given`` of an inverted name, ``suffix``, ``birth`` and ``death`` from $d;
    :data:`~gate.properties.BODY`. Forms: the fuller form ($q), the name with its title ($c), a conference with
    number, date and place.
    """
    value = ""
    forms: list[str] = []
    parts: list[Statement] = []
    if f.tag[1:] == "00":
        value, forms, parts = _personal(f, path)
    elif f.tag[1:] == "11":
        value, forms = _conference(f)
        parts = [Statement(BODY, "conference")]
    elif f.tag[1:] == "10":
        value, forms = _corporate(f)
        parts = [Statement(BODY, "corporate")]
    elif f.tag == "720":
        value = without_stop(f.first("a"))
        parts = _inverted(value, path) if f.ind1 == "1" else []
    if not value:
        return None
    places = linked_places(f, path)
    return Statement(
        prop,
        value,
        f"{path}$a",
        role=role,
        forms=tuple(dict.fromkeys(form for form in forms if form != value)),
        identifiers=tuple(own for own, _ in places),
        parts=tuple(parts),
        places=places,
    )


def role_of(f: Field) -> str:
    """The relator code of a name: $4, else the relator term in $e ($j for conferences); empty when it states none.

    Where none is known, the code in $4 as given, so that it can be named. A term in $e may be in any language, and is left out.
    """
    from gate.normalise import relators

    terms = f.all("4") + f.all("j" if f.tag[1:] == "11" else "e")
    known = next((code for _, term in terms if (code := relators.code(tidy(term)))), "")
    return known or next((given for _, text in f.all("4") if (given := relators.unknown_code(text))), "")


def life_dates(text: str) -> tuple[str, str]:
    """Birth and death in a $d, as given: ``1330?-1400?``, ``b. 1920``, ``1976-``; both empty for years of activity."""
    plain = tidy(text).strip("()").rstrip(".") if not text.rstrip().endswith(("b.", "d.")) else tidy(text)
    if not plain or _ACTIVE.search(plain):
        return "", ""
    if match := re.match(r"(?:b\.|born|geb\.|\*)\s*(\S.*)", plain):
        return match[1], ""
    if match := re.match(r"(?:d\.|died|gest\.|†)\s*(\S.*)", plain):
        return "", match[1]
    match = re.fullmatch(r"(\d{4}-\d\d-\d\d|[^-–]*)\s*[-–]\s*(.*)", plain)
    found = (match[1].strip(), match[2].strip()) if match else ("", "")
    return found[0] if re.search(r"\d", found[0]) else "", found[1] if re.search(r"\d", found[1]) else ""  # "1920-...."


def _personal(f: Field, path: str) -> tuple[str, list[str], list[Statement]]:
    name = without_stop(f.first("a"))
    if not name:
        return "", [], []
    number, title, fuller = tidy(f.first("b")), without_stop(f.first("c")), tidy(f.first("q")).strip("()")
    parts = _inverted(name, path) if f.ind1 not in ("0", "3") else []
    value = f"{name} {number}" if number else name
    forms = [f"{value}, {title}"] if title else []
    if fuller:
        forms.append(f"{parts[0].value}, {fuller}" if parts else fuller)
    if title and _SUFFIX.fullmatch(title):
        parts.append(Statement("suffix", title, f"{path}$c"))
    for prop, date in zip(("birth", "death"), life_dates(f.first("d")), strict=True):
        if date:
            parts.append(Statement(prop, date, f"{path}$d"))
    return value, forms, parts


def _inverted(name: str, path: str) -> list[Statement]:
    family, comma, given = name.partition(",")
    if not comma or not family.strip() or not given.strip():
        return []
    return [Statement("family", family.strip(), f"{path}$a"), Statement("given", given.strip(), f"{path}$a")]


def _corporate(f: Field) -> tuple[str, list[str]]:
    units = [without_stop(value) for _, value in f.all("ab")]
    meeting = [tidy(value).strip("()") for _, value in f.all("ndc")]
    value = ". ".join(unit for unit in units if unit)
    return value, [f"{value} ({' : '.join(meeting)})"] if value and meeting else []


def _conference(f: Field) -> tuple[str, list[str]]:
    value = ". ".join(unit for _, text in f.all("ae") if (unit := without_stop(text)))
    held = [without_stop(text).strip("()") for _, text in f.all("ndc")]
    return value, [f"{value} ({' : '.join(held)})"] if value and held else []
