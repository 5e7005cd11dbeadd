"""Concepts taken from abstracts beside the terms that others gave the work: ``python -m benchmarks.text_extraction``.

Prints the tables of docs/results/text-extraction.md. Real abstracts with the OpenAlex concepts or the MeSH headings of the same
work; the control is the terms of another work of the same set. OpenAlex concepts were given by a program that had read the
abstract, MeSH headings mostly by indexers who had read the article. Both sets are small, and only show whether what is extracted
tells works apart.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import lxml.etree

from benchmarks.counting import made_by, need, rate_line
from gate.comparison import compare_record
from gate.comparison.text import Reading
from gate.comparison.text_match import Label, Matcher, Similarity, installed_similarity
from gate.model import Evidence, Kind, Record, Statement
from gate.records import read
from gate.records.claims import node_id
from gate.records.extraction import Parser, installed_parser, read_texts
from gate.references.sources import open_sources
from gate.settings import Settings

SHARED = Path(os.environ.get("GATE_SHARED_DATA", "../shared/data"))
NOBODY = Evidence("benchmark", "")


@dataclass(frozen=True, slots=True)
class Work:
    """A real abstract and the terms of its work."""

    id: str
    abstract: str
    terms: tuple[str, ...]


def openalex(file: Path) -> Iterator[Work]:
    """Works of a recorded list of OpenAlex, whose abstracts are indexes from word to places."""
    for item in json.loads(file.read_bytes())["results"]:
        index = cast("dict[str, list[int]]", item.get("abstract_inverted_index") or {})
        words = sorted((place, word) for word, places in index.items() for place in places)
        terms = tuple(c["display_name"] for c in item.get("concepts", ()) if c["score"] > 0)
        if words and terms:
            yield Work(item["id"], " ".join(word for _, word in words), terms)


def pubmed(files: Iterable[Path]) -> Iterator[Work]:
    """Articles of recorded PubMed XML that have both an abstract and MeSH headings, each once."""
    seen = set()
    for file in sorted(files):
        tree = lxml.etree.parse(file, lxml.etree.XMLParser(recover=True, resolve_entities=False, no_network=True))
        for article in tree.iter("PubmedArticle"):
            text = " ".join("".join(map(str, part.itertext())) for part in article.iter("AbstractText"))
            terms = tuple(str(name.text) for name in article.iter("DescriptorName") if name.text)
            pmid = article.findtext("MedlineCitation/PMID") or ""
            if text and terms and pmid not in seen:
                seen.add(pmid)
                yield Work(pmid, text, terms)


def labels(terms: Sequence[str]) -> Matcher:
    """The terms of a work as what a source holds."""
    statements = (Statement("concepts", term) for term in terms)
    return Matcher([Label("concepts", s, NOBODY, node_id("concepts", s)) for s in statements])


def found(work: Work, terms: Sequence[str], parser: Parser | None, similarity: Similarity | None) -> tuple[int, int, int, int]:
    """Concepts of the abstract, those of them that are among ``terms``, terms, and those of them that the abstract names."""
    said = read_texts(Record(Kind.WORK, work.id, (Statement("abstract", work.abstract, "abstract"),)), parser)
    matcher = labels(terms)
    matches = [matcher.find(claim.statement) for claim in said.concepts]
    if similarity is not None:
        left = [n for n, match in enumerate(matches) if match is None]
        for n, match in zip(left, matcher.similar([said.concepts[n].statement.value for n in left], similarity), strict=True):
            matches[n] = match
    hits = [match.label.node for match in matches if match is not None]
    return len(said.concepts), len(hits), len({label.node for label in matcher.labels}), len(set(hits))


def table(name: str, works: Sequence[Work], parser: Parser | None, similarity: Similarity | None, seed: int) -> None:
    """Own terms beside those of another work, for all works together and for how many of them the own ones fit better."""
    others = [(n + random.Random(seed + n).randrange(1, len(works))) % len(works) for n in range(len(works))]
    own = [found(work, work.terms, parser, similarity) for work in works]
    control = [found(work, works[other].terms, parser, similarity) for work, other in zip(works, others, strict=True)]
    print(f"\n{name}: {len(works)} works")
    for words, rows in (("own terms", own), ("another work's terms", control)):
        concepts, hits, terms, named = (sum(row[i] for row in rows) for i in range(4))
        print(rate_line(f"{words}: of the concepts", hits, concepts))
        print(rate_line(f"{words}: of the terms", named, terms))
    shares = [(a[3] / a[2], b[3] / b[2]) for a, b in zip(own, control, strict=True)]
    better, same = sum(a > b for a, b in shares), sum(a == b for a, b in shares)
    print(
        f"own terms named more often in {better} works, equally in {same} (both none: {sum(a == b == 0 for a, b in shares)}), "
        f"less often in {len(shares) - better - same}"
    )


def speed(works: Sequence[Work], parser: Parser | None) -> float:
    """Abstracts read per second of processor time, the median of five rounds."""
    records = [Record(Kind.WORK, w.id, (Statement("abstract", w.abstract, "abstract"),)) for w in works]
    rounds = []
    for _ in range(5):
        start = time.process_time()
        for record in records:
            read_texts(record, parser)
        rounds.append(len(records) / (time.process_time() - start))
    return statistics.median(rounds)


def cost(works: Sequence[Work], readers: Iterable[tuple[str, Parser | None]]) -> None:
    """Processor time of comparing the true work of the examples, with each abstract in turn, and without reading it."""
    settings = Settings()
    with open_sources(settings, offline=True) as sources:
        (example,) = read(Path("examples/work-true.json"), settings=settings)
        if not isinstance(example, Record):
            raise TypeError("the example is a record")
        records = [
            replace(example, statements=(*example.statements, Statement("abstract", w.abstract, "abstract"))) for w in works
        ]

        def seconds(reading: Reading | None) -> float:
            start = time.process_time()
            for record in records:
                compare_record(record, sources, reading=reading)
            return time.process_time() - start

        seconds(None)
        base = statistics.median(seconds(None) for _ in range(3))
        print(
            f"\ncomparing the true work of the examples, without its text: {1000 * base / len(records):.1f} ms of processor time"
        )
        for name, parser in readers:
            taken = statistics.median(seconds(Reading(parser)) for _ in range(3))
            print(f"with its text, {name}: {1000 * taken / len(records):.1f} ms ({taken / base:.2f} of it)")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, default=SHARED)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--similarity", action="store_true", help="also link by meaning, where the extra semantic is installed")
    given = options.parse_args()
    responses = given.data / "responses"
    need(responses, responses.is_dir())
    sets = {
        "OpenAlex concepts": list(openalex(responses / "openalex" / "peneira_works.json")),
        "MeSH headings": list(pubmed((responses / "pubmed").glob("*.xml"))),
    }
    readers: dict[str, tuple[Parser | None, Similarity | None]] = {"by rules": (None, None)}
    if parser := installed_parser():
        readers["by dependency parse"] = (parser, None)
    if given.similarity and (similarity := installed_similarity()):
        readers["by rules, linked by similarity"] = (None, similarity)
    print(made_by())
    for words, (reader, likeness) in readers.items():
        for name, works in sets.items():
            table(f"{name}, {words}", works, reader, likeness, given.seed)
        if likeness is None:
            print(f"\n{words}: {speed([w for works in sets.values() for w in works], reader):.0f} abstracts a second")
    everything = [work for works in sets.values() for work in works]
    cost(everything, [(words, reader) for words, (reader, likeness) in readers.items() if likeness is None])


if __name__ == "__main__":
    main()
