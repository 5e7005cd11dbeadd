"""Records checked a second on one core, and how often the floor would fit into that: parse the record, one look-up a citation.

    python -m benchmarks.check [--records 300] [--citations 10] [--profile]

The records are works of the shipped snapshot, each as a record that a catalogue would send in: its own statements, and its
first citations. No two are the same; where more are wanted than the snapshot has, the works come again with the next citations.
They are checked offline, with the shapes on, as one batch. Time is processor time of this process, so that others on the machine
do not count. ``--profile`` also prints the functions that take most.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import orjson

from benchmarks.counting import made_by
from gate.checking import check
from gate.comparison import compare_record, profiles
from gate.decision import judge
from gate.decision.rules import load
from gate.model import Comparison, Entity, Identifier, Kind, Record, Statement
from gate.properties import PROPERTIES
from gate.records import read_bytes
from gate.references.local.files import read_entities
from gate.references.sources import Sources, open_sources
from gate.settings import load_settings

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


def floor(lines: Sequence[bytes], identifiers: Sequence[Identifier], sources: Sources) -> float:
    """Parsing with orjson, and one exact look-up for every identifier."""
    (source,) = sources.references(Kind.WORK)[:1]

    def run() -> None:
        for line in lines:
            orjson.loads(line)
        for identifier in identifiers:
            source.by_identifier(identifier)

    return seconds(run)


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--records", type=int, default=300)
    options.add_argument("--citations", type=int, default=10)
    options.add_argument("--profile", action="store_true")
    asked = options.parse_args()
    settings, rules = load_settings(), load("default")
    lines = drafts(asked.records, asked.citations)
    records: list[Record] = []
    reading = seconds(lambda: records.extend(r for line in lines for r in _read(line)))
    identifiers = [Identifier("doi", c.part("doi").lower()) for r in records for c in r.all("citations") if c.part("doi")]
    with open_sources(settings, only=("works",)) as sources:
        check(records[:1], rules=rules, sources=sources, settings=settings)  # imports, index, shapes
        least = floor(lines, identifiers, sources)
        profiler = cProfile.Profile()
        if asked.profile:
            profiler.runcall(check, records, rules=rules, sources=sources, settings=settings)
        compared: list[Comparison] = []
        comparing = seconds(lambda: compared.extend(compare_record(r, sources) for r in records))
        measured: list[Comparison] = []
        measuring = seconds(lambda: measured.extend(profiles(compared).comparisons))
        judging = seconds(lambda: [judge(c, rules, date.today(), settings.staleness_days) for c in measured])
    total = reading + comparing + measuring + judging
    count = len(records)
    claims = sum(len(r.statements) - len(r.all("citations")) for r in records) / count
    print(f"{count} records, {claims:.1f} claims and {asked.citations} citations each, {len(identifiers)} of them with a DOI")
    print(f"{'':44s} {'ms/record':>9s} {'x floor':>8s}")
    for name, took in (
        ("floor: orjson, and one look-up a citation", least),
        ("reading the record", reading),
        ("comparing it, its citations and their profile", comparing),
        ("structure, all records as one graph", measuring),
        ("shapes, scores, findings, verdict", judging),
        ("all", total),
    ):
        print(f"{name:44s} {took / count * 1000:9.2f} {took / least:8.1f}")
    print(f"{count / total:.0f} records/s a core")
    print(made_by())
    if asked.profile:
        pstats.Stats(profiler).sort_stats("tottime").print_stats(40)


def _read(line: bytes) -> list[Record]:
    return [r for r in read_bytes(line, "draft.json", settings=load_settings()) if isinstance(r, Record)]


if __name__ == "__main__":
    main()
