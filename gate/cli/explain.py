"""``gate explain``: what a finding code means and what to do about it."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Annotated

import typer

from gate.cli.output import columns, show
from gate.errors import UsageError
from gate.findings import FINDINGS, FindingType
from gate.model import Severity, Tier
from gate.report.terminal import Layout, safe

SEVERITY_WORDS = {
    Severity.VIOLATION: "must be settled before the record can be ingested",
    Severity.WARNING: "should be looked at",
    Severity.INFO: "good to know",
}
TIER_WORDS = {
    Tier.IDENTITY: "changes what the record denotes, or what a reader would do",
    Tier.OPERATIONAL: "wastes staff work",
    Tier.EPISTEMIC: "impedes verification",
}


def explain(
    code: Annotated[str, typer.Argument(metavar="[CODE]", help="A finding code; without one, all codes are listed.")] = "",
) -> int:
    """Say what a finding code means and what to do about it."""
    layout = Layout(columns())
    lines = _one(_find(code), layout) if code else _all(layout)
    show("\n".join(lines) + "\n")
    return 0


def _find(code: str) -> FindingType:
    if code in FINDINGS:
        return FINDINGS[code]
    near = get_close_matches(code.lower(), FINDINGS, n=3, cutoff=0.5) or [c for c in FINDINGS if code.lower() in c][:3]
    hint = f"did you mean {' or '.join(near)}?" if near else "gate explain lists them all"
    raise UsageError(f"no finding has the code {safe(code)!r}; {hint}")


def _one(entry: FindingType, layout: Layout) -> list[str]:
    return [
        *layout.text(f"{entry.code}: {entry.title}"),
        "",
        *layout.field("severity", f"{entry.severity}: {SEVERITY_WORDS[entry.severity]}", indent=2, column=10),
        *layout.field("tier", f"{entry.tier}: {TIER_WORDS[entry.tier]}", indent=2, column=10),
        *layout.field("says", meaning(entry), indent=2, column=10, lines=9),
        *layout.field("do", entry.advice, indent=2, column=10, lines=9),
        *layout.field("see", entry.anchor, indent=2, column=10),
        "",
        *layout.text("A rule set can give a code another severity and tier: gate rules show."),
    ]


def meaning(entry: FindingType) -> str:
    """The message with its blanks named: ``<source> has the title <held>: <detail>``."""
    return re.sub(r"\{(\w+)(!r)?\}", r"<\1>", entry.template)


def _all(layout: Layout) -> list[str]:
    column = max(len(code) for code in FINDINGS) + 2
    lines = layout.text(f"{len(FINDINGS)} finding codes; gate explain CODE says what to do about one.")
    for severity in Severity:
        lines += ["", *layout.text(f"{severity}: {SEVERITY_WORDS[severity]}")]
        for entry in FINDINGS.values():
            if entry.severity is severity:
                lines += layout.field(entry.code, entry.title, indent=2, column=column)
    return lines
