"""A real browser: Debian's Chromium, driven by Playwright. Nothing is fetched from outside."""

from __future__ import annotations

import os
import shutil
from importlib.resources import files

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


def axe() -> str:
    """The source of axe-core, which a Python package carries."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
