"""Bytes to text, whatever byte order mark they begin with."""

from __future__ import annotations

import codecs

from gate.errors import InputError

HEAD = 8_192


def beginning(data: bytes) -> str:
    """The first 8 KiB as text, for telling a format; odd bytes are replaced."""
    encoding = _encoding(data)
    return data[:HEAD].decode(encoding, errors="replace")


def decoded(data: bytes, file: str) -> str:
    """All of it. Raises :class:`InputError` with the place of the first byte that is not text."""
    encoding = _encoding(data)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{file}: line {line}: not {encoding.removesuffix('-sig').upper()} text (byte {error.start})") from None


def _encoding(data: bytes) -> str:
    return "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
