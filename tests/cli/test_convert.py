"""gate convert, from the command line to the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gate.records import read_bytes
from gate.records.writers import FORMATS
from gate.settings import Settings
from tests.cli.run import gate

WORKS = """[
 {"id": "a", "type": "book", "title": "Eels", "author": [{"family": "Berg", "given": "N."}], "issued": {"date-parts": [[1998]]}},
 {"id": "b", "type": "book", "title": "Rivers", "author": [{"family": "Kahn", "given": "Ida", "ORCID": "0000-0002-1825-0097"}]}
]"""


@pytest.fixture
def works(tmp_path: Path) -> Path:
    file = tmp_path / "works.json"
    file.write_text(WORKS)
    return file


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_is_written(format: str, works: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "convert", works, "--to", format)
    assert ran.code == 0
    assert "Eels" in ran.out
    assert f"2 records written as {format}" in ran.err


def test_what_is_lost_is_told_with_its_place_and_strict_says_so_in_the_exit_code(
    works: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = tmp_path / "lost.jsonl"
    out = tmp_path / "out.json"
    ran = gate(capsys, "convert", works, "--to", "csl-json", "-o", out, "--losses", listed, "--strict")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        f"gate: {works}, record 2 (b): csl-json does not hold: creators, identifiers [author[0]]",
        "gate: 2 records written as csl-json; 1 whole, 1 with something lost",
    ]
    assert [json.loads(line) for line in listed.read_text().splitlines()] == [
        {
            "file": str(works),
            "position": 2,
            "id": "b",
            "property": "creators",
            "what": "identifiers",
            "path": "author[0]",
            "value": "Kahn, Ida",
        }
    ]
    assert [item["id"] for item in json.loads(out.read_text())] == ["a", "b"]
    assert gate(capsys, "convert", works, "--to", "graph", "--strict").code == 0


def test_the_ending_of_the_file_says_which_graph(works: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gate(capsys, "convert", works, "--to", "graph", "-o", tmp_path / "g.jsonld")
    assert "@graph" in json.loads((tmp_path / "g.jsonld").read_text())
    gate(capsys, "convert", works, "--to", "graph", "-o", tmp_path / "g.ttl")
    assert (tmp_path / "g.ttl").read_text().startswith("@prefix")


def test_input_that_cannot_be_read_is_named_and_the_rest_is_written(
    works: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"title": "Eels')
    ran = gate(capsys, "convert", broken, works, tmp_path / "nowhere", "--to", "marcxml")
    assert ran.code == 2
    assert f"gate: {broken}, record 1: cannot be read: " in ran.err
    assert "nowhere, record 1: cannot be read: No such file or directory" in ran.err
    assert ran.out.count("<record ") == 2


def test_where_nothing_can_be_read_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken, out = tmp_path / "broken.json", tmp_path / "out.xml"
    broken.write_text('{"title": "Eels')
    assert gate(capsys, "convert", broken, "--to", "dc", "-o", out).code == 2
    assert not out.exists()


def test_a_person_is_no_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kant.json"
    file.write_text('{"kind": "agent", "name": "Kant"}')
    ran = gate(capsys, "convert", file, "--to", "csl-json", "--quiet")
    assert (ran.code, ran.out) == (2, "")
    ran = gate(capsys, "convert", file, "--to", "csl-json")
    assert "not written: CSL-JSON describes works, and this record is of an agent" in ran.err
    assert gate(capsys, "convert", file, "--to", "graph").code == 0


def test_a_table_with_its_mapping(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, mapping = tmp_path / "t.csv", tmp_path / "map.toml"
    table.write_text("Titel,Verfasser\nEels,Berg & Kahn\n")
    mapping.write_text('[columns]\nTitel = "title"\nVerfasser = { property = "creators", role = "aut", separator = " & " }\n')
    ran = gate(capsys, "convert", table, "--mapping", mapping, "--to", "csl-json")
    assert ran.code == 0
    (record,) = read_bytes(ran.out.encode(), "x", settings=Settings())
    assert [s.value for s in record.all("creators")] == ["Berg", "Kahn"]  # type: ignore[union-attr]
    mapping.write_text('[columns]\nTitel = "titel"\n')
    ran = gate(capsys, "convert", table, "--mapping", mapping, "--to", "csl-json")
    assert ran.code == 2
    assert f"{mapping}:2: columns.Titel.property: no property is called 'titel'" in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "nothing to convert"),
        (("x.json",), "name the format to write with --to: csl-json, marcxml"),
        (("x.json", "--to", "mods"), "cannot write 'mods'"),
        (("x.json", "--to", "dc", "-o", "no/where.xml"), "there is no folder no"),
    ],
)
def test_calls_that_cannot_be_meant(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "convert", *arguments)
    assert ran.code == 2
    assert message in ran.err
