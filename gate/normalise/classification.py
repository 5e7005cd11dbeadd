"""Class numbers: whether they have the form of their scheme, and how two of them stand to each other. Form proves no class.

The forms follow the schemes' own rules and MARC 21 fields 050, 080, 082 and 084, as commonly known (the clauses named were not at
hand), widened by what 900 real class numbers needed:

``ddc``  Dewey Decimal Classification: three digits, then a point and more digits; MARC allows prime marks (``/``) where a number
         may be cut, and the abridged classes ``[E]``, ``[Fic]``, ``[B]`` (MARC 21 field 082)
``lcc``  Library of Congress Classification: one to three letters (no I, O, W, X, Y), one to four digits with decimals, Cutter
         numbers, dates (LC Classification and Shelflisting Manual, G 50 to G 63)
``udc``  Universal Decimal Classification: digits in groups of up to three behind points, with the signs of its auxiliaries, and
         brackets and quotation marks in pairs (UDC Master Reference File, tables 1a to 1k)
``rvk``  Regensburger Verbundklassifikation: two letters and three to six digits (RVK Online, "Aufbau der Notation")

What else stands in such fields (``MLCS 2006/1234``, ``IN PROCESS``, ``FPE 7011``) is no class number: it has no form.
"""

from __future__ import annotations

import re
from enum import StrEnum

_FORMS = {
    "ddc": re.compile(r"\[?[0-9]{3}\]?(?:\.[0-9]+)?|\[(?:E|Fic|B|Bio|SC)\]", re.ASCII | re.IGNORECASE),
    "lcc": re.compile(
        r"[A-HJ-NP-VZ][A-Z]{0,2} ?[0-9]{1,4}(?:\.[0-9]+)?"
        r"(?:[ .]+(?:[A-Z]{1,2}[0-9]*[a-z]{0,2}|[0-9]{1,4}(?:st|nd|rd|th|[a-z])?(?:[-/][0-9]{2,4})?))*"
        r"(?:\.?[A-Z][0-9]+[a-z]{0,2})*(?:[ .]+(?:[A-Z][0-9]+[a-z]{0,2}|[0-9]{4}[a-z]?))*",
        re.ASCII,
    ),
    "udc": re.compile(r"[0-9(=\"\[+-][0-9A-Za-zÀ-ž.,()=\"\[\]+:/*'`’‘ -]*"),
    "rvk": re.compile(r"[A-Z]{2} ?[0-9]{3,6}(?:[ .][A-Z][0-9]{0,5})?", re.ASCII),
}
_PRIMES = re.compile(r"[/'’′ ]")
#: what stands in these fields at the Library of Congress and elsewhere, and is no class number: words (IN PROCESS, a label of
#: records), marks of audience without a digit (B, K, ANF), shelf numbers of films, discs, videos and lots (FPE 7011, SDB 31605)
_NO_CLASS = {
    "lcc": re.compile(r"(?![0-9a-z]|[A-Z]{1,3} ?[0-9])|[FSVL][A-Z]{2} ?[0-9]|[A-Z]*MLC"),
    "ddc": re.compile(r"[^0-9\[]*\Z"),
}
_LONGEST = 120
_PAIRS = (("(", ")"), ("[", "]"))
SCHEMES = frozenset(_FORMS)


class Relation(StrEnum):
    """How a class number stands to another one of its scheme."""

    SAME = "the same class"
    BROADER = "a broader class"
    NARROWER = "a narrower class"
    OTHER = "another class"


def well_formed(scheme: str, number: str) -> bool | None:
    """Whether ``number`` has the form of its scheme; None for a scheme without a rule here, and for what is no class number."""
    value = " ".join(number.split())
    if scheme not in _FORMS or not value or (scheme in _NO_CLASS and _NO_CLASS[scheme].match(value)):
        return None
    if len(value) > _LONGEST:
        return False
    if scheme == "ddc":
        value = _dewey(value)
    if scheme == "udc" and (value.count('"') % 2 or any(value.count(a) != value.count(b) for a, b in _PAIRS)):
        return False
    return _FORMS[scheme].fullmatch(value) is not None


def _dewey(value: str) -> str:
    """Without prime marks, and without what a shelf-mark or series (``s``) adds behind it."""
    return _PRIMES.sub("", re.sub(r" [^\W\d_].*\Z", "", value))


def relation(scheme: str, given: str, held: str) -> Relation | None:
    """How ``held`` stands to ``given``: in the schemes with decimals the longer number is the narrower class.

    None where one of them is not well formed. LCC and RVK count through a class, so that only the letters tell its subject.
    """
    if not (well_formed(scheme, given) and well_formed(scheme, held)):
        return None
    mine, theirs = _steps(scheme, given), _steps(scheme, held)
    if mine == theirs:
        return Relation.SAME
    if mine.startswith(theirs):
        return Relation.BROADER
    return Relation.NARROWER if theirs.startswith(mine) else Relation.OTHER


def _steps(scheme: str, number: str) -> str:
    """A class number as its steps from the broadest class: a number that begins with another one is narrower."""
    value = " ".join(number.split())
    match scheme:
        case "ddc":
            digits = re.sub(r"[^0-9a-z]", "", _dewey(value).lower())
            return digits.rstrip("0") or "0"  # 330 is the division that 338 is in
        case "udc":
            return re.sub(r"[. ]", "", re.split(r"[:+]", value)[0])
        case "lcc":
            found = re.match(r"([A-Z]+) ?([0-9]+(?:\.[0-9]+)?)", value)
            return f"{found[1]} {found[2]} " if found else value
        case _:
            return value.replace(" ", "").split(".")[0] + " "
