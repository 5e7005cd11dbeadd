"""Records in XML, as OAI-PMH, SRU and collections have them: their bytes, and the tags that they stand in.

A slice of a file is the opening tags around its records, the records, and the closing tags: a document of its own. The parser
is expat, since lxml tells no byte offsets; a document type, and so every entity, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from gate.batch.splitting.unit import NotSplittableError, Unit

_BLOCK = 1_000_000
#: encodings in which a tag is the same bytes as in ASCII
_ENCODINGS = frozenset({"utf-8", "us-ascii", "iso-8859-1"})


class _Splitter:
    """Finds the elements called ``local`` that are in no other one of that name."""

    def __init__(self, local: str, max_depth: int) -> None:
        self.found: list[Unit] = []
        self._local = local
        self._max_depth = max_depth
        self._encoding = "utf-8"
        self._open: list[str] = []
        #: of each open element, whether it holds elements, and whether it holds records
        self._holds: list[list[bool]] = []
        self._inside = 0
        self._last: tuple[int, int, int] | None = None  # start, line, number of open elements around it
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.XmlDeclHandler = self._declared
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end

    def _declared(self, version: str, encoding: str | None, standalone: int) -> None:
        del version, standalone
        self._encoding = (encoding or "utf-8").lower()
        if self._encoding not in _ENCODINGS:
            raise NotSplittableError(f"the encoding {self._encoding}")

    def _doctype(self, *_: object) -> None:
        raise NotSplittableError("a document type")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._inside:
            self._inside += 1
            if self._inside + len(self._open) > self._max_depth:
                raise NotSplittableError("nested too deeply")
            return
        local = name.rpartition(":")[2]
        if local == "error":
            raise NotSplittableError("an OAI-PMH error")
        if local == self._local and self._open:
            self._close(self.parser.CurrentByteIndex)
            self._last = (self.parser.CurrentByteIndex, self.parser.CurrentLineNumber - 1, len(self._open))
            self._inside = 1
            for holds in self._holds:
                holds[:] = [True, True]
            return
        if self._holds:
            self._holds[-1][0] = True
        self._holds.append([False, False])
        self._open.append(f"<{name}{''.join(f' {key}={quoteattr(value)}' for key, value in attributes.items())}>")

    def _end(self, name: str) -> None:
        del name
        if self._inside:
            self._inside -= 1
            return
        if self._last is not None and self._last[2] == len(self._open):
            self._close(self.parser.CurrentByteIndex)
        holds_elements, holds_records = self._holds.pop()
        self._open.pop()
        if holds_elements and not holds_records:
            raise NotSplittableError("something else beside the records")

    def _close(self, stop: int) -> None:
        """The last record ends where the next one begins, or where the element ends that it is in."""
        if self._last is not None:
            start, line, depth = self._last
            self.found.append(Unit(start, stop, line, self._tags(depth)))
            self._last = None

    def _tags(self, depth: int) -> tuple[str, str]:
        names = [tag[1:].split(" ", 1)[0].rstrip(">") for tag in self._open[:depth]]
        declaration = f'<?xml version="1.0" encoding="{self._encoding}"?>'
        return declaration + "".join(self._open[:depth]), "".join(f"</{name}>" for name in reversed(names))

    def rest(self, stop: int) -> Unit | None:
        """What a fault leaves: from the record that it is in, or behind the last one, to the end."""
        if self._last is not None:
            start, line, depth = self._last
            return Unit(start, stop, line, (self._tags(depth)[0], ""))
        return None


def units(file: BinaryIO, local: str, max_depth: int, size: int) -> Iterator[Unit]:
    """The records of a file of ``size`` bytes, or of bytes that hold records in their tags: elements called ``local``.

    Where the XML has a fault, the last unit is all that follows: its reader says what the fault is.

    Raises :class:`NotSplittableError` where not everything in the file is in a record, and where a tag may be other bytes than in
    ASCII.
    """
    splitter = _Splitter(local, max_depth)
    file.seek(0)
    while True:
        block = file.read(_BLOCK)
        try:
            splitter.parser.Parse(block, not block)
        except expat.ExpatError as error:
            rest = splitter.rest(size)
            if rest is None:
                raise NotSplittableError(str(error)) from error
            yield from splitter.found
            yield rest
            return
        yield from splitter.found
        splitter.found = []
        if not block:
            return
