"""The values of a report as words, for every format that people read."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gate.model import Consultation, Consulted, Evidence, Finding, RecordReport, RulesEvidence, Score
from gate.properties import LABEL_PROPERTY
from gate.report.order import is_accepted

NEWER = "shape-citation-newer"  # the finding of a cited work that is newer than the one that cites it


def decision_word(report: RecordReport) -> str:
    """``ACCEPT`` or ``REVIEW``."""
    return "ACCEPT" if is_accepted(report) else "REVIEW"


def label(report: RecordReport) -> str:
    """The record's title, name or heading, or else its id."""
    statement = report.record.first(LABEL_PROPERTY[report.record.kind])
    return (statement.value if statement else "") or report.record.id


def at(path: str) -> str:
    """`` at path``; nothing for the record as a whole."""
    return f" at {path}" if path else ""


def source_words(source: str, as_of: str, url: str = "") -> str:
    """``crossref-works of 2026-11-01, https://...``, or what there is of it."""
    words = f"{source} of {as_of}" if source and as_of else source
    return f"{words}, {url}" if words and url else words or url


def calibrated_words(found: RulesEvidence) -> str:
    """What calibration showed of a rule set, and for which records it holds."""
    return (
        f"of valid records at most {found.bound * 100:g} % go to review under these rules, with confidence "
        f"{found.confidence * 100:g} %: found on {found.data} ({found.date}, checked against {found.checked}), where of the "
        f"records held out {found.false_alarms} of {found.valid} valid ones did, and {found.detected} of {found.invalid} invalid "
        "ones; it holds for records that come as those did"
    )


def evidence_words(evidence: Evidence) -> str:
    """Source, date and place to look; an old snapshot is called old."""
    words = source_words(evidence.source, evidence.as_of) + (" (old)" if evidence.stale else "")
    return f"{words}, {evidence.url}" if evidence.url else words


def asked(consulted: Iterable[Consulted]) -> str:
    """Who was asked, and who did not answer."""
    return "; ".join(_consulted_words(line) for line in consulted) or "no source"


def _consulted_words(line: Consulted) -> str:
    state = "" if line.state is Consultation.ANSWERED else line.state.value
    notes = ", ".join(filter(None, (state, line.detail)))
    return source_words(line.source, line.as_of) + (f" ({notes})" if notes else "")


def score_words(score: Score) -> str:
    """A score with all it rests on: ``0.25 (3 of 12; 95 % 0.09-0.53; coverage 83 %)``."""
    notes: list[str] = []
    if score.value is None:
        words = f"undefined: {score.reason}"
    else:
        words = f"{score.value:.2f}"
        if score.denominator:
            notes.append(f"{amount(score.numerator)} of {amount(score.denominator)}")
        if score.interval:
            notes.append(f"95 % {score.interval[0]:.2f}-{score.interval[1]:.2f}")
    if score.coverage is not None:
        notes.append(f"coverage {percent(score.coverage)}")
    return f"{words} ({'; '.join(notes)})" if notes else words


def amount(value: float, decimals: int = 2) -> str:
    """A count, or a number with at most so many decimals."""
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".")


def percent(share: float) -> str:
    """A share as ``83 %``. Never rounded up: 99.6 % of the claims is not all of them."""
    return f"{math.floor(share * 100 + 1e-9)} %"


def counted(counts: Mapping[str, int]) -> str:
    """``9 verified, 2 wrong metadata``, most frequent first."""
    return ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def severity_counts(findings: Sequence[Finding]) -> str:
    """``3 violations, 1 warning, 2 infos``, without those there are none of."""
    counts = Counter(finding.severity.value for finding in findings)
    return ", ".join(f"{n} {word}{'s' if n > 1 else ''}" for word in ("violation", "warning", "info") if (n := counts[word]))
