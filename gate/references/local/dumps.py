"""Dumps of whole graphs, which are read by rules of their own: Wikidata's truthy statements, and DBpedia's files.

They are read in more than one go, all files of a dump together, and keep what has to wait in files of their own, not in memory.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import cast

from gate.errors import SnapshotError
from gate.model import Entity, Kind
from gate.references.local.building import Progress
from gate.references.local.files import opened

Dump = Callable[[Sequence[Path], Path, Kind | None, Sequence[str], Progress], Iterator[Entity]]
"""Called with the files, a folder for what has to wait, the kind that is wanted, languages of labels (none: the source's own
list), and progress."""

DUMPS = {
    "wikidata": "gate.references.local.wikidata_dump:read_wikidata",
    "dbpedia": "gate.references.local.dbpedia_dump:read_dbpedia",
}
_HEAD = 16_384


def dump(name: str) -> Dump:
    """The reader of a dump."""
    module, _, function = DUMPS[name].partition(":")
    return cast("Dump", getattr(import_module(module), function))


def dump_of(path: Path) -> str:
    """Which dump a file of N-Triples is of, seen from how it begins; empty where it is of none."""
    try:
        with opened(path) as file:
            head = file.read(_HEAD)
    except (OSError, EOFError, zlib.error) as error:
        raise SnapshotError(f"{path}: {error}") from error
    lines = [line for line in head.splitlines() if line and not line.startswith(b"#")]
    if any(line.startswith(b"@") or line[:6].upper() == b"PREFIX" for line in lines):
        return ""  # Turtle with prefixes, which is read as any other RDF
    if b"<http://www.wikidata.org/prop/direct/" in head or b"<https://www.wikidata.org/wiki/Special:EntityData/" in head:
        return "wikidata"
    return "dbpedia" if lines and lines[0].startswith(b"<http://dbpedia.org/resource/") else ""
