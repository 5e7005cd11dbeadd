"""Where the values inside a JSON text stand: the bytes of every member of an object or list, as they came."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

_SPACE = re.compile(rb"[ \t\r\n]*")
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_SCALAR = re.compile(rb'[^,\]\[{}"\s]+')
_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


class _OddError(ValueError):
    """Not JSON as written here; a lenient parser may have read it all the same."""


def members(text: bytes, path: Sequence[str]) -> dict[str | int, bytes]:
    """The bytes of every member of the object or list that stands at ``path`` in ``text``, by key or number.

    Empty where there is none, or where the text is not strict JSON. Of members with one key the last counts.
    """
    try:
        start = _space(text, 0)
        for key in path:
            start = next(begin for name, begin, _ in reversed(list(_members(text, start))) if name == key)
        return {name: text[begin:end] for name, begin, end in _members(text, start)}
    except (_OddError, StopIteration):
        return {}


def _members(text: bytes, start: int) -> Iterator[tuple[str | int, int, int]]:
    """Key or number of every member of the object or list that opens at ``start``, where it begins, and where it ends."""
    opening = text[start : start + 1]
    if opening not in (b"{", b"["):
        raise _OddError
    at, number = _space(text, start + 1), 0
    while text[at : at + 1] not in (b"}", b"]"):
        name: str | int = number
        if opening == b"{":
            key = _STRING.match(text, at)
            if key is None:
                raise _OddError
            name = _decoded(key[0])
            at = _after(text, _space(text, key.end()), b":")
        end = _end(text, at)
        yield name, at, end
        number += 1
        at = _space(text, end)
        if text[at : at + 1] == b",":
            at = _space(text, at + 1)
        elif text[at : at + 1] not in (b"}", b"]"):
            raise _OddError


def _end(text: bytes, at: int) -> int:
    """Where the value that begins at ``at`` ends."""
    if text[at : at + 1] not in (b"{", b"["):
        found = _STRING.match(text, at) or _SCALAR.match(text, at)
        if found is None:
            raise _OddError
        return found.end()
    depth = 0
    for token in _BRACKETS.finditer(text, at):
        depth += (token[0] in (b"{", b"[")) - (token[0] in (b"}", b"]"))
        if depth == 0:
            return token.end()
    raise _OddError


def _space(text: bytes, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _after(text: bytes, at: int, mark: bytes) -> int:
    if text[at : at + 1] != mark:
        raise _OddError
    return _space(text, at + 1)


def _decoded(key: bytes) -> str:
    try:
        return str(json.loads(key, strict=False))
    except ValueError as error:
        raise _OddError from error
