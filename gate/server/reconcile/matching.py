"""Candidates for what a spreadsheet names: found in the snapshots, compared by the gate's own matching."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gate.comparison.anchor import own_identifiers, query_for
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.comparison.matching.entities import compare_entity
from gate.model import Entity, Found, Kind, Statement
from gate.properties import IDENTIFIER_PROPERTIES, LABEL_PROPERTY, properties_of
from gate.rdf.iris import iri_identifier
from gate.references.local.catalogue import LocalSource
from gate.references.sources import Sources

MOST = 25
_ORDER = {Fit.SAME: 0, Fit.SAME_WITH_ERRORS: 1, Fit.UNDECIDABLE: 2, Fit.OTHER: 3}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a row of a spreadsheet says: a label, values of properties, and which kind of thing it is about (empty: any)."""

    kinds: tuple[Kind, ...]
    label: str
    properties: tuple[tuple[str, str], ...]
    limit: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A thing that may be meant."""

    entity: Entity
    source: str
    agreement: EntityAgreement
    agreeing: tuple[str, ...]
    match: bool = False


def candidates(wanted: Wanted, sources: Sources) -> list[Candidate]:
    """The candidates, best first. At most one is a match: where two fit alike, a person must choose."""
    found: dict[str, Candidate] = {}
    for kind in wanted.kinds:
        statements = _statements(kind, wanted)
        for source, entity in _held(kind, statements, sources):
            agreement = compare_entity(kind, statements, entity)
            if entity.id not in found:
                found[entity.id] = Candidate(entity, source, agreement, _agreeing(statements, agreement))
    ranked = sorted(found.values(), key=lambda c: (_ORDER[c.agreement.kind], -c.agreement.fit, c.entity.id))
    certain = [c for c in ranked if c.agreement.kind is Fit.SAME]
    shown = ranked[: wanted.limit]
    if len(certain) == 1 and shown:
        best = shown[0]
        shown[0] = Candidate(best.entity, best.source, best.agreement, best.agreeing, match=True)
    return shown


def by_id(ident: str, sources: Sources) -> Entity | None:
    """What a snapshot holds under this id."""
    for source in _local(sources):
        answer = source.facts(ident)
        if isinstance(answer, Found):
            return answer.value
    return None


def _held(kind: Kind, statements: Sequence[Statement], sources: Sources) -> Iterable[tuple[str, Entity]]:
    query = query_for(kind, statements)
    identifiers = [i for _, i in own_identifiers(statements)]
    for source in _local(sources):
        if kind not in source.kinds:
            continue
        for identifier in identifiers:
            held = source.by_identifier(identifier)
            if isinstance(held, Found) and held.value.kind is kind:
                yield source.name, held.value
        answer = source.search(query, MOST) if query.label else None
        if isinstance(answer, Found):
            yield from ((source.name, entity) for entity in answer.value)


def _local(sources: Sources) -> list[LocalSource]:
    return [source for source in sources.all if isinstance(source, LocalSource)]


def _statements(kind: Kind, wanted: Wanted) -> tuple[Statement, ...]:
    known = {p.name for p in properties_of(kind)}
    label = LABEL_PROPERTY[kind]
    found = [Statement(label, wanted.label, label)] if wanted.label else []
    if wanted.label.startswith(("http://", "https://")):
        found[0] = Statement(label, wanted.label, label, identifiers=(iri_identifier(wanted.label),))
    found += [Statement(name, value, name) for name, value in wanted.properties if name in known and value]
    return tuple(found)


def _agreeing(given: Sequence[Statement], agreement: EntityAgreement) -> tuple[str, ...]:
    """Properties that were given and on which nothing differs."""
    differing = {d.property for d in agreement.differences}
    names = dict.fromkeys(s.property for s in given if s.property not in IDENTIFIER_PROPERTIES)
    return tuple(name for name in names if name not in differing)
