"""An embedding for tests: small, exact, and with the faults of a real one - near for texts that share letters."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.semantic import Matrix

DIMENSIONS = 64


class Letters:
    """Counts of letter triples, hashed: texts that share triples are near. ``asked`` keeps what it was asked for."""

    name = "letters 1"

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def encode(self, texts: Sequence[str]) -> Matrix:
        self.asked.append(tuple(texts))
        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            padded = f"  {text.lower()} " if text.strip() else ""
            for i in range(len(padded) - 2):
                row[zlib.crc32(padded[i : i + 3].encode()) % DIMENSIONS] += 1
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return (rows / np.where(lengths == 0, 1, lengths)).astype(np.float32)
