"""Elements by their local name: the namespaces of SRU differ between versions, and servers differ in keeping to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element


def local(element: _Element | None) -> str:
    """The local name of an element; empty for a comment, a processing instruction, and nothing."""
    if element is None or not isinstance(element.tag, str):
        return ""
    return element.tag.rpartition("}")[2]


def children(element: _Element, name: str) -> Iterator[_Element]:
    """The children of this name."""
    return (child for child in element if local(child) == name)


def within(element: _Element, name: str) -> Iterator[_Element]:
    """The elements of this name, at any depth, the element itself among them."""
    return (one for one in element.iter() if local(one) == name)


def elements(element: _Element) -> list[_Element]:
    """The children that are elements."""
    return [child for child in element if local(child)]


def text_of(element: _Element) -> str:
    """All text in it, runs of white space as one space."""
    return " ".join("".join(str(part) for part in element.itertext()).split())


def said(element: _Element, name: str) -> str:
    """The text of the first child of this name, or nothing."""
    return next((text_of(child) for child in children(element, name)), "")
