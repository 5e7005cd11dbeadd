"""How a build asks: its journal first, then the service, with more patience than a check has."""

from __future__ import annotations

import time
from collections.abc import Callable

from gate.errors import UnreachableError
from gate.model import Reason, Unavailable
from gate.references.harvesting.journal import Journal, Step
from gate.references.local.building import Progress

_PASSING = frozenset({Reason.RATE_LIMITED, Reason.SERVER, Reason.TIMEOUT, Reason.STANDING_DOWN})
_TRIES = 3


class Asker:
    """The steps of one build. ``pause`` is waited before a service that stands down is tried again, in seconds."""

    def __init__(
        self, journal: Journal, progress: Progress, *, pause: float, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._journal = journal
        self._progress = progress
        self._pause = pause
        self._sleep = sleep
        self.done = 0

    def step(self, key: str, what: str, ask: Callable[[], Step | Unavailable], total: int | None = None) -> Step:
        """The step called ``key``: as the journal has it, else as ``ask`` brings it.

        ``what`` and ``total``, the number of steps where it is known, are for the progress shown. Raises
        :class:`UnreachableError` where the service gives no answer, also when it was tried again.
        """
        step = self._journal.get(key)
        if step is None:
            step = self._asked(what, ask)
            self._journal.put(key, step)
        self.done += 1
        self._progress(what, self.done, total)
        return step

    def _asked(self, what: str, ask: Callable[[], Step | Unavailable]) -> Step:
        tries = _TRIES
        while isinstance(got := ask(), Unavailable):
            tries -= 1
            if got.reason not in _PASSING or not tries:
                why = f"{got.reason}: {got.detail}" if got.detail else str(got.reason)
                kept = f"{len(self._journal):,} steps are kept, and the same call goes on from there"
                raise UnreachableError(f"{what}: {got.source} does not answer ({why}); {kept}")
            self._progress(f"waiting for {got.source}", self.done, None)
            self._sleep(self._pause)
        return got
