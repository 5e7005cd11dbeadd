"""One record beside its sources: anchor, claims, omissions, citations, and the two graphs with shared node ids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from gate.comparison.anchor import find_anchor, own_identifiers, query_for
from gate.comparison.bibliography import profile_bibliography
from gate.comparison.citations import check_citations
from gate.comparison.headings import Vocabulary
from gate.comparison.headings_agreement import heading_agreement
from gate.comparison.headings_claims import asked, check_headings, vocabularies_among, with_headings
from gate.comparison.inquiry import Inquiry, merge_consulted
from gate.comparison.matching.agreement import Fit
from gate.comparison.matching.entities import compare_entity
from gate.comparison.names_claims import check_agent, check_names
from gate.comparison.nodes import subject_node
from gate.comparison.omissions import omitted_citations, omitted_facts
from gate.comparison.outcomes import SecondSource, assess
from gate.comparison.reference_list import ReferenceList
from gate.model import (
    Anchor,
    AnchorState,
    Candidate,
    CitationResult,
    ClaimResult,
    Comparison,
    Consulted,
    Edge,
    Graph,
    HeadingCheck,
    Kind,
    NameCheck,
    Record,
    TextComparison,
)
from gate.properties import NOT_COMPARED, PROPERTIES, ValueType
from gate.records.claims import extract, node_id
from gate.references.source import Source
from gate.references.sources import Sources

if TYPE_CHECKING:
    from gate.comparison.text import Reading

#: A bibliography describes no work of its own, so there is nothing to look for; its citations are all there is.
STANDS_FOR_ITSELF = Anchor(AnchorState.NOT_ASSESSED, reason="a bibliography stands for itself")


def compare_record(record: Record, sources: Sources, workers: int = 1, *, reading: Reading | None = None) -> Comparison:
    """Compare ``record`` with what ``sources`` hold. Never raises for a source that fails.

    Up to ``workers`` of its citations are looked up at once. ``reading``: its free text is read too, with these.
    """
    graph = extract(record)
    anchor = STANDS_FOR_ITSELF if record.bibliography else find_anchor(record, sources.references(record.kind))
    unreachable = tuple(c for c in anchor.consulted if c.state == "unreachable")
    oracle = Inquiry(sources.oracles(record.kind))
    second = cache(lambda: _second(record, anchor, oracle))
    checked = [c for c in graph.claims if PROPERTIES[c.property].type not in NOT_COMPARED and not c.statement.part("et_al")]
    claims = assess(checked, anchor, unreachable, second)
    vocabularies = vocabularies_among(sources.all)
    headings = check_headings(claims, vocabularies) if record.kind is Kind.WORK else ()
    names = _names(record, claims, vocabularies, headings)
    claims = with_headings(claims, headings, anchor)
    listed = ReferenceList(anchor.same)
    citations = check_citations(graph.citations, listed, _citation_sources(sources), workers)
    around = Inquiry(_citation_sources(sources))
    whole = profile_bibliography(record, anchor, graph.citations, citations, listed, around) if citations else None
    return Comparison(
        record,
        graph,
        anchor,
        claims,
        omitted_facts(graph.claims, anchor),
        citations,
        omitted_citations(listed, citations),
        _generated(anchor, claims, citations),
        _reference(anchor, listed),
        merge_consulted(
            (
                *(anchor.consulted, oracle.consulted(), *(c.consulted for c in citations)),
                *(around.consulted(), asked((*headings, *names))),
            )
        ),
        bibliography=whole,
        headings=headings,
        heading_agreement=heading_agreement(claims, anchor, vocabularies) if record.kind is Kind.WORK else None,
        names=names,
        text=_text(record, anchor, second() if second.cache_info().currsize else None, unreachable, reading),
    )


def _names(
    record: Record, claims: Sequence[ClaimResult], vocabularies: Sequence[Vocabulary], headings: Sequence[HeadingCheck]
) -> tuple[NameCheck, ...]:
    """What the authority files say of the names of a work, or of the agent that the record is about."""
    if record.kind is Kind.AGENT:
        return check_agent(record.statements, vocabularies)
    return check_names(claims, vocabularies, headings) if record.kind is Kind.WORK else ()


def _text(
    record: Record, anchor: Anchor, second: SecondSource | None, unreachable: Sequence[Consulted], reading: Reading | None
) -> TextComparison | None:
    """What its free text says, where that is to be read. Imported only here: most runs read no text."""
    if reading is None:
        return None
    from gate.comparison.text import compare_text

    return compare_text(record, anchor, second, unreachable, reading)


def _second(record: Record, anchor: Anchor, oracle: Inquiry) -> SecondSource:
    """What the oracles hold about the anchored thing: by its identifiers, else by its description."""
    if anchor.entity is None or not oracle.sources:
        return SecondSource((), (), bool(oracle.sources))
    found: dict[str, Candidate] = {}
    for _, identifier in own_identifiers((*anchor.entity.statements, *record.statements)):
        for source, answer in oracle.by_identifier(identifier, frozenset(found)):
            fit = compare_entity(record.kind, anchor.entity.statements, answer.value)
            found.setdefault(source.name, Candidate(answer.value, answer.evidence, "same identifier", fit.fit))
    for source, results in oracle.search(query_for(record.kind, anchor.entity.statements), but=frozenset(found)):
        for entity in results.value:
            fit = compare_entity(record.kind, anchor.entity.statements, entity)
            if fit.kind is Fit.SAME:
                found.setdefault(source.name, Candidate(entity, results.evidence, fit.level, fit.fit))
    return SecondSource(tuple(found.values()), oracle.unreachable, True)


def _citation_sources(sources: Sources) -> Sequence[Source]:
    return (*sources.references(Kind.WORK), *sources.oracles(Kind.WORK))


def _generated(anchor: Anchor, claims: Sequence[ClaimResult], citations: Sequence[CitationResult]) -> Graph:
    """What the record asserts, as a graph whose supported nodes have the reference's ids."""
    subject = subject_node(anchor.entity) if anchor.entity is not None else "record"
    labels = {subject: anchor.entity.label if anchor.entity is not None else "this record"}
    edges = []
    for result in claims:
        if PROPERTIES[result.claim.property].node:
            edges.append(Edge(subject, result.claim.property, result.node))
            labels[result.node] = result.claim.statement.value
    for citation in citations:
        edges.append(Edge(subject, "citations", citation.node))
        labels[citation.node] = citation.given
    return Graph(frozenset(labels), frozenset(edges), labels)


def _reference(anchor: Anchor, listed: ReferenceList) -> Graph:
    """What the anchored sources hold about the thing itself."""
    if anchor.entity is None:
        return Graph(frozenset(), frozenset())
    subject = subject_node(anchor.entity)
    labels = {subject: anchor.entity.label}
    edges = []
    for candidate in anchor.same:
        for statement in candidate.entity.statements:
            prop = PROPERTIES[statement.property]
            if prop.node and prop.type is not ValueType.CITATION:
                node = node_id(prop.name, statement)
                edges.append(Edge(subject, prop.name, node))
                labels[node] = statement.value
    for entry in listed.entries:
        edges.append(Edge(subject, "citations", entry.node))
        labels[entry.node] = entry.entity.label
    return Graph(frozenset(labels), frozenset(edges), labels)
