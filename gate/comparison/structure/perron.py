"""The leading eigenvalue and eigenvector of one connected component."""

from __future__ import annotations

import math
from itertools import chain

from gate.comparison.structure import large
from gate.comparison.structure.values import Undefined
from gate.comparison.structure.view import View

DENSE = 400
DENSE_AT_MOST = 3_000
TOLERANCE = 1e-13
ITERATIONS = 20_000


def perron(view: View, component: list[int]) -> tuple[float, list[float]] | Undefined:
    """Largest adjacency eigenvalue of a connected component of at least two nodes, and its eigenvector of length 1.

    By Perron and Frobenius the eigenvalue is simple and the vector positive. Up to 400 nodes by a dense solver, twins counted
    once; up to 3,000 by power iteration on A + I (the identity keeps bipartite graphs from swinging), and where 20,000 steps do
    not settle, as in long chains, by the dense solver. Above by Lanczos' method; where that does not settle, the vector is
    undefined.
    """
    twins = view.twins(component)
    size = len(component)
    if len(twins) <= DENSE:
        return _dense(view, component, twins)
    import numpy as np

    place = np.zeros(view.size, dtype=np.intp)
    place[component] = np.arange(size)
    counts = [view.degrees[node] for node in component]
    rows = np.repeat(np.arange(size), counts)
    around = chain.from_iterable(view.neighbours[node] for node in component)
    columns = place[np.fromiter(around, dtype=np.intp, count=sum(counts))]
    if size > DENSE_AT_MOST:
        return large.leading(rows, columns, size)
    vector = np.full(size, 1 / math.sqrt(size), dtype=np.float64)
    for _ in range(ITERATIONS):
        fresh = vector + np.bincount(rows, weights=vector[columns], minlength=size)
        length = float(np.linalg.norm(fresh))
        fresh = fresh / length
        change = float(np.abs(fresh - vector).max())
        vector = fresh
        if change < TOLERANCE:
            return length - 1, [float(x) for x in vector]
    return _dense(view, component, twins)


def _dense(view: View, component: list[int], twins: list[list[int]]) -> tuple[float, list[float]]:
    """Of m nodes with the same neighbours one stands for all, with edges of weight sqrt(m), as in the spectrum."""
    import numpy as np

    of = {node: number for number, members in enumerate(twins) for node in members}
    root = np.sqrt([len(members) for members in twins])
    matrix = np.zeros((len(twins), len(twins)))
    for number, members in enumerate(twins):
        others = [of[other] for other in view.neighbours[members[0]]]
        matrix[number, others] = root[number] * root[others]
    values, vectors = np.linalg.eigh(matrix)
    shares = np.abs(vectors[:, -1]) / root
    return float(values[-1]), [float(shares[of[node]]) for node in component]
