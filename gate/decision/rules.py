"""Rule sets: ``rules/*.toml`` and a library's own files, loaded into a :class:`RuleSet`. A bad rule is refused, never skipped.

A gate that skips a rule it cannot read lets records pass unchecked; so every unknown key, impossible value and contradiction is
a :class:`~gate.errors.RulesError` with file and line. docs/rules.md explains each key to the librarian who edits it.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from gate.decision import evidence
from gate.decision.names import SCORE_NAMES
from gate.decision.rules_checks import contradictions, missing_keys
from gate.decision.rules_reading import Given, Layer, Problem, read_layer
from gate.decision.ruleset import Limit, RuleSet
from gate.decision.shapes_files import load_shapes
from gate.errors import RulesError
from gate.locations import data_folder
from gate.model import Kind, Severity, Tier

__all__ = ["Limit", "Problem", "RuleInfo", "RuleSet", "available", "check", "load"]

MAX_BYTES = 256_000
SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule set that comes with the gate."""

    name: str
    title: str
    path: Path


def available() -> tuple[RuleInfo, ...]:
    """The rule sets that come with the gate, by name. One that cannot be read is listed without a title."""
    return tuple(RuleInfo(path.stem, _title(path), path) for path in _shipped())


def load(name_or_path: str) -> RuleSet:
    """The rule set of that name, or in that file. Raises :class:`RulesError` (file and line) when anything in it is wrong."""
    chain, problems = _chain(_find(name_or_path))
    rules = None if problems else _build(chain, problems)
    if rules is not None and rules.shapes:
        load_shapes(rules.shapes)
    if problems or rules is None:
        first, more = problems[0], len(problems) - 1
        hint = f" ({more} more: gate rules check {first.file})" if more else ""
        raise RulesError(first.message + hint, file=first.file, line=first.line or None)
    return rules


def check(name_or_path: str) -> tuple[Problem, ...]:
    """Everything wrong with a rule set; nothing if it can be used. Raises :class:`RulesError` if there is no such file."""
    chain, problems = _chain(_find(name_or_path))
    rules = None if problems else _build(chain, problems)
    if rules is not None and rules.shapes:
        try:
            load_shapes(rules.shapes)
        except RulesError as error:
            place = f"{error.file}:{error.line}: " if error.line else f"{error.file}: "
            problems.append(Problem(error.file, error.line or 0, str(error).removeprefix(place)))
    return tuple(problems)


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    data: bytes
    layer: Layer


def _find(name_or_path: str, beside: Path | None = None) -> Path:
    named = {path.stem: path for path in _shipped()}
    if name_or_path in named:
        return named[name_or_path]
    if name_or_path.endswith(SUFFIX) or "/" in name_or_path or os.sep in name_or_path:
        return (beside or Path()) / name_or_path
    raise RulesError(f"no rule set {name_or_path!r}; there are {', '.join(sorted(named))}, or give the path of a {SUFFIX} file")


def _shipped() -> list[Path]:
    return sorted(data_folder("rules").glob(f"*{SUFFIX}"))


def _title(path: Path) -> str:
    try:
        title = tomllib.loads(path.read_text(encoding="utf-8-sig")).get("title")
    except (OSError, ValueError, RecursionError):
        return ""
    return title if isinstance(title, str) else ""


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise RulesError(error.strerror or str(error), file=str(path)) from error
    except ValueError as error:  # a path that cannot be one
        raise RulesError(f"no file can be called {str(path)!r}: {error}") from error
    if len(data) > MAX_BYTES:
        raise RulesError(f"larger than {MAX_BYTES} bytes: not a rule file", file=str(path))
    return data


def _chain(path: Path) -> tuple[list[_File], list[Problem]]:
    """The file and those it extends, base first."""
    chain: list[_File] = []
    problems: list[Problem] = []
    asked: Given[str] | None = None
    while True:
        try:
            data = _read(path)
        except RulesError as error:
            if asked is None:
                raise
            return chain, [*problems, Problem(asked.file, asked.line, f"extends: {error}")]
        layer, wrong = read_layer(data, str(path))
        problems += wrong
        chain.insert(0, _File(path, data, layer))
        asked = layer.texts.get("extends")
        if asked is None:
            return chain, problems
        try:
            path = _find(asked.value, beside=path.parent)
        except RulesError as error:
            return chain, [*problems, Problem(asked.file, asked.line, f"extends: {error}")]
        if any(_same(path, file.path) for file in chain):
            return chain, [*problems, Problem(asked.file, asked.line, f"extends {asked.value!r} leads back to itself")]


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def _build(chain: list[_File], problems: list[Problem]) -> RuleSet | None:
    merged = Layer()
    for file in chain:
        merged = file.layer.over(merged)
    own = chain[-1]
    problems += missing_keys(merged, str(chain[0].path))
    problems += evidence.missing(own.layer)
    if not problems:
        problems += contradictions(merged)
    if problems:
        return None
    rules = RuleSet(
        name=own.path.stem,
        title=own.layer.texts["title"].value if "title" in own.layer.texts else own.path.stem,
        file=str(own.path),
        sha256=hashlib.sha256(b"".join(file.data for file in chain)).hexdigest(),
        coverage_min=merged.numbers["coverage_min"].value,
        anchor_required=merged.flags["anchor_required"].value,
        limits=tuple(
            Limit(score, given.value, given.line, given.file)
            for score in SCORE_NAMES
            if (given := merged.numbers.get(f"limits.{score}")) is not None
        ),
        demanded=_set(merged, "demanded"),
        rise_share=merged.numbers["rise_share"].value,
        top_share=merged.numbers["top_share"].value,
        concentration_margin=merged.numbers["concentration_margin"].value,
        extracted_weight=merged.numbers["extracted_weight"].value,
        blocking=frozenset(Severity(name) for name in _set(merged, "blocking")),
        blocking_codes=_set(merged, "blocking_codes"),
        tolerated_codes=_set(merged, "tolerated_codes"),
        required_supported={kind: _set(merged, f"required_supported.{kind}") for kind in Kind},
        required_present={kind: _set(merged, f"required_present.{kind}") for kind in Kind},
        weights={kind: _weights(merged, kind) for kind in Kind},
        sources={kind: _set(merged, f"sources.{kind}") for kind in Kind},
        severities={code: Severity(level) for code, level in _levels(merged, "severities")},
        tiers={code: Tier(level) for code, level in _levels(merged, "tiers")},
        shapes=tuple(
            Path(element.file).parent / element.value
            for element in (merged.lists["shapes"].value if "shapes" in merged.lists else ())
        ),
    )
    # Evidence is of the values it was found for: a set that extends a calibrated one has none.
    problems += evidence.stale(own.layer, rules)
    return None if problems else replace(rules, evidence=evidence.read_evidence(own.layer))


def _set(merged: Layer, key: str) -> frozenset[str]:
    given = merged.lists.get(key)
    return frozenset(element.value for element in given.value) if given else frozenset()


def _weights(merged: Layer, kind: Kind) -> dict[str, float]:
    prefix = f"weights.{kind}."
    return {k.removeprefix(prefix): v.value for k, v in merged.numbers.items() if k.startswith(prefix) and v.value > 0}


def _levels(merged: Layer, table: str) -> list[tuple[str, str]]:
    return [(key.removeprefix(f"{table}."), given.value) for key, given in merged.codes.items() if key.startswith(f"{table}.")]
