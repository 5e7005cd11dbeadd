"""A real browser: Debian's Chromium, driven by Playwright. Nothing is fetched from outside."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.server.process import serving

__all__ = ["FLAGS", "axe", "chromium", "serving"]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """The browser. Skips where there is none; under CI there must be one."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None and os.environ.get("CI") == "true":
        pytest.fail("no chromium")
    if found is None:
        pytest.skip("no chromium")
    return found


def axe() -> str | None:
    """The source of axe-core, where npm can give it."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, "axe-core@4"]
        try:
            done = subprocess.run(command, capture_output=True, timeout=90, check=False)
        except subprocess.TimeoutExpired:
            return None
        file = Path(folder) / "node_modules" / "axe-core" / "axe.min.js"
        return file.read_text(encoding="utf-8") if done.returncode == 0 and file.is_file() else None
