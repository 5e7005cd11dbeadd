"""Where each key of a TOML text stands. The standard library's parser does not say, and a librarian needs the line.

The text must already have been read without error by :mod:`tomllib`: this scan relies on it and checks nothing itself.
Grammar: https://toml.io/en/v1.0.0.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import TypeAlias

Place: TypeAlias = tuple[str | int, ...]

MAX_PARTS = 6  # deeper keys are not told apart; no rule file has them, and a hostile one must not cost quadratic time

_BLANK = re.compile(r"[ \t]*")
_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""(?:""?)?'  # up to two quotes may stand before the closing three: they match at the end
    r"|'''(?:[^']|'(?!''))*'''(?:''?)?"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]*")


def places(text: str) -> dict[Place, int]:
    """The line (from 1) of every key, table and array element of a valid TOML text, by its place from the root.

    An element of an array, and a table of an array of tables, is named by its index: ``("limits", 0, "score")``.
    """
    scan = _Scan(text)
    scan.document()
    return scan.lines


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Place, int] = {}
        self._breaks = [m.start() for m in re.finditer("\n", text)]
        self._tables: dict[Place, int] = {}  # array of tables -> index of its last table

    def document(self) -> None:
        """Scan table headers and the keys below them."""
        table: Place = ()
        while self._skip(_SPACE) < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _skip(self, what: re.Pattern[str]) -> int:
        match = what.match(self.text, self.at)
        self.at = match.end() if match else len(self.text)
        return self.at

    def _header(self) -> Place:
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        line = self._line()
        place: Place = ()
        parts = self._key()
        for number, part in enumerate(parts):
            place = (*place, part)[:MAX_PARTS]
            self.lines.setdefault(place, line)
            if array and number == len(parts) - 1:
                self._tables[place] = self._tables.get(place, -1) + 1
            if place in self._tables:
                place = (*place, self._tables[place])[:MAX_PARTS]
                self.lines.setdefault(place, line)
        self._skip(_BLANK)
        self.at += 2 if array else 1
        return place

    def _pair(self, table: Place) -> None:
        line = self._line()
        place = table
        for part in self._key():
            place = (*place, part)[:MAX_PARTS]
            self.lines.setdefault(place, line)
        self._skip(_BLANK)
        self.at += 1  # the equals sign
        self._skip(_BLANK)
        self._value(place)

    def _key(self) -> list[str]:
        parts = []
        while True:
            self._skip(_BLANK)
            start = self.at
            name = self.text[start : self._skip(_KEY)]
            parts.append(_unquoted(name) if name[:1] in ("'", '"') else name)
            self._skip(_BLANK)
            if not self.text.startswith(".", self.at):
                return parts
            self.at += 1

    def _value(self, place: Place) -> None:
        first = self.text[self.at : self.at + 1]
        if first == "[":
            self._array(place)
        elif first == "{":
            self._inline(place)
        else:
            self._skip(_STRING if first in ("'", '"') else _SCALAR)

    def _array(self, place: Place) -> None:
        index = 0
        self.at += 1
        while self._skip(_SPACE) < len(self.text) and self.text[self.at] != "]":
            element = (*place, index)[:MAX_PARTS]
            self.lines.setdefault(element, self._line())
            self._value(element)
            self._comma()
            index += 1
        self.at += 1

    def _inline(self, place: Place) -> None:
        self.at += 1
        while self._skip(_SPACE) < len(self.text) and self.text[self.at] != "}":
            self._pair(place)
            self._comma()
        self.at += 1

    def _comma(self) -> None:
        self._skip(_SPACE)
        if self.text.startswith(",", self.at):
            self.at += 1

    def _line(self) -> int:
        return bisect_right(self._breaks, self.at - 1) + 1


def _unquoted(name: str) -> str:
    value: object = tomllib.loads(f"name = {name}")["name"]
    return value if isinstance(value, str) else name
