"""A search over a store: count shared blocking keys, rank the best, and mend the spelling only when nothing near was found.

What a search may claim. Whoever shares ``level`` keys with the search must have been ranked before the store says that nothing
else is held (:func:`gate.references.local.keys.level` gives the number, and why it is enough). At millions of works some keys are
shared by thousands. The most frequent are not read; by the prefix filter (S. Chaudhuri et al., A primitive operator
for similarity joins in data cleaning, ICDE 2006) that loses nothing while fewer than ``level`` keys are left out: whoever shares
``level`` keys shares at least one of those that were read. Where more had to be left out, or more share ``level`` keys than are
ranked, the search is not complete, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from rapidfuzz.distance import OSA

from gate.model import Query
from gate.references.local.keys import level, query_keys, worth_correcting
from gate.references.local.ranking import FLOOR, Brief, Ranking
from gate.references.local.rows import Rows
from gate.references.local.tables import RARE, deletions, hashed
from gate.references.local.words import fold

_POSTINGS = 120_000  # entries of key lists that one round reads at most: some 15 ms
_FIRST = 1_000  # the same for a first look, which is enough where it finds what leaves no doubt
_AGAIN = 4_000  # the same for a round with mended spelling
_RANKED = 48  # of those that share fewer keys than `level`
_MOST = 1_200  # ranked at most: some 12 ms
_CHUNK = 12
_NEAR_ENOUGH = 0.9
_CERTAIN = 1.02  # the whole title, and the names or the year
_SPELLINGS = 3
_CORRECTED = 100  # words of one query whose spelling is looked up at most


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a search found: numbers of entities, best first; ``complete`` is whether nothing else can be meant."""

    numbers: tuple[int, ...]
    complete: bool


def search(rows: Rows, query: Query, limit: int) -> Candidates:
    """The entities that fit ``query``, best first, at most ``limit``; equal fits in the order of the data."""
    keys = query_keys(query)
    if not keys or limit < 1:  # words that can be looked for must be there: a search for nothing proves nothing
        return Candidates((), complete=False)
    ranking = Ranking(query)
    ranked: dict[int, float] = {}
    if ranking.certain:  # most searches are for what is there, and the rarest keys lead to it
        _rank(rows, ranking, keys, level(query), _FIRST, ranked)
    complete = max(ranked.values(), default=0.0) < _CERTAIN and _rank(rows, ranking, keys, level(query), _POSTINGS, ranked)
    if max(ranked.values(), default=0.0) < _NEAR_ENOUGH:
        asked = set(keys)
        for respelt in _respelt(rows, query):
            others = query_keys(respelt)
            if not asked.issuperset(others):
                _rank(rows, ranking, others, level(respelt), _AGAIN, ranked)
                asked.update(others)
    best = sorted(ranked.items(), key=lambda item: (-item[1], item[0]))
    fitting = [(n, score) for n, score in best if score >= FLOOR]
    cut = fitting[limit][1] if len(fitting) > limit else 0.0
    return Candidates(tuple(n for n, _ in fitting[:limit]), complete and cut < _NEAR_ENOUGH)


def _rank(rows: Rows, ranking: Ranking, keys: Sequence[int], least: int, postings: int, ranked: dict[int, float]) -> bool:
    """Score those that share most keys into ``ranked``; gives whether all that share ``least`` keys are among them."""
    read = _cheapest(rows.frequencies(keys), keys, postings)
    unread = len(keys) - len(read)
    shared = rows.sharing(read, _MOST + 1)
    enough = max(least - unread, 1)  # who shares fewer of the keys that were read shares fewer than `least` in all
    wanted = [n for at, (n, count) in enumerate(shared[:_MOST]) if count >= enough or at < _RANKED]
    whole = unread < least and (len(shared) <= _MOST or shared[_MOST][1] < enough)
    counts = dict(shared)
    for at in range(0, len(wanted), _CHUNK):
        chunk = [n for n in wanted[at : at + _CHUNK] if n not in ranked]
        if at and ranking.certain and counts[wanted[at]] * 2 < shared[0][1] and max(ranked.values(), default=0.0) >= _CERTAIN:
            return False  # found; what is left shares less than half of it
        ranked.update({n: ranking.score(Brief.parse(text)) for n, text in rows.briefs(chunk)})
    return whole


def _cheapest(frequencies: dict[int, int], keys: Sequence[int], postings: int) -> list[int]:
    """The rarest keys, as many as ``postings`` entries allow; one at least."""
    ordered = sorted(keys, key=lambda key: frequencies.get(key, 0))
    total = 0
    for at, key in enumerate(ordered):
        total += frequencies.get(key, RARE)
        if total > postings:
            return ordered[: max(at, 1)]
    return ordered


def _respelt(rows: Rows, query: Query) -> Iterator[Query]:
    """The query with its unknown words replaced by known words near them: by the nearest ones, then the second nearest ..."""
    texts = [fold(text) for text in (query.label, query.raw, *query.names)]
    words = dict.fromkeys(word for text in texts for word in text.split() if worth_correcting(word))
    known = _known_near(rows, [*islice(words, _CORRECTED)])
    for place in range(max(map(len, known.values()), default=0)):
        label, raw, *names = (
            " ".join(found[min(place, len(found) - 1)] if (found := known.get(word)) else word for word in text.split())
            for text in texts
        )
        yield replace(query, label=label, raw=raw, names=tuple(names))


def _known_near(rows: Rows, words: Sequence[str]) -> dict[str, list[str]]:
    """Of each word that the store does not know, the words it knows that are at most two edits away, nearest first."""
    whole = {hashed(word): word for word in words}
    found = {word for key, word in rows.words([*whole]) if whole[key] == word}
    keys = {word: [*deletions(word)] for word in words if word not in found}
    near: dict[int, list[str]] = {}
    for key, word in rows.words([key for each in keys.values() for key in each]):
        near.setdefault(key, []).append(word)
    return {word: _nearest(word, {other for key in each for other in near.get(key, ())}) for word, each in keys.items()}


def _nearest(word: str, others: set[str]) -> list[str]:
    apart = sorted((OSA.distance(word, other), other) for other in others)
    return [other for distance, other in apart if distance <= 2][:_SPELLINGS]
