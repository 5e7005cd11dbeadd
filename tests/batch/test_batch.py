"""gate batch: partitions, summary, and what becomes of them when processes are killed."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from gate.batch import run_batch, union
from gate.batch.part import check_part
from gate.batch.plan import Plan, make_plan
from gate.batch.pool import DIED, Pool
from gate.batch.running import due
from gate.batch.tables import TABLES
from gate.batch.unpacking import UNPACKED
from gate.errors import UsageError
from gate.locking import locked
from gate.records import read
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.cli.run import gate, spawn

#: with their years of birth
AGENTS = (("Karl Marx", "1818"), ("Immanuel Kant", "1724"), ("David Hume", "1711"))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def settings(cache: Path) -> Settings:
    return Settings(cache_folder=str(cache))


def records(folder: Path, count: int) -> Path:
    file = folder / "records.jsonl"
    people = (AGENTS[n % len(AGENTS)] for n in range(count))
    lines = [
        json.dumps({"id": f"r{n}", "kind": "agent", "name": name, "birth": born, "death": "1900"})
        for n, (name, born) in enumerate(people)
    ]
    file.write_text("\n".join(lines) + "\n")
    return file


def written(folder: Path) -> dict[str, bytes]:
    """Every file that a batch leaves, but for its lock and for what a killed process left."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files if path.suffix != ".tmp" and path.name != ".lock"}


def ids(folder: Path) -> list[str]:
    found = []
    for part in sorted(folder.glob("part-*.jsonl")):
        head, *lines = (json.loads(line) for line in part.read_text().splitlines())
        assert head["summary"]["records"] == len(lines)
        found += [line["record"]["id"] for line in lines if "record" in line]
    return found


@pytest.mark.alone  # up to four processes at once, and a cluster
def test_every_record_is_there_once_in_order_and_neither_workers_nor_engine_change_a_byte(
    tmp_path: Path, settings: Settings
) -> None:
    pytest.importorskip("distributed")
    file = records(tmp_path, 23)
    one, two, four, cluster = (tmp_path / name for name in ("one", "two", "four", "cluster"))
    done = run_batch((str(file),), one, settings, workers=1, size=5)
    run_batch((str(file),), two, settings, workers=2, size=5)
    run_batch((str(file),), four, settings, workers=4, size=5)
    run_batch((str(file),), cluster, settings, workers=2, size=5, engine="dask")
    assert ids(one) == [f"r{n}" for n in range(23)]
    assert (done.parts, done.resumed, done.counts.records) == (5, 0, 23)
    assert written(one) == written(two) == written(four) == written(cluster)
    summary = json.loads((one / "summary.json").read_text())
    assert summary["records"] == 23 == summary["accepted"] + summary["review"]
    assert summary["findings"]["by_code"]["date-contradicted"] > 0


def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path, cache: Path, settings: Settings) -> None:
    file = records(tmp_path, 24)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    run_batch((str(file),), whole, settings, workers=2, size=3)
    env = {**{k: v for k, v in os.environ.items() if not k.startswith("GATE_")}, "GATE_CACHE_FOLDER": str(cache)}
    command = [
        sys.executable,
        "-m",
        "gate",
        "batch",
        str(file),
        "--out",
        str(broken),
        "--offline",
        "--workers",
        "2",
        "--size",
        "3",
    ]
    kills = 0
    while not (broken / "summary.json").exists() and kills < 2:
        before = len(list(broken.glob("part-*.jsonl")))
        run = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while len(list(broken.glob("part-*.jsonl"))) < before + 2 and run.poll() is None and time.monotonic() < until:
            time.sleep(0.005)
        run.send_signal(signal.SIGKILL)
        run.wait()
        kills += 1
    assert kills
    assert len(list(broken.glob("part-*.jsonl"))) >= 2
    run_batch((str(file),), broken, settings, workers=2, size=3)
    assert written(broken) == written(whole)
    assert ids(broken) == [f"r{n}" for n in range(24)]


def test_a_finished_partition_is_not_made_again(tmp_path: Path, settings: Settings) -> None:
    file = records(tmp_path, 9)
    out = tmp_path / "out"
    run_batch((str(file),), out, settings, workers=1, size=3)
    kept = (out / "part-000001.jsonl").stat().st_mtime_ns
    (out / "part-000002.jsonl").unlink()
    again = run_batch((str(file),), out, settings, workers=1, size=3)
    assert (again.resumed, again.parts) == (2, 3)
    assert (out / "part-000001.jsonl").stat().st_mtime_ns == kept
    assert len(ids(out)) == 9


def test_a_folder_of_another_batch_is_refused(tmp_path: Path, settings: Settings) -> None:
    file = records(tmp_path, 3)
    run_batch((str(file),), tmp_path / "out", settings, workers=1)
    with pytest.raises(UsageError, match="another batch \\(size"):
        run_batch((str(file),), tmp_path / "out", settings, workers=1, size=2)
    file.write_text(file.read_text() + file.read_text())
    with pytest.raises(UsageError, match="another batch \\(inputs"):
        run_batch((str(file),), tmp_path / "out", settings, workers=1)


def test_live_services_are_asked_by_one_process(tmp_path: Path, settings: Settings) -> None:
    with pytest.raises(UsageError, match="--offline"):
        run_batch(("x",), tmp_path / "out", settings, offline=False, workers=2)


def test_from_the_command_line(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(cache))
    file = records(tmp_path, 4)
    ran = gate(capsys, "batch", file, "--out", tmp_path / "out", "--offline", "--workers", "1", "--size", "2")
    assert (ran.code, ran.out) == (1, "")
    assert "4 review" in ran.err
    assert "2 partitions are in" in ran.err
    (tmp_path / "bad.json").write_text("{")
    ran = gate(
        capsys, "batch", tmp_path / "bad.json", tmp_path / "none", "--out", tmp_path / "bad", "--offline", "--workers", "1"
    )
    assert ran.code == 2
    assert "2 unreadable" in ran.err
    assert gate(capsys, "batch", file).code == 2
    assert gate(capsys, "batch", "--out", tmp_path).code == 2


def test_all_partitions_are_one_graph(tmp_path: Path, settings: Settings) -> None:
    file = records(tmp_path, 12)
    parts, whole = planned(tmp_path / "parts", settings, 2, file), planned(tmp_path / "whole", settings, 100, file)
    for plan in (parts, whole):
        for part in due(plan, set()):
            check_part(part)
    merged = union.measure(tmp_path / "parts", range(parts.parts), union.NODES)
    assert (merged.extent, merged.records) == ("all 6 partitions", 8)
    union.write_profile(tmp_path / "parts", merged)
    written_profile = json.loads((tmp_path / "parts" / "profile.json").read_text())["profile"]
    head = json.loads((tmp_path / "whole" / "part-000000.jsonl").read_text().splitlines()[0])
    assert written_profile == head["batch_profile"]
    few = union.measure(tmp_path / "parts", range(parts.parts), 1)
    assert (few.measured, few.extent[:26]) == (1, "the first 1 of 6 partition")


def planned(out: Path, settings: Settings, size: int, *inputs: Path) -> Plan:
    for name in (union.GRAPHS, *TABLES):
        (out / name).mkdir(parents=True)
    names = tuple(map(str, inputs))
    return make_plan(
        names, out, settings, rules="", from_format="", offline=True, size=size, progress=lambda done, total, what: None
    )


def test_what_goes_to_the_processes_holds_no_key_that_they_do_not_need(tmp_path: Path, settings: Settings) -> None:
    own = (SourceSettings("openalex", api_key="k-1"),)
    given = replace(settings, queue_url="postgresql://u:p@host/queue", callback_secret="s-1", sources=own)
    (tmp_path / "one.jsonl").write_text("{}")
    job = planned(tmp_path / "out", given, 2, tmp_path / "one.jsonl").job
    assert job.settings == replace(settings, sources=(SourceSettings("openalex"),))


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "out").mkdir()
    with locked(tmp_path / "out" / ".lock"), pytest.raises(UsageError, match="writing there now"):
        run_batch((str(records(tmp_path, 1)),), tmp_path / "out", settings)


def test_an_input_that_changes_while_it_is_read_is_noticed(tmp_path: Path, settings: Settings) -> None:
    file = records(tmp_path, 4)

    def change(done: int, total: int | None, what: str) -> None:
        if what == "records checked" and done == 2:
            file.write_text(file.read_text() + "\n")

    with pytest.raises(UsageError, match="an input was changed"):
        run_batch((str(file),), tmp_path / "out", settings, workers=1, size=2, progress=change)


def test_what_cannot_be_meant_is_refused(tmp_path: Path, settings: Settings) -> None:
    for options, says in (
        ({"engine": "spark"}, "unknown engine 'spark'; known: processes, dask"),
        ({"scheduler": "tcp://localhost:1"}, "--engine dask"),
        ({"engine": "dask", "offline": False}, "--offline"),
    ):
        with pytest.raises(UsageError, match=says):
            run_batch(("x",), tmp_path / "out", settings, **options)


def test_records_that_kill_are_unchecked_and_the_others_checked(tmp_path: Path, settings: Settings) -> None:
    file = records(tmp_path, 5)
    wrapped = tmp_path / "more.json"  # is read as a whole
    wrapped.write_text('{"records": [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}, {"id": "c", "title": "C"}]}')
    out = tmp_path / "out"
    plan = planned(out, settings, 4, file, wrapped)
    for part in due(plan, set()):
        check_part(part)
    as_planned = written(out)
    first, second = list(due(plan, set()))
    assert [piece.how for piece in (*first.pieces, *second.pieces)] == ["lines", "lines", "file"]
    assert [[item.id for item, _ in one.read()] for one in second.alone()] == [["r4"], ["a"], ["b"], ["c"]]
    check_part(first.without({1: DIED}))
    check_part(second.without({2: DIED}, unread=True))
    lines = [json.loads(line) for line in (out / "part-000000.jsonl").read_text().splitlines()[1:]]
    assert [line["record"]["unchecked"] for line in lines] == [False, True, False, False]
    assert DIED in lines[1]["record"]["findings"][0]["message"]
    lines = [json.loads(line) for line in (out / "part-000001.jsonl").read_text().splitlines()[1:]]
    assert [line["record"]["id"] for line in lines[:-1]] == ["r4", "a", "c"]
    assert (lines[-1]["unreadable"]["reason"], lines[-1]["unreadable"]["position"]) == (DIED, 2)
    for part in (first, second):
        check_part(part)
    assert written(out) == as_planned


def test_packed_inputs_are_unpacked_cut_and_read_as_they_are_whole(tmp_path: Path, settings: Settings) -> None:
    file = records(tmp_path, 7)
    entries = "".join(f"@book{{b{n}, title={{T{n}}}}}\n" for n in range(4))
    lines = tmp_path / "lines.jsonl.gz"
    lines.write_bytes(gzip.compress(file.read_bytes()))
    damaged = tmp_path / "damaged.bib.gz"
    damaged.write_bytes(gzip.compress(entries.encode())[:-9])
    archive = tmp_path / "archive.zip"
    with zipfile.ZipFile(archive, "w") as into:
        into.write(file, "inside/r.jsonl")
        into.writestr("empty.txt", b"")
        into.writestr("b.bib", entries)
    out = tmp_path / "out"
    plan = planned(out, settings, 3, lines, damaged, archive)
    assert sorted(path.name for path in (out / UNPACKED).iterdir() if path.name[:6] != "000001") == [
        "000000-000000", "000002-000000", "000002-000001", "000002-000002"
    ]  # fmt: skip
    hows = [piece.how for part in due(plan, set()) for piece in part.pieces]
    assert (hows.count("lines"), hows.count("bibtex"), hows.count("sent")) == (6, 2, 2), hows
    found = [item for part in due(plan, set()) for item, _ in part.read()]
    assert found == [item for path in (lines, damaged, archive) for item in read(path, settings=settings)]
    inputs = (str(lines), str(damaged), str(archive))
    done = run_batch(inputs, tmp_path / "run", settings, workers=1, size=3)
    assert (done.counts.records, done.counts.unreadable) == (len(found), 2)
    assert not (tmp_path / "run" / UNPACKED).exists()
    before = written(tmp_path / "run")
    (tmp_path / "run" / "part-000002.jsonl").unlink()
    run_batch(inputs, tmp_path / "run", settings, workers=1, size=3)
    assert written(tmp_path / "run") == before


def test_standard_input_is_refused(tmp_path: Path) -> None:
    assert spawn("batch", "-", "--out", str(tmp_path / "x"), "--offline").code == 2


# what the pool does with items that kill


@dataclass(frozen=True)
class Numbers:
    items: tuple[int, ...]
    once: str = ""
    left_out: Mapping[int, str] = field(default_factory=dict)

    def alone(self) -> Iterable[Numbers]:
        return [replace(self, items=(item,)) for item in self.items]

    def without(self, reasons: Mapping[int, str], *, unread: bool = False) -> Numbers:
        return replace(self, left_out=dict(reasons))


def work(task: Numbers) -> tuple[int, tuple[str, ...]]:
    for place, item in enumerate(task.items):
        if place in task.left_out:
            continue
        if item == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        if item == 17:
            raise ZeroDivisionError("seventeen")
    if task.once and not Path(task.once).exists():
        Path(task.once).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task.items[0], tuple(task.left_out.values())


def test_items_that_kill_or_fail_are_left_out_and_nothing_is_lost_or_doubled() -> None:
    tasks = [Numbers((n, n + 1)) for n in range(10, 20, 2)]
    found = sorted(Pool(work, 2).run(tasks))
    assert [first for first, _ in found] == list(range(10, 20, 2))
    assert {first: why for first, why in found if why} == {12: (DIED,), 16: ("ZeroDivisionError: seventeen",)}


def test_a_process_that_is_killed_from_outside_loses_nothing(tmp_path: Path) -> None:
    tasks = [Numbers((n,), str(tmp_path / "killed") if n == 2 else "") for n in range(4)]
    assert sorted(Pool(work, 2).run(tasks)) == [(n, ()) for n in range(4)]
