"""Progress of long work: one line on standard error, only on a terminal, gone when the work is done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

from gate.report.terminal import safe, shorten

FIRST_AFTER = 0.5  # seconds: short work shows nothing
EVERY = 0.2  # seconds between two states of the line
WIDTH = 78


class ProgressLine:
    """Count, total and rate of what is being done. Use as a context manager; call :meth:`step` as often as you like."""

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic, *, quiet: bool = False) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._shown = False
        self._on = not quiet and self._stream is not None and self._stream.isatty()
        self._what = ""
        self._began = self._due = clock()
        self._before = 0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()

    def step(self, done: int, total: int | None, what: str, *, left: bool = False, detail: str = "") -> None:
        """``done`` of ``total`` (None when unknown) of ``what`` are done; the rate is that of this work alone.

        ``left``: also say how long the rest takes at this rate. ``detail`` comes last, and may change with every step.
        """
        if not self._on:
            return
        now = self._clock()
        if what != self._what:
            self._what, self._began, self._before = what, now, done
            self._due = max(self._due, now + FIRST_AFTER)
        if now < self._due:
            return
        self._due = now + EVERY
        of = f" of {total:,}" if total is not None else ""
        rate = (done - self._before) / (now - self._began)
        rest = f", {_time((total - done) / rate)} left" if left and total is not None and rate else ""
        line = shorten(f"{done:,}{of} {safe(what)}, {rate:,.0f} a second{rest}{f', {safe(detail)}' if detail else ''}", WIDTH)
        self._write(f"\r{line.ljust(WIDTH)}")
        self._shown = True

    def indexing(self, what: str, done: int, total: int | None) -> None:
        """:meth:`step` in the order of arguments that the stores report in."""
        self.step(done, total, what)

    def asking(self, source: str, what: str) -> None:
        """Which live service is asked, or stands down; may be called from any thread."""
        if not self._on:
            return
        now = self._clock()
        if now < self._due:
            return
        self._due = now + EVERY
        self._write(f"\r{shorten(f'{safe(source)}: {safe(what)}', WIDTH).ljust(WIDTH)}")
        self._shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._write(f"\r{' ' * WIDTH}\r")
            self._shown = False

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):  # standard error went away: the work goes on without a line
            self._on = self._shown = False


def _time(seconds: float) -> str:
    """A time to wait, in the unit that people would give it in."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"
