"""Is a graph one that a random model would draw? A Monte Carlo test for models whose degree law has no closed form of use.

What is measured of a graph depends on the model:

``ws``  Watts & Strogatz (1998): its degrees, its mean clustering coefficient C, its mean path length L, and the nodes of a degree
        below k / 2, of which there are none: rewiring moves one end of an edge and leaves the other. The rewired lattice keeps C
        high while L falls; that is what the model was made to show.
``ba``  Barabási & Albert (1999): its degrees, its largest degree, and the nodes of a degree below m: only those that the growth
        began with. Preferential attachment gives a power law k^-3 in large graphs (Bollobás, Riordan, Spencer & Tusnády 2001);
        in small ones the largest degree tells most.

Degrees are told as a chi-square of their counts against the mean counts of simulated graphs, cells pooled until each expects 5.
Every measure is standardised by simulated graphs, and the statistic is the sum of the squares (of degrees only what is above the
mean: counts cannot agree too well). Its p-value is its rank among the same statistic of further simulated graphs (Barnard 1963;
Davison & Hinkley 1997, section 4.2): p = (1 + number as large or larger) / (1 + number of graphs). Under the model the observed
graph is one draw like the others, so the test rejects with probability alpha at most, whatever the size of the graph.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from gate.comparison.structure.topology import clustering
from gate.comparison.structure.values import Undefined
from gate.comparison.structure.view import View
from gate.model import Graph
from gate.stress.degrees import DegreeTest, pooled
from gate.stress.networks import barabasi_albert, watts_strogatz

MEASURED_BY, RANKED_AMONG = 500, 1999
"""Simulated graphs that the means come from, and those that a graph is ranked among. The smallest p-value is 1 / 2,000."""
SEED = 20_000_000
"""Of the simulated graphs; far from those of the baseline, which must be other graphs."""
LARGEST = 200
"""Nodes of the largest graph that is simulated: 2,499 graphs of it take some seconds."""


@dataclass(frozen=True, slots=True)
class Law:
    """A model with its parameters: ``ws`` with ``k`` neighbours on the ring and rewiring ``p``, ``ba`` with ``m`` edges each."""

    kind: str
    n: int
    parameters: tuple[float, ...]

    def draw(self, seed: int) -> Graph:
        """One graph of the model, by networkx's generator."""
        if self.kind == "ws":
            k, p = self.parameters
            return watts_strogatz(self.n, int(k), p, seed)
        return barabasi_albert(self.n, int(self.parameters[0]), seed)


@dataclass(frozen=True, slots=True)
class _Measured:
    counts: tuple[int, ...]
    others: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Simulated:
    expected: tuple[float, ...]
    degrees: tuple[float, float]
    others: tuple[tuple[float, float], ...]
    ranked: tuple[float, ...]

    def statistic(self, seen: _Measured) -> float:
        """How far a graph is from the simulated ones, in squares of standard deviations."""
        parts = [max(0.0, _deviation(_chi_square(seen.counts, self.expected), self.degrees))]
        parts += [_deviation(value, spread) for value, spread in zip(seen.others, self.others, strict=True)]
        return math.fsum(part * part for part in parts)


def fits(graph: Graph, law: Law) -> DegreeTest:
    """The Monte Carlo test of one graph.

    Nodes that no edge names count as isolated. A larger graph, or one of a degree that cannot be, is rejected outright with
    p = 0. A model of more than :data:`LARGEST` nodes is not tested, with that reason.
    """
    view = View(graph)
    if view.size > law.n:
        return DegreeTest(None, 0, 0.0, f"the graph has more than {law.n} nodes")
    if law.n > LARGEST:
        return DegreeTest(None, 0, None, f"more than {LARGEST} nodes are not simulated")
    simulated = _simulated(law)
    statistic = simulated.statistic(_measured(view, law))
    reached = sum(other >= statistic for other in simulated.ranked)
    return DegreeTest(statistic, 0, (1 + reached) / (1 + len(simulated.ranked)))


@lru_cache(maxsize=64)
def _simulated(law: Law) -> _Simulated:
    first = [_measured(View(law.draw(SEED + i)), law) for i in range(MEASURED_BY)]
    expected = tuple(sum(column) / len(first) for column in zip(*(m.counts for m in first), strict=True))
    degrees = _spread([_chi_square(m.counts, expected) for m in first])
    others = tuple(_spread(column) for column in zip(*(m.others for m in first), strict=True))
    bare = _Simulated(expected, degrees, others, ())
    second = (_measured(View(law.draw(SEED + MEASURED_BY + i)), law) for i in range(RANKED_AMONG))
    return _Simulated(expected, degrees, others, tuple(bare.statistic(m) for m in second))


def _measured(view: View, law: Law) -> _Measured:
    degrees = [*view.degrees, *([0] * (law.n - view.size))]
    seen = Counter(degrees)
    counts = tuple(seen[i] for i in range(law.n))
    least = law.parameters[0] if law.kind == "ba" else law.parameters[0] // 2
    few = float(sum(number for degree, number in seen.items() if degree < least))
    if law.kind == "ba":
        return _Measured(counts, (float(max(degrees)), few))
    found = clustering(view)
    share = 0.0 if isinstance(found, Undefined) else found * view.size / law.n
    return _Measured(counts, (share, path_length(view), few))


def path_length(view: View) -> float:
    """Mean number of steps between two nodes, over the pairs that are joined at all; 0 without any.

    All nodes walk at once: what each has reached is kept as the bits of one whole number.
    """
    reached = [1 << i for i in range(view.size)]
    front = list(reached)
    steps = pairs = 0
    step = 0
    while any(front):
        step += 1
        further = []
        for i, around in enumerate(view.neighbours):
            near = 0
            for j in around:
                near |= front[j]
            further.append(near & ~reached[i])
        for i, new in enumerate(further):
            reached[i] |= new
            number = new.bit_count()
            steps += step * number
            pairs += number
        front = further
    return steps / pairs if pairs else 0.0


def _chi_square(counts: Sequence[int], expected: Sequence[float]) -> float:
    least = 1e-3  # a degree that no simulated graph had is rare, not impossible
    cells = pooled([(float(o), max(e, least)) for o, e in zip(counts, expected, strict=True)])
    return math.fsum((o - e) ** 2 / e for o, e in cells)


def _spread(values: Sequence[float]) -> tuple[float, float]:
    mean = math.fsum(values) / len(values)
    return mean, math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))


def _deviation(value: float, spread: tuple[float, float]) -> float:
    mean, deviation = spread
    if deviation > 1e-12:
        return (value - mean) / deviation
    return 0.0 if abs(value - mean) <= 1e-9 else math.inf
