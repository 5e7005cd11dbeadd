"""Records checked a second on one core, and how often the floor would fit into that: parse the record, one look-up a citation.

    python -m benchmarks.check [--records 300] [--citations 10] [--profile]

The records are works of the shipped snapshot, each as a record that a catalogue would send in: its own statements, and its
first citations. No two are the same; where more are wanted than the snapshot has, the works come again with the next citations.
They are checked offline, with the shapes on, as one batch; the line of the shapes says what a check without them would save. Some
other records are checked first, so that what a process does once (imports, the index, the shapes) does not count. What is read
from the store does: it is forgotten before the floor and again before the records are compared. Cycles are searched for as seldom
as a check does it. Time is processor time of this process, with one thread for linear algebra, so that others on the machine do
not count. ``--profile`` also prints the functions that take most.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import os
import pstats
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import orjson

from benchmarks.counting import made_by
from gate.checking import check
from gate.collector import NEW_OBJECTS
from gate.comparison import compare_record, profiles
from gate.decision import judge
from gate.decision.rules import load
from gate.decision.shapes import validate
from gate.model import Comparison, Entity, Identifier, Kind, Record, Statement
from gate.normalise.text import clean
from gate.properties import PROPERTIES
from gate.records import read_bytes
from gate.references.local.files import read_entities
from gate.references.sources import Sources, open_sources
from gate.settings import load_settings

WARMING = 12
WORKS = Path(__file__).resolve().parents[1] / "reference_graphs" / "works" / "crossref.nt.gz"


def drafts(count: int, citations: int) -> list[bytes]:
    """``count`` records as JSON, each with up to ``citations`` citations."""
    works = [e for e in read_entities(WORKS, Kind.WORK) if len(e.all("citations")) >= citations]
    found: list[bytes] = []
    for turn in range(count):
        for work in works:
            cited = work.all("citations")[turn * citations : (turn + 1) * citations]
            if len(cited) == citations:
                found.append(orjson.dumps(_draft(work, cited, len(found))))
            if len(found) == count:
                return found
    return found


def _draft(work: Entity, cited: Sequence[Statement], number: int) -> dict[str, object]:
    own = [s for s in work.statements if s.property != "citations"]
    return {"id": f"draft-{number}", "kind": "work", **_fields(own), "citations": [_fields(c.parts) for c in cited]}


def _fields(statements: Sequence[Statement]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for s in statements:
        if PROPERTIES[s.property].single:
            fields.setdefault(s.property, s.value)
        else:
            many = fields.setdefault(s.property, [])
            if isinstance(many, list):
                many.append(s.value)
    return fields


def seconds(work: Callable[[], object]) -> float:
    """Processor time of this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def forget(sources: Sources) -> None:
    """Forget what was read from the store, and open it again."""
    sources.close()
    for source in sources.references(Kind.WORK):
        source.by_identifier(Identifier("doi", "10.1000/182"))


def floor(lines: Sequence[bytes], identifiers: Sequence[Identifier], sources: Sources) -> float:
    """Parsing with orjson, and one exact look-up for every identifier; the second time, when code and file are warm."""
    (source,) = sources.references(Kind.WORK)[:1]

    def run() -> None:
        for line in lines:
            orjson.loads(line)
        for identifier in identifiers:
            source.by_identifier(identifier)

    run()
    forget(sources)
    return seconds(run)


@dataclass(frozen=True, slots=True)
class Stages:
    """Seconds of processor time for each stage of a check of ``records``, and the floor; ``shapes`` is part of ``judging``."""

    records: Sequence[Record]
    identifiers: int
    floor: float
    reading: float
    comparing: float
    measuring: float
    judging: float
    shapes: float

    @property
    def total(self) -> float:
        """All stages."""
        return self.reading + self.comparing + self.measuring + self.judging


def measured(count: int, citations: int, profiler: cProfile.Profile | None = None) -> Stages:
    """Check ``count`` records, stage by stage; with a ``profiler`` once more, as a whole."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported, which is later
    settings, rules = load_settings(), load("default")
    lines = drafts(count + WARMING, citations)
    lines, first = lines[:count], lines[count:]

    def read(some: Sequence[bytes]) -> list[Record]:
        found = (r for line in some for r in read_bytes(line, "draft.json", settings=settings))
        return [r for r in found if isinstance(r, Record)]

    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    with open_sources(settings, only=("works",)) as sources:
        check(read(first), rules=rules, sources=sources, settings=settings)
        clean("Ã©")  # so that ftfy is imported
        records: list[Record] = []
        reading = seconds(lambda: records.extend(read(lines)))
        identifiers = [Identifier("doi", c.part("doi").lower()) for r in records for c in r.all("citations") if c.part("doi")]
        least = floor(lines, identifiers, sources)
        forget(sources)
        compared: list[Comparison] = []
        comparing = seconds(lambda: compared.extend(compare_record(r, sources) for r in records))
        whole: list[Comparison] = []
        measuring = seconds(lambda: whole.extend(profiles(compared).comparisons))
        judging = seconds(lambda: [judge(c, rules, date.today(), settings.staleness_days) for c in whole])
        shapes = seconds(lambda: [validate(r, date.today()) for r in records])
        if profiler is not None:  # last, since it knows all words by now: names and titles are taken apart once
            profiler.runcall(check, records, rules=rules, sources=sources, settings=settings)
    return Stages(records, len(identifiers), least, reading, comparing, measuring, judging, shapes)


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--records", type=int, default=300)
    options.add_argument("--citations", type=int, default=10)
    options.add_argument("--profile", action="store_true")
    asked = options.parse_args()
    profiler = cProfile.Profile() if asked.profile else None
    took = measured(asked.records, asked.citations, profiler)
    count = len(took.records)
    claims = sum(len(r.statements) - len(r.all("citations")) for r in took.records) / count
    told = sum(len(c.parts) for r in took.records for c in r.all("citations")) / count / asked.citations
    print(f"{count} records of {claims:.1f} claims and {asked.citations} citations, each of {told:.1f} fields;", end=" ")
    print(f"{took.identifiers / count:.1f} have a DOI")
    print(f"{'':44s} {'ms/record':>9s} {'x floor':>8s}")
    for name, part in (
        ("floor: orjson, and one look-up a citation", took.floor),
        ("reading the record", took.reading),
        ("comparing it, its citations and their profile", took.comparing),
        ("structure, all records as one graph", took.measuring),
        ("shapes, scores, findings, verdict", took.judging),
        ("  the shapes among them", took.shapes),
        ("all", took.total),
    ):
        print(f"{name:44s} {part / count * 1000:9.2f} {part / took.floor:8.1f}")
    print(f"{count / took.total:.0f} records/s a core; {count / (took.total - took.shapes):.0f} without the shapes")
    print(made_by())
    if profiler is not None:
        pstats.Stats(profiler).sort_stats("tottime").print_stats(40)


if __name__ == "__main__":
    main()
