"""The index file: built once, found again, mended, and kept somewhere whatever the cache is like."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from gate.errors import SnapshotError
from gate.locking import locked
from gate.model import Entity, Found, Kind, Reason, Statement, Unavailable
from gate.references.local import index as index_module
from gate.references.local.building import build_index
from gate.references.local.files import checksum
from gate.references.local.index import index_key, is_index, open_read_only, ready_index
from gate.references.local.manifest import Manifest
from gate.references.local.store import LocalSnapshot
from gate.references.local.tables import INDEX_FORMAT
from gate.settings import Settings
from tests.references.snapshots import agent, snapshot, work

WORKS = [
    work(f"10.1000/{n}", f"Study {n} of the growth of tree number {n * 7}", f"Author{n}, A.", year=1900 + n) for n in range(50)
]

OPEN = """
import sys
from pathlib import Path
from gate.references.local.index import ready_index
from gate.references.local.manifest import load_manifest
from gate.settings import Settings
built = []
print("ready", flush=True)
sys.stdin.readline()
manifest, settings = load_manifest(Path(sys.argv[1])), Settings(cache_folder=sys.argv[2])
index = ready_index(manifest, settings, progress=lambda *step: built.append(step))
print("built" if built else "found", index.path.name, flush=True)
"""


def indexes(cache: Path) -> list[str]:
    return sorted(file.name for file in (cache / "indexes").iterdir())


@pytest.fixture
def manifest(tmp_path: Path) -> Manifest:
    return snapshot(tmp_path / "refs", WORKS)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_folder=str(tmp_path / "cache"))


def test_it_is_built_once_and_then_found(manifest: Manifest, settings: Settings) -> None:
    steps: list[tuple[str, int, int | None]] = []
    first = ready_index(manifest, settings, progress=lambda *step: steps.append(step))
    assert steps[0] == ("reading", 50, 50)
    assert steps[-1][0] == "done"
    steps.clear()
    assert ready_index(manifest, settings, progress=lambda *step: steps.append(step)) == first
    assert steps == []
    assert first.path.name == f"{index_key(manifest)}.sqlite"
    assert not first.warning


def test_other_data_has_another_index(manifest: Manifest, tmp_path: Path) -> None:
    other = snapshot(tmp_path / "other", WORKS[:1])
    assert index_key(other) != index_key(manifest)


def test_two_processes_at_once_build_one_index(manifest: Manifest, settings: Settings) -> None:
    command = [sys.executable, "-c", OPEN, str(manifest.folder), str(settings.cache)]
    both = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sorted(line.split()[0] for line in said) == ["built", "found"]
    assert indexes(settings.cache) == [f"{index_key(manifest)}.lock", f"{index_key(manifest)}.sqlite"]


def test_a_build_that_is_killed_leaves_nothing_that_counts(tmp_path: Path, settings: Settings) -> None:
    slow = """
import sys, time
from pathlib import Path
from gate.references.local import index
from gate.references.local.manifest import load_manifest
from gate.settings import Settings
real = index.entities_of
def slowly(manifest):
    for entity in real(manifest):
        yield entity
        print("one", flush=True)
        time.sleep(60)
index.entities_of = slowly
index.ready_index(load_manifest(Path(sys.argv[1])), Settings(cache_folder=sys.argv[2]))
"""
    manifest = snapshot(tmp_path / "refs", WORKS)
    process = subprocess.Popen(
        [sys.executable, "-c", slow, str(manifest.folder), str(settings.cache)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "one\n"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)
    assert any(name.endswith(".part") for name in indexes(settings.cache))
    assert not any(name.endswith(".sqlite") for name in indexes(settings.cache))
    found = ready_index(manifest, settings)
    assert is_index(found.path)
    assert indexes(settings.cache) == [f"{index_key(manifest)}.lock", f"{index_key(manifest)}.sqlite"]


def test_a_failed_build_leaves_no_file(tmp_path: Path) -> None:
    def broken() -> object:
        yield WORKS[0]
        raise SnapshotError("the data ends here")

    with pytest.raises(SnapshotError, match="ends here"):
        build_index(tmp_path / "x.sqlite", broken())  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def overwrite(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    path.write_bytes(data)


def replace_by_text(path: Path) -> None:
    path.write_text("not an index at all")


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [truncate, overwrite, replace_by_text, empty])
def test_a_damaged_index_is_built_anew(manifest: Manifest, settings: Settings, damage: object) -> None:
    assert callable(damage)
    damage(ready_index(manifest, settings).path)
    store = LocalSnapshot(manifest, settings)
    answer = store.facts(WORKS[7].id)
    assert isinstance(answer, Found)
    assert answer.value == WORKS[7]
    again = store.facts(WORKS[8].id)
    assert isinstance(again, Found)
    store.close()


def test_an_index_damaged_while_in_use_is_mended_once(manifest: Manifest, settings: Settings) -> None:
    store = LocalSnapshot(manifest, settings)
    assert isinstance(store.facts(WORKS[7].id), Found)
    store.close()
    overwrite(ready_index(manifest, settings).path)
    assert isinstance(store.facts(WORKS[7].id), Found)
    store.close()
    overwrite(ready_index(manifest, settings).path)
    answer = store.facts(WORKS[7].id)
    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.DAMAGED


def test_a_cache_that_cannot_be_written_is_no_crash(manifest: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    (tmp_path / "file").write_text("in the way")
    store = LocalSnapshot(manifest, Settings(cache_folder=str(tmp_path / "file" / "cache")))
    assert isinstance(store.facts(WORKS[7].id), Found)
    (warning,) = store.warnings
    assert "cannot be written" in warning
    assert "temporary folder" in warning
    store.close()
    steps: list[object] = []
    again = ready_index(manifest, Settings(cache_folder=str(tmp_path / "file" / "cache")), progress=lambda *s: steps.append(s))
    assert steps == [], "the next run finds it there"
    assert again.warning


def test_no_folder_at_all_is_unavailable(manifest: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "file" / "temporary"))
    store = LocalSnapshot(manifest, Settings(cache_folder=str(tmp_path / "file" / "cache")))
    answer = store.facts(WORKS[7].id)
    assert isinstance(answer, Unavailable)
    assert "no folder can hold the index" in answer.detail


def test_a_ready_index_in_a_read_only_cache_is_used(
    manifest: Manifest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready_index(manifest, settings)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing is built or locked")

    monkeypatch.setattr(index_module, "_build", refuse)
    assert not ready_index(manifest, settings).warning


def test_large_data_is_not_read_again_until_it_changes(
    manifest: Manifest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "_ALWAYS_CHECKED_BYTES", 0)
    ready_index(manifest, settings)
    read: list[Path] = []

    def counted(path: Path) -> str:
        read.append(path)
        return checksum(path)

    monkeypatch.setattr(index_module, "checksum", counted)
    ready_index(manifest, settings)
    assert read == []
    data = manifest.paths[0]
    os.utime(data, ns=(0, data.stat().st_mtime_ns + 1))
    ready_index(manifest, settings)
    assert read == [data]
    data.write_bytes(data.read_bytes() + b"\0")
    with pytest.raises(SnapshotError, match="not the file of the manifest"):
        ready_index(manifest, settings)


def test_a_lock_has_one_holder_and_waits_no_longer_than_told(tmp_path: Path) -> None:
    hold = "import sys, time; from pathlib import Path; from gate.locking import locked\n"
    hold += "with locked(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)\n"
    holder = subprocess.Popen([sys.executable, "-c", hold, str(tmp_path / "lock")], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    began = time.monotonic()
    with pytest.raises(TimeoutError), locked(tmp_path / "lock", timeout_s=0.2):
        pass
    assert time.monotonic() - began < 10
    holder.kill()
    holder.communicate(timeout=30)
    with locked(tmp_path / "lock", timeout_s=10):
        pass


def test_text_that_no_database_takes_is_indexed_all_the_same(tmp_path: Path, settings: Settings) -> None:
    odd = Entity("https://example.org/odd\ud800", Kind.WORK, "A \ud800 title\x00", (Statement("title", "A \ud800 title\x00"),))
    store = LocalSnapshot(snapshot(tmp_path / "odd", [odd]), settings)
    answer = store.facts("https://example.org/odd?")
    assert isinstance(answer, Found)
    assert answer.value.label == "A ? title\x00"
    store.close()


def test_a_change_of_what_is_indexed_is_a_new_format(tmp_path: Path) -> None:
    """An index of other keys under the same name would find nothing, in silence: raise INDEX_FORMAT and note the new digest."""
    rich = work(
        "10.1000/rich",
        "The Structure of <i>E. coli</i>: Über Größe & Gestalt",
        "García Márquez, Ana",
        "Толстой, Лев",
        "T\ufe20s\ufe21ai\u0306, A.",
        year=1999,
        statements=(
            Statement("volume", "12"),
            Statement("pages", "e345-e350"),
            Statement("arxiv", "1706.03762"),
            Statement("isbn", "0306406152"),
        ),
    )
    person = agent("Q1", "Søren Kierkegaard", "S. Kierkegaard")
    head = Entity("https://x.org/1", Kind.CONCEPT, "Right hand", (Statement("heading", "Right hand"),))
    path = tmp_path / "x.sqlite"
    build_index(path, [rich, person, head])
    digest = hashlib.sha256()
    with closing(open_read_only(path)) as connection:
        for table in ("entity", "brief", "identifier", "cited", "block", "spelling", "heading", "frequent"):
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2"):
                digest.update(repr(row).encode())
    assert (INDEX_FORMAT, digest.hexdigest()[:16]) == (6, "e7fdc4af3b1935c8")
