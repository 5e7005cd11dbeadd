"""How a report tells of citations as a whole, and of a list that stands for itself."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.findings import finding
from gate.model import (
    BibliographyProfile,
    CitationOutcome,
    CitationResult,
    Decade,
    Measure,
    Network,
    Profile,
    RecordReport,
    Score,
    Share,
    Standing,
    Statement,
)
from gate.report.json import to_json
from gate.report.terminal import width
from gate.report.text import to_text
from tests.report import samples
from tests.schema import complaints, validated

ANY_TEXT = st.text(st.characters(codec=None, categories=None))
PROFILE = BibliographyProfile(
    works=8,
    reference_works=20,
    outcomes=tuple((outcome, n) for n, outcome in enumerate(CitationOutcome)),
    duplicates=(("citations[7]", "citations[2]"),),
    measures=(
        Measure("author_gini", None, None, 0.1, "bibliography: one name alone cannot be unequal"),
        Measure("author_hhi", 0.9, 1.0, 0.1),
        Measure("author_simpson", 0.95, 1.0, 0.05),
        Measure("venue_simpson", None, None, None, "bibliography: fewer than 5 works that name a venue (2); reference list: too"),
        Measure("first_year", 5, 1985, 1980),
        Measure("median_year", 4, 2004.5, 2000.5),
        Measure("last_year", 0, 2010, 2010),
        Measure("price_index", 0.1, 0.35, 0.25),
        Measure("in_neighbourhood", 0.996, reason="7 in the reference list, 1 outside"),
    ),
    authors=(Share("Knuth, Donald", 8, 2), Share("Lamport, Leslie", 1, 3)),
    decades=(Decade(1980, 3, 10),),
    missing=tuple(Standing(f"doi:10.1234/{n}", f"Canon {n}", 0.9, 9 - n) for n in range(5)),
    apart=(("citations[3]", "A note on nothing"),),
    citation_network=Network(Profile((Measure("density", 0.1, 0.2, 0.1), Measure("degree_histogram_distance", 2.0)))),
    author_network=Network(reason="the reference list names first creators only"),
    evidence=samples.WORKS,
)
NEWER = finding("shape-citation-newer", "citations[4].date", given="2030", held="1953")


def record(profile: BibliographyProfile = PROFILE) -> RecordReport:
    base = samples.reviewed(findings=(*samples.FINDINGS, NEWER))
    assert base.comparison is not None
    return replace(base, comparison=replace(base.comparison, bibliography=profile))


def listed(paths: tuple[str, ...] = ("knuth1984", "nemo2019")) -> RecordReport:
    """A bibliography with a verified work and one that was not found."""
    statements = tuple(Statement("citations", f"Work {path}", path) for path in paths)
    one = replace(samples.work(), id="refs.bib", file="refs.bib", statements=statements, bibliography=True)
    outcomes = (CitationOutcome.VERIFIED, CitationOutcome.NON_RETRIEVABLE)
    results = tuple(CitationResult(p, f"Work {p}", outcomes[n > 0], node=p) for n, p in enumerate(paths))
    compared = samples.comparison(one, claims=(), omissions=(), omitted_citations=(), citations=results)
    scores = (Score("omission", None, reason="no work of its own"), Score("citation_strict", 0.5, 1, 2, 1.0, (0.1, 0.9)))
    lost = finding("citation-non-retrievable", paths[-1], given="Work", detail="nowhere")
    alone = replace(PROFILE, reference_works=0, evidence=None, duplicates=())
    return RecordReport(one, replace(compared, bibliography=alone), scores, (lost,), samples.REVIEW)


def flat(*records: RecordReport) -> str:
    return " ".join(to_text(samples.report(*records)).split())


def test_json_has_everything_and_fits_the_schema() -> None:
    made = validated(samples.report(record()))["records"][0]  # type: ignore[index]
    assert made["as"] == "record"
    whole = made["bibliography"]
    assert {key: whole[key] for key in ("works", "reference_works", "duplicates", "apart", "decades")} == {
        "works": 8,
        "reference_works": 20,
        "duplicates": [{"path": "citations[7]", "first": "citations[2]"}],
        "apart": [{"path": "citations[3]", "label": "A note on nothing"}],
        "decades": [{"start": 1980, "given": 3, "reference": 10}],
    }
    assert whole["outcomes"] == {str(outcome): n for n, outcome in enumerate(CitationOutcome)}
    assert whole["authors"][0] == {"label": "Knuth, Donald", "given": 8, "reference": 2}
    assert [w["cited_by"] for w in whole["missing"]] == [9, 8, 7, 6, 5]
    assert whole["citation_network"]["profile"]["measures"][0]["name"] == "density"
    assert whole["author_network"]["reason"] == "the reference list names first creators only"
    assert whole["source"]["source"] == "crossref-works"


def test_works_newer_than_the_citing_one_are_told_by_the_finding_of_the_shape() -> None:
    made = validated(samples.report(record()))["records"][0]  # type: ignore[index]
    assert made["bibliography"]["newer_than_citing"] == {"finding": "shape-citation-newer", "paths": ["citations[4].date"]}
    assert "newer 1 work is newer than the citing work: see shape-citation-newer" in flat(record())


def test_a_record_without_profile_has_null() -> None:
    for one in (samples.reviewed(), samples.failed()):
        made = validated(samples.report(one))["records"][0]  # type: ignore[index]
        assert (made["as"], made["bibliography"]) == ("record", None)
        assert "Bibliography" not in flat(one)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(PROFILE, reference_works=-1),
        replace(PROFILE, author_network=Network()),
        replace(PROFILE, missing=(Standing("a", "A", 1.5, 3),)),
    ],
    ids=["fewer works than none", "network without a reason", "standing over 1"],
)
def test_the_schema_finds_fault(wrong: BibliographyProfile) -> None:
    assert complaints(to_json(samples.report(record(wrong))))


def test_text_is_short_with_the_reference_list_in_brackets() -> None:
    shown = flat(record())
    for words in (
        "Bibliography; in brackets the reference list, 20 works (crossref-works of 2026-11-01)",
        "authors HHI 1 (0.1), Simpson 1 (0.05); Knuth, Donald: 8 (2)",
        "years 1985 (1980) to 2010 (2010), median 2004.5 (2000.5); 35 % (25 %) at most five years older than the work",
        "not cited Canon 0 (cited by 9 of the others); Canon 1 (cited by 8 of the others); Canon 2",
        "and 2 more",
        "apart A note on nothing",
        "neighbourhood 99 % inside: 7 in the reference list, 1 outside",
        "who cites whom density 0.2 (0.1); degree histogram distance 2",
        "undefined venues: fewer than 5 works that name a venue (2)",
        "undefined who with whom: the reference list names first creators only",
    ):
        assert words in shown, words
    assert "Lamport" not in shown  # one work only


def test_a_list_that_stands_for_itself_is_told_as_such() -> None:
    shown = to_text(samples.report(listed()))
    assert shown.startswith("REVIEW  refs.bib\n        bibliography of 2 works, refs.bib\n")
    assert "\nWorks   2\n  verified             1: knuth1984\n  non retrievable      1: nemo2019\n" in shown
    assert "Bibliography; no reference list is known\n" in shown
    assert "  citation strict  0.50" in shown
    for silent in ("About", "omission", "neighbourhood", "Cited ", "skipped"):
        assert silent not in shown
    made = validated(samples.report(listed()))["records"][0]  # type: ignore[index]
    assert (made["as"], made["bibliography"]["source"]) == ("bibliography", None)
    assert [s["name"] for s in made["scores"]] == ["omission", "citation_strict"]


def test_the_problem_works_are_told_in_full_and_once() -> None:
    shown = to_text(samples.report(listed()))
    assert "violation  citation-non-retrievable (identity) at nemo2019" in shown
    assert "Citations with a problem" not in shown


@given(ANY_TEXT, st.integers(40, 120))
@settings(max_examples=40, deadline=None)
def test_no_name_breaks_the_output(name: str, columns: int) -> None:
    profile = replace(PROFILE, authors=(Share(name, 8, 2),), apart=((name, name),), author_network=Network(reason=name or "-"))
    report = samples.report(record(profile), listed(("a", name or "b")))
    validated(report)
    shown = to_text(report, columns)
    assert all(width(line) <= columns for line in shown.splitlines())
    steering = {unicodedata.category(char) for char in shown if char not in "\n\u200c\u200d"}
    assert not steering & {"Cc", "Cf", "Cs", "Zl", "Zp"}
