"""Labelled pairs for the hallucination classifier, from published sets, as `gate stress classifier` reads them.

    python -m benchmarks.semantic_pairs DATA OUT

``values.jsonl``    FactBench (Gerber et al. 2015): names of one thing, or of the thing put in its place; CodEx (Safavi and
                    Koutra 2020): hard negatives beside the true value, where both have a label here. By identifiers.
``citations.jsonl`` HALLMARK (Reizinger 2026): title, authors and venue of an entry beside those of the valid entry of the same
                    DOI or title. By construction.
``authors.jsonl``   Agrawal et al. 2024: two answers to who wrote a title, wrong where no search finds the title. By search.

Pairs that the comparison key makes equal are left out: the gate settles these without a classifier.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypedDict

from benchmarks.hallmark import read_hallmark
from gate.normalise import text as text_rules

ALIASES = 2
SEED = 42
_RDFS, _SKOS = "http://www.w3.org/2000/01/rdf-schema#", "http://www.w3.org/2004/02/skos/core#"
_TITLE = frozenset({"near_miss_title", "chimeric_title", "hybrid_fabrication"})
_AUTHORS = frozenset({"swapped_authors", "placeholder_authors", "partial_author_list", "merged_citation", "hybrid_fabrication"})
_VENUE = frozenset({"wrong_venue", "nonexistent_venue", "preprint_as_published", "arxiv_version_mismatch", "merged_citation"})
_MADE_WRONG = {"title": _TITLE, "author": _AUTHORS, "venue": _VENUE}


class Pair(TypedDict):
    given: str
    held: str
    wrong: bool
    record: str
    rule: str
    source: str


def differ(left: str, right: str) -> bool:
    return bool(left.strip() and right.strip()) and text_rules.key(left) != text_rules.key(right)


def by_identifier(given: str, held: str, wrong: bool, record: str, source: str) -> Pair:
    return {"given": given, "held": held, "wrong": wrong, "record": record, "rule": "identifiers", "source": source}


# FactBench


class Named(TypedDict):
    label: str
    aliases: list[str]


def _things(turtle: str) -> dict[str, Named]:
    """The things of a fact by identifier, those that have an English label."""
    import rdflib

    graph = rdflib.Graph()
    graph.parse(data=turtle, format="turtle")
    found: dict[str, Named] = {}
    for node, predicate, name in graph:
        if str(predicate) in (f"{_RDFS}label", f"{_SKOS}altLabel") and getattr(name, "language", "") == "en":
            thing = found.setdefault(str(node), {"label": "", "aliases": []})
            if str(predicate) == f"{_RDFS}label":
                thing["label"] = max(thing["label"], str(name))
            else:
                thing["aliases"].append(str(name))
    return {node: thing for node, thing in found.items() if thing["label"]}


def factbench(file: Path) -> Iterator[Pair]:
    """Another name of a thing of a right fact beside its label; the thing put in the place of another beside that one."""
    generator = random.Random(SEED)
    right: dict[str, dict[str, Named]] = {}
    made: list[tuple[str, str, dict[str, Named]]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        fact = row["id"].rsplit("/", 1)[-1]
        things = _things(row["turtle"])
        if row["label"] == "correct":
            right[fact] = things
        else:
            made.append((fact, row["corruption"], things))
    for node, thing in sorted({node: thing for things in right.values() for node, thing in things.items()}.items()):
        names = sorted({alias for alias in thing["aliases"] if differ(alias, thing["label"])})
        for alias in generator.sample(names, min(ALIASES, len(names))):
            yield {
                "given": alias,
                "held": thing["label"],
                "wrong": False,
                "record": node,
                "rule": "identifiers",
                "source": "FactBench",
            }
    for fact, corruption, things in made:
        true = right.get(fact, {})
        put, lost = things.keys() - true.keys(), true.keys() - things.keys()
        if corruption in ("domain", "range", "random") and len(put) == len(lost) == 1:
            given, held = next(iter(put)), next(iter(lost))
            texts = things[given]["label"], true[held]["label"]
            if differ(*texts):
                yield {
                    "given": texts[0],
                    "held": texts[1],
                    "wrong": True,
                    "record": held,
                    "rule": "identifiers",
                    "source": "FactBench",
                }


# CodEx


def codex(folder: Path, labels: dict[str, str]) -> Iterator[Pair]:
    """Hard negatives beside a true value of the same property of the same thing; every pair of texts once."""
    true: dict[tuple[str, str], list[str]] = defaultdict(list)
    for file in sorted(folder.glob("codex-s_*.tsv")):
        if "negatives" not in file.name:
            for head, relation, tail in _triples(file):
                true[head, relation].append(tail)
    seen: set[tuple[str, str]] = set()
    for file in sorted(folder.glob("*negatives.tsv")):
        for head, relation, tail in _triples(file):
            held = min((t for t in true[head, relation] if t in labels), key=lambda t: (len(t), t), default="")
            texts = labels.get(tail, ""), labels.get(held, "")
            if texts not in seen and tail != held and differ(*texts):
                seen.add(texts)
                yield {
                    "given": texts[0],
                    "held": texts[1],
                    "wrong": True,
                    "record": held,
                    "rule": "identifiers",
                    "source": "CodEx",
                }


def _triples(file: Path) -> Iterator[tuple[str, str, str]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        head, relation, tail = line.split("\t")
        yield head, relation, tail


def read_labels(data: Path) -> dict[str, str]:
    """English labels of Wikidata items: those of the recorded answers, and those that this project ships."""
    found: dict[str, str] = json.loads((data / "references" / "philosophers" / "qid_labels_en.json").read_text(encoding="utf-8"))
    own = Path(__file__).parent.parent / "reference_graphs" / "labels.tsv"
    rows = (line.split("\t") for line in own.read_text(encoding="utf-8").splitlines() if line.startswith("Q"))
    return {**found, **{row[0]: row[1] for row in rows}}


# HALLMARK


def hallmark(folder: Path) -> Iterator[Pair]:
    """Fields of an entry beside those of the valid one of the same DOI or title."""
    files = ("dev_public", "test_public", "test_crossdomain", "llm_generated", "stress_test")
    entries = [entry for name in files for entry in read_hallmark(folder / f"{name}.jsonl")]
    valid: dict[str, dict[str, str]] = {}
    for entry in entries:
        for name in _names(entry.fields) if entry.valid else ():
            valid.setdefault(name, _described(entry.fields))
    for entry in entries:
        true = next((valid[name] for name in _names(entry.fields) if name in valid), None)
        if entry.valid or true is None or entry.type == "plausible_fabrication":  # that type does not say which field is wrong
            continue
        given = _described(entry.fields)
        record = f"{true['title']}|{true['author']}"
        for field, types in _MADE_WRONG.items():
            if differ(given[field], true[field]):
                wrong = entry.type in types
                source = f"HALLMARK {field}"
                yield {
                    "given": given[field], "held": true[field], "wrong": wrong, "record": record, "rule": "construction",
                    "source": source,
                }  # fmt: skip


def _names(fields: object) -> list[str]:
    assert isinstance(fields, dict)
    doi, title = str(fields.get("doi", "")).lower(), text_rules.key(str(fields.get("title", "")))
    return [name for name in (f"doi:{doi}" if doi else "", title) if name]


def _described(fields: object) -> dict[str, str]:
    assert isinstance(fields, dict)
    authors = str(fields.get("author", "")).replace(" and ", "; ")
    return {
        "title": str(fields.get("title", "")),
        "author": authors,
        "venue": str(fields.get("booktitle") or fields.get("journal") or ""),
    }


# answers of models


def authors(folder: Path) -> Iterator[Pair]:
    """Two answers of one model to who wrote a title."""
    for file in sorted(folder.glob("*_titles.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            answers = [str(row.get(f"model_ans_{n}") or "").strip() for n in (1, 2, 3)]
            for given, held in itertools.combinations(answers, 2):
                if differ(given, held):
                    yield {
                        "given": given, "held": held, "wrong": row["bing_return"] != "True",
                        "record": text_rules.key(row["gen_title"]), "rule": "search", "source": row["model"],
                    }  # fmt: skip


def write(file: Path, pairs: Iterable[Pair]) -> None:
    """One line a pair; a pair of texts that has both labels in one record is left out, for it says nothing."""
    found: dict[tuple[str, str, str], Pair] = {}
    both: set[tuple[str, str, str]] = set()
    for pair in pairs:
        key = pair["given"], pair["held"], pair["record"]
        if found.setdefault(key, pair)["wrong"] is not pair["wrong"]:
            both.add(key)
    kept = [pair for key, pair in found.items() if key not in both]
    file.write_text("".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in kept), encoding="utf-8")
    counts = Counter((pair["source"], "wrong" if pair["wrong"] else "right") for pair in kept)
    print(f"{file.name}: {len(kept)} pairs, {len(both)} with both labels left out")
    for (source, label), number in sorted(counts.items()):
        print(f"  {source:20s} {label:6s} {number:6d}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder of the published sets")
    parser.add_argument("out", type=Path, help="folder to write to")
    arguments = parser.parse_args()
    data, out = arguments.data, arguments.out
    out.mkdir(parents=True, exist_ok=True)
    labelled = data / "labelled"
    facts = factbench(labelled / "facts" / "factbench_test_sample.jsonl")
    write(out / "values.jsonl", [*facts, *codex(data / "references" / "codex", read_labels(data))])
    write(out / "citations.jsonl", hallmark(labelled / "hallmark"))
    write(out / "authors.jsonl", authors(labelled / "microsoft_hallucinated_references"))


if __name__ == "__main__":
    main()
