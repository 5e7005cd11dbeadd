"""gate refs build."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import gate
from tests.references.harvesting.services import PHILOSOPHER, philosophers, wikidata

PEOPLE = ["refs", "build", "people", "--born", "1600..1610", "--name", "ours"]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")


def test_build_people_list_and_verify(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with wikidata(philosophers(12)) as served:
        for name, value in served.environment(tmp_path).items():
            monkeypatch.setenv(name, value)
        ran = gate(capsys, *PEOPLE, "--occupation", PHILOSOPHER, "--title", "Our philosophers", "--role", "oracle")
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith("ours: 11 entities, ")
        assert "Our philosophers: 11 agents of 20" in gate(capsys, "refs", "list").out
        assert gate(capsys, "refs", "verify", "ours").out == "ours: sound\n"
        served.query.refuse()
        down = gate(capsys, *PEOPLE, "--class", "Q5", "--replace")
        assert (down.code, down.out) == (3, "")
        assert "does not answer" in down.err
        assert gate(capsys, "refs", "verify", "ours").out == "ours: sound\n"  # the old one is still there


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*PEOPLE], "whom to look for?"),
        ([*PEOPLE, "--occupation", "philosopher"], "'philosopher' is no item of Wikidata"),
        (["refs", "build", "people", "--born", "1700..1600", "--name", "x", "--class", "Q5"], "--born: '1700..1600' is no span"),
        (["refs", "build", "people", "--born", "-0500", "--name", "x", "--class", "Q5"], "--born: '-0500' is no span"),
        (["refs", "build", "citations", "eels", "--name", "ours"], "'eels' is no DOI"),
        (["refs", "build", "citations", "10.1234/a", "--name", "works"], "'works' is the name of a shipped snapshot"),
        (["refs", "build", "citations", "10.1234/a", "--name", "Ours"], "'Ours' cannot name a snapshot"),
        (["refs", "build", "reconciled", "/none.txt", "--service", "gnd", "--name", "ours"], "/none.txt: No such file"),
    ],
)
def test_a_bad_call_is_one_line_and_2(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    ran = gate(capsys, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"gate: {message}")
    assert ran.err.count("\n") == 1
