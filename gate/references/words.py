"""The words of a title as a service's search index has them: nothing but letters, digits and apostrophes, which mean nothing to
any query language when they stand in lower case inside quotation marks or brackets.

They are not the words of a comparison key: an index may tell ``ü`` from ``u``.
"""

from __future__ import annotations

import re

from gate.normalise.text import clean

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def search_words(title: str) -> list[str]:
    """``L’Europe & l'ANGUILLE: étude`` as ``l'europe``, ``l'anguille``, ``étude``."""
    return [word.replace("’", "'") for word in _WORD.findall(clean(title).lower())]
