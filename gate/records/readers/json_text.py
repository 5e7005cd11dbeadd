"""JSON as it comes: bytes to values, one a record, with the place and the bytes of each.

A file holds one value, a list, or values one after the other (JSON Lines, RFC 7464 aside). The text is cut into records by
counting brackets, before anything is parsed, so that depth is known beforehand and a damaged record costs itself only.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from gate.model import Note, Unreadable
from gate.records.readers.json_parse import Fault, Parser, describe
from gate.settings import Settings

_SPACE = re.compile(rb"[ \t\r\n\x1e]*+")  # with the record separator of RFC 7464
_TO_BRACKET = re.compile(rb'[^"\[\]{}]*+(?:"(?:[^"\\]++|\\.)*+"[^"\[\]{}]*+)*+', re.DOTALL)
_SCALAR = re.compile(rb'(?:"(?:[^"\\]++|\\.)*+"|[^,\]\[{}"])++', re.DOTALL)
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1d\x1f]")
_OPEN, _CLOSE = b"[{", b"]}"


@dataclass(frozen=True, slots=True)
class Document:
    """One JSON value that should be a record: ``offset`` and ``raw`` say where it was read, ``notes`` what was doubtful."""

    value: object
    position: int
    offset: int | None = None
    raw: bytes = b""
    notes: tuple[Note, ...] = ()


def documents(data: bytes, file: str, settings: Settings) -> Iterator[Document | Unreadable]:
    """Every record of ``data``, in order. What cannot be read is Unreadable, with its place; the others are still read."""
    try:
        text, start = _as_utf8(data)
    except UnicodeDecodeError as error:
        yield Unreadable(file, f"not JSON: the text is not {error.encoding.upper()} as its beginning says")
        return
    if not text.strip():
        yield Unreadable(file, "the file is empty")
        return
    reader = _Documents(text, start, file, settings)
    if _records_by_line(text):
        yield from reader.lines()
    else:
        yield from reader.values()


def _as_utf8(data: bytes) -> tuple[bytes, int | None]:
    """The text in UTF-8, or what should be that, and where it starts in the file (None after recoding).

    UTF-16 and UTF-32 are known by byte order mark, or by the zeros among the first four bytes (RFC 4627, section 3).
    """
    if data.startswith(codecs.BOM_UTF8):
        return data[len(codecs.BOM_UTF8) :], len(codecs.BOM_UTF8)
    for bom, encoding in (
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(bom):
            return data[len(bom) :].decode(encoding).encode("utf-8"), None
    zeros = bytes(0 if byte == 0 else 1 for byte in data[:4])
    by_zeros = {b"\0\0\0\1": "utf-32-be", b"\1\0\0\0": "utf-32-le", b"\0\1\0\1": "utf-16-be", b"\1\0\1\0": "utf-16-le"}
    known = by_zeros.get(zeros)
    return (data, 0) if known is None else (data.decode(known).encode("utf-8"), None)


def _records_by_line(text: bytes) -> bool:
    """Whether this is JSON Lines.

    It is when the first record ends with its line, or when it does not end well and a later line is whole by itself.
    """
    start = _end(_SPACE, text, 0)
    line_end = text.find(b"\n", start)
    if text[start : start + 1] == b"[" or line_end < 0 or _end(_SPACE, text, line_end) >= len(text):
        return False
    end, _ = bracketed(text, start, line_end)
    if end >= 0:
        return _end(_SPACE, text, end) >= line_end
    end = bracketed(text, start, len(text))[0] if text[start : start + 1] == b"{" else -1
    if end >= 0 and _end(_SPACE, text, end) >= len(text) and not isinstance(Parser().parse(text[start:end])[0], Fault):
        return False
    return _a_whole_line(text, line_end)


def _a_whole_line(text: bytes, after: int) -> bool:
    """Whether a line behind ``after`` begins with a brace and is one JSON object, comma or not."""
    for _ in range(100):
        start = text.find(b"\n{", after)
        if start < 0:
            return False
        end = text.find(b"\n", start + 1)
        after = end if end >= 0 else len(text)
        line = text[start + 1 : after].strip()
        if len(line) > 2 and line.endswith(b"}") and not isinstance(Parser().parse(line)[0], Fault):
            return True
    return False


class _Documents:
    def __init__(self, text: bytes, start: int | None, file: str, settings: Settings) -> None:
        self._text = text
        self._start = start
        self._parser = Parser()
        self._file = file
        self._max_depth = settings.max_depth
        self._count = 0

    def lines(self) -> Iterator[Document | Unreadable]:
        """JSON Lines: a record a line, blank lines skipped; a bad line is named by number and offset."""
        offset = number = 0
        while offset < len(self._text):
            number += 1
            end = self._text.find(b"\n", offset)
            end = len(self._text) if end < 0 else end
            start = _end(_SPACE, self._text, offset)
            if start < end:
                yield from self._line(start, end, number)
            offset = end + 1

    def _line(self, start: int, end: int, number: int) -> Iterator[Document | Unreadable]:
        if self._text[start : start + 1] not in (b"{", b"["):
            yield self._unreadable(f"line {number} is not a JSON object", start)
            return
        stop, depth = bracketed(self._text, start, end)
        if stop < 0:
            yield self._unfinished(f"line {number}", depth, start)
        elif _end(_SPACE, self._text, stop) < end and self._text[stop:end].strip() != b",":
            yield self._unreadable(f"line {number} goes on after its JSON object", start)
        else:
            yield self._document(start, stop, depth, f"line {number}: ")

    def values(self) -> Iterator[Document | Unreadable]:
        """Values one after the other; the members of a list are records."""
        offset = _end(_SPACE, self._text, 0)
        while offset < len(self._text):
            opening = self._text[offset : offset + 1]
            if opening == b"[":
                offset = yield from self._members(offset + 1)
            elif opening == b"{":
                end, depth = bracketed(self._text, offset, len(self._text))
                if end < 0:
                    yield self._unfinished("the JSON object", depth, offset)
                    return
                yield self._document(offset, end, depth)
                offset = end
            else:
                binary = _CONTROLS.search(self._text[:4096]) is not None
                reason = "binary data, not JSON" if binary else "not a JSON object or list"
                yield self._unreadable("something else follows the JSON" if self._count else reason, offset)
                return
            if offset < 0:
                return
            offset = _end(_SPACE, self._text, offset)

    def _members(self, offset: int) -> Generator[Document | Unreadable, None, int]:
        """The members of a list from ``offset`` on; gives the offset behind it, or -1 where it does not end."""
        text, size = self._text, len(self._text)
        while True:
            offset = _end(_SPACE, text, offset)
            if offset >= size:
                yield self._unreadable("the JSON list does not end (truncated?)", offset)
                return -1
            opening = text[offset]
            if opening == 0x5D:
                return offset + 1
            if opening == 0x2C:
                offset += 1
            elif opening in _OPEN:
                end, depth = bracketed(text, offset, size)
                if end < 0:
                    yield self._unfinished("the record", depth, offset)
                    return -1
                yield self._document(offset, end, depth)
                offset = end
            else:
                end = scalar_end(text, offset)
                if end < 0:
                    yield self._unreadable("not JSON from here on", offset)
                    return -1
                value, _ = self._parser.parse(text[offset:end].strip())
                yield self._unreadable(
                    str(value) if isinstance(value, Fault) else f"{describe(value)}, not a JSON object", offset
                )
                offset = end

    def _document(self, start: int, end: int, depth: int, where: str = "") -> Document | Unreadable:
        if depth > self._max_depth:
            reason = f"{where}nested {depth} levels deep, limit {self._max_depth}; raise max_depth"
            return self._unreadable(reason, start)
        raw = self._text[start:end]
        value, notes = self._parser.parse(raw)
        if isinstance(value, Fault):
            return self._unreadable(f"{where}{value}", start + value.offset)
        self._count += 1
        return Document(value, self._count, None if self._start is None else self._start + start, raw, notes)

    def _unfinished(self, what: str, depth: int, offset: int) -> Unreadable:
        if depth > self._max_depth:
            return self._unreadable(f"{what} is nested more than {self._max_depth} levels deep and does not end", offset)
        return self._unreadable(f"{what} does not end (truncated?)", offset)

    def _unreadable(self, reason: str, offset: int) -> Unreadable:
        self._count += 1
        return Unreadable(self._file, reason, self._count, "", None if self._start is None else self._start + offset)


def _end(pattern: re.Pattern[bytes], text: bytes, offset: int) -> int:
    found = pattern.match(text, offset)
    return found.end() if found else offset


def scalar_end(text: bytes, start: int) -> int:
    """Where a member of a list ends that is neither object nor list, or is no JSON; -1 where nothing there can be one."""
    found = _SCALAR.match(text, start)
    return found.end() if found else -1


def bracketed(text: bytes, start: int, stop: int) -> tuple[int, int]:
    """Where the brackets that open at ``start`` are closed again (-1: not before ``stop``), and how deep they go."""
    depth = deepest = 0
    match = _TO_BRACKET.match
    offset = start
    while True:
        found = match(text, offset, stop)
        offset = found.end() if found else stop
        if offset >= stop:
            return -1, deepest
        byte = text[offset]
        offset += 1
        if byte in _OPEN:
            depth += 1
            if depth > deepest:
                deepest = depth
        elif byte in _CLOSE:
            depth -= 1
            if depth == 0:
                return offset, deepest
        else:  # a string that does not end
            return -1, deepest
