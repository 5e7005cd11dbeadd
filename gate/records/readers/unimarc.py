"""UNIMARC as it is asked for by name, in whatever MARC is written in: ISO 2709, MARCXML, MARC in JSON, Aleph sequential.

Without being asked the readers of these take a record for UNIMARC only where its fields surely are.
"""

from __future__ import annotations

from collections.abc import Iterator

from gate.model import Record, Unreadable
from gate.records.readers.aleph import Aleph
from gate.records.readers.marc import UNIMARC, Marc, MarcJson, MarcXml
from gate.settings import Settings


class Unimarc:
    """UNIMARC records."""

    name = UNIMARC
    suffixes = (".unimarc",)
    media_types = ("application/unimarc",)

    def sniff(self, head: bytes) -> int:
        """5 for MARC in any form: it is asked for by name, or by the ending of the file."""
        return 5 if any(reader.sniff(head) > 50 for reader in _readers()) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every record; one that is in doubt is read, one that surely is MARC 21 is refused."""
        head = data[:8192]
        chosen = max(_readers(), key=lambda reader: reader.sniff(head))
        yield from chosen.read(data, file, settings)


def _readers() -> tuple[Marc | MarcXml | MarcJson | Aleph, ...]:
    return tuple(reader(name=UNIMARC, asked=UNIMARC) for reader in (Marc, MarcXml, MarcJson, Aleph))
