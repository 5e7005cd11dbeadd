"""The evidence in a rule file: its table ``[evidence]``, and the checksum that ties it to the values it was found for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from gate.decision.rules_reading import EVIDENCE_COUNTS, EVIDENCE_SHARES, EVIDENCE_TEXTS, Layer, Problem
from gate.decision.ruleset import RuleSet
from gate.model import Kind, RulesEvidence

KEYS = (*EVIDENCE_TEXTS, *EVIDENCE_SHARES, *EVIDENCE_COUNTS)


def values_sha256(rules: RuleSet) -> str:
    """A checksum over everything that decides: all values of a rule set, and its own shapes; not its name, title or place."""
    kinds = {str(kind): kind for kind in Kind}
    values = {
        "coverage_min": rules.coverage_min,
        "anchor_required": rules.anchor_required,
        "limits": {limit.score: limit.max for limit in rules.limits},
        "demanded": sorted(rules.demanded),
        "rise_share": rules.rise_share,
        "top_share": rules.top_share,
        "concentration_margin": rules.concentration_margin,
        "extracted_weight": rules.extracted_weight,
        "blocking": sorted(rules.blocking),
        "blocking_codes": sorted(rules.blocking_codes),
        "tolerated_codes": sorted(rules.tolerated_codes),
        "required_supported": {name: sorted(rules.required_supported.get(kind, ())) for name, kind in kinds.items()},
        "required_present": {name: sorted(rules.required_present.get(kind, ())) for name, kind in kinds.items()},
        "weights": {name: dict(rules.weights.get(kind, {})) for name, kind in kinds.items()},
        "sources": {name: sorted(rules.sources.get(kind, ())) for name, kind in kinds.items()},
        "severities": dict(rules.severities),
        "tiers": dict(rules.tiers),
        "shapes": [[path.name, _digest(path)] for path in rules.shapes],
    }
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def read_evidence(layer: Layer) -> RulesEvidence | None:
    """The evidence that one file gives; None where it gives none. Every key is there: see :func:`missing`."""
    if not any(key.startswith("evidence.") for key in (*layer.texts, *layer.numbers, *layer.counts)):
        return None
    texts = {name: layer.texts[f"evidence.{name}"].value for name in EVIDENCE_TEXTS}
    shares = {name: layer.numbers[f"evidence.{name}"].value for name in EVIDENCE_SHARES}
    counts = {name: layer.counts[f"evidence.{name}"].value for name in EVIDENCE_COUNTS}
    return RulesEvidence(
        texts["data"],
        texts["data_sha256"],
        texts["checked"],
        texts["date"],
        shares["bound"],
        shares["confidence"],
        counts["valid"],
        counts["false_alarms"],
        counts["invalid"],
        counts["detected"],
    )


def missing(layer: Layer) -> Iterator[Problem]:
    """One problem for each key of ``[evidence]`` that is not given, where any is."""
    places = {
        key: (given.file, given.line)
        for part in (layer.texts.items(), layer.numbers.items(), layer.counts.items())
        for key, given in part
        if key.startswith("evidence.")
    }
    for name in KEYS if places else ():
        if f"evidence.{name}" not in places:
            yield Problem(*min(places.values()), f"evidence.{name} is not given")


def stale(layer: Layer, rules: RuleSet) -> Iterator[Problem]:
    """A problem where the evidence was found for other values than those that the file now gives."""
    given = layer.texts.get("evidence.rules_sha256")
    if given is not None and given.value != values_sha256(rules):
        yield Problem(
            given.file,
            given.line,
            "the evidence was found for other values than these: a value, or a rule set this one extends, has changed since; "
            "take [evidence] out, or find it again (gate rules calibrate)",
        )


def _digest(path: Path) -> str:
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    found = hashlib.sha256()
    for file in files:
        found.update(file.read_bytes() if file.is_file() else b"")
    return found.hexdigest()
