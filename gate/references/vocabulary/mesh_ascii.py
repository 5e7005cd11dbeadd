"""Headings in the plain-text files of the Medical Subject Headings (``d2026.bin``, ``q2026.bin``, ``c2026.bin``).

Records begin with ``*NEWRECORD``, and each line is an element and its value: NLM, "MeSH Record Types" and "MeSH Data Elements",
https://www.nlm.nih.gov/mesh/xmlmesh.html. Which qualifiers a descriptor may have (``AQ``) stands there in abbreviations that only
the file of qualifiers explains, and is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gate.model import Identifier
from gate.rdf.iris import identifier_iri
from gate.references.local.files import opened
from gate.references.vocabulary.heading import Heading, Item, LeftOut, Target

MARK = b"*NEWRECORD"
_LABEL = {"D": "MH", "Q": "SH", "C": "NM"}
_VARIANTS = ("ENTRY", "PRINT ENTRY", "SY")
_CLASSES = {"1": "topic", "2": "genre", "3": "topic", "4": "geographic"}

Record = dict[str, list[str]]


def read(path: Path) -> Iterator[Item]:
    """Every record as a stream. The file is read twice: broader terms are known by the numbers of the tree."""
    tree = {number: _target(one) for one in _records(path) for number in one.get("MN", ())}
    for one in _records(path):
        yield _heading(one, tree, path.name)


def _records(path: Path) -> Iterator[Record]:
    record: Record = {}
    with opened(path) as file:
        for line in file:
            if line.startswith(MARK):
                yield from (record,) if record else ()
                record = {}
                continue
            name, equals, value = line.decode("utf-8").partition(" = ")
            if equals and value.strip():
                record.setdefault(name.strip(), []).append(value.strip())
    if record:
        yield record


def _heading(record: Record, tree: dict[str, Target], file: str) -> Item:
    own, kind = _target(record), next(iter(record.get("RECTYPE", ())), "")
    if not own.label or own.identifier is None:
        return LeftOut(f"{file} ({own.label or 'no name'})", "a record without a name or number")
    heading = Heading(identifier_iri(own.identifier), own.label, "en", identifiers=[own.identifier])
    if kind == "Q":
        heading.file, heading.usage = "subdivision", "general"
    else:
        heading.file = _CLASSES.get(next(iter(record.get("DC", ())), ""), "topic")
    heading.variants = [(text.partition("|")[0].strip(), "en") for name in _VARIANTS for text in record.get(name, ())]
    heading.notes = record.get("MS", [])
    above = (tree[up] for number in record.get("MN", ()) if (up := number.rpartition(".")[0]) in tree)
    heading.broader = [target for target in above if target.identifier != own.identifier]
    return heading


def _target(record: Record) -> Target:
    label = next((text for name in _LABEL.values() for text in record.get(name, ())), "")
    number = next(iter(record.get("UI", ())), "")
    return Target(label, Identifier("mesh", number) if number else None)
