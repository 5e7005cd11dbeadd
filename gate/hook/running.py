"""A check with its settings, rules and sources in one hand: what the hook, the drop folder and a re-check each call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gate.model import Record, Report, Unreadable
from gate.settings import Settings


@dataclass(frozen=True, slots=True)
class Runner:
    """``rules`` is a name of ``gate rules list`` or a path; empty means that of the settings."""

    settings: Settings
    rules: str = ""
    offline: bool = True

    def check(self, records: Iterable[Record | Unreadable]) -> Report:
        """Check records together. Sources are opened for this run and closed after it, so that renewed snapshots are seen.

        Raises :class:`~gate.errors.RulesError` for rules that cannot be used.
        """
        from gate.checking import check
        from gate.decision.rules import load
        from gate.references.sources import open_sources

        rules = load(self.rules or self.settings.rules)
        with open_sources(self.settings, offline=self.offline) as sources:
            return check(records, rules=rules, sources=sources, settings=self.settings, offline=self.offline)
