"""The journal of a build: each finished step with what it brought, one line a step, on disk before the next is asked.

A build is a plain run through its steps that asks the journal first. So a build that goes on after a kill takes the same way, and
asks nothing that it was told before; the step in which it was killed is asked again, or answered by the cache.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

import orjson

from gate.errors import SnapshotError, UsageError
from gate.model import Entity
from gate.references.local.codec import decode, encode
from gate.references.values import table, text

FILE = "journal.jsonl"


@dataclass(frozen=True, slots=True)
class Step:
    """What one step brought.

    ``entities``  for the snapshot; of two with one id the later counts
    ``notes``     what later steps need, as JSON
    ``counts``    numbers for the manifest, added up over all steps
    ``as_of``     ISO 8601: when the answer was given; of several answers, the oldest
    """

    entities: tuple[Entity, ...] = ()
    notes: Mapping[str, object] = field(default_factory=dict, hash=False)
    counts: Mapping[str, int] = field(default_factory=dict, hash=False)
    as_of: str = ""


class Journal:
    """The journal of one build, in ``folder``. A context manager: leaving it closes the file.

    ``plan`` says what is built. Opening the journal of another plan is a :class:`UsageError`: its steps are no use here.
    """

    def __init__(self, folder: Path, plan: Mapping[str, object]) -> None:
        self.file = folder / FILE
        self._places: dict[str, int] = {}
        folder.mkdir(parents=True, exist_ok=True)
        self._stream = self.file.open("ab+")
        try:
            self._read(plan)
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stream.close()

    def __len__(self) -> int:
        return len(self._places)

    def get(self, key: str) -> Step | None:
        """The step called ``key``, if it is done."""
        place = self._places.get(key)
        if place is None:
            return None
        self._stream.seek(place)
        return _step(_parsed(self._stream.readline()))

    def put(self, key: str, step: Step) -> None:
        """Write a step down; when this returns it is on disk."""
        line: dict[str, object] = {
            "step": key,
            "as_of": step.as_of,
            "notes": dict(step.notes),
            "counts": dict(step.counts),
            "entities": [orjson.Fragment(encode(entity)) for entity in step.entities],
        }
        self._places[key] = self._append(line)

    def steps(self) -> Iterator[Step]:
        """Every finished step, in the order in which they were done."""
        for key in list(self._places):
            step = self.get(key)
            if step is not None:
                yield step

    def _read(self, plan: Mapping[str, object]) -> None:
        self._stream.seek(0)
        head = self._stream.readline()
        whole = len(head) if head.endswith(b"\n") and "plan" in _parsed(head) else 0
        same = whole and _parsed(head)["plan"] == orjson.loads(orjson.dumps(plan))
        while whole and (line := self._stream.readline()).endswith(b"\n") and (value := _parsed(line)):
            self._places[text(value.get("step"))] = whole
            whole += len(line)
        if not same and self._places:
            raise UsageError(f"another build of this name was begun, in {self.file.parent}; go on with it, or restart")
        # what follows the last whole line was being written when the process was killed
        self._stream.truncate(whole if same else 0)
        if not same:
            self._append({"plan": dict(plan)})

    def _append(self, value: Mapping[str, object]) -> int:
        try:
            place = self._stream.seek(0, os.SEEK_END)
            self._stream.write(orjson.dumps(value) + b"\n")
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise SnapshotError(f"{self.file}: {error.strerror or error}") from error
        return place


def _parsed(line: bytes) -> Mapping[str, object]:
    try:
        return table(orjson.loads(line))
    except orjson.JSONDecodeError:
        return {}


def _step(value: Mapping[str, object]) -> Step:
    packed = value.get("entities")
    entities = tuple(decode(orjson.dumps(one)) for one in packed) if isinstance(packed, list) else ()
    counts = {name: number for name, number in table(value.get("counts")).items() if isinstance(number, int)}
    return Step(entities, table(value.get("notes")), counts, text(value.get("as_of")))
