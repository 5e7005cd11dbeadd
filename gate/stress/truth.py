"""What is true: the things of a snapshot, or of any file that the gate reads, in one shape."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gate.errors import InputError, UsageError
from gate.model import Entity, Kind, Record, Statement, Unreadable
from gate.properties import LABEL_PROPERTY
from gate.settings import Settings


@dataclass(frozen=True, slots=True)
class Thing:
    """A head, a person or a work, with everything that is known of it. ``item`` names its question and its answer."""

    item: str
    label: str
    statements: tuple[Statement, ...]

    def values(self, name: str) -> tuple[str, ...]:
        """The values of one property, without repeats; of a citation its title and DOI, where it has them apart."""
        return tuple(dict.fromkeys(_shown(s) for s in self.statements if s.property == name))

    def all(self, name: str) -> tuple[Statement, ...]:
        """The statements of one property."""
        return tuple(s for s in self.statements if s.property == name)


UNANSWERED = Thing("", "", ())
"""Stands in the place of what a second source holds about a thing, where it did not answer."""


def _shown(statement: Statement) -> str:
    if statement.property != "citations":
        return statement.value
    doi = next((i.value for i in statement.identifiers if i.scheme == "doi"), statement.part("doi"))
    return ". ".join(dict.fromkeys(t for t in (statement.part("title"), f"doi:{doi}" if doi else "") if t)) or statement.value


def load(source: str, kind: Kind, settings: Settings) -> tuple[Thing, ...]:
    """All things of a kind: ``source`` is the name of a snapshot (``gate refs list``) or a file.

    Raises :class:`gate.errors.GateError` for what cannot be read, and :class:`gate.errors.InputError` where nothing is in it.
    """
    things = _of_file(Path(source), kind, settings) if Path(source).is_file() else _of_snapshot(source, kind, settings)
    if not things:
        raise InputError(f"{source}: holds no {kind}")
    return tuple(things)


def _of_file(path: Path, kind: Kind, settings: Settings) -> list[Thing]:
    return [
        Thing(record.id, label, record.statements)
        for record in _records(path, kind, settings)
        if isinstance(record, Record) and record.kind is kind and (label := _label(record.statements, kind))
    ]


def _records(path: Path, kind: Kind, settings: Settings) -> Iterable[Record | Unreadable]:
    """The records of a file. The plain text of the thesaurus is no format that libraries ingest, so only this knows of it."""
    from gate.records import read
    from gate.records.readers.roget import Roget

    if kind is Kind.CONCEPT:
        reader = Roget()
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InputError(f"{path}: {error.strerror or error}") from None
        if reader.sniff(data):
            return reader.read(data, str(path), settings)
    return read(path, format="auto", settings=settings)


def _label(statements: Sequence[Statement], kind: Kind) -> str:
    return next((s.value for s in statements if s.property == LABEL_PROPERTY[kind]), "")


@lru_cache(maxsize=4)
def _of_snapshot(name: str, kind: Kind, settings: Settings) -> list[Thing]:
    from gate.references.local import info
    from gate.references.local.files import read_entities

    try:
        manifest = info(name, settings)
    except UsageError as error:
        raise UsageError(f"{name}: neither a file nor a snapshot ({error})") from None
    entities = [e for file in manifest.files for e in read_entities(manifest.folder / file.name, kind)]
    return sorted(
        (Thing(_item(e), e.label, e.statements) for e in entities if e.kind is kind and e.label and e.statements),
        key=lambda t: (len(t.item), t.item),
    )


def _item(entity: Entity) -> str:
    """A work by its DOI, anything else by the end of its address."""
    doi = entity.first("doi")
    return doi.value if doi is not None else entity.id.rstrip("/").rsplit("/", 1)[-1].rsplit("#", 1)[-1]


def sample(things: Sequence[Thing], size: int, seed: int) -> tuple[Thing, ...]:
    """``size`` of the things, drawn by Python's ``random`` with ``seed``, in the order drawn; all where there are not more."""
    if size < 1:
        raise UsageError("a sample has at least one record")
    if size >= len(things):
        return tuple(things)
    return tuple(random.Random(seed).sample(list(things), size))  # noqa: S311 - a sample, not a secret
