"""``gate serve`` as a process of its own, which a test can stop, kill and start again at the same address."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager


class ServerProcess:
    """A server on a free port of the loopback. ``variables`` are put into its environment."""

    def __init__(self, queue_url: str, *arguments: str, **variables: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self._env = {**os.environ, "GATE_QUEUE_URL": queue_url, **variables}
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, wait_for: str = "/readyz") -> None:
        """Start it, and wait until ``wait_for`` answers 200."""
        command = [sys.executable, "-m", "gate", "serve", "--offline", "--quiet", "--port", str(self.port), *self._arguments]
        # a session of its own: with several workers, those must end with it
        self._process = subprocess.Popen(command, env=self._env, stderr=subprocess.DEVNULL, start_new_session=True)
        until = time.monotonic() + 120
        while True:
            try:
                urllib.request.urlopen(f"{self.base}{wait_for}", timeout=2).close()
                return
            except OSError:
                assert self._process.poll() is None, "the server ended"
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.1)

    def kill(self) -> None:
        """``kill -9`` to it and its workers."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(30)

    def stop(self) -> int:
        """Stop it in order; gives its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(60)


@contextmanager
def serving(queue_url: str, *arguments: str, **variables: str) -> Iterator[str]:
    """A server that is ready; gives its address."""
    server = ServerProcess(queue_url, *arguments, **variables)
    try:
        server.start()
        yield server.base
    finally:
        server.stop()
