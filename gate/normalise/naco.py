"""Normal forms of headings: by the NACO rules, for look-up, and a closer one that keeps diacritics.

The rules are those of the PCC for the NACO authority file (Authority File Comparison Rules, normalisation as revised in 2012).
They say which headings an authority file may not hold side by side, so what they make equal is the same heading to a catalogue.
The result is in lower case here, where the rules have capitals; nothing else differs.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

#: Letters that Unicode does not take apart (section 3.6 of the rules; eth in both cases).
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "þ": "th", "ð": "d", "đ": "d", "ł": "l", "ı": "i", "ℓ": "l", "ơ": "o", "ư": "u", "ß": "ss"}
)
#: Deleted without a blank: apostrophe, brackets, alif, ayn, soft and hard sign, and their look-alikes.
_DELETED = dict.fromkeys(map(ord, "'[]\u02bb\u02bc\u02b9\u02ba\u02be\u02bf\u2018\u2019\u201b"))
#: Signs that tell headings apart and stay: in names of notes, of languages, of addresses.
_KEPT = frozenset("#&+@♭♯")
_NON_SORT = re.compile("[\x88\x98].*?[\x89\x9c]")
_MARKS = re.compile("[\x88\x89\x98\x9c]")
_DASHES = re.compile(r"\s*(?:--|[\u2013\u2014\u2015])\s*")
_BLANKS = re.compile(r"\s+")


def normalise(text: str, *, first_comma: bool = True) -> str:
    """``text`` under the NACO rules, in lower case.

    What stands between non-sort marks (U+0098 and U+009C, U+0088 and U+0089) is left out. ``first_comma`` keeps the first comma
    that has something behind it, as the rules do for $a of a heading: it tells ``Drew, George`` from ``Drew George``.
    """
    plain = _NON_SORT.sub("", text).casefold().translate(_DELETED)
    out: list[str] = []
    comma_left = first_comma
    for letter in unicodedata.normalize("NFKD", plain.translate(_LETTERS)).translate(_LETTERS).casefold():
        kind = unicodedata.category(letter)
        if letter in _KEPT or kind[0] == "L" or (kind in ("Mc", "Me")):
            out.append(letter)
        elif kind in ("Nd", "No", "Nl"):
            figure = unicodedata.decimal(letter, None)
            out.append(letter if figure is None else str(figure))
        elif letter == "," and comma_left:
            out.append(letter)
            comma_left = False
        elif kind not in ("Mn", "Cc", "Cf", "Lm"):
            out.append(" ")
    found = _BLANKS.sub(" ", "".join(out)).strip().replace(" ,", ",")
    return unicodedata.normalize("NFC", found.removesuffix(",").rstrip())


@lru_cache(maxsize=65536)
def heading_key(heading: str) -> str:
    """The key under which a heading is looked up: every part normalised, the parts joined by two hyphens.

    Dashes between parts may be hyphens or dashes, with or without blanks. Only the first part keeps its first comma.
    """
    parts = [normalise(part, first_comma=place == 0) for place, part in enumerate(parts_of(heading))]
    return "--".join(part for part in parts if part)


def without_marks(heading: str) -> str:
    """A heading without its non-sort marks, as it is shown."""
    return _MARKS.sub("", heading)


def heading_keys(heading: str) -> tuple[str, ...]:
    """The keys under which a heading is found, none where it has no word: its own, and that with its non-sort article read.

    Some catalogues mark the article that is not sorted, some leave it out, and some write it without marks.
    """
    keys = (heading_key(heading), heading_key(without_marks(heading)))
    return tuple(dict.fromkeys(key for key in keys if key))


def parts_of(heading: str) -> list[str]:
    """A heading taken apart at its subdivisions; empty parts are left out."""
    return [part.strip() for part in _DASHES.split(heading) if part.strip()]


def label_form(text: str) -> str:
    """``text`` in lower case, with plain blanks, two hyphens for any dash, and no full stops at its end; diacritics stay.

    Two headings with one :func:`heading_key` and different label forms differ by marks that the NACO rules do not count.
    """
    plain = _BLANKS.sub(" ", unicodedata.normalize("NFC", text)).strip()
    return _DASHES.sub("--", plain).rstrip(". ").lower()
