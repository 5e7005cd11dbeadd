"""Characters that JSON or XML cannot hold."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

#: what is no Char of XML 1.0 (5th ed., production 2)
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def writable(text: str) -> str:
    """``text`` with what XML cannot hold (controls, lone surrogates) as U+FFFD, the replacement character."""
    return text if text.isascii() and text.isprintable() else _NOT_XML.sub("\ufffd", text)


def whole(text: str) -> str:
    """``text`` with lone surrogates, which no encoding can hold, as U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def xml_text(text: str) -> str:
    """``text`` as the content of an element; a carriage return survives as a reference."""
    return escape(writable(text), {"\r": "&#13;"})


def xml_attribute(text: str) -> str:
    """``text`` as an attribute, with its quotes."""
    return quoteattr(writable(text))
