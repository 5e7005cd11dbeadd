"""What a format has not kept: the claims of a record beside those that are read again from what was written.

Nothing is taken from a table of what formats can hold: it is seen from the file itself, so that it is true of the writer, too.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from gate.model import Identifier, Statement
from gate.normalise import dates, identifiers, languages, text
from gate.properties import PROPERTIES, ValueType
from gate.records.writers.names import parts_of
from gate.records.writers.types import csl_type

_PUNCTUATION = " .,:;/="

#: what of a statement can be lost, in the order it is told
VALUE, ORDER, ROLE, LANGUAGE, FORMS, IDENTIFIERS, PARTS, ADDED = (
    "value",
    "order",
    "role",
    "language",
    "other forms",
    "identifiers",
    "parts",
    "added",
)


@dataclass(frozen=True, slots=True)
class Loss:
    """One claim of which ``what`` is not in the file; ``added`` is one that the file makes and the record does not."""

    property: str
    what: str
    path: str
    value: str


def losses(given: Sequence[Statement], kept: Sequence[Statement]) -> list[Loss]:
    """Every loss, in the order of ``given``; then what was added, in that of ``kept``."""
    used: set[int] = set()
    found: list[Loss] = []
    last: dict[str, int] = {}
    for s in given:
        at = _partner(s, kept, used)
        if at is None:
            found.append(Loss(s.property, VALUE, s.path, s.value))
            continue
        used.add(at)
        found += [Loss(s.property, what, s.path, s.value) for what in _lost(s, kept[at])]
        known = PROPERTIES.get(s.property)
        if known is not None and known.ordered:
            if at < last.get(s.property, -1):
                found.append(Loss(s.property, ORDER, s.path, s.value))
            last[s.property] = at
    more = [s for n, s in enumerate(kept) if n not in used and not any(_is_identifier(s) and same_value(s, g) for g in given)]
    return found + [Loss(s.property, ADDED, s.path, s.value) for s in more]


def _partner(s: Statement, kept: Sequence[Statement], used: set[int]) -> int | None:
    """The statement with the same value that keeps most of ``s``. An identifier that stands twice is one claim."""
    same = [n for n, k in enumerate(kept) if same_value(s, k)]
    free = [n for n in same if n not in used] or (same if _is_identifier(s) else [])
    return min(free, key=lambda n: len(_lost(s, kept[n])), default=None)


def _lost(s: Statement, kept: Statement) -> list[str]:
    return [what for what, lost in _LOST if lost(s, kept)]


def _is_identifier(s: Statement) -> bool:
    known = PROPERTIES.get(s.property)
    return known is not None and known.type is ValueType.IDENTIFIER


def same_value(a: Statement, b: Statement) -> bool:
    """Whether two statements say the same: blanks, ISBD punctuation at the end, the order of the parts of a name, and the form of
    an identifier, language code, type or date may differ. A DOI is the same claim as ``doi`` and among the ``identifiers``.
    """
    if a.property != b.property:
        return _is_identifier(a) and _is_identifier(b) and _same_identifier(a, b)
    if a.value == b.value:
        return True
    known = PROPERTIES.get(a.property)
    same = _SAME.get(known.type) if known is not None else None
    if a.property == "type":
        return csl_type(a.value) == csl_type(b.value) != ""
    return plain(a.value) == plain(b.value) or (same is not None and same(a, b))


def plain(value: str) -> str:
    """A value without what cataloguing rules add around it."""
    return " ".join(unicodedata.normalize("NFC", value).replace(" : ", ": ").replace(" -- ", "--").split()).strip(_PUNCTUATION)


def _same_name(a: Statement, b: Statement) -> bool:
    words = sorted(text.key(a.value).split())
    return bool(words) and any(words == sorted(text.key(form).split()) for form in (b.value, *b.forms))


def _same_date(a: Statement, b: Statement) -> bool:
    one, two = dates.parse(a.value), dates.parse(b.value)
    if one is None or two is None:
        return False
    return (one.earliest, one.latest, one.approximate) == (two.earliest, two.latest, two.approximate)


def _same_language(a: Statement, b: Statement) -> bool:
    return languages.code(a.value) == languages.code(b.value) is not None


def _same_identifier(a: Statement, b: Statement) -> bool:
    return bool(_denoted(a) & _denoted(b))


def _denoted(s: Statement) -> frozenset[Identifier]:
    """What an identifier statement denotes, in all forms."""
    found = set(s.identifiers)
    parsed = identifiers.parse(s.property, s.value) if s.property != "identifiers" else identifiers.detect(s.value)
    if parsed is not None and parsed.identifier is not None:
        found.add(parsed.identifier)
    return frozenset(e for i in found for e in identifiers.equivalents(i))


_SAME: dict[ValueType, Callable[[Statement, Statement], bool]] = {
    ValueType.NAME: _same_name,
    ValueType.DATE: _same_date,
    ValueType.LANGUAGE: _same_language,
    ValueType.IDENTIFIER: _same_identifier,
}


def _without(mine: Iterable[object], theirs: Iterable[object]) -> bool:
    return not set(mine) <= set(theirs)


def _lost_role(s: Statement, kept: Statement) -> bool:
    return s.role != kept.role


def _lost_language(s: Statement, kept: Statement) -> bool:
    if not s.lang or s.lang == kept.lang:
        return False
    return languages.code(s.lang) is None or languages.code(s.lang) != languages.code(kept.lang)


def _lost_forms(s: Statement, kept: Statement) -> bool:
    return _without(map(plain, s.forms), [plain(form) for form in (kept.value, *kept.forms)])


def _lost_identifiers(s: Statement, kept: Statement) -> bool:
    known = PROPERTIES.get(s.property)
    theirs = [e for i in kept.identifiers for e in identifiers.equivalents(i)]
    if known is not None and known.type is ValueType.IDENTIFIER:
        theirs += _denoted(kept)
    return _without(s.identifiers, theirs)


def _lost_parts(s: Statement, kept: Statement) -> bool:
    """Whether a part is gone. ``Berg, Nora`` says family and given name itself, and a name that is all family says that."""
    shown = parts_of(kept)
    theirs = (*kept.parts, Statement("family", shown.family or kept.value), Statement("given", shown.given))
    return any(not any(p.property == k.property and same_value(p, k) for k in theirs) for p in s.parts)


_LOST: tuple[tuple[str, Callable[[Statement, Statement], bool]], ...] = (
    (ROLE, _lost_role),
    (LANGUAGE, _lost_language),
    (FORMS, _lost_forms),
    (IDENTIFIERS, _lost_identifiers),
    (PARTS, _lost_parts),
)


def summary(found: Sequence[Loss], paths: int = 3) -> str:
    """The losses of one record in a line: property, what, how many, and where the first ones stand."""
    groups: dict[tuple[str, str], list[str]] = {}
    for loss in found:
        groups.setdefault((loss.property, loss.what), []).append(loss.path if loss.what != ADDED else loss.value)
    return "; ".join(map(partial(_group, paths), groups.items()))


def _group(paths: int, item: tuple[tuple[str, str], list[str]]) -> str:
    (name, what), places = item
    stated = [place for place in dict.fromkeys(places) if place]
    where = ", ".join(stated[:paths]) + (" ..." if len(stated) > paths else "")
    subject = name if what == VALUE else f"{name}, {what}"
    count = f" ({len(places)})" if len(places) > 1 else ""
    return f"{subject}{count}" + (f" [{where}]" if where else "")
