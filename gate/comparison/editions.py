"""Edition against work: whether a source holds another edition of the book, or another part of the set, that is described.

A right work in another edition is not a wrong record, and neither is a volume beside the record of its set. What belongs to the
edition (date, publisher, numbers) is then left open by that source instead of being held against the record. The levels are
those of IFLA LRM: what identifies a manifestation (ISBN, edition statement, date and place of publication, publisher) is not
what identifies the work. By the ISBN Users' Manual each edition, and each format, has a number of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gate.comparison.anchor import identifiers_of
from gate.comparison.matching import languages, numbers
from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise.text import key

#: what belongs to an edition, not to the work
EDITION_BOUND = frozenset({"date", "publisher", "pages", "edition", "isbn", "volume", "language", "identifiers"})
ANOTHER_EDITION = "another edition"
ANOTHER_PART = "the set, or another volume of it"

_BOOKS = frozenset({"isbn"})
#: of the description of one part of a set: Volume 2, Bd. 3, t. IV, Teil 1, part 2, 2 (after a full stop)
_PART = re.compile(
    r"[\s.,:;(\[]+(?:(?:vol(?:ume)?s?|v|band|bd|buch|tome|tomo|t|teil|teilband|tl|part|pt|deel|bind|del|dil|svazek|tom|book|number|no|nr)"
    r"\.?\s*)?(?:\d{1,3}|[ivxl]{1,6})\b.*\Z",
    re.IGNORECASE | re.DOTALL,
)


def other_edition(given: Sequence[Statement], held: Entity) -> bool:
    """Whether a source holds the same work in another edition, by what only editions differ in.

    An ISBN that both have makes it the same edition, whatever else differs. Else it is another one where both have ISBNs, where
    both have an edition statement and these have other numbers, where one is a reprint by its edition statement and the other
    has none, or where the languages differ (a translation). A date that differs makes none: it may as well be wrong.
    """
    if held.kind is not Kind.WORK:
        return False
    mine, theirs = _numbers(given), _numbers(held.statements)
    if mine & theirs:
        return False
    if mine and theirs:
        return True
    ours = [s.value for s in given if s.property == "edition"]
    others = [s.value for s in held.statements if s.property == "edition"]
    if ours and others:
        return all(numbers.compare(a, b).same is False for a in ours for b in others)
    if any(map(_is_reprint, (*ours, *others))):
        return True
    return bool(mine or theirs or _is_book(given, held)) and _other_language(given, held)


def other_part(given: Sequence[Statement], held: Entity) -> bool:
    """Whether a source holds the set that is described, or another volume of it, under a number that both have.

    Sets have ISBNs that each of their volumes shows, and records of sets show those of the volumes.
    """
    if held.kind is not Kind.WORK or not _numbers(given) & _numbers(held.statements):
        return False
    mine = next((s.value for s in given if s.property == "title"), "")
    theirs = next((s.value for s in held.statements if s.property == "title"), "")
    whole, whole_held = _whole(mine), _whole(theirs)
    return bool(whole) and whole == whole_held and key(mine) != key(theirs)


def _whole(title: str) -> str:
    """The title of the set: what stands before the number of a part; the whole title where there is none."""
    return key(_PART.sub("", title))


def _numbers(statements: Iterable[Statement]) -> frozenset[Identifier]:
    return frozenset(i for s in statements if s.property in _BOOKS for i in identifiers_of(s))


def _is_reprint(edition: str) -> bool:
    return (
        re.search(r"\b(?:repr|reprint|reprinted|reissue|nachdr|nachdruck|réimpr|ristampa|herdruk)", edition, re.IGNORECASE)
        is not None
    )


def _is_book(given: Sequence[Statement], held: Entity) -> bool:
    return any(s.property == "type" and key(s.value) == "book" for s in (*given, *held.statements))


def _other_language(given: Sequence[Statement], held: Entity) -> bool:
    mine = [s.value for s in given if s.property == "language"]
    theirs = [s.value for s in held.statements if s.property == "language"]
    return bool(mine and theirs) and all(languages.compare(a, b).same is False for a in mine for b in theirs)
