"""Graph files of others: RDF, GraphML, GEXF, node-link JSON, edge lists. The format is told by the name, else by the content."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from gate.errors import InputError
from gate.model import Graph
from gate.settings import Settings

__all__ = ["FORMATS", "load"]

Read = Callable[[bytes, str, Settings], Graph]

_RDF_SUFFIXES = {
    "turtle": (".ttl", ".turtle"),
    "nt": (".nt",),
    "n3": (".n3",),
    "nquads": (".nq", ".nquads"),
    "trig": (".trig",),
    "xml": (".rdf", ".owl", ".rdfs"),
    "trix": (".trix",),
    "json-ld": (".jsonld", ".json-ld"),
    "hext": (".hext",),
}
_OTHER_SUFFIXES = {
    "graphml": (".graphml",),
    "gexf": (".gexf",),
    "edge-list": (".csv", ".tsv", ".tab", ".edgelist", ".edges", ".el"),
}
_FORMAT_OF = {suffix: name for table in (_RDF_SUFFIXES, _OTHER_SUFFIXES) for name, all_ in table.items() for suffix in all_}
_PLAIN_SUFFIXES = ("", ".txt", ".dat")  # of text that may be an edge list; a record file must not pass for one
_ROOTS = {"graphml": "graphml", "gexf": "gexf", "RDF": "xml", "TriX": "trix"}

FORMATS = (*_RDF_SUFFIXES, "graphml", "gexf", "node-link", "edge-list")
"""The formats by name; those of RDF have rdflib's names."""


def load(path: Path | str, settings: Settings | None = None) -> Graph:
    """The typed directed graph in a file.

    * RDF (Turtle, N-Triples, N-Quads, TriG, N3, RDF/XML, TriX, JSON-LD, HexTuples): see :mod:`gate.graph_files.rdf`.
    * GraphML and GEXF; node-link JSON (networkx, D3): nodes with their labels, edges with their types. An undirected edge runs
      from the smaller to the larger id, so that two files agree on it whichever way they write it.
    * Edge lists of two or three columns (source, target, type) set apart by comma, semicolon, tab or blanks, with or without a
      header; an edge runs as it is written.

    An edge whose type is not given has the type ``edge``. Weights are not read: the structure measures do not use them.

    Raises :class:`gate.errors.InputError`, with the file and the place in it, for a file that is missing, over a limit
    (``max_file_bytes``, ``max_depth``; ``max_records`` edges), empty, broken, or in none of these formats.
    """
    settings = settings or Settings()
    file = Path(path)
    data = _bytes(file, settings)
    name = _FORMAT_OF.get(file.suffix.lower()) or _told_by_content(data, str(file))
    return _reader(name)(data, str(file), settings)


def _bytes(file: Path, settings: Settings) -> bytes:
    try:
        with file.open("rb") as stream:
            data = stream.read(settings.max_file_bytes + 1)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}") from error
    if len(data) > settings.max_file_bytes:
        raise InputError(f"{file}: larger than {settings.max_file_bytes:,} bytes (setting max_file_bytes)")
    if data.startswith(b"\x1f\x8b"):
        raise InputError(f"{file}: compressed with gzip; unpack it first")
    if not data.strip():
        raise InputError(f"{file}: the file is empty")
    return data


def _reader(name: str) -> Read:
    """The reader of a format, imported when it is needed."""
    if name == "graphml":
        from gate.graph_files import graphml

        return graphml.read
    if name == "gexf":
        from gate.graph_files import gexf

        return gexf.read
    if name == "node-link":
        from gate.graph_files import node_link

        return node_link.read
    if name == "edge-list":
        from gate.graph_files import edge_list

        return edge_list.read
    from gate.graph_files import rdf

    return partial(rdf.read, form=name)


_ELEMENT = re.compile(r"<(?:[\w.-]+:)?([\w.-]+)[\s/>]")
_TURTLE = re.compile(r"^\s*(@prefix\s|@base\s|prefix\s+[\w.-]*:\s*<|base\s+<)", re.IGNORECASE | re.MULTILINE)
_QUAD = re.compile(
    r"^\s*(<[^>]*>|_:\S+)\s+<[^>]*>\s+(<[^>]*>|_:\S+|\"(?:[^\"\\]|\\.)*\"\S*)\s*(<[^>]*>|_:\S+)?\s*\.\s*$", re.MULTILINE
)


def _told_by_content(data: bytes, file: str) -> str:
    """The format of data whose name does not tell."""
    from gate.graph_files.text import beginning

    head = beginning(data)
    start = head.lstrip()
    if "\0" in head:
        raise InputError(f"{file}: neither text nor a graph file")
    if start.startswith(("{", "[")):
        return "json-ld" if re.search(r'"@(context|id|graph|type)"', head) else "node-link"
    if _TURTLE.search(start):
        return "trig" if re.search(r"^\s*(?:graph\s+)?\S+\s*\{", head, re.IGNORECASE | re.MULTILINE) else "turtle"
    if statement := _QUAD.search(start):
        return "nquads" if statement.group(3) else "nt"
    if start.startswith("<"):
        root = _ELEMENT.search(re.sub(r"<!--.*?-->|<\?.*?\?>", "", start, flags=re.DOTALL))
        known = _ROOTS.get(root.group(1)) if root else None
        if known is None:
            raise InputError(
                f"{file}: XML of no graph format that is read here (the root is {root.group(1) if root else 'unclear'})"
            )
        return known
    if Path(file).suffix.lower() not in _PLAIN_SUFFIXES:
        raise InputError(f"{file}: in none of the graph formats that are read here ({', '.join(FORMATS)})")
    return "edge-list"
