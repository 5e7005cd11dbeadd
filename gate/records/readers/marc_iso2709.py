"""MARC 21 in the exchange format ISO 2709 (ANSI/NISO Z39.2): bytes to fields, one record at a time.

Structure is read here and not by pymarc, because pymarc gives up a whole record for one odd indicator or a wrong length and
tells stderr about it; on sound records the two agree (tested). pymarc's tables turn MARC-8 into Unicode.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from gate.records.readers import unimarc_charset
from gate.records.readers.marc_charset import Charset, charset_of
from gate.records.readers.marc_dialect import is_coded
from gate.records.readers.marc_record import Field, MarcRecord, blank

_RECORD_END = b"\x1d"
_FIELD_END = b"\x1e"
_SUBFIELD = b"\x1f"
_LEADER = 24
_ENTRY = 12  # tag 3, length 4, start 5
_PADDING = b" \t\r\n\0\x1a"
_BLANK_LENGTH = re.compile(rb" {5}[a-z][ -~]{4}\d\d\d{5}")
_LEADER_SHAPE = re.compile(rb"\d{5}[ -~]{5}\d\d\d{5}")


@dataclass(frozen=True, slots=True)
class Chunk:
    """The bytes of one record and where they begin. ``doubt``: what is wrong with its length; ``cut``: its end is missing."""

    offset: int
    data: bytes
    doubt: str = ""
    cut: bool = False


class DamagedError(ValueError):
    """The bytes cannot be taken apart into fields; the message says why."""


def chunks(data: bytes) -> Iterator[Chunk]:
    """The records of a file. A wrong record length costs nothing: the record terminator is looked for instead."""
    position, size = 3 if data.startswith(codecs.BOM_UTF8) else 0, len(data)
    while position < size:
        if data[position] in _PADDING and not _BLANK_LENGTH.match(data, position):
            position += 1
            continue
        stop = data.find(_RECORD_END, position) + 1
        length = data[position : position + 5]
        declared = position + int(length) if length.isdigit() else 0
        if declared > position + _LEADER:
            inside = data[declared - 1 : declared] == _RECORD_END
            if inside and 0 < stop < declared and not _LEADER_SHAPE.match(data, stop):
                stop = declared  # a stray terminator inside the record
            elif not stop or stop > declared:
                following = next((at for at in (declared, declared - 1) if _LEADER_SHAPE.match(data, at)), 0)
                if following:
                    yield Chunk(position, data[position:following].rstrip(_PADDING), "the record terminator is missing")
                    position = following
                    continue
        if not stop:
            chunk = data[position:].rstrip(_PADDING)
            if declared - position in (len(chunk), len(chunk) + 1) and chunk.endswith(_FIELD_END):
                yield Chunk(position, chunk, "the record terminator is missing")
            else:
                yield Chunk(position, chunk, cut=True)
            return
        chunk = data[position:stop]
        wrong = declared != stop and f"the leader says {length.decode('ascii', 'replace')} bytes, the record has {len(chunk)}"
        yield Chunk(position, chunk, wrong or "")
        position = stop


def control_number(chunk: bytes) -> str:
    """Field 001, as far as it can be found in a damaged record; empty when it cannot."""
    try:
        tags = [tag for tag, _, _ in _directory(chunk)]
    except DamagedError:
        return ""
    fields = chunk[chunk.find(_FIELD_END, _LEADER) + 1 :].split(_FIELD_END)
    if "001" not in tags or len(fields) <= tags.index("001") + 1:
        return ""
    value = fields[tags.index("001")].decode("ascii", "replace").strip()
    return value if value.isprintable() and len(value) <= 60 else ""


def parse(chunk: bytes) -> MarcRecord:
    """Leader and fields of one record, decoded. Raises :class:`DamagedError`."""
    leader = chunk[:_LEADER].decode("ascii", "replace")
    entries = _directory(chunk)
    body = chunk[chunk.find(_FIELD_END, _LEADER) + 1 :].removesuffix(_RECORD_END)
    pieces, doubts = _pieces(entries, body)
    charset = _charset(leader, entries, pieces, body)
    record = MarcRecord(leader, [], encoding_doubt=charset.doubt, doubts=doubts)
    for (tag, _, _), piece in zip(entries, pieces, strict=True):
        if tag < "010" and tag.isdigit():
            record.fields.append(Field(tag, data=charset.decode(piece)))
            continue
        first, *rest = piece.split(_SUBFIELD)
        if len(first) != 2:
            what = f"{len(first)} indicators instead of 2" if rest else "no subfields"
            doubts.append((tag, what))
        indicators = first.decode("ascii", "replace") + "  "
        subfields: list[tuple[str, str]] = []
        for subfield in rest:
            if not subfield:
                continue
            if not 0x21 <= subfield[0] <= 0x7E:
                code = _plain_code(charset.decode(subfield)[:1])
                doubts.append((tag, f"the subfield code is not an ASCII letter or figure; read as ${code}"))
                subfields.append((code, charset.decode(subfield)[1:]))
            else:
                subfields.append((chr(subfield[0]), charset.decode(subfield[1:])))
        record.fields.append(Field(tag, blank(indicators[0]), blank(indicators[1]), subfields=tuple(subfields)))
    return record


def _charset(leader: str, entries: list[tuple[str, int, int]], pieces: list[bytes], body: bytes) -> Charset:
    """By leader/09 in MARC 21; UNIMARC says it in its field 100, and leaves leader/09 blank whatever it is in."""
    for (tag, _, _), piece in zip(entries, pieces, strict=True):
        general = piece.partition(_SUBFIELD + b"a")[2].decode("latin-1") if tag == "100" else ""
        if is_coded(general):
            return unimarc_charset.charset(general[26:30], body)
    return charset_of(leader[9:10], body)


def _plain_code(letter: str) -> str:
    bare = unicodedata.normalize("NFKD", letter)[:1].lower()
    return bare if bare.isascii() and bare.isalnum() else "?"


def _directory(chunk: bytes) -> list[tuple[str, int, int]]:
    """Tag, length and start of every field. The first field terminator ends the directory, whatever the leader says."""
    end = chunk.find(_FIELD_END, _LEADER)
    if len(chunk) < _LEADER or end < 0:
        raise DamagedError("not an ISO 2709 record: no leader and directory")
    directory = chunk[_LEADER:end]
    if not directory:
        raise DamagedError("the record has no fields")
    if len(directory) % _ENTRY:
        raise DamagedError(f"the directory has {len(directory)} bytes, not a multiple of {_ENTRY}")
    entries = []
    for at in range(0, len(directory), _ENTRY):
        tag, numbers = directory[at : at + 3], directory[at + 3 : at + _ENTRY]
        if not tag.isascii() or not numbers.isdigit():
            raise DamagedError(f"directory entry {at // _ENTRY + 1} is not a tag and figures: {directory[at : at + _ENTRY]!r}")
        entries.append((tag.decode("ascii"), int(numbers[:4]), int(numbers[4:])))
    return entries


def _pieces(entries: list[tuple[str, int, int]], body: bytes) -> tuple[list[bytes], list[tuple[str, str]]]:
    """The bytes of every field in the order of the directory, and what had to be mended."""
    exact = [body[start : start + length] for _, length, start in entries]
    if all(piece.endswith(_FIELD_END) and piece.count(_FIELD_END) == 1 for piece in exact):
        over = len(body) - sum(length for _, length, _ in entries)
        lost = [("LDR", f"{over} bytes of the record belong to no field of the directory")] if over > 0 else []
        return [piece[:-1] for piece in exact], lost
    # Lengths and starts do not fit, as after a conversion of characters: go by the field terminators.
    parts = body.removesuffix(_FIELD_END).split(_FIELD_END)
    if len(parts) != len(entries):
        raise DamagedError(f"the directory names {len(entries)} fields, the record holds {len(parts)}, and lengths do not fit")
    by_start = sorted(range(len(entries)), key=lambda n: entries[n][2])
    ordered = [b""] * len(entries)
    for number, part in zip(by_start, parts, strict=True):
        ordered[number] = part

    def fit(candidate: list[bytes]) -> int:
        return sum(len(part) + 1 == length for part, (_, length, _) in zip(candidate, entries, strict=True))

    doubt = "the lengths in the directory are wrong; fields were told apart by their terminators"
    return max((parts, ordered), key=fit), [("LDR", doubt)]
