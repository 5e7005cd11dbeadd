"""A bounded memory of what was asked for last."""

from __future__ import annotations

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Up to twice ``size`` values by key. When ``size`` new ones have come, those of before that were not asked for again go.

    Reading and writing may be done by several threads: at worst a value is forgotten and looked up once more.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._new: dict[K, V] = {}
        self._old: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """The value kept for ``key``; None where none is."""
        found = self._new.get(key)
        if found is None:
            found = self._old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: K, value: V) -> None:
        """Keep ``value`` for ``key``."""
        if len(self._new) >= self._size:
            self._old, self._new = self._new, {}
        self._new[key] = value

    def clear(self) -> None:
        """Forget all."""
        self._new, self._old = {}, {}
