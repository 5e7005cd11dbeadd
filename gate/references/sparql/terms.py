"""Terms of RDF, into a query and out of an answer. No text gets into a query but through :func:`literal` or :func:`iri`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_NOT_IN_IRI = re.compile(
    r"[\x00-\x20<>\"{}|^`\\\x7f-\x9f\ud800-\udfff]"  # production 139, and what no query can carry
    r"|%(?![0-9A-Fa-f]{2})|[\[\]]"  # RFC 3986: an escape that is none, brackets other than those of an address
    r"|[\xa0\u2028\u2029\u200e\u200f\u202a-\u202e\ue000-\uf8ff\ufdd0-\ufdef\ufff0-\uffff\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
    + "".join(f"|[\\U000{plane:x}fffe\\U000{plane:x}ffff]" for plane in range(1, 15))  # RFC 3987: no ucschar
)
_HOST_NUMBER = re.compile(r"(?<=://)\[[0-9A-Fa-f:.]+\]")
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:.")
_KINDS = {"uri": "uri", "literal": "literal", "typed-literal": "literal", "bnode": "bnode"}


@dataclass(frozen=True, slots=True)
class Term:
    """One value of a result: ``type`` is ``uri``, ``literal`` or ``bnode``; a literal may have ``lang`` or ``datatype``."""

    value: str
    type: str
    lang: str = ""
    datatype: str = ""


def literal(text: str, lang: str = "") -> str:
    """``text`` as a SPARQL string literal, with its quotes (SPARQL 1.1, productions 156 to 160).

    Raises ValueError for NUL and lone surrogates, which no query can carry, and for a ``lang`` that is no language tag
    (production 145). Every backslash is doubled, so a code point escape in ``text``, which an engine may resolve before it
    parses (section 19.2), leaves an escaped character at worst.
    """
    if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError("NUL and lone surrogates cannot be part of a query")
    if lang and not _LANGUAGE.fullmatch(lang):
        raise ValueError(f"not a language tag: {lang!r}")
    escaped = "".join(_ESCAPES.get(letter, letter) for letter in text)
    escaped = _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04X}", escaped)
    return f'"{escaped}"@{lang}' if lang else f'"{escaped}"'


def iri(text: str) -> str:
    """``text`` as a SPARQL IRI, with its angle brackets (production 139).

    Raises ValueError where it is not absolute, or holds a character that is not allowed there: it must be escaped before, by
    the rules of its own scheme, or it would be another IRI.
    """
    if not _ABSOLUTE.match(text) or _NOT_IN_IRI.search(_HOST_NUMBER.sub("", text, count=1)):
        raise ValueError(f"not an IRI that a query can carry: {text!r}")
    return f"<{text}>"


def term(value: object) -> Term | None:
    """A term of the SPARQL 1.1 results format in JSON; None where it is not one."""
    if not isinstance(value, Mapping):
        return None
    kind, text = _KINDS.get(str(value.get("type"))), value.get("value")
    lang, datatype = value.get("xml:lang", ""), value.get("datatype", "")
    if kind is None or not isinstance(text, str) or not isinstance(lang, str) or not isinstance(datatype, str):
        return None
    return Term(text, kind, lang, datatype) if kind == "literal" else Term(text, kind)
