"""An entity as compact bytes and back: JSON arrays in which trailing defaults are left out.

``[id, kind, label, [statement ...], [flag ...], [property ...]]`` and a statement as
``[property, value, role, lang, [form ...], [scheme, value, scheme, value ...], [part ...]]``.
"""

from __future__ import annotations

from typing import TypeAlias, cast

import orjson

from gate.model import Entity, Identifier, Kind, Statement

Packed: TypeAlias = "str | list[Packed]"


def encode(entity: Entity) -> bytes:
    """The entity as bytes; the same entity gives the same bytes."""
    packed: list[Packed] = [
        entity.id,
        str(entity.kind),
        entity.label,
        [_pack(s) for s in entity.statements],
        [*sorted(entity.flags)],
        [*sorted(entity.complete_for)],
    ]
    try:
        return orjson.dumps(_trim(packed, 4))
    except orjson.JSONEncodeError:
        return orjson.dumps(_scrubbed(packed))


def decode(data: bytes) -> Entity:
    """The entity again. Raises ValueError where ``data`` is not what :func:`encode` wrote."""
    packed: Packed = orjson.loads(data)
    if not isinstance(packed, list) or not 4 <= len(packed) <= 6:
        raise ValueError("not an entity")
    identifier, kind, label, statements = packed[:4]
    if not (isinstance(identifier, str) and isinstance(kind, str) and isinstance(label, str) and isinstance(statements, list)):
        raise ValueError("not an entity")
    return Entity(
        identifier,
        Kind(kind),
        label,
        tuple([_unpack(s) for s in statements]),
        frozenset(_texts(packed[4]) if len(packed) > 4 else ()),
        frozenset(_texts(packed[5]) if len(packed) > 5 else ()),
    )


def _scrubbed(packed: Packed) -> Packed:
    """Without lone surrogates, which UTF-8 cannot hold: each becomes ``?``."""
    if isinstance(packed, str):
        return packed.encode("utf-8", "replace").decode("utf-8")
    return [_scrubbed(item) for item in packed]


def _pack(s: Statement) -> Packed:
    identifiers: list[Packed] = []
    for identifier in s.identifiers:
        identifiers += [identifier.scheme, identifier.value]
    return _trim([s.property, s.value, s.role, s.lang, [*s.forms], identifiers, [_pack(p) for p in s.parts]], 2)


def _trim(packed: list[Packed], least: int) -> list[Packed]:
    while len(packed) > least and not packed[-1]:
        packed.pop()
    return packed


def _unpack(packed: Packed) -> Statement:
    size = len(packed)
    if not isinstance(packed, list) or not 2 <= size <= 7:
        raise ValueError("not a statement")
    if size == 2:
        name, value = _texts(packed)
        return Statement(name, value)
    name, value, role, *lang = _texts(packed[:4])
    if size <= 4:
        return Statement(name, value, "", role, lang[0] if lang else "")
    flat = _texts(packed[5]) if size > 5 else []
    parts = packed[6] if size > 6 else []
    if not isinstance(parts, list):
        raise ValueError("not a statement")
    return Statement(
        name,
        value,
        role=role,
        lang=lang[0],
        forms=tuple(_texts(packed[4])),
        identifiers=tuple([Identifier(flat[i], flat[i + 1]) for i in range(0, len(flat) - 1, 2)]),
        parts=tuple([_unpack(p) for p in parts]),
    )


def _texts(packed: Packed) -> list[str]:
    """A list of texts; joining them is the quickest way to see that each is one."""
    if isinstance(packed, list):
        try:
            "".join(texts := cast("list[str]", packed))
        except TypeError:
            raise ValueError("not a list of texts") from None
        return texts
    raise ValueError("not a list of texts")
