"""Languages: equal by language, whatever the code or name."""

from __future__ import annotations

from gate.model import Agreement
from gate.normalise import text as text_rules
from gate.normalise.languages import SILENT, code

SAME = "same language"
MACRO = "same in a wider sense"
DIFFERS = "differs"
NOT_COMPARABLE = "not comparable"

#: individual languages that catalogues also give by the code of their macrolanguage (ISO 639-3)
_MACRO = {
    "cmn": "zho",
    "yue": "zho",
    "nob": "nor",
    "nno": "nor",
    "arb": "ara",
    "pes": "fas",
    "ekk": "est",
    "lvs": "lav",
    "srp": "hbs",
}
_MACRO |= {
    "hrv": "hbs",
    "bos": "hbs",
    "zsm": "msa",
    "swh": "swa",
    "khk": "mon",
    "uzn": "uzb",
    "azj": "aze",
    "als": "sqi",
    "npi": "nep",
}


def compare(given: str, held: str) -> Agreement:
    """Compare two languages given as codes, tags or names; ``und``, ``mul`` and ``zxx`` say nothing."""
    mine, theirs = code(given), code(held)
    if mine == SILENT or theirs == SILENT:
        return Agreement(None, NOT_COMPARABLE, "one side leaves the language open")
    if mine is None or theirs is None:
        same = text_rules.key(given) == text_rules.key(held) != ""
        return Agreement(True, SAME) if same else Agreement(None, NOT_COMPARABLE, "no language code or name")
    if mine == theirs:
        return Agreement(True, SAME)
    if _MACRO.get(mine) == theirs or _MACRO.get(theirs) == mine:
        return Agreement(True, MACRO, f"{mine} / {theirs}")
    return Agreement(False, DIFFERS, f"{mine} / {theirs}")
