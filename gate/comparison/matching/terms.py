"""Headings, places, fields: things known by a label."""

from __future__ import annotations

import re

from gate.comparison.matching.spelling import canonical, plural, slips
from gate.model import Agreement, Statement
from gate.normalise import text as text_rules

SAME_IDENTIFIER = "same identifier"
SAME = "same label"
NORMALISED = "same normalised label"
QUALIFIER = "same without qualifier"
OTHER_FORM = "same in another form"
TURNED = "same words in another order"
NUMBER = "singular and plural"
TYPOS = "typographical variants"
DIFFERS = "differs"
NOT_COMPARABLE = "not comparable"
SCRIPTS = "different scripts"

_QUALIFIER = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*")
_ADDRESS = re.compile(r"(?:https?|urn):\S+")
_SUBDIVISION = re.compile(r"\s*--\s*|\s+-\s+|\s*\u2014\s*")


def compare(given: Statement, held: Statement) -> Agreement:
    """Compare two labels in all their forms; identifiers of one scheme settle it before labels do.

    Qualifiers in parentheses tell homonyms apart (``Mercury (Planet)``): one side may lack its qualifier, two must agree.
    """
    by_identifier = _by_identifier(given, held)
    if by_identifier is True:
        return Agreement(True, SAME_IDENTIFIER)
    if _ADDRESS.fullmatch(given.value) and not given.forms:  # a thing known by its address alone has no label to compare
        if by_identifier is False and all(i.scheme != "iri" for i in given.identifiers):
            return Agreement(False, DIFFERS, f"{given.value} / {held.value}")
        return Agreement(None, NOT_COMPARABLE, "an address without a label")
    first = compare_labels(given.value, held.value)
    if first.same:
        return first
    unknown = first if first.same is None else None
    for mine in (given.value, *given.forms):
        for theirs in (held.value, *held.forms):
            other = compare_labels(mine, theirs)
            if other.same:
                return Agreement(True, OTHER_FORM, f"{mine} / {theirs}")
            if other.same is False and unknown is not None:
                first, unknown = other, None
    return first


def _by_identifier(given: Statement, held: Statement) -> bool | None:
    theirs = {i.scheme: i for i in held.identifiers}
    shared = [theirs[i.scheme] == i for i in given.identifiers if i.scheme in theirs]
    return any(shared) if shared else None


def compare_labels(given: str, held: str) -> Agreement:
    """Compare two labels in one form each."""
    mine, theirs = text_rules.key(given), text_rules.key(held)
    if not mine or not theirs:
        return Agreement(None, NOT_COMPARABLE, "one side has no word to compare")
    if text_rules.clean(given) == text_rules.clean(held):
        return Agreement(True, SAME)
    one, two = text_rules.script(given), text_rules.script(held)
    if one and two and one != two:
        if text_rules.key(text_rules.transliterate(given)) == text_rules.key(text_rules.transliterate(held)):
            return Agreement(True, OTHER_FORM, "transliterated")
        return Agreement(None, SCRIPTS, f"{one.title()} / {two.title()}")
    parts, held_parts = _parts(given), _parts(held)
    if mine == theirs and len(parts) == len(held_parts):
        return Agreement(True, NORMALISED)
    if len(parts) != len(held_parts):
        return Agreement(False, DIFFERS, f"{len(parts)} / {len(held_parts)} parts: {given.strip()} / {held.strip()}")
    return _weakest([_compare_part(a, b) for a, b in zip(parts, held_parts, strict=True)], given, held)


def _parts(label: str) -> list[str]:
    """A heading with its subdivisions: ``Philosophy--History``."""
    return [part for part in _SUBDIVISION.split(text_rules.clean(label)) if text_rules.key(part)] or [label]


_STRENGTH = (DIFFERS, NOT_COMPARABLE, TYPOS, NUMBER, TURNED, QUALIFIER, NORMALISED)


def _weakest(agreements: list[Agreement], given: str, held: str) -> Agreement:
    found = min(agreements, key=lambda a: _STRENGTH.index(a.level))
    return found if found.same else Agreement(found.same, found.level, found.detail or f"{given.strip()} / {held.strip()}")


def _compare_part(given: str, held: str) -> Agreement:
    mine, theirs = text_rules.key(given), text_rules.key(held)
    if mine == theirs or _compact(mine) == _compact(theirs):
        return Agreement(True, NORMALISED)
    bare, held_bare = _QUALIFIER.sub(" ", given), _QUALIFIER.sub(" ", held)
    qualified, held_qualified = bare != given, held_bare != held
    if qualified != held_qualified and text_rules.key(bare) == text_rules.key(held_bare) != "":
        return Agreement(True, QUALIFIER, f"{given.strip()} / {held.strip()}")
    words, held_words = mine.split(), theirs.split()
    if sorted(words) == sorted(held_words) and ("," in given) != ("," in held):
        return Agreement(True, TURNED)  # inverted headings: "Chemistry, Organic"
    if len(words) != len(held_words):
        return Agreement(False, DIFFERS, f"{given.strip()} / {held.strip()}")
    level = NORMALISED
    for a, b in zip(words, held_words, strict=True):
        if a == b or canonical(a) == canonical(b):
            continue
        if plural(a, b):
            level = NUMBER
        elif min(len(a), len(b)) >= 6 and slips(a, b) == 1 and level in (NORMALISED, NUMBER):
            level = TYPOS
        else:
            return Agreement(False, DIFFERS, f"{a} / {b}")
    return Agreement(True, level, f"{given.strip()} / {held.strip()}" if level != NORMALISED else "")


def _compact(key: str) -> str:
    return "".join(canonical(word) for word in key.split())
