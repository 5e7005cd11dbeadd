"""Bytes to records to claim graphs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from gate.errors import InputError
from gate.model import Record, Unreadable
from gate.records import archives, readers
from gate.records.readers.reader import Reader
from gate.settings import Settings

__all__ = ["Source", "files_of", "read", "read_bytes", "shown_path"]

#: a file, a folder, ``-`` for standard input, or bytes with the name they go by in the report
Source: TypeAlias = Path | str | tuple[bytes, str]


def read(source: Source, *, format: str | None = readers.AUTO, settings: Settings) -> Iterator[Record | Unreadable]:
    """Every record of a file, of all files of a folder (sorted, hidden ones skipped), of standard input, or of bytes with a name.

    Packed files (.gz, .zip) are unpacked; what is in an archive goes by ``archive.zip/member.xml``.

    ``format`` is a name of :data:`gate.records.readers.FORMATS`; ``auto`` and None sniff. What cannot be read comes out as
    :class:`~gate.model.Unreadable` with file, record and reason, and stops nothing else.

    Raises :class:`~gate.errors.InputError` where ``source`` itself is missing or cannot be opened, and
    :class:`~gate.errors.UsageError` for an unknown format, both at once and not at the first record.
    """
    form = format or readers.AUTO
    if form != readers.AUTO:
        readers.reader(form)
    if isinstance(source, tuple):
        return read_bytes(*source, form, settings=settings)
    if source == "-":
        return read_bytes(sys.stdin.buffer.read(settings.max_file_bytes + 1), "<stdin>", form, settings=settings)
    path = Path(source)
    if path.is_dir():
        return _folder(path, form, settings)
    try:
        data = _bytes(path, settings.max_file_bytes)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        raise InputError(f"{shown_path(path)}: {getattr(error, 'strerror', None) or error}") from error
    if isinstance(data, Unreadable):
        return iter((data,))
    return read_bytes(data, shown_path(path), form, settings=settings)


def read_bytes(data: bytes, name: str, format: str = readers.AUTO, *, settings: Settings) -> Iterator[Record | Unreadable]:
    """Every record of ``data``, which goes by ``name`` in the report; at most ``settings.max_records`` of them.

    ``data`` may be packed, see :mod:`gate.records.archives`.

    Raises :class:`~gate.errors.UsageError` for an unknown format.
    """
    chosen = readers.reader(format) if format != readers.AUTO else None
    return _records(data, name, chosen, settings)


def _records(data: bytes, name: str, chosen: Reader | None, settings: Settings) -> Iterator[Record | Unreadable]:
    """The records of one input, packed or not, up to the limit on their number."""
    if len(data) > settings.max_file_bytes:
        yield _too_large(name, f"{len(data):,}", settings.max_file_bytes)
        return
    found = _unpacked(data, name, chosen, settings) if archives.is_packed(data) else _plain(data, name, chosen, settings)
    for count, record in enumerate(found, 1):
        if count > settings.max_records:
            reason = f"more than {settings.max_records:,} records; the rest was not read; raise max_records"
            yield Unreadable(name, reason, count, format=record.format)
            return
        yield record


def _unpacked(data: bytes, name: str, chosen: Reader | None, settings: Settings) -> Iterator[Record | Unreadable]:
    for member in archives.members(data, name, settings):
        if isinstance(member, Unreadable):
            yield member
        else:
            yield from _plain(member.data, member.name, chosen, settings)


def _plain(data: bytes, name: str, chosen: Reader | None, settings: Settings) -> Iterator[Record | Unreadable]:
    if not data.strip(b" \t\r\n\x00\xef\xbb\xbf"):
        yield Unreadable(name, "the file is empty")
        return
    reader = chosen or readers.sniff(data, name.removesuffix(".gz"))
    if reader is None:
        yield Unreadable(name, f"in no known format ({', '.join(readers.FORMATS)}); name it with --from if it is one of these")
        return
    empty = True
    for record in reader.read(data, name, settings):
        empty = False
        yield record
    if empty:
        yield Unreadable(name, "holds no record", format=reader.name)


def _folder(folder: Path, format: str, settings: Settings) -> Iterator[Record | Unreadable]:
    found = False
    for path in files_of(folder):
        found = True
        try:
            data = _bytes(path, settings.max_file_bytes)
        except OSError as error:
            yield Unreadable(shown_path(path), error.strerror or str(error))
            continue
        if isinstance(data, Unreadable):
            yield data
        else:
            yield from read_bytes(data, shown_path(path), format, settings=settings)
    if not found:
        yield Unreadable(shown_path(folder), "the folder holds no file")


def files_of(folder: Path) -> Iterator[Path]:
    """The files below ``folder`` in sorted order, those in sub-folders too; what begins with a dot is skipped."""
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(root, name) for name in sorted(files) if not name.startswith("."))


def _bytes(path: Path, limit: int) -> bytes | Unreadable:
    """The bytes of a file that is not over the limit. Its size is looked at first; what has none (a pipe) is read up to it."""
    size = path.stat().st_size
    if size > limit:
        return _too_large(shown_path(path), f"{size:,}", limit)
    with path.open("rb") as file:
        data = file.read(limit + 1)
    return data if len(data) <= limit else _too_large(shown_path(path), f"more than {limit:,}", limit)


def _too_large(name: str, size: str, limit: int) -> Unreadable:
    return Unreadable(name, f"file has {size} bytes, limit {limit:,}; raise max_file_bytes")


def shown_path(path: Path) -> str:
    """A path that any report can print: bytes of a file name that are no text show as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
