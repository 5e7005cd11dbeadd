"""The snapshots ``thesaurus`` and ``thesaurus-supplement``: heads of Roget's Thesaurus of 1911, and of a larger edition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from writing import write_snapshot

from gate.model import Entity, Kind, Record, Role, Statement
from gate.properties import PROPERTIES
from gate.records.readers.roget import Roget
from gate.references.local.manifest import Manifest
from gate.settings import Settings

# Existence, relation and quantity whole, so that cross-references meet; then lists, form, taste, affections between persons.
_RANGES = ((1, 57), (84, 88), (236, 246), (390, 397), (897, 910))
_LISTS = ("nouns", "verbs", "adjectives", "adverbs", "cross_references")


def build_thesaurus(shared: Path, target: Path) -> Manifest:
    """Write ``target / "thesaurus"``: what the edition of 1911 has, which is the reference."""
    return _build(
        target / "thesaurus",
        shared / "roget" / "roget_pg10681.txt",
        title="Roget's Thesaurus of 1911 (excerpt)",
        role=Role.REFERENCE,
        source="Project Gutenberg eBook 10681 (text of the edition of 1911)",
        iri="https://w3id.org/catalog-gate/roget-1911#",
    )


def build_supplement(shared: Path, target: Path) -> Manifest:
    """Write ``target / "thesaurus-supplement"``: what a larger edition has, which can confirm a term, not refute one."""
    return _build(
        target / "thesaurus-supplement",
        shared / "roget" / "roget_pg22_roget15a.txt",
        title="Roget's Thesaurus, supplemented (excerpt)",
        role=Role.ORACLE,
        source="Project Gutenberg eBook 22 (the edition of 1911 with MICRA's supplement)",
        iri="https://w3id.org/catalog-gate/roget-supplemented#",
    )


def _build(folder: Path, text: Path, *, title: str, role: Role, source: str, iri: str) -> Manifest:
    return write_snapshot(
        folder,
        {"heads": _heads(text, iri)},
        title=title,
        kind=Kind.CONCEPT,
        role=role,
        source=source,
        retrieved="2026-11-30",
        licence="public domain",
        complete_for=tuple(f"properties:{name}" for name in _LISTS),
        counted=_LISTS,
    )


def _heads(text: Path, iri: str) -> Iterator[Entity]:
    for record in Roget().read(text.read_bytes(), text.name, Settings()):
        if not isinstance(record, Record):
            raise SystemExit(f"{text}: {record.reason}")
        if any(first <= int(record.id.rstrip("ab")) <= last for first, last in _RANGES):
            heading = record.first("heading")
            statements = tuple(_without_path(s) for s in record.statements if s.property in PROPERTIES)
            yield Entity(f"{iri}{record.id}", Kind.CONCEPT, heading.value if heading else record.id, statements)


def _without_path(s: Statement) -> Statement:
    return Statement(s.property, s.value, lang="" if s.property == "identifiers" else "en", identifiers=s.identifiers)
