"""Class numbers: whether they have the form of their scheme, and how two of them stand to each other. Form proves no class.

The forms follow the schemes' own rules and MARC 21 fields 050, 060, 080, 082 and 084, as commonly known (the clauses named were
not at hand), widened by what 1,000 real class numbers needed:

``ddc``  Dewey Decimal Classification: three digits, then a point and more digits; MARC allows prime marks (``/``) where a number
         may be cut, and the abridged classes ``[E]``, ``[Fic]``, ``[B]`` (MARC 21 field 082)
``lcc``  Library of Congress Classification: one to three letters (no I, O, W, X, Y), one to four digits with decimals, Cutter
         numbers, dates, a series by its range (``QA274-274.9``; LC Classification and Shelflisting Manual, G 50 to G 63)
``udc``  Universal Decimal Classification: digits in groups of up to three behind points, with the signs of its auxiliaries, and
         brackets and quotation marks in pairs (UDC Master Reference File, tables 1a to 1k)
``nlm``  National Library of Medicine Classification: QS to QZ or W to WZ and a number from 1 to 999 with decimals; what follows,
         an item number, a year, the volume of a serial (``W1 JO223 v.3``), is not judged. For all but medicine it uses LCC
         (NLM Classification, Introduction; MARC 21 field 060)
``rvk``  Regensburger Verbundklassifikation: two letters and three to six digits (RVK Online, "Aufbau der Notation")

What else stands in such fields (``MLCS 2006/1234``, ``IN PROCESS``, ``FPE 7011``, ``2009 F-098``) is no class number: it has no
form.
"""

from __future__ import annotations

import re
from enum import StrEnum

_FORMS = {
    "ddc": re.compile(r"\[?[0-9]{3}\]?(?:\.[0-9]+)?|\[(?:E|Fic|B|Bio|SC)\]", re.ASCII | re.IGNORECASE),
    "lcc": re.compile(
        r"[A-HJ-NP-VZ][A-Z]{0,2} ?[0-9]{1,4}(?:\.[0-9]+)?"
        r"(?:[ .]+(?:[A-Z]{1,2}[0-9]*[a-z]{0,2}|[0-9]{1,4}(?:st|nd|rd|th|[a-z])?(?:[-/][0-9]{2,4})?))*"
        r"(?:\.?[A-Z][0-9]+[a-z]{0,2})*(?:[ .]+(?:[A-Z][0-9]+[a-z]{0,2}|[0-9]{4}[a-z]?))*"
        r"(?:-[0-9]{1,4}(?:\.[0-9]+)?)?",
        re.ASCII,
    ),
    "nlm": re.compile(r"(?:Q[S-Z]|W[A-Z]?) ?[1-9][0-9]{0,2}(?:\.[0-9]+)?(?![0-9]).*", re.ASCII),
    "udc": re.compile(r"[0-9(=\"\[+-][0-9A-Za-zÀ-ž.,()=\"\[\]+:/*'`’‘ -]*"),
    "rvk": re.compile(r"[A-Z]{2} ?[0-9]{3,6}(?:[ .][A-Z][0-9]{0,5})?", re.ASCII),
}
_PRIMES = re.compile(r"[/'’′ ]")
#: what stands in these fields at the Library of Congress and elsewhere, and is no class number: words (IN PROCESS, a label of
#: records), marks of audience without a digit (B, K, ANF), shelf numbers of films, discs, tapes and lots (FPE 7011, SDB 31605,
#: RBA 03761), classes with what leads to them (600::610); for NLM all but a number behind the letters of a
#: class, and one of Dewey's
_NO_CLASS = {
    "lcc": re.compile(r"(?![0-9]|(?:[A-Z]{1,3}|[a-z]{1,3}) ?[0-9])|[FRSVL][A-Z]{2} ?[0-9]|[A-Z]*MLC"),
    "ddc": re.compile(r"[^0-9\[]*\Z|ddc ?:|.*::", re.IGNORECASE),
    "nlm": re.compile(r"(?!\[?(?:[A-Z]{1,2}|K[A-Z]{2}) ?[0-9]|[0-9]{3}\.[0-9])"),
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
    if scheme == "nlm" and not _FORMS["nlm"].fullmatch(value := value.strip("[]")):
        scheme = "lcc"
    if scheme == "udc" and (value.count('"') % 2 or any(value.count(a) != value.count(b) for a, b in _PAIRS)):
        return False
    return _FORMS[scheme].fullmatch(value) is not None


def _dewey(value: str) -> str:
    """Without prime marks, and without what a shelf-mark, a series (``s``) or a caption (``610 - Medicine``) adds."""
    return _PRIMES.sub("", re.sub(r" (?:[-–:|,(] ?)?[^\W\d_].*\Z", "", value))


def relation(scheme: str, given: str, held: str) -> Relation | None:
    """How ``held`` stands to ``given``: in the schemes with decimals the longer number is the narrower class.

    None where one of them is not well formed. LCC, NLM and RVK count through a class, so that only the letters tell its subject.
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
        case "lcc" | "nlm":
            found = re.match(r"\[?([A-Z]+) ?([0-9]+(?:\.[0-9]+)?)", value)
            return f"{found[1]} {found[2]} " if found else value
        case _:
            return value.replace(" ", "").split(".")[0] + " "
