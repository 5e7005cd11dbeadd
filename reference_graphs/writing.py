"""Writing a snapshot: its facts as sorted N-Triples, packed so that the same facts give the same bytes, and its manifest."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable, Mapping
from pathlib import Path

from gate.model import Entity, Kind, Role
from gate.rdf import serialise, to_graph
from gate.references.local.files import checksum
from gate.references.local.manifest import MANIFEST_FILE, Completeness, DataFile, Manifest, load_manifest, manifest_text

BUILD = "python reference_graphs/build.py --shared FOLDER"
LARGEST = 1_000_000


def write_snapshot(
    folder: Path,
    files: Mapping[str, Iterable[Entity]],
    *,
    title: str,
    kind: Kind,
    role: Role,
    source: str,
    retrieved: str,
    licence: str,
    complete_for: tuple[str, ...] = (),
    counted: tuple[str, ...] = (),
) -> Manifest:
    """Write ``folder``: one data file for each of ``files``, the manifest with counts of entities, statements and ``counted``."""
    folder.mkdir(parents=True, exist_ok=True)
    for left in (*folder.glob("*.nt.gz"), *folder.glob(MANIFEST_FILE)):
        left.unlink()
    entities: list[Entity] = []
    written: list[DataFile] = []
    for name, held in files.items():
        group = list(held)
        entities += group
        file = folder / f"{name}.nt.gz"
        file.write_bytes(packed(serialise(to_graph(group), "nt")))
        if file.stat().st_size >= LARGEST:
            raise SystemExit(f"{file} has {file.stat().st_size} bytes, over {LARGEST}")
        written.append(DataFile(file.name, checksum(file)))
    counts = {"entities": len(entities), "statements": sum(len(e.statements) for e in entities)}
    counts |= {name: sum(len(e.all(name)) for e in entities) for name in counted}
    manifest = Manifest(
        name=folder.name,
        title=title,
        kinds=frozenset({kind}),
        role=role,
        source=source,
        retrieved=retrieved,
        licence=licence,
        build=BUILD,
        complete_for=tuple(Completeness.parse(line) for line in complete_for),
        counts=tuple(sorted(counts.items())),
        files=tuple(written),
        folder=folder,
    )
    (folder / MANIFEST_FILE).write_text(manifest_text(manifest), encoding="utf-8")
    return load_manifest(folder)


def packed(data: bytes) -> bytes:
    """``data`` in gzip form without name and time."""
    target = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=target, mtime=0, compresslevel=9) as file:
        file.write(data)
    return target.getvalue()
