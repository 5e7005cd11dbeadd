"""Subject headings to findings: what a cataloguer should know of each, with the form to use instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gate.findings import finding
from gate.model import ClaimResult, Evidence, Finding, HeadingCheck, HeadingState, Outcome

_CODES = {
    HeadingState.VARIANT: "heading-variant",
    HeadingState.DEPRECATED: "heading-deprecated",
    HeadingState.PARTLY_VALID: "heading-partly-valid",
    HeadingState.WRONG_FILE: "heading-wrong-file",
    HeadingState.IDENTIFIER_CONFLICT: "heading-identifier-conflict",
}
_NOTHING = Evidence("", "")


def of_headings(checks: Sequence[HeadingCheck]) -> Iterator[Finding]:
    """The findings on headings, in the order of the record. What is authorised or unknown has none of its own."""
    for check in checks:
        code = _CODES.get(check.state, "")
        if check.state is HeadingState.AUTHORISED and check.suggestions and check.detail:
            code = "heading-form"
        if code:
            evidence = check.evidence[0] if check.evidence else _NOTHING
            yield finding(
                code,
                check.fault or check.path,
                given=check.given,
                held="; ".join(check.suggestions),
                source=evidence.source,
                as_of=evidence.as_of,
                url=evidence.url,
                detail=check.detail,
            )


def said_of_heading(result: ClaimResult, checks: Sequence[HeadingCheck]) -> bool:
    """Whether the finding on the heading says already what is wrong with this claim, so that it is not said twice."""
    if result.outcome not in (Outcome.CONTRADICTED, Outcome.SILENT):
        return False
    return any(check.path == result.claim.path and check.state in _CODES for check in checks)
