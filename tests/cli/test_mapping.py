"""The option --mapping, of the verbs that read records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import gate

TABLE = "Titel;Verfasser\nEels;Berg, N.\nRivers;Kahn, I.\n"
MAPPING = '[columns]\nTitel = "title"\nVerfasser = { property = "creators", role = "aut" }\n'


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(cache))
    monkeypatch.setenv("GATE_QUEUE_URL", f"sqlite:///{tmp_path / 'queue.db'}")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(TABLE)
    (tmp_path / "map.toml").write_text(MAPPING)
    return tmp_path


def test_check_names_the_cell(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "check", "t.csv", "--mapping", "map.toml", "--offline", "--format", "json")
    assert len(json.loads(ran.out)["records"]) == 2
    assert 'row 2, column \\"Titel\\"' in ran.out


def test_without_the_mapping_the_table_is_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "check", "t.csv", "--offline")
    assert ran.code == 2
    assert "no column is known by its name" in " ".join(ran.out.split())


def test_the_setting_holds_where_the_call_names_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "gate.toml").write_text('mapping = "map.toml"\n')
    ran = gate(capsys, "check", "t.csv", "--offline", "--format", "json")
    assert 'row 3, column \\"Titel\\"' in ran.out


def test_hook_splits_a_table_into_tables(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "hook", "t.csv", "--mapping", "map.toml", "--split", "out", "--offline")
    assert ran.code in (1, 3)
    assert (folder / "out" / "t.review.csv").read_text() == TABLE


def test_batch_takes_a_mapping_and_another_one_is_another_batch(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ("batch", "t.csv", "--out", "parts", "--mapping", "map.toml", "--offline", "--workers", "1")
    assert gate(capsys, *call).code in (1, 3)
    (folder / "map.toml").write_text(MAPPING + "Ort = { property = 'ignore', optional = true }\n")
    ran = gate(capsys, *call)
    assert ran.code == 2
    assert "holds another batch (mapping differ)" in ran.err


@pytest.mark.parametrize(
    "call",
    [
        ("check", "t.csv"),
        ("batch", "t.csv", "--out", "parts"),
        ("hook", "t.csv", "--split", "out"),
        ("watch", ".", "--once"),
        ("convert", "t.csv", "--to", "dc"),
        ("serve",),
    ],
    ids=lambda call: call[0],
)
def test_a_bad_mapping_is_named_before_anything_is_done(
    call: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GATE_MAPPING", "")  # gate serve hands it on there, and monkeypatch takes it back
    (folder / "map.toml").write_text('[columns]\nTitel = "titel"\n')
    before = sorted(folder.iterdir())
    ran = gate(capsys, *call, "--mapping", "map.toml")
    assert ran.code == 2
    assert ran.err.startswith("gate: map.toml:2: columns.Titel.property: no property is called 'titel'")
    assert sorted(folder.iterdir()) == before
