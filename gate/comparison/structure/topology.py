"""The form of each graph, blind to what its nodes are called, and two distances between the forms.

Density, assortativity and the distance of degree histograms are columns of table 1 of the graph recitation studies (2024, 2025),
the spectral distance is their appendix C. All see the undirected view.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from gate.comparison.structure.spectrum import spectrum
from gate.comparison.structure.values import Undefined, Value, both, single
from gate.comparison.structure.view import View
from gate.model import Measure

MEASURES = ("density", "assortativity", "clustering", "degree_histogram_distance", "spectral_distance")
SIZE_MEASURES = ("nodes", "edges")

Padding = Literal["sorted", "appended"]


def measure_size(generated: View, reference: View) -> tuple[Measure, ...]:
    """``nodes`` and ``edges`` (pairs of nodes that are joined at all) of both graphs, and generated minus reference."""
    return (
        both("nodes", float(generated.size), float(reference.size)),
        both("edges", float(len(generated.pairs)), float(len(reference.pairs))),
    )


def measure(generated: View, reference: View, limit: int) -> tuple[Measure, ...]:
    """The topology measures, in the order of :data:`MEASURES`; ``limit`` in nodes is that of the spectral distance.

    ``density``, ``assortativity``, ``clustering``          of both graphs, and generated minus reference
    ``degree_histogram_distance``, ``spectral_distance``    of the pair, 0 or more
    """
    return (
        both("density", density(generated), density(reference)),
        both("assortativity", assortativity(generated), assortativity(reference)),
        both("clustering", clustering(generated), clustering(reference)),
        single("degree_histogram_distance", degree_histogram_distance(generated, reference)),
        single("spectral_distance", spectral_distance(generated, reference, limit=limit)),
    )


def density(view: View) -> Value:
    """Joined pairs over all pairs of nodes, 2m / n(n - 1), 0 to 1; undefined for fewer than two nodes."""
    if view.size < 2:
        return Undefined("fewer than two nodes")
    return 2 * len(view.pairs) / (view.size * (view.size - 1))


def assortativity(view: View) -> Value:
    """Correlation of the degrees at the two ends of an edge, -1 to 1.

    Newman (2002), "Assortative mixing in networks", eq. 4, here in whole numbers. Undefined without edges and where all ends have
    the same degree, as in every regular graph: a constant correlates with nothing. (networkx gives NaN or, by rounding, 1.)
    """
    if not view.pairs:
        return Undefined("no edges")
    count, degrees = len(view.pairs), view.degrees
    product = sum(degrees[a] * degrees[b] for a, b in view.pairs)
    total = sum(degree**2 for degree in degrees)  # each node stands at the end of as many pairs as its degree
    squares = sum(degree**3 for degree in degrees)
    spread = 2 * count * squares - total * total
    return (4 * count * product - total * total) / spread if spread else Undefined("all edges join nodes of the same degree")


def clustering(view: View) -> Value:
    """Mean over all nodes of the share of pairs of neighbours that are joined themselves, 0 to 1.

    Watts & Strogatz (1998); a node with fewer than two neighbours counts 0, as in networkx. Undefined where every node is such.
    """
    if not any(degree > 1 for degree in view.degrees):
        return Undefined("no node has two neighbours")
    around = [set(neighbours) for neighbours in view.neighbours]
    triangles = [0] * view.size
    for a, b in view.pairs:
        common = len(around[a] & around[b])
        triangles[a] += common
        triangles[b] += common  # each triangle is met twice at each of its nodes
    return math.fsum(t / (d * (d - 1)) for t, d in zip(triangles, view.degrees, strict=True) if d > 1) / view.size


def degree_histogram_distance(one: View, other: View) -> Value:
    """Euclidean distance of the degree histograms: the number of nodes of each degree, the shorter histogram filled with zeros.

    Table 1 of the recitation studies calls it the distance of degree sequences; their printed figures are those of histograms.
    """
    if not one.size or not other.size:
        return Undefined("a graph without nodes")
    first, second = Counter(one.degrees), Counter(other.degrees)
    return math.sqrt(sum((first[d] - second[d]) ** 2 for d in first.keys() | second.keys()))


def spectral_distance(one: View, other: View, *, limit: int, weighted: bool = False, padding: Padding = "sorted") -> Value:
    """Euclidean distance of the adjacency spectra in ascending order, the smaller graph's filled with zeros.

    Wilson & Zhu (2008), "A study of graph spectra for comparing graphs"; appendix C of the recitation studies. With ``padding``
    ``sorted`` the zeros take their place in the order, as if the smaller graph had so many isolated nodes more; with ``appended``
    they follow the largest eigenvalue, which is what the studies' printed figures come from. ``weighted`` uses the edge weights
    (in the studies the reference has weights and the answer none). Undefined above ``limit`` nodes.
    """
    if not one.size or not other.size:
        return Undefined("a graph without nodes")
    largest = max(one.size, other.size)
    if largest > limit:
        return Undefined(f"{largest:,} nodes are over the limit of {limit:,} for spectra")
    first, second = (_padded(spectrum(view, weighted=weighted), largest, padding) for view in (one, other))
    return math.sqrt(math.fsum((a - b) ** 2 for a, b in zip(first, second, strict=True)))


def _padded(values: Sequence[float], size: int, padding: Padding) -> list[float]:
    filled = [*values, *(0.0 for _ in range(size - len(values)))]
    return sorted(filled) if padding == "sorted" else filled
