"""gate explain."""

from __future__ import annotations

import pytest

from gate.findings import FINDINGS
from tests.cli.run import gate


@pytest.mark.parametrize("code", FINDINGS)
def test_every_code_is_explained(capsys: pytest.CaptureFixture[str], code: str) -> None:
    entry = FINDINGS[code]
    ran = gate(capsys, "explain", code)
    shown = " ".join(ran.out.split())
    assert ran.code == 0
    assert shown.startswith(f"{code}: {entry.title}")
    for part in (f"severity {entry.severity}: ", f"tier {entry.tier}: ", entry.advice, entry.anchor):
        assert part in shown
    assert "{" not in shown


def test_a_message_is_shown_with_its_blanks_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "<given> is the identifier of <held> in <source>" in " ".join(
        gate(capsys, "explain", "identifier-conflict").out.split()
    )


def test_without_a_code_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "explain")
    assert ran.code == 0
    listed = [line.split()[0] for line in ran.out.splitlines() if line.startswith("  ") and line.split()[0] in FINDINGS]
    assert sorted(listed) == sorted(FINDINGS)


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("citation-nonretrievable", "did you mean citation-non-retrievable"),
        ("TITLE-CONTRADICTED", "did you mean title-contradicted"),
        ("retracted", "did you mean work-retracted or citation-retracted"),
        ("\x1bxyzzy", "gate explain lists them all"),
    ],
)
def test_an_unknown_code_gets_a_hint(capsys: pytest.CaptureFixture[str], code: str, hint: str) -> None:
    ran = gate(capsys, "explain", code)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("gate: no finding has the code ")
    assert hint in ran.err
    assert "\x1b" not in ran.err
