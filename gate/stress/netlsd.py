"""NetLSD: a graph's heat trace as a signature, and many signatures on one map."""

from __future__ import annotations

from collections.abc import Sequence

from gate.comparison.structure.view import View
from gate.model import Graph
from gate.stress.statistics.extra import has

TIMES = 250
LARGEST = 3_000
FEWEST = 5
_DECIMALS = 9
"""Signatures that differ by less come from the order of additions, not from the graphs."""
Place = tuple[float, float]


def signature(graph: Graph) -> tuple[float, ...] | None:
    """The heat trace sum of exp(-t l) over the eigenvalues l of the normalised Laplacian, at 250 times from .01 to 100.

    Tsitsulin, Mottin, Karras, Bronstein & Müller (2018), "NetLSD: Hearing the shape of a graph"; not normalised by size, as in
    the library's default for a heat trace of its own. None above 3,000 nodes and for a graph without nodes.
    """
    import numpy as np

    view = View(graph)
    if not 0 < view.size <= LARGEST:
        return None
    matrix = np.zeros((view.size, view.size))
    for i, degree in enumerate(view.degrees):
        matrix[i, i] = 1.0 if degree else 0.0
    for a, b in view.pairs:
        matrix[a, b] = matrix[b, a] = -1.0 / float(np.sqrt(view.degrees[a] * view.degrees[b]))
    values = np.linalg.eigvalsh(matrix)
    times = np.logspace(-2, 2, TIMES)
    return tuple(float(x) for x in np.exp(-np.outer(times, values)).sum(axis=1))


def embedding(signatures: Sequence[Sequence[float]], seed: int = 42) -> list[Place] | str:
    """The signatures in two dimensions by t-SNE (van der Maaten & Hinton 2008), or why there are none.

    Neighbourhoods are what a t-SNE map shows; distances between far points, and its axes, mean nothing. Equal signatures have one
    place: of points that are all alike scikit-learn's own start divides by 0, and its tree does not end.
    """
    rounded = [tuple(round(x, _DECIMALS) for x in one) for one in signatures]
    different = {one: number for number, one in enumerate(dict.fromkeys(rounded))}
    if len(different) < FEWEST:
        return f"fewer than {FEWEST} different graphs ({len(different)})"
    if not has("sklearn"):
        return "scikit-learn is not installed"
    import numpy as np
    from sklearn.manifold import TSNE

    perplexity = min(30.0, (len(different) - 1) / 3)
    tsne = TSNE(perplexity=perplexity, random_state=seed, init="pca", method="exact")
    places = [(float(x), float(y)) for x, y in tsne.fit_transform(np.array(list(different)))]
    return [places[different[one]] for one in rounded]
