"""Eigenvalues of the adjacency matrix of the undirected view."""

from __future__ import annotations

import math

from gate.comparison.structure.view import View


def spectrum(view: View, *, weighted: bool = False) -> tuple[float, ...]:
    """All eigenvalues in ascending order; time in n cubed. ``weighted`` takes the weights of pairs for the ones of the matrix.

    A star with k leaves has the eigenvalues -sqrt(k), 0 (k - 1 times) and sqrt(k), which needs no numpy.
    """
    size = view.size
    if not weighted and view.centre is not None:
        end = math.sqrt(size - 1)
        return (-end, *(0.0 for _ in range(size - 2)), end)
    if not view.pairs:
        return (0.0,) * size
    import numpy as np

    matrix = np.zeros((size, size))
    for a, b in view.pairs:
        matrix[a, b] = matrix[b, a] = view.weight(a, b) if weighted else 1.0
    return tuple(float(x) for x in np.linalg.eigvalsh(matrix))
