"""XML and JSON of services that answer in either: one nested table by local names, so that one reading serves both.

An element with nothing but text is the text. Several children of one name are a list. Attributes are beside the children, and
the text of an element that has attributes is its ``content``: VIAF makes its JSON of its XML in this way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from gate.references.http import Raw
from gate.references.http.bodies import Malformed, read_json, read_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

Tree = dict[str, object]
_DEPTH = 60


def tree_of(raw: Raw, roots: tuple[str, ...]) -> Tree | Malformed:
    """The body as a table; of XML the root must have one of these local names, and the table has it as its only key."""
    if not raw.body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        value = read_json(raw.body, dict, raw.content_type)
        return value if isinstance(value, Malformed) else cast("Tree", _plain(value, 0))
    root = read_xml(raw.body, roots, raw.content_type)
    return root if isinstance(root, Malformed) else {_local(root.tag): _of_element(root, 0)}


def _plain(value: object, depth: int) -> object:
    """JSON with the prefixes of its names taken off."""
    if depth > _DEPTH:
        return None
    if isinstance(value, dict):
        return {
            name.rpartition(":")[2]: _plain(inner, depth + 1) for name, inner in value.items() if not name.startswith("xmlns")
        }
    return [_plain(inner, depth + 1) for inner in value] if isinstance(value, list) else value


def _of_element(element: _Element, depth: int) -> object:
    found: Tree = {str(name).rpartition("}")[2]: str(text) for name, text in element.attrib.items()}
    children = [child for child in element if not callable(child.tag)]  # comments and processing instructions are
    for child in children if depth < _DEPTH else ():
        name, value = _local(child.tag), _of_element(child, depth + 1)
        held = found.get(name)
        found[name] = [*held, value] if isinstance(held, list) else value if held is None else [held, value]
    text = " ".join((element.text or "").split())
    if not found:
        return text
    return {**found, "content": text} if text else found


def _local(name: object) -> str:
    return str(name).rpartition("}")[2]


def content(value: object) -> object:
    """The value of a field: itself, or what an object holds as its ``content`` or ``value``."""
    if isinstance(value, Mapping):
        return value.get("content", value.get("value"))
    return value
