"""What the reference holds and the record lacks. Which omissions matter is for the rules to say; all are listed."""

from __future__ import annotations

from collections.abc import Sequence

from gate.comparison.editions import EDITION_BOUND, other_edition
from gate.comparison.matching import compare
from gate.comparison.reference_list import ReferenceList
from gate.model import Anchor, CitationResult, Claim, Omission, Statement
from gate.properties import NOT_COMPARED, ValueType, properties_of
from gate.records.claims import node_id


def omitted_facts(claims: Sequence[Claim], anchor: Anchor) -> tuple[Omission, ...]:
    """Reference facts that no claim states, property by property in reading order.

    A property with one value is omitted only when the record does not speak of it at all: a wrong value is a contradiction, not
    an omission. "et al." stands for the names it leaves out. The first source that holds a property is the reference for it.
    """
    if anchor.entity is None:
        return ()
    omitted: list[Omission] = []
    described = [c.statement for c in claims]
    others = [c for c in anchor.same if other_edition(described, c.entity)]
    beside = dict.fromkeys(EDITION_BOUND, others)  # what another edition has, this one does not lack
    for prop in properties_of(anchor.entity.kind):
        if prop.type in NOT_COMPARED or prop.type is ValueType.CITATION:
            continue
        given = [c.statement for c in claims if c.property == prop.name]
        holder = next((c for c in anchor.same if c.entity.all(prop.name) and c not in beside.get(prop.name, ())), None)
        if holder is None:
            continue
        held = holder.entity.all(prop.name)
        omitted += [
            Omission(prop.name, fact, holder.evidence, node_id(prop.name, fact))
            for fact in _missing(prop.type, prop.single, given, held)
        ]
    return tuple(omitted)


def omitted_citations(listed: ReferenceList, results: Sequence[CitationResult]) -> tuple[Omission, ...]:
    """Entries of the work's reference list that the record's citations do not include."""
    cited = {r.node for r in results}
    cited_ids = {r.matched.id for r in results if r.matched is not None}
    return tuple(
        Omission("citations", entry.statement, entry.evidence, entry.node)
        for entry in listed.entries
        if entry.node not in cited and entry.entity.id not in cited_ids
    )


def _missing(type_: ValueType, single: bool, given: Sequence[Statement], held: Sequence[Statement]) -> list[Statement]:
    if single or type_ in (ValueType.DATE, ValueType.IDENTIFIER):  # another identifier is contradicted or not confirmed
        return [] if given else [held[0]]
    if any(g.part("et_al") for g in given):
        return []
    return [h for h in held if not any(compare(type_, g, h).same for g in given)]
