"""Betweenness centrality of the undirected view, exact or estimated from sampled sources."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from gate.comparison.structure import dispatch, large
from gate.comparison.structure.limits import SEED
from gate.comparison.structure.view import View

CONFIDENCE = 0.9


def betweenness(view: View, *, exact_up_to: int, samples: int, directed: bool = False) -> tuple[list[float], str]:
    """Betweenness of every node, 0 to 1, and a note where it is an estimate.

    Freeman (1977): the share of shortest paths between two other nodes that pass the node, summed over all pairs and divided by
    the number of pairs; by Brandes (2001), "A faster algorithm for betweenness centrality". ``directed`` follows the direction
    of the statements and divides by the number of ordered pairs, as the published protocol's directed graphs have it.

    Above ``exact_up_to`` nodes the sum runs over ``samples`` sources drawn without replacement with a fixed seed (Brandes & Pich
    2007). The note gives their number, the largest standard error of a node's value, and a bound that holds for all nodes at once
    with 90 % confidence: see :func:`bound`.
    """
    size = view.size
    if size < 3:
        return [0.0] * size, ""
    pairs = (size - 1) * (size - 2)
    if view.centre is not None and not directed:
        result = [0.0] * size
        result[view.centre] = 1.0
        return result, ""
    around = view.successors if directed else view.neighbours
    if size <= exact_up_to or samples >= size:
        if dispatch.worth_it(size):
            return dispatch.betweenness(view, directed=directed), ""
        result = [0.0] * size
        for source in range(size):
            for node, share in _dependencies(around, source):
                result[node] += share
        return [x / pairs for x in result], ""
    drawn = sorted(random.Random(SEED).sample(range(size), samples))  # noqa: S311 - a sample, not a secret
    total, squares = large.summed(around, drawn, leaves=not directed) or _summed(around, drawn)
    error = max((q / samples - (t / samples) ** 2) for t, q in zip(total, squares, strict=True))
    error = math.sqrt(max(error, 0.0) / (samples - 1) * (1 - samples / size)) * size / pairs
    note = f"betweenness estimated from {samples:,} of {size:,} nodes (seed {SEED}), largest standard error {error:.2g}"
    note += f", all within {bound(size, samples):.2g} with {CONFIDENCE:.0%} confidence"
    return [x / samples * size / pairs for x in total], note


def bound(size: int, samples: int) -> float:
    """How far at most any of ``size`` nodes is from its true value, with the probability :data:`CONFIDENCE`, 0 to 1 and more.

    A node's value is the mean over the sources of numbers from 0 to 1 (times n / (n - 1)), so Hoeffding's inequality bounds it,
    as Brandes & Pich (2007) propose, here in Serfling's form for draws without replacement (1974), for all nodes at once by
    adding up their chances to be outside. It is a worst case: the standard error says how far off a value typically is.
    """
    spread = (1 - (samples - 1) / size) * math.log(2 * size / (1 - CONFIDENCE)) / (2 * samples)
    return math.sqrt(spread) * size / (size - 1)


def _summed(around: Sequence[list[int]], sources: Sequence[int]) -> tuple[list[float], list[float]]:
    """As :func:`large.summed`, for graphs of many levels."""
    total, squares = [0.0] * len(around), [0.0] * len(around)
    for source in sources:
        for node, share in _dependencies(around, source):
            total[node] += share
            squares[node] += share * share
    return total, squares


def _dependencies(around: Sequence[list[int]], source: int) -> list[tuple[int, float]]:
    """How much every node reached from ``source`` lies between it and the others: Brandes' accumulation for one source."""
    size = len(around)
    distance = [-1] * size
    paths = [0] * size
    distance[source] = 0
    paths[source] = 1
    order = [source]
    for node in order:
        further = distance[node] + 1
        here = paths[node]
        for other in around[node]:
            if distance[other] < 0:
                distance[other] = further
                order.append(other)
                paths[other] = here
            elif distance[other] == further:
                paths[other] += here
    dependency = [0.0] * size
    share = [0.0] * size
    for node in reversed(order):
        further = distance[node] + 1
        passing = 0.0
        for other in around[node]:
            if distance[other] == further:
                passing += share[other]
        passing *= paths[node]
        dependency[node] = passing
        share[node] = (1 + passing) / paths[node]
    return [(node, dependency[node]) for node in order if node != source and dependency[node]]
