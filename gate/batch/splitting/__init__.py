"""Large files are cut into slices at the bytes between records, so that no process reads more of a file than it checks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import islice, pairwise
from pathlib import Path
from typing import BinaryIO

from gate.batch.splitting import bibtex, iso2709, json_list, lines, parquet, tagged, xml
from gate.batch.splitting.unit import NotSplittableError, Unit
from gate.errors import InputError
from gate.model import Record, Unreadable
from gate.records import archives, read, read_bytes, readers, shown_path
from gate.settings import Settings

__all__ = ["Piece", "cut", "read_piece", "singles", "whole"]

_HEAD = 1_000_000
_LINES = frozenset({"json", "csl", "marcjson", "datacitejson"})
_ELEMENTS = {"marcxml": "record", "dc": "record", "mods": "mods"}
_ENCODING = re.compile(r'<\?xml version="1\.0" encoding="([^"]+)"')
#: a line number of the file in a reason; one counted within a record stays
_LINE = re.compile(r"(?<!its )\bline (\d+)")


@dataclass(frozen=True, slots=True)
class Piece:
    """Records that follow each other in a file: ``count`` of them, with ``first`` before them.

    ``how`` is ``lines``, ``list``, ``marc``, ``tagged``, ``bibtex`` or ``xml`` (``start`` and ``stop`` are bytes), ``parquet``
    (rows), ``file`` (all of a file that is read as a whole), or ``sent``: some records of such a file, which one process reads
    for all. ``line`` and ``tags`` are those of :class:`Unit`. ``shown`` is the name that the file goes by, where that is another.

    ``around`` are spans of the file, in bytes, that are read before the slice, ``skip`` the records in them (or before these in
    the slice), and ``beyond`` bytes are read behind it.
    """

    file: str
    how: str
    form: str
    count: int
    first: int = 0
    start: int = 0
    stop: int = 0
    line: int = 0
    tags: tuple[str, str] = ("", "")
    shown: str = ""
    around: tuple[tuple[int, int], ...] = ()
    skip: int = 0
    beyond: int = 0

    @property
    def name(self) -> str:
        """What the file goes by in the report."""
        return self.shown or shown_path(Path(self.file))


def cut(path: Path, form: str, room: int, size: int, settings: Settings, shown: str = "") -> list[Piece] | None:
    """The pieces of a file: one of ``room`` records, then others of ``size``; None where it has to be read as a whole.

    ``form`` is the name of a format, or empty: then the beginning of the file tells. The file is read once, as a stream.
    ``shown`` is the name that it goes by, where it is not its own.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
            end = path.stat().st_size
            if head.startswith(parquet.MAGIC):
                return None if shown else _rows(path, form, room, size)
            how, reader = _way(head, shown.removesuffix(".gz") or path.name, form)
            if not how or not end:
                return None
            like = Piece(str(path), how, reader, 0, shown=shown)
            if how == "bibtex":
                with bibtex.listed(file, settings.max_file_bytes) as entries:
                    return [_behind(piece, entries) for piece in _grouped(entries.units(), like, room, size)]
            found = _units(file, replace(like, stop=end), settings)
            return list(_grouped(found, like, room, size)) or None
    except (OSError, NotSplittableError):
        return None


def _behind(piece: Piece, entries: bibtex.Listed) -> Piece:
    around, skip, beyond = entries.around(piece.start, piece.stop)
    return replace(piece, around=around, skip=skip, beyond=beyond)


def _way(head: bytes, name: str, form: str) -> tuple[str, str]:
    """How a file can be cut, and the format it is in; empty where it cannot."""
    if archives.is_packed(head):
        return "", ""
    reader = readers.reader(form) if form else readers.sniff(head[: readers.HEAD], name)
    name = reader.name if reader is not None else ""
    if name in _LINES and lines.are_lines(head):
        return "lines", name
    if name in _LINES and json_list.is_list(head):
        return "list", name
    if name == "bibtex":
        return "bibtex", name
    if tagged.is_tagged(name, head):
        return "tagged", name
    if name in ("marc", "unimarc") and not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return "marc", name
    return ("xml", name) if name in _ELEMENTS else ("", "")


def _units(file: BinaryIO, piece: Piece, settings: Settings) -> Iterator[Unit]:
    """The records of the bytes that ``piece`` names."""
    if piece.how == "lines":
        before = piece.line + lines.FIRST.count(b"\n") if piece.start else 0
        return lines.units(file, piece.start, piece.stop, before, settings.max_file_bytes)
    if piece.how == "list":
        return json_list.units(file, piece.start, piece.stop, settings.max_file_bytes, piece.tags)
    if piece.how == "tagged":
        before = piece.line + tagged.FIRST.get(piece.form, b"").count(b"\n") if piece.start else 0
        return tagged.units(file, piece.form, piece.start, piece.stop, before, settings.max_file_bytes)
    if piece.how == "marc":
        return iso2709.units(file, piece.start, piece.stop, settings.max_file_bytes)
    return xml.units(file, _ELEMENTS[piece.form], settings.max_depth, piece.stop)


def _grouped(found: Iterator[Unit], like: Piece, room: int, size: int) -> Iterator[Piece]:
    """Units that follow each other in the same tags, in pieces of ``room`` and then of ``size`` records.

    Where the tags change a piece ends before it is full; the next one has the rest.
    """
    left = room
    open_piece: Piece | None = None
    for first, unit in enumerate(found):
        if open_piece is not None and (not left or open_piece.tags != unit.tags):
            yield open_piece
            open_piece = None
            left = left or size
        if open_piece is None:
            open_piece = replace(like, first=first, start=unit.start, line=unit.line, tags=unit.tags)
        open_piece = replace(open_piece, count=open_piece.count + 1, stop=unit.stop)
        left -= 1
    if open_piece is not None:
        yield open_piece


def _rows(path: Path, form: str, room: int, size: int) -> list[Piece] | None:
    try:
        count = parquet.rows(path)
    except InputError:
        return None
    ends = [0, *range(min(room, count), count, size), count]
    pairs = [(start, stop) for start, stop in pairwise(ends) if start < stop]
    return [Piece(str(path), "parquet", form or "json", stop - start, start, start, stop) for start, stop in pairs] or None


def whole(path: Path, form: str, settings: Settings, shown: str = "") -> Iterator[Record | Unreadable]:
    """Every record of a file, in order. One that cannot be opened comes out as unreadable."""
    try:
        source = (path.read_bytes(), shown) if shown else path
        yield from read(source, format=form or None, settings=settings)
    except InputError as error:
        name = shown_path(path)
        yield Unreadable(name, str(error).removeprefix(f"{name}: "))


def read_piece(piece: Piece, settings: Settings) -> Iterator[Record | Unreadable]:
    """The records of a piece, with the places that they have in the whole file.

    Raises :class:`InputError` where the file is gone.
    """
    if piece.how in ("file", "sent"):
        found = whole(Path(piece.file), piece.form, settings, piece.shown)
        yield from islice(found, piece.first, piece.first + piece.count)
        return
    data, ahead, passed = _bytes(piece)
    end = passed + piece.count if piece.how == "bibtex" else None  # what stands beyond the slice is no record of it
    items = islice(read_bytes(data, piece.name, piece.form, settings=settings), passed, end)
    if piece.how == "bibtex":
        piece = replace(piece, line=piece.line - bibtex.line_count(data[:ahead]))
    for item in items:
        yield _placed(item, piece, piece.first - passed, piece.start - ahead)


def _bytes(piece: Piece) -> tuple[bytes, int, int]:
    """A document of the records of a piece alone, and how many bytes and records come before them in it."""
    path = Path(piece.file)
    if piece.how == "parquet":
        return lines.FIRST + parquet.lines(path, piece.start, piece.stop), len(lines.FIRST), 1
    try:
        with path.open("rb") as file:
            around = bibtex.before(file, piece.around)
            file.seek(piece.start)
            data = file.read(piece.stop - piece.start + piece.beyond)
    except OSError as error:
        raise InputError(f"{piece.name}: {error.strerror or error}") from error
    if piece.how == "lines":
        return lines.FIRST + data, len(lines.FIRST), 1
    if piece.how == "tagged":
        first = tagged.FIRST.get(piece.form, b"")
        return first + data, len(first), 1 if first else 0
    if piece.how == "bibtex":
        return around + data, len(around), piece.skip
    encoding = _ENCODING.match(piece.tags[0])
    before, after = (tags.encode(encoding[1] if encoding else "utf-8", "xmlcharrefreplace") for tags in piece.tags)
    return before + data + after, len(before), 0


def _placed(item: Record | Unreadable, piece: Piece, before: int, moved: int) -> Record | Unreadable:
    """An item with its place in the whole file: ``before`` records and ``moved`` bytes are added."""
    position = item.position + before
    own = f"#{position}" if item.id == f"#{item.position}" else item.id
    if isinstance(item, Record):
        return replace(item, position=position, id=own)
    offset = None if item.offset is None or piece.how in ("xml", "parquet") else item.offset + moved
    reason = _LINE.sub(lambda found: f"line {int(found[1]) + piece.line}", item.reason)
    return replace(item, position=position, id=own, offset=offset, reason=reason)


def singles(piece: Piece, settings: Settings) -> Iterator[Piece]:
    """A piece for each record of ``piece``, in order. The bytes are looked at, and nothing is read."""
    if piece.how in ("file", "sent", "parquet"):
        for n in range(piece.count):
            yield replace(piece, count=1, first=piece.first + n, start=piece.start + n, stop=piece.start + n + 1)
        return
    if piece.how == "bibtex":  # an entry is read among those around it
        for n in range(piece.count):
            yield replace(piece, count=1, first=piece.first + n, skip=piece.skip + n)
        return
    if piece.how == "xml":
        data, ahead, _ = _bytes(piece)
        within = _units(BytesIO(data), replace(piece, stop=len(data)), settings)
        moved = piece.start - ahead
        units = (u._replace(start=u.start + moved, stop=u.stop + moved, line=u.line + piece.line) for u in within)
        yield from _single(units, piece)
        return
    with Path(piece.file).open("rb") as file:
        yield from _single(_units(file, piece, settings), piece)


def _single(found: Iterator[Unit], piece: Piece) -> Iterator[Piece]:
    for one in _grouped(found, replace(piece, count=0), 1, 1):
        yield replace(one, first=one.first + piece.first)
