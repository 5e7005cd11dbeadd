"""Imports of bulk files stay within their bound of memory, however large the file is."""

from __future__ import annotations

import bz2
import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

BOUND_MB = 120  # at most, whatever the file
GROWTH_MB = 18  # at most, where the file is four times as large; to hold the data costs each of these more

PROGRAM = """
import resource, sys
from pathlib import Path
from gate.references.local import import_snapshot
from gate.settings import Settings
folder = Path(sys.argv[1])
settings = Settings(cache_folder=str(folder / "cache"))
manifest = import_snapshot([Path(name) for name in sys.argv[2:]], settings, name="mine", replacing=True)
try:  # getrusage also counts what the process was before it became this one
    peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
except FileNotFoundError:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(dict(manifest.counts)["entities"], peak // 1024)
"""


def imported(folder: Path, *files: Path) -> tuple[int, int]:
    """How many entities, and the peak of memory in MB, of an import in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder), *map(str, files)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    entities, peak = map(int, done.stdout.split())
    return entities, peak


def wikidata(path: Path, number: int) -> int:
    def lines() -> Iterator[str]:
        entity, direct = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
        for n in range(1, number + 1):
            one = f"<{entity}Q{n * 10}>"
            yield f'{one} <http://www.w3.org/2000/01/rdf-schema#label> "Person number {n} of a long list of people"@en .\n'
            yield f'{one} <http://schema.org/description> "{"somebody of no importance at all " * 8}{n}"@en .\n'
            yield f"{one} <{direct}P31> <{entity}Q5> .\n"
            yield f'{one} <{direct}P569> "{1000 + n % 1000}-05-06T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n'
            yield f"{one} <{direct}P737> <{entity}Q{((n * 7) % number + 1) * 10}> .\n"

    with bz2.open(path, "wt", compresslevel=1, encoding="utf-8") as out:
        out.writelines(lines())
    return number


def crossref(path: Path, number: int) -> int:
    """One document on one line, as the public data file has it."""
    with gzip.open(path, "wt", compresslevel=1, encoding="utf-8") as out:
        out.write('{"items":[')
        for n in range(number):
            work = {"DOI": f"10.1234/{n}", "prefix": "10.1234", "title": [f"Work {n}"], "abstract": "of no use here " * 300}
            out.write(("," if n else "") + json.dumps(work))
        out.write("]}")
    return number


def pubmed(path: Path, number: int) -> int:
    with gzip.open(path, "wt", compresslevel=1, encoding="utf-8") as out:
        out.write("<?xml version='1.0'?><PubmedArticleSet>\n")
        for n in range(1, number + 1):
            abstract = "<AbstractText>" + "of no use here " * 300 + "</AbstractText>"
            article = f"<Article><ArticleTitle>Work {n}.</ArticleTitle><Abstract>{abstract}</Abstract></Article>"
            out.write(f"<PubmedArticle><MedlineCitation><PMID>{n}</PMID>{article}</MedlineCitation></PubmedArticle>\n")
        out.write("</PubmedArticleSet>")
    return number


def dbpedia(path: Path, number: int) -> int:
    resource, ontology = "http://dbpedia.org/resource/", "http://dbpedia.org/ontology/"
    with bz2.open(path, "wt", compresslevel=1, encoding="utf-8") as out:
        for n in range(number):
            one = f"<{resource}Person_{n}>"
            out.write(f'{one} <http://www.w3.org/2000/01/rdf-schema#label> "Person number {n}"@en .\n')
            out.write(f'{one} <{ontology}abstract> "{"somebody of no importance at all " * 8}{n}"@en .\n')
            out.write(f'{one} <{ontology}birthDate> "1844-10-15"^^<http://www.w3.org/2001/XMLSchema#date> .\n')
            out.write(f"{one} <{ontology}influencedBy> <{resource}Person_{(n * 7) % number}> .\n")
    return number


@pytest.mark.parametrize(
    ("name", "write", "number"),
    [
        ("truthy.nt.bz2", wikidata, 8_000),
        ("0.json.gz", crossref, 8_000),
        ("pubmed24n0001.xml.gz", pubmed, 8_000),
        ("labels.ttl.bz2", dbpedia, 24_000),
    ],
    ids=["wikidata", "crossref", "pubmed", "dbpedia"],
)
def test_memory_is_bounded(tmp_path: Path, name: str, write: Callable[[Path, int], int], number: int) -> None:
    path = tmp_path / name
    write(path, number // 4)
    few, small = imported(tmp_path, path)
    write(path, number)
    many, large = imported(tmp_path, path)
    assert (few, many) == (number // 4, number)
    assert large < BOUND_MB
    assert large - small < GROWTH_MB, (small, large)
