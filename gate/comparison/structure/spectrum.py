"""Eigenvalues of the adjacency matrix of the undirected view."""

from __future__ import annotations

import math

from gate.comparison.structure.view import View


def spectrum(view: View, *, weighted: bool = False) -> tuple[float, ...]:
    """All eigenvalues in ascending order; time in n cubed. ``weighted`` takes the weights of pairs for the ones of the matrix.

    A star with k leaves has the eigenvalues -sqrt(k), 0 (k - 1 times) and sqrt(k), which needs no numpy. So it is with all twins:
    m nodes with the same neighbours give the eigenvalue 0 m - 1 times, and may otherwise stand as one node with edges of weight
    sqrt(m). A record's values have no neighbour but the record, so that few nodes remain of a large graph of records.
    """
    size = view.size
    if not weighted and view.centre is not None:
        end = math.sqrt(size - 1)
        return (-end, *(0.0 for _ in range(size - 2)), end)
    if not view.pairs:
        return (0.0,) * size
    import numpy as np

    twins = [[node] for node in range(size)] if weighted else view.twins(range(size))
    kept = {members[0]: place for place, members in enumerate(twins)}
    number = {members[0]: len(members) for members in twins}
    matrix = np.zeros((len(kept), len(kept)))
    for a, b in view.pairs:
        if a in kept and b in kept:
            value = view.weight(a, b) if weighted else math.sqrt(number[a] * number[b])
            matrix[kept[a], kept[b]] = matrix[kept[b], kept[a]] = value
    zeros = (0.0,) * (size - len(kept))
    return tuple(sorted((*zeros, *(float(x) for x in np.linalg.eigvalsh(matrix)))))
