"""Which characters a UNIMARC record in ISO 2709 is in. Field 100 $a/26-29 says it, and is often out of date: the bytes decide.

Codes: 01 ISO 646, 03 ISO 5426 (extended Latin; its marks stand before their letter), 50 ISO 10646 in UTF-8; of RUSMARC 79 code
page 866, 89 Windows-1251, 99 KOI8-R. Others (ISO 5427, 5428 ...) are not decoded, and said to be so.
"""

from __future__ import annotations

import re
import unicodedata

from gate.records.readers.marc_charset import Charset

_MARKS = {
    **{0xC0 + n: chr(0x300 + c) for n, c in enumerate((9, 0, 1, 2, 3, 4, 6, 7, 8, 8, 10, 0x15, 0x12, 0xB, 0x1B, 0xC))},
    **{0xD0 + n: chr(0x300 + c) for n, c in enumerate((0x27, 0x1C, 0x26, 0x28, 0x25, 0x2E, 0x23, 0x24, 0x32, 0x33, 0x29, 0x2D))},
    0xDD: "\ufe20",
    0xDE: "\ufe21",
}
_SIGNS = {
    **dict(zip(range(0xA1, 0xB0), "¡„£$¥†§′‘“«♭©℗®", strict=True)),
    **dict(zip((0xB0, 0xB1, 0xB2, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF), "ʿʾ‚‡·″’”»♯ʹʺ¿", strict=True)),
    **dict(zip((0xE1, 0xE2, 0xE6, 0xE8, 0xE9, 0xEA, 0xEC), "ÆĐĲŁØŒÞ", strict=True)),
    **dict(zip((0xF1, 0xF2, 0xF3, 0xF5, 0xF6, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC), "æđðıĳłøœßþ", strict=True)),
}
_RUSMARC = {"79": "cp866", "89": "cp1251", "99": "koi8_r"}
_PAIR = re.compile(rb"[\xc0-\xdf]+[A-Za-z]")
_MARK = re.compile(rb"[\xc0-\xdf]")


def charset(codes: str, body: bytes) -> Charset:
    """The character set of a record whose 100 $a/26-29 is ``codes`` and whose fields are ``body``."""
    said = [codes[n : n + 2] for n in (0, 2) if codes[n : n + 2].isdigit()]
    latin = not set(said) - {"01", "03"}
    if body.isascii():
        return Charset("ASCII", lambda data: data.decode("ascii"))
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        if page := next((_RUSMARC[code] for code in said if code in _RUSMARC), ""):
            return Charset(page, lambda data: data.decode(page, errors="replace"))
        placed, marks = len(_PAIR.findall(body)), len(_MARK.findall(body))
        if "03" in said or (not said and placed * 10 >= marks * 9 > 0):
            return Charset("ISO 5426", iso_5426, "" if latin and said else "the record does not say that it is in ISO 5426")
        if "50" in said:
            return Charset("UTF-8", _utf8, "the record says UTF-8; some characters are not valid UTF-8")
        return Charset("Latin-1", _latin_1, "the character set is not known; read as Latin-1")
    if _twice(text):
        return Charset("UTF-8", _utf8_twice, "the text was turned into UTF-8 twice; read as it was before")
    return Charset("UTF-8", _utf8, "" if "50" in said or not said else f"the record says {codes.strip()}, the text is in UTF-8")


def iso_5426(data: bytes) -> str:
    """ISO 5426 as Unicode, composed. A byte that it does not define shows as U+FFFD; the non-sorting marks (ISO 6630) stay."""
    text, waiting = [], ""
    for byte in data:
        if byte in _MARKS:
            waiting += _MARKS[byte]
            continue
        letter = chr(byte) if byte < 0x80 or byte in (0x88, 0x89) else _SIGNS.get(byte, "\ufffd")
        text.append(letter + waiting)
        waiting = ""
    return unicodedata.normalize("NFC", "".join(text) + waiting)


def _twice(text: str) -> bool:
    """Whether all of a text is UTF-8 that was taken for Latin-1 and encoded again."""
    try:
        return not text.encode("latin-1").decode("utf-8").isascii()
    except UnicodeError:
        return False


def _utf8_twice(data: bytes) -> str:
    return data.decode("utf-8", errors="replace").encode("latin-1", errors="replace").decode("utf-8", errors="replace")


def _utf8(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")


def _latin_1(data: bytes) -> str:
    return data.decode("latin-1")
