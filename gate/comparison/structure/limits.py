"""Sizes above which a measure is estimated or left undefined, because its exact value would take too long."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in nodes.

    ``spectrum``     the spectral distance needs all eigenvalues, time in n cubed; undefined above
    ``eigenvector``  largest connected component whose leading eigenvector is computed; undefined above
    ``betweenness``  exact up to here; above it estimated from ``samples`` sources
    ``samples``      sources of an estimated betweenness
    ``communities``  Louvain; undefined above. Label propagation has a limit of its own, communities.BY_LISTS
    """

    spectrum: int = 3_000
    eigenvector: int = 1_000_000
    betweenness: int = 1_000
    samples: int = 256
    communities: int = 1_000_000


DEFAULT_LIMITS = Limits()
SEED = 42
"""Seed of everything that draws at random here: the sampled sources of betweenness and the visiting order of Louvain."""
