"""An import that goes on after it was killed: the data written so far, and how far the input was read when it was.

Entities are written in packed pieces of 20,000, each a member of one gzip file (RFC 1952, 2.2). When a piece is on the disk the
journal takes down, in one step, its end in the data file, the place in the input (which file, how many of its items), and the
counts. Whoever goes on cuts the data file there and passes over what was read. The bytes are those of an import that ran through.
"""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import orjson

from gate.errors import SnapshotError, UsageError
from gate.locking import locked
from gate.model import Entity, Kind
from gate.references.local.codec import encode
from gate.references.local.files import ENTITY_LINES, read_entities, write_lines
from gate.references.local.keeping import Tally
from gate.references.values import items, table

_PIECE = 20_000  # entities
_FILE = "journal.json"
_LOCK = "lock"


class Journal:
    """How far an import is. ``folder`` is where it works; ``file`` and ``items`` are the place in the input."""

    def __init__(self, folder: Path, call: str) -> None:
        self.folder = folder
        self._call = call
        self._kept = _read(folder / _FILE)
        if self._kept.get("call") != call:
            self._kept = {}
        self._end = _number(self._kept.get("end"))
        self._from = _number(self._kept.get("file"))
        self.file = self._from
        self.items = _number(self._kept.get("items"))

    def begin(self, number: int) -> bool:
        """Whether input file ``number`` is still to be read; if so, :attr:`items` of it are done."""
        if number > self._from:
            self.items = 0
        self.file = number
        return number >= self._from

    def claim(self) -> None:
        """Say that what lies in the folder is of this call, though no entity may be written yet."""
        if not (self.folder / _FILE).exists():
            self._put({"call": self._call})

    def tally(self, kind: Kind | None) -> Tally:
        """The counts of what is written."""
        tally = Tally(kind)
        tally.entities, tally.statements = _number(self._kept.get("entities")), _number(self._kept.get("statements"))
        tally.kinds.update(Kind(str(one)) for one in items(self._kept.get("kinds")))
        tally.more = {what: _number(count) for what, count in table(self._kept.get("more")).items()}
        for iri, flags in table(self._kept.get("flags")).items():
            tally.flags[iri] = {str(flag) for flag in items(flags)}
        return tally

    def written(self) -> Iterator[Entity]:
        """What is in the data file so far."""
        for file in self.folder.glob(f"*{ENTITY_LINES}") if self._end else ():
            with file.open("rb+") as data:
                data.truncate(self._end)
            yield from read_entities(file)

    def write(self, data: Path, entities: Iterable[Entity], tally: Tally) -> None:
        """Write entities behind those that are there, as a stream; flags that notices gave are put on at the end."""
        with data.open("rb+" if self._end and data.exists() else "wb") as out:
            out.truncate(self._end)
            out.seek(self._end)
            piece = _packed(out)
            held = 0
            for entity in tally.counted(entities):
                piece.write(encode(entity) + b"\n")
                held += 1
                if held == _PIECE:
                    piece.close()
                    self._note(out, tally)
                    piece, held = _packed(out), 0
            piece.close()
        if tally.flags:
            flags = tally.flags
            flagged = data.with_name(f"flagged{ENTITY_LINES}.part")
            write_lines(flagged, (replace(e, flags=e.flags | flags[e.id]) if e.id in flags else e for e in read_entities(data)))
            flagged.replace(data)
        for name in (_FILE, _LOCK):
            (self.folder / name).unlink(missing_ok=True)

    def _note(self, out: BinaryIO, tally: Tally) -> None:
        out.flush()
        os.fsync(out.fileno())
        told = {
            "call": self._call,
            "end": out.tell(),
            "file": self.file,
            "items": self.items,
            "entities": tally.entities,
            "statements": tally.statements,
            "kinds": sorted(tally.kinds),
            "more": tally.more,
            "flags": {iri: sorted(flags) for iri, flags in tally.flags.items()},
        }
        self._put(told)

    def _put(self, told: Mapping[str, object]) -> None:
        part = self.folder / f"{_FILE}.part"
        part.write_bytes(orjson.dumps(told))
        part.replace(self.folder / _FILE)


@contextmanager
def journalled(target: Path, call: str) -> Iterator[Journal]:
    """The journal of an import of ``call`` (files, and how they are read) to ``target``; that of another call is thrown away.

    The folder is gone when the import ends, also when it fails; only when its process is killed does it stay. What the file
    system refuses is a :class:`SnapshotError`; a second import to the same target at the same time a :class:`UsageError`.
    """
    folder = target.with_name(f".{target.name}.part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder / _LOCK, timeout_s=0.1):
            if _read(folder / _FILE).get("call") != call:
                for file in folder.iterdir():
                    if file.name != _LOCK:
                        _remove(file)
            try:
                yield Journal(folder, call)
            except Exception:
                shutil.rmtree(folder, ignore_errors=True)
                raise
            shutil.rmtree(folder, ignore_errors=True)
    except TimeoutError:
        raise UsageError(f"{target.name!r} is being imported by another process") from None
    except OSError as error:
        raise SnapshotError(f"{error.filename or target}: {error.strerror or error}") from error


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def _packed(out: BinaryIO) -> gzip.GzipFile:
    return gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0, compresslevel=6)


def _read(file: Path) -> Mapping[str, object]:
    try:
        return table(orjson.loads(file.read_bytes()))
    except (OSError, orjson.JSONDecodeError):
        return {}


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
