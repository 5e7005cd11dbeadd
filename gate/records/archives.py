"""Compressed input: a ``.gz`` file, or the files in a ``.zip`` archive, unpacked in memory and within limits; never to a folder.

What is inside comes from outside, so nothing that an archive says of itself is believed: sizes are counted while unpacking, names
are labels only, and what is packed once more is refused. The attacks are those of "A better zip bomb" (Fifield, WOOT 2019).
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from io import SEEK_END, BytesIO
from pathlib import Path
from typing import BinaryIO

from gate.model import Unreadable
from gate.settings import Settings

#: files that are read from one archive at most
MAX_MEMBERS = 10_000
#: bytes of an archive's list of files at most: it is held in memory as a whole
_MAX_DIRECTORY = 10_000_000
_CHUNK = 1 << 20
_SLICE = 1 << 16
#: parts that a gzip file may have, each a gzip file of its own
_MAX_PARTS = 100_000
_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_END_OF_DIRECTORY = b"PK\x05\x06"
#: other archives by how they begin: named, not read
_OTHERS = {
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!\x1a\x07": "RAR",
    b"\x28\xb5\x2f\xfd": "Zstandard",
}
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, struct.error)
#: files that tell a document (a spreadsheet, a book) which only is packed as zip
_DOCUMENTS = frozenset({"[Content_Types].xml", "mimetype"})


@dataclass(frozen=True, slots=True)
class Member:
    """A file that was unpacked, and the name it goes by in the report: ``archive.zip/member.xml``."""

    name: str
    data: bytes


def is_packed(data: bytes) -> bool:
    """Whether ``data`` is a gzip file or a zip archive, or an archive of another kind, which :func:`members` names.

    A document that only is packed as zip (a spreadsheet) is not.
    """
    if data.startswith(_GZIP) or _other(data):
        return True
    if not data.startswith(_ZIP):
        return False
    opened = _opened(data)
    return isinstance(opened, str) or not _DOCUMENTS & set(opened.namelist())


def members(data: bytes, name: str, settings: Settings) -> Iterator[Member | Unreadable]:
    """The files in packed ``data``, in the archive's order; folders and hidden files are left out.

    All of them together unpack to ``settings.max_file_bytes`` at most, and are :data:`MAX_MEMBERS` at most; what is over that is
    not read, which is said. A damaged file is named, and what could be unpacked of it is read.
    """
    if other := _other(data):
        yield Unreadable(name, f"a {other} archive is not read; pack as .gz or .zip")
    elif data.startswith(_GZIP):
        yield from _gzip(data, name, settings)
    else:
        yield from _zip(data, name, settings)


def _other(data: bytes) -> str:
    if data[257:262] == b"ustar":
        return "tar"
    return next((kind for start, kind in _OTHERS.items() if data.startswith(start)), "")


def _gzip(data: bytes, name: str, settings: Settings) -> Iterator[Member | Unreadable]:
    content, fault = _ungzipped(data, settings.max_file_bytes)
    if len(content) > settings.max_file_bytes:
        yield Unreadable(name, f"unpacks to more than {settings.max_file_bytes:,} bytes; raise max_file_bytes")
        return
    yield from _one(content, name, fault)


def _one(content: bytes, name: str, fault: str) -> Iterator[Member | Unreadable]:
    """An unpacked file, unless it is packed once more, and what was wrong with it."""
    if is_packed(content):
        yield Unreadable(name, "an archive within an archive is not opened")
        return
    if content or not fault:
        yield Member(name, content)
    if fault:
        yield Unreadable(name, fault)


def _ungzipped(data: bytes, limit: int) -> tuple[bytes, str]:
    """What ``data`` unpacks to, up to one byte over ``limit``, and what is damaged."""
    pieces: list[bytes] = []
    stream = _gunzipped(BytesIO(data), limit)
    while True:
        try:
            pieces.append(next(stream))
        except StopIteration as end:
            return b"".join(pieces), str(end.value)


def _gunzipped(file: BinaryIO, limit: int) -> Generator[bytes, None, str]:
    """What a gzip file unpacks to, up to one byte over ``limit``; gives what is damaged. It may have several parts (RFC 1952)."""
    size = 0
    parts = 1
    part, rest, end = zlib.decompressobj(wbits=31), b"", False
    while size <= limit and (rest or not end or part.eof):
        if not rest and not end:  # fed in slices: what is left of one is copied each time
            rest = file.read(_SLICE)
            end = not rest
        if part.eof:
            rest = rest.lstrip(b"\0")  # padding
            if not rest:
                if end:
                    return ""
                continue
            parts += 1
            if parts > _MAX_PARTS:
                return f"the gzip data has more than {_MAX_PARTS:,} parts; the rest was not read"
            part = zlib.decompressobj(wbits=31)
        try:
            piece = part.decompress(rest, min(_CHUNK, limit + 1 - size))
        except zlib.error as error:
            what = "the gzip data is damaged" if parts == 1 else "something else follows the gzip data"
            return f"{what}: {str(error).rpartition(': ')[2]}"
        rest = part.unused_data if part.eof else part.unconsumed_tail
        yield piece
        size += len(piece)
    return "" if part.eof or size > limit else "the gzip data does not end (truncated?)"


def _opened(data: bytes | BinaryIO) -> zipfile.ZipFile | str:
    """The archive, or why it cannot be opened; its list of files is not read where it is too long."""
    file = BytesIO(data) if isinstance(data, bytes) else data
    before = max(0, file.seek(0, SEEK_END) - 65_557)
    file.seek(before)
    tail = file.read()
    at = tail.rfind(_END_OF_DIRECTORY)
    if at < 0 or len(tail) < at + 22:
        return "the zip archive has no list of its files (truncated?)"
    size = struct.unpack_from("<I", tail, at + 12)[0]
    if size > _MAX_DIRECTORY:
        return f"the list of files in the zip archive is longer than {_MAX_DIRECTORY:,} bytes"
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, ValueError, struct.error) as error:
        return f"the zip archive is damaged: {error}"


def _zip(data: bytes, name: str, settings: Settings) -> Iterator[Member | Unreadable]:
    opened = _opened(data)
    if isinstance(opened, str):
        yield Unreadable(name, opened)
        return
    left = settings.max_file_bytes
    count = 0
    for info in opened.infolist():
        shown = _shown(info.filename)
        if not shown or info.is_dir():
            continue
        count += 1
        if count > MAX_MEMBERS:
            yield Unreadable(name, f"holds more than {MAX_MEMBERS:,} files; the rest was not read")
            return
        where = f"{name}/{shown}"
        refusal = _refusal(info)
        if refusal:
            yield Unreadable(where, refusal)
            continue
        content, fault = _unzipped(opened, info, left)
        left -= len(content)
        if left < 0:
            limit = settings.max_file_bytes
            yield Unreadable(name, f"unpacks to more than {limit:,} bytes; not read from {shown} on; raise max_file_bytes")
            return
        yield from _one(content, where, fault)
    if not count:
        yield Unreadable(name, "the archive holds no file")


def _refusal(info: zipfile.ZipInfo) -> str:
    if info.flag_bits & 0x1:
        return "the file is encrypted"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others may need any amount of memory
        return f"the file is packed by a method that is not read (number {info.compress_type})"
    return ""


def _unzipped(opened: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int) -> tuple[bytes, str]:
    """What a file unpacks to, up to one byte over ``limit``, and what is damaged."""
    pieces: list[bytes] = []
    try:
        pieces.extend(_inflated(opened, info, limit))
    except _DAMAGED as error:
        return b"".join(pieces), f"the file in the archive is damaged: {str(error) or 'it does not end'}"
    return b"".join(pieces), ""


def _inflated(opened: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int) -> Iterator[bytes]:
    size = 0
    with opened.open(info) as file:
        while size <= limit and (piece := file.read(min(_CHUNK, limit + 1 - size))):
            yield piece
            size += len(piece)


def unpack(packed: Path, name: str, settings: Settings, place: Callable[[int], Path]) -> list[tuple[Path, str]] | None:
    """Unpack onto disk, a little at a time: the files, and what each goes by in the report, as :func:`members` has them.

    ``place`` is where the file with a number, from 0, is written. None where there is anything to be said of the archive that
    :func:`members` would say, or it is over a limit; files may then have been begun. Raises :class:`OSError`.
    """
    found: list[tuple[Path, str]] = []
    left = settings.max_file_bytes
    if packed.stat().st_size > left:
        return None
    with packed.open("rb") as file:
        try:
            for where, pieces in _streams(file, name, left):
                target = place(len(found))
                with target.open("wb") as out:
                    for piece in pieces:
                        out.write(piece)
                        left -= len(piece)
                with target.open("rb") as written:
                    nested = is_packed(written.read(_CHUNK))
                if left < 0 or nested or len(found) == MAX_MEMBERS:
                    return None
                found.append((target, where))
        except _DAMAGED:
            return None
    return found or None


def _streams(file: BinaryIO, name: str, limit: int) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Every file in a packed one as a stream; both raise what is in :data:`_DAMAGED` for any fault."""
    head = file.read(_SLICE)
    file.seek(0)
    if head.startswith(_GZIP):
        yield name, _faultless(_gunzipped(file, limit))
        return
    opened = _opened(file) if head.startswith(_ZIP) else "not read"
    if isinstance(opened, str) or _DOCUMENTS & set(opened.namelist()):
        return
    for info in opened.infolist():
        shown = _shown(info.filename)
        if shown and not info.is_dir():
            refused = _refusal(info)
            if refused:
                raise ValueError(refused)
            yield f"{name}/{shown}", _inflated(opened, info, limit)


def _faultless(stream: Generator[bytes, None, str]) -> Iterator[bytes]:
    fault = yield from stream
    if fault:
        raise ValueError(fault)


def _shown(name: str) -> str:
    """The name of a file in an archive as a label: no way up or to a root, nothing that cannot be printed; empty if hidden."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    if any(part.startswith(".") or part == "__MACOSX" for part in parts):
        return ""
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in "/".join(parts))
