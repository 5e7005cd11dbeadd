"""A list of works as one record: a reading list, a syllabus, a manuscript's own bibliography.

Such a list has no subject. What the records of the input describe are its citations, and its verdict rests on these alone. Their
places are those in the user's own file: the record's key, then the field, as ``knuth1984.doi`` or ``#3.245$a``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from gate.model import Ignored, Kind, Note, Record, Statement, Unreadable
from gate.records.shown import work_line

_CITED = "what a cited work cites is not read"


def as_bibliography(items: Iterable[Record | Unreadable]) -> Iterator[Record | Unreadable]:
    """Everything that cannot be a work of a bibliography as Unreadable, then all works as one record, if there is any."""
    works = []
    for item in items:
        if isinstance(item, Unreadable):
            yield item
        elif item.kind is not Kind.WORK:
            reason = f"describes {'an' if item.kind is Kind.AGENT else 'a'} {item.kind}: a bibliography lists works"
            yield Unreadable(item.file, reason, item.position, item.id, format=item.format)
        else:
            works.append(item)
    if works:
        yield gather(works)


def gather(works: Sequence[Record]) -> Record:
    """The bibliography that lists ``works``, at least one, in their order.

    It is called by its file. A key that stands twice gets a number (``knuth1984~2``); keys from several files stand behind the
    name of theirs (``a.bib:knuth1984``).
    """
    files = tuple(dict.fromkeys(work.file for work in works))
    formats = {work.format for work in works}
    statements: list[Statement] = []
    ignored: list[Ignored] = []
    notes: list[Note] = []
    for key, work in zip(_keys(works, len(files) > 1), works, strict=True):
        parts = tuple(_placed(s, key) for s in work.statements if s.property != "citations")
        statements.append(Statement("citations", work_line(parts) or key, key, parts=parts))
        ignored += [replace(i, path=_below(key, i.path)) for i in work.ignored]
        ignored += [Ignored(_below(key, s.path), _CITED) for s in work.all("citations")]
        notes += [replace(note, path=_below(key, note.path)) for note in work.notes]
        if not parts:
            notes.append(Note("value-unreadable", key, "", "the entry says nothing of a work"))
    return Record(
        Kind.WORK,
        _name(files),
        tuple(statements),
        formats.pop() if len(formats) == 1 else "several",
        ", ".join(files),
        1,
        tuple(ignored),
        tuple(notes),
        bibliography=True,
    )


def _keys(works: Sequence[Record], several: bool) -> list[str]:
    own = [f"{work.file}:{work.id}" if several else work.id for work in works]
    taken = set(own)
    seen: Counter[str] = Counter()
    keys = []
    for key in own:
        seen[key] += 1
        number, name = seen[key], key
        while number > 1 and (name := f"{key}~{number}") in taken:
            number += 1
        seen[key] = number
        taken.add(name)
        keys.append(name)
    return keys


def _name(files: Sequence[str]) -> str:
    return PurePath(files[0]).name or "bibliography" if len(files) == 1 else f"bibliography of {len(files)} files"


def _placed(statement: Statement, key: str) -> Statement:
    parts = tuple(_placed(part, key) for part in statement.parts)
    return replace(statement, path=_below(key, statement.path), parts=parts)


def _below(key: str, path: str) -> str:
    if not path:
        return key
    return f"{key}{path}" if path.startswith("[") else f"{key}.{path}"
