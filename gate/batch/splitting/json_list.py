"""A JSON list: a record a member. Members are found by counting brackets, a window of the file at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from gate.batch.splitting.unit import NotSplittableError, Unit
from gate.records.readers.json_text import bracketed, scalar_end

WINDOW = 4_000_000
_SPACE = re.compile(rb"[ \t\r\n\x1e]*+")
_BOM = b"\xef\xbb\xbf"
_TAGS = ("[", "]")
_OPEN = ("[", "")


def is_list(head: bytes) -> bool:
    """Whether ``head`` begins a JSON list in UTF-8."""
    text = head.removeprefix(_BOM)
    return text[_after_space(text, 0) :].startswith(b"[") and b"\0" not in text[:4]


class _Window:
    """Some bytes of a file, and how many come before them."""

    def __init__(self, file: BinaryIO, start: int, stop: int) -> None:
        self._file = file
        self.held = b""
        self.before = start
        self.left = stop - start
        file.seek(start)

    def more(self, offset: int) -> bool:
        """Read on, keeping what is at and behind ``offset``, and as much again; False where all is read."""
        kept = self.held[offset:]
        block = self._file.read(min(max(WINDOW, len(kept)), self.left))
        self.before += offset
        self.left -= len(block)
        self.held = kept + block
        return bool(block)


def units(file: BinaryIO, start: int, stop: int, limit: int, tags: tuple[str, str] = ("", "")) -> Iterator[Unit]:
    """The members of a list that is a whole file, or of the slice of one that stands in ``tags``.

    What does not end is the last one, and so is the end that is missing. Raises :class:`NotSplittableError` where something
    follows the list, and for a member longer than ``limit`` bytes.
    """
    if tags == _OPEN:  # one thing that does not end
        yield Unit(start, stop, 0, _OPEN)
        return
    window = _Window(file, start, stop)
    window.more(0)
    sliced = tags == _TAGS
    at = 0 if sliced else _after_space(window.held, len(_BOM) if window.held.startswith(_BOM) else 0) + 1
    while True:
        at = _after_space(window.held, at)
        sign = window.held[at : at + 1]
        if not sign:
            if not window.more(at):
                break
            at = 0
        elif sign == b",":
            at += 1
        elif sign == b"]":
            _nothing_more(window, at + 1)
            return
        else:
            end = _end(window.held, at)
            if end < 0 or window.held[end : end + 1] in (b"", b'"'):  # it may go on in what is not read yet
                if len(window.held) - at > limit:
                    raise NotSplittableError(f"a member has more than {limit:,} bytes")
                if window.more(at):
                    at = 0
                    continue
                at = 0  # all that is held now begins with the member
                if end < 0:
                    yield Unit(window.before, stop, 0, _OPEN)
                    return
                end = _end(window.held, at)
            yield Unit(window.before + at, window.before + end, 0, _TAGS)
            at = end
    if not sliced:
        yield Unit(stop, stop, 0, _OPEN)


def _after_space(text: bytes, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _end(text: bytes, start: int) -> int:
    """Where the member ends that begins at ``start``; -1: not in ``text``."""
    if text[start : start + 1] in (b"[", b"{"):
        return bracketed(text, start, len(text))[0]
    return scalar_end(text, start)


def _nothing_more(window: _Window, at: int) -> None:
    while _after_space(window.held, at) == len(window.held):
        if not window.more(len(window.held)):
            return
        at = 0
    raise NotSplittableError("something else follows the list")
