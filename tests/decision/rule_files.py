"""Rule files for tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gate.decision import rules
from gate.errors import RulesError
from gate.locations import data_folder

SHIPPED = ("bibliography", "default", "lenient", "strict")
DEFAULT = (data_folder("rules") / "default.toml").read_text(encoding="utf-8")
Writer = Callable[..., str]


def refusal(path: str) -> RulesError:
    """The error that loading gives; it must name a file."""
    with pytest.raises(RulesError) as caught:
        rules.load(path)
    assert caught.value.file
    assert str(caught.value).startswith(caught.value.file)
    return caught.value
