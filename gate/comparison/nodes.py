"""Nodes of works: one id for a work, whoever names it."""

from __future__ import annotations

from functools import lru_cache

from gate.comparison.anchor import own_identifiers
from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise.identifiers import equivalents
from gate.rdf.iris import identifier_iri, iri_identifier
from gate.records.claims import node_id

_WORK_SCHEMES = ("doi", "pmid", "arxiv", "isbn")


def subject_node(entity: Entity) -> str:
    """The node of an entity: the one it has when another record refers to it, so that records checked together meet."""
    known_as = {Kind.WORK: "citations", Kind.AGENT: "influenced_by", Kind.CONCEPT: "cross_references"}[entity.kind]
    identifiers = tuple(i for _, i in own_identifiers(entity.statements))
    parts = entity.statements if entity.kind is Kind.WORK else ()
    return node_id(known_as, Statement(known_as, entity.label, identifiers=identifiers, parts=parts))


@lru_cache(maxsize=16384)
def work_node(node: str) -> str:
    """``node`` in the form that all names of one work share: ``https://doi.org/10.1234/a`` is ``doi:10.1234/a``.

    Of identifiers that denote the same by construction (an arXiv number and its DOI) it is the first in the alphabet. What is
    neither the IRI nor the ``scheme:value`` of a work's identifier stays as it is.
    """
    scheme, _, value = node.partition(":")
    identifier = Identifier(scheme, value) if scheme in _WORK_SCHEMES else iri_identifier(node)
    if identifier.scheme not in _WORK_SCHEMES:
        return node
    return min(str(same) for same in equivalents(identifier) if same.scheme in _WORK_SCHEMES)


def denotes(identifier: Identifier, entity: Entity) -> bool:
    """Whether ``identifier``, or one that is the same by construction, is one of the entity's own."""
    own = (iri_identifier(entity.id), *(i for _, i in own_identifiers(entity.statements)))
    return not equivalents(identifier).isdisjoint(frozenset[Identifier]().union(*map(equivalents, own)))


def node_iri(node: str) -> str:
    """The IRI of the work that :func:`work_node` names by an identifier; empty for any other node."""
    scheme, _, value = node.partition(":")
    return identifier_iri(Identifier(scheme, value)) if scheme in _WORK_SCHEMES else ""
