"""How well citations are told right from wrong, on HALLMARK, through the gate itself.

The VALID entries of a split are imported as a snapshot (``gate refs import``), every entry is read as BibTeX and checked as a
citation over it. This is a closed world: it shows what matching can do, never that a work does not exist, and it flatters whoever
finds the title. That a valid entry agrees with itself says little about false alarms; ``--changed`` writes the valid entries in
other ways that must stay the same work, and makes them wrong in ways that must be found out.

    python -m benchmarks.citations [--split dev_public|test_public] [--seeds 5] [--list] [--changed]

Three worlds, by what the snapshot claims: every work is held (``entities:work``), where a DOI it lacks proves nothing; every DOI
is held too; and nothing more is to be known of these works: where no DOI or venue is held, there is none. Detected are
``wrong_metadata``, ``identifier_conflict`` and ``non_retrievable``; what is verified with a note on its version is not.
``not_assessed`` is no detection; since it leads to review, it is counted as held back.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.closed_world import WORLDS, check, citations_of, closed_world
from benchmarks.counting import HEADING, f1, made_by, need, rate_line
from benchmarks.hallmark import Entry, bibtex, read_hallmark
from gate.comparison.matching import describe
from gate.comparison.matching.differences import VERSION
from gate.model import CitationOutcome, CitationResult, Statement
from gate.normalise.text import key

SHARES = (50, 75, 100)
_DETECTED = frozenset({CitationOutcome.WRONG_METADATA, CitationOutcome.IDENTIFIER_CONFLICT, CitationOutcome.NON_RETRIEVABLE})
_VENUE_ERRORS = frozenset({"wrong_venue", "nonexistent_venue", "preprint_as_published", "arxiv_version_mismatch"})


@dataclass(frozen=True)
class Checked:
    """An entry with what the gate says of it. ``held``: it is one of the holdings."""

    entry: Entry
    result: CitationResult
    held: bool

    @property
    def detected(self) -> bool:
        """Whether the gate speaks against it."""
        return self.result.outcome in _DETECTED

    @property
    def held_back(self) -> bool:
        """Whether it is not verified, for whatever reason."""
        return self.result.outcome is not CitationOutcome.VERIFIED

    @property
    def outcome(self) -> str:
        """The outcome, with a note where another version than the cited one is held."""
        noted = any(d.level == VERSION for d in self.result.differences)
        return f"{self.result.outcome}{', version noted' if noted and not self.held_back else ''}"

    @property
    def beyond(self) -> bool:
        """Whether the holding found lacks what this type of error is about, so that it cannot show the error."""
        matched = self.result.matched
        if self.detected or matched is None or "container" in matched.complete_for:
            return False
        holding = describe(matched.statements)
        if self.entry.type == "fabricated_doi":
            return holding.preprint or not any(i.scheme == "doi" for _, i in holding.identifiers)
        return self.entry.type in _VENUE_ERRORS and not holding.containers


def run(
    entries: Sequence[Entry], citations: Sequence[Statement], held: Sequence[Entry], complete_for: Sequence[str]
) -> list[Checked]:
    """Check every entry (``citations`` are the same entries, read) where ``held`` are the holdings."""
    keys = {e.key for e in held}
    with closed_world(bibtex(held).encode(), ".bib", complete_for) as sources:
        results = check(citations, sources)
    return [Checked(e, r, e.key in keys) for e, r in zip(entries, results, strict=True)]


def print_types(results: Sequence[Checked]) -> None:
    """Detection, and what is held back, by type of error; false alarms; F1."""
    wrong, valid = [r for r in results if not r.entry.valid], [r for r in results if r.entry.valid]
    tables: tuple[tuple[str, Callable[[Checked], bool]], ...] = (
        ("detected", lambda r: r.detected),
        ("detected or held back", lambda r: r.held_back),
    )
    for title, hit in tables:
        print(f"\n{title.upper()}\n{HEADING}")
        for kind in sorted({r.entry.type for r in wrong}):
            of_kind = [r for r in wrong if r.entry.type == kind]
            print(rate_line(kind, sum(map(hit, of_kind)), len(of_kind)))
        hits, alarms = sum(map(hit, wrong)), sum(map(hit, valid))
        print(rate_line("ALL ERRORS", hits, len(wrong)))
        shown = [r for r in wrong if not r.beyond]
        print(rate_line("  that the holdings can show", sum(map(hit, shown)), len(shown)))
        print(rate_line("FALSE ALARMS", alarms, len(valid)))
        print(f"F1 {f1(hits, len(wrong) - hits, alarms):.4f}")


def print_outcomes(results: Sequence[Checked]) -> None:
    """How often each outcome was given, by type of error."""
    outcomes = sorted({r.outcome for r in results})
    print("\nOUTCOMES\n" + " " * 24 + "".join(f"{o[:23]:>25s}" for o in outcomes))
    for kind in ("", *sorted({r.entry.type for r in results} - {""})):
        counts = Counter(r.outcome for r in results if r.entry.type == kind)
        print(f"{kind or 'VALID':24s}" + "".join(f"{counts[o]:25d}" for o in outcomes))


def print_shares(entries: Sequence[Entry], citations: Sequence[Statement], seeds: int, complete_for: Sequence[str]) -> None:
    """The same where the snapshot holds only some of the valid works, over several draws: what is not held is counted apart."""
    works: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.valid:
            works.setdefault(key(entry.fields["title"]), []).append(entry)
    for share in SHARES:
        results: list[Checked] = []
        draws = seeds if share < 100 else 1
        for seed in range(draws):
            drawn = Random(seed).sample(list(works.values()), len(works) * share // 100)
            results += run(entries, citations, [entry for work in drawn for entry in work], complete_for)
        wrong = [r for r in results if not r.entry.valid]
        inside = [r for r in results if r.entry.valid and r.held]
        outside = [r for r in results if r.entry.valid and not r.held]
        print(f"\n{share} % of the valid works held, {draws} draw{'s' if draws > 1 else ''} together\n{HEADING}")
        print(rate_line("errors detected", sum(r.detected for r in wrong), len(wrong)))
        print(rate_line("errors detected or held back", sum(r.held_back for r in wrong), len(wrong)))
        print(rate_line("held works, false alarms", sum(r.detected for r in inside), len(inside)))
        print(rate_line("held works, held back", sum(r.held_back for r in inside), len(inside)))
        for outcome in sorted({r.outcome for r in outside}):
            print(rate_line(f"not held: {outcome}", sum(r.outcome == outcome for r in outside), len(outside)))


def listed(results: Sequence[Checked]) -> Iterator[str]:
    """Every entry that came out wrong, by id, with the gate's reason."""
    for r in results:
        if r.entry.valid == r.detected:
            apart = "; the holdings lack what the error is about" if r.beyond else ""
            yield f"{r.entry.key} {r.entry.type or 'VALID'}: {r.outcome} ({r.result.reason}{apart})"
            yield f"    {r.entry.fields.get('title', '')}"
            yield f"    labelled: {r.entry.explanation[:160]}"
            for d in r.result.differences:
                yield f"    {d.property}: {d.given} / {d.held} ({d.level})"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", default="dev_public")
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--seeds", type=int, default=5, help="draws of 50 and of 75 %% of the valid works; 0: none")
    parser.add_argument("--list", action="store_true", help="list every entry that came out wrong, with the reason")
    parser.add_argument("--changed", action="store_true", help="also valid entries written differently and made wrong")
    options = parser.parse_args()
    file = options.data / "labelled" / "hallmark" / f"{options.split}.jsonl"
    need(file, file.is_file())
    entries = read_hallmark(file)
    citations = citations_of(bibtex(entries))
    valid = [e for e in entries if e.valid]
    print(f"{made_by()}\nHALLMARK {options.split}: {len(valid)} valid entries are the holdings; {len(entries)} are checked")
    for name, claims in WORLDS.items():
        start = time.perf_counter()
        results = run(entries, citations, valid, claims)
        print(f"\n=== {name.upper()} ({', '.join(claims)}): {time.perf_counter() - start:.1f} s")
        print_types(results)
        print_outcomes(results)
        if options.list:
            print("\nWRONG, BY ID")
            print("\n".join(listed(results)))
        if options.seeds:
            print_shares(entries, citations, options.seeds, claims)
    if options.changed:
        from benchmarks.changed import print_changed

        journals = options.data / "labelled" / "real_reference_strings" / "crossref_sbmv_journal-abbreviations.txt"
        print_changed([dict(e.fields) for e in valid], journals)


if __name__ == "__main__":
    main()
