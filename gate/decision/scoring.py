"""Each score with its coverage and interval. One pair of sets per score, so that no two figures can disagree.

Claims are counted once each. ``checked`` are claims with a definite outcome: supported, contradicted, fabricated or extra.
Citations are ``completed`` when their outcome is not ``not_assessed``.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from gate.decision.names import TEXT_SCORE
from gate.model import AnchorState, CitationOutcome, Comparison, Outcome, Score

#: The two-sided 95 % point of the standard normal distribution.
Z95 = 1.959963984540054

_CHECKED = frozenset({Outcome.SUPPORTED, Outcome.CONTRADICTED, Outcome.FABRICATED, Outcome.EXTRA})
_FALSE = frozenset({Outcome.CONTRADICTED, Outcome.FABRICATED})
_TRUE = frozenset({Outcome.SUPPORTED, Outcome.EXTRA})

ACCURACY, COMPLETENESS, CONSISTENCY = "accuracy", "completeness", "consistency"

_NO_SUBJECT = "a bibliography describes no work of its own"


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % score interval for a proportion, 0..1 (Wilson, J. Am. Stat. Assoc. 22, 1927, p. 209). ``of`` must be above 0."""
    share = count / of
    centre = share + Z95**2 / (2 * of)
    spread = Z95 * sqrt(share * (1 - share) / of + Z95**2 / (4 * of**2))
    scale = 1 + Z95**2 / of
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def score(comparison: Comparison, weights: Mapping[str, float], extracted_weight: float = 1.0) -> tuple[Score, ...]:
    """All scores of one comparison, in reading order. ``weights`` are the expected properties with the weight of an omission;
    ``extracted_weight`` (0..1) is what a claim of the free text weighs, where that was read.
    """
    return (
        *_claim_scores(comparison),
        *_text_score(comparison, extracted_weight),
        _omission(comparison, weights),
        *_citation_scores(comparison),
        *_structure_scores(comparison),
    )


def _claim_scores(comparison: Comparison) -> tuple[Score, ...]:
    outcomes = [c.outcome for c in comparison.claims]
    checked = [o for o in outcomes if o in _CHECKED]
    coverage = len(checked) / len(outcomes) if outcomes else None
    false = sum(o in _FALSE for o in checked)
    unproven = sum(o not in _TRUE for o in outcomes)
    none = _no_subject(comparison)
    return (
        _rate("fabrication_strict", false, len(checked), coverage, ACCURACY, none or "no claim could be checked"),
        _rate("fabrication_permissive", unproven, len(outcomes), coverage, ACCURACY, none or "the record makes no claim"),
    )


def _text_score(comparison: Comparison, weight: float) -> tuple[Score, ...]:
    """``fabrication_strict`` with what a source contradicts in the free text, each at ``weight``; none where no text was read.

    What is supported in a text does not count: a record is not better for naming what everyone knows. So this is never below
    ``fabrication_strict``, and no text makes it smaller. Its coverage is that of the text's claims.
    """
    if comparison.text is None:
        return ()
    outcomes = [c.outcome for c in comparison.text.claims]
    coverage = sum(o in _CHECKED for o in outcomes) / len(outcomes) if outcomes else None
    wrong = weight * sum(o in _FALSE for o in outcomes)
    own = [c.outcome for c in comparison.claims]
    count, of = sum(o in _FALSE for o in own) + wrong, sum(o in _CHECKED for o in own) + wrong
    if not of:
        return (Score(TEXT_SCORE, None, 0, 0, coverage, None, ACCURACY, "no claim could be checked"),)
    return (Score(TEXT_SCORE, count / of, count, of, coverage, None, ACCURACY),)


def _omission(comparison: Comparison, weights: Mapping[str, float]) -> Score:
    """|V_R \\ V_L| / |V_R| within the expected properties, each fact weighted; a wrong value is no omission."""
    name = "omission"
    if none := _no_subject(comparison):
        return Score(name, None, dimension=COMPLETENESS, reason=none)
    if comparison.anchor.state is not AnchorState.ANCHORED:
        return Score(name, None, dimension=COMPLETENESS, reason="the record is not anchored, so what it omits is unknown")
    missing = sum(weights.get(o.property, 0.0) / _facts(comparison, o.property) for o in comparison.omissions)
    held = {s.property for c in comparison.anchor.same for s in c.entity.statements}
    total = sum(weight for prop, weight in weights.items() if prop in held and prop != "citations")
    if not total:
        return Score(name, None, dimension=COMPLETENESS, reason="the reference holds none of the expected properties")
    return Score(name, min(1.0, missing / total), round(missing, 6), total, 1.0, None, COMPLETENESS)


def _facts(comparison: Comparison, prop: str) -> int:
    """How many facts the reference holds for a property: its weight is shared among them."""
    holder = next((c for c in comparison.anchor.same if c.entity.all(prop)), None)
    omitted = sum(o.property == prop for o in comparison.omissions)
    return max(omitted, len(holder.entity.all(prop)) if holder else 0, 1)


def _citation_scores(comparison: Comparison) -> tuple[Score, ...]:
    results = comparison.citations
    completed = [r for r in results if r.outcome is not CitationOutcome.NOT_ASSESSED]
    coverage = len(completed) / len(results) if results else None
    lost = sum(r.outcome is CitationOutcome.NON_RETRIEVABLE for r in completed)
    unverified = sum(r.outcome is not CitationOutcome.VERIFIED for r in results)
    none = "the record lists no citations"
    return (
        _rate(
            "citation_strict", lost, len(completed), coverage, ACCURACY, "no look-up of a citation completed" if results else none
        ),
        _rate("citation_permissive", unverified, len(results), coverage, ACCURACY, none),
        _citation_omission(comparison),
    )


def _citation_omission(comparison: Comparison) -> Score:
    """1 - recall of the reference list, over the citations that were matched to it."""
    name = "citation_omission"
    held = _listed(comparison)
    if not comparison.citations:
        return Score(name, None, dimension=COMPLETENESS, reason="the record lists no citations")
    if none := _no_subject(comparison):
        return Score(name, None, dimension=COMPLETENESS, reason=none)
    if not held:
        return Score(name, None, dimension=COMPLETENESS, reason="the reference holds no reference list of this work")
    return _rate(name, len(comparison.omitted_citations), held, 1.0, COMPLETENESS, "")


def _listed(comparison: Comparison) -> int:
    return next((n for c in comparison.anchor.same if (n := len(c.entity.all("citations")))), 0)


def _structure_scores(comparison: Comparison) -> tuple[Score, ...]:
    """Edge fabrication on the record's own graph; divergence of centrality in its context."""
    own, reference = comparison.generated.edges, comparison.reference.edges
    if none := _no_subject(comparison):
        return tuple(Score(name, None, dimension=CONSISTENCY, reason=none) for name in ("edge_fabrication", "divergence"))
    if comparison.anchor.state is not AnchorState.ANCHORED:
        edges = Score("edge_fabrication", None, dimension=CONSISTENCY, reason="the record is not anchored")
    else:
        edges = _rate("edge_fabrication", len(own - reference), len(own), 1.0, CONSISTENCY, "the record states no relation")
    divergence = comparison.profile.get("divergence")
    if divergence is None or divergence.value is None:
        reason = divergence.reason if divergence else "no structure was measured"
        return edges, Score("divergence", None, dimension=CONSISTENCY, reason=reason)
    return edges, Score("divergence", divergence.value, dimension=CONSISTENCY, coverage=1.0)


def _no_subject(comparison: Comparison) -> str:
    """Why the scores about claims do not apply to a bibliography; empty for any other record."""
    return _NO_SUBJECT if comparison.record.bibliography else ""


def _rate(name: str, count: int, of: int, coverage: float | None, dimension: str, empty: str) -> Score:
    if not of:
        return Score(name, None, 0, 0, coverage, None, dimension, empty)
    return Score(name, count / of, count, of, coverage, wilson(count, of), dimension)
