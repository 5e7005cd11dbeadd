"""Who influenced whom, and which work cites which, by SPARQL over Wikidata's query service.

``wdt:`` gives the statements of best rank, so none that is deprecated: https://www.mediawiki.org/wiki/Wikibase/Indexing/RDF_Dump_Format
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.model import Answer, Edge, Entity, Evidence, Found, Graph, Kind, Silent, Unavailable
from gate.references.sparql import Sparql, iri
from gate.references.wikidata.api import Api, oldest
from gate.references.wikidata.claims import is_item
from gate.references.wikidata.record import ENTITY

if TYPE_CHECKING:
    from gate.references.http import Http, Service

_DIRECT = "http://www.wikidata.org/prop/direct/"
_EDGES = {Kind.AGENT: ("influenced_by", "P737"), Kind.WORK: ("citations", "P2860")}
_MOST = 10_000


def neighbourhood(http: Http, endpoint: Service, api: Api, entity: Entity, evidence: Evidence) -> Answer[Graph]:
    """The edges of ``entity`` to what influenced it (or what it cites), and the same edges among these and back to it.

    Silent where it has none. ``endpoint`` is where statements of its kind can be asked for.
    """
    edge, property_ = _EDGES[entity.kind]
    got = Sparql(http, endpoint).select(_query(entity.id, _DIRECT + property_), {"source": "uri", "target": "uri"})
    if isinstance(got, Unavailable):
        return Unavailable(evidence.source, got.reason, f"query service: {got.detail}")
    rows = [(row["source"].value, row["target"].value) for row in got.body if len(row) == 2]
    edges = frozenset(Edge(source, edge, target) for source, target in rows if _held(source) and _held(target))
    seen = oldest([evidence, Evidence(evidence.source, got.as_of, "", got.stale)], evidence.url)
    if not edges:
        return Silent(seen, f"it states no {edge.replace('_', ' ')}")
    nodes = frozenset(node for one in edges for node in (one.source, one.target)) | {entity.id}
    labels = api.labels(
        sorted((node.removeprefix(ENTITY) for node in nodes if node != entity.id), key=lambda qid: (len(qid), qid))
    )
    if isinstance(labels, Unavailable):
        return labels
    named = {ENTITY + qid: label.value for qid, label in labels.items()}
    cut = f"the first {_MOST} edges" if len(got.body) >= _MOST else ""
    return Found(Graph(nodes, edges, {**named, entity.id: entity.label}), seen, detail=cut)


def _query(entity: str, property_: str) -> str:
    subject, edge = iri(entity), iri(property_)
    return (
        "SELECT ?source ?target WHERE { "
        f"{{ {subject} {edge} ?target . BIND({subject} AS ?source) }} UNION "
        f"{{ {subject} {edge} ?source . ?source {edge} ?target . "
        f"FILTER(?target = {subject} || EXISTS {{ {subject} {edge} ?target }}) }} "
        f"}} LIMIT {_MOST}"
    )


def _held(node: str) -> bool:
    """Whether a value is an item; "unknown value" is a node of its own in RDF."""
    return node.startswith(ENTITY) and is_item(node.removeprefix(ENTITY))
