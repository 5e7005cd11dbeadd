"""Small MARC records for tests, in ISO 2709 and MARCXML, and short ways to look at what was read."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from gate.model import Record, Statement, Unreadable
from gate.records.readers.reader import Reader
from gate.settings import Settings

#: a control field is (tag, data); a data field is (tag, indicators, "$aText$bMore")
Fields = Iterable[tuple[str, str] | tuple[str, str, str]]

LEADER = "00000nam a2200000 a 4500"


def iso2709(fields: Fields, leader: str = LEADER, encoding: str = "utf-8") -> bytes:
    """One record with a right directory and right lengths."""
    directory, body = b"", b""
    for field in fields:
        data = field[1].encode(encoding)
        if len(field) == 3:
            data = field[1].encode("ascii") + field[2].replace("$", "\x1f").encode(encoding)
        directory += f"{field[0]:>3}{len(data) + 1:04}{len(body):05}".encode("ascii")
        body += data + b"\x1e"
    base = 24 + len(directory) + 1
    length = base + len(body) + 1
    head = f"{length:05}{leader[5:12]}{base:05}{leader[17:]}".encode("ascii")
    return head + directory + b"\x1e" + body + b"\x1d"


def marcxml(*records: Fields, leader: str = LEADER) -> bytes:
    """A collection in MARCXML."""
    text = ""
    for fields in records:
        text += f"<record><leader>{leader}</leader>"
        for field in fields:
            if len(field) == 2:
                text += f'<controlfield tag="{field[0]}">{escape(field[1])}</controlfield>'
                continue
            text += f'<datafield tag="{field[0]}" ind1={quoteattr(field[1][0])} ind2={quoteattr(field[1][1])}>'
            for subfield in field[2].split("$")[1:]:
                text += f'<subfield code="{subfield[0]}">{escape(subfield[1:])}</subfield>'
            text += "</datafield>"
        text += "</record>"
    return f'<collection xmlns="http://www.loc.gov/MARC21/slim">{text}</collection>'.encode()


def read_all(reader: Reader, data: bytes, max_depth: int = 100) -> list[Record | Unreadable]:
    """Everything a reader finds."""
    return list(reader.read(data, "file", Settings(max_depth=max_depth)))


def read_one(reader: Reader, data: bytes) -> Record:
    """The one record in ``data``."""
    (record,) = read_all(reader, data)
    assert isinstance(record, Record), record
    return record


def values(record: Record, prop: str) -> list[str]:
    """The values of a property."""
    return [s.value for s in record.all(prop)]


def brief(statements: Iterable[Statement]) -> list[tuple[str, str, str]]:
    """Property, value and path of every statement."""
    return [(s.property, s.value, s.path) for s in statements]


def parts(statement: Statement) -> Mapping[str, str]:
    """The parts of a statement by name."""
    return {p.property: p.value for p in statement.parts}


def notes(record: Record) -> list[tuple[str, str]]:
    """Code and path of every note."""
    return [(n.code, n.path) for n in record.notes]


def say(*lines: object) -> None:
    """Show measured numbers; pytest prints them with ``-s`` or on a failure."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
