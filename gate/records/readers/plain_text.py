"""Text files as they come: byte order marks, UTF-16 and UTF-32, UTF-8, else Windows-1252 (a superset of Latin-1)."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from gate.model import Note

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, the encoding it was read in, and a sentence where that is a guess or did not quite fit."""

    text: str
    encoding: str
    doubt: str = ""

    def raw(self, text: str) -> bytes:
        """A piece of the text as the bytes that it was read from, but for the byte order mark."""
        return text.encode(self.encoding, errors="replace")

    def notes(self, text: str) -> list[Note]:
        """The doubt as a note, for a record with this text: a record in ASCII gives no reason for it."""
        return [Note("encoding-doubtful", "", "", self.doubt)] if self.doubt and not text.isascii() else []


def decoded(data: bytes) -> Decoded:
    """``data`` as text. Never raises: a byte that fits no encoding shows as U+FFFD."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _wide(data[len(mark) :], encoding) if encoding != "utf-8" else _utf8(data[len(mark) :])
    zeros = bytes(0 if byte == 0 else 1 for byte in data[:4])
    if zeros[:2] == b"\1\0":
        return _wide(data, "utf-16-le")
    if zeros[:2] == b"\0\1":
        return _wide(data, "utf-16-be")
    return _utf8(data)


def _utf8(data: bytes) -> Decoded:
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return Decoded(data.decode("cp1252", errors="replace"), "cp1252", "not valid UTF-8; read as Windows-1252")


def _wide(data: bytes, encoding: str) -> Decoded:
    text = data.decode(encoding, errors="replace")
    name = encoding.rsplit("-", 1)[0].upper()
    return Decoded(text, encoding, f"some characters are not valid {name}" if "\ufffd" in text else "")


def lines(text: str) -> list[tuple[str, int, int]]:
    """Every line without its end (that of Unix, Windows or old Macs), with where it starts and where the next one starts."""
    found = []
    start = 0
    for end in _LINE_END.finditer(text):
        found.append((text[start : end.start()], start, end.end()))
        start = end.end()
    if start < len(text):
        found.append((text[start:], start, len(text)))
    return found
