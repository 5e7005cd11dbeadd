"""A record of the queue as text that a curator can edit, back to a record, and what changed between the two."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from gate.errors import UsageError
from gate.model import Record, Statement
from gate.queue import marc_lines
from gate.queue.cells import STEERING, visible
from gate.queue.mappings import settings_for
from gate.queue.values import Item
from gate.records import read_bytes
from gate.settings import Settings

Writing = Callable[[str], str]
LIMIT = 150_000  # characters of a record that can be edited
_WRITTEN_OUT = re.compile(r"<U\+([0-9A-F]{4})>")
_PLACES = 30  # places where a value may stand that are tried


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is not the same in both records; ``before`` or ``after`` is empty where one lacks it."""

    property: str
    path: str
    before: str
    after: str


def to_text(format: str, raw: bytes) -> str | None:
    """The record as text: MARC as lines, all else as it is, what cannot be seen written out (``<U+202E>``).

    None where it is not known byte for byte, too long, not UTF-8, or MARC that cannot be taken apart without doubt.
    """
    text: str | None
    if format == "marc":
        text = marc_lines.to_lines(raw)
    else:
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            return None
    return visible(text.replace("\r\n", "\n")) if text and len(text) <= LIMIT else None


def from_text(format: str, text: str, like: bytes = b"") -> bytes:
    """The bytes of an edited record, with the line ends of ``like``. Raises :class:`UsageError` with what is wrong."""
    plain = _WRITTEN_OUT.sub(_character, text.replace("\r\n", "\n"))
    try:
        if format == "marc":
            return marc_lines.from_lines(plain)
        return (plain.replace("\n", "\r\n") if b"\r\n" in like else plain).encode("utf-8")
    except ValueError as error:
        raise UsageError(str(error)) from error


def read_one(item: Item, data: bytes, settings: Settings) -> Record:
    """The record in ``data``, under the name and place of the item; of a table by the mapping that the item came with.

    Raises :class:`UsageError` unless there is exactly one, and where that mapping is gone.
    """
    form = item.row.format
    found = list(read_bytes(data, item.record.file, form, settings=settings_for(item, settings)))
    if len(found) != 1 or not isinstance(found[0], Record):
        reason = getattr(found[0], "reason", "") if len(found) == 1 else f"{len(found)} records"
        raise UsageError(f"one record in the format {form} is needed: {reason}")
    record = found[0]
    ident = item.record.id if record.id.startswith("#") else record.id
    return replace(record, id=ident, file=item.record.file, position=item.record.position, raw=record.raw or data)


def with_values(item: Item, data: bytes, values: Mapping[str, str], settings: Settings) -> bytes:
    """The record with other values at some paths of its statements, all else as it was.

    A value is looked for as the format writes it; it is replaced only where reading the record again shows that the statement at
    this path changed, and no other. Raises :class:`UsageError` for a value where there is no such place.
    """
    format = item.row.format
    text = to_text(format, data)
    if text is None:
        raise UsageError("this record cannot be edited here")
    record = read_one(item, data, settings)
    for path, wanted in values.items():
        old = next((s.value for s in record.statements if s.path == path), None)
        if old is None or old == wanted:
            continue
        for candidate in _candidates(format, text, old, wanted):
            try:
                made = read_one(item, from_text(format, candidate, data), settings)
            except UsageError:
                continue
            if _only(record, made, path, wanted):
                text, record = candidate, made
                break
        else:
            raise UsageError(f"{path}: the value does not stand in the record as it is shown; change it in the record below")
    return from_text(format, text, data)


def differences(before: Record, after: Record) -> list[Difference]:
    """What differs, value by value: by path, or where values of one property moved, by what is gone and what is new."""
    found: list[Difference] = []
    names = dict.fromkeys(s.property for s in (*before.statements, *after.statements))
    for name in names:
        old, new = list(before.all(name)), list(after.all(name))
        for statement in before.all(name):
            twin = next((other for other in new if _said(other) == _said(statement)), None)
            if twin is not None:
                old.remove(statement)
                new.remove(twin)
        pairs = {s.path: s for s in new}
        for statement in old:
            twin = pairs.pop(statement.path, None)
            found.append(Difference(name, statement.path, _words(statement), _words(twin) if twin else ""))
        found += [Difference(name, s.path, "", _words(s)) for s in pairs.values()]
    return found


def _said(statement: Statement) -> object:
    return replace(statement, path="", parts=tuple(replace(part, path="") for part in statement.parts))


def _words(statement: Statement) -> str:
    marks = [f"{i.scheme} {i.value}" for i in statement.identifiers if i.value not in statement.value]
    return " ".join(part for part in (statement.value, f"({', '.join(marks)})" if marks else "", statement.role) if part)


def _candidates(format: str, text: str, old: str, new: str) -> Iterator[str]:
    """The text with one occurrence of ``old`` replaced, for each of them in turn, in the format's own writing."""
    for write in _writings(format):
        place, tried, written = -1, 0, write(old)
        while written and tried < _PLACES and (place := text.find(written, place + 1)) >= 0:
            tried += 1
            yield text[:place] + write(new) + text[place + len(written) :]


def _writings(format: str) -> list[Writing]:
    if format in ("json", "csl", "marcjson", "jsonld"):
        return [lambda v: json.dumps(v, ensure_ascii=False)[1:-1], lambda v: json.dumps(v)[1:-1]]
    if format == "marc":
        return [marc_lines.escaped]
    plain: Writing = lambda v: " ".join(v.split())  # noqa: E731 - a line of a tagged format holds no line break
    return [escape, plain] if format not in ("bibtex", "ris", "refer", "isi", "nbib") else [plain]


def _only(before: Record, after: Record, path: str, wanted: str) -> bool:
    """Whether the statement at ``path`` now has the value that is wanted, and all the others are as they were."""
    if [s.path for s in before.statements] != [s.path for s in after.statements]:
        return False
    return all(
        (new.value == wanted) if new.path == path else _said(new) == _said(old)
        for old, new in zip(before.statements, after.statements, strict=True)
    )


def _character(found: re.Match[str]) -> str:
    character = chr(int(found[1], 16))
    return character if STEERING.match(character) and not "\ud800" <= character <= "\udfff" else found[0]
