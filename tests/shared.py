"""Where the recorded and labelled data lies. Absent on a user's machine: then these tests skip; under CI they must run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("GATE_SHARED_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))


def shared(*parts: str) -> Path:
    """A file or folder of the shared data; skips the calling test (or module) where the data is absent, fails under CI."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI must have {path}")
        pytest.skip(f"no {path}", allow_module_level=True)
    return path
