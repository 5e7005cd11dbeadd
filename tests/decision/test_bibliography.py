"""The verdict on a bibliography, and the findings about citations as a whole."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.comparison import compare_record
from gate.decision import judge, rules
from gate.decision.ruleset import RuleSet
from gate.model import (
    BibliographyProfile,
    Comparison,
    Decision,
    Evidence,
    Finding,
    Kind,
    Measure,
    Reason,
    RecordReport,
    Share,
    Standing,
)
from gate.records.bibliography import gather
from tests.comparison.bibliography.lists import CITED, Library, compared, entities
from tests.sources import MemorySource, sources
from tests.things import record

TODAY = date(2026, 11, 30)
NEMO: dict[str, object] = {"title": "Imaginary tides of the inland sea", "creators": ["Nemo, A."], "date": "2001"}


@cache
def rule_set(name: str = "bibliography") -> RuleSet:
    return replace(rules.load(name), sources={kind: frozenset() for kind in Kind})


def library(**more: object) -> Library:
    return Library("library", entities(), **more)  # type: ignore[arg-type]


def checked(works: list[dict[str, object]], *held_by: MemorySource, by: str = "bibliography") -> RecordReport:
    listed = [record(**{"id": f"w{n}", "kind": "work", **fields}) for n, fields in enumerate(works)]
    return judge(compare_record(gather(listed), sources(*(held_by or (library(),)))), rule_set(by), TODAY, 730)


def found(report: RecordReport) -> list[tuple[str, str]]:
    return [(f.code, f.path) for f in report.findings]


@pytest.mark.parametrize("by", ["bibliography", "default", "strict", "lenient"])
def test_a_true_list_is_accepted_without_an_anchor(by: str) -> None:
    report = checked(list(CITED), by=by)
    assert (report.verdict.decision, report.findings) == (Decision.ACCEPT, ())
    assert report.comparison is not None
    assert report.comparison.anchor.reason == "a bibliography stands for itself"


def test_rules_about_a_subject_are_listed_as_skipped() -> None:
    skipped = checked(list(CITED)).verdict.skipped
    assert {"demanded.fabrication_strict", "demanded.fabrication_permissive", "limits.omission", "limits.divergence"} <= set(
        skipped
    )
    assert not {"limits.citation_permissive", "limits.citation_strict"} & set(skipped)


def test_scores_about_claims_are_undefined_and_those_of_citations_are_not() -> None:
    scores = {s.name: s for s in checked(list(CITED)).scores}
    told = {name for name, s in scores.items() if s.value is not None}
    assert told == {"citation_strict", "citation_permissive"}
    assert {s.reason for name, s in scores.items() if name not in told} == {"a bibliography describes no work of its own"}


def test_an_invented_work_means_review_at_its_own_place() -> None:
    report = checked([*CITED, NEMO], library(complete=True))
    assert report.verdict.decision is Decision.REVIEW
    assert found(report) == [("citation-non-retrievable", "w6")]


def test_what_no_source_covers_is_not_accepted() -> None:
    report = checked([NEMO])
    assert found(report) == [("citation-not-assessed", "w0")]
    assert [r.rule for r in report.verdict.reasons] == [
        "coverage_min",
        "limits.citation_permissive",
        "demanded",
        "citation-not-assessed",
    ]
    assert not report.verdict.unchecked


@pytest.mark.parametrize("reason", [r for r in Reason if r is not Reason.OFFLINE])
def test_with_its_source_down_a_true_list_is_unchecked_and_accuses_nothing(reason: Reason) -> None:
    report = checked(list(CITED), library(broken=reason))
    assert (report.verdict.decision, report.verdict.unchecked) == (Decision.REVIEW, True)
    assert {code for code, _ in found(report)} == {"citation-not-assessed", "source-unavailable"}


def test_a_wrong_field_is_named_by_its_place() -> None:
    wrong = {**CITED[0], "date": "1988"}
    assert ("citation-wrong-metadata", "w0.date") in found(checked([wrong, *CITED[1:]]))


def test_an_identifier_of_another_work_is_named_by_its_place() -> None:
    report = checked([{**CITED[0], "doi": CITED[1]["doi"]}, *CITED[2:]])
    (conflict,) = [f for f in report.findings if f.code == "citation-identifier-conflict"]
    assert (conflict.path, conflict.given, conflict.held) == ("w0.doi", CITED[1]["doi"], CITED[1]["title"])


def test_a_work_listed_twice_tells_where_first() -> None:
    report = checked([*CITED, CITED[2]])
    (twice,) = [f for f in report.findings if f.code == "citation-duplicate"]
    assert (twice.path, twice.held) == ("w6", "w2")


def test_a_malformed_identifier_of_a_listed_work_is_found() -> None:
    report = checked([{**CITED[0], "isbn": "9780306406158"}, *CITED[1:]])
    assert ("shape-check-digit", "w0.isbn") in found(report)


# --- a record's citations as a whole -------------------------------------------------------------------------------------


def observed(comparison: Comparison, by: str = "default") -> list[Finding]:
    report = judge(comparison, rule_set(by), TODAY, 730)
    return [f for f in report.findings if f.code.startswith("bibliography-")]


def with_profile(**changes: object) -> Comparison:
    comparison = compared(CITED)
    assert comparison.bibliography is not None
    return replace(comparison, bibliography=replace(comparison.bibliography, **changes))  # type: ignore[arg-type]


def concentrated(given: float, reference: float) -> Comparison:
    measures = (Measure("author_simpson", given - reference, given, reference),)
    evidence = Evidence("library", "2026-11-30")
    shares = (Share("Tanaka, Yuki", 3, 3), Share("Berg, Nils", 5, 1))
    return with_profile(measures=measures, authors=shares, venues=(), evidence=evidence)


def test_the_true_citations_raise_nothing() -> None:
    assert observed(compared(CITED)) == []


def test_names_that_prevail_more_than_in_the_reference_list_are_reported() -> None:
    (finding,) = observed(concentrated(0.45, 0.10))
    assert (finding.code, finding.path, finding.severity, finding.tier) == (
        "bibliography-concentrated",
        "citations",
        "warning",
        "epistemic",
    )
    assert finding.message == "two works drawn at random share an author in 45 % of cases, in the reference list in 10 %"
    assert (finding.given, finding.held) == ("Berg, Nils: 5 of 6 works", "Berg, Nils: 1 of 6 works")
    assert (finding.source, finding.as_of) == ("library", "2026-11-30")


@pytest.mark.parametrize(("by", "limit"), [("strict", 0.1), ("default", 0.2), ("lenient", 0.4)])
def test_the_margin_is_the_rules(by: str, limit: float) -> None:
    assert rule_set(by).concentration_margin == limit
    assert observed(concentrated(0.3 + limit + 0.01, 0.3), by)
    assert not observed(concentrated(0.25 + limit, 0.25), by)  # the margin itself is allowed


def test_one_author_alone_is_reported_by_the_gate_itself() -> None:
    alone: list[dict[str, object]] = [{"title": f"On eels, part {n} of the sea", "creators": ["Berg, Nils"]} for n in range(6)]
    codes = [(f.code, f.given) for f in observed(compared(alone))]
    assert codes == [("bibliography-concentrated", "Berg, Nils: 6 of 6 works")]


def test_without_a_reference_list_nobody_is_too_much() -> None:
    assert observed(with_profile(measures=(Measure("author_simpson", None, 0.9, None, "no list"),))) == []


def test_central_works_that_are_missing_are_reported_as_advice() -> None:
    works = (Standing("a", "The eel book", 0.95, 9), Standing("b", "The shelf book", 0.85, 4), Standing("c", "A note", 0.3, 3))
    (finding,) = observed(with_profile(missing=works))
    assert (finding.code, finding.severity) == ("bibliography-canonical-missing", "info")
    assert finding.message == "2 central works of the reference list are not cited"
    assert finding.held == "The eel book (cited by 9 of the others); The shelf book (cited by 4 of the others)"
    (alone,) = observed(with_profile(missing=works[:1], evidence=None))
    assert alone.message == "a central work that the works listed here cite is not cited"
    assert observed(with_profile(missing=works[2:])) == []


def test_a_record_without_citations_has_nothing_to_observe() -> None:
    profile: BibliographyProfile | None = None
    assert observed(replace(compared(CITED), bibliography=profile)) == []


# --- losing a source -----------------------------------------------------------------------------------------------------

TWISTS: tuple[dict[str, object], ...] = (
    {},
    {"date": "1901"},
    {"doi": "10.1234/5"},
    {"doi": "10.9999/nowhere"},
    {"creators": ["Nemo, A."]},
)
CITES = {f"https://doi.org/10.1234/{n}": ["doi:10.1234/5", "doi:10.9999/canon"] for n in range(5)}


@st.composite
def lists(draw: st.DrawFn) -> tuple[list[dict[str, object]], list[MemorySource]]:
    """A list with some works wrong or invented, and two libraries that know some of the works and who cites whom."""
    works = [{**c, **draw(st.sampled_from(TWISTS))} for c in draw(st.permutations(CITED))]
    works += draw(st.sampled_from([[], [NEMO], [CITED[0]]]))
    known = [draw(st.sets(st.integers(0, 5))) for _ in range(2)]
    libraries: list[MemorySource] = []
    for name, numbers in zip(("first", "second"), known, strict=True):
        cites, complete = (CITES if draw(st.booleans()) else {}), draw(st.booleans())
        libraries.append(Library(name, tuple(entities()[n] for n in sorted(numbers)), cites=cites, complete=complete))
    return works, libraries


@given(lists(), st.sampled_from([0, 1]), st.sampled_from([Reason.NETWORK, Reason.MISSING, None]))
@settings(max_examples=80, deadline=None)
def test_losing_a_source_never_accepts_a_list_and_never_accuses(
    case: tuple[list[dict[str, object]], list[MemorySource]], lost: int, reason: Reason | None
) -> None:
    """Also where a rule blocks on what only the lost source's neighbourhoods show. ``None`` takes the source away altogether."""
    works, held_by = case
    named = {kind: frozenset({"first", "second"}) for kind in Kind}
    asks = replace(rule_set(), sources=named, blocking_codes=frozenset({"bibliography-canonical-missing"}))
    bibliography = gather([record(**{"id": f"w{n}", "kind": "work", **fields}) for n, fields in enumerate(works)])

    def judged(run: list[MemorySource]) -> RecordReport:
        return judge(compare_record(bibliography, sources(*run)), asks, TODAY, 730)

    whole = judged(held_by)
    less = judged(
        [replace(s, broken=reason) if n == lost else s for n, s in enumerate(held_by) if n != lost or reason is not None]
    )
    assert not (whole.verdict.decision is Decision.REVIEW and less.verdict.decision is Decision.ACCEPT)
    accused = [{place for code, place in found(r) if code == "citation-non-retrievable"} for r in (whole, less)]
    # where a source is taken away altogether, the other may claim to be complete and not be: nobody is left to say otherwise
    assert reason is None or accused[1] <= accused[0]
