"""The two promises, as properties over records, sources and what happens to them.

Unchecked is never a pass; unreachable is never a fabrication. And: order does not matter, normal forms do not matter, a record is
supported by itself.
"""

from __future__ import annotations

import random
import unicodedata
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Literal, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gate.comparison import compare_record, profiles
from gate.decision import judge, rules
from gate.decision.ruleset import RuleSet
from gate.model import CitationOutcome, Decision, Entity, Kind, Outcome, Reason, RecordReport, Role, Severity
from tests.sources import MemorySource, sources
from tests.things import KINDS, held, record, work

TODAY = date(2026, 11, 30)
NAMES = ("first", "second", "oracle")

#: What a draft may get wrong, by kind.
TWISTS: dict[Kind, list[dict[str, object]]] = {
    Kind.WORK: [
        {},
        {"doi": "10.1234/invented"},
        {"title": "The migration of herring across the Baltic shelf"},
        {"creators": ["Petrov, Ivan", "Moreau, Paul"]},
        {"date": "1999"},
        {"citations": [{"title": "Imaginary tides of the inland sea", "creators": ["Nemo, A."]}]},
        {"citations": None},
        {"concepts": ["eels", "perpetual motion"]},
    ],
    Kind.AGENT: [
        {},
        {"death": "1889-10-30"},
        {"influenced_by": ["Anton Velde", "Greta Olsen"]},
        {"name": "Ludmila Farrow-Stein"},
        {"birth_place": "Linz"},
        {"identifiers": None},
    ],
    Kind.CONCEPT: [
        {},
        {"nouns": ["slowness", "quantum inertia"]},
        {"heading": "Sluggishness"},
        {"cross_references": ["Velocity", "Datafication"]},
        {"verbs": None, "adjectives": None},
    ],
}

#: How a source may differ from the truth of the tests: what it lacks, and whether its lists are closed.
LACKS: dict[Kind, list[str]] = {
    Kind.WORK: ["citations", "date", "container", "doi"],
    Kind.AGENT: ["death", "influenced_by", "birth_place"],
    Kind.CONCEPT: ["verbs", "cross_references"],
}
CLOSED = ("nouns", "verbs", "adjectives", "cross_references", "concepts", "influenced_by", "citations")


@cache
def rule_set() -> RuleSet:
    """The default rules, which name the sources of these tests."""
    found = rules.load("default")
    return replace(found, sources={kind: frozenset(NAMES) for kind in Kind})


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, object], list[MemorySource]]:
    """A draft of some kind, right or wrong, and three sources that know more or less of the truth."""
    kind = draw(st.sampled_from(list(Kind)))
    draft = KINDS[kind](**draw(st.sampled_from(TWISTS[kind])))
    found = []
    for name in NAMES:
        lacking = draw(st.sets(st.sampled_from(LACKS[kind]), max_size=2))
        closed = CLOSED if draw(st.booleans()) else ()
        entity = held(*closed, **KINDS[kind](**dict.fromkeys(lacking)))
        known: tuple[Entity, ...] = (entity,) if draw(st.integers(0, 3)) else ()
        role = Role.ORACLE if name == "oracle" else Role.REFERENCE
        complete = draw(st.booleans())
        # a source that says it is complete is: otherwise its no would be wrong whenever nobody else is there to say so
        found.append(
            MemorySource(
                name, (held(*closed, **KINDS[kind]()), *cited(kind)) if complete else known, role=role, complete=complete
            )
        )
    return draft, found


def cited(kind: Kind) -> tuple[Entity, ...]:
    """The works that the true work cites."""
    citations = work()["citations"] if kind is Kind.WORK else []
    assert isinstance(citations, list)
    return tuple(held(id=f"cited{n}", kind="work", **fields) for n, fields in enumerate(citations))


def judged(draft: dict[str, object], held_by: list[MemorySource]) -> RecordReport:
    return judge(compare_record(record(**draft), sources(*held_by)), rule_set(), TODAY, 730)


def accused(report: RecordReport) -> set[tuple[str, str]]:
    """Claims called fabricated, and citations called not retrievable."""
    comparison = report.comparison
    assert comparison is not None
    claims = {("fabricated", c.claim.path) for c in comparison.claims if c.outcome is Outcome.FABRICATED}
    return claims | {("lost", c.path) for c in comparison.citations if c.outcome is CitationOutcome.NON_RETRIEVABLE}


@given(cases(), st.sampled_from(NAMES), st.sampled_from([*Reason, None]))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_losing_a_source_never_accepts_and_never_accuses(
    case: tuple[dict[str, object], list[MemorySource]], lost: str, reason: Reason | None
) -> None:
    """``reason`` is how the source fails; None takes it away altogether."""
    draft, held_by = case
    whole = judged(draft, held_by)
    if reason is None:
        less = judged(draft, [s for s in held_by if s.name != lost])
    else:
        less = judged(draft, [replace(s, broken=reason) if s.name == lost else s for s in held_by])
    assert not (whole.verdict.decision is Decision.REVIEW and less.verdict.decision is Decision.ACCEPT)
    assert accused(less) <= accused(whole)


@given(cases(), st.sampled_from(list(Reason)))
@settings(max_examples=100, deadline=None)
def test_with_every_source_down_nothing_is_accused_and_nothing_passes(
    case: tuple[dict[str, object], list[MemorySource]], reason: Reason
) -> None:
    draft, held_by = case
    report = judged(draft, [replace(s, broken=reason) for s in held_by])
    comparison = report.comparison
    assert comparison is not None
    assert {c.outcome for c in comparison.claims} <= {Outcome.NOT_ASSESSED}
    assert {c.outcome for c in comparison.citations} <= {CitationOutcome.NOT_ASSESSED}
    assert report.verdict.decision is Decision.REVIEW
    assert report.verdict.unchecked


@given(cases(), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_order_of_keys_and_sources_does_not_matter(
    case: tuple[dict[str, object], list[MemorySource]], shuffle: random.Random
) -> None:
    draft, held_by = case
    keys = list(draft)
    shuffle.shuffle(keys)
    one = judged(draft, held_by)
    two = judged({k: draft[k] for k in keys}, held_by)
    assert one.verdict.decision is two.verdict.decision
    assert {r.text for r in one.verdict.reasons} == {r.text for r in two.verdict.reasons}
    assert {s.name: s.value for s in one.scores} == {s.name: s.value for s in two.scores}


NormalForm: TypeAlias = Literal["NFC", "NFD"]
FORMS: list[NormalForm] = ["NFC", "NFD"]


@given(st.sampled_from(FORMS), st.sampled_from(FORMS))
def test_normal_forms_agree(mine: NormalForm, theirs: NormalForm) -> None:
    def in_form(form: NormalForm) -> dict[str, object]:
        fields = {"title": "Über die Wanderung der Aale", "creators": ["Nørgård, Åse", "Müller, Zoë"]}

        def turn(value: object) -> object:
            if isinstance(value, list):
                return [turn(v) for v in value]
            return unicodedata.normalize(form, str(value))

        return work(**{k: turn(v) for k, v in fields.items()})

    reference = [MemorySource(name, (held(**in_form(theirs)),)) for name in NAMES]
    report = judged(in_form(mine), reference)
    assert report.verdict.decision is Decision.ACCEPT
    assert {c.outcome for c in report.comparison.claims} == {Outcome.SUPPORTED} if report.comparison else False


@pytest.mark.parametrize("kind", list(Kind))
def test_a_record_is_fully_supported_by_itself(kind: Kind) -> None:
    draft = KINDS[kind]()
    report = judged(draft, [MemorySource(name, (held(*CLOSED, **draft),)) for name in NAMES])
    assert report.verdict.decision is Decision.ACCEPT
    assert not [f for f in report.findings if f.severity is not Severity.INFO]


@given(cases())
@settings(max_examples=100, deadline=None)
def test_every_violation_explains_itself(case: tuple[dict[str, object], list[MemorySource]]) -> None:
    draft, held_by = case
    report = judged(draft, held_by)
    for found in report.findings:
        assert found.message
        assert found.advice
        if found.severity is Severity.VIOLATION and found.code not in ("anchor-not-assessed",):
            assert found.path, found
            assert found.source or found.code.startswith("shape-"), found
    if report.verdict.decision is Decision.REVIEW:
        assert report.verdict.reasons


@st.composite
def batches(draw: st.DrawFn) -> tuple[list[dict[str, object]], list[MemorySource]]:
    """Concepts that may share invented terms, each known to one of two references, and an oracle that knows all."""
    heads = draw(st.lists(st.sampled_from(["Slowness", "Velocity", "Inactivity", "Haste"]), min_size=2, max_size=4, unique=True))
    drafts: list[dict[str, object]] = []
    known: dict[str, list[Entity]] = {name: [] for name in NAMES}
    for number, heading in enumerate(heads):
        true = KINDS[Kind.CONCEPT](id=heading, heading=heading, cross_references=[h for h in heads if h != heading] or None)
        invented = draw(st.sampled_from([[], ["digital torpor"], [f"torpor {number}"]]))
        nouns = true["nouns"]
        assert isinstance(nouns, list)
        drafts.append({**true, "nouns": [*invented, *nouns]})
        entity = held(*CLOSED, **true)
        known[draw(st.sampled_from(NAMES[:2]))].append(entity)
        known["oracle"].append(entity)
    roles = {"oracle": Role.ORACLE}
    return drafts, [MemorySource(n, tuple(known[n]), role=roles.get(n, Role.REFERENCE)) for n in NAMES]


@given(batches(), st.sampled_from(NAMES), st.sampled_from([Reason.NETWORK, None]))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_losing_a_source_never_accepts_a_record_through_its_context(
    batch: tuple[list[dict[str, object]], list[MemorySource]], lost: str, reason: Reason | None
) -> None:
    drafts, held_by = batch

    def decisions(sources_of_run: list[MemorySource]) -> list[Decision]:
        compared = [compare_record(record(**d), sources(*sources_of_run)) for d in drafts]
        # without the rule on named sources, which would settle it for every record that asks the lost one
        lax = replace(rule_set(), sources={kind: frozenset() for kind in Kind})
        return [judge(c, lax, TODAY, 730).verdict.decision for c in profiles(compared).comparisons]

    whole = decisions(held_by)
    fewer = [s for s in held_by if s.name != lost] if reason is None else held_by
    less = decisions([replace(s, broken=reason) if s.name == lost else s for s in fewer])
    assert not [1 for before, after in zip(whole, less, strict=True) if before is Decision.REVIEW and after is Decision.ACCEPT]
