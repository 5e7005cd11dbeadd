"""A drop folder: every file that arrives goes through the gate once, whenever the process is killed.

For a file ``x`` with the batch name ``b``: its split is written to ``OUT/.gate-work/b``; then ``x`` is renamed to
``processed/b``, and that is the moment from which it counts as done; then ``OUT/.gate-work/b`` is renamed to ``OUT/b``, where a
loader finds all of it at once. Killed before the first rename, the file is processed anew: the queue knows the batch and takes
nothing twice, and no loader saw anything. Killed between the two, the next start only makes up for the second. Both renames are
atomic within a file system.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from gate.errors import InputError, QueueError, UsageError
from gate.hook.files import TEMPORARY, sync_folder, write_whole
from gate.hook.splitting import Split, batch_name, read_whole
from gate.locking import locked

PROCESSED, READY, REPEATED = "processed", "ready", "repeated"
WORK = ".gate-work"
LOCK = ".gate-watch.lock"
#: endings under which programs write what is not whole yet
UNFINISHED = (".part", ".partial", ".tmp", ".temp", ".filepart", ".crdownload", ".swp", "~")

#: a file's bytes, its name and its batch, to what becomes of it
Process = Callable[[bytes, str, str], Split]
Tell = Callable[[str], None]


@dataclass(slots=True)
class DropFolder:
    """A folder that is watched. ``settle`` seconds must have passed since a file was last written before it is taken.

    ``name`` gives the batch of a file from its bytes and its name.
    """

    folder: Path
    out: Path
    process: Process
    tell: Tell
    limit: int
    settle: float = 5.0
    name: Callable[[bytes, str], str] = batch_name
    clock: Callable[[], float] = time.time
    _told: dict[str, str] = field(default_factory=dict)
    _refused: dict[str, tuple[int, int, int]] = field(default_factory=dict)

    @property
    def processed(self) -> Path:
        """Where files go that are done."""
        return self.folder / PROCESSED

    @property
    def repeated(self) -> Path:
        """Where files go whose like was done before."""
        return self.folder / REPEATED

    @property
    def work(self) -> Path:
        """Where splits are written that nobody may see yet."""
        return self.out / WORK

    @contextmanager
    def held(self) -> Iterator[None]:
        """Be the only one that watches this folder and fills that output. Raises :class:`UsageError` where another one does."""
        try:
            for needed in (self.processed, self.repeated, self.work):
                needed.mkdir(parents=True, exist_ok=True)
            with ExitStack() as locks:
                for lock in sorted({self.folder / LOCK, self.out / LOCK}):
                    locks.enter_context(locked(lock, timeout_s=0))
                self._recover()
                yield
        except TimeoutError:
            raise UsageError(f"{self.folder}: another gate watch works on this folder, or fills {self.out}") from None
        except OSError as error:
            raise UsageError(f"{error.filename or self.folder}: {error.strerror or error}") from error

    def waiting(self) -> list[Path]:
        """The files that have arrived whole, oldest first. Hidden and unfinished ones, and folders, are passed over."""
        found = []
        for entry in os.scandir(self.folder):
            if entry.name.startswith(".") or entry.name.lower().endswith(UNFINISHED) or not entry.is_file(follow_symlinks=False):
                continue
            stat = entry.stat(follow_symlinks=False)
            if self.clock() - stat.st_mtime >= self.settle or stat.st_mtime > self.clock() + self.settle:
                found.append((stat.st_mtime, entry.name))
        return [self.folder / name for _, name in sorted(found)]

    def take(self, path: Path) -> Split | None:
        """Bring one file through the gate; None where it stays for now, or was done before.

        What keeps it from being processed is told once. Where the queue is away it is tried again at the next look; a file that
        is at fault itself (it cannot be opened, is too large, cannot be split) waits until it changes.
        """
        try:
            before = _as_it_is(path)
            if self._refused.get(path.name) == before:
                return None
            data = read_whole(path, self.limit)
            batch = self.name(data, path.name)
            if (self.processed / batch).exists() or (self.out / batch).exists():
                self._move(path, self.repeated / batch)
                self.tell(f"{path.name}: the same bytes under the same name were processed before; moved to {REPEATED}/")
                return None
            split = self.process(data, path.name, batch)
            self._prepare(batch, split)
            after = _as_it_is(path)
        except FileNotFoundError:
            return None  # somebody took it away
        except QueueError as error:
            self._once(path.name, f"{error}; {path.name} stays and is tried again")
            return None
        except InputError as error:
            self._refused[path.name] = before
            self._once(path.name, f"{error}; it stays until it changes")
            return None
        if after != before:
            shutil.rmtree(self.work / batch)  # it was written to meanwhile: nothing was decided about what it is now
            return None
        self._move(path, self.processed / batch)
        self._publish(batch)
        self._told.pop(path.name, None)
        self._refused.pop(path.name, None)
        return split

    def _prepare(self, batch: str, split: Split) -> None:
        place = self.work / batch
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for _, name, data in split.staged.files:
            write_whole(place / name, (data,))
        sync_folder(self.work)

    def _move(self, path: Path, to: Path) -> None:
        os.replace(path, to)
        sync_folder(to.parent)
        sync_folder(path.parent)

    def _publish(self, batch: str) -> None:
        os.rename(self.work / batch, self.out / batch)
        sync_folder(self.out)

    def _recover(self) -> None:
        for place in sorted(self.work.iterdir()):
            if (self.processed / place.name).exists():
                self._publish(place.name)
                self.tell(f"{place.name}: finished what an earlier run had begun")
            else:
                shutil.rmtree(place)
        for left in self.out.glob(f"{TEMPORARY}*"):
            left.unlink()

    def _once(self, name: str, message: str) -> None:
        if self._told.get(name) != message:
            self._told[name] = message
            self.tell(message)


def _as_it_is(path: Path) -> tuple[int, int, int]:
    """What changes when somebody writes to a file or puts another in its place."""
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns, stat.st_ino
