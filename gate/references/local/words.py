"""The coarse word rules of the store: a search and an entity must fold to the same words; fine distinctions are the matcher's."""

from __future__ import annotations

import re

from gate.normalise.text import key as fold
from gate.normalise.text import transliterate

__all__ = ["content_words", "fold", "folded_forms", "squeeze", "year_of"]

_YEAR = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})(?!\d)")
_STOP_WORDS = """
    a an and as at by for from in into its of on or the to upon with
    der die das den dem des ein eine einer und von zu zur zum im
    le la les l de du d un une et en au aux
    el los las y del il lo gli i e di da o os do dos das
"""
_STOP = frozenset(_STOP_WORDS.split())


def folded_forms(text: str) -> tuple[str, ...]:
    """``text`` folded; where it is not in ASCII letters also its transliteration, so that ``Толстой`` is found as ``Tolstoj``."""
    folded = fold(text)
    if not folded or folded.isascii():
        return (folded,) if folded else ()
    return tuple(dict.fromkeys(form for form in (folded, fold(transliterate(folded))) if form))


def content_words(folded: str) -> tuple[str, ...]:
    """The words of a folded text without articles and the like; all of them where nothing else is left."""
    words = folded.split()
    return tuple([word for word in words if word not in _STOP] or words)


def squeeze(folded: str) -> str:
    """A folded text without blanks."""
    return folded.replace(" ", "")


def year_of(text: str) -> int | None:
    """The first year from 1000 to 2099 written in ``text``."""
    found = _YEAR.search(text)
    return int(found.group()) if found else None
