"""``gate doctor``: whether the gate is fit to run here."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.output import columns, show
from gate.errors import UsageError
from gate.report.terminal import Layout
from gate.settings import load_settings

if TYPE_CHECKING:
    from gate.doctor import Check

_SCHEMA = "gate-doctor/1"
_MARKS = {"well": "ok", "note": "note", "attention": "LOOK", "unreachable": "DOWN", "not asked": "-"}


def doctor(
    offline: Annotated[bool, typer.Option("--offline", help="Send nothing.")] = False,
    format: Annotated[str, typer.Option("--format", metavar="text|json", help="How to write what was found.")] = "text",
) -> int:
    """Look whether everything is fit to run.

    Live services (one small request each, past the cache), cache, snapshots and their age, rules, the review queue, versions.
    Nothing is changed. Keys are never shown, only whether one is set.

    Exit codes: 0 all well, 1 something needs attention, 3 a source cannot be reached.
    """
    if format not in ("text", "json"):
        raise UsageError(f"no format {format!r}; there are text, json")
    from gate.doctor import State, examine, worst

    checks = examine(load_settings(), offline=offline)
    state = worst(checks)
    show(_json(checks, state) if format == "json" else _text(checks))
    return {State.UNREACHABLE: ExitCode.UNCHECKED, State.ATTENTION: ExitCode.REVIEW}.get(state, ExitCode.ACCEPTED)


def _text(checks: tuple[Check, ...]) -> str:
    layout = Layout(columns())
    lines: list[str] = []
    for section, found in groupby(checks, key=lambda check: check.section):
        lines.append(section)
        for check in found:
            lines += layout.field(f"{_MARKS[check.state]:<5}{check.name}", check.words, indent=2, column=28)
    return "\n".join(lines) + "\n"


def _json(checks: tuple[Check, ...], state: str) -> str:
    import json

    found = [
        {"section": one.section, "name": one.name, "state": str(one.state), "detail": one.words, "figures": dict(one.figures)}
        for one in checks
    ]
    return json.dumps({"schema": _SCHEMA, "state": str(state), "checks": found}, ensure_ascii=True, indent=2) + "\n"
