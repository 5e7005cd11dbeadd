"""gate rules."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from gate.decision import rules
from tests.cli.run import gate

ROOT = Path(__file__).resolve().parents[2]


def test_list_names_every_rule_set_with_its_title(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    ran = gate(capsys, "rules", "list")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split(maxsplit=1) for line in ran.out.splitlines()] == [[info.name, info.title] for info in rules.available()]


def test_show_prints_the_file_and_says_which_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    file = ROOT / "rules" / "default.toml"
    ran = gate(capsys, "rules", "show", "default")
    assert (ran.code, ran.out) == (0, file.read_text())
    assert hashlib.sha256(file.read_bytes()).hexdigest() in ran.err


def test_show_takes_the_rule_set_of_the_settings(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATE_RULES", "strict")
    assert gate(capsys, "rules", "show").out == (ROOT / "rules" / "strict.toml").read_text()


def test_check_accepts_all_that_come_with_the_gate(capsys: pytest.CaptureFixture[str]) -> None:
    names = [info.name for info in rules.available()]
    ran = gate(capsys, "rules", "check", *names)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [f"{name}: can be used" for name in names]


def test_check_names_every_problem_with_file_and_line_and_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('extends = "default"\ncoverage_min = 2\ncolour = "red"\n')
    ran = gate(capsys, "rules", "check", bad, "default")
    assert ran.code == 2
    assert ran.out.splitlines() == [f"{bad}: 2 problems", "default: can be used"]
    first, second = ran.err.splitlines()
    assert first.startswith(f"gate: {bad}:2: coverage_min ")
    assert second.startswith(f"gate: {bad}:3: unknown key 'colour'")


@pytest.mark.parametrize("verb", ["show", "check"])
def test_a_rule_set_that_is_not_there_is_one_line_and_2(capsys: pytest.CaptureFixture[str], verb: str) -> None:
    for name in ("defualt", "/none/of/this.toml"):
        ran = gate(capsys, "rules", verb, name)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        assert name in ran.err
