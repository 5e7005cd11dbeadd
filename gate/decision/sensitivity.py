"""What would have been decided under other rules: saved reports decided anew, without asking any source again.

Whatever the rules alone settle is settled anew: the limits, the coverage asked for, what blocks, what must be supported or
present, the sources that must answer, the severity and tier of every finding, and the findings that depend on a threshold. What
they cannot settle without the records themselves stays as it was saved, and :func:`kept` says so: the weights that the omission
score was computed with, and a library's own shapes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from statistics import median

from gate.decision.decide import decide
from gate.decision.observations import THRESHOLD_CODES, of_thresholds
from gate.decision.ruleset import RuleSet
from gate.decision.scoring import Z95
from gate.findings import FINDINGS
from gate.model import AnchorState, Consultation, Decision, Finding, RecordReport, Tier, Verdict

REVIEW = "review"
CATEGORIES = (REVIEW, *(str(tier) for tier in Tier))


@dataclass(frozen=True, slots=True)
class Judged:
    """One record under one rule set: its verdict, and the tiers of its findings."""

    report: RecordReport
    verdict: Verdict
    tiers: frozenset[str]

    def of(self, category: str) -> bool:
        """Whether it goes to review, or has a finding of the tier of that name."""
        return self.verdict.decision is Decision.REVIEW if category == REVIEW else category in self.tiers


def as_saved(report: RecordReport) -> Judged:
    """A record as it was decided."""
    return Judged(report, report.verdict, frozenset(str(f.tier) for f in report.findings))


def again(report: RecordReport, rules: RuleSet) -> Judged:
    """A record under other rules. One that no source was compared with stays in review."""
    if report.comparison is None:
        found = tuple(_restated(f, rules) for f in report.findings)
        return Judged(report, report.verdict, frozenset(str(f.tier) for f in found))
    fresh = [rules.restate(f) for f in of_thresholds(report.comparison, rules)]
    found = (*(_restated(f, rules) for f in report.findings if f.code not in THRESHOLD_CODES), *fresh)
    scores = tuple(
        replace(s, value=s.numerator / s.denominator) if s.value is not None and s.denominator else s for s in report.scores
    )
    return Judged(report, decide(report.comparison, scores, found, rules), frozenset(str(f.tier) for f in found))


def _restated(found: Finding, rules: RuleSet) -> Finding:
    """With the severity and tier of these rules; what the rules that it was saved under said of its code is forgotten.

    The severity of a shape's finding is the shape's own, and stays.
    """
    if found.code not in FINDINGS:
        return found
    severity = found.severity if found.code.startswith("shape-") else FINDINGS[found.code].severity
    return rules.restate(replace(found, severity=severity, tier=FINDINGS[found.code].tier))


def kept(rules: RuleSet, saved: RuleSet | None) -> tuple[str, ...]:
    """What of ``rules`` could not be applied; ``saved`` is the set that the reports were decided by, where it is at hand."""
    if saved is None:
        return (f"{rules.name}: the rules of the reports are not at hand, so whether omissions weigh otherwise is not known",)
    told = []
    if rules.weights != saved.weights:
        told.append(f"{rules.name}: weighs omissions otherwise; the omission scores stay as they were saved")
    if rules.extracted_weight != saved.extracted_weight:
        told.append(f"{rules.name}: weighs what free text says otherwise; that score stays as it was saved")
    if rules.shapes != saved.shapes:
        told.append(f"{rules.name}: has shapes of its own; they need the records, and were not run again")
    return tuple(told)


Reading = Callable[[RecordReport], float | None]


@dataclass(frozen=True, slots=True)
class Variable:
    """Something known of a record that may go with how it is decided.

    ``of``       its value: a number, or 1 and 0 for yes and no; None where it has none
    ``words``    what it is to be on the high side
    ``defines``  the beginnings of the finding codes that it helps to define; ``review`` where it helps to define the decision
    """

    name: str
    words: str
    of: Reading
    defines: tuple[str, ...]


def _coverage(report: RecordReport) -> float | None:
    return next((s.coverage for s in report.scores if s.name == "fabrication_permissive"), None)


def _anchored(report: RecordReport) -> float | None:
    return None if report.comparison is None else float(report.comparison.anchor.state is AnchorState.ANCHORED)


def _size(report: RecordReport) -> float | None:
    return None if report.comparison is None else float(len(report.comparison.claims))


def _cited(report: RecordReport) -> float | None:
    return None if report.comparison is None else float(len(report.comparison.citations))


def _lost(report: RecordReport) -> float | None:
    if report.comparison is None:
        return None
    return float(any(c.state is Consultation.UNREACHABLE for c in report.comparison.consulted))


def _unread(report: RecordReport) -> float | None:
    return float(len(report.record.ignored))


VARIABLES = (
    Variable("claims", "more claims than half of the records", _size, ()),
    Variable("citations", "more citations than half of the records", _cited, ("citation", "bibliography-", "graph-", "node-")),
    Variable("fields not read", "more fields that are not read than half of the records", _unread, ("field-ignored",)),
    Variable("coverage", "more of it checked than of half of the records", _coverage, (REVIEW, "coverage-", "value-", "source-")),
    Variable(
        "anchored", "what it is about was found", _anchored, (REVIEW, "anchor-", "identifier-conflict", "value-not-assessed")
    ),
    Variable(
        "a source was lost", "a source did not answer", _lost, (REVIEW, "source-", "value-not-assessed", "citation-not-assessed")
    ),
)


def offered(variable: Variable, category: str, rules: RuleSet) -> bool:
    """Whether ``variable`` may be offered as a predictor of ``category`` under ``rules``: not where it helps to define it.

    A tier is defined by its codes, review by what the rules ask for and by the codes that block.
    """
    if category == REVIEW and REVIEW in variable.defines:
        return False
    codes = [code for code in FINDINGS if _counts(code, category, rules)]
    return not any(code.startswith(start) for code in codes for start in variable.defines if start != REVIEW)


def _counts(code: str, category: str, rules: RuleSet) -> bool:
    if category != REVIEW:
        return str(rules.tier_of(code)) == category
    return code in rules.blocking_codes or (code not in rules.tolerated_codes and rules.severity_of(code) in rules.blocking)


@dataclass(frozen=True, slots=True)
class Association:
    """How often a category is met with a variable on the high and on the low side, and the odds ratio; else why there is none."""

    variable: Variable
    category: str
    high: tuple[int, int] = (0, 0)
    low: tuple[int, int] = (0, 0)
    odds: tuple[float, float, float] | None = None
    reason: str = ""


def associations(judged: Sequence[Judged], rules: RuleSet) -> tuple[Association, ...]:
    """Every variable with every category, those that helped to define the category left out with that reason."""
    return tuple(_association(judged, v, c, rules) for v in VARIABLES for c in CATEGORIES)


def _association(judged: Sequence[Judged], variable: Variable, category: str, rules: RuleSet) -> Association:
    if not offered(variable, category, rules):
        return Association(variable, category, reason="it helps to define this")
    known = [(value, j.of(category)) for j in judged if (value := variable.of(j.report)) is not None]
    if len({value for value, _ in known}) < 2:
        return Association(variable, category, reason="it is the same for all records")
    middle = median(value for value, _ in known)
    if all(value <= middle for value, _ in known):  # most records have the highest value
        middle = max(value for value, _ in known if value < middle)
    cells = Counter((value > middle, met) for value, met in known)
    high = (cells[True, True], cells[True, True] + cells[True, False])
    low = (cells[False, True], cells[False, True] + cells[False, False])
    if not all(cells[pair] for pair in ((True, True), (True, False), (False, True), (False, False))):
        return Association(variable, category, high, low, reason="one of the four cells is empty")
    ratio = log(cells[True, True] * cells[False, False] / (cells[True, False] * cells[False, True]))
    error = sqrt(sum(1 / n for n in cells.values()))  # Woolf (1955)
    return Association(variable, category, high, low, (exp(ratio), exp(ratio - Z95 * error), exp(ratio + Z95 * error)))
