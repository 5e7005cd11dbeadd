"""Volumes, issues, editions: ``12``, ``vol. XII``, ``Bd. 12``, ``2nd ed.``, ``3-4``."""

from __future__ import annotations

import re
from functools import lru_cache

from gate.comparison.matching.spelling import canonical
from gate.model import Agreement
from gate.normalise import text as text_rules

SAME = "same number"
PART = "one of the numbers"
DIFFERS = "differs"
NOT_COMPARABLE = "not comparable"

_LABELS = frozenset(
    [
        *(
            "volume",
            "vol",
            "vols",
            "v",
            "band",
            "bd",
            "tome",
            "tomo",
            "t",
            "jahrgang",
            "jg",
            "issue",
            "no",
            "number",
            "nr",
            "num",
            "heft",
        ),
        *(
            "h",
            "fasc",
            "part",
            "pt",
            "edition",
            "ed",
            "edn",
            "aufl",
            "auflage",
            "revised",
            "rev",
            "suppl",
            "supplement",
            "art",
            "n",
        ),
    ]
)
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|e|er|eme)\Z", re.ASCII)
_ROMAN = re.compile(r"(m{0,3})(cm|cd|d?c{0,4})(xc|xl|l?x{0,4})(ix|iv|v?i{0,4})\Z")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


def compare(given: str, held: str) -> Agreement:
    """Compare two numbers that may be Roman, ordinal, labelled or double (``3-4`` and ``3`` agree as ``one of the numbers``)."""
    mine, theirs = _numbers(given), _numbers(held)
    if not mine or not theirs:
        return Agreement(None, NOT_COMPARABLE, "no number that can be read")
    if mine == theirs:
        return Agreement(True, SAME)
    if set(mine) <= set(theirs) or set(theirs) <= set(mine):
        return Agreement(True, PART, f"{given.strip()} / {held.strip()}")
    return Agreement(False, DIFFERS, f"{given.strip()} / {held.strip()}")


@lru_cache(maxsize=16384)
def _numbers(text: str) -> tuple[str, ...]:
    words = text_rules.tokens(text.replace("\u2013", " ").replace("/", " "))
    return tuple(value for value in (_value(w) for w in words if w not in _LABELS or len(words) == 1) if value)


def _value(word: str) -> str:
    if len(word) > 15:  # no volume, issue or edition
        return word
    bare = _ORDINAL.sub(r"\1", canonical(word))
    for label in ("vol", "bd", "no", "nr", "v"):
        if bare.startswith(label) and bare[len(label) :].isdigit():
            bare = bare[len(label) :]
    if bare.isascii() and bare.isdigit():
        return bare.lstrip("0") or "0"
    if word and _ROMAN.match(word):
        values = [_VALUES[letter] for letter in word]
        return str(sum(-v if v < max(values[i:]) else v for i, v in enumerate(values)))
    return bare
