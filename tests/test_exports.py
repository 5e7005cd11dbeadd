"""What a package offers is what its ``__all__`` says: sorted, there, and nothing of its own left out."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import gate

PACKAGES = sorted(
    ["gate", *(m.name for m in pkgutil.walk_packages(gate.__path__, "gate.") if m.ispkg)],
)


def order(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, each by name: the order that ruff keeps (RUF022)."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_the_packages_are_found() -> None:
    assert {"gate", "gate.cli", "gate.model", "gate.report", "gate.references.local"} <= set(PACKAGES)


@pytest.mark.parametrize("name", PACKAGES)
def test_exports(name: str) -> None:
    package = importlib.import_module(name)
    assert package.__doc__, f"{name} does not say what it is"
    exported = list(getattr(package, "__all__", []))
    assert len(set(exported)) == len(exported)
    assert exported == sorted(exported, key=order)
    missing = [e for e in exported if not hasattr(package, e)]
    assert missing == []
    defined = {
        key
        for key, value in vars(package).items()
        if not key.startswith("_") and (inspect.isclass(value) or inspect.isroutine(value)) and value.__module__ == name
    }
    assert defined <= set(exported), f"{name} defines what __all__ does not name"
