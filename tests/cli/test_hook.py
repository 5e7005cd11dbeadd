"""gate hook and gate watch, as a shell loader calls them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gate.cli.exit_codes import ExitCode
from gate.queue.store import open_queue
from gate.queue.values import Filter
from gate.settings import load_settings
from tests.cli.run import gate

ROOT = Path(__file__).resolve().parents[2]
TRUE = json.loads((ROOT / "examples" / "philosopher-true.json").read_text())
WRONG = json.loads((ROOT / "examples" / "philosopher-wrong-death.json").read_text())


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_folders(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(cache))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def batch(tmp_path: Path) -> Path:
    path = tmp_path / "batch.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in (TRUE, WRONG)))
    return path


def queued() -> int:
    with open_queue(load_settings()) as queue:
        return queue.page(Filter()).total


def test_a_file_is_split_and_the_queue_filled(capsys: pytest.CaptureFixture[str], batch: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = gate(capsys, "hook", batch, "--split", out, "--offline")
    assert ran.code == ExitCode.REVIEW
    one, two = batch.read_bytes().splitlines(keepends=True)
    assert (out / "batch.accepted.jsonl").read_bytes() == one
    assert (out / "batch.review.jsonl").read_bytes() == two
    assert sorted(path.name for path in out.iterdir()) == ["batch.accepted.jsonl", "batch.report.json", "batch.review.jsonl"]
    assert ran.out.splitlines()[0].startswith("1 accepted, 1 review, 0 unreadable, 0 unchecked; batch ")
    assert queued() == 1
    assert gate(capsys, "hook", batch, "--split", out, "--offline", "--quiet").out == ""
    assert queued() == 1


def test_what_an_earlier_run_left_does_not_stand_beside_a_new_one(
    capsys: pytest.CaptureFixture[str], batch: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    gate(capsys, "hook", batch, "--split", out, "--offline")
    (out / "batch.other.txt").write_text("mine")
    batch.write_text(json.dumps(WRONG))
    assert gate(capsys, "hook", batch, "--split", out, "--offline").code == ExitCode.REVIEW
    assert sorted(path.name for path in out.iterdir()) == ["batch.other.txt", "batch.report.json", "batch.review.jsonl"]


@pytest.mark.parametrize(
    ("content", "code"),
    [(json.dumps(TRUE), 0), (json.dumps(WRONG), 1), ('{"kind": ', 2), ("", 2), (json.dumps(TRUE) + "\n{", 2)],
)
def test_exit_codes_are_those_of_check(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, code: int) -> None:
    path = tmp_path / "x.json"
    path.write_text(content)
    assert gate(capsys, "hook", path, "--split", tmp_path / "out", "--offline").code == code
    assert gate(capsys, "check", path, "--offline", "--quiet").code == code


def test_when_the_queue_is_away_nothing_is_written(
    capsys: pytest.CaptureFixture[str], batch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATE_QUEUE_URL", f"sqlite:///{batch}/queue.db")
    ran = gate(capsys, "hook", batch, "--split", tmp_path / "out", "--offline")
    assert ran.code == ExitCode.QUEUE
    assert not (tmp_path / "out").exists()


def test_calls_that_cannot_be_meant(capsys: pytest.CaptureFixture[str], batch: Path, tmp_path: Path) -> None:
    assert "No such file" in gate(capsys, "hook", tmp_path / "none.mrc", "--split", tmp_path / "out").err
    assert "is a file, not a folder" in gate(capsys, "hook", batch, "--split", batch).err
    assert "unknown format" in gate(capsys, "hook", batch, "--split", tmp_path / "out", "--from", "x").err
    assert "no such folder" in gate(capsys, "watch", tmp_path / "none").err


def test_a_drop_folder_once_for_cron(capsys: pytest.CaptureFixture[str], batch: Path, tmp_path: Path) -> None:
    drop = tmp_path / "drop"
    drop.mkdir()
    assert gate(capsys, "watch", drop, "--once", "--offline").code == 0
    batch.rename(drop / "batch.jsonl")
    ran = gate(capsys, "watch", drop, "--once", "--settle", "0", "--offline")
    assert ran.code == ExitCode.REVIEW
    assert "batch.jsonl: 1 accepted, 1 review" in ran.err
    (accepted,) = (drop / "ready").glob("*/batch.accepted.jsonl")
    assert json.loads(accepted.read_text()) == TRUE
    assert queued() == 1


def test_a_drop_folder_is_watched_until_it_is_told_to_stop(tmp_path: Path, cache: Path) -> None:
    drop = tmp_path / "drop"
    drop.mkdir()
    env = {k: v for k, v in os.environ.items() if not k.startswith("GATE_")} | {
        "GATE_CACHE_FOLDER": str(cache),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }
    command = [sys.executable, "-m", "gate", "watch", str(drop), "--every", "0.1", "--settle", "0", "--offline", "--out"]
    process = subprocess.Popen([*command, str(tmp_path / "out")], env=env, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    try:
        (drop / "a.json.part").write_text(json.dumps(TRUE))
        (drop / "a.json.part").rename(drop / "a.json")
        ends = time.monotonic() + 60
        while not list((tmp_path / "out").glob("*/a.accepted.json")) and time.monotonic() < ends:
            time.sleep(0.05)
        second = subprocess.run(
            [*command, str(tmp_path / "other")], env=env, cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert second.returncode == 2
        assert "another gate watch works on this folder" in second.stderr
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "a.json: 1 accepted, 0 review" in errors
    assert "stopped after the file at hand" in errors
