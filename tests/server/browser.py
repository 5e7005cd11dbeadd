"""A real server process and a real browser: Debian's Chromium, driven by Playwright. Nothing is fetched from outside."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

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


@contextmanager
def serving(queue_url: str, *arguments: str, **variables: str) -> Iterator[str]:
    """``gate serve`` as a process of its own; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "GATE_QUEUE_URL": queue_url, **variables}
    command = [sys.executable, "-m", "gate", "serve", "--offline", "--quiet", "--port", str(port), *arguments]
    process = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 120
        while True:
            try:
                urllib.request.urlopen(f"{base}/readyz", timeout=2).close()
                break
            except OSError:
                assert process.poll() is None, "the server ended"
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.2)
        yield base
    finally:
        process.terminate()
        process.wait(30)
