"""Run by :mod:`benchmarks.checkers` in an environment of its own: what a published checker says of pairs of BibTeX entries.

``python checkers_beside.py bibaudit|DBLP|OpenAlex CITED.bib HELD.bib`` writes, as JSON, the version, the seconds that comparing
took (reading is not counted), and for each pair whether the checker has anything against it.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import sys
import time
from pathlib import Path


def bibaudit(cited: Path, held: Path) -> tuple[float, list[bool]]:
    """``bibaudit.compare.compare`` with the holding as what Crossref says; flagged are the verdicts that fail by default."""
    model, compare = importlib.import_module("bibaudit.model"), importlib.import_module("bibaudit.compare").compare
    read = importlib.import_module("bibaudit.adapters.bibtex").read_bibtex
    pairs = []
    for given, there in zip(read(cited), read(held), strict=True):
        years = {"print": there.year} if there.year else {}
        record = model.Record("crossref", title=there.title, authors=there.authors, years=years, container=there.container)
        given.doi = record.doi = "10.1234/pair"  # the checker compares what an identifier led it to: as if it had led here
        pairs.append((given, record))
    start = time.perf_counter()
    verdicts = [compare(given, {"crossref": record}, asked={"crossref"}).verdict for given, record in pairs]
    return time.perf_counter() - start, [verdict in model.FAILING_VERDICTS for verdict in verdicts]


def citecheck(cited: Path, held: Path, source: str) -> tuple[float, list[bool]]:
    """``citecheck.Checker.check`` where the one source that answers finds the holding; flagged is all that is not VERIFIED.

    What it says of venues depends on the source: DBLP it takes to have every venue of a work, OpenAlex not.
    """
    module = importlib.import_module("citecheck")

    def entries(path: Path) -> list[dict[str, object]]:
        return [module.to_entry(fields) for fields in module.parse_bibtex(path.read_text(encoding="utf-8"))[0]]

    found: list[dict[str, object]] = []
    checker = module.Checker(None)
    checker._searches = lambda _entry: [(source, None, ())]
    checker._call = lambda *_asked: found
    flagged = []
    pairs = list(zip(entries(cited), entries(held), strict=True))
    start = time.perf_counter()
    for given, there in pairs:
        found[:] = [module._record(source, there["title"], there["authors"], there["year"], venue=there["venue"])]
        flagged.append(checker.check(given)["verdict"] != "VERIFIED")
    return time.perf_counter() - start, flagged


def main() -> None:
    name, cited, held = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    package = "bibaudit" if name == "bibaudit" else "citecheck-refs"
    seconds, flagged = bibaudit(cited, held) if name == "bibaudit" else citecheck(cited, held, name)
    print(json.dumps({"version": importlib.metadata.version(package), "seconds": seconds, "flagged": flagged}))


if __name__ == "__main__":
    main()
