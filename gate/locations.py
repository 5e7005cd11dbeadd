"""Where the data that librarians edit lies: in a clone beside the package, in a wheel inside it."""

from __future__ import annotations

from pathlib import Path

from gate.errors import GateError

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """The folder ``rules`` or ``reference_graphs``, as installed or as cloned."""
    for candidate in (_PACKAGE / "data" / name, _PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise GateError(f"the installation is incomplete: no folder {name!r} beside {_PACKAGE}")
