"""Decisions back from a spreadsheet that the queue gave out, a workbook or CSV. Only the cells to fill in are read."""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gate.errors import InputError, MissingExtraError
from gate.queue.cells import restored
from gate.queue.values import DECISIONS, Refused, State, Wanted

_NEEDED = ("item", "version", "decision", "reason", "note")
LIMIT = 100_000_000  # bytes of a file, and of a workbook unpacked
_SHEET = "items"
#: what openpyxl, zipfile and zlib raise for a workbook that is damaged: seen in 2,000 files with bytes changed at random
_DAMAGED = (
    zlib.error,
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)
_COLUMNS = 200  # more columns than any workbook of ours, filled up by hand, has
_EMPTY = 1_000  # rows without a word after which nothing more is expected


@dataclass(frozen=True, slots=True)
class Read:
    """What a spreadsheet asks for: decisions, and the rows that cannot be meant, by the number of the item (0: not known).

    ``why`` of a refusal begins with the row, counted as spreadsheets count: the heading is row 1.
    """

    decisions: tuple[Wanted, ...]
    refused: tuple[Refused, ...]


def read_decisions(path: Path) -> Read:
    """Every decision in a spreadsheet. A row without one is left alone; rows of one item must not ask for different things.

    Raises :class:`InputError` where the file cannot be read or lacks a column, :class:`MissingExtraError` without openpyxl.
    """
    try:
        if path.stat().st_size > LIMIT:
            raise InputError(f"{path}: more than {LIMIT:,} bytes")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    return decisions_of(data, str(path))


def decisions_of(data: bytes, name: str, limit: int = LIMIT) -> Read:
    """The same for the bytes of a file that goes by ``name``; ``limit`` is in bytes, for a workbook unpacked."""
    rows = _workbook(name, data, limit) if data.startswith(b"PK") else _csv(name, data)
    return _decisions(rows)


def _decisions(rows: Iterable[Mapping[str, str]]) -> Read:
    found: dict[int, Wanted] = {}
    refused: list[Refused] = []
    for place, row in enumerate(rows, 2):
        word = row["decision"].strip().lower()
        if not word:
            continue
        number, version = _whole(row["item"]), _whole(row["version"])
        if number is None or version is None:
            why = f"row {place}: item {row['item'][:40]!r}, version {row['version'][:40]!r}: not whole numbers"
            refused.append(Refused(number or 0, why))
            continue
        state = DECISIONS.get(word, next((s for s in DECISIONS.values() if s == word), None))
        if state is None:
            refused.append(Refused(number, f"row {place}: {word[:40]!r} is no decision; there are {', '.join(DECISIONS)}"))
            continue
        wanted = Wanted(number, version, State(state), row["reason"].strip(), row["note"].strip())
        if found.setdefault(number, wanted) != wanted:
            refused.append(Refused(number, f"row {place}: another row asks for another decision on item {number}"))
    doubtful = {one.item for one in refused}
    return Read(tuple(one for number, one in sorted(found.items()) if number not in doubtful), tuple(refused))


def _needed(path: str, names: Iterable[str]) -> None:
    missing = [name for name in _NEEDED if name not in tuple(names)]
    if missing:
        raise InputError(f"{path}: no column {', '.join(missing)}; is this a spreadsheet of gate queue export?")


def _whole(text: str) -> int | None:
    text = text.strip().removesuffix(".0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def _csv(path: str, data: bytes) -> Iterator[dict[str, str]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 (byte {error.start}); save it as CSV UTF-8") from error
    limit = csv.field_size_limit(LIMIT)  # the limit is the whole process's, so it is given back
    head = text.split("\n", 1)[0]
    separator = max(",;\t", key=head.count)  # a spreadsheet of another country saves semicolons
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), restval="", delimiter=separator)
        _needed(path, reader.fieldnames or ())
        for row in reader:
            yield {name: restored(value) for name, value in row.items() if isinstance(name, str) and isinstance(value, str)}
    except csv.Error as error:
        raise InputError(f"{path}: not CSV: {error}") from error
    finally:
        csv.field_size_limit(limit)


def _workbook(path: str, data: bytes, limit: int) -> Iterator[dict[str, str]]:
    try:
        from openpyxl import load_workbook
        from openpyxl.utils.exceptions import InvalidFileException
    except ModuleNotFoundError as error:
        raise MissingExtraError("a workbook", "xlsx") from error
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > limit:
                raise InputError(f"{path}: more than {limit:,} bytes unpacked")
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        if _SHEET not in book.sheetnames:
            raise InputError(f"{path}: no sheet {_SHEET!r}; is this a workbook of gate queue export?")
        rows = _filled(book[_SHEET].iter_rows(values_only=True, max_col=_COLUMNS))
        book.close()
    except (zipfile.BadZipFile, InvalidFileException, *_DAMAGED) as error:
        raise InputError(f"{path}: not a workbook, or a damaged one: {error}") from error
    names = ["" if name is None else str(name) for name in rows[0]] if rows else []
    _needed(path, names)
    for cells in rows[1:]:
        yield {name: "" if cell is None else restored(str(cell)) for name, cell in zip(names, cells, strict=False)}


def _filled(rows: Iterable[Sequence[object]]) -> list[Sequence[object]]:
    """The rows up to the last one that says anything: a stray cell at the foot of a sheet makes a million empty rows."""
    kept: list[Sequence[object]] = []
    empty = 0
    for row in rows:
        empty = 0 if any(cell is not None for cell in row) else empty + 1
        if empty > _EMPTY:
            break
        kept.append(row)
    return kept
