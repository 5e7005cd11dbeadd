"""The JSON documents in a folder of recorded answers."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from gate.references.values import items, table


def documents(*folders: Path) -> Iterator[object]:
    """Each document in each JSON file (one document, or one a line) of ``folders``, recorded exchanges unpacked, by file name."""
    for folder in folders:
        for file in sorted(folder.iterdir()) if folder.is_dir() else [folder]:
            data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
            for document in _parsed(data):
                if table(document).get("format") == "recorded-exchanges/1":
                    for exchange in items(table(document).get("exchanges")):
                        body = table(table(exchange).get("response")).get("body")
                        yield from _parsed(body.encode() if isinstance(body, str) else b"")
                else:
                    yield document


def objects(value: object) -> Iterator[Mapping[str, object]]:
    """Every object within ``value``, the outer ones first."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner)


def _parsed(data: bytes) -> list[object]:
    """The documents in ``data``; none where it is not JSON."""
    try:
        return [json.loads(data)]
    except ValueError:
        pass
    found = []
    for line in data.splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            return []
    return found
