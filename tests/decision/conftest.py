"""Fixtures of the decision tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.decision.rule_files import Writer


@pytest.fixture
def rule_file(tmp_path: Path) -> Writer:
    """Writes a rule file and gives its path. Without ``alone`` it extends the default."""

    def write(text: str, name: str = "own.toml", *, alone: bool = False) -> str:
        path = tmp_path / name
        path.write_text(text if alone else f'extends = "default"\n{text}', encoding="utf-8")
        return str(path)

    return write
