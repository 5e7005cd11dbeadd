"""Thresholds under a bound on false alarms: the bound, the path, what is taken, what is never loosened."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.decision import rules
from gate.decision.calibration import Calibration, Case, calibrate
from gate.decision.calibration_bound import needed, upper_bound
from gate.decision.calibration_file import rule_text
from gate.decision.evidence import values_sha256
from gate.decision.ruleset import RuleSet
from gate.errors import InputError
from gate.findings import finding
from gate.model import Decision, Kind, Record, RecordReport, ReviewReason, RulesEvidence, Score, Verdict
from tests.decision.rule_files import Writer, refusal

BASE = rules.load("bibliography")
EVIDENCE = RulesEvidence("mine.jsonl", "ab" * 32, "library 2026-11-30", "2026-11-30", 0.01, 0.95, 300, 0, 40, 30)


# the bound


def test_the_bound_is_clopper_and_pearsons() -> None:
    """One-sided bounds from the beta distribution: 1 - 0.05 ** (1 / n) without a case; 3 of 100 in any table."""
    assert upper_bound(0, 100, 0.95) == pytest.approx(1 - 0.05**0.01)
    assert upper_bound(3, 100, 0.95) == pytest.approx(0.0757, abs=5e-5)
    assert upper_bound(10, 10, 0.95) == 1.0
    assert upper_bound(0, 0, 0.95) == 1.0


def test_how_many_are_needed() -> None:
    assert (needed(0.01, 0.95), needed(0.05, 0.95), needed(0.01, 0.99)) == (299, 59, 459)


@given(st.integers(1, 400), st.integers(0, 400), st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_the_bound_is_over_the_rate_and_grows(of: int, count: int, confidence: float) -> None:
    count = min(count, of)
    bound = upper_bound(count, of, confidence)
    assert count / of <= bound <= 1
    assert bound <= upper_bound(min(count + 1, of), of, confidence)
    assert bound >= upper_bound(count, of + 1, confidence)


# records with a score and findings, judged by these alone


def case(valid: bool, score: float | None = None, *codes: str, score_name: str = "citation_permissive") -> Case:
    record = Record(Kind.WORK, "list", (), bibliography=True)
    scores = () if score is None else (Score(score_name, score, coverage=1.0),)
    return Case(RecordReport(record, None, scores, tuple(finding(code, "") for code in codes), Verdict(Decision.ACCEPT)), valid)


def judge(report: RecordReport, by: RuleSet) -> Verdict:
    over = [limit.rule for limit in by.limits for s in report.scores if s.name == limit.score and s.value and s.value > limit.max]
    reasons = tuple(ReviewReason(rule, "") for rule in (*over, *(f.code for f in report.findings if by.blocks(f))))
    return Verdict(Decision.REVIEW if reasons else Decision.ACCEPT, reasons)


def found(cases: list[Case], base: RuleSet = BASE, bound: float = 0.05, seed: int = 0) -> Calibration:
    return calibrate(cases, base, judge, bound=bound, confidence=0.95, held_out=0.6, seed=seed)


def taken(cases: list[Case], base: RuleSet = BASE, bound: float = 0.05) -> RuleSet:
    step = found(cases, base, bound).step
    assert step is not None
    return step.rules


def limit(by: RuleSet) -> float:
    one = by.limit("citation_permissive")
    assert one is not None
    return one.max


def test_a_limit_goes_between_the_valid_and_the_invalid() -> None:
    cases = [case(True, 0.1 + n / 10_000) for n in range(200)] + [case(False, 0.5)] * 40
    by = taken(cases, BASE)
    assert 0.1 < limit(by) <= 0.12
    step = found(cases).step
    assert step is not None
    assert (step.held_out.detected, step.held_out.invalid) == (24, 24)
    assert step.upper <= 0.05


def test_the_base_stays_as_it_is_where_it_holds() -> None:
    by = taken([case(True, 0.0)] * 200 + [case(False, 1.0, "citation-non-retrievable")] * 40)
    assert values_sha256(by) == values_sha256(replace(BASE, evidence=None))


def test_a_finding_that_many_valid_records_have_means_review_no_more() -> None:
    cases = [case(True, None, *(["citation-duplicate"] if n % 5 == 0 else [])) for n in range(200)]
    by = taken([*cases, *[case(False, None, "citation-duplicate", "citation-wrong-metadata")] * 40])
    assert "citation-duplicate" in by.tolerated_codes
    assert "citation-duplicate" not in by.blocking_codes
    assert "citation-wrong-metadata" not in by.tolerated_codes


def test_a_finding_that_only_invalid_records_have_comes_to_mean_review() -> None:
    cases = [case(True)] * 200 + [case(False, None, "citation-corrected")] * 40
    assert "citation-corrected" in taken(cases).blocking_codes
    assert "citation-corrected" not in BASE.blocking_codes


def test_what_was_not_checked_is_never_loosened() -> None:
    """Whatever it costs: then no rule set holds, and none is taken."""
    cases = [case(True, None, *(["citation-not-assessed"] if n % 2 else [])) for n in range(200)]
    result = found([*cases, *[case(False, None, "citation-wrong-metadata")] * 40])
    assert result.taken is None
    assert result.step is None
    assert all("citation-not-assessed" in step.rules.blocking_codes for step in result.steps)
    assert all(step.rules.coverage_min >= BASE.coverage_min for step in result.steps)


def test_each_step_of_the_path_sends_more_to_review() -> None:
    random = Random(3)
    cases = [case(True, random.random() / 2) for _ in range(200)] + [case(False, random.random()) for _ in range(100)]
    result = found(cases, bound=0.1)
    counts = [(s.chosen_on.false_alarms, s.chosen_on.detected, s.held_out.false_alarms) for s in result.steps]
    assert counts == sorted(counts)
    assert result.taken is not None
    assert result.steps[result.taken].upper <= 0.1 < result.steps[result.taken + 1].upper


def test_the_confidence_is_what_it_says() -> None:
    """Drawn anew 200 times, the rate of false alarms of the rule set taken is over the bound in at most one of twenty draws."""
    over = 0
    for seed in range(200):
        random = Random(seed)
        cases = [case(True, random.random()) for _ in range(150)] + [case(False, 0.9 + random.random() / 10) for _ in range(30)]
        step = found(cases, bound=0.1, seed=seed).step
        over += step is not None and 1 - limit(step.rules) > 0.1  # the valid scores are uniform from 0 to 1
    assert over <= 200 * 0.05 + 3 * (200 * 0.05 * 0.95) ** 0.5


def test_too_few_valid_records_are_refused_with_how_many_it_takes() -> None:
    with pytest.raises(InputError, match="6 valid records are held out, and it takes 59"):
        found([case(True)] * 10 + [case(False)] * 10)
    with pytest.raises(InputError, match="no invalid records"):
        found([case(True)] * 200)


# the file


def written(rule_file: Writer, by: RuleSet) -> str:
    return rule_file(rule_text(BASE, "bibliography", by, EVIDENCE), alone=True)


def test_the_file_gives_the_rules_and_the_evidence_back(rule_file: Writer) -> None:
    by = taken([case(True, 0.1)] * 200 + [case(False, 0.5, "citation-corrected")] * 40)
    loaded = rules.load(written(rule_file, by))
    assert values_sha256(loaded) == values_sha256(by)
    assert loaded.evidence == EVIDENCE
    assert "1 %" in loaded.title


def test_a_value_that_was_changed_since_is_refused_where_the_evidence_stands(rule_file: Writer) -> None:
    path = written(rule_file, BASE)
    text = rule_text(BASE, "bibliography", BASE, EVIDENCE)
    error = refusal(rule_file(text.replace("\n[evidence]", "coverage_min = 0.9\n\n[evidence]"), alone=True))
    assert "found for other values" in str(error)
    assert error.line == text.count("\n", 0, text.index("rules_sha256")) + 2
    assert path


def test_a_set_that_extends_a_calibrated_one_has_no_evidence(rule_file: Writer) -> None:
    path = written(rule_file, BASE)
    own = rule_file(f'extends = "{path}"\ncoverage_min = 0.9\n', "other.toml", alone=True)
    assert rules.load(own).evidence is None
    assert rules.load(path).evidence == EVIDENCE


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("valid = 300", "", "evidence.valid is not given"),
        ("valid = 300", "valid = -1", "must be a count"),
        ("valid = 300", "valid = 3.5", "must be a whole number"),
        ("bound = 0.01", "bound = 2", "from 0 to 1"),
        ('date = "2026-11-30"', "date = 2026-11-30", "must be a text"),
        ("detected = 30", "detectd = 30", "did you mean 'detected'"),
    ],
)
def test_bad_evidence_is_refused(rule_file: Writer, before: str, after: str, said: str) -> None:
    text = rule_text(BASE, "bibliography", BASE, EVIDENCE)
    assert before in text
    assert said in str(refusal(rule_file(text.replace(before, after, 1), alone=True)))
