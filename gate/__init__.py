"""catalog-gate: a quality gate that stands before the catalogue."""

from gate.version import __version__

__all__ = ["__version__"]
