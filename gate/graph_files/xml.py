"""What GraphML and GEXF have in common: safe reading, and faults with their line."""

from __future__ import annotations

from gate.graph_files.builder import Builder
from gate.records.readers.xml import Element, Fault, elements, names
from gate.settings import Settings


def root(data: bytes, builder: Builder, settings: Settings, expected: str) -> Element:
    """The root element with all it holds. Document types, entities and deep nesting are refused."""
    for found in elements(data, settings, lambda _, local: local == expected):
        if isinstance(found, Fault):
            raise builder.fault(f"line {found.line}" if found.line else "", found.reason)
        return found
    raise builder.fault("", f"there is no <{expected}> in this file")


def local(element: Element) -> str:
    """The local name; empty for a comment."""
    return names(element)[1]


def line(element: Element) -> str:
    """The place of an element, for error messages."""
    return f"line {element.sourceline}" if element.sourceline else ""


def descendants(element: Element, wanted: str) -> list[Element]:
    """All elements below with this local name, in document order."""
    found: list[Element] = []
    todo = [element]
    while todo:
        here = todo.pop()
        if here is not element and local(here) == wanted:
            found.append(here)
        todo.extend(reversed(list(here)))
    return found
