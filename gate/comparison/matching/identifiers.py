"""Identifiers: the same after normalisation or by construction; otherwise where they differ."""

from __future__ import annotations

from gate.model import Agreement, Identifier
from gate.normalise.identifiers import Parsed, detect, equivalents, parse

SAME = "same identifier"
EQUIVALENT = "same through equivalence"
CHECK_DIGIT = "check digit wrong"
DIFFERS = "identifier differs"
OTHER_SCHEME = "other scheme"
NOT_COMPARABLE = "not comparable"


def compare(scheme: str, given: str, held: str) -> Agreement:
    """Compare two identifiers of ``scheme`` (``identifiers`` or empty: as each can be told by itself).

    ``detail`` names the place at which they differ, counted from 1.
    """
    mine, theirs = _read(scheme, given), _read(scheme, held)
    if mine is None or mine.identifier is None or theirs is None or theirs.identifier is None:
        side = "given" if mine is None or mine.identifier is None else "held"
        return Agreement(None, NOT_COMPARABLE, f"the {side} text is no identifier of this kind")
    found = compare_identifiers(mine.identifier, theirs.identifier)
    if found.same is False and mine.check_ok is False:
        return Agreement(False, CHECK_DIGIT, found.detail)
    return Agreement(found.same, found.level, "; ".join(d for d in (found.detail, mine.note) if d))


def compare_identifiers(given: Identifier, held: Identifier) -> Agreement:
    """As :func:`compare`, for identifiers in normal form."""
    if given == held:
        return Agreement(True, SAME)
    if equivalents(given) & equivalents(held):
        return Agreement(True, EQUIVALENT, f"{given} / {held}")
    if given.scheme != held.scheme:
        return Agreement(None, OTHER_SCHEME, f"{given.scheme} / {held.scheme}")
    return Agreement(False, DIFFERS, _where(given.value, held.value))


def _read(scheme: str, text: str) -> Parsed | None:
    if scheme in ("", "identifiers", "identifier"):
        return detect(text)
    return parse(scheme, text)


def _where(given: str, held: str) -> str:
    if len(given) == len(held):
        places = [i for i, (a, b) in enumerate(zip(given, held, strict=True)) if a != b]
        if len(places) == 1:
            at = places[0]
            return f"character {at + 1}: {given[at]} / {held[at]}"
        if len(places) == 2 and places[1] == places[0] + 1 and given[places[0]] == held[places[1]]:
            return f"characters {places[0] + 1} and {places[1] + 1} exchanged"
    return f"{given} / {held}"
