"""Small tables of facts, written as text: ``name=value; name=value``."""

from __future__ import annotations


def read_table(text: str) -> dict[str, str]:
    """The pairs of a table, in order. An entry is ``name=value``; entries end with a semicolon; line breaks count as blanks."""
    entries = (" ".join(entry.split()).partition("=") for entry in text.split(";") if entry.strip())
    return {name: value for name, _, value in entries}


def read_words(text: str) -> frozenset[str]:
    """The words of a list, separated by blanks or line breaks."""
    return frozenset(text.split())
