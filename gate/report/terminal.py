"""Text for a terminal: hostile characters made visible, widths as a terminal counts them, lines that fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_JOINERS = frozenset("\u200c\u200d")  # needed to write Persian and the Indic scripts; they move nothing
ELLIPSIS = " ... "


def safe(text: str) -> str:
    """``text`` on one line, with all that could steer a terminal written out as ``<U+001B>``.

    Written out are control characters (escape sequences), format characters (bidirectional overrides, invisible tags) and lone
    surrogates. White space, line breaks included, becomes one blank.
    """
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(c if _is_plain(c) else f"<U+{ord(c):04X}>" for c in line)


def _is_plain(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def width(text: str) -> int:
    """Columns that ``text`` takes: wide East Asian characters count two, combining marks none (UAX #11)."""
    return len(text) if text.isascii() else sum(_char_width(c) for c in text)


def _char_width(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"} or char in _JOINERS:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def shorten(text: str, limit: int) -> str:
    """``text`` in at most ``limit`` columns, shortened in the middle: the ends of a value tell most."""
    if width(text) <= limit:
        return text
    room = max(limit - len(ELLIPSIS), 2)
    head = _fitting(text, room - room // 3)
    tail = _fitting(text[::-1], room // 3)[::-1]
    return head.rstrip() + ELLIPSIS + tail.lstrip()


def _fitting(text: str, limit: int) -> str:
    used = 0
    for place, char in enumerate(text):
        used += _char_width(char)
        if used > limit:
            return text[:place]
    return text


def wrap(text: str, columns: int) -> list[str]:
    """``text`` in lines of at most ``columns`` columns (at least 8 are used). Words longer than a line are broken."""
    columns = max(columns, 8)
    lines: list[str] = []
    line = ""
    for word in _breakable(text, columns):
        if line and width(line) + 1 + width(word) > columns:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line or not lines else lines


def _breakable(text: str, columns: int) -> Iterator[str]:
    for word in text.split(" "):
        rest = word
        while width(rest) > columns:
            piece = _fitting(rest, columns)
            yield piece
            rest = rest[len(piece) :]
        if rest:
            yield rest


_COLOURS = {"ACCEPT": "32", "REVIEW": "33", "UNREADABLE": "31", "violation": "31", "warning": "33"}
COLUMN = 8


@dataclass(frozen=True, slots=True)
class Layout:
    """How lines are laid out: ``columns`` of the terminal, and whether words of decision and severity are coloured too.

    Colour never tells what a word does not.
    """

    columns: int = 80
    colour: bool = False

    def text(self, text: str, indent: int = 0, hang: int | None = None) -> list[str]:
        """``text`` made safe and wrapped behind ``indent`` blanks; the lines after the first behind ``hang``."""
        hang = indent if hang is None else hang
        lines = wrap(safe(text), self.columns - max(indent, hang))
        return [" " * (hang if number else indent) + line for number, line in enumerate(lines)]

    def field(self, label: str, value: str, indent: int = 0, lines: int = 3, column: int = COLUMN) -> list[str]:
        """``label``, then ``value`` from ``column`` on, in at most ``lines`` lines, shortened in the middle.

        An empty value gives no line. A label that fills its column, half the width at most, stands on a line of its own.
        """
        value = safe(value)
        if not value:
            return []
        column = min(column, self.columns // 2)
        label = shorten(safe(label), self.columns - indent)
        left = indent + column
        wrapped = self._in_lines(value, max(self.columns - left, COLUMN), lines)
        head = " " * indent + self._paint(label) + " " * (column - width(label))
        body = [" " * left + line for line in wrapped]
        return [head, *body] if width(label) >= column else [head + wrapped[0], *body[1:]]

    def _in_lines(self, value: str, columns: int, lines: int) -> list[str]:
        limit = columns * lines
        wrapped = wrap(shorten(value, limit), columns)
        while len(wrapped) > lines:  # broken between words, lines are not full: ask for less until it fits
            limit -= columns // 8 + 1
            wrapped = wrap(shorten(value, limit), columns)
        return wrapped

    def _paint(self, word: str) -> str:
        code = _COLOURS.get(word)
        return f"\x1b[{code}m{word}\x1b[0m" if self.colour and code else word
