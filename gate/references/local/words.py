"""The coarse word rules of the store: a search and an entity must fold to the same words; fine distinctions are the matcher's."""

from __future__ import annotations

import re

from gate.normalise.text import key as fold
from gate.normalise.text import transliterate

__all__ = ["content_words", "first_number", "fold", "folded_forms", "numbers_near", "squeeze", "year_of"]

_NUMBER = re.compile(r"\d+", re.ASCII)
_LINK = re.compile(r"(?:https?://|doi:|urn:|10\.\d{4,9}/)\S*", re.IGNORECASE)
_NUMBERS = 20  # the last ones of a string: volume and page stand at its end
_APART = 3  # between volume and page stand an issue and a year at most
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


def first_number(text: str) -> str:
    """The first number in ``text``, in ASCII digits without leading zeros; empty where there is none."""
    found = _NUMBER.search(text)
    return found.group().lstrip("0") if found else ""


def numbers_near(text: str) -> tuple[tuple[str, str], ...]:
    """Pairs of numbers of a reference string that may be volume and first page: the second behind the first, at most three on.

    What stands in links and DOIs is left out.
    """
    numbers = [number.lstrip("0") for number in _NUMBER.findall(_LINK.sub(" ", text))][-_NUMBERS:]
    pairs = ((one, other) for at, one in enumerate(numbers) for other in numbers[at + 1 : at + 1 + _APART])
    return tuple(dict.fromkeys(pair for pair in pairs if all(pair)))
