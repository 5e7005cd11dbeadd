"""HTML, JATS and MathML markup and character entities removed from titles, with their content kept.

Only element names that occur in registries' titles count as markup, so that ``<935:WOTWSM>`` in a DOI and ``p<q and r>s`` stay.
"""

from __future__ import annotations

import html
import re

#: elements that stand between words
_BLOCKS = "p|br|title|subtitle|sec|div|li|ul|ol|list|list-item|table|tr|td|h[1-6]|break|hr|abstract|article-title|alt-title"
#: elements inside words: HTML, JATS, and MathML presentation elements
_INLINES = (
    "i|b|u|em|strong|sub|sup|inf|sc|scp|small|big|tt|code|span|font|a|q|s|strike|del|ins|italic|bold|underline|monospace|roman"
    "|sans-serif|named-content|styled-content|ext-link|xref|email|uri|inline-formula|disp-formula|alternatives|inline-graphic"
    "|math|semantics|annotation|annotation-xml|mrow|mi|mn|mo|ms|mtext|mspace|msub|msup|msubsup|munder|mover|munderover|mfrac"
    "|msqrt|mroot|mfenced|menclose|mstyle|mpadded|mphantom|mtable|mtr|mtd|mmultiscripts|mprescripts|none|maction|merror"
)
_ATTRIBUTES = r"""(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*\s*"""
_TAG = re.compile(
    rf"</?(?:[A-Za-z]\w*:)?(?:({_BLOCKS})|(?:{_INLINES})){_ATTRIBUTES}/?>|</?(?:jats|mml):[\w.-]+{_ATTRIBUTES}/?>", re.IGNORECASE
)
#: the same formula again in another notation, and comments
_DOUBLE = re.compile(
    r"<((?:[A-Za-z]\w*:)?(?:annotation(?:-xml)?|tex-math))(?:\s[^<>]*)?>.*?</\1>|<!--.*?-->", re.IGNORECASE | re.DOTALL
)
_TEX_ONLY = re.compile(r"</?(?:[A-Za-z]\w*:)?tex-math[^<>]*>", re.IGNORECASE)
_MATHML = re.compile(r"<(?:[A-Za-z]\w*:)?math[\s>].*?</(?:[A-Za-z]\w*:)?math>", re.IGNORECASE | re.DOTALL)
_MATHML_END = re.compile(r"</(?:[A-Za-z]\w*:)?math>", re.IGNORECASE)
_BETWEEN = re.compile(r">\s+<")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def unescape(text: str) -> str:
    """``text`` with character entities decoded, also when they were escaped twice; ``AT&T`` and ``a &copy b`` stay."""
    for _ in range(3):
        if "&" not in text or ";" not in text:
            return text
        decoded = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
        if decoded == text:
            return text
        text = decoded
    return text


def strip_markup(text: str) -> str:
    """``text`` without markup and entities. Never raises; an unknown element is left as it stands."""
    text = unescape(text)
    if "<" not in text or ">" not in text:
        return text
    text = _CDATA.sub(r"\1", text)
    if _MATHML_END.search(text) and _MATHML.search(text):
        text = _DOUBLE.sub("", text)
        text = _MATHML.sub(lambda match: _BETWEEN.sub("><", match[0]), text)
    else:
        text = _TEX_ONLY.sub("", text)
    return _TAG.sub(lambda match: " " if match[1] else "", text)
