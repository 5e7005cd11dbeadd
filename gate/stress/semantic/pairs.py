"""Labelled pairs: a given value, the held one, whether the given one is wrong, and where that label comes from.

A file is JSON Lines: ``{"given": "Karl Marks", "held": "Karl Marx", "wrong": false, "record": "Q9061", "rule": "person",
"source": "mine"}``. ``record`` groups what belongs together, so that no record is both trained on and tested; ``source`` is
optional.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gate.errors import InputError, UsageError
from gate.semantic.classifier import Classifier, row_digest
from gate.semantic.features import FEATURES, Basis, TextPair

RULES: Mapping[str, tuple[frozenset[Basis], str]] = {
    "person": (frozenset({Basis.PERSON}), "a person judged the value"),
    "search": (frozenset({Basis.SEARCH}), "a search elsewhere found the title, or not"),
    "identifiers": (frozenset({Basis.IDENTIFIERS}), "both texts name one thing by its identifier, or two"),
    "construction": (frozenset({Basis.CONSTRUCTION}), "the value was made wrong on purpose, or left as it was"),
    "token-set-ratio": (frozenset({Basis.TOKENS, Basis.CHARACTERS}), "the published matching: token-set ratio below 80"),
    "gate-matching": (frozenset({Basis.TOKENS, Basis.CHARACTERS}), "the gate's own matching of the two texts"),
    "cosine": (frozenset({Basis.MEANING}), "a threshold on the cosine"),
}
"""Where a label can come from: what it is computed from, and in words."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One labelled pair; ``rule`` is one of :data:`RULES`."""

    given: str
    held: str
    wrong: bool
    record: str
    rule: str
    source: str = ""

    @property
    def texts(self) -> TextPair:
        """Both texts."""
        return self.given, self.held


def read(paths: Sequence[Path]) -> tuple[Pair, ...]:
    """The pairs of these files, each text pair once a record.

    Raises :class:`gate.errors.InputError`, with file and line, for what is no pair, and for a pair with both labels.
    """
    found: dict[tuple[str, str, str], Pair] = {}
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{path}: {error}") from None
        for number, line in enumerate(lines, 1):
            if line.strip():
                pair = _pair(line, f"{path}:{number}")
                first = found.setdefault((pair.given, pair.held, pair.record), pair)
                if first.wrong is not pair.wrong:
                    raise InputError(
                        f"{path}:{number}: {pair.given!r} beside {pair.held!r} is both right and wrong in {pair.record}"
                    )
    if not found:
        raise InputError("no pairs in these files")
    return tuple(found.values())


def _pair(line: str, place: str) -> Pair:
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(f"{place}: no JSON") from None
    if not isinstance(value, dict):
        raise InputError(f"{place}: not an object")
    given, held, record, rule = (_text(value, key, place) for key in ("given", "held", "record", "rule"))
    wrong = value.get("wrong")
    if not isinstance(wrong, bool):
        raise InputError(f"{place}: 'wrong' is neither true nor false")
    if rule not in RULES:
        raise InputError(f"{place}: no label rule {rule!r}; there are {', '.join(RULES)}")
    return Pair(given, held, wrong, record, rule, str(value.get("source", "")))


def _text(value: Mapping[str, object], key: str, place: str) -> str:
    found = value.get(key)
    if not isinstance(found, str) or not found.strip():
        raise InputError(f"{place}: {key!r} is missing or empty")
    return found


def defined_by(features: Sequence[str], rules: Sequence[str]) -> str:
    """Why a classifier of these features can repeat labels of these rules; empty where it cannot."""
    shared = [
        f"{feature} and the label rule {rule} are both computed from {' and '.join(sorted(common))}"
        for rule in sorted(set(rules))
        for feature in features
        if (common := FEATURES[feature].basis & RULES[rule][0])
    ]
    return "; ".join(shared)


def seen_in_training(pairs: Sequence[Pair], classifier: Classifier) -> int:
    """How many of the pairs the classifier was trained on."""
    return sum(row_digest(pair.texts) in classifier.digests for pair in pairs)


def guarded(reasons: Sequence[str], *, allow_circular: bool) -> str:
    """The label ``circular: ...`` for these reasons; empty where there are none.

    Raises :class:`gate.errors.UsageError` with them, unless a circular evaluation was asked for.
    """
    told = "; ".join(reason for reason in reasons if reason)
    if told and not allow_circular:
        raise UsageError(
            f"refused, for its figures would say nothing about new data: {told}. --allow-circular shows them as circular"
        )
    return f"circular: {told}" if told else ""
