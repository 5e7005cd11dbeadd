"""Archives of data files (``.tar``, also packed) as a stream of their members; nothing is unpacked to disk."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

from gate.references.local.files import unpacked, unpacked_name

_ARCHIVES = (".tar", ".tgz", ".tbz2")
_DATA = frozenset({".json", ".jsonl", ".ndjson", ".xml"})


def is_archive(path: Path) -> bool:
    """Whether a file is an archive, by its name."""
    return unpacked_name(path.name.lower()).endswith(_ARCHIVES)


def members(path: Path) -> Iterator[tuple[str, BufferedReader | None]]:
    """Every file in an archive by its name, unpacked, to be read before the next is asked for.

    None stands for one that is no data by its name, such as a list of contents. What is damaged raises here or where the member
    is read: OSError, EOFError, zlib.error, tarfile.TarError.
    """
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            if not member.isfile():
                continue
            name = member.name
            if Path(name).name.startswith(".") or Path(unpacked_name(name.lower())).suffix not in _DATA:
                yield name, None
                continue
            file = archive.extractfile(member)
            if file is not None:
                with unpacked(cast("BinaryIO", file), name.lower()) as stream:
                    yield name, stream
