"""A record as JSON and back, without loss: also text that UTF-8 cannot hold (lone surrogates stand as ``\\udc80`` in JSON)."""

from __future__ import annotations

import json
from typing import TypeAlias

from gate.model import Identifier, Ignored, Kind, Note, Record, Statement

Packed: TypeAlias = "str | int | bool | list[Packed] | dict[str, Packed] | None"


def encode_record(record: Record) -> bytes:
    """The record as ASCII JSON; its raw bytes are left out."""
    return json.dumps(record_value(record), separators=(",", ":"), ensure_ascii=True).encode("ascii")


def record_value(record: Record) -> dict[str, Packed]:
    """The record as plain values: what the exports give, too."""
    return {
        "kind": record.kind.value,
        "id": record.id,
        "format": record.format,
        "file": record.file,
        "position": record.position,
        "bibliography": record.bibliography,
        "statements": [_statement(s) for s in record.statements],
        "ignored": [{"path": i.path, "reason": i.reason} for i in record.ignored],
        "notes": [{"code": n.code, "path": n.path, "value": n.value, "detail": n.detail} for n in record.notes],
    }


def decode_record(data: bytes, raw: bytes = b"") -> Record:
    """The record again. Raises ValueError where ``data`` is not what :func:`encode_record` wrote."""
    value: Packed = json.loads(data)
    record = _object(value)
    position = record.get("position")
    return Record(
        Kind(_text(record, "kind")),
        _text(record, "id"),
        tuple(_read_statement(s) for s in _list(record, "statements")),
        _text(record, "format"),
        _text(record, "file"),
        position if isinstance(position, int) else 1,
        tuple(Ignored(_text(i, "path"), _text(i, "reason")) for i in map(_object, _list(record, "ignored"))),
        tuple(
            Note(_text(n, "code"), _text(n, "path"), _text(n, "value"), _text(n, "detail"))
            for n in map(_object, _list(record, "notes"))
        ),
        raw,
        record.get("bibliography") is True,
    )


def _statement(s: Statement) -> dict[str, Packed]:
    value: dict[str, Packed] = {"property": s.property, "value": s.value}
    value |= {name: text for name, text in (("path", s.path), ("role", s.role), ("lang", s.lang)) if text}
    if s.forms:
        value["forms"] = list(s.forms)
    if s.identifiers:
        value["identifiers"] = [[i.scheme, i.value] for i in s.identifiers]
    if s.parts:
        value["parts"] = [_statement(part) for part in s.parts]
    if s.places:
        value["places"] = [[i.scheme, i.value, path] for i, path in s.places]
    return value


def _read_statement(packed: Packed) -> Statement:
    s = _object(packed)
    pairs = [pair for pair in _list(s, "identifiers") if isinstance(pair, list)]
    return Statement(
        _text(s, "property"),
        _text(s, "value"),
        _text(s, "path"),
        _text(s, "role"),
        _text(s, "lang"),
        tuple(str(form) for form in _list(s, "forms")),
        tuple(Identifier(str(scheme), str(value)) for scheme, value in pairs),
        tuple(_read_statement(part) for part in _list(s, "parts")),
        tuple((Identifier(str(scheme), str(value)), str(path)) for scheme, value, path in _triples(s, "places")),
    )


def _triples(value: dict[str, Packed], key: str) -> list[list[Packed]]:
    return [one for one in _list(value, key) if isinstance(one, list) and len(one) == 3]


def _object(value: Packed) -> dict[str, Packed]:
    if not isinstance(value, dict):
        raise ValueError("not a record of the queue")
    return value


def _list(value: dict[str, Packed], key: str) -> list[Packed]:
    found = value.get(key, [])
    if not isinstance(found, list):
        raise ValueError(f"not a record of the queue: {key}")
    return found


def _text(value: dict[str, Packed], key: str) -> str:
    found = value.get(key, "")
    if not isinstance(found, str):
        raise ValueError(f"not a record of the queue: {key}")
    return found
