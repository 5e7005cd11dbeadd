"""Without the search for cycles in memory, where millions of small objects are made and none is in a cycle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """The collector of cycles stands still meanwhile, since each search visits all objects; afterwards it is as it was.

    Also a decorator. For the whole process, other threads too: for seconds or minutes, where memory is bounded anyhow.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()
