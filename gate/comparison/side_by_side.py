"""Asking about several things of one record at once, where live services answer: none waits for the answer to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from gate.comparison.headings import Vocabulary

T = TypeVar("T")
R = TypeVar("R")
_AT_ONCE = 4


def asked_of(vocabularies: Sequence[Vocabulary], ask: Callable[[T], R], things: Sequence[T]) -> list[R]:
    """``ask`` of every thing, in their order; at once where one of the vocabularies is live. The services' own pace is kept."""
    live = any(not vocabulary.as_of for vocabulary in vocabularies)
    if not live or len(things) < 2:
        return [ask(thing) for thing in things]
    with ThreadPoolExecutor(min(_AT_ONCE, len(things))) as pool:
        return list(pool.map(ask, things))
