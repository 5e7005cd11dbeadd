"""How a citation fits what a source holds: by its fields, by its string, or by the string of a reference as it was deposited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.comparison.matching.works import compare_work, describe, match_raw
from gate.model import Difference, Entity, Kind, Statement
from gate.normalise import dates, names
from gate.normalise.text import tokens

#: The flag of a work that a source knows only because another work cites it.
AS_DEPOSITED = "as_deposited"
_Fit: TypeAlias = Callable[[Entity], EntityAgreement]
_ET_AL = Statement("creators", "et al.", parts=(Statement("et_al", "true"),))
#: A deposited string with so many words that are in none of its fields tells a title.
_TITLE_WORDS = 3


class Fits:
    """One citation beside entities. Two sources, or a source and a reference list, often hold the same of it: that is compared
    once."""

    def __init__(self, citation: Statement) -> None:
        self._citation = citation
        self._known: list[tuple[Entity, bool, EntityAgreement]] = []  # few, so that looking through them is quicker than hashing
        text = "" if citation.part("title") else _string(citation)
        self._fit: _Fit = partial(match_raw, text) if text else partial(compare_work, describe(citation.parts))

    def fit(self, entity: Entity, *, deposited: bool) -> EntityAgreement:
        """As :func:`fit`, or beside an entity that is described as it was deposited."""
        for known, as_deposited, agreement in self._known:
            if as_deposited is deposited and _say_the_same(known, entity):
                return agreement
        found = _beside_deposited(self._citation, entity, self._fit) if deposited else self._fit(entity)
        self._known.append((entity, deposited, found))
        return found


def _say_the_same(one: Entity, other: Entity) -> bool:
    return one.label == other.label and one.statements == other.statements and one.complete_for == other.complete_for


def fit(citation: Statement, entity: Entity) -> EntityAgreement:
    """By its fields where it has a title; else by its whole string, which must then name the entity, whatever else agrees."""
    return Fits(citation).fit(entity, deposited=False)


def fit_deposited(citation: Statement, entity: Entity) -> EntityAgreement:
    """The same beside an entry of a reference list, as publishers deposit them (:func:`_beside_deposited`)."""
    return Fits(citation).fit(entity, deposited=True)


def _beside_deposited(citation: Statement, entity: Entity, fit: _Fit) -> EntityAgreement:
    """The same beside an entry of a reference list, as publishers deposit them.

    Such an entry names the first creator only (so Crossref's deposit schema asks), who stands for all. Often it has no title
    field: where its whole string is there, the title is looked for in it, and else nobody can say what the title is.
    """
    if not entity.first("title"):
        if citation.part("title") and _tells_title(entity):
            return _beside_string(citation, entity)
        if citation.part("title"):
            entity = replace(entity, label="")
    creators = entity.all("creators")
    return fit(replace(entity, statements=(*entity.statements, _ET_AL)) if len(creators) == 1 else entity)


def _string(citation: Statement) -> str:
    return citation.part("raw") or (citation.value if not citation.parts else "")


def _tells_title(entity: Entity) -> bool:
    """Whether the label is a reference in full, and not merely put together from the fields."""
    said = {word for s in entity.statements for word in tokens(s.value)}
    return sum(word not in said and len(word) > 2 and word.isalpha() for word in tokens(entity.label)) >= _TITLE_WORDS


def _beside_string(citation: Statement, entity: Entity) -> EntityAgreement:
    """What the citation says is looked for in the string of the entry. That a title is not there is no proof of another work
    where the first creator and the year are: strings have their titles shortened, translated or left out.
    """
    given = Entity("", Kind.WORK, "", citation.parts)
    found = match_raw(entity.label, given)
    turned = tuple(Difference(d.property, _path(citation, d.property), d.held, d.given, d.level) for d in found.differences)
    if found.kind is Fit.OTHER and _names_first_and_year(citation, entity.label):
        return EntityAgreement(
            Fit.UNDECIDABLE, found.fit, "creator and year in the string of the reference, not the title", turned
        )
    return replace(found, differences=turned)


def _path(citation: Statement, name: str) -> str:
    return next((p.path for p in citation.parts if p.property == name), citation.path)


def _names_first_and_year(citation: Statement, text: str) -> bool:
    words = set(tokens(text))
    creator = next((p for p in citation.parts if p.property == "creators"), None)
    span = dates.parse(citation.part("date"))
    if creator is None or span is None:
        return False
    name = names.parse(creator.value, creator.part("family"), creator.part("given"))
    return bool(name.family) and words.issuperset(name.family) and str(span.year) in words
