"""Memory and speed of ``gate batch``.

    python -m benchmarks.batch [--counts 10000 100000] [--bytes 0] [--workers 2] [--engines processes dask]

Records are trivial: an agent that no snapshot holds, or one of three that the shipped snapshot holds, with a year each.
``--bytes`` fills each up with a note of so many bytes, which is read past: 20,000 bytes and 100,000 records are a file of 2 GB.

First, once: processor time of a batch of one record for each process, with an empty cache (in which indexes are built) and with
them there. Then for every count and engine: processor time of all processes, without what is once, and records a second of it;
beside it the library's own loop (read, ``check``, encode, 500 records at a time, in one process), and ``orjson.loads`` of every
line; and resident memory (Linux) of the process that hands out the work and of the largest below it: the most in each quarter of
the run, and of all of it. Flat means that it grows neither from quarter to quarter nor with the count.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import orjson

from benchmarks.counting import made_by

PEOPLE = (("Karl Marx", "1818"), ("Immanuel Kant", "1724"), ("Nobody In Particular", "1901"), ("David Hume", "1711"))
TOGETHER = 500
"""Records that are checked together, in a batch and in the loop."""


def records(file: Path, count: int, filling: int = 0) -> None:
    """Write ``count`` records, each with a note of ``filling`` bytes."""
    with file.open("wb") as lines:
        for n in range(count):
            name, born = PEOPLE[n % len(PEOPLE)]
            note = {"remark": "x" * filling} if filling else {}
            lines.write(orjson.dumps({"id": f"r{n}", "kind": "agent", "name": name, "birth": born, **note}) + b"\n")


def bare(file: Path) -> float:
    """Seconds of processor time to parse every line and no more."""
    start = time.process_time()
    with file.open("rb") as lines:
        for line in lines:
            orjson.loads(line)
    return time.process_time() - start


def loop(file: Path, cache: Path) -> float:
    """Seconds of processor time to read, check and encode the same records by the library, in this process."""
    from gate.checking import check
    from gate.decision.rules import load
    from gate.records import read
    from gate.references.sources import open_sources
    from gate.report.json import encode_line, report_value
    from gate.settings import Settings

    settings = Settings(cache_folder=str(cache), max_file_bytes=file.stat().st_size, max_records=1 << 62)
    rules = load("default")
    with open_sources(settings, offline=True) as sources:
        one = read((b'{"kind": "agent", "name": "Karl Marx"}', "one"), settings=settings)
        check(one, rules=rules, sources=sources, settings=settings)  # imports
        start = time.process_time()
        found = read(file, settings=settings)
        while some := list(islice(found, TOGETHER)):
            encode_line(report_value(check(some, rules=rules, sources=sources, settings=settings)))
        return time.process_time() - start


def _status(pid: int) -> tuple[int, int]:
    """Resident memory of a process now and at most, MB; 0 when it is gone."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0, 0
    sizes = {
        line.split(":")[0]: int(line.split()[1]) // 1024 for line in text.splitlines() if line.startswith(("VmRSS", "VmHWM"))
    }
    return sizes.get("VmRSS", 0), sizes.get("VmHWM", 0)


def below(pid: int) -> Iterator[int]:
    """The processes that ``pid`` started, and those that they started."""
    for task in Path("/proc").glob(f"{pid}/task/*/children"):
        try:
            children = [int(child) for child in task.read_text().split()]
        except OSError:
            continue
        for child in children:
            yield child
            yield from below(child)


class Watch(threading.Thread):
    """The memory of a process and of the largest below it, four times a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self.seen: list[tuple[int, int]] = []
        self.most = (0, 0)
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(0.25):
            mine, largest = _status(self._pid), [_status(child) for child in below(self._pid)]
            self.seen.append((mine[0], max((now for now, _ in largest), default=0)))
            self.most = max(self.most[0], mine[1]), max([self.most[1], *(most for _, most in largest)])

    def quarters(self) -> list[tuple[int, int]]:
        """The most of the parent, and of the largest below it, in each quarter of the time."""
        size = len(self.seen)
        parts = [self.seen[size * n // 4 : size * (n + 1) // 4] for n in range(4)]
        return [(max((p for p, _ in part), default=0), max((c for _, c in part), default=0)) for part in parts]


@dataclass(frozen=True, slots=True)
class Ran:
    """A batch: processor time of all its processes, time on the clock, and its memory."""

    processor: float
    clock: float
    watch: Watch


def run(file: Path, out: Path, cache: Path, *options: str) -> Ran:
    """A batch of ``file``, offline. Leaves with a sentence where it does not end well or not every record is there."""
    command = [sys.executable, "-m", "gate", "batch", str(file), "--out", str(out), "--offline", "--quiet", *options]
    before, start = ended(), time.perf_counter()
    with subprocess.Popen(command, env={**os.environ, "GATE_CACHE_FOLDER": str(cache)}) as process:
        watch = Watch(process.pid)
        watch.start()
        code = process.wait()
        clock = time.perf_counter() - start
        watch.ended.set()
        watch.join()
    if code not in (0, 1, 3):
        raise SystemExit(f"gate batch ended with {code}")
    with file.open("rb") as lines:
        count = sum(1 for _ in lines)
    written = orjson.loads((out / "summary.json").read_bytes())["records"]
    if written != count:
        raise SystemExit(f"{written} records were written, of {count}")
    return Ran(ended() - before, clock, watch)


def ended() -> float:
    """Processor time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def once(folder: Path, cache: Path, workers: int) -> tuple[float, float]:
    """Processor time of a batch of one record for each worker with an empty ``cache``, and with the indexes there."""
    file = folder / "one.jsonl"
    records(file, workers)
    options = ("--workers", str(workers), "--size", "1")
    first, again = (run(file, folder / name, cache, *options).processor for name in ("first", "again"))
    return first, again


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--counts", type=int, nargs="+", default=[10_000, 100_000])
    options.add_argument("--bytes", type=int, default=0)
    options.add_argument("--engines", nargs="+", default=["processes"])
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--no-loop", action="store_true", help="without the library's loop")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, cache = Path(name), Path(name, "cache")
        workers = ("--workers", str(asked.workers))
        first, again = once(folder, cache, asked.workers)
        print(f"once, processor time: {first:.2f} s with an empty cache, {again:.2f} s with the indexes there", flush=True)
        for count in asked.counts:
            file = folder / "records.jsonl"
            records(file, count, asked.bytes)
            floor = bare(file)
            library = 0.0 if asked.no_loop else loop(file, cache)
            print(f"{count:,} records, {file.stat().st_size / 1e6:,.0f} MB; orjson alone {floor:.2f} s, the loop {library:.2f} s")
            for engine in asked.engines:
                ran = run(file, folder / f"{engine}-{count}", cache, *workers, "--engine", engine)
                rest = ran.processor - again
                print(f"  {engine}: {ran.processor:.1f} s of processor time, {ran.clock:.1f} s on the clock")
                print(f"  without what is once: {count / rest:,.0f} records a second, {rest / floor:.0f} times orjson", end="")
                print(f", {rest / library:.2f} times the loop" if library else "")
                for who, place in (("hands out", 0), ("largest below", 1)):
                    shown = ", ".join(str(quarter[place]) for quarter in ran.watch.quarters())
                    print(f"  {who}: {shown} MB by quarter, at most {ran.watch.most[place]} MB", flush=True)
    print(made_by())


if __name__ == "__main__":
    main()
