"""What a cataloguer reads."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.findings import finding
from gate.model import (
    AnchorState,
    CitationOutcome,
    CitationResult,
    Finding,
    RecordReport,
    ReviewReason,
    Score,
    Statement,
    Unreadable,
)
from gate.report.terminal import width
from gate.report.text import to_text
from tests.report import samples

ANY_TEXT = st.text(st.characters(codec=None, categories=None))


def text(*records: RecordReport, **changes: object) -> str:
    return to_text(samples.report(*records, **changes))  # type: ignore[arg-type]


def flat(shown: str) -> str:
    """Without the line breaks that depend on the width."""
    return " ".join(shown.split())


def test_verdict_and_worst_finding_lead() -> None:
    first, second, third, *_ = text(samples.reviewed()).splitlines()
    assert first == "REVIEW  Molecular structure of nucleic acids"
    assert second.strip() == "work 10.1038/171737a0, record 1 of examples/work.json"
    assert third.startswith("worst   citation-wrong-metadata at citations[0]: crossref-works holds")


def test_every_score_stands_with_what_it_rests_on() -> None:
    shown = flat(text(samples.reviewed()))
    assert "fabrication permissive 0.25 (3 of 12; 95 % 0.09-0.53; coverage 100 %)" in shown
    assert "fabrication strict 0.00 (0 of 9; 95 % 0.00-0.30; coverage 99 %)" in shown  # 99.6 % is not all
    assert "divergence undefined: 2 shared nodes, 5 are needed" in shown
    assert "skipped, for their measure is undefined: divergence.max" in shown


def test_every_finding_stands_with_code_path_values_source_date_and_what_to_do() -> None:
    shown = flat(text(samples.reviewed()))
    for one in samples.FINDINGS:
        for part in (one.code, one.path, one.given, one.held, one.source, one.as_of, one.url, one.advice, one.message):
            assert part in shown, part


def test_findings_stand_by_severity_then_tier_then_path() -> None:
    shown = text(samples.reviewed())
    heads = [line.split()[:2] for line in shown.splitlines() if line.startswith(("  violation", "  warning", "  info"))]
    assert heads == [
        ["violation", "citation-wrong-metadata"],
        ["violation", "creator-contradicted"],
        ["warning", "value-not-assessed"],
        ["info", "fact-omitted"],
        ["info", "field-ignored"],
    ]
    assert shown.index("concepts[9]") < shown.index("concepts[10]")


def test_every_reason_for_review_is_listed() -> None:
    shown = flat(text(samples.reviewed()))
    for reason in samples.REVIEW.reasons:
        assert f"- {reason.text} [{reason.rule}]" in shown


def test_reasons_that_are_findings_share_a_line_a_code() -> None:
    reasons = tuple(ReviewReason("value-fabricated", f"value-fabricated at nouns[{n}]: ...") for n in range(4))
    one = ReviewReason("record-not-checked", "record-not-checked: ...", unchecked=True)
    shown = text(replace(samples.reviewed(), verdict=replace(samples.REVIEW, reasons=(*reasons, one))))
    assert "\n  - 4 findings: Value is in no source [value-fabricated]\n" in shown
    assert "\n  - Record could not be checked [record-not-checked; could not be checked]\n" in shown


def test_values_of_one_path_share_their_line() -> None:
    omitted = tuple(finding("fact-omitted", "nouns", held=word, source="thesaurus") for word in ("entity", "essence", "fact"))
    other = finding("fact-omitted", "verbs", held="exist", source="thesaurus")
    shown = text(samples.reviewed(findings=(*omitted, other)))
    assert "\n    nouns  entity; essence; fact\n    verbs  exist\n    source  thesaurus\n" in shown


def test_a_work_known_from_reference_lists_alone_is_no_problem() -> None:
    record = samples.accepted()
    assert record.comparison is not None
    cited = CitationResult("citations[0]", "Kertesz 2010", CitationOutcome.VERIFIED, frozenset({"as_deposited"}))
    shown = text(replace(record, comparison=replace(record.comparison, citations=(cited,))))
    assert "Cited   1: 1 verified; among them 1 as deposited\n" in shown
    assert "Citations with a problem" not in shown


def test_what_could_not_be_checked_is_said_in_words() -> None:
    shown = flat(text(samples.failed()))
    assert "not all of it could be checked" in shown
    assert "[checked; could not be checked]" in shown


def test_citations_are_counted_and_the_problem_ones_told_in_full() -> None:
    shown = flat(text(samples.reviewed()))
    assert "Cited 3: 1 non retrievable, 1 verified, 1 wrong metadata; among them 1 corrected, 1 title only" in shown
    assert "differs citations[0].date: given '1954', held '1953-02'; another year" in shown
    assert "citations[1]: non retrievable given Smith 2021 Imagined helices asked crossref-works of 2026-11-01;" in shown
    assert "pubmed (unreachable, timeout)" in shown
    assert "Missing citations: 1 that the source has - Franklin 1953" in shown
    assert "Chargaff" not in shown  # verified, and so no trouble


def test_a_citation_told_by_a_finding_is_not_told_twice() -> None:
    assert text(samples.reviewed()).count("Pauling 1953") == 0
    without = replace(samples.reviewed(), findings=())
    assert text(without).count("Pauling 1953") == 1


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (AnchorState.AMBIGUOUS, "About not clear: several things fit: two works of one title - Molecular structure"),
        (AnchorState.ABSENT, "About nothing like this is held"),
        (AnchorState.NOT_ASSESSED, "About not looked up"),
    ],
)
def test_a_record_without_anchor_says_so_and_who_was_asked(state: AnchorState, words: str) -> None:
    shown = flat(text(samples.unanchored(state)))
    assert words in shown
    assert "asked crossref-works (unreachable, damaged)" in shown
    assert "but doi is the identifier of Molecular structure of nucleic acids" in shown


def test_an_accepted_record_is_short() -> None:
    shown = text(samples.accepted())
    assert shown.startswith("ACCEPT  Molecular structure of nucleic acids\n")
    assert "worst   no findings" in shown
    assert "Why review" not in shown
    assert len(shown.splitlines()) < 20


def test_sources_with_dates_rules_and_counts_close_the_report() -> None:
    *_, sources, made_by, counts = text(samples.accepted()).splitlines()
    assert sources == "Sources    crossref-works of 2026-11-01; philosophers of 2026-10-12"
    assert made_by == "Made by    gate 0.1.0, rules default abababababab, offline"
    assert counts == "1 accepted, 0 review, 0 unreadable, 0 unchecked"


def test_several_records_have_a_line_each_and_only_those_under_review_follow() -> None:
    shown = to_text(samples.batch())
    assert shown.startswith("REVIEW  8 records: 1 accepted, 5 review, 2 unreadable, 1 unchecked\nworst   ")
    assert shown.count("ACCEPT  ") == 1
    assert shown.splitlines().count("REVIEW  10.1038/171737a0: Molecular structure of nucleic acids") == 5
    assert "UNREADABLE  batch.jsonl, record 3 (x3), byte 120: not JSON: expected a value" in shown
    assert "UNREADABLE  empty.mrc, record 1: the file is empty" in shown
    assert "no answer  pubmed (unreachable, timeout)" in shown
    assert "spearman degree  undefined: 2 shared nodes, 5 are needed" in shown
    assert shown.endswith("\n1 accepted, 5 review, 2 unreadable, 1 unchecked\n")


def test_the_worst_of_a_batch_names_its_record() -> None:
    other = samples.reviewed(samples.work(id="rec-2"), (finding("anchor-absent", "", detail="work"),))
    shown = flat(text(samples.reviewed(samples.work(id="rec-1"), samples.FINDINGS[:2]), other))
    assert f"worst anchor-absent of rec-2: {other.findings[0].message}" in shown


def test_all_accepted_and_nothing_at_all() -> None:
    assert text(samples.accepted(), samples.accepted()).startswith("ACCEPT  all 2 records accepted\n")
    assert text().startswith("NOTHING CHECKED: there was no record in the input\n")
    assert text(unreadable=samples.UNREADABLE).startswith("UNREADABLE  2 records: 0 accepted, 0 review, 2 unreadable")


def test_an_accept_that_was_not_checked_is_shown_as_review() -> None:
    lying = replace(samples.accepted(), verdict=replace(samples.ACCEPT, reasons=samples.UNCHECKED.reasons))
    assert text(lying).startswith("REVIEW  ")


def test_ten_thousand_citations_take_a_line_each() -> None:
    many = [finding("citation-not-assessed", f"citations[{n}]", given=f"Author {n}", detail="no snapshot") for n in range(10_000)]
    results = tuple(CitationResult(f.path, f.given, CitationOutcome.NOT_ASSESSED) for f in many)
    record = samples.reviewed(findings=tuple(many))
    assert record.comparison is not None
    shown = text(replace(record, comparison=replace(record.comparison, citations=results)))
    assert len(shown.splitlines()) < 10_100
    assert "\n    citations[9999]  Author 9999\n" in shown


def test_a_long_value_is_shortened_in_the_middle() -> None:
    long = "begin " + "x" * 5_000 + " end"
    shown = text(samples.reviewed(findings=(finding("value-contradicted", "title", given=long, held="short"),)))
    given_lines = shown.split("given ")[1].split("held ")[0]
    assert "begin" in given_lines
    assert " ... " in given_lines
    assert given_lines.rstrip().endswith("end")
    assert len(given_lines) < 300


def hostile_report(value: str) -> RecordReport:
    record = samples.work(value, id=value or "#1", file=value)
    made: Finding = finding(
        "value-contradicted", value, given=value, held=value, source=value, as_of=value, url=value, detail=value
    )
    known = samples.reviewed(record, (made, replace(made, path=value + "2")))
    assert known.comparison is not None
    omitted = replace(known.comparison.omitted_citations[0], fact=Statement("citations", value))
    return replace(known, comparison=replace(known.comparison, omitted_citations=(omitted,)))


@given(ANY_TEXT, st.integers(40, 120))
def test_no_value_steers_the_terminal_or_breaks_the_lines(value: str, columns: int) -> None:
    report = samples.report(hostile_report(value), unreadable=(Unreadable(value, value, 1, value),))
    shown = to_text(report, columns)
    assert shown.encode("utf-8")
    for line in shown.splitlines():
        assert line.isprintable() or not any(c < " " or "\x7f" <= c < "\xa0" or c in "\u202e\u2066" for c in line)
        assert width(line) <= columns


def test_colour_changes_nothing_but_colour() -> None:
    import re

    plain, coloured = to_text(samples.batch()), to_text(samples.batch(), colour=True)
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9]*m", "", coloured) == plain
    assert "\x1b[33mREVIEW\x1b[0m" in coloured


@pytest.mark.parametrize("columns", [1, 40, 80, 200])
def test_lines_fit_the_width(columns: int) -> None:
    assert max(width(line) for line in to_text(samples.batch(), columns).splitlines()) <= max(columns, 40)


def test_a_score_with_nothing_counted_prints_its_value_alone() -> None:
    shown = flat(text(replace(samples.accepted(), scores=(Score("divergence", 0.125),))))
    assert "divergence 0.12 " in shown
    assert "0 of 0" not in shown
