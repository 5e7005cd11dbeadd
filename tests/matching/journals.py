"""Names of journals with their abbreviations by ISO 4, from the run-together pairs of the labelled data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_SMALL = frozenset(("of", "the", "and", "in", "for", "on", "et", "de", "la", "des", "der", "und", "y", "e", "di", "&", "-"))
_LEAST = 2  # letters of an abbreviated word, but for "J."


def pairs(file: Path) -> list[tuple[str, str]]:
    """Every (abbreviation, name) of ``file`` whose run-together abbreviation is made of beginnings of all the words of the name.

    ``jphyschemc``, "the journal of physical chemistry c" give ``J. Phys. Chem. C``. Pairs that cannot be told apart into words so
    are left out: in many the name is that of another journal.
    """
    found: dict[str, str] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        together, _, name = line.partition("\t")
        words = [word for word in name.split() if word not in _SMALL]
        cut = next(_cuts(together, words), None) if len(words) > 1 and name.isascii() else None
        if cut and any(one != word for one, word in zip(cut, words, strict=True)):
            short = " ".join(one.capitalize() + ("" if one == word else ".") for one, word in zip(cut, words, strict=True))
            found.setdefault(short, " ".join(w if w in _SMALL else w.capitalize() for w in name.split()))
    return list(found.items())


def _cuts(together: str, words: list[str]) -> Iterator[list[str]]:
    """The ways to cut ``together`` into beginnings of ``words``, the longest first."""
    if not words:
        if not together:
            yield []
        return
    word, rest = words[0], words[1:]
    for size in range(len(word), 0, -1):
        beginning = word[:size]
        if together.startswith(beginning) and (size in (len(word),) or size >= _LEAST or word == "journal"):
            for more in _cuts(together[size:], rest):
                yield [beginning, *more]
