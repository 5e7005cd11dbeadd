"""The MARC key that the Library of Congress gives with a heading, and the field that it makes in a bibliographic record.

``150  $aMotion pictures$zJapan$xHistory`` (``bflc:marcKey``: tag, two indicators, subfields) becomes ``650 _0 $a Motion pictures
$z Japan $x History``: tags 1XX become 6XX (MARC 21 Format for Bibliographic Data, 6XX). The first indicator is that of the kind
of name, for uniform titles the number of characters that are not filed; the second says which vocabulary, or points to ``$2``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gate.normalise.naco import heading_key

_KEY = re.compile(r"(\d{3})(.)(.)\$(.*)", re.DOTALL)
_TAGS = {"100": "600", "110": "610", "111": "611", "130": "630", "150": "650", "151": "651", "155": "655"}
_FIRST = {"100": "013", "110": "012", "111": "012"}
#: vocabularies that the second indicator names (MARC 21, 6XX)
_SECOND = {"lcsh": "0", "naf": "0", "lcnaf": "0", "lcshac": "1", "mesh": "2", "nal": "3"}


@dataclass(frozen=True, slots=True)
class SubjectField:
    """A field for subject access. A blank indicator is a blank."""

    tag: str
    indicators: str
    subfields: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        shown = " ".join(f"${code} {text}" for code, text in self.subfields)
        return f"{self.tag} {self.indicators.replace(' ', '_')} {shown}"


def subject_field(key: str | None, label: str, vocabulary: str) -> SubjectField | str:
    """The field of a heading with this MARC key, or why it cannot be made: a key is only used where it says what the label says.

    ``vocabulary`` is a code of MARC's list of subject sources.
    """
    if not key:
        return "no key"
    match = _KEY.fullmatch(key.strip("\n"))
    if match is None:
        return "unparseable key"
    tag, first, second, rest = match.groups()
    if tag not in _TAGS:
        return "unsupported tag"
    subfields = tuple((part[:1], part[1:].strip()) for part in rest.split("$"))
    if not all(code.isalnum() and text for code, text in subfields):
        return "unparseable key"
    if _words(" ".join(text for _, text in subfields)) != _words(label):
        return "key does not match label"
    kind = _indicator(tag, first, second)
    if not kind:
        return "bad indicator"
    named = _SECOND.get(vocabulary.lower(), "7")
    source = (("2", vocabulary.lower()),) if named == "7" else ()
    return SubjectField(_TAGS[tag], kind + named, (*subfields, *source))


def _indicator(tag: str, first: str, second: str) -> str:
    """The first indicator of the field; empty where that of the key is none."""
    if tag in _FIRST:
        return first if first in _FIRST[tag] else ""
    if tag == "130":
        return second if second.isdigit() else ""
    return " "


def _words(text: str) -> list[str]:
    return heading_key(text.replace("--", " ")).replace(",", " ").split()
