"""Values of a JSON document with their paths: ``creators[2].nameIdentifiers[0]``. Keys are compared by their plain names."""

from __future__ import annotations

from dataclasses import dataclass

from gate.normalise.text import clean
from gate.records.readers.json_parse import child, describe
from gate.records.readers.json_values import as_number, by_name, plain
from gate.records.readers.reading import Reading


@dataclass(frozen=True, slots=True)
class JsonNode:
    """A value and where it stands; a value that is not there is None."""

    value: object
    path: str = ""

    def get(self, *names: str) -> JsonNode:
        """The value of the first of these keys that says something (``publicationyear`` finds ``publication_year``)."""
        if isinstance(self.value, dict):
            keys = by_name(self.value)
            for name in names:
                if name in keys:
                    return JsonNode(self.value[keys[name]], child(self.path, keys[name]))
        return JsonNode(None, child(self.path, names[0]))

    def at(self, *names: str) -> JsonNode:
        """The value at the end of a path of keys."""
        node = self
        for name in names:
            node = node.get(name)
        return node

    @property
    def items(self) -> list[JsonNode]:
        """The members of a list; one thing is a list of one, null is none."""
        if isinstance(self.value, list):
            return [JsonNode(item, f"{self.path}[{n}]") for n, item in enumerate(self.value)]
        return [] if self.value is None else [self]

    @property
    def tables(self) -> list[JsonNode]:
        """The objects among its members."""
        return [item for item in self.items if isinstance(item.value, dict)]

    @property
    def text(self) -> str:
        """A text or number in reading form (blanks folded, markup and entities removed); else the empty string."""
        return clean(self.value) if isinstance(self.value, str) else as_number(self.value) or ""

    @property
    def verbatim(self) -> str:
        """A text as it stands, for identifiers: what looks like markup in a DOI (``<b>``) belongs to it. Numbers as texts."""
        return self.value.strip() if isinstance(self.value, str) else as_number(self.value) or ""

    def expect_tables(self, reading: Reading, what: str) -> list[JsonNode]:
        """The objects among its members; members of another type are noted."""
        for item in self.items:
            if not isinstance(item.value, dict):
                shown = str(item.value) if isinstance(item.value, str | int | float) else ""
                reading.unreadable(item.path, shown, f"{describe(item.value)} where {what} is expected")
        return self.tables

    def expect_text(self, reading: Reading) -> str:
        """Its text; a value that can be none is noted."""
        if self.value not in (None, "", [], {}) and not isinstance(self.value, str) and not self.text:
            reading.unreadable(self.path, "", f"{describe(self.value)} where text is expected")
        return self.text

    def ignore_others(self, reading: Reading, read: frozenset[str], reasons: dict[str, str]) -> None:
        """Every key that is not among those read (by plain name) is ignored, for the reason given for it."""
        if isinstance(self.value, dict):
            for key, value in self.value.items():
                if plain(key) not in read and value not in (None, "", [], {}):
                    reading.ignore(child(self.path, key), reasons.get(plain(key), "unknown field"))
