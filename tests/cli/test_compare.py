"""gate compare."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from gate.report.json import SCHEMA_FILE
from gate.report.words import amount
from tests.cli.run import gate

REFERENCE = "source\ttarget\nred\tcolour\nblue\tcolour\ncolour\tquality\nquality\tthing\nform\tquality\n"
GENERATED = "source\ttarget\nred\tcolour\ncolour\tblue\ncolour\tquality\nghost\tcolour\nghost\tquality\n"


@pytest.fixture
def graphs(tmp_path: Path) -> tuple[Path, Path]:
    generated, reference = tmp_path / "generated.tsv", tmp_path / "reference.tsv"
    generated.write_text(GENERATED)
    reference.write_text(REFERENCE)
    return generated, reference


def test_text_gives_every_measure_its_value_or_its_reason(capsys: pytest.CaptureFixture[str], graphs: tuple[Path, Path]) -> None:
    ran = gate(capsys, "compare", *graphs)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("generated  ")
    measured = gate(capsys, "compare", *graphs, "--format", "json")
    shown = " ".join(ran.out.split())
    for measure in json.loads(measured.out)["profile"]["measures"]:
        value = f"undefined: {measure['reason']}" if measure["value"] is None else amount(measure["value"], 3)
        assert f"{measure['name'].replace('_', ' ')} {' '.join(value.split())[:20]}" in shown
    assert "edge 2 shared, 2 missing, 2 spurious, 1 inverted" in shown


def test_json_fits_the_profile_of_the_report_schema(capsys: pytest.CaptureFixture[str], graphs: tuple[Path, Path]) -> None:
    ran = gate(capsys, "compare", *graphs, "--format", "json")
    made = json.loads(ran.out)
    assert {key: made[key] for key in ("format", "generated", "reference")} == {
        "format": "gate-profile/1",
        "generated": str(graphs[0]),
        "reference": str(graphs[1]),
    }
    schema = json.loads(SCHEMA_FILE.read_bytes())
    Draft202012Validator({**schema["$defs"]["profile"], "$defs": schema["$defs"]}).validate(made["profile"])
    assert made["profile"]["measures"]


def test_a_graph_beside_itself_has_no_undefined_overlap(capsys: pytest.CaptureFixture[str], graphs: tuple[Path, Path]) -> None:
    ran = gate(capsys, "compare", graphs[1], graphs[1], "--format", "json")
    relations = json.loads(ran.out)["profile"]["relations"]
    assert [(r["missing"], r["spurious"], r["inverted"]) for r in relations] == [(0, 0, 0)]


@pytest.mark.parametrize(("content", "reason"), [(None, "No such file"), (b"", "empty"), (b"\x00\xff\x00junk" * 9, "")])
def test_what_is_no_graph_is_one_line_and_2(
    capsys: pytest.CaptureFixture[str], graphs: tuple[Path, Path], content: bytes | None, reason: str
) -> None:
    broken = graphs[0].with_name("broken.graphml")
    if content is not None:
        broken.write_bytes(content)
    ran = gate(capsys, "compare", broken, graphs[1])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"gate: {broken}")
    assert reason in ran.err
    assert ran.err.count("\n") == 1


def test_the_limits_of_the_settings_hold(
    capsys: pytest.CaptureFixture[str], graphs: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATE_MAX_FILE_BYTES", "10")
    ran = gate(capsys, "compare", *graphs)
    assert ran.code == 2
    assert "max_file_bytes" in ran.err
