"""What training, or scoring, of a classifier comes to: figures, ablation, calibration, curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gate.semantic.classifier import Classifier
from gate.semantic.embedding import Embedding
from gate.semantic.features import FEATURES, LEXICAL, VERSION
from gate.stress.results import Cell, Figure, Points, Result, Table, versions
from gate.stress.semantic.measures import NAMES, auc, bootstrap, figures, log_loss, reliability, roc
from gate.stress.semantic.pairs import RULES, Pair, defined_by, guarded, seen_in_training
from gate.stress.semantic.training import CrossValidated, cross_validate, train

METHODS = (
    "A pair is a given value and the one it is held against. Features: Jaccard of the token sets, Levenshtein distance over "
    "the longer length, cosine of the sentence embeddings. The class is 'wrong'; a value is called wrong from a probability "
    "of .5 on.",
    "Logistic regression on standardised features, L2 with C = 1, no class weights. In cross-validation no record is both "
    "trained on and tested. The figures are of all held-out probabilities together. Intervals are 95 % percentile bootstrap "
    "intervals over records, without training anew.",
    "A feature that is computed from what the label is computed from can repeat it, and a training row is no test: both are "
    "refused, or labelled circular. The structural study's labels come from the token-set ratio, which is computed from the "
    "words and letters that two of its three features are computed from.",
)
PERFECT = 0.999
DRAWS = 500
PACKAGES = ("scikit-learn", "numpy", "rapidfuzz", "sentence-transformers", "torch", "matplotlib")


def trained(
    pairs: Sequence[Pair],
    features: Sequence[str],
    embedding: Embedding,
    *,
    folds: int = 5,
    seed: int = 42,
    allow_circular: bool = False,
    draws: int = DRAWS,
) -> tuple[Classifier, Result]:
    """Train on ``pairs``: the classifier, and its cross-validated figures beside those of fewer features.

    Raises as :func:`gate.stress.semantic.training.cross_validate` does.
    """
    classifier, main = train(pairs, features, embedding, folds=folds, seed=seed, allow_circular=allow_circular)
    fewer = [
        cross_validate(pairs, names, embedding, folds=folds, seed=seed, allow_circular=True)
        for names in _ablations(main.features)
    ]
    runs = {_called(run.features): run for run in (main, *fewer)}
    notes = _notes(pairs, main.probabilities, main.circular)
    tables = (
        _data_table(pairs),
        _figures_table(pairs, {name: run.probabilities for name, run in runs.items()}, seed, draws),
        *_added_table(pairs, main, runs, seed, draws),
        _sources_table(pairs, main.probabilities),
        _reliability_table(pairs, main.probabilities),
        _coefficients_table(classifier),
    )
    parameters = {**_parameters(classifier, seed), "folds": str(folds), "bootstrap draws": str(draws)}
    curves = _figures(pairs, {name: run.probabilities for name, run in runs.items()})
    title = "Hallucination classifier, cross-validated by record"
    return classifier, _result(title, parameters, tables, curves, notes, main.circular)


def scored(
    pairs: Sequence[Pair], classifier: Classifier, embedding: Embedding, *, seed: int = 42, allow_circular: bool = False
) -> Result:
    """``classifier`` on new pairs.

    Raises :class:`gate.errors.UsageError` for pairs that it was trained on, and for labels that its features can repeat, unless
    ``allow_circular``: then the result is labelled so.
    """
    seen = seen_in_training(pairs, classifier)
    reasons = (
        f"{seen} of {len(pairs)} pairs are training rows of this classifier" if seen else "",
        defined_by(classifier.features, [p.rule for p in pairs]),
        classifier.circular.removeprefix("circular: "),
    )
    circular = guarded(reasons, allow_circular=allow_circular)
    found = {_called(classifier.features): classifier.probabilities([p.texts for p in pairs], embedding)}
    probabilities = next(iter(found.values()))
    tables = (
        _data_table(pairs),
        _figures_table(pairs, found, seed, DRAWS),
        _sources_table(pairs, probabilities),
        _reliability_table(pairs, probabilities),
    )
    title = (
        "Hallucination classifier on pairs it was not trained on" if not seen else "Hallucination classifier on its training rows"
    )
    notes = _notes(pairs, probabilities, circular)
    return _result(title, _parameters(classifier, seed), tables, _figures(pairs, found), notes, circular)


def _result(
    title: str,
    parameters: Mapping[str, str],
    tables: tuple[Table, ...],
    curves: tuple[Figure, ...],
    notes: tuple[str, ...],
    circular: str,
) -> Result:
    name = f"{title} (circular)" if circular else title
    return Result("classifier", name, METHODS, parameters, tables, curves, notes, versions(PACKAGES))


def _ablations(features: tuple[str, ...]) -> list[tuple[str, ...]]:
    sets = [tuple(n for n in LEXICAL if n in features), *((name,) for name in features)]
    return [names for names in dict.fromkeys(sets) if names and names != features]


def _called(features: Sequence[str]) -> str:
    return " + ".join(name.replace("_", " ") for name in features)


def _notes(pairs: Sequence[Pair], probabilities: Sequence[float], circular: str) -> tuple[str, ...]:
    wrong = [p.wrong for p in pairs]
    found = [circular] if circular else []
    found += figures(wrong, probabilities).reasons
    share = sum(wrong) / len(wrong) if wrong else 0.0
    if share in (0.0, 1.0) or not 0.2 <= share <= 0.8:
        found.append(f"The labels are uneven: {sum(wrong)} of {len(wrong)} are wrong. Accuracy alone misleads here; see MCC.")
    area = auc(wrong, probabilities)
    if area is not None and area >= PERFECT and not circular:
        found.append("ROC-AUC is all but perfect: look for what gives the label away before believing it.")
    return tuple(found)


def _data_table(pairs: Sequence[Pair]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for rule, source in sorted({(p.rule, p.source) for p in pairs}):
        mine = [p for p in pairs if (p.rule, p.source) == (rule, source)]
        rows.append(
            (source or "(unnamed)", rule, RULES[rule][1], len(mine), len({p.record for p in mine}), sum(p.wrong for p in mine))
        )
    total = ("(all)", "", "", len(pairs), len({p.record for p in pairs}), sum(p.wrong for p in pairs))
    return Table("data", "Labelled pairs", ("source", "rule", "label", "pairs", "records", "wrong"), (*rows, total))


def _counted(pairs: Sequence[Pair]) -> tuple[int, int, int]:
    return len(pairs), len({p.record for p in pairs}), sum(p.wrong for p in pairs)


def _figures_table(pairs: Sequence[Pair], runs: Mapping[str, Sequence[float]], seed: int, draws: int) -> Table:
    wrong, records = [p.wrong for p in pairs], [p.record for p in pairs]
    rows: list[tuple[Cell, ...]] = []
    for name, probabilities in runs.items():
        values = figures(wrong, probabilities).values
        low, high = bootstrap(records, _area(wrong, probabilities), draws, seed) or (None, None)
        rows.append((name, *(values[n] for n in NAMES), low, high))
    share = sum(wrong) / len(wrong)
    same = [share] * len(wrong)
    rows.append(("(always the share of wrong ones)", *(figures(wrong, same).values[n] for n in NAMES), None, None))
    note = (
        "low and high: of ROC-AUC. The last row knows only how many are wrong: what a classifier must beat. Log-loss, Brier and "
        "calibration error are better when lower."
    )
    return Table("figures", "Figures", ("features", *NAMES, "low", "high"), tuple(rows), note)


def _area(wrong: Sequence[bool], probabilities: Sequence[float]) -> Callable[[Sequence[int]], float | None]:
    return lambda rows: auc([wrong[i] for i in rows], [probabilities[i] for i in rows])


def _added_table(
    pairs: Sequence[Pair], main: CrossValidated, runs: Mapping[str, CrossValidated], seed: int, draws: int
) -> tuple[Table, ...]:
    """What the cosine adds to the lexical features: the difference on the same pairs."""
    lexical = runs.get(_called(LEXICAL))
    if lexical is None or "cosine" not in main.features or len(main.features) == 1:
        return ()
    wrong, records = [p.wrong for p in pairs], [p.record for p in pairs]

    def area(rows: Sequence[int]) -> float | None:
        with_, without = (_area(wrong, run.probabilities)(rows) for run in (main, lexical))
        return None if with_ is None or without is None else with_ - without

    def loss(rows: Sequence[int]) -> float | None:
        labels = [wrong[i] for i in rows]
        with_, without = (log_loss(labels, [run.probabilities[i] for i in rows]) for run in (main, lexical))
        return without - with_

    everything = range(len(pairs))
    rows: list[tuple[Cell, ...]] = []
    for name, measure in (("ROC-AUC, gained", area), ("log-loss, saved", loss)):
        low, high = bootstrap(records, measure, draws, seed) or (None, None)
        rows.append((name, measure(everything), low, high, _told(low, high)))
    note = "All three features beside the two lexical ones, on the same held-out pairs."
    return (Table("cosine-adds", "What the cosine adds", ("figure", "difference", "low", "high", "so"), tuple(rows), note),)


def _told(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "not told"
    return "it adds" if low > 0 else "it takes away" if high < 0 else "no difference shown"


def _sources_table(pairs: Sequence[Pair], probabilities: Sequence[float]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for source in sorted({p.source for p in pairs}):
        mine = [i for i, p in enumerate(pairs) if p.source == source]
        values = figures([pairs[i].wrong for i in mine], [probabilities[i] for i in mine])
        rows.append((source or "(unnamed)", len(mine), *(values.values[n] for n in NAMES), "; ".join(values.reasons)))
    return Table("sources", "Figures by source", ("source", "pairs", *NAMES, "undefined because"), tuple(rows))


def _reliability_table(pairs: Sequence[Pair], probabilities: Sequence[float]) -> Table:
    rows = tuple(
        (f"{b.low:.1f}-{b.high:.1f}", b.size, b.predicted, b.observed, *b.interval)
        for b in reliability([p.wrong for p in pairs], probabilities)
    )
    columns = ("probability", "pairs", "mean probability", "share wrong", "low", "high")
    return Table("calibration", "Calibration", columns, rows, "low and high: 95 % Wilson interval of the share.")


def _coefficients_table(classifier: Classifier) -> Table:
    model = classifier.model
    rows = tuple(zip(classifier.features, model.coefficients, model.means, model.scales, strict=True))
    note = f"Of the standardised features; intercept {model.intercept:.3f}. Above 0: more of it, more likely wrong."
    return Table("coefficients", "Coefficients, fitted to all pairs", ("feature", "coefficient", "mean", "scale"), rows, note)


def _parameters(classifier: Classifier, seed: int) -> dict[str, str]:
    return {
        "features": ", ".join(f"{name} (from {' and '.join(sorted(FEATURES[name].basis))})" for name in classifier.features),
        "feature version": VERSION,
        "embedding": classifier.embedding or "none",
        "labels": classifier.rule,
        "training rows": f"{classifier.rows} pairs of {classifier.records} records, {classifier.wrong} wrong",
        "training data": f"sha256 {classifier.data}",
        "seed": str(seed),
    }


def _figures(pairs: Sequence[Pair], runs: Mapping[str, Sequence[float]]) -> tuple[Figure, ...]:
    """The ROC curves, and the calibration of the first run."""
    wrong = [p.wrong for p in pairs]
    curves = tuple((name, line) for name, probabilities in runs.items() if (line := roc(wrong, probabilities)))
    bins = reliability(wrong, next(iter(runs.values())))
    calibration = (
        ("classifier", tuple((b.predicted, b.observed) for b in bins)),
        ("as it should be", ((0.0, 0.0), (1.0, 1.0))),
    )
    counts = tuple((b.predicted, b.observed, f"n = {b.size}") for b in bins)
    found: list[Figure] = []
    if curves:
        axes = ("right values called wrong", "wrong values found")
        chance = ("chance", ((0.0, 0.0), (1.0, 1.0)))
        found.append(
            Points("roc", "ROC curve, held-out pairs", *axes, (*curves, chance), joined=True, marks=False, alt="ROC by features")
        )
    axes = ("mean probability", "share that is wrong")
    title = "Calibration, held-out pairs"
    found.append(Points("calibration", title, *axes, calibration, joined=True, names=counts, alt="Reliability of probabilities"))
    return tuple(found)
