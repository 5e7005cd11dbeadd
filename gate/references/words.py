"""The words of a title as a service's search index has them: nothing but letters, digits and apostrophes, which mean nothing to
any query language when they stand in lower case inside quotation marks or brackets.

They are not the words of a comparison key: an index may tell ``ü`` from ``u``.
"""

from __future__ import annotations

import re
import unicodedata

from gate.normalise.text import clean

#: marks that no letter has taken in, of Latin, Greek and Cyrillic: a ligature over two letters, and its halves
_LOOSE = re.compile("[\u0300-\u036f\ufe20-\ufe2f]+")


def search_words(title: str) -> list[str]:
    """``L’Europe & l'ANGUILLE: étude`` as ``l'europe``, ``l'anguille``, ``étude``; ``Istorii︠a︡`` as ``istoriia``."""
    plain = _LOOSE.sub("", clean(title).lower()).replace("’", "'")
    spaced = "".join(c if c == "'" or c.isalnum() or unicodedata.category(c) in ("Mn", "Mc") else " " for c in plain)
    words = (re.sub("''+", "'", word.strip("'")) for word in spaced.split())
    return [word for word in words if any(map(str.isalnum, word))]
