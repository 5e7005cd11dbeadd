"""docs/queue.md knows every state, reason, export and filter."""

from __future__ import annotations

import re
from pathlib import Path

from gate.cli.queue_filter import _OPTIONS
from gate.queue.export import EXPORT_FORMATS
from gate.queue.reasons import REASONS
from gate.queue.values import DECISIONS, MachineVerdict, State

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "queue.md").read_text(encoding="utf-8")


def test_states_and_verdicts_are_explained() -> None:
    assert [word for word in (*State, *MachineVerdict) if f"`{word}`" not in PAGE] == []


def test_reasons_are_listed_as_the_code_has_them() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| ([\w, ]+) \| (.+) \|$", PAGE.split("### Filters")[0], re.MULTILINE)
    words = {state: word for word, state in DECISIONS.items()}
    assert [row[0] for row in rows] == list(REASONS)
    for code, decisions, meaning in rows:
        reason = REASONS[code]
        assert meaning.startswith(reason.meaning)
        expected = {words[state] for state in reason.states}
        assert set(decisions.split(", ")) == expected or (decisions == "all" and expected == set(DECISIONS))


def test_export_formats_are_listed_with_their_states() -> None:
    rows = dict(re.findall(r"^\| `([\w-]+)` \| .+ \| ([\w, ]+) \|$", PAGE.split("### Exports")[1], re.MULTILINE))
    assert list(rows) == list(EXPORT_FORMATS)
    for name, known in EXPORT_FORMATS.items():
        assert rows[name] == (", ".join(known.states) or "all items")


def test_every_filter_is_named() -> None:
    assert [name for name in _OPTIONS if f"`--{name.replace('_', '-')}`" not in PAGE] == []
