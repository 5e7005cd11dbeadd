"""Saved reports under several rule sets, as tables and a figure: how decisions and tiers move, and what goes with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from gate.decision.rules import RuleSet
from gate.decision.scoring import wilson
from gate.decision.sensitivity import CATEGORIES, REVIEW, Judged, again, as_saved, associations, kept
from gate.errors import InputError
from gate.findings import FINDINGS
from gate.model import RecordReport
from gate.stress.results import Bars, Cell, Result, Series, Table, versions

SAVED = "(as saved)"
METHODS = (
    "Every record of the saved reports was decided again under each rule set, without asking any source. Shares have 95 % Wilson "
    "intervals; the change is in points of a hundred against the decisions as saved. A record counts for a tier when it has a "
    "finding of that tier, whatever is decided, and can count for several.",
    "What goes with a category: records with the variable on the high side beside the others, odds ratios with Woolf's interval. "
    "Numbers are split at their median. A variable that helps to define a category is never offered as its predictor: a tier is "
    "defined by the codes it holds, review by what the rules ask for and by the codes that block.",
)


def sensitivity(
    reports: Sequence[RecordReport], profiles: Sequence[RuleSet], saved: RuleSet | None, parameters: Mapping[str, str]
) -> Result:
    """``reports`` under ``profiles``; ``saved`` is the rule set that they were decided by, where it is at hand.

    Raises :class:`gate.errors.InputError` without any record, and where two profiles have one name.
    """
    if not reports:
        raise InputError("these reports hold no record")
    names = [p.name for p in profiles]
    if len(set(names)) != len(names):
        raise InputError(f"two profiles have one name: {', '.join(names)}")
    judged = {SAVED: [as_saved(r) for r in reports]}
    judged |= {p.name: [again(r, p) for r in reports] for p in profiles}
    tables = [
        rates_table(judged),
        moves_table(judged),
        moved_table(judged),
        reasons_table(judged),
        mapping_table(reports, profiles, saved),
        *(predictors_table(judged[p.name], p) for p in profiles),
    ]
    notes = tuple(note for p in profiles for note in kept(p, saved))
    told = {**parameters, **{f"rules {p.name}": f"{p.file}, sha256 {p.sha256}" for p in profiles}}
    title = "Decisions and tiers under other rules"
    return Result("sensitivity", title, METHODS, told, tuple(tables), (bars(judged),), notes, versions(("matplotlib",)))


def rates_table(judged: Mapping[str, Sequence[Judged]]) -> Table:
    """Every category under every rule set."""
    rows: list[tuple[Cell, ...]] = []
    for category in CATEGORIES:
        before = sum(j.of(category) for j in judged[SAVED])
        for name, held in judged.items():
            n, of = sum(j.of(category) for j in held), len(held)
            change = None if name == SAVED else 100 * (n - before) / of
            rows.append((category, name, n, of, n / of, *wilson(n, of), change, n / before if before else None))
    columns = ("category", "rules", "n", "of", "share", "low", "high", "change", "ratio")
    note = "review: records that are not accepted. ratio: to the number as saved; undefined where that is 0."
    return Table("rates", "Decisions and tiers by rule set", columns, tuple(rows), note)


def moves_table(judged: Mapping[str, Sequence[Judged]]) -> Table:
    """How many records keep their decision, and how many move which way."""
    rows: list[tuple[Cell, ...]] = []
    for name, held in judged.items():
        if name != SAVED:
            pairs = Counter(zip((j.of(REVIEW) for j in judged[SAVED]), (j.of(REVIEW) for j in held), strict=True))
            rows.append((name, pairs[False, False], pairs[True, True], pairs[False, True], pairs[True, False]))
    columns = ("rules", "still accepted", "still in review", "accepted to review", "review to accepted")
    return Table("moves", "Records that move", columns, tuple(rows))


def moved_table(judged: Mapping[str, Sequence[Judged]]) -> Table:
    """The records that move, and why."""
    rows: list[tuple[Cell, ...]] = []
    for name, held in judged.items():
        for before, now in zip(judged[SAVED], held, strict=True):
            if before.verdict.decision is not now.verdict.decision:
                reasons = now.verdict.reasons or before.verdict.reasons
                why = ", ".join(dict.fromkeys(r.rule for r in reasons))
                record = before.report.record
                rows.append((name, record.id, record.file, before.verdict.decision.value, now.verdict.decision.value, why))
    columns = ("rules", "record", "file", "as saved", "now", "reasons")
    note = "reasons: the rules that send it to review now, or, where it is accepted now, that sent it there before."
    return Table("moved", "Which records move", columns, tuple(rows), note)


def reasons_table(judged: Mapping[str, Sequence[Judged]]) -> Table:
    """How many records each rule sends to review."""
    counts = {name: Counter(rule for j in held for rule in {r.rule for r in j.verdict.reasons}) for name, held in judged.items()}
    rules = sorted({rule for c in counts.values() for rule in c}, key=lambda rule: (-max(c[rule] for c in counts.values()), rule))
    rows: tuple[tuple[Cell, ...], ...] = tuple((rule, *(counts[name][rule] for name in judged)) for rule in rules)
    note = "Records that the rule speaks against, alone or with others."
    return Table("reasons", "Reasons for review by rule set", ("rule", *judged), rows, note)


def mapping_table(reports: Sequence[RecordReport], profiles: Sequence[RuleSet], saved: RuleSet | None) -> Table:
    """The codes that two of the rule sets put into different tiers, with the records that have one."""
    sets = [*([saved] if saved is not None else []), *profiles]
    seen = Counter(code for r in reports for code in {f.code for f in r.findings})
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (code, seen[code], *(str(s.tier_of(code)) for s in sets)) for code in FINDINGS if len({s.tier_of(code) for s in sets}) > 1
    )
    names = ("as saved", *(p.name for p in profiles)) if saved is not None else tuple(p.name for p in profiles)
    return Table("mapping", "Codes that are of other tiers", ("code", "records", *names), rows)


def predictors_table(held: Sequence[Judged], rules: RuleSet) -> Table:
    """What goes with review and with each tier under one rule set."""
    rows: list[tuple[Cell, ...]] = []
    for a in associations(held, rules):
        told = a.odds or (None, None, None)
        rows.append((a.variable.name, a.category, *_part(a.high), *_part(a.low), *told, a.reason))
    columns = ("variable", "category", "n", "of", "share", "n ", "of ", "share ", "odds ratio", "low", "high", "remark")
    note = "First the records on the high side of the variable, then the others."
    return Table(f"predictors-{rules.name}", f"What goes with a category under {rules.name}", columns, tuple(rows), note)


def _part(cell: tuple[int, int]) -> tuple[Cell, ...]:
    n, of = cell
    return (n, of, n / of) if of else (None, None, None)


def bars(judged: Mapping[str, Sequence[Judged]]) -> Bars:
    """The share of every category under every rule set."""
    series = []
    for name, held in judged.items():
        counts = [sum(j.of(c) for j in held) for c in CATEGORIES]
        ends = [wilson(n, len(held)) for n in counts]
        shares = tuple(n / len(held) for n in counts)
        series.append(Series(name, shares, tuple(low for low, _ in ends), tuple(high for _, high in ends)))
    title = "Share of records by rule set"
    return Bars("rates", title, "share of records", CATEGORIES, tuple(series), alt="Bars of the share of records by category")
