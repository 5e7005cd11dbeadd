"""A text taken apart, whatever did it: sentences with their phrases, as places in the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from gate.model import Method

Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: from where to where it goes, and its ``phrases`` in the order of the text.

    Places are first and last but one character. ``joined``: two phrases, by their numbers in that list, and the verb between.
    """

    place: Place
    phrases: tuple[Place, ...]
    joined: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """Sentences of one text, and how the phrases were found."""

    sentences: tuple[Sentence, ...]
    method: Method


Parser: TypeAlias = Callable[[str], Parsed]
