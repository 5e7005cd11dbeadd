"""Citation integrity: every reference of a record along its routes, to one outcome that explains itself.

Routes, in order: the identifiers it carries; the reference list of the work that cites it; a search by title, names and year.
``non_retrievable`` needs every route to be exhaustive and come out empty, and none without an answer. A route is followed from
source to source until a live one settles it, so that no more of them are asked than need be; a snapshot does not settle it, since
it cannot know of later retractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gate.comparison.anchor import own_identifiers, query_for
from gate.comparison.fitting import AS_DEPOSITED, Fits, fit
from gate.comparison.inquiry import Inquiry
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.comparison.matching.strings import tells_title
from gate.comparison.matching.works import TITLE_ONLY
from gate.comparison.reference_list import ReferenceList
from gate.comparison.waiting import in_order
from gate.model import (
    CitationOutcome,
    CitationResult,
    Consulted,
    Difference,
    Entity,
    Evidence,
    Identifier,
    Kind,
    Query,
    Statement,
)
from gate.normalise.identifiers import equivalents
from gate.properties import IDENTIFIER_PROPERTIES
from gate.records.claims import node_id
from gate.references.source import Source

#: What stands for a title where there is none, in the order in which references give it.
_PLACE = ("creators", "container", "volume", "pages", "date")
#: Identifiers that denote one work: an ISBN is of an edition, and a work has several.
_ONE_WORK = frozenset({"doi", "pmid", "arxiv"})


@dataclass(slots=True)
class _Hit:
    entity: Entity
    evidence: Evidence
    fit: EntityAgreement
    route: str
    node: str = ""


@dataclass(slots=True)
class _Trail:
    """What the routes of one citation are, and what they brought."""

    fits: Fits
    identifiers: tuple[Identifier, ...]
    query: Query | None
    hits: list[_Hit] = field(default_factory=list)
    others: list[_Hit] = field(default_factory=list)
    undecided: list[_Hit] = field(default_factory=list)
    consulted: tuple[Consulted, ...] = ()
    unanswered: tuple[Consulted, ...] = ()
    exhausted: tuple[Evidence, ...] = ()
    open: str = ""
    dead: dict[Identifier, tuple[Evidence, ...]] = field(default_factory=dict)


def check_citations(
    citations: Sequence[Statement], listed: ReferenceList, sources: Sequence[Source], workers: int = 1
) -> tuple[CitationResult, ...]:
    """The outcome of each citation, in order, with repeated works flagged ``duplicate``; up to ``workers`` looked up at once."""
    seen: dict[str, Statement] = {}
    results = []
    found = in_order(lambda citation: _check(citation, listed, sources), citations, min(workers, len(citations)))
    for citation, result in zip(citations, found, strict=True):
        first = seen.setdefault(result.node, citation)
        if first is not citation and _may_be_one(first, citation, result):
            result = _with_flag(result, "duplicate", first.path)
        results.append(result)
    return tuple(results)


def _may_be_one(first: Statement, citation: Statement, result: CitationResult) -> bool:
    """Whether two citations of one node are of one work: two that share an identifier nobody could look up may not be."""
    if result.matched is not None or not (first.part("title") and citation.part("title")):
        return True
    return fit(citation, Entity("", Kind.WORK, "", first.parts)).kind is not Fit.OTHER


def _check(citation: Statement, listed: ReferenceList, sources: Sequence[Source]) -> CitationResult:
    inquiry = Inquiry(sources)
    trail = _Trail(Fits(citation), _identifiers(citation), _query(citation))
    _by_identifier(inquiry, trail)
    _by_list(citation, listed, trail)  # always: it also says which entry of the list this citation is
    if not _settled(trail):
        _by_search(inquiry, trail)
    tells = trail.query is None or _tells(citation, trail.query)
    trail.consulted, trail.unanswered = inquiry.consulted(), inquiry.unanswered
    trail.exhausted = _exhausted(inquiry, trail) if tells else ()
    trail.dead = {i: said for i in trail.identifiers if (said := inquiry.exhausted(i))}
    trail.open = "; ".join(f"{name}: {why}" for name, why in inquiry.open.items())
    if not tells:
        trail.open = "; ".join(filter(None, (trail.open, "the string tells no title by which it could be looked for")))
    return _outcome(citation, trail)


def _settled(trail: _Trail) -> bool:
    return any(h.fit.kind is Fit.SAME for h in trail.hits)


def _exhausted(inquiry: Inquiry, trail: _Trail) -> tuple[Evidence, ...]:
    """The answers that show that no source holds the citation: to every applicable question one at least that would have held it.

    A URL that no source was asked about is no route: what a record links to is never fetched. Where a source that holds every
    work holds none that is so described, an identifier of which the sources know nothing at all is no way out: whatever it is
    of, it is not of this. Not for a string that tells no title: it cannot be looked for by its words, so that nobody finds it
    proves nothing.
    """
    searched = inquiry.exhausted(trail.query) if trail.query is not None else ()
    if trail.query is not None and not searched:
        return ()
    found = list(searched)
    for identifier in trail.identifiers:
        if identifier.scheme == "iri" and not inquiry.was_asked(identifier):
            continue
        said = inquiry.exhausted(identifier)
        if not said and not (searched and inquiry.nothing_known(identifier)):
            return ()
        found += said
    return tuple(found)


def _by_identifier(inquiry: Inquiry, trail: _Trail) -> None:
    for identifier in trail.identifiers:
        for source, answer in inquiry.by_identifier(identifier):
            fit = _weigh(answer.value, answer.evidence, f"identifier {identifier}", trail, by_identifier=True)
            if fit is Fit.SAME and not source.as_of:
                break


def _by_list(citation: Statement, listed: ReferenceList, trail: _Trail) -> None:
    for entry in listed.candidates(citation):
        _weigh(entry.entity, entry.evidence, "reference list", trail, node=entry.node)
        if trail.hits and trail.hits[-1].node == entry.node and trail.hits[-1].fit.kind is Fit.SAME:
            return


def _by_search(inquiry: Inquiry, trail: _Trail) -> None:
    if trail.query is None:
        return
    for source, answer in inquiry.search(trail.query):
        fits = [_weigh(entity, answer.evidence, "search", trail) for entity in answer.value]
        if Fit.SAME in fits and not source.as_of:
            return


def _identifiers(citation: Statement) -> tuple[Identifier, ...]:
    """The identifiers of the cited work: those of its fields, and those found in its string."""
    return tuple(dict.fromkeys((*(i for _, i in own_identifiers(citation.parts)), *citation.identifiers)))


def _query(citation: Statement) -> Query | None:
    """The search for a citation: by its title, or by its whole string when it has none; None when it has neither.

    Where it has neither, but says in which volume and on which page the work stands, what it says is put together as a string.
    """
    query = query_for(Kind.WORK, citation.parts)
    if query.label:
        return query
    text = citation.part("raw") or (citation.value if not citation.parts else "")
    if not text.strip() and citation.part("volume") and citation.part("pages"):
        text = " ".join(p.value for name in _PLACE for p in citation.parts if p.property == name and p.value.strip())
    return Query(Kind.WORK, raw=text) if text.strip() else None


def _tells(citation: Statement, query: Query) -> bool:
    """Whether the search names a title, so that whoever holds every work must find it."""
    return bool(query.label) or (not (citation.parts and not citation.part("raw")) and tells_title(query.raw))


def _weigh(
    entity: Entity,
    evidence: Evidence,
    route: str,
    trail: _Trail,
    *,
    node: str = "",
    by_identifier: bool = False,
) -> Fit:
    found = trail.fits.fit(entity, deposited=bool(node) or AS_DEPOSITED in entity.flags)
    hit = _Hit(entity, evidence, found, route, node)
    if found.kind in (Fit.SAME, Fit.SAME_WITH_ERRORS) or (by_identifier and found.kind is Fit.UNDECIDABLE):
        trail.hits.append(hit)
    elif by_identifier:
        trail.others.append(hit)
    elif found.kind is Fit.UNDECIDABLE:
        trail.undecided.append(hit)
    return found.kind


def _outcome(citation: Statement, trail: _Trail) -> CitationResult:
    if trail.others and not _settled_by_identifier(trail):
        holder = trail.others[0]
        described = max(trail.hits, key=lambda h: h.fit.fit, default=None)
        reason = f"what it describes is {described.entity.label} ({described.entity.id})" if described else ""
        return _result(citation, CitationOutcome.IDENTIFIER_CONFLICT, holder, trail, reason)
    if trail.hits:
        best = max(trail.hits, key=lambda h: (h.fit.kind is Fit.SAME, h.fit.kind is not Fit.UNDECIDABLE, h.fit.fit))
        if best.fit.kind is Fit.UNDECIDABLE and _described(citation):
            reason = f"the identifier exists; what it is said to be could not be compared ({best.fit.level})"
            return _result(citation, CitationOutcome.NOT_ASSESSED, best, trail, reason)
        if best.fit.kind is Fit.SAME_WITH_ERRORS:
            return _result(citation, CitationOutcome.WRONG_METADATA, best, trail, best.fit.level)
        return _unless_unconfirmed(citation, best, trail)
    if trail.unanswered:
        down = "; ".join(f"{c.source} did not answer ({c.detail})" for c in trail.unanswered)
        return _result(citation, CitationOutcome.NOT_ASSESSED, None, trail, down)
    if trail.undecided:  # what may be the work is held: nobody can say that it is not
        likest = max(trail.undecided, key=lambda h: h.fit.fit)
        reason = f"{likest.entity.label} ({likest.entity.id}) may be it, and too little is told to say ({likest.fit.level})"
        return _result(citation, CitationOutcome.NOT_ASSESSED, None, trail, reason)
    if trail.exhausted:
        names = ", ".join(dict.fromkeys(e.source for e in trail.exhausted))
        reason = f"{names} would hold it and does not"
        unknown = "; ".join(str(i) for i in trail.identifiers if i.scheme != "iri" and i not in trail.dead)
        if unknown:
            reason += f"; what {unknown} is of, no source says"
        return _result(citation, CitationOutcome.NON_RETRIEVABLE, None, trail, reason)
    return _result(citation, CitationOutcome.NOT_ASSESSED, None, trail, trail.open or "no source asked covers it")


def _unless_unconfirmed(citation: Statement, best: _Hit, trail: _Trail) -> CitationResult:
    """Verified, unless an identifier beside the right description is of nothing, or of nobody knows what."""
    routes = {h.route for h in trail.hits}
    unconfirmed = [i for i in trail.identifiers if i.scheme in _ONE_WORK and f"identifier {i}" not in routes]
    if unconfirmed:
        known = {i for h in trail.hits for _, own in own_identifiers(h.entity.statements) for i in equivalents(own)}
        unconfirmed = [i for i in unconfirmed if not equivalents(i) & known]
    if not unconfirmed:
        return _result(citation, CitationOutcome.VERIFIED, best, trail, best.fit.level)
    first = unconfirmed[0]
    if first in trail.dead:
        where = next((p.path for p in citation.parts if p.property == first.scheme), citation.path)
        held = "; ".join(i.value for _, i in own_identifiers(best.entity.statements) if i.scheme == first.scheme)
        wrong = Difference(first.scheme, where, first.value, held or "nothing", "no such identifier")
        result = _result(citation, CitationOutcome.WRONG_METADATA, best, trail, f"{best.fit.level}; no such {first.scheme}")
        return replace(result, differences=(wrong, *result.differences), evidence=(*result.evidence, *trail.dead[first]))
    reason = f"the work is held, and no source confirms its identifier {first}"
    return _result(citation, CitationOutcome.NOT_ASSESSED, best, trail, reason)


def _described(citation: Statement) -> bool:
    """Whether a citation says anything beside its identifiers."""
    if citation.parts:
        return any(p.property not in IDENTIFIER_PROPERTIES and (p.property != "raw" or _words(p.value)) for p in citation.parts)
    return _words(citation.value)


def _words(text: str) -> bool:
    return any(word.isalpha() and len(word) > len("doi") for word in text.split())


def _settled_by_identifier(trail: _Trail) -> bool:
    return any(h.route.startswith("identifier") for h in trail.hits)


def _result(citation: Statement, outcome: CitationOutcome, hit: _Hit | None, trail: _Trail, reason: str) -> CitationResult:
    flags = _flags(hit, trail) if hit is not None and outcome is not CitationOutcome.IDENTIFIER_CONFLICT else set()
    if hit is not None and outcome is CitationOutcome.VERIFIED and TITLE_ONLY in hit.fit.level:
        flags.add("title_only")
    return CitationResult(
        citation.path,
        citation.value,
        outcome,
        frozenset(flags),
        hit.entity if hit else None,
        (hit.evidence,) if hit else trail.exhausted if outcome is CitationOutcome.NON_RETRIEVABLE else (),
        hit.fit.differences if hit else (),
        trail.consulted,
        reason,
        _node(citation, outcome, hit, trail),
    )


def _node(citation: Statement, outcome: CitationOutcome, hit: _Hit | None, trail: _Trail) -> str:
    """The node of the work that is cited: as the reference list has it, else as a source does, else as the citation names it.

    With another work's identifier, the work meant is the one described.
    """
    conflict = outcome is CitationOutcome.IDENTIFIER_CONFLICT
    if conflict:
        hit = max(trail.hits, key=lambda h: h.fit.fit, default=None)
    if hit is not None and outcome not in (CitationOutcome.NON_RETRIEVABLE, CitationOutcome.NOT_ASSESSED):
        listed = max((h for h in trail.hits if h.node), key=lambda h: h.fit.fit, default=None)
        return listed.node if listed is not None else hit.entity.id
    if conflict:
        parts = tuple(p for p in citation.parts if p.property not in IDENTIFIER_PROPERTIES)
        citation = replace(citation, identifiers=(), parts=parts)
    return node_id("citations", citation)


def _flags(hit: _Hit, trail: _Trail) -> set[str]:
    """What the sources say happened to the work: any that holds it under the citation's own identifier, not only the best hit.

    That a search went by the title alone is left out: whether more than the title agrees is known by now.
    """
    same = [h for h in trail.hits if h is hit or (h.route.startswith("identifier") and h.fit.kind is Fit.SAME)]
    return {flag for h in same for flag in h.entity.flags} - {"title_only"}


def _with_flag(result: CitationResult, flag: str, reason: str) -> CitationResult:
    return replace(result, flags=result.flags | {flag}, reason=result.reason or reason)
