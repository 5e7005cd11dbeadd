"""Shapes on real catalogue files: the compiled checks find what pySHACL finds, and sound records are left in peace."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import lru_cache
from itertools import islice

import pytest

from gate.decision.facts import rows
from gate.decision.shapes import validate
from gate.decision.shapes_compiled import compile_shapes
from gate.model import Record
from gate.records import read_bytes
from gate.records.readers.bibtex import Bibtex
from gate.records.readers.csl import Csl
from gate.records.readers.dc import DublinCore
from gate.records.readers.marc import Marc, MarcJson, MarcXml
from gate.records.readers.reader import Reader
from gate.settings import Settings
from tests.decision.shacl import by_pyshacl, compiled, shipped_graph
from tests.shared import shared

TODAY = date(2026, 11, 30)
READERS: dict[str, tuple[Reader, ...]] = {
    "bibtex": (Bibtex(),),
    "csl": (Csl(),),
    "dc": (DublinCore(),),
    "marc": (Marc(), MarcXml(), MarcJson()),
}
AT_ONCE = 100  # records in one graph for pySHACL, which takes ten milliseconds to start


#: the other folders of records; their files are read as the gate reads a file of unknown format
OTHERS = ("authority", "bibframe", "datacite", "jats", "jsonld", "mods", "ris")
AT_MOST = 20  # records of one file


@lru_cache(maxsize=4)
def records(folder: str) -> tuple[Record, ...]:
    """Every record that can be read of the files in ``folder``."""
    found: list[Record] = []
    for file in sorted(p for p in shared("records", folder).rglob("*") if p.is_file()):
        data = file.read_bytes()
        reader = max(READERS[folder], key=lambda r: r.sniff(data[:8192]))
        if reader.sniff(data[:8192]):
            found += [r for r in reader.read(data, file.name, Settings()) if isinstance(r, Record)]
    return tuple(found)


@pytest.mark.parametrize("folder", READERS)
def test_compiled_shapes_find_what_pyshacl_finds_on_every_file(folder: str) -> None:
    read = records(folder)
    checks = compile_shapes(shipped_graph())
    assert checks is not None
    assert len(read) >= 10
    for start in range(0, len(read), AT_ONCE):
        facts = tuple(row for record in read[start : start + AT_ONCE] for row in rows(record, TODAY))
        assert compiled(facts, checks) == by_pyshacl(facts, shipped_graph())


@pytest.mark.parametrize("folder", OTHERS)
def test_they_find_the_same_in_files_of_unknown_format(folder: str) -> None:
    """Also of agents and concepts, of which pySHACL has less to say; the first twenty records of a file stand for the rest."""
    checks = compile_shapes(shipped_graph())
    assert checks is not None
    files = sorted(p for p in shared("records", folder).rglob("*") if p.is_file())
    found = (islice(read_bytes(file.read_bytes(), file.name, settings=Settings()), AT_MOST) for file in files)
    read = [record for records_ in found for record in records_ if isinstance(record, Record)]
    assert len(read) >= 10
    for start in range(0, len(read), AT_ONCE):
        facts = tuple(row for record in read[start : start + AT_ONCE] for row in rows(record, TODAY))
        assert compiled(facts, checks) == by_pyshacl(facts, shipped_graph())


@pytest.mark.parametrize("folder", READERS)
def test_real_records_are_rarely_found_malformed(folder: str) -> None:
    """Most of these files are sound, or broken in other ways: a shape that fires often would be a false alarm."""
    counts = Counter(code for record in records(folder) for code in {f.code for f in validate(record, TODAY)})
    counts.pop("shape-title-missing", None)  # many test files of other projects have no title
    assert all(count <= len(records(folder)) * 0.02 + 1 for count in counts.values()), counts
