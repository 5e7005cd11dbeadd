"""What is decided and reported: findings, scores, verdict, report."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gate.model.answers import Consulted
from gate.model.comparison import EMPTY_PROFILE, Comparison, Profile
from gate.model.headings import HeadingUse
from gate.model.record import Record, Unreadable


class Severity(StrEnum):
    """As SHACL has it: ``sh:Violation``, ``sh:Warning``, ``sh:Info``."""

    VIOLATION = "violation"
    WARNING = "warning"
    INFO = "info"


class Tier(StrEnum):
    """Consequence of a finding: what goes wrong if it reaches the catalogue."""

    IDENTITY = "identity"
    OPERATIONAL = "operational"
    EPISTEMIC = "epistemic"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a curator should know. ``code`` is in the catalogue of :mod:`gate.findings`.

    ``given`` is the record's value, ``held`` the source's; ``source`` and ``as_of`` say whose and of when.
    """

    code: str
    path: str
    severity: Severity
    tier: Tier
    message: str
    given: str = ""
    held: str = ""
    source: str = ""
    as_of: str = ""
    url: str = ""
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """A rate with what it rests on.

    ``value`` in 0..1, or None with a ``reason``; ``numerator`` of ``denominator`` counted; ``coverage`` = checked / all, 0..1;
    ``interval`` is the 95 % Wilson interval; ``dimension`` the information-quality dimension it speaks to.
    """

    name: str
    value: float | None
    numerator: float = 0
    denominator: float = 0
    coverage: float | None = None
    interval: tuple[float, float] | None = None
    dimension: str = ""
    reason: str = ""


class Decision(StrEnum):
    """The two answers of the gate."""

    ACCEPT = "accept"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class ReviewReason:
    """Why a record is not accepted. ``rule`` is the rule's key in the rule set; ``unchecked`` marks "could not be checked"."""

    rule: str
    text: str
    unchecked: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision on one record, with every reason. ``skipped`` lists rules whose measure is undefined here."""

    decision: Decision
    reasons: tuple[ReviewReason, ...] = ()
    skipped: tuple[str, ...] = ()

    @property
    def unchecked(self) -> bool:
        """True when something could not be checked."""
        return any(r.unchecked for r in self.reasons)


@dataclass(frozen=True, slots=True)
class Similarity:
    """How near in meaning a value that was spoken against is to the one it stands against. Advice: no decision knows of it.

    ``cosine``       -1 to 1; None where ``reason`` says that there is nothing to hold the value against
    ``probability``  that the value is wrong, 0 to 1, by a trained classifier; None without one
    ``outcome``      that of the claim or citation at ``path``
    """

    path: str
    outcome: str
    given: str
    held: str
    cosine: float | None
    probability: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RecordReport:
    """All there is to say about one record. ``similarities`` is None where nobody asked for them."""

    record: Record
    comparison: Comparison | None
    scores: tuple[Score, ...]
    findings: tuple[Finding, ...]
    verdict: Verdict
    similarities: tuple[Similarity, ...] | None = None


@dataclass(frozen=True, slots=True)
class SnapshotInfo:
    """A source as the manifest of a run names it."""

    name: str
    as_of: str
    sha256: str = ""
    role: str = "reference"


@dataclass(frozen=True, slots=True)
class RulesEvidence:
    """On what data the thresholds of a rule set were found, and what was shown of them there (``gate rules calibrate``).

    With ``confidence`` (0..1) at most ``bound`` (0..1) of the valid records are sent to review, of records that come as those of
    ``data`` did. Shown on records that were held out when the thresholds were chosen: ``false_alarms`` of ``valid`` were sent to
    review, and ``detected`` of ``invalid``.

    ``sha256``   of the data file's bytes
    ``checked``  the sources that the records were checked against, with their dates
    ``date``     when, ISO 8601
    """

    data: str
    sha256: str
    checked: str
    date: str
    bound: float
    confidence: float
    valid: int
    false_alarms: int
    invalid: int
    detected: int


@dataclass(frozen=True, slots=True)
class RunManifest:
    """What a run was made with: enough to make it again. ``evidence``: of the rules, where they were calibrated."""

    version: str
    rules: str
    rules_sha256: str
    sources: tuple[SnapshotInfo, ...]
    settings: tuple[tuple[str, str], ...]
    started: str = ""
    offline: bool = True
    evidence: RulesEvidence | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The whole run: every record checked, every record that could not be read, the batch's own profile.

    ``heading_use``: the headings of all its works together; None where fewer than two can be compared.
    """

    records: tuple[RecordReport, ...]
    unreadable: tuple[Unreadable, ...]
    manifest: RunManifest
    batch_profile: Profile = EMPTY_PROFILE
    heading_use: HeadingUse | None = None
    consulted: tuple[Consulted, ...] = ()
