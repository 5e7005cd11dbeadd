"""A search over an index: count shared blocking keys, rank the best, and mend the spelling only when nothing near was found."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from rapidfuzz.distance import OSA

from gate.model import Query
from gate.references.local.keys import query_keys, worth_correcting
from gate.references.local.ranking import FLOOR, Brief, Ranking
from gate.references.local.tables import deletions, hashed
from gate.references.local.words import fold

_PER_KEY = 400  # a key that more entities share says little; the other keys then decide
_RANKED = 48
_NEAR_ENOUGH = 0.9
_SPELLINGS = 3
_CORRECTED = 100  # words of one query whose spelling is looked up at most


def search(connection: sqlite3.Connection, query: Query, limit: int) -> list[int]:
    """The numbers of the entities that fit ``query``, best first, at most ``limit``; equal fits in the order of the data."""
    ranking = Ranking(query)
    ranked = _ranked(connection, ranking, query_keys(query))
    if max(ranked.values(), default=0.0) < _NEAR_ENOUGH:
        for respelt in _respelt(connection, query):
            ranked |= _ranked(connection, ranking, query_keys(respelt))
    best = sorted(ranked.items(), key=lambda item: (-item[1], item[0]))[: max(limit, 0)]
    return [n for n, score in best if score >= FLOOR]


def _ranked(connection: sqlite3.Connection, ranking: Ranking, keys: tuple[int, ...]) -> dict[int, float]:
    """The entities that share most keys, with their scores."""
    shared: Counter[int] = Counter()
    for key in keys:
        shared.update([n for (n,) in connection.execute("SELECT n FROM block WHERE key = ? LIMIT ?", (key, _PER_KEY))])
    numbers = [n for n, _ in sorted(shared.items(), key=lambda item: (-item[1], item[0]))[:_RANKED]]
    marks = ",".join("?" * len(numbers))
    rows = connection.execute(f"SELECT n, text FROM brief WHERE n IN ({marks})", numbers)  # noqa: S608 - only question marks
    return {n: ranking.score(Brief.parse(text)) for n, text in rows}


def _respelt(connection: sqlite3.Connection, query: Query) -> Iterable[Query]:
    """The query with its unknown words replaced by known words near them: by the nearest ones, then the second nearest ..."""
    texts = [fold(text) for text in (query.label, query.raw, *query.names)]
    words = dict.fromkeys(word for text in texts for word in text.split() if worth_correcting(word))
    known = {word: _known_near(connection, word) for word in islice(words, _CORRECTED)}
    for place in range(max(map(len, known.values()), default=0)):
        label, raw, *names = (
            " ".join(found[min(place, len(found) - 1)] if (found := known.get(word)) else word for word in text.split())
            for text in texts
        )
        yield replace(query, label=label, raw=raw, names=tuple(names))


def _known_near(connection: sqlite3.Connection, word: str) -> list[str]:
    """Words of the snapshot at most two edits from ``word``, nearest first; none where ``word`` itself is one."""
    found: set[str] = set()
    for key in deletions(word):
        found.update([near for (near,) in connection.execute("SELECT word FROM spelling WHERE key = ?", (key,))])
        if key == hashed(word) and word in found:
            return []
    apart = sorted((OSA.distance(word, near), near) for near in found)
    return [near for distance, near in apart if distance <= 2][:_SPELLINGS]
