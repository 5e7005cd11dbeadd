"""What calibration may change in a rule set, and what it never touches.

It may tighten anything it can measure, and loosen only what accuses: the limits on scores, and findings that block. What says
that something was not checked (``coverage_min``, ``sources``, the findings below) is never loosened: unchecked is never a pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil

from gate.decision.names import SCORE_NAMES
from gate.decision.rules_checks import UNANCHORED
from gate.decision.ruleset import ALWAYS_BLOCKING, Limit, RuleSet
from gate.model import RecordReport

#: findings that say that something was not checked
UNCHECKED = frozenset(
    {
        *ALWAYS_BLOCKING,
        "citation-not-assessed",
        "value-not-assessed",
        "value-not-comparable",
        "source-unavailable",
        "coverage-low",
    }
)
_UP = 10**6
_PAIRS = (("fabrication_strict", "fabrication_permissive"), ("citation_strict", "citation_permissive"))


@dataclass(frozen=True, slots=True)
class Knobs:
    """The values that calibration has given so far.

    ``limits``   score -> the most that is allowed, 0..1
    ``coverage`` at least this share must have been checked
    ``codes``    finding code -> whether it means review
    """

    limits: Mapping[str, float] = field(default_factory=dict)
    coverage: float | None = None
    codes: Mapping[str, bool] = field(default_factory=dict)


def apply(base: RuleSet, knobs: Knobs) -> RuleSet:
    """``base`` with these values; its file and title stay those of the base."""
    limits = {limit.score: limit.max for limit in base.limits} | dict(knobs.limits)
    for strict, permissive in _PAIRS:  # strict is never the higher of the two, and a rule set that says so is refused
        if strict in limits and permissive in limits:
            limits[strict] = min(limits[strict], limits[permissive])
    blocking = {code for code, blocks in knobs.codes.items() if blocks}
    tolerated = {code for code, blocks in knobs.codes.items() if not blocks}
    return replace(
        base,
        limits=tuple(Limit(score, limits[score], 0) for score in SCORE_NAMES if score in limits),
        coverage_min=base.coverage_min if knobs.coverage is None else max(base.coverage_min, knobs.coverage),
        blocking_codes=(base.blocking_codes - tolerated) | blocking,
        tolerated_codes=(base.tolerated_codes - blocking) | tolerated,
        evidence=None,
    )


def scores_of(report: RecordReport) -> dict[str, float]:
    """The scores of a record that have a value, by name."""
    return {score.name: score.value for score in report.scores if score.value is not None}


def coverage_of(report: RecordReport) -> float | None:
    """The share of a record that was checked: of a bibliography's citations, of any other record's claims."""
    name = "citation_permissive" if report.record.bibliography else "fabrication_permissive"
    return next((score.coverage for score in report.scores if score.name == name), None)


def codes_of(report: RecordReport) -> frozenset[str]:
    """The findings on a record that rules may tell to block or not, by code."""
    return frozenset(f.code for f in report.findings if f.code not in ALWAYS_BLOCKING and f.code not in UNANCHORED)


def rounded_up(value: float) -> float:
    """A limit that people can read, not below the value."""
    return min(1.0, ceil(round(value * _UP, 6)) / _UP)
