"""Text in a cell of a spreadsheet: never run as a formula, never steering what is shown, and back again as it was.

What begins like a formula gets an apostrophe in front (OWASP, "CSV Injection"): ``=``, ``+``, ``-``, ``@``, also full-width and
behind blanks, tab, line feed and carriage return. What already begins with apostrophes before such a sign gets one more, so that
:func:`restored` gives back exactly what :func:`neutral` was given.
"""

from __future__ import annotations

import re
import unicodedata

_FORMULA = re.compile("'*(?:[ \u00a0\u3000]*[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])")
_NEUTRALISED = re.compile("'" + _FORMULA.pattern)
#: controls, surrogates, and the marks that turn the direction of all that follows (UAX #9); what a script needs stays
STEERING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
EXCEL_LIMIT = 32_767  # characters a cell of Excel holds


def visible(text: str) -> str:
    """``text`` with controls, lone surrogates and direction overrides written out, as ``<U+202E>``."""
    if text.isascii() and text.isprintable():
        return text
    return STEERING.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)


def neutral(text: str) -> str:
    """``text`` for a cell: visible, and with an apostrophe where a spreadsheet would run it as a formula."""
    shown = visible(text)
    return f"'{shown}" if _FORMULA.match(shown) else shown


def restored(cell: str) -> str:
    """What :func:`neutral` was given, but for what :func:`visible` wrote out."""
    return cell[1:] if _NEUTRALISED.match(cell) else cell


def fitting(cell: str, limit: int = EXCEL_LIMIT) -> str:
    """A cell that Excel can hold; one that is longer is cut, and says how long it was."""
    if len(cell) <= limit:
        return cell
    note = f" ... [cut: {len(cell):,} characters]"
    kept = cell[: limit - len(note)]
    while kept and unicodedata.combining(cell[len(kept)]):  # not between a letter and its accent
        kept = kept[:-1]
    return kept + note
