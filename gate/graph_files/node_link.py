"""Node-link JSON, as networkx and D3 write it."""

from __future__ import annotations

from collections.abc import Mapping

from gate.graph_files.builder import Builder
from gate.graph_files.text import decoded
from gate.model import Graph
from gate.settings import Settings

LABEL = ("label", "name", "title")
TYPE = ("type", "relation", "predicate", "label")


def read(data: bytes, file: str, settings: Settings) -> Graph:
    """``nodes`` with an ``id`` (or, as in old D3, known by their place), and ``links`` or ``edges`` with ``source``, ``target``.

    A label is the first of ``label``, ``name``, ``title``; a type the first of ``type``, ``relation``, ``predicate``, ``label``.
    Edges are directed unless the file says ``"directed": false``; in files that do not say, too.
    """
    import orjson

    builder = Builder(file, settings)
    try:
        document: object = orjson.loads(decoded(data, file))
    except orjson.JSONDecodeError as error:
        raise builder.fault(f"line {error.lineno}", f"not JSON: {error.msg}") from None
    if not isinstance(document, dict):
        raise builder.fault("", "not a graph: a JSON object with nodes and links is expected")
    nodes = _list(builder, document, ("nodes",))
    links = _list(builder, document, ("links", "edges"))
    directed = document.get("directed") is not False
    by_place = _nodes(builder, nodes)
    for place, link in enumerate(links):
        where = f"links[{place}]"
        if not isinstance(link, dict):
            raise builder.fault(where, "not an object")
        source, target = (_end(builder, link.get(side), by_place, f"{where}.{side}") for side in ("source", "target"))
        builder.edge(source, _first(link, TYPE), target, directed=directed, place=where)
    return builder.graph()


def _list(builder: Builder, document: Mapping[str, object], names: tuple[str, ...]) -> list[object]:
    value = next((document[name] for name in names if name in document), None)
    if not isinstance(value, list):
        raise builder.fault("", f"not a graph: there is no list {' or '.join(names)}")
    return value


def _nodes(builder: Builder, nodes: list[object]) -> list[str] | None:
    """Add the nodes; returns their ids by place where they have no ids and links go by place."""
    without_ids = bool(nodes) and not any(isinstance(node, dict) and "id" in node for node in nodes)
    ids: list[str] = []
    for place, node in enumerate(nodes):
        where = f"nodes[{place}]"
        if not isinstance(node, dict):
            raise builder.fault(where, "not an object")
        label = _first(node, LABEL)
        name = (label or str(place)) if without_ids else _name(builder, node.get("id"), f"{where}.id")
        if builder.has(name):
            raise builder.fault(where, f"a second node {name!r}")
        builder.node(name, label)
        ids.append(name)
    return ids if without_ids else None


def _end(builder: Builder, value: object, by_place: list[str] | None, where: str) -> str:
    if isinstance(value, dict):  # D3 puts the node itself in its place while it runs
        value = value.get("id")
    if by_place is not None and isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value < len(by_place):
            raise builder.fault(where, f"there is no node number {value}")
        return by_place[value]
    name = _name(builder, value, where)
    if not builder.has(name):
        raise builder.fault(where, f"there is no node {name!r}")
    return name


def _name(builder: Builder, value: object, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
        raise builder.fault(where, "a text or a number is expected here")
    return str(value)


def _first(item: Mapping[str, object], names: tuple[str, ...]) -> str:
    return next((value for name in names if isinstance(value := item.get(name), str) and value), "")
