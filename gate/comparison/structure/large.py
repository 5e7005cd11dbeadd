"""Measures of large graphs: the same definitions over arrays, and the one home of networkit.

What is small is measured in ``betweenness``, ``perron`` and ``communities``; these hand over what would take too long there.
"""

from __future__ import annotations

import importlib.util
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from gate.comparison.structure.limits import SEED
from gate.comparison.structure.values import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gate.comparison.structure.view import View
    from gate.model import Edge

NUMBERED = 20_000
"""From so many edges on, nodes are numbered over arrays: loading numpy takes as long as numbering some thousands."""
DEEP = 200
"""A graph with more levels around a node, as in a chain, is walked node by node: here every level takes time in all nodes."""
KRYLOV = 24
CYCLES = 200
TOLERANCE = 1e-13
GOOD_ENOUGH = 1e-11


class Sources:
    """Brandes' accumulation (2001) for one source after the other, a level of the breadth-first search at a time.

    ``around`` lists the neighbours of every node, or its successors; ``behind`` says how many nodes that are not in it hang on
    each node and on no other.
    """

    def __init__(self, around: Sequence[Sequence[int]], behind: Sequence[int] | None = None) -> None:
        import numpy as np

        self._size = len(around)
        self._behind = np.zeros(self._size) if behind is None else np.array(behind, dtype=np.float64)
        counts = np.fromiter((len(others) for others in around), dtype=np.int64, count=self._size)
        self._first = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(counts)))
        self._targets = np.fromiter((t for others in around for t in others), dtype=np.int32, count=int(self._first[-1]))

    def dependencies(self, source: int) -> tuple[NDArray[np.float64], float] | None:
        """How much every node lies between ``source`` and the others: the sum over these of the share of paths that pass it.
        And how many nodes ``source`` reaches, itself among them.

        None where the graph is deeper than :data:`DEEP` levels.
        """
        import numpy as np

        size = self._size
        level = np.full(size, -1, dtype=np.int32)
        paths = np.zeros(size)
        level[source], paths[source] = 0, 1.0
        here = np.array([source], dtype=np.int64)
        steps: list[tuple[NDArray[np.int32], NDArray[np.int32]]] = []
        while here.size:
            if len(steps) > DEEP:
                return None
            counts = self._first[here + 1] - self._first[here]
            before = np.cumsum(counts) - counts
            places = np.arange(int(counts.sum())) + np.repeat(self._first[here] - before, counts)
            targets = self._targets[places]
            onward = level[targets] < 0
            targets, sources = targets[onward], np.repeat(here.astype(np.int32), counts)[onward]
            level[targets] = len(steps) + 1
            paths += np.bincount(targets, weights=paths[sources], minlength=size)
            steps.append((sources, targets))
            here = np.flatnonzero(level == len(steps))
        reached = level >= 0
        found = np.where(reached, self._behind, 0.0)
        for sources, targets in reversed(steps):
            found += np.bincount(sources, weights=paths[sources] / paths[targets] * (1 + found[targets]), minlength=size)
        found[source] = 0.0
        return found, float(np.count_nonzero(reached) + self._behind[reached].sum())


class Numbered(NamedTuple):
    """The pairs, and the successors and neighbours of every node, as :class:`View` has them."""

    pairs: tuple[tuple[int, int], ...]
    successors: list[list[int]]
    neighbours: list[list[int]]


def numbered(edges: frozenset[Edge], index: Mapping[str, int]) -> Numbered:
    """What ``edges`` join, of nodes with the numbers ``index``. An arc is one number: n times its source, and its target."""
    import numpy as np

    size = len(index)
    sources, targets = (
        np.fromiter(ends, dtype=np.int64, count=len(edges))
        for ends in ((index[e.source] for e in edges), (index[e.target] for e in edges))
    )
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    joins = sources != targets
    arcs = np.unique((sources * size + targets)[joins])
    pairs = np.unique((low * size + high)[joins])
    low, high = pairs // size, pairs % size
    both = np.sort(np.concatenate((pairs, high * size + low)))
    starts = np.arange(size + 1) * size

    def lists(ways: NDArray[np.int64]) -> list[list[int]]:
        flat: list[int] = (ways % size).tolist()
        return [flat[a:b] for a, b in pairwise(np.searchsorted(ways, starts).tolist())]

    return Numbered(tuple(zip(low.tolist(), high.tolist(), strict=True)), lists(arcs), lists(both))


def summed(
    around: Sequence[Sequence[int]], sources: Iterable[int], *, leaves: bool = False
) -> tuple[list[float], list[float]] | None:
    """The sum over ``sources`` of every node's dependencies, and that of their squares; None where the graph is too deep.

    With ``leaves`` the graph is undirected, and nodes with one neighbour need no walk of their own: from such a node all paths
    go through its neighbour, and beyond it are those of the neighbour. Most nodes of a graph of records are of that kind.
    """
    import numpy as np

    hosts = {n: ends[0] for n, ends in enumerate(around) if len(ends) == 1 < len(around[ends[0]])} if leaves else {}
    kept = [n for n in range(len(around)) if n not in hosts]
    place = {n: i for i, n in enumerate(kept)}
    behind = Counter(hosts.values())
    walk = Sources([[place[o] for o in around[n] if o in place] for n in kept], [behind[n] for n in kept])
    drawn = list(sources)
    of_leaves = Counter(hosts[s] for s in drawn if s in hosts)
    total, squares = np.zeros(len(around)), np.zeros(len(around))
    for start, number in Counter(hosts.get(s, s) for s in drawn).items():
        walked = walk.dependencies(place[start])
        if walked is None:
            return None
        found, reached = walked
        total[kept] += number * found
        squares[kept] += number * found * found
        between = reached - 2  # all but the leaf and its neighbour, which lies before each of them
        total[start] += of_leaves[start] * between
        squares[start] += of_leaves[start] * between**2
    return [float(x) for x in total], [float(x) for x in squares]


def leading(rows: NDArray[np.intp], columns: NDArray[np.intp], size: int) -> tuple[float, list[float]] | Undefined:
    """Largest eigenvalue and positive eigenvector of length 1 of a connected adjacency matrix with ones at ``rows``, ``columns``.

    Lanczos' method, begun again every 24 steps from the best vector so far (Saad, *Numerical Methods for Large Eigenvalue
    Problems*, 2011, ch. 6), with full orthogonalisation. From equal values, so nothing is drawn at random.
    """
    import numpy as np

    vector = np.full(size, 1 / math.sqrt(size))
    value = rest = math.inf
    basis = np.empty((KRYLOV + 1, size))
    for _ in range(CYCLES):
        basis[0] = vector
        inner, outer = [], []
        for step in range(KRYLOV):
            fresh = np.bincount(rows, weights=basis[step][columns], minlength=size).astype(np.float64, copy=False)
            inner.append(float(fresh @ basis[step]))
            held = basis[: step + 1]
            fresh -= held.T @ (held @ fresh)
            fresh -= held.T @ (held @ fresh)
            outer.append(float(np.linalg.norm(fresh)))
            if outer[-1] < TOLERANCE:
                break
            basis[step + 1] = fresh / outer[-1]
        values, vectors = np.linalg.eigh(np.diag(inner) + np.diag(outer[:-1], 1) + np.diag(outer[:-1], -1))
        value, best = float(values[-1]), vectors[:, -1]
        vector = np.abs(best @ basis[: len(inner)])
        vector /= np.linalg.norm(vector)
        before, rest = rest, outer[-1] * abs(float(best[-1])) / value
        if rest < TOLERANCE or before <= rest < GOOD_ENOUGH:
            return value, [float(x) for x in vector]
    return Undefined(f"the eigenvector of a component of {size:,} nodes does not settle")


def can_divide() -> bool:
    """Whether networkit (the extra ``graphs``) is there."""
    return importlib.util.find_spec("networkit") is not None


def louvain(view: View) -> list[int]:
    """The community of every node, by networkit's Louvain method (Staudt & Meyerhenke 2016) in one thread with a fixed seed.

    networkit also moves nodes once more after the communities were joined (its ``refine``), which networkx does not.
    """
    import networkit as nk
    import numpy as np

    nk.engineering.setNumberOfThreads(1)
    nk.engineering.setSeed(SEED, False)
    ends = np.fromiter(chain.from_iterable(view.pairs), dtype=np.uint64, count=2 * len(view.pairs)).reshape(-1, 2)
    graph = nk.GraphFromCoo((ends[:, 0], ends[:, 1]), n=view.size, weighted=False, directed=False)
    search = nk.community.PLM(graph, refine=True)
    search.run()
    return [int(x) for x in search.getPartition().getVector()]
