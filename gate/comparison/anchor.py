"""What is this record about? By identifier first, then by search with a margin over the runner-up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gate.comparison.editions import OF_BOOKS, other_part
from gate.comparison.inquiry import Inquiry
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.comparison.matching.description import identifiers_of
from gate.comparison.matching.differences import is_error
from gate.comparison.matching.entities import compare_entity
from gate.model import (
    Anchor,
    AnchorState,
    Candidate,
    Consultation,
    Entity,
    Identifier,
    Kind,
    Query,
    Record,
    Statement,
)
from gate.normalise import dates
from gate.properties import IDENTIFIER_PROPERTIES, LABEL_PROPERTY, PROPERTIES, ValueType
from gate.references.source import Source

#: Two candidates whose fit differs by less than this cannot be told apart (fits are 0..1 and serve for ranking only).
MARGIN = 0.05

#: Identifiers that denote a container or an edition, not the work itself: they never anchor a record by themselves.
CONTAINER_SCHEMES = frozenset({"issn"})

#: Types of works that an ISSN denotes as such (CSL, MARC leader/07, DataCite).
_SERIALS = frozenset({"periodical", "journal", "serial", "newspaper", "magazine"})
_OWN = frozenset(IDENTIFIER_PROPERTIES) - CONTAINER_SCHEMES
_LABELS = frozenset(LABEL_PROPERTY.values())


def find_anchor(record: Record, references: Sequence[Source]) -> Anchor:
    """Find the entity that ``record`` is about in ``references``.

    An identifier anchors unless the entity it denotes is plainly another thing than the record describes; then it is a conflict
    and the description is searched for. Never raises for a source that fails: the state says what could not be looked up.
    """
    inquiry = Inquiry(references)
    accepted, rejected, doubtful = _by_identifier(record, inquiry)
    if not accepted:
        accepted = _by_search(record, inquiry)
        described = any(c.level != _NAME_ONLY for c in accepted)
        if doubtful and described:
            rejected += doubtful
        elif doubtful:
            accepted = _ranked([c for _, c in doubtful])
    # an identifier that the work shares (of the set that it is in, of a second record for it) is no conflict
    conflict = next(((path, c) for path, c in rejected if not _share(path, record, accepted)), None)
    if not accepted:
        return _nothing(record, inquiry, conflict)
    best, *others = accepted
    rivals = [c for c in others if best.fit - c.fit < MARGIN and not _same_thing(record.kind, best.entity, c.entity)]
    # an identifier settles which of several like things is meant
    if rivals and not best.level.startswith("same identifier"):
        names = "; ".join(f"{c.entity.label} ({c.entity.id})" for c in (best, *rivals[:4]))
        return Anchor(AnchorState.AMBIGUOUS, tuple(accepted), names, inquiry.consulted(), conflict)
    if best.level == _NAME_ONLY:
        reason = f"only the name fits {best.entity.label} ({best.entity.id})"
        return Anchor(AnchorState.AMBIGUOUS, tuple(accepted), reason, inquiry.consulted(), conflict)
    same = _everywhere(record.kind, best, others, inquiry)
    return Anchor(AnchorState.ANCHORED, tuple(accepted), "", inquiry.consulted(), conflict, same)


def own_identifiers(statements: Iterable[Statement]) -> list[tuple[str, Identifier]]:
    """The identifiers that a description gives for the thing itself, with their paths, in the description's order."""
    found: list[tuple[str, Identifier]] = []
    statements = tuple(statements)
    for statement in statements:
        name = statement.property
        if name in _OWN or (name == "issn" and _of_serial(statements)):
            found += [(statement.path, i) for i in identifiers_of(statement)]
        elif statement.identifiers and name in _LABELS:
            found += [(statement.path, i) for i in statement.identifiers]
    return list(dict.fromkeys(found)) if len(found) > 1 else found


def _of_serial(statements: Sequence[Statement]) -> bool:
    return any(s.property == "type" and s.value in _SERIALS for s in statements)


def query_for(kind: Kind, statements: Sequence[Statement]) -> Query:
    """The search for what a description describes."""
    label_property = LABEL_PROPERTY[kind]
    labels = [s for s in statements if s.property == label_property]
    label = labels[0].value if labels else ""
    if kind is Kind.AGENT:
        names = tuple(form for s in labels for form in (s.value, *s.forms))
        return Query(kind, label, names, _year(statements, "birth"))
    if kind is Kind.CONCEPT:
        return Query(kind, label)
    creators = tuple(s.value for s in statements if s.property == "creators")
    container, named = (next((s.value for s in statements if s.property == name), "") for name in ("container", "type"))
    return Query(kind, label, creators, _year(statements, "date"), container, type=named)


_NAME_ONLY = "name only"


_Placed = tuple[str, Candidate]


def _by_identifier(record: Record, inquiry: Inquiry) -> tuple[list[Candidate], list[_Placed], list[_Placed]]:
    """What the identifiers denote: fitting candidates, other things, and those that only may be meant.

    A number of a book that denotes one with another title, by creators of this one, may be wrong or the title may be: which of
    the two is told by whether the described book is held without it.
    """
    accepted: list[Candidate] = []
    rejected: list[_Placed] = []
    doubtful: list[_Placed] = []
    for path, identifier in own_identifiers(record.statements):
        for _, answer in inquiry.by_identifier(identifier):
            fit = compare_entity(record.kind, record.statements, answer.value)
            candidate = Candidate(answer.value, answer.evidence, f"same identifier ({identifier.scheme})", fit.fit)
            if fit.kind is Fit.OTHER and not (record.kind is Kind.WORK and other_part(record.statements, answer.value)):
                rejected.append((path, candidate))
            elif identifier.scheme in OF_BOOKS and _other_title(fit):
                doubtful.append((path, candidate))
            else:
                accepted.append(candidate)
    return _ranked([*accepted, *(c for _, c in doubtful)] if accepted else []), rejected, doubtful


def _other_title(fit: EntityAgreement) -> bool:
    return fit.kind is Fit.SAME_WITH_ERRORS and any(d.property == "title" and is_error(d) for d in fit.differences)


def _share(path: str, record: Record, accepted: Sequence[Candidate]) -> bool:
    """Whether a thing that fits has one of the identifiers at this place of the record."""
    stated = {i for s in record.statements if s.path == path for i in identifiers_of(s)}
    return any(not stated.isdisjoint(i for _, i in own_identifiers(c.entity.statements)) for c in accepted)


def _by_search(record: Record, inquiry: Inquiry) -> list[Candidate]:
    query = query_for(record.kind, record.statements)
    if not query.label:
        return []
    found = _fitting(record, query, inquiry)
    original = next((s.forms for s in record.statements if s.property == "title" and s.forms), ())
    if not found and record.kind is Kind.WORK and original and any(s.property == "isbn" for s in record.statements):
        found = _fitting(record, replace(query, label=original[0]), inquiry)  # a translation may be held as what it translates
    return _ranked(found)


def _fitting(record: Record, query: Query, inquiry: Inquiry) -> list[Candidate]:
    found: list[Candidate] = []
    for _, answer in inquiry.search(query):
        for entity in answer.value:
            fit = compare_entity(record.kind, record.statements, entity)
            level = _search_level(fit)
            if level:
                found.append(Candidate(entity, answer.evidence, level, fit.fit))
    return found


def _search_level(fit: EntityAgreement) -> str:
    if fit.kind in (Fit.SAME, Fit.SAME_WITH_ERRORS):
        return fit.level
    return _NAME_ONLY if fit.kind is Fit.UNDECIDABLE else ""


def _ranked(candidates: list[Candidate]) -> list[Candidate]:
    unique = {(c.entity.id, c.evidence.source): c for c in candidates}
    return sorted(unique.values(), key=lambda c: (c.level == _NAME_ONLY, -c.fit, c.entity.id, c.evidence.source))


def _everywhere(kind: Kind, best: Candidate, others: Sequence[Candidate], inquiry: Inquiry) -> tuple[Candidate, ...]:
    """The anchored thing in every reference that holds it: one candidate a source, and other versions in the same source."""
    same = [best, *(c for c in others if _same_thing(kind, best.entity, c.entity))]
    held_by = {c.evidence.source for c in same}
    for _, identifier in own_identifiers(best.entity.statements):
        for source, answer in inquiry.by_identifier(identifier, frozenset(held_by)):
            held_by.add(source.name)
            same.append(Candidate(answer.value, answer.evidence, f"same identifier ({identifier.scheme})", best.fit))
    return tuple(same)


def _same_thing(kind: Kind, one: Entity, other: Entity) -> bool:
    if one.id == other.id:
        return True
    mine = {i for _, i in own_identifiers(one.statements)}
    if any(i in mine for _, i in own_identifiers(other.statements)):
        return True
    # two namesakes, or two headings spelt alike, are two things; two records of one work are one
    return kind is Kind.WORK and compare_entity(kind, one.statements, other).kind is Fit.SAME


def _nothing(record: Record, inquiry: Inquiry, conflict: tuple[str, Candidate] | None) -> Anchor:
    consulted = inquiry.consulted()
    if inquiry.unreachable:
        reason = "; ".join(f"{c.source} did not answer ({c.detail})" for c in inquiry.unreachable)
        return Anchor(AnchorState.NOT_ASSESSED, (), reason, consulted, conflict)
    if not inquiry.sources:
        return Anchor(AnchorState.NOT_ASSESSED, (), f"no source here covers a {record.kind}", consulted, conflict)
    if not query_for(record.kind, record.statements).label and not own_identifiers(record.statements):
        return Anchor(
            AnchorState.NOT_ASSESSED, (), "the record has neither a name nor an identifier to look up", consulted, conflict
        )
    if not any(c.state is Consultation.ANSWERED for c in consulted):
        why = "; ".join(f"{c.source}: {c.detail}" for c in consulted if c.detail)
        return Anchor(
            AnchorState.NOT_ASSESSED, (), why or f"no source here can be asked about this {record.kind}", consulted, conflict
        )
    query = query_for(record.kind, record.statements)
    if conflict is None and query.label and (unasked := inquiry.why_unanswered(query)) is not None:
        reason = f"no source here was searched for the {LABEL_PROPERTY[record.kind]}" + (f" ({unasked})" if unasked else "")
        return Anchor(AnchorState.NOT_ASSESSED, (), reason, consulted, conflict)
    if conflict is not None:
        reason = "the identifier denotes something else, and no source holds what the record describes"
        return Anchor(AnchorState.ABSENT, (), reason, consulted, conflict)
    return Anchor(AnchorState.ABSENT, (), f"none of them holds this {record.kind}", consulted, conflict)


def _year(statements: Sequence[Statement], name: str) -> int | None:
    for statement in statements:
        if statement.property == name and PROPERTIES[name].type is ValueType.DATE:
            span = dates.parse(statement.value)
            if span is not None:
                return span.earliest[0]
    return None
