"""References that a model gave, labelled by people or by a search: how many exist, what the gate makes of them, and whether a
model that is asked again for the authors says the same.

Reads JSON Lines in two published forms: titles with several samples of authors (``gen_title``, ``bing_return``, ``model_ans_1``
...; Agrawal, Suzgun, Mackey & Kalai 2024), and BibTeX fields with a label (``fields``, ``label``, ``hallucination_type``; the
coded citations of Walters & Wilder 2023 are in this form).
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gate.comparison.matching import compare_lists
from gate.decision.scoring import wilson
from gate.errors import InputError
from gate.model import CitationOutcome, Statement
from gate.stress.audit.coding import Verify
from gate.stress.classical import bootstrap_mean
from gate.stress.results import Bars, Cell, Result, Series, Table, versions

EXISTS, WRONG, FABRICATED = "exists", "exists, wrongly described", "fabricated"
LABELS = (EXISTS, WRONG, FABRICATED)
_MODELS = {"ww_35": "GPT-3.5", "ww_4": "GPT-4"}  # the two models of Walters & Wilder, as their keys tell them
METHODS = (
    "Each reference has a label that was given elsewhere: a fabricated work, a real one, or a real one wrongly described. "
    "Shares have "
    "Wilson intervals. The gate's verification has three outcomes; permissive counts all that is not verified, strict only "
    "what completed "
    "look-ups did not find, of those that completed.",
    "Agreement of authors: where a model was asked several times who wrote a title, the share of names that two answers have "
    "in common, "
    "2 |A and B| / (|A| + |B|), by the gate's matching of names, over all pairs of answers. The area under the ROC curve is "
    "the chance that "
    "an existing title has the higher agreement of two, ties counting half (Hanley & McNeil 1982).",
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """One reference: who gave it, as text, its label, and the samples of its authors."""

    model: str
    text: str
    label: str
    samples: tuple[str, ...] = ()


def load(paths: Sequence[Path]) -> tuple[Labelled, ...]:
    """All references of these files. Raises :class:`gate.errors.InputError` with file and line for what is none."""
    found: list[Labelled] = []
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{path}: {error}") from None
        for number, line in enumerate(lines, 1):
            if line.strip():
                found.append(_read(line, f"{path}:{number}"))
    if not found:
        raise InputError("no references in these files")
    return tuple(found)


def _read(line: str, place: str) -> Labelled:
    try:
        value: object = json.loads(line)
    except ValueError:
        raise InputError(f"{place}: no JSON") from None
    if isinstance(value, dict) and isinstance(value.get("gen_title"), str):
        samples = tuple(str(v) for k, v in sorted(value.items()) if re.fullmatch(r"model_ans_\d+", str(k)) and v)
        label = EXISTS if str(value.get("bing_return")) == "True" else FABRICATED
        text = ". ".join(t for t in (samples[0] if samples else "", value["gen_title"]) if t)
        return Labelled(str(value.get("model", "(unknown)")), text, label, samples)
    if isinstance(value, dict) and isinstance(value.get("fields"), dict) and value.get("label") in ("VALID", "HALLUCINATED"):
        return _of_fields(value, value["fields"])
    raise InputError(f"{place}: neither gen_title and bing_return, nor fields and label")


def _of_fields(value: Mapping[str, object], fields: Mapping[str, object]) -> Labelled:
    key = str(value.get("bibtex_key", ""))
    model = next((m for start, m in _MODELS.items() if key.startswith(start + "_")), str(value.get("source") or "(unknown)"))
    fabricated = value.get("hallucination_type") in ("plausible_fabrication", "fabricated", "placeholder_authors")
    label = EXISTS if value["label"] == "VALID" else FABRICATED if fabricated else WRONG
    parts = (str(fields.get(k, "")) for k in ("author", "title", "journal", "booktitle", "year", "doi"))
    return Labelled(model, ". ".join(p for p in parts if p), label)


def agreement(samples: Sequence[str]) -> float | None:
    """Mean agreement of all pairs of author lists, 0 to 1; None for fewer than two that name anybody."""
    lists = [names for text in samples if (names := authors(text))]
    pairs = list(itertools.combinations(lists, 2))
    if not pairs:
        return None
    return sum(2 * compare_lists(a, b).matched / (len(a) + len(b)) for a, b in pairs) / len(pairs)


def authors(text: str) -> tuple[Statement, ...]:
    """The names of an answer to the question who wrote a title."""
    bare = re.sub(r"\s*\([^()]*\)", "", text)
    names = [n.strip(" .;") for n in re.split(r",| and |;|&", bare)]
    return tuple(Statement("creators", n) for n in names if n and not re.fullmatch(r"et al|unknown|n/a", n, re.IGNORECASE))


def auc(positive: Sequence[float], negative: Sequence[float]) -> float | None:
    """The chance that a positive has the higher value, ties counting half; None where either is empty."""
    if not positive or not negative:
        return None
    from gate.comparison.structure.ranks import doubled_ranks, levels

    ranks = doubled_ranks(levels([*positive, *negative]))
    total = sum(ranks[: len(positive)]) / 2
    return (total - len(positive) * (len(positive) + 1) / 2) / (len(positive) * len(negative))


def score(references: Sequence[Labelled], verify: Verify, parameters: Mapping[str, str] | None = None) -> Result:
    """The tables, by model."""
    models = sorted({r.model for r in references})
    outcomes = dict(zip(references, verify([r.text for r in references]), strict=True))
    tables = (
        labels_table(references, models),
        verification_table(references, models, outcomes),
        consistency_table(references, models),
    )
    figure = fabricated_bars(references, models)
    found = versions(("matplotlib",))
    return Result("references", "Labelled references", METHODS, dict(parameters or {}), tables, (figure,), (), found)


def labels_table(references: Sequence[Labelled], models: Sequence[str]) -> Table:
    """References by label, and the share that is fabricated."""
    rows: list[tuple[Cell, ...]] = []
    for m in models:
        counts = Counter(r.label for r in references if r.model == m)
        total = sum(counts.values())
        rows.append(
            (m, total, *(counts[label] for label in LABELS), counts[FABRICATED] / total, *wilson(counts[FABRICATED], total))
        )
    return Table(
        "labels", "References by label", ("model", "references", *LABELS, "share fabricated", "low", "high"), tuple(rows)
    )


def verification_table(
    references: Sequence[Labelled], models: Sequence[str], outcomes: Mapping[Labelled, CitationOutcome]
) -> Table:
    """What the gate makes of the references of each label."""
    rows: list[tuple[Cell, ...]] = []
    for m, label in itertools.product(models, LABELS):
        mine = [r for r in references if (r.model, r.label) == (m, label)]
        if not mine:
            continue
        counts = Counter(outcomes[r] for r in mine)
        completed = len(mine) - counts[CitationOutcome.NOT_ASSESSED]
        lost = counts[CitationOutcome.NON_RETRIEVABLE]
        rows.append(
            (
                m, label, len(mine), *(counts[o] for o in CitationOutcome), 1 - counts[CitationOutcome.VERIFIED] / len(mine),
                lost / completed if completed else None, completed / len(mine),
            )
        )  # fmt: skip
    columns = ("model", "label", "references", *map(str, CitationOutcome), "permissive", "strict", "coverage")
    note = "Of references that exist, those not found by completed look-ups are false accusations."
    return Table("verification", "Outcomes of the gate's verification", columns, tuple(rows), note)


def consistency_table(references: Sequence[Labelled], models: Sequence[str]) -> Table:
    """Agreement of the samples of authors, of titles that exist and of fabricated ones, and how well it tells them apart."""
    rows: list[tuple[Cell, ...]] = []
    for m in models:
        values: dict[str, list[float]] = {EXISTS: [], FABRICATED: []}
        for r in references:
            if r.model == m and r.label in values and (value := agreement(r.samples)) is not None:
                values[r.label].append(value)
        if not any(values.values()):
            continue
        cells: list[Cell] = []
        for found in values.values():
            low, high = bootstrap_mean(found) or (None, None)
            cells += [len(found), sum(found) / len(found) if found else None, low, high]
        rows.append((m, *cells, auc(values[EXISTS], values[FABRICATED])))
    columns = ("model", EXISTS, "agreement", "low", "high", FABRICATED, "agreement ", "low ", "high ", "AUC")
    return Table("consistency", "Agreement of the authors named when asked again", columns, tuple(rows))


def fabricated_bars(references: Sequence[Labelled], models: Sequence[str]) -> Bars:
    """Share of fabricated references by model."""
    rows = labels_table(references, models).rows
    number: Callable[[Cell], float | None] = lambda cell: cell if isinstance(cell, float) else None  # noqa: E731
    shares, low, high = (tuple(number(r[i]) for r in rows) for i in (5, 6, 7))
    title = "Fabricated references"
    return Bars("fabricated", title, "share", tuple(models), (Series("fabricated", shares, low, high),), alt=title)
