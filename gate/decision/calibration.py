"""Thresholds for which a bound on false alarms holds, found on labelled records.

A false alarm is a valid record that is sent to review. The records are dealt in two parts, by chance and each label for itself.
On one part a path of rule sets is laid, from the loosest to the strictest, each sending to review what the one before it does.
On the other, held out, which had no say in the path, the rule sets are tested in its order, and the last one before the first
failure is taken: a rule set fails when the exact binomial upper bound of its rate of false alarms is over the bound asked for.
Because the order is fixed beforehand and testing stops at the first failure, the confidence holds for the rule set taken, however
many were tested, whatever the distribution and in every sample size (fixed sequence testing: Angelopoulos, Bates, Candès, Jordan
and Lei, Learn then Test, arXiv:2110.01052; the bound: Clopper and Pearson 1934). It holds for records that come as those did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from gate.decision.calibration_bound import needed, upper_bound
from gate.decision.calibration_knobs import Knobs, apply
from gate.decision.calibration_path import lay
from gate.decision.ruleset import RuleSet
from gate.errors import InputError
from gate.model import Decision, RecordReport, Verdict

Judge = Callable[[RecordReport, RuleSet], Verdict]


@dataclass(frozen=True, slots=True)
class Case:
    """A labelled record, checked under the rules that are to be calibrated."""

    report: RecordReport
    valid: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """How many valid and invalid records a rule set sends to review."""

    false_alarms: int
    valid: int
    detected: int
    invalid: int


@dataclass(frozen=True, slots=True)
class Step:
    """One rule set of the path. ``upper`` is the bound of its rate of false alarms that holds with the confidence asked for."""

    change: str
    rules: RuleSet
    chosen_on: Counted
    held_out: Counted
    upper: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The path with its counts, and which of its rule sets was taken. ``taken`` is None where not even the loosest one holds."""

    base: Step
    steps: tuple[Step, ...]
    taken: int | None

    @property
    def step(self) -> Step | None:
        """The rule set that was taken."""
        return None if self.taken is None else self.steps[self.taken]


def calibrate(
    cases: Sequence[Case], base: RuleSet, judge: Judge, *, bound: float, confidence: float, held_out: float, seed: int = 0
) -> Calibration:
    """The strictest rule set of the path whose false alarms are at most ``bound`` with ``confidence``.

    ``judge``     decides on a record anew under other rules
    ``held_out``  the share of the records, over 0 and under 1, that the rule sets are tested on

    Raises :class:`InputError` where there are too few valid records for any rule set to pass, or no invalid one.
    """
    first, second = _dealt(cases, held_out, seed)
    least, valid = needed(bound, confidence), sum(case.valid for case in second)
    if valid < least:
        raise InputError(
            f"{valid} valid records are held out, and it takes {least} without one false alarm to show a rate of at most "
            f"{bound:g} with confidence {confidence:g}: label more, hold out more, or ask for less"
        )
    if not any(not case.valid for case in first) or not any(not case.valid for case in second):
        raise InputError("no invalid records on both sides: there is nothing to find thresholds by")

    def tested(change: str, rules: RuleSet) -> Step:
        chosen_on, shown = _count(first, rules, judge), _count(second, rules, judge)
        return Step(change, rules, chosen_on, shown, upper_bound(shown.false_alarms, shown.valid, confidence))

    def reviewed(knobs: Knobs) -> list[bool]:
        rules = apply(base, knobs)
        return [judge(case.report, rules).decision is Decision.REVIEW for case in first]

    path = lay([(case.report, case.valid) for case in first], base, reviewed)
    steps = tuple(tested(change, apply(base, knobs)) for change, knobs in path)
    passed = next((n for n, step in enumerate(steps) if step.upper > bound), len(steps))
    return Calibration(tested("as they are", base), steps, passed - 1 if passed else None)


def _dealt(cases: Sequence[Case], held_out: float, seed: int) -> tuple[list[Case], list[Case]]:
    first: list[Case] = []
    second: list[Case] = []
    for label in (True, False):
        labelled = [case for case in cases if case.valid is label]
        Random(seed).shuffle(labelled)  # noqa: S311 - no secret depends on it
        kept = len(labelled) - round(len(labelled) * held_out)
        first += labelled[:kept]
        second += labelled[kept:]
    return first, second


def _count(cases: Sequence[Case], rules: RuleSet, judge: Judge) -> Counted:
    review = [(case.valid, judge(case.report, rules).decision is Decision.REVIEW) for case in cases]
    valid, invalid = [r for label, r in review if label], [r for label, r in review if not label]
    return Counted(sum(valid), len(valid), sum(invalid), len(invalid))
