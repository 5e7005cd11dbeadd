"""Which characters a MARC record is in. Leader/09 says blank (MARC-8) or ``a`` (UTF-8) and is often wrong, so the bytes decide.

Rules: MARC 21 Specifications, part 2 (character sets and encoding options: MARC-8 with its escape sequences, UTF-8).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

#: escape, then a graphic set (94 or 94x94 characters, to G0 or G1) or one of the custom sets g, b, p, s of MARC-8
_ESCAPE = re.compile(rb"\x1b(?:[$(),\-]|[gbps])")
#: ANSEL: combining marks stand before their letter, at E0-FE
_MARKS = re.compile(rb"[\xe0-\xfe]")
_MARK_AND_LETTER = re.compile(rb"[\xe0-\xfe]+(?=[A-Za-z\xa1-\xbd]|&#x)")
_HIGH = re.compile(rb"[\x80-\xff]")
#: whole words above ASCII, as only a Cyrillic code page has them
_CYRILLIC_WORD = re.compile(rb"[\xc0-\xff\xa8\xb8]{3,}")
#: a character outside MARC-8, as the lossless conversion writes it
_REFERENCE = re.compile("&([\u0300-\u036f]*)#x([0-9A-Fa-f]{4,6});")
#: an escape that designates a set to G0 or G1
_DESIGNATION = re.compile(rb"\x1b(\$,|[$(,)\-])(.)", re.DOTALL)
#: the short form of the same, for G0 (``s`` goes back to ASCII), and an escape that is neither
_SHORT_DESIGNATION = re.compile(rb"\x1b([1234BENQSbgps])")
_STRAY_ESCAPE = re.compile(rb"\x1b(?![$(),\-])")
_CUT_ESCAPE = re.compile(rb"\x1b[$(),\-]{0,2}\Z")


@dataclass(frozen=True, slots=True)
class Charset:
    """How to decode one record; ``doubt`` is a sentence where leader and bytes disagree."""

    name: str
    decode: Callable[[bytes], str]
    doubt: str = ""


def charset_of(leader_09: str, body: bytes) -> Charset:
    """The character set of a record whose leader position 09 is ``leader_09`` and whose fields are ``body``."""
    escapes = _ESCAPE.search(body) is not None
    says_utf8 = leader_09 == "a"
    if body.isascii():
        if not escapes:
            return Charset("ASCII", _ascii)
        return Charset("MARC-8", _marc8, "the leader says UTF-8, the text is in MARC-8" if says_utf8 else "")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        text = body.decode("utf-8", errors="replace")
        damaged = text.count("\ufffd")
        if sum(not c.isascii() for c in text) >= 3 * damaged:
            return Charset("UTF-8", _utf8, f"{damaged} characters are not valid UTF-8")
        return _single_byte(says_utf8, escapes, body)
    return Charset("UTF-8", _utf8, "" if says_utf8 else "the leader says MARC-8, the text is in UTF-8")


def _single_byte(says_utf8: bool, escapes: bool, body: bytes) -> Charset:
    """MARC-8, Latin-1 or, where whole words are above ASCII, Windows-1251."""
    doubt = f"the leader says {'UTF-8' if says_utf8 else 'MARC-8'}, the text looks like "
    if escapes:
        return Charset("MARC-8", _marc8, doubt + "MARC-8" if says_utf8 else "")
    words = _CYRILLIC_WORD.findall(body)
    if len(words) >= 3 and sum(map(len, words)) * 2 > len(_HIGH.findall(body)):
        return Charset("Windows-1251", _windows_1251, doubt + "Windows-1251")
    marks = len(_MARKS.findall(body))
    placed = sum(map(len, _MARK_AND_LETTER.findall(body)))
    if placed * 10 >= marks * 9 and (not says_utf8 or not marks or _composes(body)):
        return Charset("MARC-8", _marc8, doubt + "MARC-8" if says_utf8 else "")
    return Charset("Latin-1", _latin_1, doubt + "Latin-1")


def _composes(body: bytes) -> bool:
    """Whether most ANSEL marks, put on the letters they stand before, give letters that exist (``é``, not ``t`` with umlaut)."""
    pairs = re.findall(rb"[\xe0-\xfe][A-Za-z]", body)
    return bool(pairs) and sum(len(unicodedata.normalize("NFC", _marc8(pair))) == 1 for pair in pairs) * 2 > len(pairs)


def _ascii(data: bytes) -> str:
    return data.decode("ascii")


def _utf8(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")  # also of sound text a wrong directory may cut a character in two


def _latin_1(data: bytes) -> str:
    typographic = any(0x91 <= b <= 0x97 for b in data)  # quotation marks and dashes of Windows
    return data.decode("cp1252" if typographic else "latin-1", errors="replace")


def _windows_1251(data: bytes) -> str:
    return data.decode("cp1251", errors="replace")


def _marc8(data: bytes) -> str:
    if data.isascii() and b"\x1b" not in data and b"&#x" not in data:
        return data.decode("ascii")
    return _marc8_with_tables(data)


@lru_cache(maxsize=8192)
def _marc8_with_tables(data: bytes) -> str:
    from pymarc.marc8 import MARC8ToUnicode

    data = _SHORT_DESIGNATION.sub(lambda m: b"\x1b(" + m[1].replace(b"s", b"B"), data)
    whole = _whole_units(_CUT_ESCAPE.sub(b"", _STRAY_ESCAPE.sub(b"", data)))
    try:
        text = str(MARC8ToUnicode(quiet=True).translate(whole))  # type: ignore[no-untyped-call]
    except (IndexError, TypeError):  # an escape sequence that is none
        text = _latin_1(data.replace(b"\x1b", b""))
    return _REFERENCE.sub(_referred, text) if "#x" in text else text


def _whole_units(data: bytes) -> bytes:
    """Blanks after Chinese, Japanese or Korean text (set 1: three bytes a character) that breaks off inside a character.

    pymarc would read on into what follows, and tell stderr.
    """
    pieces: list[bytes] = []
    three_bytes, done = False, 0
    for match in _DESIGNATION.finditer(data):
        segment = data[done : match.start()]
        pieces += [segment, b" " * (-len(segment) % 3) if three_bytes else b"", match[0]]
        if match[1] not in (b")", b"-"):  # those designate G1
            three_bytes = match[2] == b"1"
        done = match.end()
    rest = data[done:]
    return b"".join([*pieces, rest, b" " * (-len(rest) % 3) if three_bytes else b""])


def _referred(match: re.Match[str]) -> str:
    number = int(match[2], 16)
    if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        return match[0]
    return unicodedata.normalize("NFC", chr(number) + match[1])  # marks stood before the reference
