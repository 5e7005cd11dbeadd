"""Edition against work: whether a source holds another edition of the book, or another part of the set, that is described.

A right work in another edition is not a wrong record, and neither is a volume beside the record of its set. What belongs to the
edition (date, publisher, numbers) is then left open by that source instead of being held against the record. The levels are
those of IFLA LRM: what identifies a manifestation (ISBN, edition statement, date and place of publication, publisher) is not
what identifies the work. By the ISBN Users' Manual each edition, and each format, has a number of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gate.comparison.matching import dates, languages, names, numbers
from gate.comparison.matching.description import identifiers_of
from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise.text import key
from gate.properties import REPRINT_OF

#: what belongs to an edition, not to the work
EDITION_BOUND = frozenset({"date", "publisher", "pages", "edition", "isbn", "volume", "language", "identifiers"})
ANOTHER_EDITION = "another edition"
ANOTHER_PART = "the set, or another volume of it"

#: Numbers of books in catalogues. They are copied from one record to another, and stand on sets and their volumes alike.
OF_BOOKS = frozenset({"isbn", "lccn", "oclc", "nbn"})
_BOOKS = frozenset({"isbn"})
_REPRINT = re.compile(r"\b(?:repr|reprint|reprinted|reissue|nachdr|nachdruck|réimpr|ristampa|herdruk)", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:first|erste|orig(?:inal)?|erst|première|prima|primera)\b", re.IGNORECASE)
_BEHIND = re.compile(r"[\s.,:;(\[]+(?:[^\W\d]{1,8}\.?\s*)?(?:\d{1,3}|[ivxl]{1,6})\b[\s.,:;)\]/-]*", re.IGNORECASE)
#: of the description of one part of a set: Volume 2, Bd. 3, t. IV, Teil 1, part 2, 2 (after a full stop)
_PART = re.compile(
    r"[\s.,:;(\[]+(?:(?:vol(?:ume)?s?|v|band|bd|buch|tome|tomo|t|teil|teilband|tl|part|pt|deel|bind|del|dil|svazek|tom|book|number|no|nr)"
    r"\.?\s*)?(?:\d{1,3}|[ivxl]{1,6})\b.*\Z",
    re.IGNORECASE | re.DOTALL,
)


def other_edition(given: Sequence[Statement], held: Entity) -> bool:
    """Whether a source holds the same work in another edition, by what only editions differ in.

    A reprint (by its edition statement, or coded with the original's date) is another one than what is none; it often keeps the
    ISBN. Else an ISBN or a control number that both have makes it the same edition, whatever else differs. Else it is another one
    where both have ISBNs; where both have an edition statement and these have other numbers; where one side alone states an
    edition, and not the first; where the languages differ (a translation); or where both the publishers and the dates differ. A
    date that differs alone makes none: it may as well be wrong.
    """
    if held.kind is not Kind.WORK:
        return False
    if any(map(_is_reprint, given)) is not any(map(_is_reprint, held.statements)):
        return True
    if _numbers(given) & _numbers(held.statements):
        return False
    if _numbers(given, _BOOKS) and _numbers(held.statements, _BOOKS):
        return True
    ours, others = _values(given, "edition"), _values(held.statements, "edition")
    if ours and others:
        return all(numbers.compare(a, b).same is False for a in ours for b in others)
    if any(not _is_first(edition) for edition in (*ours, *others)):
        return True
    if not (_numbers(given, _BOOKS) or _numbers(held.statements, _BOOKS) or _is_book(given, held)):
        return False
    return _other_language(given, held) or _other_publication(given, held)


def other_part(given: Sequence[Statement], held: Entity) -> bool:
    """Whether a source holds the set that is described, or another volume of it, under a number that both have; or holds a volume
    under the title of the set, of which the description has the volume's own title, or the other way round.

    Sets have ISBNs that each of their volumes shows, and records of sets show those of the volumes.
    """
    if held.kind is not Kind.WORK or not _numbers(given) & _numbers(held.statements):
        return False
    mine, theirs = ((_values(side, "title") or [""])[0] for side in (given, held.statements))
    if not key(mine) or not key(theirs) or key(mine) == key(theirs):
        return False
    whole = _whole(mine)
    return bool(whole and whole == _whole(theirs)) or key(mine) in _own(theirs) or key(theirs) in _own(mine)


def _whole(title: str) -> str:
    """The title of the set: what stands before the number of a part; the whole title where there is none."""
    return key(_PART.sub("", title))


def _own(title: str) -> frozenset[str]:
    """A volume's own title behind the title and the number of the set; with and without its subtitle."""
    found = _PART.search(title)
    tail = _BEHIND.sub("", found[0], count=1) if found else ""
    return frozenset(key(part) for part in (tail, tail.split(": ")[0].split(" : ")[0])) - {""}


def _numbers(statements: Iterable[Statement], schemes: frozenset[str] = OF_BOOKS) -> frozenset[Identifier]:
    return frozenset(
        i for s in statements if s.property in ("isbn", "identifiers") for i in identifiers_of(s) if i.scheme in schemes
    )


def _values(statements: Iterable[Statement], name: str) -> list[str]:
    return [s.value for s in statements if s.property == name]


def _is_reprint(s: Statement) -> bool:
    coded = s.property == "date" and any(part.property == REPRINT_OF for part in s.parts)
    return coded or (s.property == "edition" and _REPRINT.search(s.value) is not None)


def _is_first(edition: str) -> bool:
    return numbers.compare(edition, "1").same is True or _FIRST.search(edition) is not None


def _other_publication(given: Sequence[Statement], held: Entity) -> bool:
    """Whether publisher and date are both others: a book out of copyright has many editions, and no number tells them apart."""
    publishers = [(a, b) for a in given if a.property == "publisher" for b in held.all("publisher")]
    held_dates = [value for s in held.all("date") for value in (s.value, *s.forms)]
    mine = _values(given, "date")
    return (
        bool(publishers and mine and held_dates)
        and all(names.compare(a, b).same is False for a, b in publishers)
        and all(dates.compare(value, held_dates, published=True).same is False for value in mine)
    )


def _is_book(given: Sequence[Statement], held: Entity) -> bool:
    return any(s.property == "type" and key(s.value) == "book" for s in (*given, *held.statements))


def _other_language(given: Sequence[Statement], held: Entity) -> bool:
    mine = [s.value for s in given if s.property == "language"]
    theirs = [s.value for s in held.statements if s.property == "language"]
    return bool(mine and theirs) and all(languages.compare(a, b).same is False for a in mine for b in theirs)
