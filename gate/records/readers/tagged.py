"""Formats of tagged lines (RIS, Refer, Web of Science, PubMed): a file cut into records, a record into fields.

What they share: a line begins with a tag, or goes on with the field before it. A field keeps its lines apart with line ends.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gate.records.readers.plain_text import Decoded, lines


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a format writes its lines.

    ``line``     a pattern for the first line of a field, with the groups ``tag`` and ``value``
    ``opening``  tags that begin a record, whether the one before was closed or not
    ``closing``  tags that end one
    ``outside``  tags that describe the file
    ``blank``    whether a blank line ends a record
    ``goes_on``  a pattern for a line that goes on with the field before it; others are strays
    """

    line: re.Pattern[str]
    opening: frozenset[str] = frozenset()
    closing: frozenset[str] = frozenset()
    outside: frozenset[str] = frozenset()
    blank: bool = False
    goes_on: re.Pattern[str] = re.compile(r"")


@dataclass(frozen=True, slots=True)
class Value:
    """What one field says, its path (the tag, and which of several where it is repeated), and which field of the record it is."""

    text: str
    path: str
    number: int = 0

    @property
    def lines(self) -> list[str]:
        """Its lines that are not blank."""
        return [line for piece in self.text.split("\n") if (line := piece.strip())]

    @property
    def joined(self) -> str:
        """Its lines as one."""
        return " ".join(self.text.split())


@dataclass(frozen=True, slots=True)
class Block:
    """One record: its fields (tag, text) in order, the number of its first line, its text, and lines that belong to no field."""

    fields: tuple[tuple[str, str], ...]
    line: int
    text: str
    strays: tuple[str, ...] = ()

    def numbered(self) -> list[tuple[str, Value]]:
        """Every field with its path: ``TI``; ``AU[2]``, the second of several."""
        total = Counter(tag for tag, _ in self.fields)
        seen: Counter[str] = Counter()
        found = []
        for number, (tag, text) in enumerate(self.fields):
            seen[tag] += 1
            found.append((tag, Value(text, f"{tag}[{seen[tag]}]" if total[tag] > 1 else tag, number)))
        return found


def blocks(decoded: Decoded, syntax: Syntax) -> Iterator[Block]:
    """Every record of a text, in order; lines between records that belong to none come as a block without fields."""
    return (found.closed(decoded.text) for found in gathered(lines(decoded.text), syntax))


def gathered(text: Iterable[tuple[str, int, int]], syntax: Syntax) -> Iterator[Open]:
    """The same, of lines with where each starts and ends, as they come. One record is held."""
    found = Open()
    for number, (line, start, end) in enumerate(text, 1):
        match = syntax.line.match(line)
        if match is None:
            if not line.strip(" \t\ufeff\x1a\x00"):
                if syntax.blank and found.fields:
                    yield found
                    found = Open()
            else:
                found.more(line, number, start, end, bool(syntax.goes_on.match(line)))
            continue
        tag = match["tag"]
        if tag in syntax.outside:
            continue
        if tag in syntax.closing:
            if found:
                yield found
            found = Open()
            continue
        if tag in syntax.opening and found and not found.only(tag):
            yield found
            found = Open()
        found.field(tag, match["value"] or "", number, start, end)
    if found:
        yield found


class Open:
    """A record that is being gathered: its fields, the number of its first line, and where that starts."""

    def __init__(self) -> None:
        self.fields: list[tuple[str, list[str]]] = []
        self.strays: list[str] = []
        self.line = self.start = self.end = 0

    def __bool__(self) -> bool:
        return bool(self.fields or self.strays)

    def only(self, tag: str) -> bool:
        """Whether there is nothing but this tag: a type stated twice begins one record."""
        return not self.strays and all(own == tag for own, _ in self.fields)

    def _take(self, number: int, start: int, end: int) -> None:
        if not self:
            self.line, self.start = number, start
        self.end = end

    def field(self, tag: str, value: str, number: int, start: int, end: int) -> None:
        """Add the first line of a field."""
        self._take(number, start, end)
        self.fields.append((tag, [value]))

    def more(self, line: str, number: int, start: int, end: int, goes_on: bool) -> None:
        """Add a line that goes on with the field before it, or belongs to none."""
        self._take(number, start, end)
        if self.fields and goes_on:
            self.fields[-1][1].append(line)
        else:
            self.strays.append(line.strip())

    def closed(self, text: str) -> Block:
        """The record, as it stands in ``text``."""
        fields = tuple((tag, "\n".join(parts).strip()) for tag, parts in self.fields)
        return Block(fields, self.line, text[self.start : self.end], tuple(self.strays))
