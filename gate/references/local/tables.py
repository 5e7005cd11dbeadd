"""The tables of an index: what they hold, and the version that every change of their meaning raises."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

INDEX_FORMAT = 6
RARE = 100  # entities; of a blocking key that no more share, no number is kept

# entity      one row an entity, in the order of the data; its bytes are gate.references.local.codec's
# brief       what ranking needs, apart from the bytes so that many fit on a page
# identifier  "scheme:value" in normal form, every equivalent form in a row of its own
# cited       an identifier that is only known from a citation: which entity cites it, and where in its citations
# block       blocking key -> entity; see gate.references.local.keys
# frequent    how many entities share a blocking key, for those that more than RARE share
# heading     a label of a concept under NACO rules -> entity; rank 0 preferred, 1 variant, 2 its form as a subdivision
# spelling    hash of a word, and of the word less any one letter -> the word
# meta        counts
SCHEMA = """
CREATE TABLE entity (n INTEGER PRIMARY KEY, iri TEXT NOT NULL UNIQUE, data BLOB NOT NULL);
CREATE TABLE brief (n INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE identifier (key TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (key, n)) WITHOUT ROWID;
CREATE TABLE cited (key TEXT NOT NULL, n INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (key, n, place)) WITHOUT ROWID;
CREATE TABLE block (key INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (key, n)) WITHOUT ROWID;
CREATE TABLE frequent (key INTEGER PRIMARY KEY, number INTEGER NOT NULL);
CREATE TABLE heading (key TEXT NOT NULL, rank INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (key, rank, n)) WITHOUT ROWID;
CREATE TABLE spelling (key INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY (key, word)) WITHOUT ROWID;
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
"""


def hashed(text: str) -> int:
    """64 bits of ``text``, signed as SQLite's integers are."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True)


def deletions(word: str) -> Iterator[int]:
    """The hashes under which ``word`` is found: itself, and itself less any one letter.

    Two words that share one are at most two edits apart (symmetric deletion, W. Garbe's SymSpell).
    """
    yield hashed(word)
    for place in range(len(word)):
        yield hashed(word[:place] + word[place + 1 :])
