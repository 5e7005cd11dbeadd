"""Same agent? By name first, then by what tells namesakes apart: dates, places, fields, influences."""

from __future__ import annotations

from collections.abc import Sequence

from gate.comparison.matching import dates, names, terms
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.model import Agreement, Difference, Entity, Statement

_DATES = ("birth", "death")
_TERMS = ("birth_place", "death_place", "citizenship", "field_of_work", "occupations")


def compare_agent(given: Sequence[Statement], held: Entity) -> EntityAgreement:
    """A described agent beside an entity.

    Conditions in order: the names differ -> other; a date or another fact agrees -> same, with errors where a date differs; only
    the name agrees, or all dates differ -> undecidable (perhaps a namesake).
    """
    name = _name(given, held)
    if name.same is False:
        return EntityAgreement(Fit.OTHER, 0.0, name.level, (_difference("name", given, held.label, name),))
    agreeing, differences = _dates(given, held)
    facts = _facts(given, held)
    weight = 0.5 if name.same else 0.2
    fit = min(1.0, weight + 0.15 * agreeing + 0.05 * min(facts, 4))
    if name.same is None:
        kind = Fit.SAME if agreeing == len(_DATES) else Fit.UNDECIDABLE
        return EntityAgreement(kind, fit, "names in different scripts", tuple(differences))
    if not agreeing and not facts:
        level = "same name, other dates" if differences else "same name, nothing else to compare"
        return EntityAgreement(Fit.UNDECIDABLE, max(0.0, fit - 0.2 * len(differences)), level, tuple(differences))
    if differences:
        return EntityAgreement(Fit.SAME_WITH_ERRORS, fit, f"{name.level}, dates differ in part", tuple(differences))
    level = f"{name.level} and dates" if agreeing else f"{name.level} and other facts"
    return EntityAgreement(Fit.SAME, fit, level)


def _name(given: Sequence[Statement], held: Entity) -> Agreement:
    mine = [s for s in given if s.property == "name"]
    theirs = held.all("name") or (Statement("name", held.label),)
    agreements = [names.compare(g, h) for g in mine for h in theirs]
    for same in (True, None):
        best = next((a for a in agreements if a.same is same), None)
        if best is not None:
            return best
    return agreements[0] if agreements else Agreement(None, "no name given")


def _dates(given: Sequence[Statement], held: Entity) -> tuple[int, list[Difference]]:
    agreeing, differences = 0, []
    for prop in _DATES:
        mine = [s.value for s in given if s.property == prop]
        theirs = [s.value for s in held.all(prop)]
        if not mine or not theirs:
            continue
        agreements = [dates.compare(value, theirs) for value in mine]
        if any(a.same for a in agreements):
            agreeing += 1
        elif all(a.same is False for a in agreements):
            differences.append(_difference(prop, given, "; ".join(theirs), agreements[0]))
    return agreeing, differences


def _facts(given: Sequence[Statement], held: Entity) -> int:
    """How many other values agree."""
    agreeing = sum(any(terms.compare(g, h).same for h in held.all(g.property)) for g in given if g.property in _TERMS)
    influences = [g for g in given if g.property == "influenced_by"]
    return agreeing + sum(any(names.compare(g, h).same for h in held.all("influenced_by")) for g in influences)


def _difference(prop: str, given: Sequence[Statement], held: str, agreement: Agreement) -> Difference:
    first = next((s for s in given if s.property == prop), Statement(prop, ""))
    return Difference(prop, first.path, first.value, held, agreement.level)
