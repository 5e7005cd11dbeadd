"""The part of OpenSearch's REST interface that a store needs, over plain dictionaries: made by hand from its reference
(https://docs.opensearch.org/latest/api-reference/), since no server of it can be installed from the package registries.

Documents become visible to a search at a refresh or with the alias, as in the real one; a field that the mapping does not name is
kept and not searched.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

Doc = dict[str, Any]


@dataclass
class Index:
    mappings: Doc
    documents: dict[str, Doc] = field(default_factory=dict)


@dataclass
class Engine:
    """The server's state. ``fault`` is a status, or ``"html"``, ``"shards"``, ``"timed out"``, given to every search."""

    port: int = 0
    indexes: dict[str, Index] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    fault: int | str = 0
    asked: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"opensearch://127.0.0.1:{self.port}"

    def index(self, name: str) -> Index | None:
        return self.indexes.get(self.aliases.get(name, name))


def _matches(index: Index, document: Doc, query: Doc) -> float | None:
    """The score of a document, None where it does not match."""
    ((kind, said),) = query.items()
    match kind:
        case "term":
            ((name, value),) = said.items()
            return 1.0 if value in _values(index, document, name) else None
        case "terms":
            ((name, values),) = said.items()
            return 1.0 if set(values) & set(_values(index, document, name)) else None
        case "constant_score":
            return said["boost"] if _matches(index, document, said["filter"]) is not None else None
        case "bool":
            scores = [score for one in said["should"] if (score := _matches(index, document, one)) is not None]
            return sum(scores) if scores else None
    raise AssertionError(query)


def _values(index: Index, document: Doc, name: str) -> list[object]:
    assert name in index.mappings["properties"], f"{name} is not indexed"
    value = document.get(name, [])
    return value if isinstance(value, list) else [value]


def search(index: Index, body: Doc) -> Doc:
    hits = []
    for key, document in index.documents.items():
        score = _matches(index, document, body["query"])
        if score is not None:
            source = {name: document[name] for name in body["_source"] if name in document}
            hits.append((score, document.get("n", 1 << 62), {"_id": key, "_score": score, "_source": source}))
    by_score = body["sort"][0] == "_score"
    hits.sort(key=lambda hit: (-hit[0] if by_score else 0, hit[1]))
    shards = {"total": 1, "successful": 1, "failed": 0}
    return {"timed_out": False, "_shards": shards, "hits": {"hits": [hit for _, _, hit in hits[: body["size"]]]}}


@contextmanager
def opensearch() -> Iterator[Engine]:  # noqa: C901 - one small branch a call
    engine = Engine()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments: object) -> None:
            pass

        def answer(self, status: int, body: object, kind: str = "application/json") -> None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

        def handle_any(self) -> None:
            path = urlsplit(self.path).path.strip("/").split("/")
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            engine.asked.append(f"{self.command} {self.path}")
            name, verb = path[0], path[1] if len(path) > 1 else ""
            if verb == "_search" and engine.fault:
                return self.fail()
            if name == "_aliases":
                return self.alias(json.loads(data))
            if verb == "_alias":
                told: Doc = {one: {"aliases": {a: {} for a, of in engine.aliases.items() if of == one}} for one in engine.indexes}
                return self.answer(200, told)
            if self.command == "PUT" and not verb:
                engine.indexes[name] = Index(json.loads(data)["mappings"])
                return self.answer(200, {"acknowledged": True})
            index = engine.index(name)
            if index is None:
                return self.answer(404, {"error": {"type": "index_not_found_exception"}, "status": 404})
            match self.command, verb:
                case "HEAD", _:
                    return self.answer(200, {})
                case "GET", "_mapping":
                    return self.answer(200, {engine.aliases.get(name, name): {"mappings": index.mappings}})
                case "PUT", "_mapping":
                    index.mappings.update(json.loads(data))
                    return self.answer(200, {"acknowledged": True})
                case "POST", "_bulk":
                    return self.bulk(index, data)
                case "POST", "_refresh":
                    return self.answer(200, {"_shards": {"failed": 0}})
                case (("POST" | "GET"), "_search"):
                    return self.answer(200, search(index, json.loads(data)))
            raise AssertionError(self.path)

        def fail(self) -> None:
            match engine.fault:
                case "html":
                    self.answer(200, b"<html>log in</html>")
                case "shards":
                    self.answer(200, {"timed_out": False, "_shards": {"failed": 1}, "hits": {"hits": []}})
                case "timed out":
                    self.answer(200, {"timed_out": True, "_shards": {"failed": 0}, "hits": {"hits": []}})
                case status:
                    self.answer(int(status), {"error": "as the test wants it", "status": status})

        def alias(self, body: Doc) -> None:
            for action in body["actions"]:
                ((what, said),) = action.items()
                if what == "add":
                    engine.aliases[said["alias"]] = said["index"]
                else:
                    del engine.indexes[said["index"]]
            self.answer(200, {"acknowledged": True})

        def bulk(self, index: Index, data: bytes) -> None:
            lines = [json.loads(line) for line in data.splitlines() if line]
            said = []
            for action, document in zip(lines[::2], lines[1::2], strict=True):
                key = action["create"]["_id"]
                status = 409 if key in index.documents else 201
                index.documents.setdefault(key, document)
                said.append({"create": {"_id": key, "status": status}})
            self.answer(200, {"errors": any(one["create"]["status"] == 409 for one in said), "items": said})

        do_GET = do_PUT = do_POST = do_HEAD = handle_any  # noqa: N815

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    engine.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield engine
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
