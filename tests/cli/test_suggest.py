"""``gate check --suggest FILE``: written beside the record, which stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import gate

HEADER = "id\tlabel\talt_labels\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(tmp_path / "cache"))
    monkeypatch.setenv("GATE_REFERENCES_FOLDER", str(tmp_path / "refs"))
    labels = tmp_path / "labels.tsv"
    labels.write_text(f"{HEADER}http://v.example/1\tCats\tDomestic cat\n", encoding="utf-8")
    assert gate(capsys, "refs", "import", labels, "--as", "vocabulary", "--name", "own", "--code", "own").code == 0
    return tmp_path


def test_suggestions_are_a_file_of_their_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = folder / "r.json"
    record.write_text('{"title": "T", "subjects": ["Domestic cat"]}', encoding="utf-8")
    before = record.read_bytes()
    ran = gate(capsys, "check", record, "--offline", "--suggest", folder / "s.json")
    assert ran.code in (1, 3)
    assert "1 suggestion in" in ran.err
    assert '"value": "Cats"' in (folder / "s.json").read_text(encoding="utf-8")
    assert record.read_bytes() == before


def test_a_file_that_cannot_be_written_is_told_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = folder / "r.json"
    record.write_text('{"title": "T"}', encoding="utf-8")
    ran = gate(capsys, "check", record, "--offline", "--suggest", folder / "none" / "s.json")
    assert ran.code == 2
    assert "there is no folder" in ran.err
