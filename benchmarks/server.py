"""`POST /v1/check` offline beside the library in a loop, on the same cores. Loopback only; needs `wrk`.

python -m benchmarks.server [--seconds 30] [--connections 64] [--database postgresql]

On an idle machine for five minutes (``--seconds 300``), it says whether the service holds what it promises: 60 % of the library,
p99 under 20 times p50, no error, no growth. ``--database postgresql`` uses the tests' own cluster, with ``fsync`` on.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RECORD = Path(__file__).resolve().parent.parent / "examples" / "work-true.json"
PROCESSES = 2


def library(seconds: float, results: multiprocessing.Queue[tuple[int, float]]) -> None:
    """Check the record over and over for so long; puts how often, and the processor time that it took."""
    from gate.checking import check
    from gate.decision.rules import load
    from gate.records import read_bytes
    from gate.references.sources import open_sources
    from gate.report.json import to_json
    from gate.settings import load_settings

    settings, data, rules = load_settings(), RECORD.read_bytes(), load("default")
    with open_sources(settings, offline=True) as sources:

        def once() -> None:
            to_json(check(read_bytes(data, "r", settings=settings), rules=rules, sources=sources, settings=settings))

        once()
        until, n, began = time.monotonic() + seconds, 0, time.process_time()
        while time.monotonic() < until:
            once()
            n += 1
        spent = time.process_time() - began
    results.put((n, spent))


def in_a_loop(seconds: float) -> tuple[float, float]:
    """Checks a second of the library in as many processes as there are cores, and processor time of one check, milliseconds."""
    results: multiprocessing.Queue[tuple[int, float]] = multiprocessing.Queue()
    workers = [multiprocessing.Process(target=library, args=(seconds, results)) for _ in range(PROCESSES)]
    for worker in workers:
        worker.start()
    done = [results.get() for _ in workers]
    total, spent = sum(n for n, _ in done), sum(t for _, t in done)
    for worker in workers:
        worker.join()
    return total / seconds, 1000 * spent / total


def cpu(pid: int) -> float:
    """Processor time of a process and its children so far, seconds: other users of the machine do not count."""
    command = ["ps", "-o", "pid=", "--pid", str(pid), "--ppid", str(pid)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    total = 0
    for one in found.stdout.split():
        fields = Path(f"/proc/{one}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Resident memory of a process and its children, MB."""
    found = subprocess.run(
        ["ps", "-o", "rss=", "--pid", str(pid), "--ppid", str(pid)], capture_output=True, text=True, check=True
    )
    return sum(int(n) for n in found.stdout.split()) / 1000


class Memory(threading.Thread):
    """Looks at the memory of the server every few seconds."""

    def __init__(self, pid: int, every: float) -> None:
        super().__init__(daemon=True)
        self._pid, self._every, self._ended = pid, every, threading.Event()
        self.seen: list[tuple[float, float]] = []

    def run(self) -> None:
        began = time.monotonic()
        while not self._ended.wait(self._every):
            self.seen.append((time.monotonic() - began, memory(self._pid)))

    def end(self) -> float:
        """Growth in MB a minute over the second half, by the median of each quarter: the first half fills caches."""
        self._ended.set()
        self.join()
        half = self.seen[len(self.seen) // 2 :]
        early, late = half[: len(half) // 2], half[len(half) // 2 :]
        if not early:
            return 0.0
        minutes = (statistics.median(at for at, _ in late) - statistics.median(at for at, _ in early)) / 60
        return (statistics.median(mb for _, mb in late) - statistics.median(mb for _, mb in early)) / minutes


def _shown(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    if found is None:
        sys.exit(text)
    return found[1]


def _milliseconds(text: str) -> float:
    for unit, size in (("us", 0.001), ("ms", 1.0), ("m", 60_000.0), ("s", 1000.0)):
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * size
    sys.exit(text)


@contextmanager
def database(kind: str, folder: str) -> Iterator[str]:
    """The address of an empty database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/queue.db"
        return
    from tests.queue import postgres

    cluster = postgres.start(safe=True)
    try:
        yield cluster.create("benchmark")
    finally:
        postgres.remove(cluster)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    given = parser.parse_args()
    wrk = shutil.which("wrk")
    if wrk is None:
        sys.exit("wrk is needed: apt-get install wrk")
    alone, each = in_a_loop(given.seconds / 2)
    with tempfile.TemporaryDirectory() as folder, database(given.database, folder) as url:
        script = Path(folder) / "post.lua"
        script.write_text(
            f'local f = io.open("{RECORD}", "rb")\nwrk.method = "POST"\nwrk.body = f:read("*a")\n'
            'wrk.headers["Content-Type"] = "application/json"\n',
            encoding="utf-8",
        )
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        env = {**os.environ, "GATE_QUEUE_URL": url, "GATE_SERVER_RATE": "1000000"}
        command = [
            sys.executable,
            "-m",
            "gate",
            "serve",
            "--offline",
            "--quiet",
            "--workers",
            str(PROCESSES),
            "--port",
            str(port),
        ]
        server = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
        try:
            base = f"http://127.0.0.1:{port}"
            for _ in range(300):
                try:
                    urllib.request.urlopen(f"{base}/readyz", timeout=2).close()
                    break
                except OSError:
                    time.sleep(0.2)
            load = [wrk, "-t2", f"-c{given.connections}", "--latency", "--timeout", "60s", "-s", str(script)]
            subprocess.run([*load, "-d5s", f"{base}/v1/check"], capture_output=True, check=True)
            before, spent, watched = memory(server.pid), cpu(server.pid), Memory(server.pid, max(1.0, given.seconds / 60))
            watched.start()
            done = subprocess.run([*load, f"-d{given.seconds}s", f"{base}/v1/check"], capture_output=True, text=True, check=True)
            after, spent, growth = memory(server.pid), cpu(server.pid) - spent, watched.end()
        finally:
            server.terminate()
            server.wait(60)
    rate = float(_shown(r"Requests/sec:\s+([\d.]+)", done.stdout))
    p50, p99 = (_milliseconds(_shown(rf"{share}%\s+([\d.]+\w+)", done.stdout)) for share in (50, 99))
    errors = [line.strip() for line in done.stdout.splitlines() if "Non-2xx" in line or "Socket errors" in line]
    print(f"library, {PROCESSES} processes: {alone:.1f} checks/s")
    print(f"server, {PROCESSES} workers, {given.connections} connections: {rate:.1f} checks/s, {rate / alone:.0%} of the library")
    number = int(_shown(r"(\d+) requests in", done.stdout))
    print(f"processor time of a check: library {each:.0f} ms, server {1000 * spent / number:.0f} ms")
    print(f"p50 {p50:.0f} ms, p99 {p99:.0f} ms ({p99 / p50:.1f} x p50); errors: {'; '.join(errors) or 'none'}")
    print(f"memory before {before:.0f} MB, after {after:.0f} MB; in the second half {growth:+.2f} MB a minute")


if __name__ == "__main__":
    main()
