"""Lines of N-Triples, the form of the big dumps: read fast, and only what is wanted (https://www.w3.org/TR/n-triples/)."""

from __future__ import annotations

import re
from typing import TypeAlias

from gate.references.sparql.terms import Term

Triple: TypeAlias = tuple[bytes, bytes, bytes]
Row: TypeAlias = tuple[str, str, str, str, str]
"""Subject, predicate, kind of the object (``iri``, ``blank``, ``literal``), the object, its language."""

_LINE = re.compile(rb"<([^<>]*)>\s*<([^<>]*)>\s*(.+?)\s*\.\s*\Z", re.DOTALL)
_OBJECT = re.compile(rb'<([^<>]*)>|"([^"\\]*(?:\\.[^"\\]*)*)"(?:@([A-Za-z0-9-]+)|\^\^<([^<>]*)>)?', re.DOTALL)
_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_SIGNS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}
_ROW = re.compile(
    rb"\s*(?:<([^<>\"\x00-\x20]*)>|(_:[^\s<>\"]+))\s*<([^<>\"\x00-\x20]*)>\s*"
    rb'(?:<([^<>"\x00-\x20]*)>|(_:[^\s<>"]+?)(?=\s*\.\s*(?:#|\Z))|'
    rb'"([^"\\\n\r]*(?:\\.[^"\\\n\r]*)*)"(?:@([A-Za-z]+(?:-[A-Za-z0-9]+)*)|\^\^<[^<>]*>)?)\s*\.\s*(?:#.*)?\Z',
    re.DOTALL,
)
_LANG = re.compile(rb'"@([A-Za-z0-9-]+)\s*\.?\s*\Z')


def triple(line: bytes) -> Triple | None:
    """Subject, predicate (without their brackets) and object (as it stands) of a line; None where it is none of IRIs."""
    match = _LINE.match(line)
    return None if match is None else (match[1], match[2], match[3])


def language(value: bytes) -> bytes:
    """The language of a literal as it stands, in lower case; empty where it has none."""
    match = _LANG.search(value)
    return match[1].lower() if match else b""


def term(value: bytes) -> Term | None:
    """An object as a term; None for a blank node, and for what is no object."""
    match = _OBJECT.fullmatch(value)
    if match is None:
        return None
    if match[1] is not None:
        return Term(_text(match[1]), "uri")
    return Term(_text(match[2]), "literal", _text(match[3] or b"").lower(), _text(match[4] or b""))


def row(line: bytes) -> Row | None:
    """A line with everything in it, blank nodes by their labels, language in lower case; None for a blank line or a comment.

    Raises ValueError for what is no triple.
    """
    match = _ROW.match(line)
    if match is None:
        if not line.strip() or line.lstrip().startswith(b"#"):
            return None
        raise ValueError(f"not a triple: {line[:100].decode('utf-8', 'replace').strip()}")
    subject, blank, predicate, iri, node, literal, lang = match.groups()
    own, predicate = _text(subject if blank is None else blank), _text(predicate)
    if literal is not None:
        return own, predicate, "literal", _text(literal), lang.decode().lower() if lang else ""
    return (own, predicate, "iri", _text(iri), "") if iri is not None else (own, predicate, "blank", _text(node), "")


def _text(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    return _ESCAPED.sub(_sign, text) if "\\" in text else text


def _sign(match: re.Match[str]) -> str:
    number = match[1] or match[2]
    if number is None:
        return _SIGNS.get(match[3], match[3])
    code = int(number, 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\N{REPLACEMENT CHARACTER}"
