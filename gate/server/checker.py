"""Checking for a server: rules read once, local sources kept open; live ones opened for each call, which so has its own time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gate.decision.rules import load
from gate.decision.ruleset import RuleSet
from gate.model import Record, Report, SnapshotInfo, Unreadable
from gate.references.sources import Sources, open_sources
from gate.settings import Settings

REOPENED_S = 60  # renewed snapshots are seen after so long


@dataclass(slots=True)
class _Opened:
    sources: Sources
    at: float
    users: int = 0


class Checker:
    """Checks records; threads can share it. Raises :class:`~gate.errors.RulesError` at once for rules that cannot be used."""

    def __init__(self, settings: Settings, rules: str, *, offline: bool) -> None:
        self.settings = settings
        self.offline = offline
        self.rules: RuleSet = load(rules or settings.rules)
        self._bibliography: RuleSet = self.rules if rules else load("bibliography")
        self._lock = threading.Lock()
        self._opened: _Opened | None = None

    def check(self, records: Iterable[Record | Unreadable], *, bibliography: bool = False) -> Report:
        """Check records together, in the context of each other."""
        from gate.checking import check

        rules = self._bibliography if bibliography else self.rules
        with self._sources() as sources:
            return check(records, rules=rules, sources=sources, settings=self.settings, offline=self.offline)

    def sources(self) -> tuple[SnapshotInfo, ...]:
        """The sources as they are now."""
        with self.local() as sources:
            return sources.infos()

    def warm(self) -> None:
        """Make the indexes before the first call needs them, and load what a check loads."""
        from gate.model import Kind, Query

        with self.local() as sources:
            for source in sources.all:
                if source.as_of:
                    for kind in Kind:
                        if kind in source.kinds:
                            source.search(Query(kind, "warm"), 1)

    def close(self) -> None:
        """Close the sources."""
        with self._lock:
            if self._opened is not None:
                self._opened.sources.close()
                self._opened = None

    @contextmanager
    def _sources(self) -> Iterator[Sources]:
        if not self.offline:
            with open_sources(self.settings, offline=False) as sources:
                yield sources
            return
        with self.local() as sources:
            yield sources

    @contextmanager
    def local(self) -> Iterator[Sources]:
        """The sources without sending anything, kept open."""
        with self._lock:
            if self._opened is None or time.monotonic() - self._opened.at > REOPENED_S:
                if self._opened is not None and not self._opened.users:
                    self._opened.sources.close()
                self._opened = _Opened(open_sources(self.settings, offline=True), time.monotonic())
            mine = self._opened
            mine.users += 1
        try:
            yield mine.sources
        finally:
            with self._lock:
                mine.users -= 1
                if mine is not self._opened and not mine.users:
                    mine.sources.close()
