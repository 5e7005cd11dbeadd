"""How well citations are told right from wrong, on labelled sets.

HALLMARK (Reizinger 2026, MIT): BibTeX entries labelled VALID or HALLUCINATED with a type of error. Closed world: the VALID
entries of a split are the holdings, every entry is checked against them as a citation. A closed world shows what matching can do;
it cannot show that a work does not exist, and flatters whoever finds the title (an entry that is not held counts as found). Nor
can it judge what the holdings lack: a DOI or a venue where the holding has none is counted apart, as "not in the holdings".

    python -m benchmarks.citations [--split dev_public|test_public] [--list] [--changed]

A problem is predicted when no holding is the cited work without errors, or when the DOI given is that of another holding. That a
valid entry agrees with itself says little about false alarms; ``--changed`` writes the valid entries in other ways that must stay
the same work, and makes them wrong in ways that must be found out.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from gate.comparison.matching import compare_work, describe
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.model import Entity, Kind, Statement
from gate.normalise import identifiers, names
from gate.normalise.text import tokens
from tests.matching import perturbations

VALID = "VALID"
_VENUE_ERRORS = frozenset({"wrong_venue", "nonexistent_venue", "preprint_as_published", "arxiv_version_mismatch"})


@dataclass(frozen=True)
class Entry:
    """One labelled citation. ``type`` is the type of error, empty for a valid one."""

    key: str
    label: str
    type: str
    statements: tuple[Statement, ...]
    explanation: str = ""

    def value(self, name: str) -> str:
        """The first value of a property, or the empty string."""
        return next((s.value for s in self.statements if s.property == name), "")


def statements_of(fields: dict[str, str]) -> tuple[Statement, ...]:
    """The statements of a BibTeX entry, as a citation has them."""
    found = []
    authors, et_al = names.split_list(fields.get("author", ""))
    renamed = {"year": "date", "booktitle": "container", "journal": "container"}
    for name in ("title", "year", "booktitle", "journal", "doi", "volume", "pages"):
        if fields.get(name):
            found += [Statement(renamed.get(name, name), fields[name], name)]
    found += [Statement("creators", author, f"author[{i}]") for i, author in enumerate(authors)]
    if et_al:
        found.append(Statement("creators", "et al.", "author", parts=(Statement("et_al", "true"),)))
    return tuple(found)


def read_hallmark(file: Path) -> list[Entry]:
    """The entries of a HALLMARK split."""
    entries = []
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        fields = {name: str(value) for name, value in row["fields"].items()}
        kind = row.get("hallucination_type") or ""
        entries.append(Entry(row["bibtex_key"], row["label"], kind, statements_of(fields), row.get("explanation") or ""))
    return entries


def entity_of(entry: Entry) -> Entity:
    """A valid entry as a holding."""
    held = tuple(Statement(s.property, s.value, role=s.role) for s in entry.statements if not s.part("et_al"))
    return Entity(entry.key, Kind.WORK, entry.value("title"), held)


@dataclass
class Holdings:
    """Works in memory, found by DOI and by words of the title."""

    entities: list[Entity]
    by_doi: dict[str, list[Entity]] = field(default_factory=lambda: defaultdict(list))
    by_word: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for number, entity in enumerate(self.entities):
            for statement in entity.all("doi"):
                self.by_doi[_doi(statement.value)].append(entity)
            for word in set(tokens(entity.label)):
                self.by_word[word].append(number)

    def candidates(self, title: str, limit: int = 10) -> list[Entity]:
        """The works that share most, and the rarest, words of a title."""
        weights: Counter[int] = Counter()
        for word in set(tokens(title)):
            holding = self.by_word.get(word, [])
            for number in holding:
                weights[number] += round(1000 * math.log(1 + len(self.entities) / len(holding)))
        return [self.entities[number] for number, _ in weights.most_common(limit)]


def _doi(text: str) -> str:
    found = identifiers.parse("doi", text).identifier
    return found.value if found else ""


@dataclass(frozen=True)
class Checked:
    """An entry with the best agreement found and, where its DOI is another work's, that work."""

    entry: Entry
    best: EntityAgreement | None
    held: Entity | None
    conflict: Entity | None

    @property
    def problem(self) -> bool:
        """Whether a problem is predicted."""
        return self.conflict is not None or self.best is None or self.best.kind is not Fit.SAME

    @property
    def beyond(self) -> bool:
        """Whether the holding lacks what this type of error is about, so that a closed world cannot show it."""
        if self.problem or self.held is None:
            return False
        held = describe(self.held.statements)
        if self.entry.type == "fabricated_doi":
            return held.preprint or not any(i.scheme == "doi" for _, i in held.identifiers)
        return self.entry.type in _VENUE_ERRORS and not held.containers


_RANK = {Fit.SAME: 0, Fit.SAME_WITH_ERRORS: 1, Fit.UNDECIDABLE: 2, Fit.OTHER: 3}


def check(entry: Entry, holdings: Holdings) -> Checked:
    """Check one entry as a citation against the holdings."""
    given = describe(entry.statements)
    by_doi = holdings.by_doi.get(_doi(entry.value("doi")), []) if entry.value("doi") else []
    conflict = next((e for e in by_doi if compare_work(given, e).kind is Fit.OTHER), None)
    unique = {e.id: e for e in (*by_doi, *holdings.candidates(entry.value("title")))}
    found = [(compare_work(given, entity), entity) for entity in unique.values()]
    best = min(found, key=lambda pair: (_RANK[pair[0].kind], -pair[0].fit), default=None)
    return Checked(entry, best[0] if best else None, best[1] if best else None, conflict)


def wilson(hits: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson score interval of a proportion (Wilson 1927), 95 % by default."""
    if total == 0:
        return (0.0, 1.0)
    share = hits / total
    centre = share + z * z / (2 * total)
    margin = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (max(0.0, (centre - margin) / (1 + z * z / total)), min(1.0, (centre + margin) / (1 + z * z / total)))


def run(entries: Sequence[Entry]) -> Iterator[Checked]:
    """Check every entry against the valid ones among them."""
    holdings = Holdings([entity_of(e) for e in entries if e.label == VALID])
    for entry in entries:
        yield check(entry, holdings)


def _row(name: str, results: Iterable[Checked]) -> str:
    rows = list(results)
    return _counted(name, sum(r.problem for r in rows), len(rows))


def _counted(name: str, hits: int, total: int) -> str:
    low, high = wilson(hits, total)
    share = hits / total if total else math.nan
    return f"{name:28s} {hits:5d} / {total:<5d} {share:7.3f}   [{low:.3f}, {high:.3f}]"


def print_changed(file: Path) -> None:
    """Print how many valid entries are flagged after each change, each checked against the entry it was made from."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    valid = [{name: str(value) for name, value in row["fields"].items()} for row in rows if row["label"] == VALID]
    fields = [perturbations.add_place(row, number) for number, row in enumerate(valid)]
    held = [Entity(str(i), Kind.WORK, row["title"], statements_of(row)) for i, row in enumerate(fields)]
    for heading, changes in (("SAME WORK", perturbations.SAME), ("MADE WRONG", perturbations.WRONG)):
        print(f"\n{heading + ', flagged':28s} {'n':>5s}   {'of':<5s} {'rate':>7s}   95 % interval")
        for name, change in changes.items():
            random, flagged, total = Random(7), 0, 0
            for i, row in enumerate(fields):
                other = fields[(i * 31 + 17) % len(fields)]
                changed = change(row, other, random) if other["title"] != row["title"] else None
                if changed is not None:
                    total += 1
                    flagged += compare_work(describe(statements_of(changed)), held[i]).kind is not Fit.SAME
            print(_counted(name, flagged, total))


def main() -> None:
    """Print detection and false alarms by type of error, with 95 % Wilson intervals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", default="dev_public")
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--list", action="store_true", help="list what was missed or wrongly flagged, with reasons")
    parser.add_argument("--changed", action="store_true", help="also flag valid entries written differently and made wrong")
    options = parser.parse_args()
    file = options.data / "labelled" / "hallmark" / f"{options.split}.jsonl"
    if not file.is_file():
        sys.exit(f"no {file}: the labelled data is not part of the project (see --data)")
    start = time.perf_counter()
    results = list(run(read_hallmark(file)))
    seconds = time.perf_counter() - start
    wrong = [r for r in results if r.entry.label != VALID]
    valid = [r for r in results if r.entry.label == VALID]
    print(f"{options.split}: {len(valid)} valid entries are the holdings; {len(results)} checked in {seconds:.1f} s\n")
    print(f"{'flagged':28s} {'n':>5s}   {'of':<5s} {'rate':>7s}   95 % interval")
    for kind in sorted({r.entry.type for r in wrong}):
        print(_row(kind, (r for r in wrong if r.entry.type == kind)))
    print(_row("DETECTION, all errors", wrong))
    print(_row("  what holdings can show", (r for r in wrong if not r.beyond)))
    print(_row("FALSE ALARMS, valid", valid))
    print(f"\nkinds of problem: {dict(Counter(_outcome(r) for r in wrong))}")
    if options.changed:
        print_changed(file)
    if options.list:
        for result in (*(r for r in wrong if not r.problem), *(r for r in valid if r.problem)):
            best = result.best
            apart = " (not in the holdings)" if result.beyond else ""
            print(f"\n{result.entry.label} {result.entry.type} {result.entry.key}{apart}: {result.entry.value('title')}")
            print(f"  said: {result.entry.explanation[:200]}")
            print(f"  found: {best.kind}, {best.level}" if best else "  found: nothing")
            for difference in best.differences if best else ():
                print(f"    {difference.property}: {difference.given} / {difference.held} ({difference.level})")


def _outcome(result: Checked) -> str:
    if result.conflict is not None:
        return "identifier of another work"
    if result.best is None or result.best.kind in (Fit.OTHER, Fit.UNDECIDABLE):
        return "not found"
    return "wrong metadata" if result.best.kind is Fit.SAME_WITH_ERRORS else "none"


if __name__ == "__main__":
    main()
