"""What a library asks of a record before it is accepted: the values of a rule set, once its files are read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gate.findings import FINDINGS
from gate.model import Consultation, Consulted, Finding, Kind, RulesEvidence, Severity, Tier

ALWAYS_BLOCKING = frozenset({"record-not-checked", "anchor-not-assessed"})


@dataclass(frozen=True, slots=True)
class Limit:
    """A score over ``max`` (0..1) means review. ``file`` and ``line`` say where the limit is set."""

    score: str
    max: float
    line: int
    file: str = ""

    @property
    def rule(self) -> str:
        """The key of this rule in the rule set."""
        return f"limits.{self.score}"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What a library asks of a record before it is accepted. All shares and thresholds are 0..1.

    ``sha256``              of the file's bytes; where it extends another, of the bytes of the whole chain, base first (as
                            ``cat base.toml own.toml | sha256sum`` gives)
    ``coverage_min``        checked claims / all claims must reach this; always over 0
    ``anchor_required``     what the record is about must be found
    ``limits``              a score over its maximum means review
    ``demanded``            scores that must be defined; the rule of any other undefined score is skipped and listed
    ``rise_share``          a node that rises by more than this share of the ranking is reported
    ``top_share``           the share of the ranking that counts as central, over 0
    ``concentration_margin``  a bibliography is reported when two works drawn from it at random share an author, or a venue, more
                            often than two of the reference list, by more than this
    ``extracted_weight``    what a claim taken from free text weighs, of what a claim of a field does
    ``blocking``            a finding of one of these severities means review
    ``blocking_codes``      so does one with a code named here, whatever its severity
    ``tolerated_codes``     one with a code named here does not
    ``required_supported``  properties whose every claim must be supported
    ``required_present``    properties that the record must give
    ``weights``             expected properties, with the weight of an omission
    ``sources``             names of the sources that must be there and answer
    ``severities``, ``tiers``  by finding code, where they differ from the catalogue
    ``shapes``              the library's own SHACL files or folders, beside those that come with the gate
    ``evidence``            on what data these very values were found, where they were calibrated
    """

    name: str
    title: str
    file: str
    sha256: str
    coverage_min: float
    anchor_required: bool
    limits: tuple[Limit, ...]
    demanded: frozenset[str]
    rise_share: float
    top_share: float
    concentration_margin: float
    extracted_weight: float
    blocking: frozenset[Severity]
    blocking_codes: frozenset[str]
    tolerated_codes: frozenset[str]
    required_supported: Mapping[Kind, frozenset[str]] = field(hash=False)
    required_present: Mapping[Kind, frozenset[str]] = field(hash=False)
    weights: Mapping[Kind, Mapping[str, float]] = field(hash=False)
    sources: Mapping[Kind, frozenset[str]] = field(hash=False)
    severities: Mapping[str, Severity] = field(hash=False)
    tiers: Mapping[str, Tier] = field(hash=False)
    shapes: tuple[Path, ...] = ()
    evidence: RulesEvidence | None = None

    def severity_of(self, code: str) -> Severity:
        """The severity of a finding code: as the rules have it, otherwise as the catalogue has it. KeyError if unknown."""
        return self.severities[code] if code in self.severities else FINDINGS[code].severity

    def tier_of(self, code: str) -> Tier:
        """The tier of a finding code: as the rules have it, otherwise as the catalogue has it. KeyError if unknown."""
        return self.tiers[code] if code in self.tiers else FINDINGS[code].tier

    def restate(self, finding: Finding) -> Finding:
        """The finding with the severity and tier that these rules give its code.

        Without a rule the finding keeps its own severity, which a shape may have set.
        """
        return replace(
            finding,
            severity=self.severities.get(finding.code, finding.severity),
            tier=self.tiers.get(finding.code, finding.tier),
        )

    def blocks(self, finding: Finding) -> bool:
        """Whether this finding alone means review. That something was not checked always does."""
        if finding.code in ALWAYS_BLOCKING or finding.code in self.blocking_codes:
            return True
        return finding.code not in self.tolerated_codes and self.restate(finding).severity in self.blocking

    def limit(self, score: str) -> Limit | None:
        """The limit on ``score``, if there is one."""
        return next((limit for limit in self.limits if limit.score == score), None)

    def unanswered(self, kind: Kind, consulted: Iterable[Consulted]) -> tuple[str, ...]:
        """The sources that should have answered for a record of ``kind`` and did not, by name, sorted.

        Those are the sources named under ``sources`` that were not there at all, or not asked because the run is offline or they
        are switched off, and every source, named or not, that was asked and did not answer. One that is there and had nothing to
        be asked, as an oracle that nobody needed, is no loss. Each means review: what a lost source would have said could only
        have been worse (docs/decisions/monotone-rules.md).
        """
        lines = tuple(consulted)
        unreachable = {line.source for line in lines if line.state is Consultation.UNREACHABLE}
        there = {line.source for line in lines if not line.withheld}
        return tuple(sorted(unreachable | (self.sources.get(kind, frozenset()) - there)))
