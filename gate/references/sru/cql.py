"""Questions in CQL, the Contextual Query Language of SRU (versions 1.1 and 1.2, Library of Congress; searchRetrieve 1.0
part 5, OASIS).

Only what every server of conformance level 1 understands is written: ``index=term``, joined by ``and``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

#: what means something inside a quoted term: the quotation mark, the escape, and the masks (any characters, one, anchor)
_SPECIAL = re.compile(r'(["\\*?^])')
_BARE = re.compile(r"[0-9A-Za-z]+", re.ASCII)
_WORDS_OF_CQL = frozenset({"and", "or", "not", "prox", "sortby"})


def term(text: str) -> str:
    """``text`` as a term that means itself: in quotation marks unless it is one plain word, and with nothing in it that masks.

    Blanks and control characters between words become single spaces.
    """
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if _BARE.fullmatch(plain) and plain.lower() not in _WORDS_OF_CQL:
        return plain
    return '"' + _SPECIAL.sub(r"\\\1", plain) + '"'


def clause(index: str, text: str) -> str:
    """``index=term``. ``index`` is a name of the server's own and stands as it is."""
    return f"{index}={term(text)}"


def all_of(clauses: Iterable[str]) -> str:
    """The clauses, all of which must hold."""
    return " and ".join(clauses)


def any_of(clauses: Iterable[str]) -> str:
    """The clauses, one of which must hold."""
    return " or ".join(clauses)
