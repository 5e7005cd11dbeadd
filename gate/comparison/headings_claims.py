"""What the vocabularies make of the subjects that a record gives, beside what the reference record of the work says.

A catalogue record lists some of the headings that fit a work: libraries rarely agree on all of them. So a heading that the
vocabulary holds and the reference records lack is extra, and supported as a heading where they give none at all; one whose
identifier or file is wrong is contradicted; and one that a complete vocabulary lacks is invented only when a second store of it
lacks it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gate.comparison.headings import Vocabulary, check_heading
from gate.comparison.matching.terms import SAME_IDENTIFIER
from gate.comparison.outcomes import NOT_LISTED
from gate.comparison.side_by_side import asked_of
from gate.model import Anchor, AnchorState, ClaimResult, Consultation, Consulted, HeadingCheck, HeadingState, NameCheck, Outcome
from gate.references.source import Source

SUBJECTS = frozenset({"concepts"})
_HELD = frozenset({HeadingState.AUTHORISED, HeadingState.CONSTRUCTED, HeadingState.VARIANT, HeadingState.DEPRECATED})
_WRONG = frozenset({HeadingState.IDENTIFIER_CONFLICT, HeadingState.WRONG_FILE})


def vocabularies_among(sources: Iterable[Source]) -> tuple[Vocabulary, ...]:
    """The sources that are controlled vocabularies."""
    return tuple(s for s in sources if isinstance(s, Vocabulary) and s.vocabulary)


def check_headings(claims: Sequence[ClaimResult], vocabularies: Sequence[Vocabulary]) -> tuple[HeadingCheck, ...]:
    """The state of every subject among the claims, in their order; none where there is no vocabulary."""
    if not vocabularies:
        return ()
    subjects = [c.claim.statement for c in claims if c.claim.property in SUBJECTS]
    return tuple(asked_of(vocabularies, lambda one: check_heading(one, vocabularies), subjects))


def with_headings(claims: Sequence[ClaimResult], checks: Sequence[HeadingCheck], anchor: Anchor) -> tuple[ClaimResult, ...]:
    """The claims, with the outcomes of subjects changed by what the vocabularies say of them."""
    if not checks:
        return tuple(claims)
    following = iter(checks)
    listed = any(c.entity.all(name) for c in anchor.same for name in SUBJECTS)
    return tuple(_with(c, next(following), anchor.state, listed) if c.claim.property in SUBJECTS else c for c in claims)


def asked(checks: Iterable[HeadingCheck | NameCheck]) -> tuple[Consulted, ...]:
    """One line for every vocabulary that was asked."""
    found: dict[str, Consulted] = {}
    for check in checks:
        for evidence in check.answered:
            found.setdefault(evidence.source, Consulted(evidence.source, Consultation.ANSWERED, evidence.as_of))
        for name, why in check.down:
            found[name] = Consulted(name, Consultation.UNREACHABLE, "", why)
    return tuple(found.values())


def _with(result: ClaimResult, check: HeadingCheck, state: AnchorState, listed: bool) -> ClaimResult:
    told = replace(result, held="; ".join(check.suggestions), evidence=check.evidence, reason="")
    if check.state in _WRONG and (result.outcome is not Outcome.SUPPORTED or result.level == SAME_IDENTIFIER):
        return replace(told, outcome=Outcome.CONTRADICTED, level=str(check.state))
    if check.state is HeadingState.NOT_AUTHORISED and result.outcome is not Outcome.SUPPORTED:
        return _lacking(told, check)
    if state is not AnchorState.ANCHORED or check.state not in _HELD:
        return result
    if result.outcome in (Outcome.SILENT, Outcome.NOT_COMPARABLE):
        outcome = Outcome.EXTRA if listed else Outcome.SUPPORTED
        return replace(told, outcome=outcome, level=f"{check.state} heading")
    if result.outcome is Outcome.FABRICATED or result.level == NOT_LISTED:
        return replace(told, outcome=Outcome.EXTRA, level=f"{check.state} heading", held=result.held)
    return result


def _lacking(told: ClaimResult, check: HeadingCheck) -> ClaimResult:
    """A complete vocabulary lacks it: two stores make it invented, one only says that it is not listed."""
    if len({evidence.source for evidence in check.evidence}) > 1:
        return replace(told, outcome=Outcome.FABRICATED, level="in neither source")
    reason = f"{check.detail}; there is no second store of this vocabulary to say more"
    return replace(told, outcome=Outcome.NOT_ASSESSED, level=NOT_LISTED, reason=reason)
