"""The outcome of every claim: what each source holds for its property, merged over the sources.

A claim is supported when any source supports it; otherwise a reference that holds another value contradicts it, and a reference
whose list is closed and lacks it makes it extra or fabricated, by the second source. What a silent or unreachable source leaves
open is silent or not assessed, never an accusation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from gate.comparison.editions import ANOTHER_EDITION, ANOTHER_PART, EDITION_BOUND, other_edition, other_part
from gate.comparison.matching import compare, compare_lists
from gate.comparison.matching.dates import SAME as SAME_DATE
from gate.comparison.matching.description import identifiers_of
from gate.comparison.matching.lists import NAMED_TWICE, ListAgreement
from gate.comparison.matching.names import parsed
from gate.model import (
    Anchor,
    AnchorState,
    Candidate,
    Claim,
    ClaimResult,
    Consulted,
    Evidence,
    Kind,
    Outcome,
    Statement,
)
from gate.normalise import dates
from gate.properties import BODY, PROPERTIES, Property, ValueType
from gate.rdf.iris import iri_identifier
from gate.records.claims import node_id


class Sign(IntEnum):
    """What one source makes of one value, weakest first."""

    SILENT = 0  # nothing on this property
    OTHER = 1  # other values, and its list is open
    NOT_COMPARABLE = 2
    LACKS = 3  # its list is closed and lacks this value
    DIFFERS = 4  # another value, of a property that has one
    SUPPORTS = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """One source's view of one value."""

    sign: Sign
    level: str = ""
    held: str = ""
    node: str = ""


@dataclass(frozen=True, slots=True)
class SecondSource:
    """What the oracles hold about the anchored thing; asked only when needed."""

    candidates: tuple[Candidate, ...]
    unreachable: tuple[Consulted, ...]
    asked: bool


#: Levels of support that still say something is wrong.
#: The level of a value that a closed list lacks while no second source could be heard.
NOT_LISTED = "not in a closed list"

ROLE_DIFFERS, ORDER_DIFFERS, FIRST_DIFFERS = "role differs", "order differs", "first place differs"

#: Schemes of which a thing has several, so that one more contradicts nothing: editions and formats have their own.
_MANY = frozenset({"isbn", "issn"})
#: Numbers of records, of which every library makes its own: of one work there are many.
_OF_RECORDS = frozenset({"oclc", "nbn"})


def assess(
    claims: Sequence[Claim], anchor: Anchor, unreachable: Sequence[Consulted], second: Callable[[], SecondSource]
) -> tuple[ClaimResult, ...]:
    """The outcome of each of ``claims``, in their order. ``second`` gives the oracles' view, and is called at most once."""
    by_property: dict[str, list[Claim]] = {}
    for claim in claims:
        by_property.setdefault(claim.property, []).append(claim)
    results: dict[int, ClaimResult] = {}
    described = [claim.statement for claim in claims]
    for name, group in by_property.items():
        assessed = _assess_property(PROPERTIES[name], group, anchor, unreachable, second, described)
        for claim, result in zip(group, assessed, strict=True):
            results[id(claim)] = result
    return tuple(results[id(claim)] for claim in claims)


def _assess_property(
    prop: Property,
    claims: Sequence[Claim],
    anchor: Anchor,
    unreachable: Sequence[Consulted],
    second: Callable[[], SecondSource],
    described: Sequence[Statement],
) -> list[ClaimResult]:
    if anchor.state is not AnchorState.ANCHORED:
        return [_unanchored(prop, claim, anchor) for claim in claims]
    given = [c.statement for c in claims]
    views = [(candidate, read_values(prop, given, candidate)) for candidate in anchor.same]
    views = [(candidate, _by_edition(prop, readings, candidate, described)) for candidate, readings in views]
    return [
        _merge(prop, claim, [(c, readings[i]) for c, readings in views], anchor, unreachable, second)
        for i, claim in enumerate(claims)
    ]


def _by_edition(prop: Property, readings: list[Reading], candidate: Candidate, described: Sequence[Statement]) -> list[Reading]:
    """What a source that holds another edition, or the set, leaves open: its date is not the date of this one."""
    if not any(r.sign in (Sign.DIFFERS, Sign.LACKS, Sign.OTHER) for r in readings):
        return readings
    if prop.name in EDITION_BOUND and other_edition(described, candidate.entity):
        level = ANOTHER_EDITION
    elif prop.name in {"title", *EDITION_BOUND} and other_part(described, candidate.entity):
        level = ANOTHER_PART
    else:
        return readings
    return [Reading(Sign.OTHER, level, r.held) if r.sign in (Sign.DIFFERS, Sign.LACKS, Sign.OTHER) else r for r in readings]


def _unanchored(prop: Property, claim: Claim, anchor: Anchor) -> ClaimResult:
    own = node_id(prop.name, claim.statement)
    if anchor.conflict is not None and anchor.conflict[0] == claim.path:
        return _conflict(claim, anchor.conflict[1], own)
    reason = {
        AnchorState.AMBIGUOUS: "more than one entity fits the record",
        AnchorState.ABSENT: "no source holds what the record is about",
    }.get(anchor.state, anchor.reason)
    return ClaimResult(claim, Outcome.NOT_ASSESSED, reason=reason, node=own)


def _conflict(claim: Claim, holder: Candidate, node: str) -> ClaimResult:
    return ClaimResult(
        claim, Outcome.CONTRADICTED, "identifier of something else", holder.entity.label, (holder.evidence,), node=node
    )


def _merge(
    prop: Property,
    claim: Claim,
    views: Sequence[tuple[Candidate, Reading]],
    anchor: Anchor,
    unreachable: Sequence[Consulted],
    second: Callable[[], SecondSource],
) -> ClaimResult:
    own = node_id(prop.name, claim.statement)
    best_candidate, best = max(views, key=lambda view: view[1].sign)
    if best.sign is Sign.SUPPORTS:
        backing = tuple(c.evidence for c, r in views if r.sign is Sign.SUPPORTS)
        return ClaimResult(claim, Outcome.SUPPORTED, best.level, best.held, backing, node=best.node or own)
    if anchor.conflict is not None and anchor.conflict[0] == claim.path:
        return _conflict(claim, anchor.conflict[1], own)
    evidence: tuple[Evidence, ...] = (best_candidate.evidence,)
    if best.sign in (Sign.DIFFERS, Sign.LACKS, Sign.OTHER):
        beside = second()
        confirming = _confirming(prop, claim.statement, beside)
        if confirming is not None:
            reason = "the sources disagree" if best.sign is Sign.DIFFERS else ""
            return ClaimResult(
                claim, Outcome.EXTRA, confirming[1].level, best.held, (confirming[0].evidence,), reason, confirming[1].node or own
            )
        if best.sign is Sign.DIFFERS:
            return ClaimResult(claim, Outcome.CONTRADICTED, best.level, best.held, evidence, node=own)
        if best.sign is Sign.LACKS:
            return _lacking(claim, best, evidence, beside, unreachable, own)
    if unreachable:
        return ClaimResult(claim, Outcome.NOT_ASSESSED, held=best.held, reason=_down(unreachable), node=own)
    if best.sign is Sign.NOT_COMPARABLE:
        return ClaimResult(claim, Outcome.NOT_COMPARABLE, best.level, best.held, evidence, best.level, own)
    reason = "the source lists other values here" if best.sign is Sign.OTHER else "the source has nothing on this"
    if best.level in (ANOTHER_EDITION, ANOTHER_PART):
        reason = f"the source holds {best.level}: {best.held}"
    return ClaimResult(claim, Outcome.SILENT, held=best.held, evidence=evidence, reason=reason, node=own)


def _lacking(
    claim: Claim, best: Reading, evidence: tuple[Evidence, ...], beside: SecondSource, unreachable: Sequence[Consulted], own: str
) -> ClaimResult:
    """A closed list lacks the value: fabricated only when every source answered and the second source lacks it too."""
    missing = (*unreachable, *beside.unreachable)
    if missing:
        reason = _down(missing)
    elif not beside.asked:
        reason = "there is no second source to say more"
    elif not beside.candidates:
        reason = "the second source does not know what the record is about"
    else:
        both = (*evidence, *(c.evidence for c in beside.candidates))
        return ClaimResult(claim, Outcome.FABRICATED, "in neither source", best.held, both, node=own)
    return ClaimResult(claim, Outcome.NOT_ASSESSED, NOT_LISTED, best.held, evidence, reason, own)


def _confirming(prop: Property, given: Statement, second: SecondSource) -> tuple[Candidate, Reading] | None:
    for candidate in second.candidates:
        reading = read_values(prop, [given], candidate)[0]
        if reading.sign is Sign.SUPPORTS and not (prop.type is ValueType.DATE and _vaguer(reading, given.value)):
            return candidate, reading
    return None


def _vaguer(reading: Reading, given: str) -> bool:
    """Whether a date that agrees leaves other days open: a second source that knows the year confirms no day of it."""
    theirs, mine = dates.parse(reading.held), dates.parse(given)
    if reading.level == SAME_DATE or theirs is None or mine is None:
        return False
    return not (mine.earliest <= theirs.earliest and theirs.latest <= mine.latest)


def _down(missing: Sequence[Consulted]) -> str:
    return "; ".join(f"{c.source} did not answer ({c.detail})" for c in missing)


def read_values(prop: Property, given: Sequence[Statement], candidate: Candidate) -> list[Reading]:
    """What one source makes of the values that a record gives for one property."""
    if prop.type is ValueType.IDENTIFIER:
        return [_read_identifier(g, candidate) for g in given]
    held = candidate.entity.all(prop.name)
    if not held:
        return [Reading(Sign.SILENT)] * len(given)
    if prop.ordered:
        return _read_list(prop, given, candidate)
    return [_read_one(prop, g, held, prop.name in candidate.entity.complete_for) for g in given]


def _read_one(prop: Property, given: Statement, held: Sequence[Statement], closed: bool) -> Reading:
    agreements = [(compare(prop.type, given, h), h) for h in held]
    agreeing = next(((a, h) for a, h in agreements if a.same), None)
    if agreeing is not None:
        return Reading(Sign.SUPPORTS, agreeing[0].level, agreeing[1].value, node_id(prop.name, agreeing[1]))
    shown = _shown(held)
    open_ended = next((a for a, _ in agreements if a.same is None), None)
    if open_ended is not None:
        return Reading(Sign.NOT_COMPARABLE, open_ended.level, shown)
    level = _explained(agreements[0][0].level, agreements[0][0].detail)
    if prop.single:
        return Reading(Sign.DIFFERS, level, shown)
    return Reading(Sign.LACKS if closed else Sign.OTHER, level, shown)


def _read_list(prop: Property, given: Sequence[Statement], candidate: Candidate) -> list[Reading]:
    """Names are matched one to one. A name without a partner differs when the source's list is closed, or has a name to spare."""
    held = candidate.entity.all(prop.name)
    agreement = compare_lists(given, held)
    spare = [held[i] for i in agreement.missing]
    misplaced = _misplaced(agreement)
    readings = []
    for number, (statement, partner, level) in enumerate(zip(given, agreement.partners, agreement.levels, strict=True)):
        if partner is not None:
            readings.append(_paired(prop, statement, held[partner], level, held, number in misplaced, number == 0))
        elif number in agreement.unknown:
            readings.append(Reading(Sign.NOT_COMPARABLE, level, _shown(spare or held)))
        elif not any(_role(h) == _role(statement) for h in held):
            readings.append(Reading(Sign.SILENT))
        elif level == NAMED_TWICE and any(_role(s) != _role(statement) and s.value == statement.value for s in given):
            readings.append(Reading(Sign.SUPPORTS, f"{level}; {ROLE_DIFFERS}", _shown(held), node_id(prop.name, statement)))
        elif prop.name in candidate.entity.complete_for or any(_alike(statement, s) for s in spare):
            readings.append(Reading(Sign.DIFFERS, level, _shown(spare or held)))
        else:
            readings.append(Reading(Sign.OTHER, level, _shown(held)))
    return readings


def _alike(given: Statement, spare: Statement) -> bool:
    """Whether a name to spare can stand where the given one does: a person where a person, a body where a body.

    Catalogues differ in which bodies they name (a collection, a sponsor), and a person named besides says nothing of them.
    """
    return _is_body(given) is _is_body(spare)


def _is_body(name: Statement) -> bool:
    return any(part.property == BODY for part in name.parts) or parsed(name).corporate


def _paired(
    prop: Property, given: Statement, partner: Statement, level: str, held: Sequence[Statement], misplaced: bool, first: bool
) -> Reading:
    node = node_id(prop.name, partner)
    if _role(given) != _role(partner):
        return Reading(Sign.SUPPORTS, f"{level}; {ROLE_DIFFERS}", partner.role, node)
    if misplaced:
        note = FIRST_DIFFERS if first else ORDER_DIFFERS
        return Reading(Sign.SUPPORTS, f"{level}; {note}", _shown(held), node)
    return Reading(Sign.SUPPORTS, level, partner.value, node)


def _misplaced(agreement: ListAgreement) -> frozenset[int]:
    """Positions of given names that do not follow the source's order: the first where another comes first, and the fewest others
    that, taken out, leave the rest in order."""
    if agreement.order_preserved and agreement.first_same is not False:
        return frozenset()
    placed = [(number, partner) for number, partner in enumerate(agreement.partners) if partner is not None]
    if agreement.first_same is False and placed and placed[0][0] == 0:
        return frozenset({0}) | _out_of_order(placed[1:])
    return _out_of_order(placed)


def _out_of_order(placed: Sequence[tuple[int, int]]) -> frozenset[int]:
    best: list[tuple[int, ...]] = []
    for place, (number, partner) in enumerate(placed):
        before = [best[k] for k in range(place) if placed[k][1] < partner]
        best.append((*max(before, key=len, default=()), number))
    kept = max(best, key=len, default=())
    return frozenset(number for number, _ in placed if number not in kept)


def _read_identifier(given: Statement, candidate: Candidate) -> Reading:
    mine = identifiers_of(given)
    if not mine:
        return Reading(Sign.NOT_COMPARABLE, "not an identifier the gate can read")
    theirs = {i: s for s in candidate.entity.statements for i in (identifiers_of(s) if _states(s) else ())}
    held = next((theirs[i] for i in mine if i in theirs), None)
    if held is not None:
        return Reading(Sign.SUPPORTS, "same identifier", held.value, node_id(given.property, given))
    if iri_identifier(candidate.entity.id) in mine:  # the address that the source itself knows the thing by
        return Reading(Sign.SUPPORTS, "same identifier", candidate.entity.id, node_id(given.property, given))
    same_scheme = [str(i) for i in theirs if i.scheme == mine[0].scheme]
    if not same_scheme:
        return Reading(Sign.SILENT)
    shown = "; ".join(sorted(same_scheme))
    many = mine[0].scheme in _MANY or (candidate.entity.kind is Kind.WORK and mine[0].scheme in _OF_RECORDS)
    return Reading(Sign.OTHER if many else Sign.DIFFERS, "other identifier", shown)


def _states(statement: Statement) -> bool:
    return PROPERTIES[statement.property].type is ValueType.IDENTIFIER


def _role(statement: Statement) -> str:
    return statement.role or "aut"


def _shown(held: Sequence[Statement], most: int = 5) -> str:
    values = list(dict.fromkeys(h.value for h in held))
    more = f" and {len(values) - most} more" if len(values) > most else ""
    return "; ".join(values[:most]) + more


def _explained(level: str, detail: str) -> str:
    return f"{level}: {detail}" if detail else level
