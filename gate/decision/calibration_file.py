"""A calibrated rule set as a file: what differs from its base, and the evidence."""

from __future__ import annotations

import json
from collections.abc import Iterable

from gate.decision.evidence import values_sha256
from gate.decision.ruleset import RuleSet
from gate.model import RulesEvidence


def rule_text(base: RuleSet, extends: str, rules: RuleSet, evidence: RulesEvidence) -> str:
    """``rules`` as TOML, beginning from ``base``, which the file calls ``extends``; with the evidence for these very values."""
    lines = [
        "# Written by gate rules calibrate. If a value is changed here, or in what this set extends, the evidence is of other",
        "# rules: the set is then refused until [evidence] is taken out.",
        f"extends = {_quoted(extends)}",
        f"title = {_quoted(_title(evidence))}",
    ]
    values = len(lines)
    if rules.coverage_min != base.coverage_min:
        lines.append(f"coverage_min = {_number(rules.coverage_min)}")
    for name in ("blocking_codes", "tolerated_codes"):
        ours: frozenset[str] = getattr(rules, name)
        if ours != getattr(base, name):
            lines.append(f"{name} = {_list(ours)}")
    if len(lines) > values:
        lines.insert(values, "")
    before = {limit.score: limit.max for limit in base.limits}
    limits = [limit for limit in rules.limits if before.get(limit.score) != limit.max]
    if limits:
        lines += ["", "[limits]", *(f"{limit.score} = {_number(limit.max)}" for limit in limits)]
    lines += [
        "",
        "[evidence]",
        f"data = {_quoted(evidence.data)}",
        f"data_sha256 = {_quoted(evidence.sha256)}",
        f"checked = {_quoted(evidence.checked)}",
        f"date = {_quoted(evidence.date)}",
        f"bound = {_number(evidence.bound)}  # of the valid records, at most this share goes to review",
        f"confidence = {_number(evidence.confidence)}",
        f"valid = {evidence.valid}  # held out when the values were chosen",
        f"false_alarms = {evidence.false_alarms}",
        f"invalid = {evidence.invalid}",
        f"detected = {evidence.detected}",
        f"rules_sha256 = {_quoted(values_sha256(rules))}",
    ]
    return "\n".join(lines) + "\n"


def _title(evidence: RulesEvidence) -> str:
    return f"Calibrated on {evidence.data}: at most {evidence.bound * 100:g} % of valid records go to review"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _number(value: float) -> str:
    return repr(float(value))


def _list(codes: Iterable[str]) -> str:
    return f"[{', '.join(_quoted(code) for code in sorted(codes))}]"
