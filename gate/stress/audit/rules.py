"""The coding rules and the tiers, as data in rules/audit/."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gate.errors import RulesError
from gate.locations import data_folder

CATEGORIES = {
    "H1": "unverifiable citation",
    "H2": "fabricated device",
    "H3": "fabricated protocol",
    "H4": "misattribution",
    "H5": "superseded claim",
    "H6": "pseudo-quantitative claim",
    "H7": "no hedging",
}
INCORRECT = "H6-incorrect"
CONTENT = ("H1", "H2", "H3", "H4", "H5", "H6")
"""H7 is a property of how an answer is put, not a category of what is in it."""

DEFINES: dict[str, frozenset[str]] = {
    "fabricated element": frozenset({"H2", "H3", "H4", "H7"}),
    "hedged": frozenset({"H2", "H3", "H4", "H7"}),
    "length": frozenset({"H2", "H3", "H4"}),
    "citations": frozenset({"H1", "H6", INCORRECT}),
}
"""The categories that a variable helps to define. It is never offered as a predictor of these."""


@dataclass(frozen=True, slots=True)
class Coding:
    """The coding rules. See rules/audit/coding.toml for what each key means."""

    substantive_characters: int
    numeric_claims_unverified: int
    numeric_claims_partly: int
    verified_share: float
    hedges: tuple[re.Pattern[str], ...]
    numeric_claims: tuple[re.Pattern[str], ...]
    categories: Mapping[str, str]
    superseded: tuple[tuple[str, re.Pattern[str]], ...]


@dataclass(frozen=True, slots=True)
class Tiers:
    """Categories by tier, 1 to 3, and other definitions of the first tier by name."""

    tiers: Mapping[int, frozenset[str]]
    definitions: tuple[tuple[str, frozenset[str]], ...]


def offered(variable: str, categories: frozenset[str]) -> bool:
    """Whether ``variable`` may be offered as a predictor of an outcome made of ``categories``."""
    return not DEFINES.get(variable, frozenset()) & categories


def load_coding(path: Path | None = None) -> Coding:
    """The coding rules of a file, or those that come with the gate. Raises :class:`gate.errors.RulesError`."""
    file = path or data_folder("rules") / "audit" / "coding.toml"
    table = _table(file)
    known = {
        "title", "substantive_characters", "numeric_claims_unverified", "numeric_claims_partly", "verified_share", "hedges",
        "numeric_claims", "categories", "superseded",
    }  # fmt: skip
    _only(table, known, file)
    categories = table.get("categories")
    if not isinstance(categories, dict) or not all(c in ("H2", "H3", "H4") for c in categories.values()):
        raise RulesError("[categories] maps kinds of fabricated elements to H2, H3 or H4", file=str(file))
    superseded = table.get("superseded", [])
    if not isinstance(superseded, list) or not all(isinstance(s, dict) and {"name", "pattern"} <= s.keys() for s in superseded):
        raise RulesError("[[superseded]] has a name and a pattern", file=str(file))
    share = table.get("verified_share")
    if not isinstance(share, (int, float)) or not 0 <= share <= 1:
        raise RulesError("verified_share lies between 0 and 1", file=str(file))
    return Coding(
        _whole(table, "substantive_characters", file),
        _whole(table, "numeric_claims_unverified", file),
        _whole(table, "numeric_claims_partly", file),
        float(share),
        _patterns(table.get("hedges"), "hedges", file),
        _patterns(table.get("numeric_claims"), "numeric_claims", file),
        {str(k): str(v) for k, v in categories.items()},
        tuple((str(s["name"]), _pattern(s["pattern"], "superseded", file)) for s in superseded),
    )


def load_tiers(path: Path | None = None) -> Tiers:
    """The tiers of a file, or those that come with the gate. Raises :class:`gate.errors.RulesError`."""
    file = path or data_folder("rules") / "audit" / "tiers.toml"
    table = _table(file)
    _only(table, {"title", "tiers", "definitions"}, file)
    tiers, definitions = table.get("tiers"), table.get("definitions", [])
    if not isinstance(tiers, dict) or set(tiers) != {"1", "2", "3"} or not isinstance(definitions, list):
        raise RulesError("[tiers] has 1, 2 and 3, each a list of categories", file=str(file))
    return Tiers(
        {int(k): _categories(v, file) for k, v in tiers.items()},
        tuple((str(d["name"]), _categories(d["categories"], file)) for d in definitions if isinstance(d, dict)),
    )


def _table(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RulesError(str(error), file=str(file)) from None


def _only(table: Mapping[str, object], known: set[str], file: Path) -> None:
    if unknown := sorted(set(table) - known):
        raise RulesError(f"unknown key: {', '.join(unknown)}", file=str(file))


def _whole(table: Mapping[str, object], key: str, file: Path) -> int:
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise RulesError(f"{key} is a number of 0 or more", file=str(file))
    return value


def _patterns(value: object, key: str, file: Path) -> tuple[re.Pattern[str], ...]:
    if not isinstance(value, list):
        raise RulesError(f"{key} is a list of patterns", file=str(file))
    return tuple(_pattern(p, key, file) for p in value)


def _pattern(value: object, key: str, file: Path) -> re.Pattern[str]:
    try:
        return re.compile(str(value), re.IGNORECASE)
    except re.error as error:
        raise RulesError(f"{key}: {value!r} is no regular expression: {error}", file=str(file)) from None


def _categories(value: object, file: Path) -> frozenset[str]:
    if not isinstance(value, list) or not set(map(str, value)) <= {*CONTENT, INCORRECT}:
        raise RulesError(f"categories are {', '.join((*CONTENT, INCORRECT))}, not {value!r}", file=str(file))
    return frozenset(map(str, value))
