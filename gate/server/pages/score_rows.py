"""Scores with their intervals, beside the limits that they were judged by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gate.decision.ruleset import RuleSet
from gate.queue.json_values import items_of, number_of, object_of, text_of

WIDTH = 200.0  # of the bar, in units of its drawing


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A score. Places are along a bar of :data:`WIDTH`; ``limit`` is None where there is none, or the rules are not known."""

    name: str
    value: float | None
    reason: str
    numerator: float | None
    denominator: float | None
    coverage: float | None
    dimension: str
    limit: float | None
    over: bool
    at: float
    low: float
    high: float
    limit_at: float


def score_rows(record: Mapping[str, object], rules: RuleSet, manifest: Mapping[str, object]) -> list[ScoreRow]:
    """The scores. Limits are shown only where the server's rules are those that the record was judged by."""
    known = text_of(object_of(manifest, "rules"), "sha256") == rules.sha256
    rows = []
    for score in items_of(record, "scores"):
        name, value = text_of(score, "name"), number_of(score, "value")
        limit = rules.limit(name) if known else None
        interval = score.get("interval")
        low, high = (
            (float(interval[0]), float(interval[1])) if isinstance(interval, list) and len(interval) == 2 else (-1.0, -1.0)
        )
        most = limit.max if limit else None
        rows.append(
            ScoreRow(
                name,
                value,
                text_of(score, "reason"),
                number_of(score, "numerator"),
                number_of(score, "denominator"),
                number_of(score, "coverage"),
                text_of(score, "dimension"),
                most,
                value is not None and most is not None and value > most,
                _place(value or 0.0),
                _place(low) if low >= 0 else -1.0,
                _place(high) if high >= 0 else -1.0,
                _place(most or 0.0),
            )
        )
    return rows


def _place(value: float) -> float:
    return round(min(1.0, max(0.0, value)) * WIDTH, 1)
