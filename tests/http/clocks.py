"""A clock that a test can move: sleeping skips, and the wall clock can be set."""

from __future__ import annotations

import threading
import time

from gate.references.http.clock import Clock


class SkippingClock:
    """Runs as the real one does, but sleeping takes no time and moves it on. ``slept`` lists the spans, in seconds."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self._ahead = 0.0
        self._wall_ahead = 0.0
        self._lock = threading.Lock()

    @property
    def clock(self) -> Clock:
        """The clock to give to what is tested."""
        return Clock(self.monotonic, self.sleep, self.wall)

    def monotonic(self) -> float:
        """Seconds."""
        return time.monotonic() + self._ahead

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._ahead + self._wall_ahead

    def sleep(self, seconds: float) -> None:
        """Skip."""
        with self._lock:
            self.slept.append(seconds)
            self._ahead += seconds

    def pass_time(self, seconds: float) -> None:
        """Let time pass, on both clocks."""
        self._ahead += seconds

    def set_wall(self, seconds: float) -> None:
        """Set the wall clock ahead, or back where negative."""
        self._wall_ahead += seconds
