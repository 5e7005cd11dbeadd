"""What `gate stress references` is measured beside: real works as a snapshot's file, and which labelled titles any data holds.

    python -m benchmarks.labelled_works snapshot DATA valid.bib
    python -m benchmarks.labelled_works scan DATA

``snapshot`` writes the works that the HALLMARK sets label VALID as BibTeX, one of each title and year. ``scan`` looks for titles
of Agrawal et al. (2024) in every other file of DATA, packed ones too, as a run of the same words, whatever stands between these;
titles of fewer than four words are counted apart, since they stand in other texts by chance.
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.hallmark import Entry, bibtex, read_hallmark
from gate.normalise import text as text_rules

TELLING = 4
OTHER_FORM = "journal_articles.jsonl"
"""Whole BibTeX entries instead of fields."""
_WORD = re.compile(r"\w+")


def valid_works(data: Path) -> list[Entry]:
    """The entries labelled VALID, the first of each title and year, their keys numbered so that no two are the same."""
    found: dict[tuple[str, str], Entry] = {}
    for file in sorted((data / "labelled" / "hallmark").glob("*.jsonl")):
        if file.name == OTHER_FORM:
            continue
        for entry in read_hallmark(file):
            if entry.valid and entry.fields.get("title"):
                found.setdefault((text_rules.key(entry.fields["title"]), entry.fields.get("year", "")), entry)
    return [Entry(f"w{i}", e.valid, e.type, e.kind, e.fields) for i, e in enumerate(found.values())]


def texts(data: Path) -> Iterator[tuple[str, str]]:
    """The text of every file but the set's own, by its path."""
    for file in sorted(p for p in data.rglob("*") if p.is_file()):
        name = str(file.relative_to(data))
        if "microsoft_hallucinated_references" in name:
            continue
        if file.suffix == ".zip":
            with zipfile.ZipFile(file) as packed:
                yield from ((f"{name}/{n}", packed.read(n).decode("utf-8", "replace")) for n in packed.namelist())
        else:
            raw = file.read_bytes()
            yield name, (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode("utf-8", "replace")


def words(text: str) -> list[str]:
    """The words of a text in any of the formats: escapes of JSON and of HTML undone, case folded."""
    plain = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text) if "\\u" in text else text
    return _WORD.findall(html.unescape(plain).casefold().replace("\\n", " ").replace("_", " "))


def scan(data: Path) -> None:
    """Print how many of the titles stand in other files, and in which."""
    titles: dict[tuple[str, ...], bool] = {}
    for file in sorted((data / "labelled" / "microsoft_hallucinated_references").glob("*_titles.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            key = tuple(words(row["gen_title"]))
            titles[key] = titles.get(key, False) or str(row["bing_return"]) == "True"
    starts: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for key in titles:
        starts[key[0]].append(key)
    places: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    number = 0
    for name, text in texts(data):
        number += 1
        row = words(text)
        for place, word in enumerate(row):
            for key in starts.get(word, ()):
                if tuple(row[place : place + len(key)]) == key:
                    places[key].add(name)
    print(f"{number:,} files, {len(titles):,} titles of different words, {sum(titles.values()):,} of which exist")
    for exists in (True, False):
        here = [k for k in places if titles[k] is exists]
        long = [k for k in here if len(k) >= TELLING]
        print(f"{'exist' if exists else 'fabricated'}: {len(here)} found, {len(long)} of these of {TELLING} words or more")
        for key in sorted(long):
            print(f"  {' '.join(key)}: {', '.join(sorted(places[key])[:3])}")
    folders = Counter("/".join(n.split("/")[:3]) for key, names in places.items() if len(key) >= TELLING for n in names)
    print("\n".join(f"{count:5}  {folder}" for folder, count in folders.most_common(12)))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("what", choices=("snapshot", "scan"))
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    options = parser.parse_args()
    if options.what == "scan":
        scan(options.data)
        return
    if options.out is None:
        parser.error("snapshot needs the file to write")
    works = valid_works(options.data)
    options.out.write_text(bibtex(works), encoding="utf-8")
    print(f"{len(works):,} works in {options.out}")


if __name__ == "__main__":
    main()
