"""Whether a body is the well-formed thing that was asked for. Each function gives the value, or says what is wrong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

_HEAD = 1024
_PAGE = (b"<!doctype html", b"<html", b"<head", b"<body", b"<h1", b"<title", b"<center")


class Malformed(str):
    """What is wrong with a body."""

    __slots__ = ()


def is_page(body: bytes, content_type: str = "") -> bool:
    """Whether a body is a page for people: what a proxy, a login or a server in trouble sends in place of data."""
    head = body[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(_PAGE):
        return True
    return head.startswith(b"<") and (b"<html" in head or "text/html" in content_type.lower())


def read_json(body: bytes, shape: type[object], content_type: str = "") -> object:
    """The JSON value of ``body``, whose outermost type must be ``shape``; else :class:`Malformed`."""
    if not body.strip():
        return Malformed("an empty body")
    if is_page(body, content_type):
        return Malformed("an HTML page where JSON is due")
    try:
        value: object = json.loads(body.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError:
        return Malformed("not UTF-8")
    except RecursionError:
        return Malformed("JSON nested too deep")
    except ValueError as error:  # JSONDecodeError, and a number with too many digits
        return Malformed(f"not whole JSON: {error}")
    if not isinstance(value, shape):
        return Malformed(f"JSON of the wrong type: {type(value).__name__} where {shape.__name__} is due")
    return value


def read_xml(body: bytes, roots: tuple[str, ...], content_type: str = "") -> _Element | Malformed:
    """The root element of ``body``, whose local name must be one of ``roots``; else :class:`Malformed`.

    A document type is allowed, since E-utilities send one; entities are not expanded and nothing is loaded.
    """
    from lxml import etree

    if not body.strip():
        return Malformed("an empty body")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError as error:
        return Malformed("an HTML page where XML is due" if is_page(body, content_type) else f"not whole XML: {error.msg}")
    name = etree.QName(root).localname
    if name.lower() == "html":
        return Malformed("an HTML page where XML is due")
    if name not in roots:
        return Malformed(f"XML of the wrong kind: {name} where {' or '.join(roots)} is due")
    return root


def read_bytes(body: bytes, content_type: str = "") -> bytes | Malformed:
    """``body`` itself, unless it is empty or a page for people."""
    if not body.strip():
        return Malformed("an empty body")
    if is_page(body, content_type):
        return Malformed("an HTML page where data is due")
    return body


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
