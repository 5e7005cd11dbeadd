"""Free text to findings: years that a source contradicts, and what was not read. A phrase is never a finding."""

from __future__ import annotations

from collections.abc import Iterator

from gate.findings import finding
from gate.model import Evidence, Finding, Outcome, TextComparison

_NOTHING = Evidence("", "")


def of_text(text: TextComparison | None) -> Iterator[Finding]:
    """The findings of a record's free text, in its order; none where it was not read."""
    if text is None:
        return
    for passage in text.passages:
        if passage.reason:
            yield finding("text-not-compared", passage.path, detail=passage.reason)
        elif passage.read < passage.length:
            read = f"the first {passage.read:,} of its {passage.length:,} characters were"
            yield finding("text-not-compared", passage.path, detail=read)
    for result in text.claims:
        if result.outcome is Outcome.CONTRADICTED:
            evidence = result.evidence[0] if result.evidence else _NOTHING
            yield finding(
                "text-contradicted",
                result.claim.path,
                given=result.claim.statement.value,
                held=result.held,
                source=evidence.source,
                as_of=evidence.as_of,
                url=evidence.url,
                detail=result.level,
            )
