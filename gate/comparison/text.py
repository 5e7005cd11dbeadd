"""What the free text of a record says beside what the sources hold about the same thing.

It asks nobody: the anchored entities are there already, and the second source's view counts only where the record's own claims
have asked for it. So reading a text can neither lose a source nor call one. A phrase is never held against a record: it is
supported, extra, or silent. A date of birth or death is contradicted where every source that has one has another year.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gate.comparison.matching import compare
from gate.comparison.nodes import subject_node
from gate.comparison.outcomes import SecondSource
from gate.comparison.text_graph import aligned, graphs, measures
from gate.comparison.text_match import Label, Match, Matcher, Similarity, installed_similarity, labels_of
from gate.errors import MissingExtraError
from gate.model import (
    Anchor,
    AnchorState,
    Candidate,
    Claim,
    ClaimResult,
    Consulted,
    Outcome,
    Record,
    TextClaims,
    TextComparison,
)
from gate.normalise import dates
from gate.properties import PROPERTIES, ValueType
from gate.records.extraction import Parser, concept_node, installed_parser, read_texts

NOT_NAMED = "the reference names no such concept"
NO_CONCEPTS = "the reference names no concepts here"


@dataclass(frozen=True, slots=True)
class Reading:
    """What texts are read with.

    ``parser``      finds the phrases; rules where there is none
    ``similarity``  links by meaning the phrases that no words match; nothing does where there is none
    """

    parser: Parser | None = None
    similarity: Similarity | None = None


BY_RULES = Reading()


def installed() -> Reading:
    """Reading with what is installed: the extras ``text`` and ``semantic``, each where it is there."""
    return Reading(installed_parser(), installed_similarity())


def compare_text(
    record: Record,
    anchor: Anchor,
    second: SecondSource | None,
    unreachable: Sequence[Consulted],
    reading: Reading = BY_RULES,
) -> TextComparison | None:
    """Read the texts of ``record`` and compare them; None where it has none.

    ``second``: what the oracles said, where they were asked.
    """
    said = read_texts(record, reading.parser)
    if not said.passages:
        return None
    if anchor.state is not AnchorState.ANCHORED:
        reason = "what the record is about is not known, so its text was compared with nothing"
        return TextComparison(said.passages, tuple(_unassessed(c, reason) for c in (*said.facts, *said.concepts)))
    matcher = Matcher(labels_of(anchor.same))
    down = "; ".join(f"{c.source} did not answer ({c.detail})" for c in unreachable)
    concepts = _concepts(said, matcher, second, down, reading.similarity)
    generated, reference = graphs(anchor, matcher, concepts, said)
    nodes = aligned(concepts)
    shared = frozenset(frozenset((e.source, e.target)) for e in generated.edges & reference.edges)
    return TextComparison(
        said.passages,
        (*(_fact(c, anchor, second, down) for c in said.facts), *concepts),
        tuple(_relation(c, shared, nodes, down) for c in said.relations),
        generated,
        reference,
        measures(generated, reference, subject_node(anchor.entity)) if anchor.entity is not None else (),
    )


def _unassessed(claim: Claim, reason: str) -> ClaimResult:
    return ClaimResult(claim, Outcome.NOT_ASSESSED, reason=reason, node=concept_node(claim.statement))


def _concepts(
    said: TextClaims, matcher: Matcher, second: SecondSource | None, down: str, similarity: Similarity | None
) -> tuple[ClaimResult, ...]:
    """The outcome of every phrase and name, in order."""
    found = [matcher.find(claim.statement) for claim in said.concepts]
    left = [n for n, match in enumerate(found) if match is None]
    if similarity is not None and left:
        for n, match in zip(left, _similar(matcher, [said.concepts[n].statement.value for n in left], similarity), strict=True):
            found[n] = match
    beside = Matcher(labels_of(second.candidates) if second is not None else ())
    why = down or (NOT_NAMED if matcher.labels else NO_CONCEPTS)
    results = []
    for claim, match in zip(said.concepts, found, strict=True):
        extra = None if match is not None else beside.find(claim.statement)
        if match is not None:
            results.append(_supported(claim, match, Outcome.SUPPORTED))
        elif extra is not None:
            results.append(replace(_supported(claim, extra, Outcome.EXTRA), node=concept_node(claim.statement)))
        else:
            outcome = Outcome.NOT_ASSESSED if down else Outcome.SILENT
            results.append(ClaimResult(claim, outcome, reason=why, node=concept_node(claim.statement)))
    return tuple(results)


def _similar(matcher: Matcher, phrases: Sequence[str], similarity: Similarity) -> list[Match | None]:
    """Links by meaning; none where the extra turns out to be half installed, for no record is unchecked for its abstract."""
    try:
        return matcher.similar(phrases, similarity)
    except MissingExtraError:
        return [None] * len(phrases)


def _supported(claim: Claim, match: Match, outcome: Outcome) -> ClaimResult:
    label: Label = match.label
    return ClaimResult(claim, outcome, match.level, label.statement.value, (label.evidence,), node=label.node)


def _fact(claim: Claim, anchor: Anchor, second: SecondSource | None, down: str) -> ClaimResult:
    """A date or place of a life. One source that agrees is enough; the year of a date is contradicted where no source agrees."""
    node = concept_node(claim.statement)
    views = [_beside(claim, candidate) for candidate in anchor.same]
    for wanted in (Outcome.SUPPORTED, Outcome.CONTRADICTED, Outcome.SILENT):
        best = next((view for view in views if view is not None and view.outcome is wanted), None)
        if best is not None and wanted is Outcome.CONTRADICTED:
            confirming = _confirmed(claim, second)
            return confirming or replace(best, node=node)
        if best is not None and not (down and wanted is Outcome.SILENT):
            return replace(best, node=node)
    confirming = _confirmed(claim, second)
    if confirming is not None:
        return confirming
    outcome = Outcome.NOT_ASSESSED if down else Outcome.SILENT
    return ClaimResult(claim, outcome, reason=down or "the source has nothing on this", node=node)


def _confirmed(claim: Claim, second: SecondSource | None) -> ClaimResult | None:
    """The fact as the second source confirms it: true, though the first says otherwise or nothing."""
    for candidate in second.candidates if second is not None else ():
        view = _beside(claim, candidate)
        if view is not None and view.outcome is Outcome.SUPPORTED:
            return replace(view, outcome=Outcome.EXTRA, node=concept_node(claim.statement))
    return None


def _beside(claim: Claim, candidate: Candidate) -> ClaimResult | None:
    """What one source makes of a fact; None where it has nothing on it."""
    held = candidate.entity.all(claim.property)
    if not held:
        return None
    evidence, shown = (candidate.evidence,), "; ".join(dict.fromkeys(h.value for h in held))
    kind = PROPERTIES[claim.property].type
    for one in held:
        agreement = compare(kind, claim.statement, one)
        if agreement.same:
            return ClaimResult(claim, Outcome.SUPPORTED, agreement.level, one.value, evidence)
    if kind is ValueType.DATE and all(_other_year(claim.statement.value, one.value) for one in held):
        return ClaimResult(claim, Outcome.CONTRADICTED, "another year", shown, evidence)
    return ClaimResult(claim, Outcome.SILENT, held=shown, evidence=evidence, reason="the source says it in another way")


def _other_year(given: str, held: str) -> bool:
    """Whether two dates are certain and of different years: days differ between calendars, and mean nothing here."""
    mine, theirs = dates.parse(given), dates.parse(held)
    if mine is None or theirs is None or mine.approximate or theirs.approximate:
        return False
    return mine.latest[0] < theirs.earliest[0] or theirs.latest[0] < mine.earliest[0]


def _relation(claim: Claim, shared: frozenset[frozenset[str]], nodes: dict[str, str], down: str) -> ClaimResult:
    """Supported where the reference joins the two as well; whatever it does not join is silent."""
    subject, target = nodes[claim.subject], nodes[concept_node(claim.statement)]
    if frozenset((subject, target)) in shared:
        return ClaimResult(claim, Outcome.SUPPORTED, "joined in both", node=target)
    outcome = Outcome.NOT_ASSESSED if down else Outcome.SILENT
    return ClaimResult(claim, outcome, reason=down or "the reference does not join the two", node=target)
