"""Whole checks of the same citations, by the gate and by bibaudit, both asking one local server that answers as Crossref does.

The server holds generated works (``benchmarks.works``); the citations are some of them, every other one without its DOI, so that
it has to be searched for. Both are run as commands, with none of the answers in a cache (the indexes of the gate's own snapshots
are there), and their processor time is taken, start-up with it: the waiting that manners ask for (bibaudit leaves .2 s between
two requests) is in neither. bibaudit is told to ask no other registry.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.batch import ended
from benchmarks.works import Fields, World, crossref
from gate.source_settings import LIVE_SOURCES

WORKS, CITED = 400, 40
#: sends every address that bibaudit knows to the local server, before it is run as a command
_REDIRECTED = """
import importlib, sys
url = sys.argv.pop(1)
for name in ("crossref", "datacite", "openlibrary", "pubmed", "retractions", "search"):
    module = importlib.import_module("bibaudit.registries." + name)
    for key, value in list(vars(module).items()):
        if isinstance(value, str) and value.startswith("https://"):
            setattr(module, key, url if name == "crossref" else url + "/elsewhere")
sys.exit(importlib.import_module("bibaudit.cli").main())
"""
_ALONE = ("corroborate", "retraction-check", "isbn", "europepmc", "openalex")


@dataclass(frozen=True, slots=True)
class Checked:
    """Processor time in seconds, how many citations each says nothing against, and how many requests each sent."""

    ours: float
    theirs: float
    accepted: tuple[int, int]
    requests: tuple[int, int]


def served(data: Path, bibaudit: Path) -> Checked:
    """Check by both; ``bibaudit`` is the interpreter that has it. Raises :class:`CalledProcessError` where it does not run."""
    from tests.authorities.crossref import crossref_routes
    from tests.authorities.server import Authority

    works = list(World(data).works(0, WORKS))
    with TemporaryDirectory() as name, Authority(crossref_routes(*map(crossref, works))) as server:
        folder = Path(name)
        file = folder / "cited.bib"
        file.write_text(_bibtex(works[:: WORKS // CITED]), encoding="utf-8")
        ours, mine = _gate(file, folder, server.url)
        sent = len(server.asked)
        theirs, other = _bibaudit(file, folder, server.url, bibaudit)
        return Checked(ours, theirs, (mine, other), (sent, len(server.asked) - sent))


def _bibtex(works: Sequence[Fields]) -> str:
    entries = []
    for number, work in enumerate(works):
        kept = {key: value for key, value in work.items() if key != "doi" or number % 2}
        entries.append(f"@article{{c{number},\n" + "".join(f"  {key} = {{{value}}},\n" for key, value in kept.items()) + "}\n")
    return "".join(entries)


def _gate(file: Path, folder: Path, url: str) -> tuple[float, int]:
    switches = [part for name in LIVE_SOURCES if name != "crossref" and "_" not in name for part in ("--off", name)]
    command = [sys.executable, "-m", "gate", "check", str(file), "--format", "json", "--out", str(folder / "report.json")]
    own = {"GATE_CACHE_FOLDER": str(folder / "cache"), "GATE_CROSSREF_URL": url, "GATE_CROSSREF_RATE": "1000"}
    environment = {**os.environ, **own}
    subprocess.run([*command, "--offline"], env=environment, check=False, capture_output=True)  # the indexes are built
    before = ended()
    done = subprocess.run([*command, *switches], env=environment, check=False, capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    summary = json.loads((folder / "report.json").read_bytes())["summary"]
    if summary["records"] != CITED or summary["unchecked"]:
        raise ValueError(f"the gate checked other than {CITED} citations: {summary}")
    return ended() - before, int(summary["accepted"])


def _bibaudit(file: Path, folder: Path, url: str, python: Path) -> tuple[float, int]:
    out = folder / "bibaudit.json"
    switches = [f"--no-{name}" for name in _ALONE]
    options = ["--format", "json", "-o", str(out), "--cache-dir", str(folder / "other")]
    before = ended()
    command = [str(python), "-c", _REDIRECTED, url, "check", str(file), *options, *switches]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    results = json.loads(out.read_bytes())["results"]
    if len(results) != CITED:
        raise ValueError(f"bibaudit checked {len(results)} of {CITED} citations")
    return ended() - before, sum(not result["fails"] for result in results)
