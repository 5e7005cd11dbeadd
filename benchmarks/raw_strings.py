"""Raw reference strings: is the right work found, and is a wrong one ever taken for it?

    python -m benchmarks.raw_strings [--list]

Works with structured fields become a snapshot; each string is then a citation with nothing but its text, checked as the gate
checks one. Found is a string that is verified, or described with errors, as its own work; wrong is one that is so as another.

glutton     2,561 strings with DOI and fields (kermitt2/biblio-glutton, Apache-2.0), from real articles
crossref    2,574 references as deposited (CrossRef/search-based-reference-matcher, MIT): 843 are fields with a DOI, 854 are
            strings without, whose works are not held: each that is taken for a work that is held is wrong
citeaudit   8,056 strings labelled true or not (no licence stated: only counts are printed), without fields. They are of one
            style, so that a work can be taken from each of the true ones by its stops. Every second work is held: strings of the
            others, and of the false ones, must not be taken for it. That a string finds the work that was cut from it says less
            than the other sets do; that none of the others does says as much.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.closed_world import check, closed_world
from benchmarks.counting import HEADING, made_by, need, rate_line
from gate.model import CitationOutcome, CitationResult, Statement
from gate.references.sources import Sources

_FOUND = frozenset({CitationOutcome.VERIFIED, CitationOutcome.WRONG_METADATA})
Row = dict[str, str]


@dataclass(frozen=True)
class String:
    """A raw reference with the DOI of its work, empty where that is not among the works held."""

    text: str
    doi: str
    key: str


def read_lines(file: Path) -> list[Row]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def glutton_work(row: Row) -> Row:
    """The fields of one work, by the gate's own names. The year is not among the data's fields, and is left out."""
    found = {"kind": "work", "title": row.get("atitle", ""), "container": row["jtitle"], "volume": row["volume"]}
    found |= {"pages": row["firstPage"], "doi": row["doi"], "pmid": row.get("pmid", ""), "creators": row.get("firstAuthor", "")}
    return {name: value for name, value in found.items() if value}


def crossref_work(row: Row) -> Row:
    """The fields of a deposited reference that has a DOI."""
    found = {"kind": "work", "title": row.get("article-title") or row.get("volume-title", ""), "creators": row.get("author", "")}
    found |= {"container": row.get("journal-title", ""), "volume": row.get("volume", ""), "pages": row.get("first-page", "")}
    found |= {"date": row.get("year", ""), "doi": row["DOI"]}
    return {name: value for name, value in found.items() if value}


_STOP = re.compile(r"(?<=[^\W\d_]{2})[.?!]\s+|(?<=[)\]])[.?!]\s+")
_PLACE = re.compile(r"\b(\d+)(?:\s*\(([^)]*)\))?\s*:\s*([A-Za-z]?\d+)")


def citeaudit_work(text: str) -> Row | None:
    """The fields of a string in the style ``Names. Title. Container, volume(issue):pages, year.``; None in another."""
    pieces = _STOP.split(" ".join(text.split()))
    if len(pieces) < 3 or len(pieces[1].split()) < 2:
        return None
    names, title, rest = pieces[0].removesuffix(" et al"), pieces[1], ". ".join(pieces[2:])
    creators = [name.removeprefix("and ").strip() for name in re.split(r",\s*|\s+and\s+", names)]
    year = re.search(r"\b(?:19|20)\d\d\b(?!.*\b(?:19|20)\d\d\b)", rest)
    place = _PLACE.search(rest)
    found: Row = {"kind": "work", "title": title, "creators": creators[0], "container": rest.split(",")[0]}
    found |= {"date": year[0] if year else "", "volume": place[1] if place else "", "pages": place[3] if place else ""}
    found["doi"] = f"10.5555/{hashlib.sha256(''.join(filter(str.isalnum, title.lower())).encode()).hexdigest()[:16]}"
    return {name: value for name, value in found.items() if value}


def print_citeaudit(file: Path, most: int | None, show: bool) -> None:
    """Strings labelled true, every second work held; and those labelled false beside the same works."""
    rows = read_lines(file)[:most]
    true, false = ([str(r["citation"]) for r in rows if bool(r["GT"]) is label] for label in (True, False))
    works: dict[str, Row] = {}
    of = [citeaudit_work(text) for text in true]
    for work in of:
        if work is not None:
            works.setdefault(work["doi"], work)
    held = dict(list(works.items())[::2])
    print(f"\nciteaudit: {sum(w is not None for w in of)} of {len(of)} true strings give {len(works)} works, {len(held)} held")
    with closed_world(lines_of(held.values()), ".jsonl", ("entities:work",), "json") as sources:
        strings = [
            String(text, work["doi"] if work["doi"] in held else "", f"true:{n}")
            for n, (text, work) in enumerate(zip(true, of, strict=True), 1)
            if work is not None
        ]
        print_found("citeaudit, labelled true", strings, sources, show)
        results = list(checked([String(text, "", "") for text in false], sources))
    print(f"\nciteaudit, labelled false, beside the same works\n{HEADING}")
    for outcome in CitationOutcome:
        print(rate_line(str(outcome), sum(r.outcome is outcome for _, r in results), len(results)))


def as_string(row: Row, style: int) -> str:
    """A deposited reference written out, in one of three styles, without its DOI."""
    author, year, title = row.get("author", ""), row.get("year", ""), row.get("article-title") or row.get("volume-title", "")
    journal, volume, page = row.get("journal-title", ""), row.get("volume", ""), row.get("first-page", "")
    written = (
        f"{author} ({year}). {title}. {journal}, {volume}, {page}.",
        f"{author}, {title}, {journal} {volume} ({year}) {page}",
        f"{author}. {title}. {journal}. {year};{volume}:{page}.",
    )[style]
    return re.sub(r"\s*([.,])(?:\s*[.,])+", r"\1", re.sub(r"\(\)|\s+", " ", written)).strip(" ,.;:")


def lines_of(works: Iterable[Row]) -> bytes:
    return "\n".join(json.dumps(work, ensure_ascii=False) for work in works).encode()


def checked(strings: Sequence[String], sources: Sources) -> Iterator[tuple[String, CitationResult]]:
    citations = [Statement("citations", s.text, s.key) for s in strings]
    yield from zip(strings, check(citations, sources), strict=True)


def doi_of(result: CitationResult) -> str:
    held = result.matched.first("doi") if result.matched is not None else None
    return held.value.lower() if held is not None else ""


def print_found(name: str, strings: Sequence[String], sources: Sources, show: bool) -> None:
    """Recall at 1 and the rate of wrong matches, of strings whose work is held and of those whose work is not."""
    start = time.perf_counter()
    results = list(checked(strings, sources))
    seconds = time.perf_counter() - start
    here, elsewhere = [r for r in results if r[0].doi], [r for r in results if not r[0].doi]
    taken = [(s, r) for s, r in results if r.outcome in _FOUND]
    wrong = [(s, r) for s, r in taken if doi_of(r) != s.doi]
    print(f"\n{name}: {len(results)} strings in {seconds:.1f} s, {len(results) / seconds:.0f} a second\n{HEADING}")
    if here:
        found = sum(r.outcome in _FOUND and doi_of(r) == s.doi for s, r in here)
        print(rate_line("found, recall at 1", found, len(here)))
        right = sum(r.outcome is CitationOutcome.VERIFIED and doi_of(r) == s.doi for s, r in here)
        print(rate_line("  without errors", right, len(here)))
        print(rate_line("another work taken for it", sum(bool(s.doi) for s, _ in wrong), len(here)))
    if elsewhere:
        print(rate_line("not held, and taken for a work", sum(not s.doi for s, _ in wrong), len(elsewhere)))
    print(rate_line("WRONG MATCHES", len(wrong), len(results)))
    print(f"outcomes: {dict(Counter(str(r.outcome) for _, r in results))}")
    if show:
        for s, r in wrong:
            print(f"\n{s.key} wrong: {s.text[:300]!r}\n    {s.doi or 'not held'}; taken for {doi_of(r)} ({r.reason})")
            print(f"    {r.matched.label if r.matched else ''}")


def print_reasons(strings: Sequence[String], sources: Sources) -> None:
    """Why strings whose work is held were not found, by the reason that the gate gives; with their ids."""
    missed: dict[str, list[str]] = {}
    for s, r in checked(strings, sources):
        if s.doi and not (r.outcome in _FOUND and doi_of(r) == s.doi):
            missed.setdefault(f"{r.outcome}: {r.reason}", []).append(s.key)
    print("\nNOT FOUND, BY REASON")
    for reason, keys in sorted(missed.items(), key=lambda item: -len(item[1])):
        print(f"{len(keys):5d}  {reason}: {' '.join(keys)}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--list", action="store_true", help="list wrong matches, and ids of what was not found, with reasons")
    parser.add_argument("--verbose", action="store_true", help="print CiteAudit's strings too, which are not to be given on")
    parser.add_argument("--most", type=int, default=0, help="so many strings of each set only; 0: all")
    options = parser.parse_args()
    folder = options.data / "labelled" / "real_reference_strings"
    need(folder, folder.is_dir())
    most = options.most or None
    rows = read_lines(folder / "glutton_references-doi-matching_3000.jsonl")
    deposited = json.loads((folder / "crossref_sbmv_sample-refs-2000.json").read_text(encoding="utf-8"))
    fields = [row for row in deposited if isinstance(row, dict) and row.get("DOI")]
    print(made_by())
    works = [*map(glutton_work, rows), *map(crossref_work, fields)]
    dois = {work["doi"].lower() for work in works}
    with closed_world(lines_of(works), ".jsonl", ("entities:work",), "json") as sources:
        print(f"works held: {len(dois)} by DOI, from the fields of both sets")
        glutton = [String(row["reference"], row["doi"].lower(), f"glutton:{n}") for n, row in enumerate(rows, 1)][:most]
        print_found("glutton, strings of real articles", glutton, sources, options.list)
        if options.list:
            print_reasons(glutton, sources)
        written = [String(as_string(r, n % 3), r["DOI"].lower(), f"deposited:{n}") for n, r in enumerate(fields, 1)][:most]
        print_found("crossref, deposited fields written out in three styles", written, sources, options.list)
        strings = [String(s, "", f"string:{n}") for n, s in enumerate(deposited, 1) if isinstance(s, str)][:most]
        print_found("crossref, deposited strings (works not held)", strings, sources, options.list)
    audit = options.data / "labelled" / "citeaudit" / "benchmark.jsonl"
    if audit.is_file():
        print_citeaudit(audit, most, options.verbose)


if __name__ == "__main__":
    main()
