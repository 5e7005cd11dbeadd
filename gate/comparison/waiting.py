"""Doing things while others wait for an answer: in threads, in order, and a bounded number at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

#: Items taken in ahead of the one that is waited for, per worker: enough to keep all busy, few enough to hold in memory.
AHEAD = 2


def in_order(work: Callable[[T], R], items: Iterable[T], workers: int) -> Iterator[R]:
    """``work`` of every item, in the order of the items, by up to ``workers`` threads at once. One worker needs no thread.

    An exception of ``work`` comes out at its item's turn.
    """
    if workers <= 1:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(workers, thread_name_prefix="gate") as pool:
        pending: deque[Future[R]] = deque()
        try:
            for item in items:
                pending.append(pool.submit(work, item))
                if len(pending) >= workers * AHEAD:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()
