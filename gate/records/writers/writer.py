"""What every writer offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from gate.model import Kind, Record, Statement
from gate.settings import Settings


class Writer(Protocol):
    """A format. ``name`` is what ``--to`` takes."""

    @property
    def name(self) -> str:
        """Short, stable name."""
        ...

    def refuses(self, record: Record) -> str:
        """Why the format cannot hold ``record`` at all; empty where it can."""
        ...

    def write(self, records: Iterable[Record]) -> Iterator[bytes]:
        """A file of ``records``, none of which is refused, piece by piece."""
        ...

    def read(self, data: bytes, settings: Settings) -> Sequence[Statement]:
        """What the gate reads from a file of one record: by this it is known what the format has kept."""
        ...


def only_works(record: Record, name: str) -> str:
    """Why a record is refused by a format that describes works."""
    if record.kind is Kind.WORK:
        return ""
    return f"{name} describes works, and this record is of {'an' if record.kind is Kind.AGENT else 'a'} {record.kind}"


def read_with(format: str, data: bytes, settings: Settings) -> Sequence[Statement]:
    """The statements of the one record in ``data``, by the reader of ``format``; none where it cannot be read."""
    from gate.records.readers import reader

    found = next(iter(reader(format).read(data, "", settings)), None)
    return found.statements if isinstance(found, Record) else ()
