"""Comparison to verdict: shapes, scores, rules."""

from __future__ import annotations

from datetime import date

from gate.decision.decide import decide, failed
from gate.decision.observations import observe
from gate.decision.ruleset import RuleSet
from gate.decision.scoring import score
from gate.decision.shapes import validate
from gate.findings import finding
from gate.model import Comparison, Record, RecordReport, Verdict

__all__ = ["judge", "judge_again", "not_checked"]


def judge(comparison: Comparison, rules: RuleSet, today: date, staleness_days: int) -> RecordReport:
    """Score a comparison, collect its findings and decide."""
    record = comparison.record
    scores = score(comparison, rules.weights.get(record.kind, {}), rules.extracted_weight)
    shapes = tuple(rules.restate(f) for f in validate(record, today, rules.shapes))
    findings = (*observe(comparison, rules, today, staleness_days), *shapes)
    return RecordReport(record, comparison, scores, findings, decide(comparison, scores, findings, rules))


def judge_again(report: RecordReport, rules: RuleSet, today: date, staleness_days: int) -> Verdict:
    """The verdict on a record that was judged before, under other limits and other blocking codes.

    Its scores stay, so ``rules`` must weigh as those it was judged by, and have the same shapes.
    """
    if report.comparison is None:
        return report.verdict
    shapes = tuple(rules.restate(f) for f in report.findings if f.code.startswith("shape-"))
    findings = (*observe(report.comparison, rules, today, staleness_days), *shapes)
    return decide(report.comparison, report.scores, findings, rules)


def not_checked(record: Record, reason: str) -> RecordReport:
    """The report on a record that a stage failed on: unchecked, and so never a pass."""
    return RecordReport(record, None, (), (finding("record-not-checked", "", detail=reason),), failed(reason))
