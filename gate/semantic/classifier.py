"""The trained classifier: how likely a given value that differs from the held one is wrong, as its training data had it.

Logistic regression on scaled features; scoring needs numpy and the embedding, not the library that trained it. Its probability is
advice. It knows nothing but the two texts, so it can be wrong where either is.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gate.errors import UsageError
from gate.semantic.embedding import Embedding
from gate.semantic.features import Numbers, TextPair, matrix

DIGEST = 12
"""Hexadecimal digits kept of the digest of a training row."""


@dataclass(frozen=True, slots=True)
class Logistic:
    """Logistic regression: probability = 1 / (1 + exp(-(intercept + sum of coefficient * (x - mean) / scale)))."""

    means: tuple[float, ...]
    scales: tuple[float, ...]
    coefficients: tuple[float, ...]
    intercept: float

    def of(self, rows: Numbers) -> tuple[float, ...]:
        """The probability of each row, 0 to 1."""
        import numpy as np

        logits = ((rows - np.array(self.means)) / np.array(self.scales)) @ np.array(self.coefficients) + self.intercept
        return tuple(float(p) for p in 1 / (1 + np.exp(-np.clip(logits, -700, 700))))


@dataclass(frozen=True, slots=True)
class Classifier:
    """What training came to, and of what.

    ``features``   names, in the order of the model's numbers
    ``embedding``  name and version of the model behind the cosine
    ``rule``       where the labels come from
    ``circular``   why the figures say nothing about new data; empty where nothing is wrong with them
    ``data``       SHA-256 of the training rows, whatever their order; ``rows``, ``records``, ``wrong`` of them
    ``digests``    of each training row, to know it again
    ``figures``    cross-validated, by record; None where undefined
    ``versions``   of the programs that trained it
    """

    features: tuple[str, ...]
    model: Logistic
    embedding: str
    rule: str
    circular: str
    data: str
    rows: int
    records: int
    wrong: int
    digests: frozenset[str]
    figures: Mapping[str, float | None]
    versions: Mapping[str, str]

    def probabilities(self, pairs: Sequence[TextPair], embedding: Embedding) -> tuple[float, ...]:
        """How likely each given text is wrong, 0 to 1.

        Raises :class:`gate.errors.UsageError` where the cosine was learnt from another model than ``embedding``.
        """
        if "cosine" in self.features and embedding.name != self.embedding:
            raise UsageError(f"this classifier was trained with {self.embedding}, not with {embedding.name}: train it anew")
        return self.model.of(matrix(pairs, self.features, embedding)) if pairs else ()


def row_digest(pair: TextPair) -> str:
    """The digest by which a training row is known again, whatever its case, spacing or Unicode form."""
    folded = (" ".join(unicodedata.normalize("NFKC", text).casefold().split()) for text in pair)
    return hashlib.sha256("\0".join(folded).encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST]


def fingerprint(rows: Iterable[tuple[TextPair, bool, str]]) -> str:
    """SHA-256 of labelled pairs and their records, whatever their order."""
    lines = sorted("\0".join((*pair, str(int(wrong)), record)) for pair, wrong, record in rows)
    return hashlib.sha256("\1".join(lines).encode("utf-8", "surrogatepass")).hexdigest()
