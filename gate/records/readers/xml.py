"""XML read safely and as a stream: no document type (but where a format always has one), no entities, no network, bounded depth,
one record in memory at a time.

A record file comes from outside, so everything XML can do beyond elements, attributes and text is refused rather than
limited. The attacks are those of the OWASP cheat sheet on XML external entities, and those that defusedxml lists.
"""

from __future__ import annotations

import codecs
import html
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Protocol, cast

from gate.settings import Settings


class Element(Protocol):
    """What we use of an lxml element. ``tag`` is a string in Clark notation; for a comment it is a function."""

    tag: object
    text: str | None
    tail: str | None
    sourceline: int | None

    def __iter__(self) -> Iterator[Element]: ...
    def __len__(self) -> int: ...
    def get(self, key: str, default: str) -> str:
        """An attribute."""
        ...

    def getparent(self) -> Element | None:
        """The element around this one."""
        ...

    def getprevious(self) -> Element | None:
        """The sibling before this one."""
        ...

    def remove(self, element: Element) -> None:
        """Take a child out."""
        ...

    def clear(self, keep_tail: bool = False) -> None:
        """Take everything out."""
        ...


@dataclass(frozen=True, slots=True)
class Fault:
    """Why reading stopped, and at which line (0 if unknown); ``partial`` is the record that was being read, as far as it got."""

    reason: str
    line: int = 0
    partial: Element | None = None

    def __str__(self) -> str:
        return f"{self.reason} (line {self.line})" if self.line else self.reason


def elements(
    data: bytes, settings: Settings, wanted: Callable[[str, str], bool], *, doctype: bool = False
) -> Iterator[Element | Fault]:
    """The outermost elements for which ``wanted(namespace, local name)`` holds, whole, in document order.

    With ``doctype`` a document may name an external document type, as all of JATS does. It is not looked at: what it declares is
    not known, and a declaration within the document itself is refused all the same.

    An element is emptied as soon as the next one is asked for. A fault ends the stream: what stands before it has been
    given, what stands after it cannot be read. Reads with ``huge_tree`` off, so one text is at most 10 MB (libxml2).
    """
    from lxml import etree

    parser = etree.iterparse(  # what lxml does here is not in its type stubs, hence the casts
        BytesIO(data), events=("start", "end"), resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    depth = 0
    chosen: Element | None = None
    try:
        for event, element in cast("Iterator[tuple[str, Element]]", parser):
            if event == "start":
                depth += 1
                if depth == 1 and (refusal := _document_type(element, doctype)):
                    yield Fault(refusal, 1)
                    return
                if depth > settings.max_depth:
                    reason = f"nested deeper than {settings.max_depth} levels (setting max_depth)"
                    yield Fault(reason, element.sourceline or 0, chosen)
                    return
                if chosen is None and wanted(*names(element)):
                    chosen = element
                continue
            depth -= 1
            if element is chosen:
                yield element
                chosen = None
                _release(element)
    except etree.XMLSyntaxError as error:
        yield _fault(error, cast("Iterable[object]", parser.error_log), chosen)


def names(element: Element) -> tuple[str, str]:
    """Namespace and local name of an element; both empty for a comment or a processing instruction."""
    if not isinstance(element.tag, str):
        return "", ""
    namespace, _, local = element.tag.rpartition("}")
    return namespace[1:], local


def content(element: Element) -> str:
    """All text inside an element as it stands, comments and processing instructions left out.

    A character that is named (``&ndash;``), where an external document type would say what it is, is known by HTML's names.
    """
    if not len(element):
        return element.text or ""
    pieces = [element.text or ""]
    for child in element:
        pieces.append(content(child) if isinstance(child.tag, str) else named_character(child))
        pieces.append(child.tail or "")
    return "".join(pieces)


def named_character(node: Element) -> str:
    """The character that an entity reference names; the reference itself where HTML has no such name; nothing for a comment."""
    from lxml import etree

    return html.unescape(node.text or "") if node.tag is etree.Entity else ""


def text(element: Element) -> str:
    """All text inside an element, runs of white space as one space."""
    return " ".join(content(element).split())


def source(element: Element) -> bytes:
    """The element as bytes in UTF-8, with the namespaces it needs."""
    from lxml import etree

    return etree.tostring(cast("etree._Element", element), encoding="utf-8", with_tail=False)


def as_text(head: bytes) -> str:
    """The beginning of a file as text, for sniffing: byte order marks and UTF-16 are understood, odd bytes are replaced."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head[: len(head) // 2 * 2].decode("utf-16", errors="replace")
    if head[1:2] == b"\0":
        return head[: len(head) // 2 * 2].decode("utf-16-le", errors="replace")
    return head.decode("utf-8-sig", errors="replace")


class _DTD(Protocol):
    def iterentities(self) -> Iterator[object]: ...

    def iterelements(self) -> Iterator[object]: ...


def _document_type(root: Element, allowed: bool) -> str:
    """Why this document is refused before its content is looked at, or nothing."""
    from lxml import etree

    document = cast("_DTD | None", cast("etree._Element", root).getroottree().docinfo.internalDTD)
    if document is None:
        return ""
    if any(True for _ in document.iterentities()):
        return "XML with entity declarations is refused"
    if allowed and not any(True for _ in document.iterelements()):
        return ""
    return "XML with a document type (DOCTYPE) is refused"


def _release(element: Element) -> None:
    """Free an element that has been read, and all that stood before it beside it."""
    element.clear()
    parent = element.getparent()
    while parent is not None and (before := element.getprevious()) is not None:
        parent.remove(before)


def _fault(error: SyntaxError, log: Iterable[object], partial: Element | None) -> Fault:
    message, line = error.msg, error.lineno or 0
    for entry in reversed(list(log)):  # on an undefined entity the error itself says neither what nor where
        if isinstance(number := getattr(entry, "line", 0), int) and number:
            message, line = str(getattr(entry, "message", message)), line or number
            break
    if "amplification" in message:  # many entities inside each other: libxml2 stops before we see the document type
        return Fault("XML with entity declarations is refused", line, partial)
    if "HUGE" in message:
        return Fault(f"too deep or too large to be read safely: {message.split(',')[0]}", line, partial)
    return Fault(f"not well-formed XML: {message.strip()}", line, partial)
