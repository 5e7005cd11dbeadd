"""NetLSD: a graph's heat trace as a signature, and many signatures on one map."""

from __future__ import annotations

from collections.abc import Sequence

from gate.comparison.structure.view import View
from gate.model import Graph
from gate.stress.statistics.extra import has

TIMES = 250
LARGEST = 3_000
FEWEST = 5
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

    Neighbourhoods are what a t-SNE map shows; distances between far points, and its axes, mean nothing.
    """
    if len(signatures) < FEWEST:
        return f"fewer than {FEWEST} graphs ({len(signatures)})"
    if not has("sklearn"):
        return "scikit-learn is not installed"
    import numpy as np
    from sklearn.manifold import TSNE

    perplexity = min(30.0, (len(signatures) - 1) / 3)
    places = TSNE(perplexity=perplexity, random_state=seed, init="pca").fit_transform(np.array(signatures))
    return [(float(x), float(y)) for x, y in places]
