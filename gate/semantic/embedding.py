"""Texts as vectors, and the cosine of two of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from gate.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix: TypeAlias = NDArray[np.float32]
else:
    Matrix = "numpy.ndarray"


class Embedding(Protocol):
    """A model that gives each text a vector."""

    @property
    def name(self) -> str:
        """Name and version, so that figures of two models are never mixed."""
        ...

    def encode(self, texts: Sequence[str]) -> Matrix:
        """One row a text, float32, of length 1; all zeros for a text without content."""
        ...


class Cached:
    """An embedding that is asked for each text once in a run.

    New texts are asked for in one order, the shorter first, so that the same texts share a batch whatever order they came in:
    the last bits of a vector depend on what it is padded to.
    """

    def __init__(self, embedding: Embedding) -> None:
        self._embedding = embedding
        self._rows: dict[str, Matrix] = {}

    @property
    def name(self) -> str:
        """That of the embedding."""
        return self._embedding.name

    def encode(self, texts: Sequence[str]) -> Matrix:
        """As :meth:`Embedding.encode`."""
        import numpy as np

        new = sorted(set(texts) - self._rows.keys(), key=lambda text: (len(text), text))
        if new:
            self._rows.update(zip(new, self._embedding.encode(new), strict=True))
        return np.stack([self._rows[text] for text in texts]) if texts else np.zeros((0, 0), dtype=np.float32)


class NoEmbedding:
    """For classifiers of words and letters alone: loads nothing, and no cosine can be asked of it."""

    name = ""

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Raises :class:`gate.errors.UsageError`."""
        raise UsageError(f"no embedding was loaded for {len(texts)} texts")


def cosines(embedding: Embedding, left: Sequence[str], right: Sequence[str]) -> Matrix:
    """Cosine of every text of ``left`` with every one of ``right``: float32, ``len(left)`` x ``len(right)``, -1 to 1.

    0 beside a text without content: its vector has no direction.
    """
    import numpy as np

    if not left or not right:
        return np.zeros((len(left), len(right)), dtype=np.float32)
    rows = embedding.encode([*left, *right])
    found: Matrix = np.clip(rows[: len(left)] @ rows[len(left) :].T, -1.0, 1.0)
    return found


def paired(embedding: Embedding, pairs: Sequence[tuple[str, str]]) -> Matrix:
    """Cosine of the two texts of each pair: float32, one a pair, -1 to 1."""
    import numpy as np

    if not pairs:
        return np.zeros(0, dtype=np.float32)
    rows = embedding.encode([text for pair in pairs for text in pair])
    found: Matrix = np.clip((rows[::2] * rows[1::2]).sum(axis=1), -1.0, 1.0)
    return found


def similarity(left: Sequence[str], right: Sequence[str]) -> Matrix:
    """As :func:`cosines`, by the model of the extra ``semantic``, which is loaded once in a process.

    Raises :class:`gate.errors.MissingExtraError` without that extra.
    """
    from gate.semantic.minilm import load

    return cosines(load(), left, right)
