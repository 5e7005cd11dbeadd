"""Scores, findings and rules to a verdict. Pure: it asks nobody and computes nothing but the decision.

A record is accepted only when it is anchored, enough of it was checked, every required claim is supported, no limit is passed, no
finding blocks, and every source that the rules name has answered. Every reason against is listed, not only the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gate.decision.names import BIBLIOGRAPHY_SCORES
from gate.decision.ruleset import RuleSet
from gate.model import (
    AnchorState,
    ClaimResult,
    Comparison,
    Decision,
    Finding,
    Outcome,
    ReviewReason,
    Score,
    Verdict,
)


def decide(comparison: Comparison, scores: Sequence[Score], findings: Sequence[Finding], rules: RuleSet) -> Verdict:
    """The verdict on one record, with every reason for review.

    A bibliography has no subject, so the rules on anchor, required properties and scores about claims do not apply to it. Its
    coverage is that of the citations.
    """
    alone = comparison.record.bibliography
    demanded = rules.demanded & BIBLIOGRAPHY_SCORES if alone else rules.demanded
    reasons = (
        *_sources(comparison, rules),
        *(() if alone else _anchor(comparison, rules)),
        *(_citation_coverage(scores, rules) if alone else _coverage(scores, rules)),
        *(() if alone else _required(comparison, rules)),
        *_limits(scores, rules),
        *_demanded(scores, demanded),
        *_blocking(findings, rules),
    )
    skipped = tuple(limit.rule for limit in rules.limits if _undefined(limit.score, scores))
    beside_the_point = tuple(f"demanded.{name}" for name in sorted(rules.demanded - demanded))
    return Verdict(Decision.REVIEW if reasons else Decision.ACCEPT, reasons, (*skipped, *beside_the_point))


def failed(reason: str) -> Verdict:
    """The verdict on a record that a stage failed on: unchecked, and so never a pass."""
    return Verdict(Decision.REVIEW, (ReviewReason("record-not-checked", f"the record could not be checked: {reason}", True),))


def _sources(comparison: Comparison, rules: RuleSet) -> Iterator[ReviewReason]:
    detail = {c.source: c.detail for c in comparison.consulted}
    for name in rules.unanswered(comparison.record.kind, comparison.consulted):
        why = detail.get(name) or "it is not there"
        yield ReviewReason("sources", f"{name} should have answered and did not: {why}", True)
    if comparison.context_lost:
        others = ", ".join(comparison.context_lost[:5])
        yield ReviewReason("sources", f"records it shares nodes with could not be looked up: {others}", True)


def _anchor(comparison: Comparison, rules: RuleSet) -> Iterator[ReviewReason]:
    anchor = comparison.anchor
    if rules.anchor_required and anchor.state is not AnchorState.ANCHORED:
        yield ReviewReason("anchor_required", f"the record is not anchored ({anchor.state}): {anchor.reason}")


def _coverage(scores: Sequence[Score], rules: RuleSet) -> Iterator[ReviewReason]:
    coverage = next((s.coverage for s in scores if s.name == "fabrication_permissive"), None)
    if coverage is None:
        yield ReviewReason("coverage_min", "the record makes no claim that could be checked")
    elif coverage < rules.coverage_min:
        yield _too_little("claims could be checked", coverage, rules)


def _citation_coverage(scores: Sequence[Score], rules: RuleSet) -> Iterator[ReviewReason]:
    coverage = next((s.coverage for s in scores if s.name == "citation_permissive"), None)
    if coverage is None:
        yield ReviewReason("coverage_min", "the bibliography lists no work")
    elif coverage < rules.coverage_min:
        yield _too_little("citations could be looked up", coverage, rules)


def _too_little(what: str, coverage: float, rules: RuleSet) -> ReviewReason:
    share = int(coverage * 100)  # rounded down: 59.9 % is not 60 %
    return ReviewReason("coverage_min", f"{share} % of the {what}, {rules.coverage_min * 100:g} % are required")


def _required(comparison: Comparison, rules: RuleSet) -> Iterator[ReviewReason]:
    kind = comparison.record.kind
    given = {c.claim.property for c in comparison.claims}
    for name in sorted(rules.required_present.get(kind, frozenset()) - given):
        yield ReviewReason("required_present", f"the record gives no {name}")
    supported = rules.required_supported.get(kind, frozenset())
    for result in comparison.claims:
        if result.claim.property in supported and not _sound(result):
            outcome = result.outcome.replace("_", " ")
            text = f"{result.claim.path or result.claim.property} is {outcome}, and must be supported"
            yield ReviewReason("required_supported", text)


def _sound(result: ClaimResult) -> bool:
    """Supported, or true beyond the reference."""
    return result.outcome in (Outcome.SUPPORTED, Outcome.EXTRA)


def _limits(scores: Sequence[Score], rules: RuleSet) -> Iterator[ReviewReason]:
    by_name = {s.name: s for s in scores}
    for limit in rules.limits:
        score = by_name.get(limit.score)
        if score is not None and score.value is not None and score.value > limit.max:
            yield ReviewReason(limit.rule, f"{limit.score} is {score.value:.2f}, at most {limit.max:.2f} is allowed")


def _demanded(scores: Sequence[Score], names: frozenset[str]) -> Iterator[ReviewReason]:
    by_name = {s.name: s for s in scores}
    for name in sorted(names):
        if _undefined(name, scores):
            why = by_name[name].reason if name in by_name else "it was not computed"
            yield ReviewReason("demanded", f"{name} is demanded and is not defined here: {why}")


def _blocking(findings: Sequence[Finding], rules: RuleSet) -> Iterator[ReviewReason]:
    for found in findings:
        if rules.blocks(found):
            place = f" at {found.path}" if found.path else ""
            yield ReviewReason(found.code, f"{found.code}{place}: {found.message}", found.code == "record-not-checked")


def _undefined(name: str, scores: Sequence[Score]) -> bool:
    return all(s.value is None for s in scores if s.name == name)
