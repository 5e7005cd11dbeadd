"""MARC 21 bibliographic records in MARCXML.

A record that came as MARC 21 is written as it came, with every field; all others are made from their claims, as a brief record
without ISBD punctuation (leader/18 ``c``). Which field holds what is in ``marc_fields``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from gate.model import Record, Statement
from gate.records.writers.marc_fields import marc_record
from gate.records.writers.marc_xml import MARC_FORMATS, NAMESPACE, as_marcxml, record_xml
from gate.records.writers.writer import only_works, read_with
from gate.settings import Settings


def _today() -> date:
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class MarcXml:
    """MARCXML. ``today`` is the day that 008/00-05 says the records were made on."""

    name: str = "marcxml"
    today: date = field(default_factory=_today)

    def refuses(self, record: Record) -> str:
        """Works only: agents and concepts would be authority records. What came as MARC is written whatever it is."""
        return "" if record.format in MARC_FORMATS and record.raw else only_works(record, "a bibliographic record")

    def write(self, records: Iterable[Record]) -> Iterator[bytes]:
        """A collection."""
        yield f'<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="{NAMESPACE}">\n'.encode()
        for record in records:
            came = as_marcxml(record.format, record.raw) if record.format in MARC_FORMATS and record.raw else None
            yield (came or record_xml(marc_record(record, self.today))) + b"\n"
        yield b"</collection>\n"

    def read(self, data: bytes, settings: Settings) -> Sequence[Statement]:
        """What our reader makes of the record."""
        return read_with("marcxml", data, settings)
