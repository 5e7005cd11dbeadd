"""Which language a text is in, as far as needed: English, another one by name, or not known."""

from __future__ import annotations

import re

from gate.normalise import languages
from gate.normalise.text import script
from gate.records.extraction.words import SMALL_WORDS

ENGLISH = "English"
_LOOKED_AT = 4000
_WORD = re.compile(r"[^\W\d_]+")


def language_of(text: str, stated: str = "") -> str:
    """``English``, another language's or script's name, or empty where nothing tells.

    What is ``stated`` (a code or name) settles it. Otherwise the small words decide: the language with most of them, when they
    are at least one word in twelve (running English has about four); two languages with equally many tell nothing.
    """
    code = languages.code(stated) if stated.strip() else None
    if code:
        return ENGLISH if code == "eng" else stated.strip()
    head = text[:_LOOKED_AT]
    letters = script(head)
    if letters and letters != "LATIN":
        return f"in {letters.title()} script"
    words = [word.lower() for word in _WORD.findall(head)]
    if not words:
        return ""
    counts = {name: sum(word in small for word in words) for name, small in SMALL_WORDS.items()}
    best = max(counts, key=lambda name: counts[name])
    clear = counts[best] * 12 >= len(words) and list(counts.values()).count(counts[best]) == 1
    return best if clear else ""
