"""The snapshot ``works``: scholarly works as Crossref and DataCite describe them, with the works that they cite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from recorded import documents, objects
from writing import write_snapshot

from gate.model import Entity, Identifier, Kind, Role
from gate.references import crossref_record, datacite_record
from gate.references.local.manifest import Manifest
from gate.references.values import table, text

# Parts of works (a figure, a table of an article), referees' reports, and shells without content of their own.
_NOT_WORKS = frozenset({"component", "review", "periodical", "database", "other"})
_KINDS_OF_DATACITE = frozenset({"article", "article-journal", "book", "chapter", "collection", "dataset", "paper-conference"})
_KINDS_OF_DATACITE |= frozenset({"report", "software", "thesis"})
# The agencies' own prefixes for tests.
_TEST_PREFIXES = ("10.5555/", "10.5072/")
_DAMAGED = "\N{REPLACEMENT CHARACTER}"


def build(shared: Path, target: Path) -> Manifest:
    """Write ``target / "works"``."""
    crossref = _crossref(shared)
    datacite = {iri: entity for iri, entity in _datacite(shared).items() if iri not in crossref}
    return write_snapshot(
        target / "works",
        {"crossref": crossref.values(), "datacite": datacite.values()},
        title="Scholarly works with their references",
        kind=Kind.WORK,
        role=Role.REFERENCE,
        source="Crossref and DataCite REST APIs and public data files, as recorded between 2013 and 2026 in public repositories",
        retrieved="2026-11-30",
        licence="CC0-1.0 (facts; abstracts are left out)",
        counted=("citations",),
    )


def _crossref(shared: Path) -> dict[str, Entity]:
    best: dict[str, tuple[tuple[int, str], Entity]] = {}
    flags: list[tuple[Identifier, str]] = []
    for document in documents(shared / "responses" / "crossref", shared / "references" / "crossref_public_data_samples"):
        for item in objects(document):
            if "DOI" not in item or "type" not in item or "publisher" not in item:
                continue
            flags += crossref_record.updates(item)
            entity = crossref_record.work(item)
            if entity is None or not _worth_keeping(entity):
                continue
            # The fullest record of a work, and of equally full ones the latest.
            order = (len(entity.statements), text(table(item.get("indexed")).get("date-time")))
            if entity.id not in best or order > best[entity.id][0]:
                best[entity.id] = (order, entity)
    found = {iri: entity for iri, (_, entity) in sorted(best.items())}
    for doi, flag in flags:
        iri = f"https://doi.org/{doi.value}"
        if iri in found:
            found[iri] = replace(found[iri], flags=found[iri].flags | {flag})
    return found


def _datacite(shared: Path) -> dict[str, Entity]:
    references = shared / "references"
    lines = references / "datacite_records_400.jsonl"
    folders = (lines, references / "datacite_public_data_samples", shared / "responses" / "datacite")
    found: dict[str, Entity] = {}
    for attributes in _attributes(documents(*folders)):
        entity = datacite_record.work(attributes)
        kind = entity.first("type") if entity is not None else None
        if entity is None or kind is None or kind.value not in _KINDS_OF_DATACITE or not _worth_keeping(entity):
            continue
        if len(entity.label.split()) < 3 or entity.first("creators") is None:
            continue
        if entity.id not in found or len(entity.statements) > len(found[entity.id].statements):
            found[entity.id] = entity
    return dict(sorted(found.items()))


def _attributes(found: Iterable[object]) -> Iterator[Mapping[str, object]]:
    for document in found:
        for attributes in datacite_record.attributes_in(document):
            if attributes.get("state", "findable") == "findable":
                yield attributes


def _worth_keeping(entity: Entity) -> bool:
    doi, kind = entity.first("doi"), entity.first("type")
    if doi is None or doi.value.startswith(_TEST_PREFIXES) or entity.first("title") is None:
        return False
    if kind is None or kind.value in _NOT_WORKS:
        return False
    return not any(_DAMAGED in s.value for s in entity.statements) and not entity.label.casefold().startswith("test ")
