"""What the classifier sees of a given value and the value it is held against: three numbers, each with what it is computed from.

The features are those of the structural study: Jaccard of token sets, Levenshtein distance over the longer length, cosine of the
sentence embeddings. They are computed on the comparison key of both texts (:func:`gate.normalise.text.key`), where the study
lower-cases; the embedding gets the texts as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from gate.errors import UsageError
from gate.normalise import text as text_rules
from gate.semantic.embedding import Embedding, paired

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.float64]
else:
    Numbers = "numpy.ndarray"

VERSION = "pair-features/1"
"""Changes whenever a feature of some pair gets another value: a classifier of another version is refused."""

TextPair: TypeAlias = tuple[str, str]
"""The given text and the held one."""


class Basis(StrEnum):
    """What a feature or a label is computed from. A feature that shares its basis with the label can repeat it."""

    TOKENS = "the words of the two texts"
    CHARACTERS = "the letters of the two texts"
    MEANING = "the embeddings of the two texts"
    IDENTIFIERS = "the identifiers of the two things"
    CONSTRUCTION = "how the case was made"
    SEARCH = "a search for the title elsewhere"
    PERSON = "a person's judgement"


@dataclass(frozen=True, slots=True)
class Feature:
    """One number of a pair, 0 to 1 (the cosine -1 to 1), and what it is computed from."""

    name: str
    basis: frozenset[Basis]
    of: Callable[[Sequence[TextPair], Embedding], Sequence[float]]


def token_jaccard(left: str, right: str) -> float:
    """|A and B| / |A or B| of the token sets, 0 to 1; 1 where neither has a token."""
    a, b = set(_key(left).split()), set(_key(right).split())
    return len(a & b) / len(a | b) if a | b else 1.0


def edit_distance(left: str, right: str) -> float:
    """Levenshtein distance over the length of the longer text, 0 to 1; 0 where both are empty."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.normalized_distance(_key(left), _key(right))


def _key(text: str) -> str:
    """The comparison key, or where that is empty (signs alone) the text itself."""
    return text_rules.key(text) or text.strip().casefold()


def _cosines(pairs: Sequence[TextPair], embedding: Embedding) -> Sequence[float]:
    return [float(value) for value in paired(embedding, pairs)]


FEATURES: Mapping[str, Feature] = {
    feature.name: feature
    for feature in (
        Feature("token_jaccard", frozenset({Basis.TOKENS}), lambda pairs, _: [token_jaccard(*pair) for pair in pairs]),
        Feature("edit_distance", frozenset({Basis.CHARACTERS}), lambda pairs, _: [edit_distance(*pair) for pair in pairs]),
        Feature("cosine", frozenset({Basis.MEANING}), _cosines),
    )
}
LEXICAL = ("token_jaccard", "edit_distance")


def chosen(names: Sequence[str]) -> tuple[str, ...]:
    """``names`` in the order of :data:`FEATURES`. Raises :class:`gate.errors.UsageError` for none, or one that is not there."""
    if unknown := [name for name in names if name not in FEATURES]:
        raise UsageError(f"no feature {', '.join(unknown)}; there are {', '.join(FEATURES)}")
    if not names:
        raise UsageError(f"no feature is named; there are {', '.join(FEATURES)}")
    return tuple(name for name in FEATURES if name in names)


def matrix(pairs: Sequence[TextPair], names: Sequence[str], embedding: Embedding) -> Numbers:
    """The features ``names`` of every pair: float64, one row a pair, one column a feature."""
    import numpy as np

    return np.array([FEATURES[name].of(pairs, embedding) for name in names], dtype=np.float64).reshape(len(names), len(pairs)).T
