"""Memory and speed of ``gate batch`` beside a bare orjson loop over the same file.

    python -m benchmarks.batch [--counts 10000 100000] [--workers 2] [--engines processes dask]

Records are trivial: an agent that no snapshot holds, or one of three that the shipped snapshot holds, with a year each. For every
count and engine: records a second; the highest resident memory (VmHWM, Linux) of the process that hands out the work, and of the
largest below it; and how often the bare loop (``orjson.loads`` of every line) fits into the time. Flat means that the memory does
not grow with the count.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import orjson

from benchmarks.counting import made_by

PEOPLE = (("Karl Marx", "1818"), ("Immanuel Kant", "1724"), ("Nobody In Particular", "1901"), ("David Hume", "1711"))


def records(file: Path, count: int) -> None:
    with file.open("wb") as lines:
        for n in range(count):
            name, born = PEOPLE[n % len(PEOPLE)]
            lines.write(orjson.dumps({"id": f"r{n}", "kind": "agent", "name": name, "birth": born}) + b"\n")


def bare(file: Path) -> float:
    """Seconds to parse every line and no more."""
    start = time.perf_counter()
    with file.open("rb") as lines:
        for line in lines:
            orjson.loads(line)
    return time.perf_counter() - start


def high_water(pid: int) -> int:
    """Highest resident memory of a process so far, MB; 0 when it is gone."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in text.splitlines() if line.startswith("VmHWM")), 0)


def below(pid: int) -> list[int]:
    """The processes that ``pid`` started, and those that they started."""
    found: list[int] = []
    for task in Path("/proc").glob(f"{pid}/task/*/children"):
        try:
            children = [int(child) for child in task.read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child, *below(child)]
    return found


class Watch(threading.Thread):
    """The highest memory of a process and of the largest below it."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self.parent = self.worker = 0
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(0.25):
            self.parent = max(self.parent, high_water(self._pid))
            self.worker = max([self.worker, *map(high_water, below(self._pid))])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--counts", type=int, nargs="+", default=[10_000, 100_000])
    options.add_argument("--engines", nargs="+", default=["processes"])
    options.add_argument("--workers", type=int, default=2)
    asked = options.parse_args()
    print(f"{'records':>8} {'engine':>10} {'seconds':>8} {'records/s':>9} {'x bare loop':>11} {'parent MB':>9} {'worker MB':>9}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for count in asked.counts:
            file = folder / f"{count}.jsonl"
            records(file, count)
            floor = bare(file)
            for engine in asked.engines:
                out = folder / f"{engine}-{count}"
                command = [sys.executable, "-m", "gate", "batch", str(file), "--out", str(out), "--offline", "--quiet"]
                command += ["--workers", str(asked.workers), "--engine", engine]
                start = time.perf_counter()
                with subprocess.Popen(command, env={**os.environ, "GATE_CACHE_FOLDER": str(folder / "cache")}) as run:
                    watch = Watch(run.pid)
                    watch.start()
                    code = run.wait()
                    took = time.perf_counter() - start
                    watch.ended.set()
                    watch.join()
                if code not in (0, 1, 3):
                    raise SystemExit(f"gate batch ended with {code}")
                written = orjson.loads((out / "summary.json").read_bytes())["records"]
                if written != count:
                    raise SystemExit(f"{written} records of {count}")
                ratio, speed = took / floor, count / took
                print(
                    f"{count:8,} {engine:>10} {took:8.1f} {speed:9,.0f} {ratio:11,.0f} {watch.parent:9,} {watch.worker:9,}",
                    flush=True,
                )
    print(made_by())


if __name__ == "__main__":
    main()
