"""Findings as a curator reads them: what is said in the same words of many places is said once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gate.findings import FINDINGS
from gate.queue.json_values import text_of


@dataclass(slots=True)
class Group:
    """A finding, and every place of which it is told in the same words."""

    severity: str
    tier: str
    title: str
    code: str
    message: str
    advice: str
    paths: list[str] = field(default_factory=list)


def grouped(findings: Iterable[Mapping[str, object]]) -> list[Group]:
    """Findings in their order, each where the first of its words stands."""
    groups: dict[tuple[str, ...], Group] = {}
    for finding in findings:
        words = tuple(text_of(finding, name) for name in ("severity", "tier", "code", "message", "advice"))
        severity, tier, code, message, advice = words
        known = FINDINGS.get(code)
        group = groups.setdefault(words, Group(severity, tier, known.title if known else code, code, message, advice))
        if path := text_of(finding, "path"):
            group.paths.append(path)
    return list(groups.values())
