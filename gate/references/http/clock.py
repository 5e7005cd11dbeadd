"""Time, in one place: spans are measured on the monotonic clock, dates are told by the wall clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class Clock:
    """``monotonic`` and ``sleep`` in seconds; ``wall`` in seconds since 1970, UTC. Setting that changes no wait."""

    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    wall: Callable[[], float] = time.time


def iso(wall: float) -> str:
    """A moment as ISO 8601 in UTC, to the second."""
    return datetime.fromtimestamp(wall, UTC).isoformat(timespec="seconds")


class Deadline:
    """The one deadline of a run. It starts with the first look-up, so that local work before it costs no live answers."""

    def __init__(self, seconds: float, clock: Clock) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end: float | None = None

    def remaining(self) -> float:
        """Seconds left, 0 or less when the time is up. The first call starts the time."""
        return self.end - self._clock.monotonic()

    @property
    def end(self) -> float:
        """When the time is up, on the monotonic clock."""
        if self._end is None:
            self._end = self._clock.monotonic() + self.seconds
        return self._end
