"""Breakers, one a host: a host that fails stands down, and is tried once more after a while; one that asks for rest has it.

The pattern is that of M. Nygard, "Release It!" (2007), chapter 5: closed, open, half-open.
"""

from __future__ import annotations

from collections import defaultdict
from threading import Lock, get_ident

from gate.references.http.clock import Clock


class Breaker:
    """One host. All times are on the monotonic clock."""

    def __init__(self, failures: int, seconds: float, clock: Clock) -> None:
        self._limit = failures
        self._seconds = seconds
        self._clock = clock
        self._lock = Lock()
        self._in_a_row = 0
        self._last = float("-inf")
        self._opens_at: float | None = None
        self._trial_of: int | None = None
        self._not_before = float("-inf")
        self.why = ""

    def admits(self) -> bool:
        """Whether the host may be asked now. When its time has passed, one caller at a time is let through on trial."""
        with self._lock:
            if self._opens_at is None:
                return True
            if self._trial_of is not None or self._clock.monotonic() < self._opens_at:
                return False
            self._trial_of = get_ident()
            return True

    def succeeded(self) -> None:
        """The host answered."""
        with self._lock:
            self._in_a_row = 0
            self._opens_at = None

    def failed(self, started: float, why: str, *, at_once: bool = False, seconds: float | None = None) -> bool:
        """The host failed an attempt that began at ``started``; whether it stands down from now on and did not before.

        Attempts that ran side by side count as one failure: together they say no more than one does.
        ``at_once`` does not wait for more failures; ``seconds`` is how long, where that is not as set.
        """
        with self._lock:
            if started >= self._last:
                self._in_a_row += 1
                self._last = self._clock.monotonic()
            trial = self._trial_of == get_ident()
            if not (at_once or trial or self._in_a_row >= self._limit):
                return False
            was_open = self._opens_at is not None and not trial
            until = self._clock.monotonic() + (self._seconds if seconds is None else seconds)
            self._opens_at = max(until, self._opens_at or until)
            self.why = why
            return not was_open

    def settle(self) -> None:
        """The caller that was let through is done, whatever came of it: another may be let through on trial."""
        with self._lock:
            if self._trial_of == get_ident():
                self._trial_of = None

    def pauses_for(self, seconds: float) -> None:
        """The host asked to be left alone for a while that is short enough to wait for."""
        with self._lock:
            self._not_before = max(self._not_before, self._clock.monotonic() + seconds)

    def pause(self) -> float:
        """How many seconds the host is still to be left alone; 0 or less for none."""
        with self._lock:
            return self._not_before - self._clock.monotonic()


class Breakers:
    """The breakers of a run, by host."""

    def __init__(self, failures: int, seconds: float, clock: Clock) -> None:
        self._lock = Lock()
        self._of: defaultdict[str, Breaker] = defaultdict(lambda: Breaker(failures, seconds, clock))

    def of(self, host: str) -> Breaker:
        """The breaker of ``host``."""
        with self._lock:
            return self._of[host]
