"""RIS, as reference managers and publishers write it; what a tag means depends on the type and is in ``ris_tags``.

Both dialects are read: the tags of Reference Manager (T1, A1, Y1, JO ...) and those of EndNote's export (TI, AU, PY, T2 ...).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gate.model import Record, Unreadable
from gate.records.readers import xml
from gate.records.readers.plain_text import Decoded, decoded
from gate.records.readers.ris_tags import read_fields
from gate.records.readers.tagged import Block, Syntax, blocks
from gate.records.readers.tagged_record import TaggedRecord
from gate.settings import Settings

SYNTAX = Syntax(
    line=re.compile(r"[ \t\ufeff]*(?P<tag>[A-Z][A-Z0-9]) {1,2}-(?:[ \t](?P<value>.*))?$"),
    opening=frozenset({"TY"}),
    closing=frozenset({"ER"}),
)
_TYPE = re.compile(r"^[ \t\ufeff]*TY {1,2}- ?[A-Z]", re.MULTILINE)
FIELD = re.compile(r"^[ \t\ufeff]*[A-Z][A-Z0-9]  - ", re.MULTILINE)
"""Without a field like this the file holds no record."""


class Ris:
    """RIS records."""

    name = "ris"
    suffixes = (".ris",)
    media_types = ("application/x-research-info-systems",)

    def sniff(self, head: bytes) -> int:
        """85 for a TY field, 60 for three other fields."""
        text = xml.as_text(head)
        if _TYPE.search(text):
            return 85
        return 60 if len(FIELD.findall(text)) >= 3 else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:  # noqa: ARG002
        """Every record, ended by ER or by the next TY; one without a type is read with a note."""
        text = decoded(data)
        position = 0
        for block in blocks(text, SYNTAX):
            if not block.fields and position == 0 and not FIELD.search(text.text):
                break
            position += 1
            yield self._record(block, text, file, position)
        if not position:
            yield Unreadable(file, "no RIS record in this file", format=self.name)

    def _record(self, block: Block, text: Decoded, file: str, position: int) -> Record | Unreadable:
        record = TaggedRecord.of(block)
        own = record.first("ID").joined
        if block.fields:
            read_fields(record)
        return record.finished(block, text, self.name, file, position, own)
