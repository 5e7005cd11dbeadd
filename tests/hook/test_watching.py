"""A drop folder: no file lost, none done twice, wherever the process stops."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gate.errors import QueueError, UsageError
from gate.hook import files as hook_files
from gate.hook import watching
from gate.hook.splitting import Split, split
from gate.hook.watching import PROCESSED, READY, REPEATED, WORK, DropFolder
from gate.queue import intake
from gate.queue.store import open_queue
from gate.queue.values import Filter
from gate.settings import Settings
from tests.hook.samples import judge, lines

ROOT = Path(__file__).resolve().parents[2]


class Killed(BaseException):
    """The process ends here."""


class Place:
    """A drop folder with a queue, and what was told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "drop"
        self.folder.mkdir()
        self.url = f"sqlite:///{folder}/queue.db"
        self.told: list[str] = []
        self.process: Callable[[bytes, str, str], Split] = self._process

    def _process(self, data: bytes, name: str, batch: str) -> Split:
        with open_queue(Settings(queue_url=self.url)) as queue:
            return split(data, name, judge(self.url), queue, batch=batch)

    def watcher(self, clock: Callable[[], float] = time.time) -> DropFolder:
        out = self.folder / READY
        return DropFolder(self.folder, out, lambda *a: self.process(*a), self.told.append, 10_000, settle=0.0, clock=clock)

    def look(self) -> list[str]:
        watcher = self.watcher()
        with watcher.held():
            return [path.name for path in watcher.waiting() if watcher.take(path) is not None]

    def drop(self, name: str, data: bytes) -> Path:
        path = self.folder / name
        path.write_bytes(data)
        old = time.time() - 60
        os.utime(path, (old, old))
        return path

    def ready(self) -> dict[str, list[str]]:
        return {
            folder.name.partition("-")[2]: sorted(path.name for path in folder.iterdir())
            for folder in (self.folder / READY).iterdir()
            if folder.is_dir() and folder.name != WORK
        }

    def queued(self) -> int:
        with open_queue(Settings(queue_url=self.url)) as queue:
            return queue.page(Filter()).total


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_a_file_is_split_into_a_folder_of_its_own_and_moved_away(place: Place) -> None:
    place.drop("a.jsonl", lines("good one", "bad two"))
    assert place.look() == ["a.jsonl"]
    assert place.ready() == {"a.jsonl": ["a.accepted.jsonl", "a.report.json", "a.review.jsonl"]}
    assert [path.name.partition("-")[2] for path in (place.folder / PROCESSED).iterdir()] == ["a.jsonl"]
    assert place.queued() == 1
    assert place.look() == []


def test_what_is_hidden_unfinished_or_no_file_is_passed_over(place: Place, tmp_path: Path) -> None:
    for name in (".hidden", "a.part", "b.TMP", "c~", "d.filepart"):
        place.drop(name, lines("good"))
    (place.folder / "folder").mkdir()
    (place.folder / "link.jsonl").symlink_to(tmp_path / "elsewhere")
    assert place.look() == []


def test_a_file_that_is_still_being_written_is_left_alone(place: Place) -> None:
    place.drop("a.jsonl", lines("good"))
    now = time.time()
    watcher = place.watcher(clock=lambda: now)
    watcher.settle = 90.0
    with watcher.held():
        assert watcher.waiting() == []
        watcher.settle = 30.0
        assert [path.name for path in watcher.waiting()] == ["a.jsonl"]


def test_a_file_that_is_written_to_while_it_is_checked_is_taken_up_again(place: Place) -> None:
    path = place.drop("a.jsonl", lines("good one"))
    ordinary = place.process

    def process(data: bytes, name: str, batch: str) -> Split:
        place.process = ordinary
        with path.open("ab") as file:
            file.write(lines("good two"))
        return ordinary(data, name, batch)

    place.process = process
    assert place.look() == []
    assert place.ready() == {}
    assert place.look() == ["a.jsonl"]
    (accepted,) = (place.folder / READY).glob("*/a.accepted.jsonl")
    assert accepted.read_bytes().count(b"\n") == 2


def test_the_same_bytes_under_the_same_name_are_not_done_twice(place: Place) -> None:
    place.drop("a.jsonl", lines("good"))
    place.look()
    place.drop("a.jsonl", lines("good"))
    assert place.look() == []
    assert "processed before" in place.told[-1]
    assert len(list((place.folder / REPEATED).iterdir())) == 1
    place.drop("a.jsonl", lines("good", "other"))
    assert place.look() == ["a.jsonl"]


def test_two_watchers_of_one_folder_or_one_output_are_refused(place: Place, tmp_path: Path) -> None:
    with place.watcher().held():
        with pytest.raises(UsageError, match="another gate watch"), place.watcher().held():
            pytest.fail("two at once")
        other = Place.__new__(Place)
        other.folder = tmp_path / "other"
        other.folder.mkdir()
        second = DropFolder(other.folder, place.folder / READY, place.process, place.told.append, 10_000)
        with pytest.raises(UsageError, match="another gate watch"), second.held():
            pytest.fail("two at once")
    with place.watcher().held():
        pass


def test_while_the_queue_is_away_files_wait_and_it_is_told_once(place: Place) -> None:
    place.drop("a.jsonl", lines("bad"))
    ordinary = place.process

    def away(data: bytes, name: str, batch: str) -> Split:
        raise QueueError("the review queue cannot be used")

    place.process = away
    watcher = place.watcher()
    with watcher.held():
        for _ in range(3):
            assert [watcher.take(path) for path in watcher.waiting()] == [None]
        assert place.told == ["the review queue cannot be used; a.jsonl stays and is tried again"]
        place.process = ordinary
        assert [watcher.take(path) is None for path in watcher.waiting()] == [False]


def test_a_file_that_is_at_fault_waits_until_it_changes(place: Place) -> None:
    place.drop("a.jsonl", lines("good " + "x" * 20_000))
    place.drop("b.jsonl", lines("good"))
    watcher = place.watcher()
    with watcher.held():
        taken = [watcher.take(path) is not None for path in watcher.waiting() + watcher.waiting()]
        assert taken.count(True) == 1
        assert len(place.told) == 1
        assert "more than 10,000 bytes" in place.told[0]
        place.drop("a.jsonl", lines("good"))
        assert [watcher.take(path) is not None for path in watcher.waiting()] == [True]


#: what the two files of the test below take: each its queue, three and two files with a rename each, the moves, the syncs
STEPS = 24


def counting(monkeypatch: pytest.MonkeyPatch, stop_before: int | None, stop_after: int | None) -> list[str]:
    """Every step that touches the disk or the queue, counted; the process ends before or after one of them."""
    begun: list[str] = []
    done: list[str] = []

    def wrap(call: Callable[..., object], name: str) -> Callable[..., object]:
        def step(*arguments: object, **options: object) -> object:
            if len(begun) == stop_before:
                raise Killed
            begun.append(name)
            result = call(*arguments, **options)
            done.append(name)
            if len(done) - 1 == stop_after:
                raise Killed
            return result

        return step

    monkeypatch.setattr(os, "replace", wrap(os.replace, "replace"))
    monkeypatch.setattr(os, "rename", wrap(os.rename, "rename"))
    monkeypatch.setattr(watching, "sync_folder", wrap(hook_files.sync_folder, "sync"))
    monkeypatch.setattr(watching, "write_whole", wrap(hook_files.write_whole, "write"))
    monkeypatch.setattr(intake, "take_in", wrap(intake.take_in, "take_in"))
    return done


def test_the_steps_are_all_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(tmp_path)
    place.drop("a.jsonl", lines("good one", "bad two"))
    place.drop("b.jsonl", lines("good three", "good four"))
    done = counting(monkeypatch, None, None)
    assert place.look() == ["a.jsonl", "b.jsonl"]
    assert len(done) == STEPS
    assert set(done) == {"take_in", "write", "replace", "rename", "sync"}


@pytest.mark.parametrize("side", ["before", "after"])
@pytest.mark.parametrize("step", range(STEPS))
def test_killed_at_any_step_no_file_is_lost_or_done_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int, side: str
) -> None:
    place = Place(tmp_path)
    place.drop("a.jsonl", lines("good one", "bad two"))
    place.drop("b.jsonl", lines("good three", "good four"))
    loaded: list[str] = []

    def loader() -> None:
        """Takes what is ready away, at once, as a real one would."""
        for folder in sorted((place.folder / READY).glob("*-*.jsonl")):
            loaded.extend(line for path in folder.glob("*.accepted.*") for line in path.read_text().splitlines())
            folder.rename(tmp_path / f"taken-{len(loaded)}-{folder.name}")

    with monkeypatch.context() as patched:
        counting(patched, step if side == "before" else None, step if side == "after" else None)
        try:
            place.look()
        except Killed:
            pass
        else:
            pytest.fail(f"there is no step {step}")
    loader()
    place.look()
    loader()
    assert sorted(loaded) == sorted(
        line for data in (lines("good one"), lines("good three", "good four")) for line in data.decode().splitlines()
    )
    assert place.queued() == 1
    assert place.ready() == {}
    assert list((place.folder / READY / WORK).iterdir()) == []
    assert len(list((place.folder / PROCESSED).iterdir())) == 2
    assert [path for path in place.folder.iterdir() if path.suffix == ".jsonl"] == []


WATCHER = """
import sys
from pathlib import Path
from tests.hook.test_watching import Place
place = Place.__new__(Place)
place.folder, place.url, place.told, place.process = Path(sys.argv[1]), sys.argv[2], [], None
place.process = place._process
watcher = place.watcher()
with watcher.held():
    print("watching", flush=True)
    while True:
        for path in watcher.waiting():
            watcher.take(path)
"""


FILES = 24


def test_killed_for_real_again_and_again_nothing_is_lost_or_done_twice(tmp_path: Path) -> None:
    place = Place(tmp_path)
    for n in range(FILES):
        place.drop(f"f{n:02}.jsonl", lines(f"good {n}", f"bad {n}"))
    for wait in (0.02, 0.1, 0.2):
        process = subprocess.Popen(
            [sys.executable, "-c", WATCHER, str(place.folder), place.url], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "watching\n"
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
    place.look()
    assert sorted(place.ready()) == [f"f{n:02}.jsonl" for n in range(FILES)]
    assert all(names == sorted(names) and len(names) == 3 for names in place.ready().values())
    assert place.queued() == FILES
    assert len(list((place.folder / PROCESSED).iterdir())) == FILES
