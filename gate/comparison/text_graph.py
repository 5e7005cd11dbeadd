"""The concepts of a record's texts as a graph, beside the reference's concepts for the same thing.

Both graphs hold the thing itself, an edge from it to each concept, and edges between concepts: in the text those that stand in
one sentence or are joined by a verb, in the reference those that do so in the source's own text about the thing, if it has one.
All edges are of one type and lie in one direction, by name, for standing together has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from gate.comparison.nodes import subject_node
from gate.comparison.structure import context as union
from gate.comparison.structure import profile
from gate.comparison.text_match import Matcher
from gate.model import EMPTY_GRAPH, Anchor, ClaimResult, Comparison, Edge, Entity, Graph, Measure, Record, TextClaims
from gate.properties import RELATES_TO
from gate.records.extraction import concept_node, read_texts

MEASURES = ("concept_precision", "concept_recall", "relation_precision", "relation_recall")
_NONE_JOINED = "the reference joins no two of its concepts"


def graphs(anchor: Anchor, matcher: Matcher, concepts: Sequence[ClaimResult], said: TextClaims) -> tuple[Graph, Graph]:
    """The graph of the text and that of the reference, with the same node where a phrase means a concept of the reference.

    Only concepts are in them: dates and places of a life are facts. A second source's concepts are in neither.
    """
    entity = anchor.entity
    if entity is None:
        return EMPTY_GRAPH, EMPTY_GRAPH
    nodes = aligned(concepts)
    named = {result.node: result.claim.statement.value for result in concepts}
    joined = [(nodes[c.subject], nodes[concept_node(c.statement)]) for c in said.relations]
    held = {label.node: label.statement.value for label in matcher.labels}
    theirs = [pair for candidate in anchor.same for pair in _joined(candidate.entity, matcher)]
    return _graph(entity, named, joined), _graph(entity, held, theirs)


def aligned(concepts: Iterable[ClaimResult]) -> dict[str, str]:
    """The node of every concept of a text: the reference's where it means one of its concepts."""
    return {concept_node(result.claim.statement): result.node for result in concepts}


def _joined(entity: Entity, matcher: Matcher) -> Iterator[tuple[str, str]]:
    """The concepts of the reference that its own text joins. By rules, whatever reads the record: that costs little."""
    said = read_texts(Record(entity.kind, entity.id, entity.statements))
    meant = ((concept_node(c.statement), matcher.find(c.statement)) for c in said.concepts)
    nodes = {node: match.label.node for node, match in meant if match is not None}
    for claim in said.relations:
        one, other = nodes.get(claim.subject), nodes.get(concept_node(claim.statement))
        if one is not None and other is not None and one != other:
            yield one, other


def _graph(entity: Entity, named: dict[str, str], joined: Iterable[tuple[str, str]]) -> Graph:
    subject = subject_node(entity)
    pairs = [(subject, node) for node in named if node != subject] + [pair for pair in joined if pair[0] != pair[1]]
    edges = frozenset(Edge(min(pair), RELATES_TO, max(pair)) for pair in pairs)
    labels = {**named, subject: entity.label}
    return Graph(frozenset(labels), edges, labels)


def measures(generated: Graph, reference: Graph, subject: str) -> tuple[Measure, ...]:
    """Shares of what text and reference have in common, 0 to 1; the thing itself and its own edges do not count.

    ``concept_precision``   concepts of the text that the reference names, of those of the text
    ``concept_recall``      the same, of those of the reference
    ``relation_precision``, ``relation_recall``  the same of joined pairs of concepts

    ``generated`` and ``reference`` of each are the numbers of concepts, or pairs, on either side. A precision says little about a
    text: no source names all that an abstract speaks of. It is for comparing texts, and a text with itself after a change.
    """
    mine, theirs = generated.nodes - {subject}, reference.nodes - {subject}
    pairs = [frozenset(e for e in g.edges if subject not in (e.source, e.target)) for g in (generated, reference)]
    unnamed = "" if theirs else "the reference names no concepts of it"
    unjoined = "" if pairs[1] else _NONE_JOINED
    return (
        _share("concept_precision", mine, theirs, len(mine), unnamed or "the text names no concept"),
        _share("concept_recall", mine, theirs, len(theirs), unnamed),
        _share("relation_precision", pairs[0], pairs[1], len(pairs[0]), unjoined or "the text joins no two concepts"),
        _share("relation_recall", pairs[0], pairs[1], len(pairs[1]), unjoined),
    )


def _share(name: str, mine: Set[object], theirs: Set[object], of: int, reason: str) -> Measure:
    value = len(mine & theirs) / of if of and theirs else None
    return Measure(name, value, len(mine), len(theirs), "" if value is not None else reason)


def with_profiles(comparisons: Sequence[Comparison]) -> Sequence[Comparison]:
    """The comparisons with the structure of their texts: each beside its reference, within the graph of all texts together.

    The text of one record is nearly a star, in which centrality says little; works that share concepts are none. Nothing is done
    where no text was read.
    """
    read = [c.text for c in comparisons if c.text is not None and c.text.generated.nodes]
    if not read:
        return comparisons
    generated, reference = union([t.generated for t in read]), union([t.reference for t in read])
    return [_profiled(c, generated, reference) for c in comparisons]


def _profiled(comparison: Comparison, generated: Graph, reference: Graph) -> Comparison:
    text = comparison.text
    if text is None or not text.generated.nodes:
        return comparison
    return replace(comparison, text=replace(text, profile=profile(generated, reference, own=text.generated.nodes)))
