"""Free text beside the sources: outcomes, graphs, and what it can never do to a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gate.checking import check
from gate.comparison import compare_record, profiles
from gate.comparison.text import BY_RULES, Reading, compare_text
from gate.comparison.text_graph import MEASURES
from gate.comparison.text_match import Matcher, labels_of
from gate.decision import judge, rules
from gate.decision.ruleset import RuleSet
from gate.errors import MissingExtraError
from gate.model import (
    Candidate,
    ClaimResult,
    Comparison,
    Consultation,
    Consulted,
    Decision,
    Entity,
    Evidence,
    Kind,
    Outcome,
    Reason,
    RecordReport,
    Role,
    Statement,
    TextComparison,
)
from gate.properties import MENTIONS
from gate.report import writer
from gate.settings import Settings
from tests.schema import validated
from tests.sources import MemorySource, sources
from tests.things import KINDS, concept, held, person, record, work

TODAY = date(2026, 11, 30)
ABSTRACT = "Eel larvae drift in cold currents. The salinity of the Baltic Sea is low, and otoliths of European eels show it."
TERMS = ["Otolith", "Salinity", "European eel (Anguilla anguilla)", "Herring"]
BIOGRAPHY = "Ludmila Farrow (1811-1879) was born in Graz. She studied logic and read Anton Velde. "


@cache
def rule_set(name: str = "default") -> RuleSet:
    return replace(rules.load(name), sources={kind: frozenset() for kind in Kind})


def compared(draft: dict[str, object], *known: MemorySource, text: bool = True) -> Comparison:
    (found,) = profiles([compare_record(record(**draft), sources(*known), reading=BY_RULES if text else None)]).comparisons
    return found


def read(draft: dict[str, object], *known: MemorySource) -> TextComparison:
    found = compared(draft, *known).text
    assert found is not None
    return found


def outcomes(text: TextComparison, prop: str = MENTIONS) -> dict[str, str]:
    return {c.claim.statement.value: c.outcome.value for c in text.claims if c.claim.property == prop}


def judged(draft: dict[str, object], *known: MemorySource, text: bool = True, name: str = "default") -> RecordReport:
    return judge(compared(draft, *known, text=text), rule_set(name), TODAY, 730)


def test_without_the_switch_no_text_is_read() -> None:
    assert compared(work(abstract=ABSTRACT), MemorySource("first", (held(**work()),)), text=False).text is None
    assert compared(work(), MemorySource("first", (held(**work()),))).text is None


def test_phrases_are_supported_or_silent() -> None:
    text = read(work(abstract=ABSTRACT), MemorySource("first", (held(**work(concepts=TERMS)),)))
    found = outcomes(text)
    assert found["otoliths"] == found["salinity"] == found["European eels"] == "supported"
    assert found["Baltic Sea"] == found["cold currents"] == "silent"
    supported = next(c for c in text.claims if c.claim.statement.value == "European eels")
    assert supported.held == "European eel (Anguilla anguilla)"
    assert supported.evidence[0].source == "first"
    span = supported.claim.extracted
    assert span is not None
    assert ABSTRACT[span.start : span.end] == "European eels"
    assert {c.outcome for c in text.claims} <= {Outcome.SUPPORTED, Outcome.SILENT}


def test_the_graph_beside_the_reference() -> None:
    known = held(**work(concepts=TERMS, abstract="Salinity and otoliths of herring are measured in the sea."))
    text = read(work(abstract=ABSTRACT), MemorySource("first", (known,)))
    measured = {m.name: m for m in text.measures}
    assert tuple(measured) == MEASURES
    assert (measured["concept_recall"].value, measured["concept_recall"].reference) == (0.75, 4)
    assert measured["concept_precision"].value == 3 / (measured["concept_precision"].generated or 0)
    assert measured["relation_precision"].reference == 3
    assert measured["relation_recall"].value == pytest.approx(1 / 3)
    assert text.profile.get("divergence") is not None
    joined = [r for r in text.relations if r.outcome is Outcome.SUPPORTED]
    assert len(joined) == 1
    assert {Outcome.SUPPORTED, Outcome.SILENT} >= {r.outcome for r in text.relations}


def test_a_measure_without_a_reference_is_undefined_and_says_why() -> None:
    text = read(work(abstract=ABSTRACT), MemorySource("first", (held(**work()),)))
    assert all(m.value is None and m.reason for m in text.measures)
    assert {c.reason for c in text.claims} == {"the reference names no concepts here"}


def test_one_year_is_contradicted_only_where_every_source_has_another() -> None:
    draft = person(biography="Ludmila Farrow (1815-1879) was a logician in the city of Graz.")
    right, wrong = held(**person()), held(**person(birth="1815-01-01"))
    one = read(draft, MemorySource("first", (right,)))
    assert outcomes(one, "birth") == {"1815": "contradicted"}
    assert outcomes(one, "death") == {"1879": "supported"}
    assert outcomes(read(draft, MemorySource("first", (right,)), MemorySource("second", (wrong,))), "birth") == {
        "1815": "supported"
    }
    vague = held(**person(birth="c. 1770"))
    assert outcomes(read(draft, MemorySource("first", (vague,))), "birth") == {"1815": "silent"}
    day = person(biography="Ludmila Farrow was born on 14 March 1811 in the city.")
    assert outcomes(read(day, MemorySource("first", (right,))), "birth") == {"14 March 1811": "silent"}


def test_a_place_is_never_contradicted() -> None:
    text = read(person(biography="She was born in Linz and was a logician."), MemorySource("first", (held(**person()),)))
    assert outcomes(text, "birth_place") == {"Linz": "silent"}


def test_names_in_a_biography_are_compared_as_names() -> None:
    text = read(person(biography=BIOGRAPHY), MemorySource("first", (held(**person()),)))
    found = outcomes(text)
    assert found["Anton Velde"] == found["Ludmila Farrow"] == found["Graz"] == found["logic"] == "supported"


def test_a_scope_note_is_compared_with_the_terms_of_the_concept() -> None:
    text = read(concept(scope_note="The languor of the crawl is about velocity."), MemorySource("first", (held(**concept()),)))
    found = outcomes(text)
    assert found["languor"] == found["crawl"] == found["velocity"] == "supported"


def test_the_second_source_is_heard_only_where_it_was_asked() -> None:
    known = held(**work(concepts=["Herring"]))
    more = MemorySource("oracle", (held(**work(concepts=["Otolith"])),), role=Role.ORACLE)
    asked = read(work(abstract=ABSTRACT, concepts=["Cod"]), MemorySource("first", (known,)), more)
    assert outcomes(asked)["otoliths"] == "extra"
    quiet = compared(work(abstract=ABSTRACT), MemorySource("first", (known,)), more)
    assert quiet.text is not None
    assert outcomes(quiet.text)["otoliths"] == "silent"
    assert quiet.consulted == compared(work(abstract=ABSTRACT), MemorySource("first", (known,)), more, text=False).consulted


def test_what_is_not_anchored_is_not_assessed() -> None:
    text = read(work(abstract=ABSTRACT), MemorySource("first", ()))
    assert {c.outcome for c in text.claims} == {Outcome.NOT_ASSESSED}
    assert text.measures == ()


def test_with_a_source_down_a_phrase_is_not_assessed() -> None:
    one = record(**work(abstract=ABSTRACT))
    anchor = compare_record(one, sources(MemorySource("first", (held(**work(concepts=TERMS)),)))).anchor
    down = (Consulted("second", Consultation.UNREACHABLE, "", "timeout"),)
    text = compare_text(one, anchor, None, down)
    assert text is not None
    assert set(outcomes(text).values()) == {"supported", "not_assessed"}


def test_similarity_links_what_no_words_match() -> None:
    def alike(phrases: Sequence[str], labels: Sequence[str]) -> list[list[float]]:
        return [[0.9 if (p, label) == ("Baltic Sea", "Herring") else 0.1 for label in labels] for p in phrases]

    one = record(**work(abstract=ABSTRACT))
    anchor = compare_record(one, sources(MemorySource("first", (held(**work(concepts=TERMS)),)))).anchor
    text = compare_text(one, anchor, None, (), Reading(similarity=alike))
    assert text is not None
    linked = next(c for c in text.claims if c.claim.statement.value == "Baltic Sea")
    assert (linked.outcome, linked.held, linked.level) == (Outcome.SUPPORTED, "Herring", "similar in meaning (0.90)")


def test_a_half_installed_extra_leaves_the_record_checked() -> None:
    def missing(_: Sequence[str], __: Sequence[str]) -> list[list[float]]:
        raise MissingExtraError("similarity of meaning", "semantic")

    one = record(**work(abstract=ABSTRACT))
    found = compare_record(
        one, sources(MemorySource("first", (held(**work(concepts=TERMS)),))), reading=Reading(similarity=missing)
    )
    assert found.text is not None
    assert outcomes(found.text)["Baltic Sea"] == "silent"


@pytest.mark.parametrize(
    ("phrase", "label"),
    [
        ("convolutional neural networks", "Convolutional neural network"),
        ("random forest model", "Random forest"),
        ("behavior", "Behaviour"),
        ("medieval philosophy", "Philosophy, Medieval"),
        ("philosophy", "Philosophy--History"),
        ("mercury", "Mercury (Planet)"),
    ],
)
def test_a_phrase_means_a_label(phrase: str, label: str) -> None:
    entity = Entity("x", Kind.WORK, "x", (Statement("concepts", label), Statement("creators", "Herring, Anna")))
    matcher = Matcher(labels_of([Candidate(entity, Evidence("s", ""), "", 1.0)]))
    found = matcher.find(Statement(MENTIONS, phrase))
    assert found is not None
    assert found.label.statement.value == label
    for other in ("suicide risk", "Anna Herring", "forest", "planet"):
        assert matcher.find(Statement(MENTIONS, other)) is None


# what it can never do to a decision

DRAFTS: dict[Kind, tuple[str, list[str]]] = {
    Kind.WORK: ("abstract", [ABSTRACT, "The perpetual motion of the digital torpor.", "Der Aal und die See.", "\x00 the (1999)"]),
    Kind.AGENT: ("biography", [BIOGRAPHY, "Ludmila Farrow (1815-1890) was a logician.", "Sie war die Tochter.", "d. 1750"]),
    Kind.CONCEPT: ("scope_note", ["The languor of the crawl is about velocity.", "Of the quantum foam in the void."]),
}
TWISTS: dict[Kind, list[dict[str, object]]] = {
    Kind.WORK: [{}, {"title": "Another thing altogether"}, {"date": "1999"}, {"concepts": ["Cod"]}, {"citations": None}],
    Kind.AGENT: [{}, {"birth": "1701"}, {"name": "Nobody Known"}, {"birth_place": "Linz"}],
    Kind.CONCEPT: [{}, {"heading": "Haste"}, {"nouns": ["quantum inertia"]}],
}

#: a draft, the same with a text, and the sources
Case: TypeAlias = tuple[dict[str, object], dict[str, object], list[MemorySource]]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    kind = draw(st.sampled_from(list(Kind)))
    prop, texts = DRAFTS[kind]
    plain = KINDS[kind](**draw(st.sampled_from(TWISTS[kind])))
    known = []
    for name in ("first", "second", "oracle"):
        more: dict[str, object] = {"concepts": TERMS} if kind is Kind.WORK and draw(st.booleans()) else {}
        entity = held("concepts", "nouns", **KINDS[kind](**more))
        broken = draw(st.sampled_from([None, None, Reason.TIMEOUT]))
        role = Role.ORACLE if name == "oracle" else Role.REFERENCE
        known.append(MemorySource(name, (entity,) if draw(st.integers(0, 3)) else (), role=role, broken=broken))
    return plain, {**plain, prop: draw(st.sampled_from(texts))}, known


def told(results: Sequence[ClaimResult]) -> list[tuple[str, str]]:
    return [(c.claim.path, c.outcome.value) for c in results]


@given(cases(), st.sampled_from(["default", "strict", "lenient"]))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_reading_a_text_never_accepts_and_never_accuses(case: Case, name: str) -> None:
    _, draft, known = case
    off, on = (judged(draft, *known, text=text, name=name) for text in (False, True))
    assert off.comparison is not None
    assert on.comparison is not None
    assert not (off.verdict.decision is Decision.REVIEW and on.verdict.decision is Decision.ACCEPT)
    assert set(off.verdict.reasons) <= set(on.verdict.reasons)
    assert off.comparison.consulted == on.comparison.consulted
    assert told(off.comparison.claims) == told(on.comparison.claims)
    assert [s for s in on.scores if s.name != "fabrication_text"] == list(off.scores)
    text = on.comparison.text
    assert text is not None
    wrong = [c for c in text.claims if c.outcome is Outcome.CONTRADICTED]
    assert {c.outcome for c in (*text.claims, *text.relations)}.isdisjoint({Outcome.FABRICATED})
    assert {c.claim.property for c in wrong} <= {"birth", "death"}
    assert not {r.outcome for r in text.relations} & {Outcome.CONTRADICTED}
    if not wrong:  # nothing in a text but a wrong year can send a record to review
        assert off.verdict.decision is on.verdict.decision
    if name == "default":
        assert off.verdict == on.verdict


@given(cases())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_text_counts_among_no_claims_of_the_record(
    case: tuple[dict[str, object], dict[str, object], list[MemorySource]],
) -> None:
    """A record and the same with a text have the same coverage: the text neither fills it nor empties it."""
    plain, draft, known = case
    without, with_text = judged(plain, *known), judged(draft, *known)
    by_name = {s.name: (s.value, s.coverage) for s in with_text.scores}
    assert all(by_name[s.name] == (s.value, s.coverage) for s in without.scores if s.name.startswith("fabrication"))


@pytest.mark.parametrize("weight", [0.0, 0.25, 1.0])
def test_a_contradicted_year_weighs_as_the_rules_say(weight: float) -> None:
    draft = person(biography="Ludmila Farrow (1815-1890) was a logician. She knew logic in Graz and Anton Velde.")
    source = MemorySource("first", (held(**person()),))
    report = judge(compared(draft, source), replace(rule_set(), extracted_weight=weight), TODAY, 730)
    score = {s.name: s for s in report.scores}
    strict, text = score["fabrication_strict"], score["fabrication_text"]
    assert text.numerator == strict.numerator + 2 * weight
    assert text.denominator == strict.denominator + 2 * weight
    assert (text.value or 0) >= (strict.value or 0)
    assert [f.code for f in report.findings].count("text-contradicted") == 2
    assert report.verdict.decision is Decision.ACCEPT
    assert judged(draft, source, name="strict").verdict.decision is Decision.REVIEW


def test_an_unread_text_is_named_and_is_no_pass() -> None:
    draft = person(biography="Sie war die Tochter und der Trost von allen.")
    report = judged(draft, MemorySource("first", (held(**person()),)))
    (found,) = [f for f in report.findings if f.code == "text-not-compared"]
    assert "this is German" in found.message
    assert found.path == "biography"
    long = judged(work(abstract="The eel in the sea. " * 2000), MemorySource("first", (held(**work()),)))
    assert any("the first 20,000 of its" in f.message for f in long.findings)


def test_the_report_tells_spans_and_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.comparison.text.installed", lambda: BY_RULES)
    known = sources(MemorySource("first", (held(**person()),)))
    draft = record(**person(biography=BIOGRAPHY))

    def report(settings: Settings) -> tuple[dict[str, Any], str]:
        made = check([draft], rules=rule_set(), sources=known, settings=settings, today=TODAY)
        records = cast("list[dict[str, Any]]", validated(made)["records"])
        return records[0], writer("text")(made, 100, False).decode()

    value, shown = report(Settings(read_text=True))
    (name,) = [c for c in value["text"]["claims"] if c["given"] == "Anton Velde"]
    start = BIOGRAPHY.index("Anton Velde")
    assert name["extracted"] == {"start": start, "end": start + 11, "method": "capitalised name", "relation": ""}
    assert f"'Anton Velde' at biography {start}-{start + 11}: supported" in shown
    assert "concept recall" in shown
    assert "(text n = " in shown
    off, plain = report(Settings())
    assert off["text"] is None
    assert "Free text" not in plain


def test_texts_checked_together_are_one_graph() -> None:
    ids = [{"id": title, "doi": f"10.1234/{title}", "title": f"{title} of the Baltic shelf"} for title in ("Eels", "Cod")]
    known = [held(**work(**fields, concepts=TERMS)) for fields in ids]
    drafts = [work(**fields, abstract=ABSTRACT) for fields in ids]
    source = MemorySource("first", tuple(known))
    found = profiles([compare_record(record(**d), sources(source), reading=BY_RULES) for d in drafts]).comparisons
    sizes = [m for c in found if c.text is not None for m in c.text.profile.measures if m.name == "nodes"]
    assert len(sizes) == 2
    assert sizes[0].reference == len(TERMS) + 2


def test_a_limit_on_the_score_adds_a_reason_and_the_score_cannot_be_demanded(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('extends = "default"\n[limits]\nfabrication_text = 0.01\n', encoding="utf-8")
    own = replace(rules.load(str(file)), sources={kind: frozenset() for kind in Kind})
    source = MemorySource("first", (held(**person()),))
    for years, decision in (("1811-1879", Decision.ACCEPT), ("1815-1890", Decision.REVIEW)):
        draft = person(biography=f"Ludmila Farrow ({years}) was a logician in the city.")
        verdict = judge(compared(draft, source), own, TODAY, 730).verdict
        assert verdict.decision is decision
        assert [r.rule for r in verdict.reasons] == (["limits.fabrication_text"] if decision is Decision.REVIEW else [])
        unread = judge(compared(draft, source, text=False), own, TODAY, 730).verdict
        assert (unread.decision, "limits.fabrication_text" in unread.skipped) == (Decision.ACCEPT, True)
    file.write_text('extends = "default"\ndemanded = ["fabrication_text"]\n', encoding="utf-8")
    assert "cannot be demanded" in str(rules.check(str(file))[0])
