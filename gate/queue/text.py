"""Text as a database can hold it and a list can show it. The exact values are kept as bytes beside it."""

from __future__ import annotations

import re

_NUL_AND_SURROGATES = re.compile("[\x00\ud800-\udfff]")


def storable(text: str, limit: int) -> str:
    """``text`` in at most ``limit`` characters, NUL and lone surrogates, which PostgreSQL or UTF-8 lack, as ``<U+0000>``."""
    plain = _NUL_AND_SURROGATES.sub(lambda found: f"<U+{ord(found[0]):04X}>", text[:limit])
    return plain if max(len(plain), len(text)) <= limit else plain[: limit - 1] + "…"


def searchable(*texts: str, limit: int = 1000) -> str:
    """What a search looks in: the texts, case folded, white space as one blank."""
    return storable(" ".join(" ".join(texts).split()).casefold(), limit)
