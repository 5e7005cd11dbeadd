"""The graph around an entity: its own edges, and those among its neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from gate.model import Edge, Entity, Graph, Identifier, Statement
from gate.properties import PROPERTIES
from gate.records.claims import node_id
from gate.references.local.identity import target_identifiers

Holder: TypeAlias = "Callable[[tuple[Identifier, ...]], Entity | None]"


def neighbourhood(entity: Entity, held: Holder) -> Graph:
    """The entity's edges to the things its statements name, and the edges among all of these.

    ``held`` gives the entity of this source that any of some identifiers denotes; its id is then the node. Any other thing is the
    node that its value makes. Literal properties (title, dates ...) are not nodes.
    """
    labels = {entity.id: entity.label}
    edges: set[Edge] = set()
    neighbours: dict[str, Entity] = {}
    for statement in _node_statements(entity):
        known = held(identifiers) if (identifiers := target_identifiers(statement)) else None
        target = known.id if known is not None else node_id(statement.property, statement)
        if known is not None and target != entity.id:
            neighbours[target] = known
        edges.add(Edge(entity.id, statement.property, target))
        labels.setdefault(target, known.label if known is not None else statement.part("title") or statement.value)
    nodes = frozenset(labels)
    for neighbour in neighbours.values():
        for statement in _node_statements(neighbour):
            known = held(identifiers) if (identifiers := target_identifiers(statement)) else None
            target = known.id if known is not None else node_id(statement.property, statement)
            if target in nodes:
                edges.add(Edge(neighbour.id, statement.property, target))
    return Graph(nodes, frozenset(edges), labels)


def _node_statements(entity: Entity) -> list[Statement]:
    return [s for s in entity.statements if PROPERTIES[s.property].node]
