"""JSON of any size as a stream of objects: one a line, or the items of one document that is never held as a whole.

Bulk files come in both forms: a line a work, or ``{"items": [...]}`` with thousands of works on one line. In the second case the
objects are cut out of the text by their brackets, and each is then read (and checked) by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BufferedReader

import orjson

from gate.errors import SnapshotError
from gate.references.values import items, table, tables

_CHUNK = 1 << 20
_LONGEST_LINE = 1 << 22  # bytes; a longer first line is no line of one work, and is cut up
_LONGEST_ITEM = 1 << 28
_BOM = b"\xef\xbb\xbf"
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*("?)|[{}\[\]]', re.DOTALL)
_PAIRS = {0x5D: 0x5B, 0x7D: 0x7B}  # ] [ and } {
_LIST, _OBJECT, _QUOTE = 0x5B, 0x7B, 0x22
_WRAPPERS = frozenset({(b'"items"',), (b'"data"',), (b'"message"', b'"items"')})


def json_objects(file: BufferedReader, where: str) -> Iterator[dict[str, object]]:
    """The objects of one JSON document (an object, a list, ``{"items": []}``, ``{"message": {"items": []}}``, ``{"data": []}``),
    or of one a line. Raises :class:`SnapshotError` that begins with ``where``, which names the file.
    """
    first = file.readline(_LONGEST_LINE)
    while first and not first.strip():
        first = file.readline(_LONGEST_LINE)
    first = first.removeprefix(_BOM)
    try:
        document = orjson.loads(first)
    except orjson.JSONDecodeError:
        yield from _cut_out(file, first, where)
        return
    if not isinstance(document, dict | list):
        raise SnapshotError(f"{where}: not JSON: neither an object nor a list")
    yield from unwrapped(document)
    for number, line in enumerate(file, 2):
        if line.strip():
            try:
                yield from unwrapped(orjson.loads(line))
            except orjson.JSONDecodeError as error:
                raise SnapshotError(f"{where}:{number}: not JSON: {error}") from error


def unwrapped(document: object) -> Iterator[dict[str, object]]:
    """The objects in a document that is at hand."""
    if isinstance(document, list):
        for inner in document:
            yield from unwrapped(inner)
    elif isinstance(document, dict):
        message = table(document.get("message"))
        inside = items(message.get("items")) or items(document.get("items")) or ([message] if message else [])
        if inside:
            yield from ({**item} for item in tables(inside))
        else:
            yield document


def _cut_out(file: BufferedReader, begun: bytes, where: str) -> Iterator[dict[str, object]]:
    """The objects of what starts with ``begun`` and goes on in ``file``."""
    scan = _Scan(where)
    data = begun
    while data:
        yield from scan.feed(data)
        data = file.read(_CHUNK)
    scan.end()


class _Scan:
    """Cuts objects out of text that comes in pieces; holds no more of it than the object that it is in.

    An outermost object is held until it ends, or turns out to be the wrapping of a list: then its items are cut out instead.
    """

    def __init__(self, where: str) -> None:
        self._where = where
        self._text = b""
        self._at = 0  # where scanning goes on
        self._open: list[int] = []
        self._keys: list[bytes] = []  # the last string at each depth: before a bracket, its key
        self._lists: list[int] = []  # depths at which the items of a wrapped list lie
        self._start = -1  # of the object that is being cut out; -1 where none is
        self._outermost = False  # that object is the outermost one
        self._seen = False

    def feed(self, data: bytes) -> Iterator[dict[str, object]]:
        """The objects that are whole now."""
        self._text += data
        while (match := _TOKEN.search(self._text, self._at)) is not None:
            sign = self._text[match.start()]
            if sign == _QUOTE and not match[1]:
                self._between(match.start())
                break  # the string goes on in the next piece
            self._between(match.start())
            self._at = match.end()
            if sign == _QUOTE:
                if not self._keys:
                    raise self._wrong()
                self._keys[-1] = match.group()
            elif sign in _PAIRS:
                yield from self._closed(sign)
            else:
                self._opened(sign, match.start())
        else:
            self._between(len(self._text))
        self._forget()

    def end(self) -> None:
        """Nothing follows. Raises :class:`SnapshotError` where something should."""
        if self._open or not self._seen or self._text[self._at :].strip():
            raise SnapshotError(f"{self._where}: not JSON, or not all of it")

    def _between(self, place: int) -> None:
        """Go on to ``place``. Outside of every bracket nothing but blanks may be passed over."""
        if not self._open and self._text[self._at : place].strip():
            raise self._wrong()
        self._at = place

    def _opened(self, sign: int, place: int) -> None:
        depth = len(self._open)
        if self._start < 0 and (
            depth == self._lists[-1] if self._lists else not depth
        ):  # where an item, or a document, may begin
            if sign == _OBJECT:
                self._start, self._outermost = place, not depth
            else:
                self._lists.append(depth + 1)
        elif sign == _LIST and not self._lists and tuple(self._keys) in _WRAPPERS and _LIST not in self._open:
            self._lists.append(depth + 1)
            self._start = -1
        self._open.append(sign)
        self._keys.append(b"")
        self._seen = True

    def _closed(self, sign: int) -> Iterator[dict[str, object]]:
        if not self._open or self._open.pop() != _PAIRS[sign]:
            raise self._wrong()
        self._keys.pop()
        depth = len(self._open)
        if self._start >= 0 and depth == (0 if self._outermost else self._lists[-1]):
            try:
                value: object = orjson.loads(self._text[self._start : self._at])
            except orjson.JSONDecodeError as error:
                raise SnapshotError(f"{self._where}: not JSON: {error}") from error
            self._start = -1
            yield from unwrapped(value) if self._outermost else ({**table(value)},)
        elif self._start < 0 and self._lists and depth == self._lists[-1] - 1:
            self._lists.pop()

    def _forget(self) -> None:
        kept = self._at if self._start < 0 else self._start
        self._text, self._at = self._text[kept:], self._at - kept
        self._start = min(self._start, 0)
        if len(self._text) > _LONGEST_ITEM:
            raise SnapshotError(f"{self._where}: an object of more than {_LONGEST_ITEM:,} bytes")

    def _wrong(self) -> SnapshotError:
        return SnapshotError(f"{self._where}: not JSON")
