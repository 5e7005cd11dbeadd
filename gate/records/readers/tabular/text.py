"""CSV and TSV (RFC 4180, and what else is about): rows read one by one from the bytes, whatever their encoding and delimiter."""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from gate.model import Note, Record, Unreadable
from gate.records.readers.plain_text import decoded
from gate.records.readers.tabular.headers import rule_of, without_language
from gate.records.readers.tabular.mapping import Mapping, load_mapping
from gate.records.readers.tabular.rows import MAX_CELL, Cell, Layout, Row, layout_of, record_of
from gate.settings import Settings

_DELIMITERS = ",;\t|"
_CHUNK = 1 << 20
#: names that tell a table of records where the file's ending does not
_SURE = frozenset({"creators", "date", "publisher", "isbn", "issn", "doi", "container", "birth", "death", "broader", "concepts"})
#: what a text in these encodings begins with, so that it can be told from its bytes
_MARKS = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE, "utf-32-le": codecs.BOM_UTF32_LE}
_MARKS |= {"utf-32-be": codecs.BOM_UTF32_BE}
_SEP = re.compile(r'"?sep=(.)"?\s*\Z')


@dataclass(frozen=True, slots=True)
class Csv:
    """Text tables with a header row, delimited by comma, semicolon, tab or bar."""

    name: str = "csv"
    suffixes: tuple[str, ...] = (".csv", ".tsv", ".tab")
    media_types: tuple[str, ...] = ("text/csv", "text/tab-separated-values")

    def sniff(self, head: bytes) -> int:
        """45 where the first line names title and another property in two or more columns, 0 for all else: the ending tells."""
        text = decoded(head).text
        line = text.lstrip("\ufeff\r\n").splitlines()[:1]
        if not line or len(line[0]) > 4000 or "\x00" in line[0]:
            return 0
        names = next(csv.reader(line, delimiter=_told(line[0])), [])
        rules = [rule_of(name) for name in names]
        properties = {rule.field.property for rule in rules if rule.field}
        labels = {"title"} & properties or {without_language(name)[0].strip().lower() for name in names} & {"name", "heading"}
        return 45 if len(names) > 1 and labels and (properties - labels) & _SURE else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every row below the header, one by one; a row that cannot be read is named and stops nothing else.

        Raises :class:`~gate.errors.MappingError` for a mapping (setting ``mapping``) that cannot be used.
        """
        return _rows(data, file, load_mapping(settings.mapping), self.name)


def _rows(data: bytes, file: str, mapping: Mapping, form: str) -> Iterator[Record | Unreadable]:
    encoding, doubt = _encoding(data, mapping.encoding)
    delimiter, marked = _delimiter(data, encoding, mapping)
    lines = _Lines(data, encoding)
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if mapping.quote else csv.QUOTE_NONE
    reader = csv.reader(lines, delimiter=delimiter, quotechar=mapping.quote or None, quoting=quoting, strict=True)
    layout: Layout | None = None
    names: list[str] = []
    header = _MARKS.get(encoding, b"")
    position = 0
    while True:
        lines.begin()
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            position += 1
            yield Unreadable(file, f"row {lines.row}: {_said(str(error))}", position, format=form)
            if "limit" in str(error):
                return
            continue
        if layout is None:
            header += lines.taken()
        if not any(cell.strip() for cell in cells):
            continue
        if layout is None:
            if marked:  # a line that Excel does not show, and does not count
                marked, lines.row = False, 0
                continue
            if lines.row < mapping.header:
                continue
            found = layout_of(cells, mapping)
            if isinstance(found, str):
                yield Unreadable(file, found, format=form)
                return
            layout, names = found, _named(found.names)
            continue
        position += 1
        taken = lines.taken()
        notes = [Note("encoding-doubtful", "", "", doubt)] if doubt and not taken.isascii() else []
        row = Row(lines.row, [Cell(cell.strip()) for cell in cells], partial(_place, lines.row, names), header + taken)
        yield record_of(row, layout, file, position, form, notes)
    if layout is None:
        yield Unreadable(file, "there is no row with the names of the columns", format=form)


def rows_of(raw: bytes) -> tuple[bytes, bytes]:
    """The bytes of a record of a table as its header, with what stands before it, and its row, which ends with a line break."""
    encoding, _ = _encoding(raw, "")
    delimiter, _ = _delimiter(raw, encoding, Mapping())
    lines = _Lines(raw, encoding)
    mark = _MARKS.get(encoding, b"")
    before, last = b"", b""
    with contextlib.suppress(csv.Error):  # a mapping may say other quotation marks: then a row is a line
        lines.begin()
        for cells in csv.reader(lines, delimiter=delimiter, strict=True):
            before, last = (before + last, lines.taken()) if any(map(str.strip, cells)) else (before, last + lines.taken())
            lines.begin()
        return mark + before, _ended(last, encoding)
    head, _, row = raw.rstrip(b"\r\n").rpartition(b"\n")
    return head + b"\n", row + b"\n"


def _ended(row: bytes, encoding: str) -> bytes:
    newline = "\n".encode(encoding)
    return row if row.endswith(newline) or not row else row + newline


def _place(row: int, names: Sequence[str], column: int) -> str:
    return f"row {row}, column {names[column] if column < len(names) else column + 1}"


def _named(names: Sequence[str]) -> list[str]:
    """Columns as paths name them; of several with one name each has its number."""
    total = Counter(names)
    return [f'"{name}"' + (f" ({n})" if total[name] > 1 else "") if name else f"{n}" for n, name in enumerate(names, 1)]


def _said(error: str) -> str:
    """What is wrong with a row, in words for those who made the table."""
    if "unexpected end" in error:
        return "a quotation mark opens a value and none closes it; the rest of the file stands in that value"
    if "limit" in error:
        return f"a value of more than {MAX_CELL:,} characters: is a quotation mark not closed? The rest was not read"
    if "expected after" in error:
        return "text follows a closing quotation mark; a quotation mark within a value is written twice"
    return error


def _told(line: str) -> str:
    """The delimiter of a header: of those outside of quotation marks the most frequent."""
    outside = "".join(line.split('"')[::2])
    return max(_DELIMITERS, key=outside.count)


def _delimiter(data: bytes, encoding: str, mapping: Mapping) -> tuple[str, bool]:
    """The delimiter, and whether the first line only names it, as Excel's ``sep=;`` does."""
    first, header = "", ""
    for number, line in enumerate(_decoded(data, encoding), 1):
        header = line.removeprefix("\ufeff") if number == 1 else line
        first = first or header
        if number >= mapping.header and header.strip() and not _SEP.match(first if number == 1 else ""):
            break
    named = _SEP.match(first)
    if named:
        return mapping.delimiter or named[1], True
    return mapping.delimiter or _told(header), False


def _encoding(data: bytes, wanted: str) -> tuple[str, str]:
    """The encoding of a text, and a sentence where it is a guess: as :mod:`plain_text` has it, but without holding the text.

    A byte order mark says more than a mapping.
    """
    head = decoded(data[:4])
    if head.encoding not in ("utf-8", "cp1252"):
        return head.encoding, ""
    if wanted and not wanted.startswith(("utf-8", "utf-16", "utf-32")):
        return wanted, ""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), _CHUNK):
            decoder.decode(data[start : start + _CHUNK])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return "cp1252", decoded(b"\xff").doubt
    return "utf-8", ""


def _decoded(data: bytes, encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding=encoding, errors="replace", newline="")


class _Lines:
    """The lines of a text, decoded as they are asked for. ``row`` is the number of the row at hand, as a spreadsheet counts."""

    def __init__(self, data: bytes, encoding: str) -> None:
        self.encoding = encoding
        self.row = 0
        self._lines = _decoded(data, encoding)
        self._first: str | None = next(self._lines, "").removeprefix("\ufeff")
        self._taken: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        if self._first is not None:
            line, self._first = self._first, None
        else:
            line = next(self._lines)
        self._taken.append(line)
        return line

    def begin(self) -> None:
        """A row begins."""
        self.row += 1
        self._taken.clear()

    def taken(self) -> bytes:
        """The bytes of the row."""
        return "".join(self._taken).encode(self.encoding, errors="replace")
