"""Small snapshots made on the spot, for tests."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gate.model import Entity, Identifier, Kind, Role, Statement
from gate.references.local.files import checksum, write_lines
from gate.references.local.manifest import MANIFEST_FILE, Completeness, DataFile, Manifest, load_manifest, manifest_text

DAY = "2026-11-30"


def work(doi: str, title: str, *names: str, year: int | None = None, statements: Iterable[Statement] = ()) -> Entity:
    """A work with a DOI."""
    found = [Statement("title", title), Statement("doi", doi)]
    found += [Statement("creators", name) for name in names]
    if year is not None:
        found.append(Statement("date", str(year)))
    return Entity(f"https://doi.org/{doi}", Kind.WORK, title, (*found, *statements))


def citation(text: str, *, doi: str = "", **parts: str) -> Statement:
    """A citation with its parts."""
    identifiers = (Identifier("doi", doi),) if doi else ()
    return Statement("citations", text, identifiers=identifiers, parts=tuple(Statement(name, v) for name, v in parts.items()))


def agent(qid: str, name: str, *aliases: str, statements: Iterable[Statement] = ()) -> Entity:
    """A person of Wikidata."""
    named = Statement("name", name, forms=aliases)
    known = Statement("identifiers", qid, identifiers=(Identifier("wikidata", qid),))
    return Entity(f"http://www.wikidata.org/entity/{qid}", Kind.AGENT, name, (named, known, *statements))


def snapshot(
    folder: Path,
    entities: Iterable[Entity],
    *,
    name: str = "tiny",
    role: Role = Role.REFERENCE,
    complete_for: tuple[str, ...] = (),
) -> Manifest:
    """A snapshot in ``folder/name``, of the kinds of its entities."""
    held = list(entities)
    place = folder / name
    place.mkdir(parents=True, exist_ok=True)
    data = place / f"{name}.entities.jsonl.gz"
    write_lines(data, held)
    manifest = Manifest(
        name=name,
        title="A few things",
        kinds=frozenset(e.kind for e in held),
        role=role,
        source="made for a test",
        retrieved=DAY,
        licence="CC0-1.0",
        build="none",
        complete_for=tuple(Completeness.parse(line) for line in complete_for),
        counts=(("entities", len(held)),),
        files=(DataFile(data.name, checksum(data)),),
        folder=place,
    )
    (place / MANIFEST_FILE).write_text(manifest_text(manifest), encoding="utf-8")
    return load_manifest(place)
