"""One order and one way of counting for every format: the worst finding first, paths as people count them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from gate.model import Decision, Finding, RecordReport, Report, Severity, Tier

SEVERITIES = tuple(Severity)
TIERS = tuple(Tier)
_NUMBER = re.compile(r"([0-9]{1,18})")

PathKey = tuple[tuple[int, int, str], ...]


@lru_cache(maxsize=4096)
def path_key(path: str) -> PathKey:
    """Sort key of a path: ``citations[9]`` stands before ``citations[10]``."""
    return tuple((0, int(part), "") if _NUMBER.fullmatch(part) else (1, 0, part) for part in _NUMBER.split(path) if part)


def worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings by severity, then tier (consequence), then path; the rest of the fields only make the order total."""
    return tuple(sorted(findings, key=_finding_key))


def _finding_key(finding: Finding) -> tuple[int, int, PathKey, str, str, str, str]:
    return (
        SEVERITIES.index(finding.severity),
        TIERS.index(finding.tier),
        path_key(finding.path),
        finding.code,
        finding.given,
        finding.held,
        finding.source,
    )


@dataclass(frozen=True, slots=True)
class Counts:
    """How a run went. ``unchecked`` records are also counted under ``review``."""

    accepted: int
    review: int
    unreadable: int
    unchecked: int

    @property
    def records(self) -> int:
        """Everything that was given: read or not."""
        return self.accepted + self.review + self.unreadable

    def __str__(self) -> str:
        return f"{self.accepted} accepted, {self.review} review, {self.unreadable} unreadable, {self.unchecked} unchecked"


def is_accepted(record: RecordReport) -> bool:
    """Accepted, and nothing left unchecked: unchecked is never a pass, whoever wrote the verdict."""
    return record.verdict.decision is Decision.ACCEPT and not record.verdict.unchecked


def count(report: Report) -> Counts:
    """Count the records of ``report`` by what was decided."""
    accepted = sum(1 for r in report.records if is_accepted(r))
    unchecked = sum(1 for r in report.records if r.verdict.unchecked)
    return Counts(accepted, len(report.records) - accepted, len(report.unreadable), unchecked)
