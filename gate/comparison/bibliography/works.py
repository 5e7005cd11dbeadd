"""The works of a bibliography and of a reference list in one shape: each work once, with what can be counted about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gate.comparison.matching.description import makers
from gate.comparison.nodes import node_iri, subject_node, work_node
from gate.comparison.reference_list import ReferenceList
from gate.model import CitationOutcome, CitationResult, Entity, Statement
from gate.normalise import dates

_TOLD = frozenset({"creators", "container", "date"})
_HELD = frozenset({CitationOutcome.VERIFIED, CitationOutcome.WRONG_METADATA})


@dataclass(frozen=True, slots=True)
class Work:
    """One work.

    ``node``      its node, as :func:`gate.comparison.nodes.work_node` gives it
    ``path``      place of the citation in the user's record; empty in a reference list
    ``creators``  those who made it, editors where nobody else is named
    ``year``      where its date lies within one
    ``held``      a source holds it; ``lost``: none does, and that is certain. Neither: not known
    ``ids``       what to ask sources by; ``holder`` is the source that knows it by the first
    """

    node: str
    label: str
    path: str = ""
    creators: tuple[Statement, ...] = ()
    venue: str = ""
    year: int | None = None
    held: bool = True
    lost: bool = False
    ids: tuple[str, ...] = ()
    holder: str = ""


def given_works(citations: Sequence[Statement], results: Sequence[CitationResult]) -> tuple[Work, ...]:
    """The works cited, as they are cited, each once; in an order that does not depend on that of the citations.

    What a citation does not say (all of it, where it is one string) is taken from the source that verified it. Of two citations
    of one work the fuller one counts.
    """
    found: dict[str, tuple[tuple[int, str], Work]] = {}
    for citation, result in zip(citations, results, strict=True):
        work = _given(citation, result)
        order = (-len(citation.parts), citation.value)
        if work.node not in found or order < found[work.node][0]:
            found[work.node] = (order, work)
    return tuple(work for _, (_, work) in sorted(found.items()))


def listed_works(listed: ReferenceList) -> tuple[Work, ...]:
    """The works of a reference list, each once."""
    found: dict[str, Work] = {}
    for entry in listed.entries:
        node = work_node(entry.node)
        iri = node_iri(node)
        if node not in found:
            creators, venue, year = _said(entry.entity.statements)
            found[node] = Work(node, entry.entity.label, "", creators, venue, year, ids=(iri,) if iri else ())
    return tuple(work for _, work in sorted(found.items()))


def certain_year(statements: Iterable[Statement]) -> int | None:
    """The year of the first date that lies within one; None where there is none."""
    spans = (dates.parse(s.value) for s in statements if s.property == "date")
    return next((span.year for span in spans if span is not None and span.year is not None), None)


def _given(citation: Statement, result: CitationResult) -> Work:
    matched = result.matched if result.outcome in _HELD else None
    node = _node(result, matched)
    iris = (matched.id if matched is not None else "", node_iri(node))
    creators, venue, year = _said(citation.parts)
    if matched is not None and not (creators and venue and year is not None):
        others, other_venue, other_year = _said(matched.statements)
        creators, venue, year = creators or others, venue or other_venue, other_year if year is None else year
    return Work(
        node,
        citation.part("title") or (matched.label if matched is not None else citation.value),
        result.path,
        creators,
        venue,
        year,
        held=matched is not None,
        lost=result.outcome is CitationOutcome.NON_RETRIEVABLE,
        ids=tuple(dict.fromkeys(i for i in iris if i)) if matched is not None else (),
        holder=result.evidence[0].source if matched is not None and result.evidence else "",
    )


def _node(result: CitationResult, matched: Entity | None) -> str:
    """The node of the result; where that is a source's id for the work, the work's own identifier."""
    return work_node(subject_node(matched) if matched is not None and result.node == matched.id else result.node)


def _said(statements: Iterable[Statement]) -> tuple[tuple[Statement, ...], str, int | None]:
    """The creators, the venue and the year that a description gives."""
    told = [s for s in statements if s.property in _TOLD and s.value.strip()]
    main, _, _ = makers([s for s in told if s.property == "creators"])
    return tuple(main), next((s.value for s in told if s.property == "container"), ""), certain_year(told)
