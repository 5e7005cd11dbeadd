"""gate refs cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate.references.http import Http
from gate.references.services import service
from tests.authorities import Authority
from tests.cli.run import gate


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def ask(authority: Authority, folder: Path, *dois: str) -> None:
    settings = authority.settings("crossref", folder)
    one = service("crossref", settings)
    with Http(settings) as http:
        for doi in dois:
            http.get_json(one.at("works", doi), service=one)


def test_without_a_cache_there_is_nothing_to_show_or_to_forget(capsys: pytest.CaptureFixture[str], own_cache: Path) -> None:
    assert gate(capsys, "refs", "cache", "info").out == "no live answers are kept\n"
    assert gate(capsys, "refs", "cache", "clear").out == "0 live answers forgotten\n"
    assert list(own_cache.iterdir()) == []


def test_info_counts_by_source_and_clear_forgets(capsys: pytest.CaptureFixture[str], own_cache: Path) -> None:
    with Authority({"/works/10.1%2Fa": {"status": "ok"}}) as authority:
        ask(authority, own_cache, "10.1/a", "10.1/none")
        told = gate(capsys, "refs", "cache", "info")
        rows = dict(line.strip().split(maxsplit=1) for line in told.out.splitlines())
        assert told.code == 0
        assert rows["answers"] == "2, 1 of them that something is not held"
        assert rows["crossref"] == "2"
        assert rows["size"].endswith(" bytes")
        assert rows["oldest"][:3] == rows["newest"][:3] == "202"
        assert gate(capsys, "refs", "cache", "clear").out == "2 live answers forgotten\n"
        assert "answers           0, 0 of them" in gate(capsys, "refs", "cache", "info").out
        ask(authority, own_cache, "10.1/a")
        assert len(authority.asked) == 3  # it had to be asked again
