"""Stage 3 of the three domains: similarity of meaning by field, and how likely the given values are wrong.

As the study has it: the values of a field, joined into one text, beside the true ones; their cosine; mean and standard deviation
over records. The study trains its classifier on the labels of stage 2, which come from the token-set ratio: that repeats stage 2,
so it is done only on demand, and its figures are labelled circular.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gate.errors import InputError
from gate.normalise import text as text_rules
from gate.semantic.classifier import Classifier
from gate.semantic.embedding import Embedding, paired
from gate.semantic.features import FEATURES, edit_distance
from gate.stress import token_set
from gate.stress.classical import bootstrap_mean
from gate.stress.domain import Domain, Given
from gate.stress.results import Bars, Cell, Figure, Points, Series, Table
from gate.stress.semantic.measures import NAMES, THRESHOLD, figures, roc
from gate.stress.semantic.pairs import Pair
from gate.stress.semantic.training import cross_validate

NO_CLASSIFIER = (
    "The study's classifier learns the labels of stage 2 from what these are computed from. It was not run: --allow-circular "
    "shows it as circular, --classifier uses one that was trained on other labels."
)
METHODS = (
    "Similarity of meaning: the values of a field are joined by commas, given and true, and each text gets its vector by "
    "{name}; the similarity is their cosine. A record in which either side has no value has none. The model reads the first "
    "256 word pieces of a text, so the end of a long list does not count. A high cosine is no evidence of truth: what is "
    "invented well is near in meaning."
)
PUBLISHED_RULE = "token-set-ratio"

Parts = tuple[tuple[Table, ...], tuple[Figure, ...], tuple[str, ...]]
ByModel = Mapping[str, Sequence[Given]]


@dataclass(frozen=True, slots=True)
class Stage:
    """Stage 3 with its embedding; ``classifier`` was trained on other labels; ``circular`` adds the study's own."""

    embedding: Embedding
    classifier: Classifier | None = None
    circular: bool = False
    seed: int = 42

    @property
    def methods(self) -> str:
        """What is done, in words."""
        return METHODS.format(name=self.embedding.name)

    def parts(self, domain: Domain, by_model: ByModel) -> Parts:
        """Tables, figures and notes of these answers."""
        found = [_similarity(domain, by_model, self.embedding, self.seed)]
        if self.classifier is not None:
            found.append(_probabilities(domain, by_model, self.classifier, self.embedding))
        if self.circular:
            found.append(_published(domain, by_model, self.embedding, self.seed))
        elif self.classifier is None:
            found.append(((), (), (NO_CLASSIFIER,)))
        tables, drawn, notes = zip(*found, strict=True)
        return sum(tables, ()), sum(drawn, ()), sum(notes, ())


def _similarity(domain: Domain, by_model: ByModel, embedding: Embedding, seed: int) -> Parts:
    rows: list[tuple[Cell, ...]] = []
    series: list[Series] = []
    for model, given in by_model.items():
        bars: list[tuple[float | None, float | None, float | None]] = []
        for field in domain.fields:
            texts = [(", ".join(g.given[field.key]), ", ".join(g.true[field.key])) for g in given]
            both = [(mine, true) for mine, true in texts if mine and true]
            values = [float(v) for v in paired(embedding, both)]
            mean = statistics.fmean(values) if values else None
            spread = statistics.stdev(values) if len(values) > 1 else None
            low, high = bootstrap_mean(values, seed=seed) or (None, None)
            nothing = sum(not mine for mine, true in texts if true)
            rows.append((model, field.key, len(values), mean, spread, low, high, nothing, sum(not true for _, true in texts)))
            bars.append((mean, low, high))
        series.append(Series(model, *(tuple(column) for column in zip(*bars, strict=True))))
    columns = ("model", "field", "records", "mean", "SD", "low", "high", "nothing given", "nothing true")
    note = (
        "Mean cosine of given and true values over records that have both; SD with n - 1; low and high: 95 % bootstrap interval "
        "of the mean."
    )
    table = Table("similarity", "Similarity of meaning by field", columns, tuple(rows), note)
    title = "Similarity of meaning by field"
    labels = tuple(field.key for field in domain.fields)
    bars_ = Bars("similarity", title, "cosine", labels, tuple(series), alt="Mean cosine by field and model")
    return (table,), (bars_,), ()


def _differing(given: Given, key: str) -> Iterator[tuple[str, str]]:
    """Each given value of a field beside the true one that is nearest by token-set ratio, then by letters, where they differ."""
    for value in given.given[key]:
        if given.true[key]:
            held = max(given.true[key], key=lambda true: (token_set.ratio(value, true), -edit_distance(value, true), true))
            if text_rules.key(value) != text_rules.key(held):
                yield value, held


def _probabilities(domain: Domain, by_model: ByModel, classifier: Classifier, embedding: Embedding) -> Parts:
    rows: list[tuple[Cell, ...]] = []
    series: list[Series] = []
    for model, given in by_model.items():
        means: list[float | None] = []
        for field in domain.fields:
            values = sum(len(g.given[field.key]) for g in given if g.true[field.key])
            pairs = [pair for g in given for pair in _differing(g, field.key)]
            found = classifier.probabilities(pairs, embedding)
            means.append(statistics.fmean(found) if found else None)
            rows.append(
                (model, field.key, values, values - len(pairs), len(pairs), means[-1], sum(p >= THRESHOLD for p in found))
            )
        series.append(Series(model, tuple(means)))
    columns = ("model", "field", "values", "equal", "differing", "mean probability", "called wrong")
    note = (
        f"Of given values that differ from the nearest true one: how likely each is wrong, by the classifier trained on "
        f"{classifier.rows} pairs ({classifier.rule}{'; ' + classifier.circular if classifier.circular else ''})."
    )
    title = "Probability of hallucination by field"
    table = Table("hallucination-probability", title, columns, tuple(rows), note)
    labels = tuple(field.key for field in domain.fields)
    bars = Bars("hallucination-probability", title, "mean probability", labels, tuple(series), alt=title)
    return (table,), (bars,), ()


def _published(domain: Domain, by_model: ByModel, embedding: Embedding, seed: int) -> Parts:
    """The study's classifier, on the labels of stage 2, cross-validated by record."""
    rows: list[tuple[Cell, ...]] = []
    curves: list[tuple[str, tuple[tuple[float, float], ...]]] = []
    notes: list[str] = []
    for model, given in by_model.items():
        pairs = [
            Pair(value, held, not token_set.same(value, held), g.thing.item, PUBLISHED_RULE, field.key)
            for g in given
            for field in domain.fields
            for value, held in _differing(g, field.key)
        ]
        try:
            run = cross_validate(pairs, tuple(FEATURES), embedding, seed=seed, allow_circular=True)
        except InputError as error:
            notes.append(f"{model}: no classifier on the labels of stage 2: {error}")
            continue
        wrong = [pair.wrong for pair in pairs]
        found = figures(wrong, run.probabilities)
        rows.append((model, len(pairs), sum(wrong), *(found.values[name] for name in NAMES)))
        curves.append((model, roc(wrong, run.probabilities)))
        notes += [run.circular] if run.circular not in notes else []
    columns = ("model", "pairs", "wrong", *NAMES)
    note = (
        "circular: the labels are computed from the same words and letters as the features. The figures say so much and no more."
    )
    table = Table("classifier-circular", "Classifier on the labels of stage 2 (circular)", columns, tuple(rows), note)
    axes = ("right values called wrong", "wrong values found")
    title = "ROC curve on the labels of stage 2 (circular)"
    figure = Points("roc-circular", title, *axes, tuple(curves), joined=True, marks=False, alt=title)
    return (table,) if rows else (), (figure,) if curves else (), tuple(notes)
