"""Tagged lines (RIS, Refer, Web of Science, PubMed): where a record begins and ends, by the reader's own rules, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from gate.batch.splitting.unit import NotSplittableError, Unit
from gate.records.readers import isi, nbib, plain_text, refer, ris, xml
from gate.records.readers.tagged import gathered

SYNTAXES = {"ris": ris.SYNTAX, "isi": isi.SYNTAX, "nbib": nbib.SYNTAX, "refer": refer.SYNTAX}
FIRST = {"ris": b"TY  - GEN\nER  - \n"}
"""A record that is put before a slice, so that lines that are no record count as they do in a file; it is dropped."""
_BOM = b"\xef\xbb\xbf"


def is_tagged(form: str, head: bytes) -> bool:
    """Whether a file in the format ``form`` that begins with ``head`` holds records of tagged lines."""
    return form in SYNTAXES and (form != "ris" or ris.FIELD.search(xml.as_text(head)) is not None)


def units(file: BinaryIO, form: str, start: int, stop: int, line: int, limit: int) -> Iterator[Unit]:
    """The records from byte ``start`` to before ``stop``; ``line`` lines come before.

    Raises :class:`NotSplittableError` for text that is not UTF-8, and a line longer than ``limit`` bytes.
    """
    lines = _Lines(file, start, stop, limit)
    last: tuple[int, int] | None = None
    ahead = FIRST.get(form, b"").count(b"\n")
    for found in gathered(lines.read(), SYNTAXES[form]):
        if not found.fields and form not in FIRST:
            continue
        if last is not None:
            yield Unit(last[0], found.start, last[1])
        last = found.start, line + found.line - 1 - ahead
    if last is not None:
        yield Unit(last[0], stop, last[1])


class _Lines:
    """Lines of a file, with the bytes at which they start and end."""

    def __init__(self, file: BinaryIO, start: int, stop: int, limit: int) -> None:
        self._file = file
        self._at = start
        self._stop = stop
        self._limit = limit

    def read(self) -> Iterator[tuple[str, int, int]]:
        """The lines, as :func:`gate.records.readers.plain_text.lines` has them."""
        self._file.seek(self._at)
        while self._at < self._stop:
            data = self._file.readline(self._limit + 1)
            if not data:
                return
            if len(data) > self._limit:
                raise NotSplittableError(f"a line has more than {self._limit:,} bytes")
            if self._at == 0:
                if data[1:2] == b"\0":
                    raise NotSplittableError("not UTF-8")
                if data.startswith(_BOM):
                    self._at, data = len(_BOM), data[len(_BOM) :]
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError as error:
                raise NotSplittableError("not UTF-8") from error
            for line, start, end in plain_text.lines(text):
                size = end - start if text.isascii() else len(text[start:end].encode())
                yield line, self._at, self._at + size
                self._at += size
