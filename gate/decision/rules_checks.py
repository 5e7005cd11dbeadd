"""What a rule set must give, and what in it cannot all be meant. Each check says how to mend what it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gate.decision.names import TEXT_SCORE
from gate.decision.rules_reading import FLAG_KEYS, NUMBER_KEYS, Given, Layer, Problem
from gate.decision.ruleset import ALWAYS_BLOCKING
from gate.findings import FINDINGS
from gate.model import Kind, Severity
from gate.properties import PROPERTIES, ValueType

OPTIONAL_KEYS = frozenset(
    {"extends", "blocking_codes", "tolerated_codes", "required_present", "severities", "tiers", "shapes", "demanded", "evidence"}
)
NEEDED_KEYS = ("title", *FLAG_KEYS, *NUMBER_KEYS, "blocking", "limits", "required_supported", "weights", "sources")
UNANCHORED = ("anchor-absent", "anchor-ambiguous")


def missing_keys(merged: Layer, file: str) -> list[Problem]:
    """One problem for each key that a rule set must give and ``file``, the first of its chain, does not.

    Nothing is filled in silently: a limit that is not there would let everything pass.
    """
    given = merged.keys()
    return [
        Problem(file, 0, f'{key} is not given: add it, or begin the file with extends = "default"')
        for key in NEEDED_KEYS
        if key not in given
    ]


def contradictions(merged: Layer) -> list[Problem]:
    """Everything that cannot be meant, in the order of file and line."""
    checks = (
        _shares(merged),
        _limits(merged),
        _demanded(merged),
        _codes(merged),
        _anchor(merged),
        _required(merged),
        _weights(merged),
        _shapes(merged),
    )
    return sorted(problem for check in checks for problem in check)


def _problem(given: Given[bool] | Given[float] | Given[str], message: str) -> Problem:
    return Problem(given.file, given.line, message)


def _elements(merged: Layer, key: str) -> dict[str, Given[str]]:
    given = merged.lists.get(key)
    return {element.value: element for element in given.value} if given else {}


def _shares(merged: Layer) -> Iterator[Problem]:
    coverage, top = merged.numbers["coverage_min"], merged.numbers["top_share"]
    if coverage.value == 0:
        yield _problem(coverage, "coverage_min must be over 0: with 0 a record of which nothing was checked could be accepted")
    if top.value == 0:
        yield _problem(top, "top_share must be over 0: with 0 no node would ever count as central")


def _limits(merged: Layer) -> Iterator[Problem]:
    """Strict counts part of what permissive counts, over no more claims, so it is never the higher of the two."""
    for what in ("fabrication", "citation"):
        strict, permissive = (merged.numbers.get(f"limits.{what}_{which}") for which in ("strict", "permissive"))
        if strict and permissive and strict.value > permissive.value:
            yield _problem(
                strict,
                f"limits.{what}_strict ({strict.value:g}) is above limits.{what}_permissive ({permissive.value:g}, "
                f"{permissive.file}:{permissive.line}): strict is never the higher of the two, so this limit is never reached",
            )


def _demanded(merged: Layer) -> Iterator[Problem]:
    given = _elements(merged, "demanded").get(TEXT_SCORE)
    if given:
        yield _problem(given, f"{TEXT_SCORE} cannot be demanded: a record is not accepted for having a text; set a limit instead")


def _codes(merged: Layer) -> Iterator[Problem]:
    blocking, tolerated = _elements(merged, "blocking_codes"), _elements(merged, "tolerated_codes")
    for code, given in tolerated.items():
        if code in ALWAYS_BLOCKING:
            yield _problem(given, f"{code!r} cannot be tolerated: it means that the record was not checked")
        if code in blocking:
            yield _problem(given, f"{code!r} is both in blocking_codes (line {blocking[code].line}) and in tolerated_codes")
    for code in sorted(ALWAYS_BLOCKING):
        given_severity = merged.codes.get(f"severities.{code}")
        if given_severity and given_severity.value != Severity.VIOLATION:
            yield _problem(given_severity, f"{code!r} must stay a violation: it means that the record was not checked")


def _anchor(merged: Layer) -> Iterator[Problem]:
    required = merged.flags["anchor_required"]
    if required.value:
        return
    severities, blocking = _elements(merged, "blocking"), _elements(merged, "blocking_codes")
    tolerated = _elements(merged, "tolerated_codes")
    for code in UNANCHORED:
        own = merged.codes.get(f"severities.{code}")
        severity = own.value if own else FINDINGS[code].severity
        if code in blocking or (severity in severities and code not in tolerated):
            yield _problem(required, f"anchor_required is false, and yet {code!r} blocks: add it to tolerated_codes")


def _required(merged: Layer) -> Iterator[Problem]:
    for kind in Kind:
        for name, given in _elements(merged, f"required_supported.{kind}").items():
            match PROPERTIES[name].type:
                case ValueType.TEXT:
                    yield _problem(given, f"required_supported.{kind}: {name!r} is prose, which no source supports as it stands")
                case ValueType.CLASS:
                    yield _problem(
                        given, f"required_supported.{kind}: libraries class one work differently, so no source supports {name!r}"
                    )
                case ValueType.CITATION:
                    yield _problem(given, f"required_supported.{kind}: citations are judged by the limits on citation scores")


def _weights(merged: Layer) -> Iterator[Problem]:
    citations = merged.numbers.get(f"weights.{Kind.WORK}.citations")
    if citations:
        yield _problem(citations, "weights.work.citations has no effect: limits.citation_omission judges missing citations")
    limit = merged.numbers.get("limits.omission")
    if limit and not any(key.startswith("weights.") and given.value > 0 for key, given in merged.numbers.items()):
        yield _problem(limit, "limits.omission has nothing to measure: no property has a weight over 0")


def _shapes(merged: Layer) -> Iterator[Problem]:
    for given in _elements(merged, "shapes").values():
        if not (Path(given.file).parent / given.value).exists():
            yield _problem(given, f"shapes: there is no file or folder {given.value!r} beside this file")
