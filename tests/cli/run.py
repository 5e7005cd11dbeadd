"""The command in this process, and in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from gate.cli import main


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str


def gate(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> Ran:
    """Run ``gate ARGUMENTS`` here and now."""
    code = main([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return Ran(code, out, err)


def spawn(*arguments: str | Path, stdin: bytes = b"", env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Ran:
    """Run ``python -m gate ARGUMENTS`` as a process, without the caller's GATE_* settings."""
    base = {k: v for k, v in os.environ.items() if not k.startswith("GATE_")}
    done = subprocess.run(
        [sys.executable, "-m", "gate", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env={**base, **(env or {})},
        cwd=cwd,
        check=False,
        timeout=120,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
