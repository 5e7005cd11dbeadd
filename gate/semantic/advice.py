"""Advice beside a report: how near in meaning each contradicted or fabricated value is to what the sources hold.

It comes after the decision and touches nothing of it: a value that is near in meaning can be as false as any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gate.model import CitationOutcome, Comparison, Outcome, RecordReport, Report, Similarity
from gate.properties import PROPERTIES, ValueType
from gate.semantic.classifier import Classifier
from gate.semantic.embedding import Embedding, cosines, paired

WORDED = frozenset({ValueType.TITLE, ValueType.NAME, ValueType.TERM, ValueType.TEXT})
"""Values that mean something; two dates, numbers or identifiers have no likeness of meaning."""

NOTHING_HELD = "the sources hold no other value to stand beside it"


@dataclass(frozen=True, slots=True)
class _Case:
    """A value that was spoken against, and the values that it may stand against."""

    path: str
    outcome: str
    given: str
    held: tuple[str, ...]


def advise(report: Report, embedding: Embedding, classifier: Classifier | None = None) -> Report:
    """``report`` with similarities, and the model and classifier named in its manifest; all else is as it was.

    A contradicted value stands against the held one (of a list the nearest), a fabricated one against the nearest that sources
    hold of its property, a citation that was not found against the nearest of those that are missing. Raises
    :class:`gate.errors.UsageError` for a classifier of another embedding.
    """
    told = [("semantic_model", embedding.name)]
    if classifier is not None:
        told.append(("semantic_classifier", f"{classifier.data[:12]}, {classifier.rows} pairs, labels by {classifier.rule}"))
    records = tuple(_advised(record, embedding, classifier) for record in report.records)
    return replace(report, records=records, manifest=replace(report.manifest, settings=(*report.manifest.settings, *told)))


def _advised(report: RecordReport, embedding: Embedding, classifier: Classifier | None) -> RecordReport:
    cases = list(_cases(report.comparison)) if report.comparison else []
    held = [_nearest(case, embedding) for case in cases]
    known = [(case.given, text) for case, text in zip(cases, held, strict=True) if text]
    near = iter(paired(embedding, known))
    likely = iter(classifier.probabilities(known, embedding)) if classifier is not None else None
    found = tuple(
        Similarity(case.path, case.outcome, case.given, text, float(next(near)), next(likely) if likely else None)
        if text
        else Similarity(case.path, case.outcome, case.given, "", None, reason=NOTHING_HELD)
        for case, text in zip(cases, held, strict=True)
    )
    return replace(report, similarities=found)


def _cases(comparison: Comparison) -> Iterator[_Case]:
    for result in comparison.claims:
        name = result.claim.property
        if name not in PROPERTIES or PROPERTIES[name].type not in WORDED:
            continue
        if result.outcome is Outcome.CONTRADICTED:
            lists = PROPERTIES[name].type in (ValueType.NAME, ValueType.TERM)  # a closed list is told in one text
            held = result.held.split("; ") if lists else [result.held]
            yield _Case(result.claim.path, result.outcome.value, result.claim.statement.value, _texts(held))
        elif result.outcome is Outcome.FABRICATED:
            omitted = [o.fact.value for o in comparison.omissions if o.property == name]
            others = [c.held for c in comparison.claims if c.claim.property == name]
            yield _Case(result.claim.path, result.outcome.value, result.claim.statement.value, _texts([*omitted, *others]))
    missing = _texts([o.fact.value for o in comparison.omitted_citations])
    for cited in comparison.citations:
        if cited.outcome is CitationOutcome.NON_RETRIEVABLE and cited.given:
            yield _Case(cited.path, cited.outcome.value, cited.given, missing)
        elif cited.outcome is CitationOutcome.WRONG_METADATA:
            for one in cited.differences:
                if one.property in PROPERTIES and PROPERTIES[one.property].type in WORDED and one.given.strip():
                    yield _Case(one.path or cited.path, cited.outcome.value, one.given, _texts([one.held]))


def _texts(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted({value for value in values if value.strip()}))


def _nearest(case: _Case, embedding: Embedding) -> str:
    if len(case.held) < 2:
        return "".join(case.held)
    near = cosines(embedding, [case.given], case.held)[0]
    return case.held[int(near.argmax())]
