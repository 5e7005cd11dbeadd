from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gate.errors import InputError
from gate.graph_files import load
from gate.model import Graph
from gate.settings import Settings

Loader = Callable[..., Graph]
Refusal = Callable[..., str]


@pytest.fixture
def loaded(tmp_path: Path) -> Loader:
    """The graph in a file of this name with this content."""

    def read(name: str, content: str | bytes, settings: Settings | None = None) -> Graph:
        file = tmp_path / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return load(file, settings)

    return read


@pytest.fixture
def refused(loaded: Loader, tmp_path: Path) -> Refusal:
    """The message with which a file of this name with this content is refused, without the folder."""

    def read(name: str, content: str | bytes, settings: Settings | None = None) -> str:
        with pytest.raises(InputError) as caught:
            loaded(name, content, settings)
        message = str(caught.value)
        assert message.startswith(str(tmp_path / name))
        assert "\n" not in message
        return message.removeprefix(f"{tmp_path}/")

    return read
