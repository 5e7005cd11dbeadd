"""Is this record about that entity? One question for works, agents and concepts, each with its own ordered conditions."""

from __future__ import annotations

from collections.abc import Sequence

from gate.comparison.matching import agents, concepts, works
from gate.comparison.matching.agreement import EntityAgreement
from gate.model import Entity, Kind, Statement


def compare_entity(kind: Kind, given: Sequence[Statement], held: Entity) -> EntityAgreement:
    """How a description fits an entity of the same kind."""
    if kind is Kind.WORK:
        return works.compare_work(works.describe(given), held)
    if kind is Kind.AGENT:
        return agents.compare_agent(given, held)
    return concepts.compare_concept(given, held)
