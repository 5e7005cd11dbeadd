"""Every JSON value in the recorded bodies of a service, exchanges unpacked."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path


def bodies(folder: Path) -> Iterator[tuple[str, object]]:
    """Each JSON document of each file in ``folder``, with the file's name; what is no JSON is passed over."""
    for file in sorted(folder.iterdir()):
        data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        for document in _documents(data):
            if isinstance(document, dict) and document.get("format") == "recorded-exchanges/1":
                for exchange in document["exchanges"]:
                    for body in _documents((exchange["response"].get("body") or "").encode()):
                        yield file.name, body
            else:
                yield file.name, document


def objects(value: object) -> Iterator[dict[str, object]]:
    """Every object within ``value``, at any depth."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner)


def _documents(data: bytes) -> Iterator[object]:
    try:
        yield json.loads(data)
        return
    except ValueError:
        pass
    for line in data.splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            return
