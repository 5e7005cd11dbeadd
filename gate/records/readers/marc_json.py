"""MARC in JSON as in use: MARC-in-JSON (pymarc, ruby-marc, FOLIO), the element names of MARCXML as keys, Catmandu's rows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from gate.records.readers.marc_record import Field, MarcRecord, blank

_LINE_OF_ITS_OWN = re.compile(r"\n(?=\{)")
_SPACE = re.compile(r"[\s,]*")
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Item:
    """One JSON value of the file, the text it was read from, and where; ``fault`` says why there is no value."""

    value: object
    text: str
    line: int
    fault: str = ""


def items(text: str, max_depth: int) -> Iterator[Item]:
    """The records of a file: the elements of an array, or values one after the other (JSON Lines). One at a time.

    A faulty line costs that line; inside an array the end of a faulty element cannot be known, so reading stops there.
    """
    decoder = json.JSONDecoder(strict=False)  # line breaks inside texts are common and harmless
    start = _SPACE.match(text)
    position = start.end() if start else 0
    array = text.startswith("[", position) and not text.startswith(('["', '[["'), position)
    position += array
    line, counted = 1, 0
    while True:
        found = _SPACE.match(text, position)
        position = found.end() if found else position
        line, counted = line + text.count("\n", counted, position), position
        if position >= len(text) or (array and text[position] == "]"):
            if array and position >= len(text):
                yield Item(None, "", line, "not JSON: the array does not end")
            return
        try:
            value, end = decoder.raw_decode(text, position)
        except RecursionError:
            fault, at = "nested too deep", position
        except json.JSONDecodeError as error:
            fault, at = f"not JSON: {error.msg} in line {error.lineno}, column {error.colno}", max(error.pos, position)
        except ValueError as error:  # an integer of more digits than Python reads
            fault, at = f"not JSON: {error}", position
        else:
            deep = f"nested deeper than {max_depth} levels (setting max_depth)" if _deeper(value, max_depth) else ""
            yield Item(None if deep else value, text[position:end], line, deep)
            position = end
            continue
        yield Item(None, text[position : position + 200], line, fault)
        following = None if array else _LINE_OF_ITS_OWN.search(text, at)
        if following is None:
            return
        position = following.end()


def _deeper(value: object, levels: int) -> bool:
    layer = [value]
    for _ in range(levels + 1):
        layer = [child for v in layer if isinstance(v, (dict, list)) for child in (v.values() if isinstance(v, dict) else v)]
        if not layer:
            return False
    return True


def parse(value: object) -> MarcRecord | str:
    """The record in a JSON value, or why there is none."""
    if isinstance(value, dict):
        for wrapper in ("parsedRecord", "content", "record", "marc"):  # FOLIO wraps, Catmandu has rows
            inner = value.get(wrapper)
            if isinstance(inner, str) and inner.lstrip().startswith("{"):
                try:
                    inner = json.loads(inner)
                except (ValueError, RecursionError):
                    return f"the {wrapper} is not JSON"
            if isinstance(inner, (dict, list)):
                return parse(inner)
        return _object(value)
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        return _rows(value)
    return "not MARC in JSON: neither a leader nor fields"


def _object(value: dict[object, object]) -> MarcRecord | str:
    record = MarcRecord(blank(_string(value.get("leader"))), [])
    for entry in _list(value.get("fields")):
        for tag, field in entry.items() if isinstance(entry, dict) else ():
            _add(record, str(tag), field)
    for key in ("controlfield", "datafield"):
        for entry in _list(value.get(key)):
            if isinstance(entry, dict):
                _add(record, _string(entry.get("tag")), entry)
    return record if record.fields else "not MARC in JSON: neither a leader nor fields"


def _add(record: MarcRecord, tag: str, field: object) -> None:
    if not isinstance(field, dict):
        if isinstance(field, (list, type(None))):
            record.doubts.append((tag, "neither text nor subfields"))
        else:
            record.fields.append(_control(tag, _string(field)))
        return
    given = field.get("subfields", field.get("subfield"))
    if given is None:
        record.fields.append(_control(tag, _string(field.get("data", field.get("content", field.get("value"))))))
        return
    subfields: list[tuple[str, str]] = []
    for entry in _list(given):
        if not isinstance(entry, dict):
            record.doubts.append((tag, "a subfield without a code"))
        elif "code" in entry:
            subfields.append((_string(entry["code"])[:1], _string(entry.get("data", entry.get("content", entry.get("value"))))))
        else:
            subfields += [(str(code)[:1], _string(text)) for code, text in entry.items()]
    both = _string(field.get("ind")).ljust(2)
    ind1, ind2 = _string(field.get("ind1", both[0])), _string(field.get("ind2", both[1]))
    clean = tuple((code, _SURROGATES.sub("\ufffd", text)) for code, text in subfields)
    record.fields.append(Field(tag, blank(ind1)[:1] or " ", blank(ind2)[:1] or " ", subfields=clean))


def _control(tag: str, data: str) -> Field:
    return Field(tag, data=_SURROGATES.sub("\ufffd", data))


def _rows(rows: list[list[object]]) -> MarcRecord | str:
    """Catmandu: a row is tag, two indicators, then code and text in turn; ``_`` is the code of a control field."""
    leader, fields = "", []
    for row in rows:
        if len(row) < 5:
            continue
        tag, ind1, ind2, *rest = (_string(cell) for cell in row)
        pairs = tuple((code[:1], _SURROGATES.sub("\ufffd", text)) for code, text in zip(rest[::2], rest[1::2], strict=False))
        if tag == "LDR":
            leader = blank(pairs[0][1])
        elif pairs[0][0] == "_":
            fields.append(Field(tag, data=pairs[0][1]))
        else:
            fields.append(Field(tag, blank(ind1)[:1] or " ", blank(ind2)[:1] or " ", subfields=pairs))
    return MarcRecord(leader, fields) if fields else "not MARC in JSON: neither a leader nor fields"


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else [value] if isinstance(value, dict) else []


def _string(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None or isinstance(value, (dict, list)) else str(value)
