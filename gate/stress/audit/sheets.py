"""Adjudication sheets: what raters see, blind to model and item, and their ratings read back."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gate.errors import InputError
from gate.stress.audit.coding import Coded
from gate.stress.output.tables import as_csv
from gate.stress.results import Table

ACCEPTABLE, INCORRECT, INDETERMINATE = "acceptable", "incorrect", "indeterminate"
RATINGS = (ACCEPTABLE, INCORRECT, INDETERMINATE)
_COLUMNS = ("case", "claims", "answer", "rating", "correct value")


def case(coded: Coded) -> str:
    """The blind name of an answer: the same in every run, and telling neither model nor item."""
    told = "\n".join((coded.model, coded.item.id, coded.text))
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:12]


def flagged(coded: Iterable[Coded]) -> tuple[Coded, ...]:
    """The answers whose numbers need a rater (H6), in the order of their blind names."""
    return tuple(sorted((c for c in coded if "H6" in c.categories), key=case))


def sheet(coded: Iterable[Coded]) -> str:
    """The sheet as CSV: one row a flagged answer; ``rating`` and, where it is incorrect, ``correct value`` are for the rater."""
    rows = tuple((case(c), " | ".join(c.claims), c.text, "", "") for c in flagged(coded))
    return as_csv(Table("sheet", "", _COLUMNS, rows))


def read(path: Path) -> dict[str, str]:
    """A rater's ratings by case. A row without a rating is not rated; any other word is refused, with its line."""
    try:
        rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: {error}") from None
    found: dict[str, str] = {}
    for number, row in enumerate(rows, 2):
        name, rating = (row.get("case") or "").strip(), (row.get("rating") or "").strip().lower()
        if not name:
            raise InputError(f"{path}: row {number}: no case; is this an adjudication sheet?")
        if not rating:
            continue
        if rating not in RATINGS:
            raise InputError(f"{path}: row {number}: a rating is {', '.join(RATINGS)}, not {rating!r}")
        if rating == INCORRECT and not (row.get("correct value") or "").strip():
            raise InputError(f"{path}: row {number}: what is incorrect needs its correct value")
        found[name] = rating
    if not found:
        raise InputError(f"{path}: nothing in it is rated")
    return found


def incorrect(ratings: Sequence[Mapping[str, str]]) -> frozenset[str]:
    """The cases that every rater calls incorrect."""
    if not ratings:
        return frozenset()
    return frozenset(c for c in ratings[0] if all(r.get(c) == INCORRECT for r in ratings))
