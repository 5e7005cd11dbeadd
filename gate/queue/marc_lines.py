"""A MARC record (ISO 2709) as lines that a cataloguer can edit, and back.

The lines are those of the Library of Congress' MARCMaker, which MarcEdit and many systems know: ``=245  10$aTitle$cName``, a
blank of a fixed field or indicator as a backslash, a dollar sign in a value as ``{dollar}``, braces as ``{lcub}`` and ``{rcub}``.
"""

from __future__ import annotations

import re

from gate.records.readers import marc_iso2709
from gate.records.readers.marc_record import Field, MarcRecord

_LINE = re.compile(r"=(LDR|[0-9A-Za-z]{3})  (.*)")
_ESCAPES = {"{": "{lcub}", "}": "{rcub}", "$": "{dollar}"}
_ESCAPED = re.compile(r"\{(dollar|lcub|rcub)\}")
_BACK = {"dollar": "$", "lcub": "{", "rcub": "}"}
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LONGEST, _LONGEST_FIELD = 99_999, 9_999  # what five and four figures can say
_LEADER = 24
_BACKSLASH = {ord(" "): "\\"}


def to_lines(raw: bytes) -> str | None:
    """The record as lines. None where they would not lead back to the same fields: one that cannot be taken apart without doubt,
    or that holds what a line cannot (a line break, a backslash in a fixed field).
    """
    try:
        record = marc_iso2709.parse(raw)
    except marc_iso2709.DamagedError:
        return None
    lines = ["=LDR  " + record.leader.translate(_BACKSLASH)]
    lines += [_line(field) for field in record.fields]
    if record.doubts or record.encoding_doubt or any(_CONTROLS.search(line) for line in lines):
        return None
    text = "\n".join(lines) + "\n"
    try:
        return text if marc_iso2709.parse(from_lines(text)).fields == record.fields else None
    except ValueError:
        return None


def from_lines(text: str) -> bytes:
    """The record in ISO 2709 and UTF-8; leader position 9 says so. Raises ValueError, with the line, where it cannot be."""
    leader, fields = "", []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"line {number}: a line begins with =, three characters of a tag and two blanks, as =245  10$aTitle")
        if found[1] == "LDR":
            leader = found[2].replace("\\", " ").ljust(_LEADER)
            continue
        fields.append(_field(found[1], found[2], number))
    if len(leader) != _LEADER or not leader.isascii():
        raise ValueError(f"the leader (=LDR) has {len(leader)} characters, not {_LEADER}")
    return _record(MarcRecord(leader, fields))


def _line(field: Field) -> str:
    if field.tag < "010" and field.tag.isdigit():
        return f"={field.tag}  " + field.data.translate(_BACKSLASH)
    inner = "".join(f"${code}{escaped(value)}" for code, value in field.subfields)
    return f"={field.tag}  {(field.ind1 + field.ind2).translate(_BACKSLASH)}{inner}"


def escaped(value: str) -> str:
    """A value as a line writes it."""
    return "".join(_ESCAPES.get(c, c) for c in value)


def _field(tag: str, rest: str, number: int) -> Field:
    if tag < "010" and tag.isdigit():
        return Field(tag, data=rest.replace("\\", " "))
    indicators, parts = rest[:2].replace("\\", " "), rest[2:].split("$")
    if len(indicators) != 2 or not indicators.isascii() or parts[0].strip() or len(parts) < 2 or not all(parts[1:]):
        raise ValueError(f"line {number}: field {tag} needs two indicators (a backslash for none) and subfields, as 10$aTitle")
    subfields = tuple((part[0], _ESCAPED.sub(lambda found: _BACK[found[1]], part[1:])) for part in parts[1:])
    if not all(code.isascii() and code.isalnum() for code, _ in subfields):
        raise ValueError(f"line {number}: a subfield code is a letter or figure; write a dollar sign as {{dollar}}")
    return Field(tag, indicators[0], indicators[1], subfields=subfields)


def _record(record: MarcRecord) -> bytes:
    directory, body = b"", b""
    for field in record.fields:
        inner = field.data or field.ind1 + field.ind2 + "".join(f"\x1f{code}{value}" for code, value in field.subfields)
        data = inner.encode("utf-8") + b"\x1e"
        if len(data) > _LONGEST_FIELD or len(body) > _LONGEST:
            raise ValueError(f"field {field.tag} is too long for ISO 2709: {len(data):,} bytes, at most {_LONGEST_FIELD:,}")
        directory += f"{field.tag}{len(data):04}{len(body):05}".encode("ascii")
        body += data
    base = _LEADER + len(directory) + 1
    length = base + len(body) + 1
    if length > _LONGEST:
        raise ValueError(f"the record is too long for ISO 2709: {length:,} bytes, at most {_LONGEST:,}")
    leader = f"{length:05}{record.leader[5:9]}a22{base:05}{record.leader[17:20]}4500"
    return leader.encode("ascii") + directory + b"\x1e" + body + b"\x1d"
