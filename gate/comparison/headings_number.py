"""Singular and plural of the words of a heading, in the languages whose regular endings are listed here.

Not enough to call two headings one: Painting and Paintings are two in LCSH. It is enough beside an identifier that says so.
"""

from __future__ import annotations

from collections.abc import Iterable

from gate.comparison.matching.spelling import plural
from gate.normalise.naco import heading_key

#: German and French, beside the English ones of :func:`plural`
_ENDINGS = ("n", "en", "nen", "e", "er", "s", "x")
_STEM = 4


def in_number_only(given: str, labels: Iterable[str]) -> bool:
    """Whether the words differ from one of the labels as singular and plural do, word by word, and in nothing else."""
    mine = heading_key(given).split()
    return any(_same(mine, heading_key(label).split()) for label in labels)


def _same(one: list[str], two: list[str]) -> bool:
    return one != two and len(one) == len(two) and all(a == b or _forms(a, b) for a, b in zip(one, two, strict=True))


def _forms(a: str, b: str) -> bool:
    shorter, longer = sorted((a, b), key=len)
    inflected = len(shorter) >= _STEM and longer.startswith(shorter) and longer[len(shorter) :] in _ENDINGS
    return inflected or plural(a, b)
