"""A trained classifier as a JSON file: numbers and words only, so that opening one runs nothing."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

from gate.errors import InputError, UsageError
from gate.semantic.classifier import Classifier, Logistic
from gate.semantic.features import FEATURES, VERSION

FORMAT = "gate-classifier/1"
_LARGEST = 64 * 1024 * 1024


def save(classifier: Classifier, path: Path) -> None:
    """Write ``classifier``: the same bytes for the same classifier. Raises :class:`gate.errors.UsageError` where it cannot be."""
    value = {
        "format": FORMAT,
        "feature_version": VERSION,
        "features": list(classifier.features),
        "scaler": {"means": list(classifier.model.means), "scales": list(classifier.model.scales)},
        "coefficients": list(classifier.model.coefficients),
        "intercept": classifier.model.intercept,
        "embedding": classifier.embedding,
        "labels": {"rule": classifier.rule, "circular": classifier.circular},
        "data": {
            "sha256": classifier.data,
            "rows": classifier.rows,
            "records": classifier.records,
            "wrong": classifier.wrong,
            "digests": sorted(classifier.digests),
        },
        "cross_validated": dict(classifier.figures),
        "versions": dict(classifier.versions),
    }
    try:
        path.write_text(json.dumps(value, indent=1, sort_keys=True, allow_nan=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None


def load(path: Path) -> Classifier:
    """The classifier in ``path``.

    Raises :class:`gate.errors.InputError` for a file that is none, and :class:`gate.errors.UsageError` for one of another format
    or of other features than this version computes.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(f"{path}: too large for a classifier")
        value: object = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path}: is not JSON") from None
    read = _Reading(str(path), value)
    if read.text("format") != FORMAT:
        raise UsageError(f"{path}: of the format {read.text('format')!r}; this version reads {FORMAT}")
    if read.text("feature_version") != VERSION:
        raise UsageError(f"{path}: its features are {read.text('feature_version')!r}, this version has {VERSION}: train it anew")
    scaler, labels, data = read.below("scaler"), read.below("labels"), read.below("data")
    found = Classifier(
        features=read.texts("features"),
        model=Logistic(scaler.numbers("means"), scaler.numbers("scales"), read.numbers("coefficients"), read.number("intercept")),
        embedding=read.text("embedding"),
        rule=labels.text("rule"),
        circular=labels.text("circular"),
        data=data.text("sha256"),
        rows=data.count("rows"),
        records=data.count("records"),
        wrong=data.count("wrong"),
        digests=frozenset(data.texts("digests")),
        figures=read.figures("cross_validated"),
        versions={k: str(v) for k, v in read.below("versions").mapping.items()},
    )
    columns = len(found.features)
    if not columns or any(len(row) != columns for row in (found.model.means, found.model.scales, found.model.coefficients)):
        raise read.wrong("features, means, scales and coefficients are not of one length")
    if unknown := [name for name in found.features if name not in FEATURES]:
        raise read.wrong(f"no feature {', '.join(unknown)}")
    if any(scale <= 0 for scale in found.model.scales):
        raise read.wrong("a scale is not above 0")
    return found


class _Reading:
    """The members of a JSON object, each of the type that it must have."""

    def __init__(self, place: str, value: object) -> None:
        self._place = place
        if not isinstance(value, dict):
            raise self.wrong("not an object")
        self.mapping: Mapping[str, object] = value

    def wrong(self, what: str) -> InputError:
        return InputError(f"{self._place}: no classifier: {what}")

    def _get(self, key: str) -> object:
        if key not in self.mapping:
            raise self.wrong(f"{key!r} is missing")
        return self.mapping[key]

    def below(self, key: str) -> _Reading:
        return _Reading(f"{self._place}: {key}", self._get(key))

    def text(self, key: str) -> str:
        value = self._get(key)
        if not isinstance(value, str):
            raise self.wrong(f"{key!r} is not a text")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(_Reading(self._place, {key: item}).text(key) for item in self._list(key))

    def number(self, key: str) -> float:
        value = self._get(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise self.wrong(f"{key!r} is not a number")
        return float(value)

    def numbers(self, key: str) -> tuple[float, ...]:
        return tuple(_Reading(self._place, {key: item}).number(key) for item in self._list(key))

    def count(self, key: str) -> int:
        value = self._get(key)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.wrong(f"{key!r} is not a count")
        return value

    def figures(self, key: str) -> dict[str, float | None]:
        below = self.below(key)
        return {name: None if value is None else below.number(name) for name, value in below.mapping.items()}

    def _list(self, key: str) -> list[object]:
        value = self._get(key)
        if not isinstance(value, list):
            raise self.wrong(f"{key!r} is not a list")
        return value
