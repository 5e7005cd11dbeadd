"""Every answer in a folder of recorded bodies, as a service gave it: status, type, body, and the address it came from."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit


@dataclass(frozen=True, slots=True)
class Recorded:
    """One answer. ``path`` is that of the request, unescaped; empty where only the body was kept."""

    file: str
    path: str
    status: int
    content_type: str
    body: bytes


def recorded(folder: Path) -> Iterator[Recorded]:
    """Each exchange of each cassette; each line of JSON lines; each other file as a body of status 200."""
    for file in sorted(folder.iterdir()):
        data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        try:
            value: object = json.loads(data)
        except ValueError:
            lines = data.splitlines() if ".jsonl" in file.name else [data]
            yield from (Recorded(file.name, "", 200, _type(file.name), line) for line in lines)
            continue
        if isinstance(value, dict) and value.get("format") == "recorded-exchanges/1":
            yield from _exchanges(file.name, value)
        else:
            yield Recorded(file.name, "", 200, "application/json", data)


def _exchanges(name: str, cassette: dict[str, object]) -> Iterator[Recorded]:
    exchanges = cassette["exchanges"]
    assert isinstance(exchanges, list)
    for exchange in exchanges:
        response = exchange["response"]
        kind = next((v for k, v in (response.get("headers") or {}).items() if k.lower() == "content-type"), "")
        text = response.get("body") or ""
        packed = re.fullmatch(r"[A-Za-z0-9+/\s]{60,}={0,2}\s*", text) is not None
        body = base64.b64decode("".join(text.split())) if packed else text.encode()
        path = unquote(urlsplit(exchange["request"]["uri"]).path)
        yield Recorded(name, path, response["status"], kind if isinstance(kind, str) else kind[0], body)


def _type(name: str) -> str:
    if ".xml" in name:
        return "application/xml"
    return "text/html" if name.endswith(".html") else "text/plain" if name.endswith(".txt") else "application/json"
