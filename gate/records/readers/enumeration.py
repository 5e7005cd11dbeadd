"""Where in its host a part stands, as written out: ``Vol. 24, no. 9 (Sept. 1993), p. 235-48``; ``Jg. 5, H. 2, S. 5-9``."""

from __future__ import annotations

import re

_PAGES = r"[A-Za-z]{0,3}\d+(?:\s*[-\u2010-\u2015]\s*[A-Za-z]{0,3}\d+)?"
_LABELLED = {
    "volume": re.compile(r"\b(?:vol(?:umen?)?|bd|band|jg|jahrg(?:ang)?|tome|tom|t|v)\b[.:]*\s*(\d[\w/-]*)", re.IGNORECASE),
    "issue": re.compile(r"\b(?:no|nr|num(?:ber|éro|ero)?|núm|n°|iss(?:ue)?|heft|h)\b[.:]*\s*(\d[\w/-]*)", re.IGNORECASE),
    "pages": re.compile(rf"\b(?:pages?|pp?|seiten?|s)\b[.:]*\s*({_PAGES})", re.IGNORECASE),
}


def place_in_host(text: str) -> dict[str, str]:
    """Volume, issue and pages where ``text`` labels them; what it does not label is not guessed."""
    return {name: match[1] for name, pattern in _LABELLED.items() if (match := pattern.search(text))}
