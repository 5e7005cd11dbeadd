"""Names to findings: what a cataloguer should know of each, with the form or the identifier to use instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gate.findings import finding
from gate.model import Evidence, Finding, NameCheck, NameState

_CODES = {
    NameState.IDENTIFIER_CONFLICT: "name-identifier-conflict",
    NameState.DEPRECATED: "name-deprecated",
    NameState.DATES: "name-dates-differ",
    NameState.SCRIPTS: "name-scripts-differ",
    NameState.UNDIFFERENTIATED: "name-undifferentiated",
    NameState.VARIANT: "name-variant",
    NameState.FULLER: "name-fuller-form",
}
_NOTHING = Evidence("", "")


def of_names(checks: Sequence[NameCheck]) -> Iterator[Finding]:
    """The findings on names, in the order of the record. A name that is authorised, or unknown, has none."""
    for check in checks:
        if code := _CODES.get(check.state, ""):
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
