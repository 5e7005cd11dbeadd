"""The matching of two published checkers beside the gate's, in one run, on the same pairs of entries.

    python -m benchmarks.checkers [--split dev_public] [--venvs FOLDER]

Each entry of a HALLMARK split is paired with the holding (valid entry) that the gate's store finds first for its title and names;
entries for which it finds none are left out. All are given the same pairs, without DOI: who resolves a DOI is no question of
matching, and errors that are only in the DOI are left out. Asked is whether anything is wrong. bibaudit (0.1.2) is asked by its
function ``compare``; citecheck-refs (0.4.1) by ``Checker.check``, whose source finds the holding. The gate and citecheck are
asked twice: where the holding's list of venues is open (for citecheck: the source is OpenAlex), and where it is complete (DBLP,
which citecheck takes to have every venue). Each checker is installed in an environment of its own, made by this script, and is
no dependency of the project.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import venv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.closed_world import WORLDS, citations_of, closed_world
from benchmarks.counting import HEADING, f1, made_by, need, rate_line
from benchmarks.hallmark import Entry, bibtex, read_hallmark
from gate.comparison.anchor import query_for
from gate.comparison.matching import compare_work, describe
from gate.comparison.matching.agreement import Fit
from gate.model import Entity, Found, Kind, Statement

#: by heading: the environment, what is installed in it, and what the script beside is told
CHECKERS = {
    "bibaudit": ("bibaudit", "bibaudit==0.1.2", "bibaudit"),
    "citecheck, venues open": ("citecheck", "citecheck-refs==0.4.1", "OpenAlex"),
    "citecheck, venues complete": ("citecheck", "citecheck-refs==0.4.1", "DBLP"),
}
_GATE = {"gate, venues open": frozenset[str](), "gate, venues complete": frozenset({"container"})}
_BESIDE = Path(__file__).with_name("checkers_beside.py")


@dataclass(frozen=True)
class Pair:
    """An entry as cited, with the holding found for it."""

    cited: Entry
    held: Entry


@dataclass(frozen=True)
class Said:
    """What a checker says of each pair, and how long comparing took."""

    name: str
    flagged: Sequence[bool]
    seconds: float


def pairs_of(entries: Sequence[Entry]) -> list[Pair]:
    """Every entry with the first holding that the store finds for it; errors of the DOI alone are left out."""
    kept = [replace(e, fields={k: v for k, v in e.fields.items() if k not in ("doi", "url")}) for e in entries]
    valid = [e for e in kept if e.valid]
    by_title = {_plain(e.fields["title"]): e for e in valid}
    pairs = []
    with closed_world(bibtex(valid).encode(), ".bib", WORLDS["every work is held"]) as sources:
        for entry, citation in zip(kept, citations_of(bibtex(kept)), strict=True):
            answer = sources.all[0].search(query_for(Kind.WORK, citation.parts), 1)
            if isinstance(answer, Found) and entry.type != "fabricated_doi":
                held = by_title.get(_plain(answer.value[0].label))
                if held is not None:
                    pairs.append(Pair(entry, held))
    return pairs


def _plain(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


def gate(pairs: Sequence[Pair], name: str, closed: frozenset[str]) -> Said:
    """The gate's own matching: flagged is all that is not the same work without errors. ``closed``: lists that are complete."""
    cited = citations_of(bibtex(replace(p.cited, key=f"c{n}") for n, p in enumerate(pairs)))
    held = citations_of(bibtex(replace(p.held, key=f"h{n}") for n, p in enumerate(pairs)))
    entities = [Entity(c.path, Kind.WORK, c.part("title"), _named(c), complete_for=closed) for c in held]
    start = time.perf_counter()
    flagged = [compare_work(describe(c.parts), e).kind is not Fit.SAME for c, e in zip(cited, entities, strict=True)]
    return Said(name, flagged, time.perf_counter() - start)


def _named(citation: Statement) -> tuple[Statement, ...]:
    return tuple(replace(part, path="") for part in citation.parts)


def python_of(name: str, venvs: Path) -> Path:
    """The interpreter of the environment that has a published checker; it is made where it is not there."""
    environment, package, _ = CHECKERS[name]
    python = venvs / environment / "bin" / "python"
    if not python.exists():
        venv.create(venvs / environment, with_pip=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", package], check=True)
    return python


def beside(name: str, pairs: Sequence[Pair], venvs: Path) -> Said:
    """The same of a published checker, in its own environment."""
    _, package, told_to = CHECKERS[name]
    python = python_of(name, venvs)
    with TemporaryDirectory() as work:
        cited, held = Path(work, "cited.bib"), Path(work, "held.bib")
        cited.write_text(bibtex(replace(p.cited, key=f"c{n}") for n, p in enumerate(pairs)), encoding="utf-8")
        held.write_text(bibtex(replace(p.held, key=f"h{n}") for n, p in enumerate(pairs)), encoding="utf-8")
        asked = [str(python), str(_BESIDE), told_to, str(cited), str(held)]
        told = json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
    return Said(f"{name} ({package})", told["flagged"], told["seconds"])


def print_said(said: Said, pairs: Sequence[Pair]) -> None:
    """Detection by type, false alarms, accuracy and speed."""
    rows = list(zip(pairs, said.flagged, strict=True))
    wrong, valid = [r for r in rows if not r[0].cited.valid], [r for r in rows if r[0].cited.valid]
    print(f"\n=== {said.name}: {len(rows) / said.seconds:.0f} entries a second\n{HEADING}")
    for kind in sorted({p.cited.type for p, _ in wrong}):
        of_kind = [flag for p, flag in wrong if p.cited.type == kind]
        print(rate_line(kind, sum(of_kind), len(of_kind)))
    hits, alarms = sum(flag for _, flag in wrong), sum(flag for _, flag in valid)
    print(rate_line("DETECTION", hits, len(wrong)))
    print(rate_line("FALSE ALARMS", alarms, len(valid)))
    print(rate_line("ACCURACY", hits + len(valid) - alarms, len(rows)))
    print(f"F1 {f1(hits, len(wrong) - hits, alarms):.4f}")


def changed(entries: Sequence[Entry]) -> list[Pair]:
    """Valid entries written in other ways that are the same work, each beside itself; none may be flagged."""
    from random import Random

    from tests.matching import perturbations

    pairs = []
    for name, change in perturbations.SAME.items():
        random = Random(7)
        for n, entry in enumerate([e for e in entries if e.valid][::10]):
            fields = {k: v for k, v in perturbations.add_place(dict(entry.fields), n).items() if k not in ("doi", "url")}
            other = change(fields, fields, random)
            if other is not None and "doi" not in name:
                pairs.append(Pair(replace(entry, type=name, fields=other), replace(entry, fields=fields)))
    return pairs


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", default="dev_public")
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--venvs", type=Path, help="keep the environments of the checkers there")
    options = parser.parse_args()
    file = options.data / "labelled" / "hallmark" / f"{options.split}.jsonl"
    need(file, file.is_file())
    entries = read_hallmark(file)
    pairs, same = pairs_of(entries), changed(entries)
    print(
        f"{made_by()}\nHALLMARK {options.split}: {len(pairs)} of {len(entries)} entries paired; {len(same)} written differently"
    )
    with TemporaryDirectory() as folder:
        venvs = options.venvs or Path(folder)
        for name in (*_GATE, *CHECKERS):
            try:
                said, again = (
                    gate(given, name, _GATE[name]) if name in _GATE else beside(name, given, venvs) for given in (pairs, same)
                )
            except subprocess.CalledProcessError as error:
                sys.exit(f"{name}: {error}\n{error.stderr or ''}")
            print_said(said, pairs)
            print(rate_line("same, written differently", sum(again.flagged), len(same)))
            for kind in sorted({p.cited.type for p in same}):
                flags = [flag for p, flag in zip(same, again.flagged, strict=True) if p.cited.type == kind]
                if sum(flags):
                    print(rate_line(f"  {kind}", sum(flags), len(flags)))


if __name__ == "__main__":
    main()
