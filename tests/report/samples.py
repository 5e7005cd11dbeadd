"""Reports made by hand: one of each thing that a report can say."""

from __future__ import annotations

from dataclasses import replace

from gate.findings import finding
from gate.model import (
    Anchor,
    AnchorState,
    Candidate,
    CitationOutcome,
    CitationResult,
    Claim,
    ClaimGraph,
    ClaimResult,
    Comparison,
    Consultation,
    Consulted,
    Decision,
    Difference,
    Entity,
    Evidence,
    Finding,
    Ignored,
    Kind,
    Measure,
    Note,
    Omission,
    Outcome,
    Profile,
    RankShift,
    Record,
    RecordReport,
    RelationCount,
    Report,
    ReviewReason,
    RunManifest,
    Score,
    SnapshotInfo,
    Statement,
    Unreadable,
    Verdict,
)

WORKS = Evidence("crossref-works", "2026-11-01", "https://doi.org/10.1038/171737a0")
MANIFEST = RunManifest(
    version="0.1.0",
    rules="default",
    rules_sha256="ab" * 32,
    sources=(SnapshotInfo("crossref-works", "2026-11-01", "cd" * 32), SnapshotInfo("philosophers", "2026-10-12", "ef" * 32)),
    settings=(("max_depth", "100"), ("rules", "default")),
    started="2026-11-30T09:00:00Z",
)
HELIX = Entity("10.1038/171737a0", Kind.WORK, "Molecular structure of nucleic acids", ())


def work(title: str = "Molecular structure of nucleic acids", **changes: object) -> Record:
    record = Record(
        Kind.WORK,
        "10.1038/171737a0",
        (
            Statement("title", title, "title"),
            Statement("creators", "Watson, J. D.", "creators[0]"),
            Statement("citations", "Pauling 1953 A proposed structure for the nucleic acids", "citations[0]"),
        ),
        file="examples/work.json",
        ignored=(Ignored("shelfmark"), Ignored("colour", "no property of this kind of record")),
        notes=(Note("duplicate-key", "title", "A", "two titles"),),
    )
    return replace(record, **changes)  # type: ignore[arg-type]


def claim(place: int, outcome: Outcome, held: str = "") -> ClaimResult:
    statement = work().statements[place]
    return ClaimResult(Claim("record", statement), outcome, "same normalised string", held or statement.value, (WORKS,))


def comparison(record: Record, **changes: object) -> Comparison:
    anchor = Anchor(
        AnchorState.ANCHORED,
        (Candidate(HELIX, WORKS, "same identifier", 1.0),),
        same=(Candidate(HELIX, WORKS, "same identifier", 1.0),),
        consulted=(Consulted("crossref-works", Consultation.ANSWERED, "2026-11-01"),),
    )
    made = Comparison(
        record,
        ClaimGraph("record", tuple(Claim("record", s) for s in record.statements)),
        anchor,
        (claim(0, Outcome.SUPPORTED), claim(1, Outcome.CONTRADICTED, "Crick, F. H. C.")),
        (Omission("creators", Statement("creators", "Crick, F. H. C."), WORKS),),
        (
            CitationResult(
                "citations[0]",
                "Pauling 1953 A proposed structure for the nucleic acids",
                CitationOutcome.WRONG_METADATA,
                frozenset({"corrected", "title_only"}),
                Entity("10.1073/pnas.39.2.84", Kind.WORK, "A Proposed Structure For The Nucleic Acids", ()),
                (WORKS,),
                (Difference("date", "citations[0].date", "1954", "1953-02", "another year"),),
                (Consulted("crossref-works", Consultation.ANSWERED, "2026-11-01"),),
            ),
            CitationResult(
                "citations[1]",
                "Smith 2021 Imagined helices",
                CitationOutcome.NON_RETRIEVABLE,
                consulted=(
                    Consulted("crossref-works", Consultation.ANSWERED, "2026-11-01"),
                    Consulted("pubmed", Consultation.UNREACHABLE, detail="timeout"),
                ),
            ),
            CitationResult("citations[2]", "Chargaff 1950", CitationOutcome.VERIFIED, evidence=(WORKS,)),
        ),
        (Omission("citations", Statement("citations", "Franklin 1953 Molecular configuration"), WORKS),),
        profile=PROFILE,
        context_lost=("rec-7",),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


PROFILE = Profile(
    (
        Measure("node_jaccard", 0.75),
        Measure("density", 0.1, 0.2, 0.1),
        Measure("spearman_degree", None, reason="2 shared nodes, 5 are needed"),
    ),
    (RankShift("n7", "Imagined helices", "pagerank", 0.4, fabricated=True),),
    (RelationCount("citations", 8, 2, 1, 0),),
)

SCORES = (
    Score("fabrication_permissive", 0.25, 3, 12, 1.0, (0.0889, 0.5323), "accuracy"),
    Score("fabrication_strict", 0.0, 0, 9, 0.996, (0.0, 0.2992), "accuracy"),
    Score("divergence", None, dimension="consistency", reason="2 shared nodes, 5 are needed"),
)

FINDINGS = (
    finding("field-ignored", "shelfmark", detail="unknown field"),
    finding("field-ignored", "colour", detail="unknown field"),
    finding(
        "citation-wrong-metadata",
        "citations[0]",
        given="Pauling 1954",
        held="A Proposed Structure For The Nucleic Acids",
        source="crossref-works",
        as_of="2026-11-01",
        detail="another year",
    ),
    finding("fact-omitted", "creators", held="Crick, F. H. C.", source="crossref-works", as_of="2026-11-01"),
    finding(
        "creator-contradicted",
        "creators[0]",
        given="Watson, J. D.",
        held="Crick, F. H. C.",
        source="crossref-works",
        as_of="2026-11-01",
        url="https://doi.org/10.1038/171737a0",
    ),
    finding("value-not-assessed", "concepts[10]", given="genetics", detail="no snapshot covers it"),
    finding("value-not-assessed", "concepts[9]", given="biochemistry", detail="no snapshot covers it"),
)

REVIEW = Verdict(
    Decision.REVIEW,
    (
        ReviewReason("fabrication.max", "fabrication is 0.25, the rule allows 0.10"),
        ReviewReason("findings.block", "creator-contradicted blocks"),
    ),
    ("divergence.max",),
)
ACCEPT = Verdict(Decision.ACCEPT)
UNCHECKED = Verdict(Decision.REVIEW, (ReviewReason("coverage.min", "crossref did not answer", unchecked=True),))


def reviewed(record: Record | None = None, findings: tuple[Finding, ...] = FINDINGS, verdict: Verdict = REVIEW) -> RecordReport:
    record = record or work()
    return RecordReport(record, comparison(record), SCORES, findings, verdict)


def accepted(record: Record | None = None) -> RecordReport:
    record = record or work()
    whole = comparison(record, claims=(claim(0, Outcome.SUPPORTED),), omissions=(), citations=(), omitted_citations=())
    return RecordReport(record, whole, SCORES[1:2], (), ACCEPT)


def failed() -> RecordReport:
    """A record on which a stage failed: there is no comparison."""
    reason = ReviewReason("checked", "a stage failed", unchecked=True)
    return RecordReport(
        work(), None, (), (finding("record-not-checked", "", detail="match"),), Verdict(Decision.REVIEW, (reason,))
    )


def unanchored(state: AnchorState) -> RecordReport:
    record = work()
    candidates = (Candidate(HELIX, WORKS, "same title", 0.9), Candidate(replace(HELIX, id="other"), WORKS, "same title", 0.89))
    anchor = Anchor(
        state,
        candidates if state is AnchorState.AMBIGUOUS else (),
        "two works of one title",
        (Consulted("crossref-works", Consultation.UNREACHABLE, detail="damaged"),),
        ("doi", candidates[0]),
    )
    compared = comparison(record, anchor=anchor)
    return RecordReport(record, compared, (), (), Verdict(Decision.REVIEW, (ReviewReason("anchor", "no anchor"),)))


def report(*records: RecordReport, unreadable: tuple[Unreadable, ...] = (), **changes: object) -> Report:
    return replace(Report(records, unreadable, MANIFEST), **changes)  # type: ignore[arg-type]


UNREADABLE = (
    Unreadable("batch.jsonl", "not JSON: expected a value", 3, "x3", 120, "json"),
    Unreadable("empty.mrc", "the file is empty"),
)


def batch() -> Report:
    """Everything at once."""
    return report(
        accepted(),
        reviewed(),
        failed(),
        *(unanchored(state) for state in (AnchorState.AMBIGUOUS, AnchorState.ABSENT, AnchorState.NOT_ASSESSED)),
        unreadable=UNREADABLE,
        batch_profile=PROFILE,
        consulted=(Consulted("pubmed", Consultation.UNREACHABLE, detail="timeout"),),
    )
