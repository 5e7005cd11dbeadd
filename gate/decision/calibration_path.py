"""The path of rule sets that calibration tests: from the loosest that may be, each step sends more to review than the last.

First comes everything that costs no false alarm among the records that the path is laid on: of the base what can stay, then
whatever else finds invalid records. After that the steps that find most invalid records for each false alarm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from gate.decision.calibration_knobs import UNCHECKED, Knobs, codes_of, coverage_of, rounded_up, scores_of
from gate.decision.names import SCORE_NAMES
from gate.decision.ruleset import RuleSet
from gate.findings import FINDINGS
from gate.model import RecordReport

Reviewed = Callable[[Knobs], list[bool]]
_NO_LIMIT = 1.0


@dataclass(frozen=True, slots=True)
class _Change:
    """One way to be stricter: in words, as knobs, and which records it sends to review."""

    words: str
    turn: Callable[[Knobs], Knobs]
    hits: frozenset[int]


def lay(cases: Sequence[tuple[RecordReport, bool]], base: RuleSet, reviewed: Reviewed) -> list[tuple[str, Knobs]]:
    """The path over these records (with their labels), as what each step changes and all knobs there.

    ``reviewed`` tells which of them a rule set sends to review.
    """
    reports, labels = [report for report, _ in cases], [valid for _, valid in cases]
    knobs = _loosest(reports, base)
    path = [("nothing that can be loosened means review", knobs)]
    flagged = {n for n, review in enumerate(reviewed(knobs)) if review}
    valid = {n for n, label in enumerate(labels) if label}
    for own in (True, False):  # first what the base has, as it has it
        for change in list(_changes(reports, labels, base, own=own)):
            new = change.hits - flagged
            if (own or new) and not new & valid:
                knobs = change.turn(knobs)
                path.append((change.words, knobs))
                flagged |= new
    changes = list(_changes(reports, labels, base, own=True)) + list(_changes(reports, labels, base, own=False))
    while (best := _best(changes, flagged, valid)) is not None:
        knobs = best.turn(knobs)
        path.append((best.words, knobs))
        flagged |= best.hits
    return path


def _best(changes: Sequence[_Change], flagged: set[int], valid: set[int]) -> _Change | None:
    """The change that finds most invalid records for each false alarm; None where none finds any more."""
    found = [(c, len(c.hits - flagged - valid), len((c.hits - flagged) & valid)) for c in changes]
    gains = [(gain / max(cost, 0.5), gain, c.words, c) for c, gain, cost in found if gain]
    return max(gains, key=lambda g: g[:3])[3] if gains else None


def _loosest(reports: Sequence[RecordReport], base: RuleSet) -> Knobs:
    """Nothing means review that these records show and that may be loosened. What they do not show stays as the base has it."""
    shown = {name for report in reports for name in scores_of(report)}
    limits = {limit.score: _NO_LIMIT for limit in base.limits if limit.score in shown}
    blocked = {code for report in reports for code in codes_of(report) & _blocking(report, base)} - UNCHECKED
    return Knobs(limits, None, dict.fromkeys(sorted(blocked), False))


def _blocking(report: RecordReport, base: RuleSet) -> frozenset[str]:
    return frozenset(f.code for f in report.findings if base.blocks(f))


def _changes(reports: Sequence[RecordReport], labels: Sequence[bool], base: RuleSet, *, own: bool) -> Iterator[_Change]:
    """Every way to be stricter that the records show: the base's own (``own``), or all others."""
    yield from _codes(reports, base, own=own)
    scores = [scores_of(report) for report in reports]
    for name in SCORE_NAMES:
        given = [(n, found[name]) for n, found in enumerate(scores) if name in found]
        limit = base.limit(name)
        if own:
            levels = {limit.max} if limit is not None and given else set()
        else:
            levels = {rounded_up(value) for n, value in given if labels[n]} | {0.0}
        for level in sorted(levels, reverse=True):
            hits = frozenset(n for n, value in given if value > level)
            if hits or own:
                turn = _as_in_base(name) if own else _limited(name, level)
                yield _Change(f"limits.{name} = {level:g}", turn, hits)
    if not own:
        covered = [(n, share) for n, report in enumerate(reports) if (share := coverage_of(report)) is not None]
        for level in sorted({int(share * 1e6) / 1e6 for n, share in covered if labels[n]}):
            hits = frozenset(n for n, share in covered if share < level)
            if hits and level > base.coverage_min:
                yield _Change(f"coverage_min = {level:g}", _covered(level), hits)


def _codes(reports: Sequence[RecordReport], base: RuleSet, *, own: bool) -> Iterator[_Change]:
    found = [codes_of(report) for report in reports]
    blocked = {code for report in reports for code in _blocking(report, base)}
    for code in FINDINGS:
        hits = frozenset(n for n, codes in enumerate(found) if code in codes)
        if hits and (code in blocked) is own and not (own and code in UNCHECKED):
            yield _Change(f"{code} means review", _as_in_base(code) if own else _blocks(code), hits)


def _as_in_base(name: str) -> Callable[[Knobs], Knobs]:
    """A limit, or what a finding means, as the base has it."""

    def turn(knobs: Knobs) -> Knobs:
        limits = {key: value for key, value in knobs.limits.items() if key != name}
        return replace(knobs, limits=limits, codes={key: value for key, value in knobs.codes.items() if key != name})

    return turn


def _limited(name: str, level: float) -> Callable[[Knobs], Knobs]:
    return lambda knobs: replace(knobs, limits={**knobs.limits, name: min(level, knobs.limits.get(name, _NO_LIMIT))})


def _covered(level: float) -> Callable[[Knobs], Knobs]:
    return lambda knobs: replace(knobs, coverage=max(level, knobs.coverage or 0.0))


def _blocks(code: str) -> Callable[[Knobs], Knobs]:
    return lambda knobs: replace(knobs, codes={**knobs.codes, code: True})
