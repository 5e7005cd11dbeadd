"""What a store must be able to look up, whatever it is kept in: an SQLite file, a PostgreSQL database, an OpenSearch index.

Answers, ranking and completeness are written once over these few look-ups (:mod:`gate.references.local.answering`,
:mod:`gate.references.local.searching`); the numbers and keys are those of :mod:`gate.references.local.tables`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Protocol

from gate.references.local.recent import Recent

_KEPT, _NOBODY = 4096, -1
_MOST_MARKS = 900  # question marks in one statement; SQLite before 3.32 takes 999


class Rows(Protocol):
    """The look-ups. Each raises what its store raises when it fails; whoever asks turns that into an answer."""

    def identified(self, key: str) -> tuple[int, bytes | None] | None:
        """The number of the first entity that has the identifier ``key`` (``scheme:value``), and its bytes where it was read."""
        ...

    def cited(self, key: str, most: int) -> list[tuple[int, int]]:
        """Who cites the thing with this identifier: number of the entity and place among its citations, in order."""
        ...

    def data(self, number: int) -> bytes | None:
        """The bytes of an entity."""
        ...

    def headed(self, keys: Sequence[str]) -> list[tuple[int, int]]:
        """Rank and number of every concept with one of these labels, in order."""
        ...

    def frequencies(self, keys: Sequence[int]) -> dict[int, int]:
        """How many entities share each blocking key, for those keys that more than :data:`RARE` share; others may be left out."""
        ...

    def sharing(self, keys: Sequence[int], most: int) -> list[tuple[int, int]]:
        """The entities that share most of ``keys``, at most ``most``: number, and how many keys. Equal ones by number."""
        ...

    def briefs(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        """What ranking needs of these entities, in any order."""
        ...

    def words(self, keys: Sequence[int]) -> list[tuple[int, str]]:
        """The words of the vocabulary that have these deletion keys, with the key."""
        ...


class SqliteRows:
    """The look-ups in an index file, which does not change while it is open. Raises sqlite3.DatabaseError.

    Who an identifier denotes is kept for the last few thousand: a citation is looked up once for itself and once for what it
    cites.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._numbers: Recent[str, int] = Recent(_KEPT)

    def identified(self, key: str) -> tuple[int, bytes | None] | None:
        """See :class:`Rows`."""
        known = self._numbers.get(key)
        if known is not None:
            return None if known == _NOBODY else (known, None)
        query = "SELECT n, data FROM entity WHERE n = (SELECT min(n) FROM identifier WHERE key = ?)"
        row: tuple[int, bytes] | None = self._connection.execute(query, (key,)).fetchone()
        self._numbers.put(key, _NOBODY if row is None else row[0])
        return row

    def cited(self, key: str, most: int) -> list[tuple[int, int]]:
        """See :class:`Rows`."""
        query = "SELECT n, place FROM cited WHERE key = ? ORDER BY n, place LIMIT ?"
        return self._connection.execute(query, (key, most)).fetchall()

    def data(self, number: int) -> bytes | None:
        """See :class:`Rows`."""
        row = self._connection.execute("SELECT data FROM entity WHERE n = ?", (number,)).fetchone()
        return None if row is None else row[0]

    def headed(self, keys: Sequence[str]) -> list[tuple[int, int]]:
        """See :class:`Rows`."""
        query = "SELECT rank, n FROM heading WHERE key = ?"
        return sorted({row for key in keys for row in self._connection.execute(query, (key,))})

    def frequencies(self, keys: Sequence[int]) -> dict[int, int]:
        """See :class:`Rows`."""
        query = "SELECT key, number FROM frequent WHERE key IN ({})"
        return dict(self._in(query, keys))  # type: ignore[arg-type]

    def sharing(self, keys: Sequence[int], most: int) -> list[tuple[int, int]]:
        """See :class:`Rows`."""
        marks = ",".join("?" * len(keys[:_MOST_MARKS]))
        query = f"SELECT n, count(*) AS c FROM block WHERE key IN ({marks}) GROUP BY n ORDER BY c DESC, n LIMIT ?"  # noqa: S608
        return self._connection.execute(query, (*keys[:_MOST_MARKS], most)).fetchall()

    def briefs(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        """See :class:`Rows`."""
        return self._in("SELECT n, text FROM brief WHERE n IN ({})", numbers)  # type: ignore[return-value]

    def words(self, keys: Sequence[int]) -> list[tuple[int, str]]:
        """See :class:`Rows`."""
        return self._in("SELECT key, word FROM spelling WHERE key IN ({})", keys)  # type: ignore[return-value]

    def _in(self, query: str, values: Sequence[int]) -> list[tuple[int, int | str]]:
        found: list[tuple[int, int | str]] = []
        for at in range(0, len(values), _MOST_MARKS):
            some = values[at : at + _MOST_MARKS]
            found += self._connection.execute(query.format(",".join("?" * len(some))), some).fetchall()
        return found
