"""PageRank of the directed view, by power iteration."""

from __future__ import annotations

from gate.comparison.structure.view import View

DAMPING = 0.85
TOLERANCE = 1e-12
SMALL = 300
ITERATIONS = 1_000


def pagerank(view: View, damping: float = DAMPING) -> list[float]:
    """PageRank of every node, in node order; the values sum to 1.

    Page, Brin, Motwani & Winograd (1999): with probability ``damping`` (0 to below 1) a walker follows one of the statements that
    leave the node, else, and from a node that none leaves, goes to any node with equal chance. Iterated until the values change
    by less than 1e-12 in all; each step shrinks the change by ``damping``, so 1,000 steps are never needed at 0.85.
    """
    if not view.size:
        return []
    if view.size <= SMALL:
        return _small(view, damping)
    return _large(view, damping)


def _small(view: View, damping: float) -> list[float]:
    """Without numpy, whose import takes longer than all of this for the graph of one record."""
    size = view.size
    rank = [1 / size] * size
    for _ in range(ITERATIONS):
        loose = sum(rank[i] for i in range(size) if not view.successors[i])
        fresh = [(damping * loose + 1 - damping) / size] * size
        for i, targets in enumerate(view.successors):
            if targets:
                share = damping * rank[i] / len(targets)
                for target in targets:
                    fresh[target] += share
        change = sum(abs(a - b) for a, b in zip(fresh, rank, strict=True))
        rank = fresh
        if change < TOLERANCE:
            break
    return rank


def _large(view: View, damping: float) -> list[float]:
    import numpy as np

    size = view.size
    leaving = np.array([len(targets) for targets in view.successors])
    sources = np.repeat(np.arange(size), leaving)
    targets = np.array([t for around in view.successors for t in around], dtype=np.intp)
    divisor = np.maximum(leaving, 1)
    rank = np.full(size, 1 / size)
    for _ in range(ITERATIONS):
        flow = np.bincount(targets, weights=(rank / divisor)[sources], minlength=size)
        loose = float(rank[leaving == 0].sum())
        fresh = damping * flow + (damping * loose + 1 - damping) / size
        change = float(np.abs(fresh - rank).sum())
        rank = fresh
        if change < TOLERANCE:
            break
    return [float(x) for x in rank]
