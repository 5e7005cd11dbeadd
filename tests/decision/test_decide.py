"""The decision: every condition for accept, and every reason against it."""

from dataclasses import replace
from datetime import date

import pytest

from gate.comparison import compare_record
from gate.decision import judge, rules
from gate.decision.ruleset import RuleSet
from gate.model import Decision, Kind, Reason, RecordReport, Role
from tests.sources import MemorySource, sources
from tests.things import concept, held, person, record, work

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def default() -> RuleSet:
    found = rules.load("default")
    return replace(found, sources={kind: frozenset({"reference"}) for kind in Kind})


def report(fields: dict[str, object], rule_set: RuleSet, *held_by: MemorySource) -> RecordReport:
    return judge(compare_record(record(**fields), sources(*held_by)), rule_set, TODAY, 730)


def reasons(found: RecordReport) -> set[str]:
    return {r.rule for r in found.verdict.reasons}


@pytest.mark.parametrize("fields", [work(), person(), concept()])
def test_a_true_record_is_accepted(fields: dict[str, object], default: RuleSet) -> None:
    found = report(fields, default, MemorySource("reference", (held(**fields),)))
    assert (found.verdict.decision, found.verdict.reasons) == (Decision.ACCEPT, ())


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        (person(death="1889-10-30"), "date-contradicted", "death"),
        (work(creators=["Petrov, Ivan", "Moreau, Paul"]), "creator-contradicted", "creators[0]"),
        (work(creators=["Moreau, Paul", "Lindqvist, Astrid"]), "creator-first-differs", "creators[0]"),
        (work(doi="10.1234/invented"), "identifier-contradicted", "doi"),
        (work(container="Annals of Botany"), "value-contradicted", "container"),
    ],
)
def test_what_is_wrong_is_found_at_its_place(fields: dict[str, object], code: str, path: str, default: RuleSet) -> None:
    true = work() if fields["kind"] == "work" else person()
    found = report(fields, default, MemorySource("reference", (held(**true),)))
    assert found.verdict.decision is Decision.REVIEW
    assert (code, path) in {(f.code, f.path) for f in found.findings}
    wrong = next(f for f in found.findings if (f.code, f.path) == (code, path))
    assert wrong.given
    assert wrong.held
    assert (wrong.source, wrong.as_of) == ("reference", "2026-11-30")
    assert wrong.advice


def test_an_unanchored_record_is_reviewed(default: RuleSet) -> None:
    found = report(work(title="Nobody wrote this", doi=None, creators=["Nemo, A."]), default, MemorySource("reference", ()))
    assert "anchor_required" in reasons(found)
    assert not found.verdict.unchecked


def test_too_little_coverage_is_reviewed(default: RuleSet) -> None:
    sparse = held(kind="agent", name="Ludmila Farrow", birth="1811-03-02", death="1879-10-30")
    rule_set = replace(default, required_supported={})
    assert "coverage_min" in reasons(report(person(), rule_set, MemorySource("reference", (sparse,))))


def test_a_required_claim_that_is_only_silent_is_reviewed(default: RuleSet) -> None:
    found = report(person(), default, MemorySource("reference", (held(**person(death=None)),)))
    assert "required_supported" in reasons(found)


def test_a_required_property_that_is_missing_is_reviewed(default: RuleSet) -> None:
    rule_set = replace(default, required_present={Kind.AGENT: frozenset({"death"})})
    assert "required_present" in reasons(report(person(death=None), rule_set, MemorySource("reference", (held(**person()),))))


def test_a_limit_that_is_passed_is_named_with_both_numbers(default: RuleSet) -> None:
    found = report(work(citations=["Nemo, A. (1999). Imaginary tides."]), default, MemorySource("reference", (held(**work()),)))
    text = next(r.text for r in found.verdict.reasons if r.rule == "limits.citation_permissive")
    assert "1.00" in text
    assert "0.20" in text


def test_an_undefined_score_is_skipped_and_listed_unless_demanded(default: RuleSet) -> None:
    found = report(person(), default, MemorySource("reference", (held(**person()),)))
    assert "limits.citation_strict" in found.verdict.skipped
    demanding = replace(default, demanded=frozenset({"citation_strict"}))
    assert "demanded" in reasons(report(person(), demanding, MemorySource("reference", (held(**person()),))))


@pytest.mark.parametrize("reason", list(Reason))
def test_a_source_that_should_have_answered_makes_it_unchecked(reason: Reason, default: RuleSet) -> None:
    found = report(person(), default, MemorySource("reference", (held(**person()),), broken=reason))
    assert found.verdict.decision is Decision.REVIEW
    assert found.verdict.unchecked


def test_a_source_that_is_not_there_at_all_makes_it_unchecked(default: RuleSet) -> None:
    found = report(person(), default, MemorySource("another", (held(**person()),)))
    assert found.verdict.unchecked


def test_all_reasons_are_listed_not_only_the_first(default: RuleSet) -> None:
    draft = person(death="1801", birth="1700", influenced_by=["Greta Olsen"])
    found = report(draft, default, MemorySource("reference", (held(**person()),)))
    assert {"required_supported", "limits.fabrication_strict", "date-contradicted"} <= reasons(found)


def test_retracted_works_are_reviewed(default: RuleSet) -> None:
    retracted = replace(held(**work()), flags=frozenset({"retracted"}))
    found = report(work(), default, MemorySource("reference", (retracted,)))
    assert "work-retracted" in reasons(found)


def test_rules_change_severity_and_so_the_decision(default: RuleSet) -> None:
    draft = work(creators=["Moreau, Paul", "Lindqvist, Astrid"])
    tolerant = replace(default, tolerated_codes=frozenset({"creator-first-differs"}))
    assert report(draft, tolerant, MemorySource("reference", (held(**work()),))).verdict.decision is Decision.ACCEPT


def test_oracle_findings_inform_and_do_not_block(default: RuleSet) -> None:
    oracle = MemorySource("oracle", (held(**concept(nouns=["slowness", "snail's pace"])),), role=Role.ORACLE)
    reference = MemorySource("reference", (held("nouns", **concept()),))
    found = report(concept(nouns=["slowness", "languor", "drawl", "creeping", "snail's pace"]), default, reference, oracle)
    assert ("value-extra", "nouns[4]") in {(f.code, f.path) for f in found.findings}
    assert found.verdict.decision is Decision.ACCEPT


def test_a_value_that_a_complete_list_lacks_is_reviewed_also_without_a_second_source(default: RuleSet) -> None:
    reference = MemorySource("reference", (held("nouns", **concept()),))
    found = report(concept(nouns=["slowness", "languor", "drawl", "creeping", "quantum inertia"]), default, reference)
    assert ("value-not-listed", "nouns[4]") in {(f.code, f.path) for f in found.findings}
    assert found.verdict.decision is Decision.REVIEW
    assert not found.verdict.unchecked
