"""The interpreter's collector of cycles, held back where many small objects are made and none is in a cycle.

Each of its searches visits all objects. Both hold for the whole process, other threads too; what is unreachable is found later.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: How many new objects a search waits for meanwhile (the interpreter's own: 700).
NEW_OBJECTS = 50_000


@contextmanager
def uncollected() -> Iterator[None]:
    """The collector stands still meanwhile; afterwards it is as it was.

    Also a decorator. For seconds or minutes, where memory is bounded anyhow.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """The collector searches less often meanwhile; afterwards as often as before, where no other thread is in here too.

    Also a decorator. For what lives as long as a run: searching it again and again, as it grew, took a third of a check's time.
    """
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], NEW_OBJECTS) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
