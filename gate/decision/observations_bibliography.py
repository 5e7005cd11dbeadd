"""What there is to say of the citations of a record as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from gate.decision.ruleset import RuleSet
from gate.findings import finding
from gate.model import BibliographyProfile, Comparison, Evidence, Finding, Share, Standing

_SHOWN = 3


def of_bibliography(comparison: Comparison, rules: RuleSet) -> Iterator[Finding]:
    """Names that the citations keep to more than the reference list does, and central works that they leave out."""
    profile = comparison.bibliography
    if profile is None:
        return
    path = "" if comparison.record.bibliography else "citations"
    for what, shares in (("author", profile.authors), ("venue", profile.venues)):
        found = _concentrated(profile, what, shares, rules, path)
        if found is not None:
            yield found
    central = [work for work in profile.missing if work.standing >= 1 - rules.top_share]
    if central:
        yield _missing(central, profile.evidence, path)


def _concentrated(
    profile: BibliographyProfile, what: str, shares: tuple[Share, ...], rules: RuleSet, path: str
) -> Finding | None:
    measure = profile.get(f"{what}_simpson")
    if measure is None or measure.value is None or measure.generated is None or measure.reference is None:
        return None
    if measure.value <= rules.concentration_margin:
        return None
    top = max(shares, key=lambda s: (s.given / profile.works - s.reference / profile.reference_works, s.label))
    shared, here, there = ("an author" if what == "author" else "a venue"), measure.generated * 100, measure.reference * 100
    detail = f"two works drawn at random share {shared} in {here:.0f} % of cases, in the reference list in {there:.0f} %"
    evidence = profile.evidence or Evidence("", "")
    return finding(
        "bibliography-concentrated",
        path,
        given=f"{top.label}: {top.given} of {profile.works} works",
        held=f"{top.label}: {top.reference} of {profile.reference_works} works",
        source=evidence.source,
        as_of=evidence.as_of,
        url=evidence.url,
        detail=detail,
    )


def _missing(central: list[Standing], evidence: Evidence | None, path: str) -> Finding:
    of = evidence or Evidence("", "")
    known = "of the reference list" if evidence is not None else "that the works listed here cite"
    number = f"{len(central)} central works {known} are" if len(central) > 1 else f"a central work {known} is"
    return finding(
        "bibliography-canonical-missing",
        path,
        held="; ".join(f"{work.label} (cited by {work.cited_by} of the others)" for work in central[:_SHOWN]),
        source=of.source,
        as_of=of.as_of,
        url=of.url,
        detail=f"{number} not cited",
    )
