"""Whether the optional packages are there."""

from __future__ import annotations

import importlib.util

from gate.errors import MissingExtraError

EXTRA = "stress"


def need(package: str, what: str) -> None:
    """Raise :class:`gate.errors.MissingExtraError` for ``what``, unless ``package`` is installed."""
    if importlib.util.find_spec(package) is None:
        raise MissingExtraError(what, EXTRA)


def has(package: str) -> bool:
    """Whether ``package`` is installed."""
    return importlib.util.find_spec(package) is not None
