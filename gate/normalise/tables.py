"""Small tables of facts, written as text: ``name=value; name=value``."""

from __future__ import annotations


def read_pairs(text: str) -> tuple[tuple[str, str], ...]:
    """The pairs of a table, in order. An entry is ``one=two``; entries end with a semicolon; line breaks count as blanks."""
    entries = (" ".join(entry.split()).partition("=") for entry in text.split(";") if entry.strip())
    return tuple((one, two) for one, _, two in entries)


def read_table(text: str) -> dict[str, str]:
    """The pairs of a table as a dictionary; of entries with one name, the last counts."""
    return dict(read_pairs(text))


def read_words(text: str) -> frozenset[str]:
    """The words of a list, separated by blanks or line breaks."""
    return frozenset(text.split())
