"""A domain's answers scored: what kind of answers they are, the classical figures, the structure, in one result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from gate.errors import InputError
from gate.stress import resampling, structural
from gate.stress.answers import Answers
from gate.stress.classical import MATCHINGS, Counts, FieldScore, Matching, count, published_same
from gate.stress.consistency import harmonic
from gate.stress.domain import Domain, Given, Links, collect
from gate.stress.json_answers import Form
from gate.stress.results import Bars, Cell, Figure, Result, Series, Table, versions
from gate.stress.truth import Thing

METHODS = (
    "Each record was put to the model in one message; what data stands in its answer was taken, whatever stood around it. "
    "An answer without data (a refusal, a program, prose) gives nothing and is counted. Records without an answer are "
    "left out, and their number is told.",
    "Classical figures come in two matchings. Published: a given value is right when any true value has a token-set ratio "
    "of 80 or more (rapidfuzz). Gate: the gate's own matching of two values, one to one. Precision and recall are means "
    "over the records for which they are defined; F1 is their harmonic mean, so that the three agree; accuracy is (TP + "
    "TN) / (TP + FP + FN + TN); the hallucination rate is the share of given values that neither the truth nor the second "
    "source holds. Values of a record that the second source did not answer about are not assessed, and no part of that rate. "
    "Counts are sums over records.",
    "The structure is that of two typed directed graphs over the same records: what was given and what is true. A node is "
    "a record or the normalised text of a value. Fabrication is |L without R| / |L|, Jaccard |L and R| / |L or R|, all "
    "from one pair of sets. Intervals are percentile bootstrap intervals over records.",
)

DRAWN = 6
"""Models whose graphs are drawn."""

More: TypeAlias = Callable[[Mapping[str, tuple[Given, ...]]], tuple[tuple[Table, ...], tuple[Figure, ...], tuple[str, ...]]]
"""Tables, figures and notes of a domain's own, out of the answers by model."""


def evaluate(
    domain: Domain,
    things: Sequence[Thing],
    answers: Answers,
    *,
    pool: Sequence[Thing] = (),
    oracle: Mapping[str, Thing] | None = None,
    parameters: Mapping[str, str] | None = None,
    more: Callable[[Mapping[str, tuple[Given, ...]]], tuple[tuple[Table, ...], tuple[Figure, ...], tuple[str, ...]]]
    | None = None,
    draws: int = 1000,
    replicates: int | None = None,
    seed: int = 42,
) -> Result:
    """Score every model of ``answers`` on ``things``.

    ``pool``    all records of the domain, which the values of linked fields may name; ``oracle`` a second source, by item
    ``more``    further tables, figures and notes of a domain's own, from the answers by model
    ``draws``, ``seed``  of the bootstrap
    ``replicates``  those of them in which ranks and communities are measured; by default as many as take some 20 s, at
                    most 200

    Raises :class:`gate.errors.InputError` where no answer is to any of these things.
    """
    links = Links.of([*things, *pool])
    by_model = {m: given for m in answers.models if (given := collect(domain, things, answers, m, oracle or {}))}
    if not by_model:
        raise InputError(
            f"{answers.folder}: no answer to any of the {len(things)} records; they are called as {things[0].item!r}"
        )
    scored = {m: [s for mode in MATCHINGS for s in fields(domain, given, mode)] for m, given in by_model.items()}
    structures = [structural.measure(domain, m, given, links) for m, given in by_model.items()]
    sizes = [len(s.generated.nodes) + len(s.reference.nodes) for s in structures]
    deep = min(draws, resampling.affordable(sizes)) if replicates is None else replicates
    intervals = {
        s.model: resampling.intervals(s.pairs, min(draws, resampling.REPLICATES), deep, seed, structural.LIMITS)
        for s in structures
    }
    extra_tables, extra_figures, notes = more(by_model) if more else ((), (), ())
    tables = (
        answers_table(by_model, len(things)),
        fields_table(scored, draws, seed),
        *extra_tables,
        structural.measures_table(structures, intervals),
        structural.relations_table(structures),
        structural.top_table(structures),
        structural.mobility_table(structures),
        summary_table(domain, scored, structures, extra_tables),
    )
    figures: list[Figure] = [
        *(f1_bars(scored, mode, draws, seed) for mode in MATCHINGS),
        *extra_figures,
        structural.scatter(structures),
        structural.degrees(structures),
        *(structural.drawing(domain, s, by_model[s.model]) for s in structures[:DRAWN]),
    ]
    if len(structures) > DRAWN:
        notes = (*notes, f"The two graphs are drawn for the first {DRAWN} models, by name.")
    given_parameters = {
        "records": str(len(things)),
        "bootstrap draws": str(draws),
        "bootstrap draws of ranks and communities": str(deep) if deep else "none: the graphs are too large; --replicates",
        "bootstrap seed": str(seed),
        **asked_with(answers),
    }
    return Result(
        domain.name,
        domain.title,
        METHODS,
        {**(parameters or {}), **given_parameters},
        tables,
        tuple(figures),
        notes,
        versions(("rapidfuzz", "networkx", "numpy", "matplotlib")),
    )


def asked_with(answers: Answers) -> dict[str, str]:
    """How each model was asked, as recorded with its answers."""
    found = {}
    for model, held in answers.by_model.items():
        told = {p for a in held.values() for p in a.parameters if p[0] not in ("model",)}
        found[f"asked {model} with"] = ", ".join(f"{k} {v}" for k, v in sorted(told)) or "not recorded"
    return found


def fields(domain: Domain, given: Sequence[Given], matching: Matching) -> list[FieldScore]:
    """Every field of one model's answers, by one matching."""
    found = []
    for field in domain.fields:
        same = published_same if matching == "published" else domain.same(field)
        counts = tuple(
            count(
                g.given[field.key],
                g.true[field.key],
                same,
                one_to_one=matching == "gate",
                oracle=g.oracle[field.key],
                assessed=g.assessed,
            )
            for g in given
        )
        found.append(FieldScore(field.key, matching, sum(counts, Counts()), counts))
    return found


def answers_table(by_model: Mapping[str, Sequence[Given]], asked: int) -> Table:
    """What kind of answers a model gave."""
    rows: list[tuple[Cell, ...]] = []
    for model, given in by_model.items():
        forms = Counter(g.form for g in given)
        rows.append((model, asked, len(given), *(forms[f] for f in Form)))
    return Table("answers", "Answers by kind", ("model", "records", "answers", *map(str, Form)), tuple(rows))


_COLUMNS = ("precision", "recall", "F1", "accuracy", "hallucination", "mean F1", "low", "high", "low ", "high ")
_COUNTS = ("TP", "FP", "FN", "TN", "extra", "not assessed", "exact", "records")


def macro_f1(score: FieldScore) -> float | None:
    """The harmonic mean of the mean precision and the mean recall, as the study's tables have it; None where one is undefined."""
    return _harmonic(score.macro("precision"), score.macro("recall"))


def _harmonic(precision: float | None, recall: float | None) -> float | None:
    if precision is None or recall is None:
        return None
    from fractions import Fraction

    return float(harmonic(Fraction(precision), Fraction(recall)))


def _ends(score: FieldScore, measure: str, draws: int, seed: int) -> tuple[float | None, float | None]:
    return score.bootstrap(measure, draws, seed) or (None, None)


def fields_table(scored: Mapping[str, Sequence[FieldScore]], draws: int, seed: int) -> Table:
    """The classical figures, field by field, and their means over fields."""
    rows: list[tuple[Cell, ...]] = []
    for model, scores in scored.items():
        for mode in MATCHINGS:
            figures = []
            for s in (one for one in scores if one.matching == mode):
                ends = (*_ends(s, "f1", draws, seed), *_ends(s, "hallucination", draws, seed))
                values = (
                    s.macro("precision"), s.macro("recall"), macro_f1(s), s.macro("accuracy"), s.macro("hallucination"),
                    s.macro("f1"),
                )  # fmt: skip
                t = s.total
                figures.append(values)
                rows.append((model, mode, s.name, *values, *ends, t.tp, t.fp, t.fn, t.tn, t.extra, t.open, t.exact, t.records))
            means = [_mean(column) for column in zip(*figures, strict=True)]
            rows.append((model, mode, "(mean of fields)", *means, *(None for _ in (*range(4), *_COUNTS))))
    note = (
        "low and high: 95 % bootstrap intervals over records, of the mean F1 and then of the hallucination rate. exact: records "
        "whose values are exactly the true ones. "
        "With the published matching one true value can make several given ones right."
    )
    return Table("fields", "Classical figures by field", ("model", "matching", "field", *_COLUMNS, *_COUNTS), tuple(rows), note)


def _mean(values: Sequence[float | None]) -> float | None:
    defined = [v for v in values if v is not None]
    return sum(defined) / len(defined) if defined else None


def f1_bars(scored: Mapping[str, Sequence[FieldScore]], mode: Matching, draws: int, seed: int) -> Bars:
    """Mean F1 of every field with its interval, one bar a model."""
    series = []
    labels: tuple[str, ...] = ()
    for model, scores in scored.items():
        mine = [s for s in scores if s.matching == mode]
        labels = tuple(s.name for s in mine)
        ends = [s.bootstrap("f1", draws, seed) for s in mine]
        series.append(
            Series(
                model,
                tuple(s.macro("f1") for s in mine),
                tuple(e[0] if e else None for e in ends),
                tuple(e[1] if e else None for e in ends),
            )
        )
    return Bars(
        f"f1-{mode}",
        f"Mean F1 by field, {mode} matching",
        "mean F1",
        labels,
        tuple(series),
        alt="Bars of F1 by field",
    )


def summary_table(
    domain: Domain,
    scored: Mapping[str, Sequence[FieldScore]],
    structures: Sequence[structural.Structure],
    extra_tables: Sequence[Table],
) -> Table:
    """One row a model: what the cross-domain table of the study has."""
    omitted = {row[0]: row[-1] for t in extra_tables if t.name == "citations" for row in t.rows}
    rows: list[tuple[Cell, ...]] = []
    for s in structures:
        nodes, edges, divergence = (s.profile.get(n) for n in ("node_jaccard", "edge_jaccard", "divergence"))
        rates = [v for f in scored[s.model] if f.matching == "published" and (v := f.macro("hallucination")) is not None]
        checked = len(s.generated.nodes - s.open)
        fabricated = len(s.fabricated) / checked if checked else None
        rows.append(
            (
                s.model, domain.name, fabricated, _mean(rates), nodes.value if nodes else None, edges.value if edges else None,
                divergence.value if divergence else None, omitted.get(s.model),
            )
        )  # fmt: skip
    columns = (
        "model", "domain", "fabricated nodes", "mean hallucination rate", "node Jaccard", "edge Jaccard", "divergence",
        "citation omission",
    )  # fmt: skip
    return Table("summary", "Summary", columns, tuple(rows))
