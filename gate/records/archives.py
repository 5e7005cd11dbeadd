"""Compressed input: a ``.gz`` file, or the files in a ``.zip`` archive, unpacked in memory and within limits; never to a folder.

What is inside comes from outside, so nothing that an archive says of itself is believed: sizes are counted while unpacking, names
are labels only, and what is packed once more is refused. The attacks are those of "A better zip bomb" (Fifield, WOOT 2019).
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

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
    """What ``data`` unpacks to, up to one byte over ``limit``, and what is damaged. A file may have several parts (RFC 1952)."""
    pieces: list[bytes] = []
    size = at = 0
    parts = 1
    part, rest = zlib.decompressobj(wbits=31), b""
    while size <= limit and (rest or at < len(data) or part.eof):
        if part.eof:
            rest = rest.lstrip(b"\0")  # padding
            if not rest and at >= len(data):
                return b"".join(pieces), ""
            parts += 1
            if parts > _MAX_PARTS:
                return b"".join(pieces), f"the gzip data has more than {_MAX_PARTS:,} parts; the rest was not read"
            part = zlib.decompressobj(wbits=31)
        if not rest:  # fed in slices: what is left of one is copied each time
            rest, at = data[at : at + _SLICE], at + _SLICE
        try:
            piece = part.decompress(rest, min(_CHUNK, limit + 1 - size))
        except zlib.error as error:
            what = "the gzip data is damaged" if parts == 1 else "something else follows the gzip data"
            return b"".join(pieces), f"{what}: {str(error).rpartition(': ')[2]}"
        rest = part.unused_data if part.eof else part.unconsumed_tail
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces), "" if part.eof or size > limit else "the gzip data does not end (truncated?)"


def _opened(data: bytes) -> zipfile.ZipFile | str:
    """The archive, or why it cannot be opened; its list of files is not read where it is too long."""
    at = data.rfind(_END_OF_DIRECTORY, max(0, len(data) - 65_557))
    if at < 0 or len(data) < at + 22:
        return "the zip archive has no list of its files (truncated?)"
    size = struct.unpack_from("<I", data, at + 12)[0]
    if size > _MAX_DIRECTORY:
        return f"the list of files in the zip archive is longer than {_MAX_DIRECTORY:,} bytes"
    try:
        return zipfile.ZipFile(BytesIO(data))
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
    size = 0
    try:
        with opened.open(info) as file:
            while size <= limit and (piece := file.read(min(_CHUNK, limit + 1 - size))):
                pieces.append(piece)
                size += len(piece)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, struct.error) as error:
        return b"".join(pieces), f"the file in the archive is damaged: {str(error) or 'it does not end'}"
    return b"".join(pieces), ""


def _shown(name: str) -> str:
    """The name of a file in an archive as a label: no way up or to a root, nothing that cannot be printed; empty if hidden."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    if any(part.startswith(".") or part == "__MACOSX" for part in parts):
        return ""
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in "/".join(parts))
