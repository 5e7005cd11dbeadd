"""The audit's result: rates with intervals, tests for matched answers, agreement, tiers under other definitions."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gate.comparison.structure.ranks import levels, spearman
from gate.errors import InputError
from gate.model import CitationOutcome
from gate.stress.audit.coding import Coded
from gate.stress.audit.rules import CATEGORIES, CONTENT, INCORRECT, Coding, Tiers, offered
from gate.stress.audit.sheets import case, incorrect
from gate.stress.results import Bars, Cell, Figure, Result, Series, Table, versions
from gate.stress.statistics.agreement import agreement, kappa
from gate.stress.statistics.clustered import gee_odds_ratio, icc
from gate.stress.statistics.groups import interaction, kruskal
from gate.stress.statistics.intervals import Method, interval
from gate.stress.statistics.matched import cochran_q, difference, discordant, holm, mcnemar, pearson
from gate.stress.statistics.values import Estimate, Tested

ALL = "(all)"
ANY, STRICT = "any (permissive)", "any (strict)"
LENGTHS = (0, 250, 500, 1000)
METHODS = (
    "Answers were coded by rule: H1 a citation that is not verified, H2 to H4 a substantive answer without a hedge to an "
    "item with a fabricated element, by its kind, H5 a superseded assertion, H6 numeric claims without verified support, "
    "H7 the absence of hedging, a property of how an answer is put. Citations have three outcomes: verified, not found by "
    "completed look-ups, not assessed because a look-up failed. Permissive rates count every citation that is not "
    "verified, strict rates only those that completed look-ups did not find. Numbers are called incorrect only where "
    "every rater calls them so.",
    "Proportions have Wilson intervals unless another method is named; they describe one proportion on these items. "
    "Models are compared on the items that all answered: Cochran's Q, then exact McNemar tests with Holm's adjustment; "
    "Pearson's chi-square stands beside for comparison. Odds ratios are from generalised estimating equations with "
    "exchangeable correlation, clustered on item. The intra-class correlation is that of a logistic model with a random "
    "item intercept, on the latent scale. Groups of items are compared by Kruskal-Wallis over the share of models, the "
    "interaction of model and domain by permutation of domains across items.",
    "A variable that helps to define a category is never offered as a predictor of it: H2 to H4 need an item with a "
    "fabricated element, a long answer and no hedge, so none of these three predicts a tier that holds them.",
)


def audit(
    coded: Sequence[Coded],
    coding: Coding,
    tiers: Tiers,
    ratings: Sequence[Mapping[str, str]] = (),
    *,
    method: Method = "wilson",
    parameters: Mapping[str, str] | None = None,
    draws: int = 10_000,
    seed: int = 42,
) -> Result:
    """All tables. ``ratings`` are those of the raters, by case. Raises :class:`gate.errors.InputError` without any answer."""
    if not coded:
        raise InputError("no answer to any of these items")
    wrong = incorrect(ratings)
    answers = tuple(
        replace(c, categories=c.categories | {INCORRECT}) if case(c) in wrong and "H6" in c.categories else c for c in coded
    )
    models = sorted({c.model for c in answers})
    tables = [
        rates_table(answers, models, tiers, method),
        categories_table(answers, models, method),
        highest_table(answers, models, tiers),
        citations_table(answers, models),
        tests_table(answers, models, tiers),
        pairs_table(answers, models, tiers),
        predictors_table(answers, tiers),
        domains_table(answers, models, tiers, draws, seed),
        strata_table(answers, tiers, method),
        sensitivity_table(answers, models, tiers, method),
        lengths_table(answers, coding, tiers, method),
    ]
    if ratings:
        tables.append(agreement_table(ratings))
    notes = [f"{sum('H6' in c.categories for c in answers)} answers are flagged H6; their numbers need raters."]
    if not ratings:
        notes.append("No ratings were given, so that no number counts as incorrect in tier 1.")
    found = versions(("scipy", "statsmodels", "matplotlib"))
    given = {"interval": method, "permutations": str(draws), "seed": str(seed), **(parameters or {})}
    return Result(
        "audit",
        "Severity audit",
        METHODS,
        given,
        tuple(tables),
        tuple(figures(answers, models, tiers, method)),
        tuple(notes),
        found,
    )


def any_of(answer: Coded, *, strict: bool) -> bool:
    """Whether an answer carries anything unsupported; strictly, H1 only by completed look-ups."""
    return bool(answer.categories & set(CONTENT) - {"H1"}) or (answer.strict if strict else "H1" in answer.categories)


def outcome(answer: Coded, name: str, tiers: Tiers) -> bool:
    """Whether an answer counts for the outcome ``name``: any (permissive), any (strict), or tier 1 to 3."""
    if name in (ANY, STRICT):
        return any_of(answer, strict=name == STRICT)
    return answer.has(tiers.tiers[int(name[-1])])


OUTCOMES = (ANY, STRICT, "tier 1", "tier 2", "tier 3")


def _share(answers: Sequence[bool], method: Method) -> tuple[Cell, ...]:
    k, n = sum(answers), len(answers)
    return (k, n, k / n, *interval(k, n, method)) if n else (0, 0, None, None, None)


def rates_table(answers: Sequence[Coded], models: Sequence[str], tiers: Tiers, method: Method) -> Table:
    """Every outcome, over all and by model. Tiers are not mutually exclusive."""
    rows: list[tuple[Cell, ...]] = []
    for name in OUTCOMES:
        for m in (ALL, *models):
            held = [outcome(a, name, tiers) for a in answers if m in (ALL, a.model)]
            rows.append((name, m, *_share(held, method)))
    note = "An answer can be of several tiers."
    return Table(
        "rates", "Rates by outcome and model", ("outcome", "model", "n", "of", "share", "low", "high"), tuple(rows), note
    )


def categories_table(answers: Sequence[Coded], models: Sequence[str], method: Method) -> Table:
    """Every category, over all and by model."""
    rows: list[tuple[Cell, ...]] = []
    for name, words in (*CATEGORIES.items(), (INCORRECT, "incorrect number, by all raters")):
        for m in (ALL, *models):
            held = [name in a.categories for a in answers if m in (ALL, a.model)]
            rows.append((name, words, m, *_share(held, method)))
    columns = ("category", "meaning", "model", "n", "of", "share", "low", "high")
    return Table("categories", "Categories", columns, tuple(rows))


def highest_table(answers: Sequence[Coded], models: Sequence[str], tiers: Tiers) -> Table:
    """Every answer once, under its highest tier."""
    rows: list[tuple[Cell, ...]] = []
    for m in (ALL, *models):
        mine = [a for a in answers if m in (ALL, a.model)]
        counts = Counter(next((t for t in (1, 2, 3) if a.has(tiers.tiers[t])), 0) for a in mine)
        rest = sum(any_of(a, strict=False) and not any(a.has(tiers.tiers[t]) for t in (1, 2, 3)) for a in mine)
        rows.append((m, counts[1], counts[2], counts[3], rest, counts[0] - rest, len(mine)))
    columns = ("model", "tier 1", "tier 2", "tier 3", "untiered only", "nothing", "answers")
    return Table("highest", "Answers by their highest tier", columns, tuple(rows))


def citations_table(answers: Sequence[Coded], models: Sequence[str]) -> Table:
    """Citations by outcome; permissive and strict shares."""
    rows: list[tuple[Cell, ...]] = []
    for m in (ALL, *models):
        mine = [a for a in answers if m in (ALL, a.model)]
        counts = Counter(o for a in mine for o in a.citations)
        total = sum(counts.values())
        completed = total - counts[CitationOutcome.NOT_ASSESSED]
        lost = counts[CitationOutcome.NON_RETRIEVABLE]
        rows.append(
            (
                m, total, *(counts[o] for o in CitationOutcome), 1 - counts[CitationOutcome.VERIFIED] / total if total else None,
                lost / completed if completed else None, completed / total if total else None,
            )
        )  # fmt: skip
    columns = ("model", "citations", *map(str, CitationOutcome), "permissive", "strict", "coverage")
    note = "permissive: not verified, of all. strict: not found, of those whose look-ups completed."
    return Table("citations", "Citations", columns, tuple(rows), note)


def matched(answers: Sequence[Coded], models: Sequence[str], name: str, tiers: Tiers) -> tuple[list[str], list[list[bool]]]:
    """The items that every model answered, and the outcomes as items by models."""
    by_item: dict[str, dict[str, bool]] = {}
    for a in answers:
        by_item.setdefault(a.item.id, {})[a.model] = outcome(a, name, tiers)
    whole = [i for i, held in by_item.items() if len(held) == len(models)]
    return whole, [[by_item[i][m] for m in models] for i in whole]


def tests_table(answers: Sequence[Coded], models: Sequence[str], tiers: Tiers) -> Table:
    """Do the models differ? And how alike are the answers to one item?"""
    rows: list[tuple[Cell, ...]] = []
    for name in OUTCOMES:
        items, table = matched(answers, models, name, tiers)
        q = cochran_q(table) if table else Tested("Cochran's Q", reason="no item was answered by all models")
        groups = [(sum(row[j] for row in table), len(table)) for j in range(len(models))]
        chi = pearson(groups) if table else Tested("Pearson's chi-square", reason="no item was answered by all models")
        alike = icc([outcome(a, name, tiers) for a in answers], [a.item.id for a in answers])
        rows += [(name, t.name, len(items), t.statistic, None, None, t.freedom, t.p, t.reason) for t in (q, chi)]
        items_of = len({a.item.id for a in answers})
        rows.append((name, alike.name, items_of, alike.value, alike.low, alike.high, None, None, alike.reason))
    columns = ("outcome", "test", "items", "statistic", "low", "high", "df", "p", "remark")
    return Table("tests", "Tests over matched items", columns, tuple(rows))


def pairs_table(answers: Sequence[Coded], models: Sequence[str], tiers: Tiers) -> Table:
    """Every pair of models: exact McNemar with Holm's adjustment, and the matched difference, unadjusted."""
    rows: list[tuple[Cell, ...]] = []
    for name in OUTCOMES:
        _, table = matched(answers, models, name, tiers)
        found = []
        for (i, one), (j, other) in itertools.combinations(enumerate(models), 2):
            b, c = discordant([r[i] for r in table], [r[j] for r in table])
            found.append((one, other, b, c, mcnemar(b, c), difference(b, c, len(table))))
        adjusted = iter(holm([t.p for *_, t, _ in found if t.p is not None]))
        for one, other, b, c, test, gap in found:
            own = next(adjusted) if test.p is not None else None
            rows.append((name, one, other, b, c, test.p, own, gap.value, gap.low, gap.high, test.reason))
    columns = ("outcome", "model", "other", "model only", "other only", "p", "p (Holm)", "difference", "low", "high", "remark")
    return Table("pairs", "Pairs of models", columns, tuple(rows), "Holm's adjustment is over the pairs that can be tested.")


def predictors_table(answers: Sequence[Coded], tiers: Tiers) -> Table:
    """Odds ratios of what may be offered as a predictor; what may not says so."""
    variables = {
        "fabricated element": [a.item.fabricated for a in answers],
        "hedged": [a.hedged for a in answers],
        "citations": [bool(a.citations) for a in answers],
    }
    outcomes = {"H1": frozenset({"H1"}), "H5": frozenset({"H5"}), "H6": frozenset({"H6"}), "tier 1": tiers.tiers[1]}
    rows: list[tuple[Cell, ...]] = []
    for variable, values in variables.items():
        for name, categories in outcomes.items():
            if offered(variable, categories):
                e = gee_odds_ratio([a.has(categories) for a in answers], values, [a.item.id for a in answers])
            else:
                e = Estimate("odds ratio (GEE)", reason="it helps to define this outcome")
            rows.append((variable, name, e.value, e.low, e.high, e.p, e.reason))
    columns = ("variable", "outcome", "odds ratio", "low", "high", "p", "remark")
    return Table("predictors", "Odds ratios, clustered on item", columns, tuple(rows))


def domains_table(answers: Sequence[Coded], models: Sequence[str], tiers: Tiers, draws: int, seed: int) -> Table:
    """Domains of the items with a fabricated element: tier 1 by domain, Kruskal-Wallis, and the interaction of model and
    domain.
    """
    mine = [a for a in answers if a.item.fabricated]
    rows: list[tuple[Cell, ...]] = []
    domains = sorted({a.item.domain for a in mine})
    shares: dict[str, list[float]] = {d: [] for d in domains}
    for item in dict.fromkeys(a.item for a in mine):
        held = [outcome(a, "tier 1", tiers) for a in mine if a.item == item]
        shares[item.domain].append(sum(held) / len(held))
    for d in domains:
        held = [outcome(a, "tier 1", tiers) for a in mine if a.item.domain == d]
        rows.append((d or "(none)", len(shares[d]), *_share(held, "wilson"), None, ""))
    found = kruskal(list(shares.values()))
    effect = "" if found.epsilon_squared is None else f"epsilon squared {found.epsilon_squared:.3f}"
    if found.eta_squared is not None:
        effect += f", eta squared {found.eta_squared:.3f}"
    rows.append(
        (found.test.name, len(domains), None, None, found.test.statistic, None, None, found.test.p, found.test.reason or effect)
    )
    domain = {a.item.id: a.item.domain for a in answers}
    for name in (ANY, "tier 1"):
        items, table = matched(mine, models, name, tiers)
        t = interaction(table, [domain[i] for i in items], draws, seed)
        rows.append((f"{t.name}, {name}", len(items), None, None, t.statistic, None, None, t.p, t.reason))
    columns = ("domain or test", "items", "n", "of", "share or statistic", "low", "high", "p", "remark")
    return Table("domains", "Tier 1 among items with a fabricated element, by domain", columns, tuple(rows))


def strata_table(answers: Sequence[Coded], tiers: Tiers, method: Method) -> Table:
    """Every outcome by stratum, and by whether there is a fabricated element."""
    rows: list[tuple[Cell, ...]] = []
    groups = {
        f"stratum {s or '(none)'}": [a for a in answers if a.item.stratum == s] for s in sorted({a.item.stratum for a in answers})
    }
    groups["fabricated element"] = [a for a in answers if a.item.fabricated]
    groups["no fabricated element"] = [a for a in answers if not a.item.fabricated]
    for group, mine in groups.items():
        rows += [(group, name, *_share([outcome(a, name, tiers) for a in mine], method)) for name in OUTCOMES]
    note = "H2 to H4 can only fire on items with a fabricated element: the contrast is partly one of the coding rules."
    return Table("strata", "Outcomes by stratum", ("group", "outcome", "n", "of", "share", "low", "high"), tuple(rows), note)


def sensitivity_table(answers: Sequence[Coded], models: Sequence[str], tiers: Tiers, method: Method) -> Table:
    """Tier 1 under other definitions, the ratio of undifferentiated prevalence to it, and Cochran's Q over models."""
    prevalence = sum(any_of(a, strict=False) for a in answers) / len(answers)
    rows: list[tuple[Cell, ...]] = []
    for name, categories in tiers.definitions:
        k, n, share, low, high = _share([a.has(categories) for a in answers], method)
        other = replace(tiers, tiers={**tiers.tiers, 1: categories})
        _, table = matched(answers, models, "tier 1", other)
        q = cochran_q(table) if table else Tested("", reason="no item was answered by all models")
        ratio = prevalence / share if isinstance(share, float) and share else None
        rows.append((name, k, n, share, low, high, ratio, q.statistic, q.p, q.reason))
    columns = ("definition of tier 1", "n", "of", "share", "low", "high", "ratio", "Q", "p", "remark")
    note = f"ratio: {prevalence:.3f}, the share of answers with anything unsupported (permissive), to tier 1."
    return Table("sensitivity", "Tier 1 under other definitions", columns, tuple(rows), note)


def lengths_table(answers: Sequence[Coded], coding: Coding, tiers: Tiers, method: Method) -> Table:
    """Tier 1 where answers count as substantive from other lengths on, and how length goes with H1 and H6."""
    rows: list[tuple[Cell, ...]] = []
    for least in LENGTHS:
        recoded = []
        for a in answers:
            by_rule = {coding.categories[t] for t in a.item.types} if not a.hedged and a.length >= least else set()
            recoded.append((a.categories - {"H2", "H3", "H4"}) | by_rule)
        rows.append((f"substantive from {least} characters", *_share([bool(c & tiers.tiers[1]) for c in recoded], method), None))
    for name in ("H1", "H6"):
        rho = spearman(levels([float(a.length) for a in answers]), [int(name in a.categories) for a in answers])
        rows.append((f"Spearman of length and {name}", None, len(answers), None, None, None, rho))
    columns = ("what", "n", "of", "share", "low", "high", "rho")
    return Table("lengths", "Length of answers", columns, tuple(rows))


def agreement_table(ratings: Sequence[Mapping[str, str]]) -> Table:
    """Raw agreement and kappa of every two raters: on three ratings, and on incorrect or not."""
    rows: list[tuple[Cell, ...]] = []
    for (i, one), (j, other) in itertools.combinations(enumerate(ratings, 1), 2):
        both = sorted(one.keys() & other.keys())
        for what, read in (("three ratings", str), ("incorrect or not", lambda r: str(r == "incorrect"))):
            a, b = [read(one[c]) for c in both], [read(other[c]) for c in both]
            alike, n = agreement(a, b)
            k = kappa(a, b)
            rows.append((f"{i} and {j}", what, alike, n, alike / n if n else None, k.value, k.low, k.high, k.reason))
    columns = ("raters", "what", "alike", "of", "agreement", "kappa", "low", "high", "remark")
    return Table("agreement", "Agreement of raters", columns, tuple(rows))


def figures(answers: Sequence[Coded], models: Sequence[str], tiers: Tiers, method: Method) -> list[Figure]:
    """Undifferentiated and tier 1 rates by model; the composition by highest tier."""
    series = []
    for name in (ANY, STRICT, "tier 1"):
        shares = [[outcome(a, name, tiers) for a in answers if a.model == m] for m in models]
        ends = [interval(sum(s), len(s), method) for s in shares]
        values = tuple(sum(s) / len(s) for s in shares)
        series.append(Series(name, values, tuple(e[0] for e in ends), tuple(e[1] for e in ends)))
    rates = Bars("rates", "Rates by model", "share of answers", tuple(models), tuple(series), alt="Rates by model")
    rows = highest_table(answers, models, tiers).rows
    parts = tuple(Series(f"tier {t}", tuple(int(r[t] or 0) / int(r[6] or 1) for r in rows if r[0] != ALL)) for t in (1, 2, 3))
    highest = Bars(
        "highest", "Answers by their highest tier", "share of answers", tuple(models), parts, alt="Highest tier by model"
    )
    return [rates, highest]
