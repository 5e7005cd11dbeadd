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
    return Coded(data).entity()


class Coded:
    """An entity as it is kept, parsed at once and decoded as far as it is asked for: long reference lists take long.

    ``closed`` is added to the properties that the entity is complete for. Raises ValueError as :func:`decode`.
    """

    __slots__ = ("_closed", "_entity", "_packed")

    def __init__(self, data: bytes, closed: frozenset[str] = frozenset()) -> None:
        packed: Packed = orjson.loads(data)
        if not isinstance(packed, list) or not 4 <= len(packed) <= 6:
            raise ValueError("not an entity")
        self._packed = packed
        self._closed = closed
        self._entity: Entity | None = None

    def entity(self) -> Entity:
        """All of it."""
        packed = self._packed  # read first: another thread may empty it as soon as the entity is there
        if self._entity is None:
            identifier, kind, label, statements, *more = packed
            if not (isinstance(identifier, str) and isinstance(kind, str) and isinstance(label, str)):
                raise ValueError("not an entity")
            self._entity = Entity(
                identifier,
                Kind(kind),
                label,
                tuple([_unpack(s) for s in _list(statements)]),
                frozenset(_texts(more[0]) if more else ()),
                frozenset(_texts(more[1]) if len(more) > 1 else ()) | self._closed,
            )
            self._packed = []
        return self._entity

    def one(self, name: str, place: int) -> tuple[str, Statement]:
        """The entity's id, and of its statements of property ``name`` the one at ``place``."""
        packed = self._packed
        if self._entity is not None:
            return self._entity.id, self._entity.all(name)[place]
        named = [s for s in _list(packed[3]) if s[:1] == [name]]
        if place >= len(named):
            raise ValueError("not so many statements")
        return str(packed[0]), _unpack(named[place])


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
        name, value = packed
        if isinstance(name, str) and isinstance(value, str):  # most statements
            return Statement(name, value)
        raise ValueError("not a statement")
    name, value, role, *lang = _texts(packed[:4])
    if size <= 4:
        return Statement(name, value, "", role, lang[0] if lang else "")
    flat = _texts(packed[5]) if size > 5 else []
    parts = _list(packed[6]) if size > 6 else []
    return Statement(
        name,
        value,
        role=role,
        lang=lang[0],
        forms=tuple(_texts(packed[4])),
        identifiers=tuple([Identifier(flat[i], flat[i + 1]) for i in range(0, len(flat) - 1, 2)]),
        parts=tuple([_unpack(p) for p in parts]),
    )


def _list(packed: Packed) -> list[Packed]:
    if isinstance(packed, list):
        return packed
    raise ValueError("not a list")


def _texts(packed: Packed) -> list[str]:
    """A list of texts; joining them is the quickest way to see that each is one."""
    if isinstance(packed, list):
        try:
            "".join(texts := cast("list[str]", packed))
        except TypeError:
            raise ValueError("not a list of texts") from None
        return texts
    raise ValueError("not a list of texts")
