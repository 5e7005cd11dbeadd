"""``gate stress classifier``: the hallucination classifier, trained and scored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.output import note, writable
from gate.cli.stress_common import Format, Out, Seed, deliver
from gate.errors import UsageError

if TYPE_CHECKING:
    from gate.semantic import Embedding
    from gate.stress.semantic.domains import Stage

app = typer.Typer(help="Train and score the hallucination classifier.", no_args_is_help=True, rich_markup_mode=None)

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="JSON Lines of labelled pairs.")]
ALLOW_CIRCULAR = "Show figures that say nothing about new data, labelled as circular."
AllowCircular = Annotated[bool, typer.Option("--allow-circular", help=ALLOW_CIRCULAR)]
ClassifierFile = Annotated[
    Path | None, typer.Option("--classifier", metavar="FILE", help="With --semantic: a trained classifier, for probabilities.")
]


def semantic_stage(semantic: bool, classifier: Path | None, allow_circular: bool, seed: int) -> Stage | None:
    """Stage 3 of a domain, where it was asked for. Raises :class:`gate.errors.UsageError` for its options without it."""
    if not semantic:
        if classifier is not None or allow_circular:
            raise UsageError(f"{'--classifier' if classifier is not None else '--allow-circular'} is a part of --semantic")
        return None
    from gate.semantic import classifier_file, minilm
    from gate.stress.semantic.domains import Stage

    loaded = classifier_file.load(classifier) if classifier is not None else None
    return Stage(minilm.load(), loaded, allow_circular, seed)


@app.command("train")
def train(
    files: Files,
    save: Annotated[Path, typer.Option("--save", metavar="FILE", help="Write the classifier there, as JSON.")],
    features: Annotated[
        str, typer.Option("--features", metavar="A,B,...", help="Of token_jaccard, edit_distance, cosine.")
    ] = "token_jaccard,edit_distance,cosine",
    folds: Annotated[int, typer.Option("--folds", min=2, help="Folds of the cross-validation, each of whole records.")] = 5,
    seed: Seed = 42,
    allow_circular: AllowCircular = False,
    out: Out = None,
    format: Format = "text",
) -> int:
    """Train on labelled pairs: a given value, the held one, wrong or not, and where that label comes from.

    A line is {"given": ..., "held": ..., "wrong": true, "record": ..., "rule": ...}. The figures are cross-validated by record.
    Features that are computed from what the label is computed from are refused.
    """
    from gate.semantic import classifier_file
    from gate.stress.semantic import pairs, report

    writable(save)
    names = [name.strip() for name in features.split(",") if name.strip()]
    read = pairs.read(files)
    classifier, result = report.trained(read, names, _embedding(names), folds=folds, seed=seed, allow_circular=allow_circular)
    classifier_file.save(classifier, save)
    note(f"the classifier is in {save}")
    return deliver(result, out, format, ExitCode.ACCEPTED)


@app.command("score")
def score(
    files: Files,
    classifier: Annotated[Path, typer.Option("--classifier", metavar="FILE", help="A classifier that train has saved.")],
    seed: Seed = 42,
    allow_circular: AllowCircular = False,
    out: Out = None,
    format: Format = "text",
) -> int:
    """Score a trained classifier on labelled pairs that it has not seen.

    Pairs that it was trained on are refused, and so are labels that its features can repeat.
    """
    from gate.semantic import classifier_file
    from gate.stress.semantic import pairs, report

    loaded = classifier_file.load(classifier)
    result = report.scored(pairs.read(files), loaded, _embedding(loaded.features), seed=seed, allow_circular=allow_circular)
    return deliver(result, out, format, ExitCode.ACCEPTED)


def _embedding(features: Sequence[str]) -> Embedding:
    """The model; where no cosine is asked for, none is loaded."""
    from gate.semantic import NoEmbedding, minilm

    return minilm.load() if "cosine" in features else NoEmbedding()
