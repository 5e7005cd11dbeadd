"""The local store at a million works and more: what an import takes and needs, how fast it is searched and how well.

    python -m benchmarks.store --works 1000000 --folder FOLDER [--queries 2000] [--direct | --postgres URL]

Works are those of ``benchmarks.works``. They are written, imported (``gate refs import``) and indexed once in ``FOLDER``; a
second run goes on, and only asks. With ``--direct`` they are indexed without being written and imported: the same index in half
the time. With ``--postgres`` they are also published to that database (``gate refs publish``), which is then asked the same.
Asked are, in a fixed order that mixes them:

- the DOI of works that are held, and of works that are not;
- works that are held, as written, and under every change of ``tests/matching/perturbations.py`` that leaves them the same work.
  *Recall at 1*: the first candidate is that work, or one whose title, names, year, volume and pages are the very same;
- true misses: works made in the same way that were never written, as they are and under the same changes. A candidate may come
  back (its title may be near); what counts is the time, and whether the store may say that nothing else is held (*exhaustive*).

The peer in the same run is brute force: rapidfuzz's ``extractOne`` with ``ratio`` over the folded titles of a part of the works,
scaled to all.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import numpy as np
import orjson
from rapidfuzz import fuzz, process

from benchmarks.counting import made_by
from benchmarks.hallmark import statements_of
from benchmarks.works import BEYOND, DATA, Fields, World, crossref, entity
from gate.comparison.anchor import query_for
from gate.model import Absent, Found, Identifier, Kind, Query
from gate.normalise.text import key
from gate.references.local import import_snapshot
from gate.references.local.building import build_index
from gate.references.local.index import index_key
from gate.references.source import Source
from gate.references.sources import open_sources
from gate.references.stores.publishing import publish
from gate.references.stores.shared import SharedStore
from gate.settings import Settings
from tests.matching import perturbations
from tests.references.snapshots import snapshot

_NAME = "generated"
_BRUTE = 50_000
CLAIMS = ("entities:work", "identifiers:doi")
Asked = tuple[str, Fields, Query]


def hold(world: World, number: int, folder: Path, settings: Settings) -> None:
    """Write, import and index the works, as far as that is not done; prints how long each took and the memory of the process."""
    file = folder / "works.jsonl"
    if not file.is_file():
        start = _now()
        part = file.with_suffix(".part")
        with part.open("wb") as out:
            out.writelines(orjson.dumps(crossref(fields)) + b"\n" for fields in world.works(0, number))
        part.rename(file)
        _line("written", start, number, file.stat().st_size)
    if not (settings.references / _NAME).is_dir():
        start = _now()
        manifest = import_snapshot([file], settings, name=_NAME, complete_for=CLAIMS)
        _line("imported", start, number, sum(path.stat().st_size for path in manifest.paths))
    start = _now()
    with open_sources(settings, only=[_NAME]) as sources:
        sources.all[0].search(Query(Kind.WORK, "first of all"))
    index = sum(path.stat().st_size for path in (settings.cache / "indexes").glob("*.sqlite"))
    _line("indexed", start, number, index)


def hold_directly(world: World, number: int, settings: Settings) -> None:
    """Index the works in the place of the index of a snapshot that has one work."""
    manifest = snapshot(settings.references, [entity(world.work(0))], name=_NAME, complete_for=CLAIMS)
    target = settings.cache / "indexes" / f"{index_key(manifest)}.sqlite"
    start = _now()
    if not target.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        build_index(target, map(entity, world.works(0, number)))
    _line("indexed", start, number, target.stat().st_size)


def _now() -> tuple[float, float]:
    """Seconds: of the clock, and of a processor in this process."""
    return time.perf_counter(), time.process_time()


def _line(what: str, start: tuple[float, float], number: int, size: int) -> None:
    took, worked = (now - then for now, then in zip(_now(), start, strict=True))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{what:10s} {took:8.1f} s, {worked:8.1f} s of one processor, {worked / number * 1e6:.0f} us a work; "
        f"{size / 1e6:9.0f} MB; peak of this process {peak:.0f} MB",
        flush=True,
    )


def changed(rows: Sequence[Fields], random: Random) -> Iterator[tuple[str, Fields, Fields]]:
    """Each row as it is and under one change after the other that applies to it: name of the change, changed fields, the row."""
    changes = [*perturbations.SAME.items()]
    for number, row in enumerate(rows):
        other = rows[(number * 31 + 17) % len(rows)]
        yield "as it is", row, row
        for step in range(len(changes)):
            name, change = changes[(number + step) % len(changes)]
            fields = change(row, other, random)
            if fields is not None:
                yield name, fields, row
                break


def drawn(world: World, first: int, among: int, number: int, random: Random) -> list[Fields]:
    """``number`` works, a hundred in a row from each of some random places: works are made in blocks."""
    starts = [first + random.randrange(max(among - 100, 1)) for _ in range((number + 99) // 100)]
    return [fields for start in starts for fields in world.works(start, min(100, among))][:number]


def asked(world: World, first: int, among: int, queries: int, seed: int) -> list[Asked]:
    """Searches for works drawn from ``among`` works that begin with number ``first``."""
    random = Random(seed)
    rows = drawn(world, first, among, queries // 2, random)
    return [(name, row, query_for(Kind.WORK, statements_of(fields))) for name, fields, row in changed(rows, random)]


def _same(candidate: object, fields: Fields) -> bool:
    """Whether a candidate is the work, or cannot be told from it by what a citation says."""
    from gate.model import Entity

    if not isinstance(candidate, Entity):
        return False
    doi = candidate.first("doi")
    if doi is not None and doi.value == fields["doi"]:
        return True
    date = candidate.first("date")
    alike = key(candidate.label) == key(fields["title"]) and date is not None and date.value == fields["year"]
    return alike and {s.value.rpartition(" ")[2] for s in candidate.all("creators")} == {
        name.rpartition(" ")[2] for name in fields["author"].split(" and ")
    }


def timed(ask: Callable[[], object]) -> tuple[float, object]:
    """Milliseconds, and the answer."""
    start = time.perf_counter()
    answer = ask()
    return (time.perf_counter() - start) * 1000, answer


def report(name: str, times: Sequence[float], more: str = "") -> None:
    """One line: number, median, 90th and 99th centile, longest."""
    at = np.percentile(times, [50, 90, 99])
    print(f"{name:28s} {len(times):6d} {at[0]:9.3f} {at[1]:9.3f} {at[2]:9.3f} {max(times):9.1f}  {more}", flush=True)


def measure(source: Source, world: World, number: int, queries: int) -> None:
    """Print times and recall."""
    random = Random(5)
    held = asked(world, 0, number, queries, 11)
    missing = asked(world, BEYOND, 10**7, queries, 12)
    exact = [fields["doi"] for fields in drawn(world, 0, number, queries, random)]
    none = [fields["doi"] for fields in drawn(world, BEYOND, 10**7, queries, random)]
    for _, _, query in held[:50]:
        source.search(query)  # the file is opened, its first pages are read
    print(f"\n{'milliseconds':28s} {'n':>6s} {'p50':>9s} {'p90':>9s} {'p99':>9s} {'max':>9s}")
    for name, dois in (("DOI held", exact), ("DOI not held", none)):
        report(name, [timed(lambda d=d: source.by_identifier(Identifier("doi", d)))[0] for d in dois])  # type: ignore[misc]
    both = [(True, one) for one in held] + [(False, one) for one in missing]
    Random(3).shuffle(both)
    times: dict[str, list[float]] = {}
    first: dict[str, list[bool]] = {}
    known: list[bool] = []
    absent = 0
    for there, (name, fields, query) in both:
        took, answer = timed(lambda q=query: source.search(q))  # type: ignore[misc]
        times.setdefault("hit" if there else "miss", []).append(took)
        if there:
            times.setdefault(f"  {name}", []).append(took)
            first.setdefault(name, []).append(isinstance(answer, Found) and _same(answer.value[0], fields))
        else:
            known.append(isinstance(answer, Absent) or (isinstance(answer, Found) and answer.exhaustive))
            absent += isinstance(answer, Absent)
    right, total = sum(map(sum, first.values())), sum(map(len, first.values()))
    report("hit", times.pop("hit"), f"recall at 1 {right}/{total} = {right / total:.4f}")
    report("miss", times.pop("miss"), f"exhaustive {sum(known)}/{len(known)}; without any candidate {absent}")
    for name in sorted(times):
        of = first[name.strip()]
        report(name, times[name], f"{sum(of)}/{len(of)}")
    _brute(world, number, [query for _, _, query in missing[:5]])


def _brute(world: World, number: int, queries: Sequence[Query]) -> None:
    titles = [key(fields["title"]) for fields in world.works(0, min(number, _BRUTE))]
    took = [timed(lambda q=q: process.extractOne(key(q.label), titles, scorer=fuzz.ratio))[0] for q in queries]  # type: ignore[misc]
    report("brute force, scaled", [one * number / len(titles) for one in took])


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--works", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, required=True, help="where the works and their index are kept")
    parser.add_argument("--queries", type=int, default=2000, help="searches of each kind")
    parser.add_argument("--direct", action="store_true", help="index the works without writing and importing them")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--postgres", default="", help="URL of a database to publish them to, and to ask too")
    options = parser.parse_args()
    if options.direct and options.postgres:
        parser.error("what is published is an import: without --direct")
    options.folder.mkdir(parents=True, exist_ok=True)
    world = World(options.data)
    settings = Settings(cache_folder=str(options.folder / "cache"))
    print(f"{made_by()}\n{options.works:,} works; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    if options.direct:
        hold_directly(world, options.works, settings)
    else:
        hold(world, options.works, options.folder, settings)
    with open_sources(settings, only=[_NAME]) as sources:
        measure(sources.all[0], world, options.works, options.queries)
    if options.postgres:
        start = _now()
        publish(_NAME, options.postgres, settings)
        _line("published", start, options.works, 0)
        with closing(SharedStore(_NAME, options.postgres, settings)) as shared:
            measure(shared, world, options.works, options.queries)


if __name__ == "__main__":
    main()
