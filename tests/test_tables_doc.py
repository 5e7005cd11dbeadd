"""The worked example of docs/tables.md, run as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gate.model import Record
from gate.records import read
from gate.records.readers.tabular.mapping import _COLUMN_KEYS, _KEYS, PIECES
from gate.settings import Settings
from tests.cli.run import gate

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "tables.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "list.csv").write_text(block("csv"), encoding="utf-8")
    (tmp_path / "map.toml").write_text(block("toml"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_prints_what_the_page_shows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command, _, shown = block("console").partition("\n")
    ran = gate(capsys, *command.removeprefix("$ gate ").split())
    assert (ran.code, ran.out, ran.err) == (0, "", shown)
    assert "Der Aal: Ein Leben" in (folder / "list.xml").read_text(encoding="utf-8")


def test_the_example_is_read_as_the_page_says(folder: Path) -> None:
    first, second = read(folder / "list.csv", settings=Settings(mapping="map.toml"))
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert [(s.property, s.value) for s in first.statements] == [
        ("title", "Der Aal: Ein Leben"),
        ("creators", "Berg, Nora"),
        ("creators", "Kahn, Ida"),
        ("date", "1998-04-03"),
        ("concepts", "Aal"),
        ("concepts", "Fluss"),
        ("isbn", "9780262035613"),
    ]
    assert [s.value for s in second.all("isbn")] == ["0387310738"]
    assert [n.code for n in second.notes] == ["value-unreadable"]


def test_every_key_of_a_mapping_is_explained() -> None:
    assert [key for key in (*sorted(_KEYS - {"columns"}), *_COLUMN_KEYS, *PIECES) if f"`{key}`" not in PAGE] == []
