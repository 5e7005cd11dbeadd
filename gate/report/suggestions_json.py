"""Corrected headings and names of a JSON record as JSON Patch (RFC 6902), with a ``test`` before every ``replace``.

An operation has the finding, source and date beside the members of the RFC, which says (section 4) that others are to be ignored.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from gate.model import Identifier, Record, Statement
from gate.normalise import identifiers
from gate.normalise.vocabularies import code_of_identifier, number_in
from gate.rdf.iris import identifier_iri
from gate.records import read_bytes
from gate.report.json import encode, encode_line
from gate.report.json_values import Json
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.report.suggestions import Suggestion

JSON_FORMATS = ("json", "csl", "datacite", "jsonld")
_STEP = re.compile(r'\.?(?:\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.\[\]]+))')
Step = str | int


@dataclass(slots=True)
class JsonRecord:
    """A JSON record and the operations on it so far."""

    original: Record
    value: object
    changed: list[list[Json]] = field(default_factory=list)
    _before: object = None

    @classmethod
    def of(cls, record: Record) -> Self | None:
        """The record, or None where what it was read from is not known or no JSON object."""
        try:
            value = json.loads(record.raw)
        except ValueError:
            return None
        return cls(record, value) if isinstance(value, dict) else None

    def statements(self) -> tuple[Statement, ...]:
        """What the record says with the operations applied, as the gate reads it."""
        data = json.dumps(self.value).encode()
        read = list(read_bytes(data, "copy.json", self.original.format, settings=Settings()))
        return read[0].statements if len(read) == 1 and isinstance(read[0], Record) else ()

    def change(self, suggestion: Suggestion) -> bool:
        """Replace the label, and what beside it is a number of the old heading; False where the label stands in another form."""
        steps = _steps(suggestion.path)
        label = _at(self.value, steps) if steps else None
        if suggestion.is_name and isinstance(label, dict):  # a name with its identifier beside it
            steps += [key for key, item in label.items() if item == suggestion.given][:1]
            label = _at(self.value, steps)
        if not steps or not isinstance(label, str) or label.strip() != suggestion.given:
            return False
        after = copy.deepcopy(self.value)
        changes: list[tuple[list[Step], str, str]] = [(steps, label, suggestion.wanted)]
        around = _at(self.value, steps[:-1])
        for key, item in around.items() if isinstance(around, dict) else ():
            new = _number(item, suggestion.numbers) if isinstance(item, str) and key != steps[-1] else None
            if isinstance(item, str) and new is not None:
                changes.append(([*steps[:-1], key], item, new))
        finding = suggestion.finding
        operations: list[Json] = []
        for place, old, new in changes:
            _put(after, place, new)
            operations.append({"op": "test", "path": _pointer(place), "value": old})
            operations.append(
                {"op": "replace", "path": _pointer(place), "value": new}
                | {"finding": finding.code, "source": finding.source, "as_of": finding.as_of}
                | ({"identifier_at": suggestion.about} if suggestion.about else {})
            )
        self._before, self.value = self.value, after
        self.changed.append(operations)
        return True

    def take_back(self) -> None:
        """Undo the last change."""
        self.value = self._before
        self.changed.pop()


def patches(records: Iterable[JsonRecord]) -> bytes:
    """The patch of one record as it stands in RFC 6902; of several, one object a line that names the record and has its patch."""
    listed = list(records)
    if len(listed) == 1:
        return encode([operation for one in listed[0].changed for operation in one])
    return b"".join(
        encode_line(
            {
                "file": one.original.file,
                "position": one.original.position,
                "id": one.original.id,
                "patch": [operation for operations in one.changed for operation in operations],
            }
        )
        for one in listed
        if one.changed
    )


def _steps(path: str) -> list[Step]:
    """The place that a path of the report names (``subjects[2].label``), step by step; empty for what is no such path."""
    found: list[Step] = []
    end = 0
    for match in _STEP.finditer(path):
        if match.start() != end:
            return []
        end = match.end()
        quoted, number, name = match.groups()
        found.append(json.loads(f'"{quoted}"') if quoted is not None else int(number) if number is not None else name)
    return found if end == len(path) else []


def _at(value: object, steps: Iterable[Step]) -> object:
    for step in steps:
        if isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        elif isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        else:
            return None
    return value


def _put(value: object, steps: list[Step], new: str) -> None:
    holder, last = _at(value, steps[:-1]), steps[-1]
    if isinstance(holder, list):
        holder[int(last)] = new
    elif isinstance(holder, dict):
        holder[last] = new


def _pointer(steps: Iterable[Step]) -> str:
    """The place as a JSON Pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def _number(text: str, numbers: Iterable[tuple[Identifier, Identifier]]) -> str | None:
    """An identifier of the old heading as that of the new one, in the form that it has; None for any other text."""
    for before, after in numbers:
        bare = number_in(code_of_identifier(before), text)
        if bare == before:
            return after.value
        found = identifiers.detect(text)
        if found is not None and found.identifier == before:
            return identifier_iri(after) or None
    return None
