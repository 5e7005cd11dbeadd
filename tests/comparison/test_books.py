"""Books beside a library's catalogue: a true one is accepted, one with an error reviewed, with code, place and suggestion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from gate import checking
from gate.decision import rules
from gate.decision.ruleset import RuleSet
from gate.model import AnchorState, Decision, Finding, Kind, Outcome, Reason, Record, RecordReport
from gate.properties import REPRINT_OF
from gate.records import read_bytes
from gate.references.http import Http
from gate.references.live import live_sources
from gate.references.sources import Sources
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities.server import Authority
from tests.authorities.sru import Catalogue, Marc, sru_routes

ISBN, OTHER_ISBN, THIRD_ISBN = "9780306406157", "9783161484100", "9780201633610"
HARBOURS = "Harbours of the quiet coast"
Check = Callable[..., RecordReport]


@cache
def rule_set() -> RuleSet:
    """The default rules without the shipped snapshot, which is not among the sources here."""
    return replace(rules.load("default"), sources={kind: frozenset() for kind in Kind})


def marc(
    number: str = "r1",
    title: str | dict[str, str] = HARBOURS,
    isbn: str = "",
    year: str = "1990",
    creator: str = "Hansen, Ole",
    extra: Sequence[tuple[str, dict[str, str]]] = (),
    coded: str = "",
    leader: str = "00000nam a2200000 i 4500",
) -> Marc:
    """A record of a book; ``extra`` fields as (tag and indicators, subfields)."""
    fields = [("020  ", {"a": isbn})] if isbn else []
    fields += [("1001 ", {"a": creator})] if creator else []
    fields.append(("24510", title if isinstance(title, dict) else {"a": title}))
    fields += [("264 1", {"a": "Oslo :", "b": "Harbour Press,", "c": f"{year}."}), *extra]
    return Marc(number, fields, leader, coded or f"900101s{year}    no            000 0 eng d")


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Check a record against a catalogue that holds these."""

    def checked(record: Marc, *held: Marc, manners: Catalogue | None = None, fault: str = "") -> RecordReport:
        with Authority(sru_routes(*held, manners=manners)) as it:
            if fault:
                it.fault(fault)
            one = SourceSettings("ours", it.url, 1000.0, 8, protocol="sru")
            settings = Settings(cache_folder=str(tmp_path / f"{it.url[-5:]}"), sources=(one,), max_attempts=1)
            (read,) = read_bytes(record.xml().encode(), "book.xml", format="marcxml", settings=settings)
            assert isinstance(read, Record)
            with Http(settings) as http:
                sources = Sources(live_sources(http, settings, ("ours",)), http)
                report = checking.check(
                    [read], rules=rule_set(), sources=sources, settings=settings, offline=False, today=date(2026, 11, 30)
                )
        return report.records[0]

    return checked


def codes(report: RecordReport) -> list[tuple[str, str]]:
    """Code and place of every finding that is more than a note."""
    return [(f.code, f.path) for f in report.findings if f.severity != "info"]


def only(report: RecordReport, code: str) -> Finding:
    (found,) = (f for f in report.findings if f.code == code)
    return found


def outcome(report: RecordReport, name: str) -> Outcome:
    """What came of the only claim of a property."""
    assert report.comparison is not None
    (found,) = (c.outcome for c in report.comparison.claims if c.claim.property == name)
    return found


SUBJECTS = [("650 0", {"a": "Harbors", "z": "Norway"}), ("7001 ", {"a": "Berg, Nils", "e": "illustrator", "4": "ill"})]
TRUE = marc("b1", {"a": f"{HARBOURS} :", "b": "a guide /", "c": "Ole Hansen."}, f"{ISBN} (pbk.)", extra=SUBJECTS)
ANOTHER = marc("b2", "Winter light", OTHER_ISBN, "1998", "Berg, Nils")


@pytest.mark.parametrize("schema_only", ["marcxml", "mods", "dc"])
def test_a_true_book_is_accepted_whatever_the_catalogue_sends(check: Check, schema_only: str) -> None:
    record = TRUE if schema_only == "marcxml" else marc("b1", HARBOURS, ISBN)
    manners = Catalogue(schemas={schema_only: schema_only}, packing="string")
    report = check(record, TRUE if schema_only == "marcxml" else record, ANOTHER, manners=manners)
    assert report.verdict.decision is Decision.ACCEPT, report.findings
    assert codes(report) == []


def test_the_isbn_of_another_book_is_a_conflict_with_its_place_and_the_right_number(check: Check) -> None:
    report = check(replace(TRUE, fields=[("020  ", {"a": OTHER_ISBN}), *TRUE.fields[1:]]), TRUE, ANOTHER)
    assert report.verdict.decision is Decision.REVIEW
    assert codes(report) == [("identifier-conflict", "020$a")]
    found = only(report, "identifier-conflict")
    assert (found.given, found.held, found.source) == (OTHER_ISBN, "Winter light", "ours")
    assert found.message.endswith(f"not of what the record describes, which has {ISBN}")


def test_with_nothing_but_the_isbn_of_another_book_it_is_a_conflict_without_a_suggestion(check: Check) -> None:
    report = check(marc("r1", HARBOURS, OTHER_ISBN), ANOTHER)
    assert report.verdict.decision is Decision.REVIEW
    assert only(report, "identifier-conflict").message.endswith("not of what the record describes")


def test_what_was_asked_by_its_number_alone_is_not_said_to_be_held_nowhere(check: Check) -> None:
    part = marc(
        "r1", "Tides that never were", THIRD_ISBN, extra=[("773  ", {"t": "Papers on tides"})], leader="00000naa a2200000 i 4500"
    )
    report = check(part, TRUE)
    assert report.verdict.decision is Decision.REVIEW
    assert report.comparison is not None
    assert report.comparison.anchor.state is AnchorState.NOT_ASSESSED
    assert "no source here was searched for the title" in report.comparison.anchor.reason
    assert "not what stands in them" in report.comparison.anchor.reason


def test_a_book_that_no_catalogue_holds_is_reviewed(check: Check) -> None:
    report = check(marc("r1", "Tides that never were", THIRD_ISBN), TRUE, ANOTHER)
    assert report.verdict.decision is Decision.REVIEW
    assert [f.code for f in report.findings if f.severity == "violation"] == ["anchor-absent"]


@pytest.mark.parametrize("fault", ["503", "html", "truncated", "429_3600", "empty", "reset", "403"])
def test_no_fault_of_the_catalogue_accuses_or_accepts(check: Check, fault: str) -> None:
    report = check(TRUE, TRUE, ANOTHER, fault=fault)
    assert report.verdict.decision is Decision.REVIEW
    assert report.verdict.unchecked
    assert report.comparison is not None
    assert report.comparison.anchor.state is AnchorState.NOT_ASSESSED
    assert {c.outcome for c in report.comparison.claims} == {Outcome.NOT_ASSESSED}


def test_a_query_that_the_catalogue_does_not_understand_is_not_a_book_that_it_lacks(check: Check) -> None:
    report = check(TRUE, TRUE, manners=Catalogue(refuses=(10, "Query syntax error")))
    assert report.verdict.unchecked
    assert report.comparison is not None
    assert "Query syntax error" in report.comparison.anchor.reason
    assert str(Reason.BAD_REQUEST) in report.comparison.anchor.reason


# --- edition against work --------------------------------------------------------------------------------------------------


def unconfirmed(report: RecordReport) -> dict[str, str]:
    """Why what is not confirmed is not, by place."""
    return {f.path: f.message.partition("no source confirms this: ")[2] for f in report.findings if f.code == "value-unconfirmed"}


def published(publisher: str, year: str, *extra: tuple[str, dict[str, str]]) -> Marc:
    book = marc(year=year, extra=extra)
    imprint = ("264 1", {"a": "Bergen :", "b": f"{publisher},", "c": f"{year}."})
    return replace(book, fields=[imprint if tag == "264 1" else (tag, subfields) for tag, subfields in book.fields])


@pytest.mark.parametrize(
    ("given", "held"),
    [
        (marc(isbn=OTHER_ISBN, year="2005"), marc("a", isbn=ISBN)),
        (marc(year="2005", extra=[("250  ", {"a": "2nd ed."})]), marc("a", extra=[("250  ", {"a": "1st ed."})])),
        (marc(year="2005", isbn=OTHER_ISBN, extra=[("250  ", {"a": "Reprint"})]), marc("a", isbn=ISBN)),
        (
            marc(
                title="Die Häfen der stillen Küste",
                isbn=OTHER_ISBN,
                year="1999",
                coded="900101s1999    gw            000 0 ger d",
                extra=[("24010", {"a": HARBOURS}), ("0411 ", {"a": "ger", "h": "eng"})],
            ),
            marc("a", isbn=ISBN),
        ),
        (marc(year="2005", isbn=ISBN, coded="900101r20051990    no            000 0 eng d"), marc("a", isbn=ISBN)),
        (marc(year="2005", extra=[("250  ", {"a": "2nd ed."})]), marc("a")),
        (published("Quay Books", "2005"), marc("a")),
    ],
    ids=[
        "other ISBN",
        "other edition statement",
        "reprint",
        "translation",
        "reprint by its code, with the ISBN of the original",
        "second edition beside a record that states none",
        "another publisher in another year",
    ],
)
def test_a_right_work_in_another_edition_is_not_contradicted_and_not_waved_through(check: Check, given: Marc, held: Marc) -> None:
    report = check(given, held)
    assert report.verdict.decision is Decision.REVIEW
    assert report.comparison is not None
    assert report.comparison.anchor.state is AnchorState.ANCHORED
    assert outcome(report, "title") is Outcome.SUPPORTED
    assert outcome(report, "date") is Outcome.SILENT
    assert unconfirmed(report)["264$c"] == "the source holds another edition: 1990"
    assert not [f for f in report.findings if f.severity == "violation"]
    assert not [f for f in report.findings if f.code == "fact-omitted"]


@pytest.mark.parametrize(
    ("given", "held"),
    [
        (marc(isbn=ISBN, year="2005"), marc("a", isbn=ISBN)),  # one ISBN is one edition
        (marc(year="2005"), marc("a", isbn=ISBN)),  # nothing says that another edition is meant
        (marc(year="2005", extra=[("250  ", {"a": "2. ed."})]), marc("a", extra=[("250  ", {"a": "2nd edition"})])),
        (marc(year="2005", extra=[("250  ", {"a": "First edition"})]), marc("a")),  # the first is what most do not state
    ],
)
def test_a_wrong_year_of_the_same_edition_is_contradicted(check: Check, given: Marc, held: Marc) -> None:
    report = check(given, held)
    assert [found for found in codes(report) if found[0] != "value-unconfirmed"] == [("date-contradicted", "264$c")]


def test_where_the_edition_is_held_too_it_decides(check: Check) -> None:
    held = (marc("a", isbn=ISBN), marc("b", isbn=OTHER_ISBN, year="2005"))
    assert check(marc(isbn=OTHER_ISBN, year="2005"), *held).verdict.decision is Decision.ACCEPT
    assert codes(check(marc(isbn=OTHER_ISBN, year="1997"), *held)) == [("date-contradicted", "264$c")]


VOLUME_1 = {"a": "Collected works.", "n": "Volume 1,", "p": "Poems"}
VOLUME_2 = {"a": "Collected works.", "n": "Volume 2,", "p": "Novels"}


@pytest.mark.parametrize("held", ["Collected works", VOLUME_1])
def test_the_isbn_of_a_set_or_of_another_volume_is_no_wrong_title(check: Check, held: str | dict[str, str]) -> None:
    report = check(marc(title=VOLUME_2, isbn=ISBN), marc("a", held, ISBN))
    assert report.verdict.decision is Decision.REVIEW
    assert outcome(report, "title") is Outcome.SILENT
    assert "the set, or another volume of it" in unconfirmed(report)["245$a"]
    assert not [f for f in report.findings if f.severity == "violation"]


def test_a_volume_under_its_own_title_is_not_another_book_than_under_that_of_the_set(check: Check) -> None:
    report = check(marc(title="Novels", isbn=ISBN), marc("a", VOLUME_2, ISBN))
    assert report.verdict.decision is Decision.REVIEW
    assert not [f for f in report.findings if f.severity == "violation"], codes(report)


def test_where_set_and_volume_bear_one_isbn_the_volume_is_meant(check: Check) -> None:
    report = check(marc(title=VOLUME_2, isbn=ISBN), marc("a", "Collected works", ISBN), marc("b", VOLUME_2, ISBN))
    assert report.verdict.decision is Decision.ACCEPT, codes(report)


@pytest.mark.parametrize(
    ("given", "held", "expected"),
    [
        ([("7102 ", {"a": "Harbour Museum"})], [("7001 ", {"a": "Berg, Nils"})], []),  # catalogues differ in the bodies they name
        ([("7001 ", {"a": "Lund, Per"})], [("7001 ", {"a": "Berg, Nils"})], [("creator-contradicted", "700$a")]),
    ],
    ids=["a body beside a person", "a person beside another"],
)
def test_a_name_is_contradicted_only_by_one_of_its_kind(
    check: Check,
    given: list[tuple[str, dict[str, str]]],
    held: list[tuple[str, dict[str, str]]],
    expected: list[tuple[str, str]],
) -> None:
    report = check(marc(isbn=ISBN, extra=given), marc("a", isbn=ISBN, extra=held))
    assert [found for found in codes(report) if found[0] != "value-unconfirmed"] == expected


def test_a_reprint_that_gives_the_date_of_the_original_in_words_has_both() -> None:
    book = marc(year="1990", coded="900101r20051990    no            000 0 eng d")
    (read,) = read_bytes(book.xml().encode(), "book.xml", format="marcxml", settings=Settings())
    assert isinstance(read, Record)
    (stated,) = read.all("date")
    assert (stated.value, stated.forms, stated.part(REPRINT_OF)) == ("1990", ("2005",), "1990")


# --- other numbers ---------------------------------------------------------------------------------------------------------


def test_a_control_number_of_another_book_is_a_conflict(check: Check) -> None:
    lccn = [("010  ", {"a": "   90123456 "})]
    report = check(marc(extra=lccn), marc("a"), marc("b", "Winter light", creator="Berg, Nils", extra=lccn))
    assert codes(report) == [("identifier-conflict", "010$a")]


def test_libraries_number_their_own_records_of_one_book(check: Check) -> None:
    given = marc(extra=[("010  ", {"a": "   90123456 "}), ("035  ", {"a": "(OCoLC)12345"})])
    held = marc("a", extra=[("010  ", {"a": "   90123456 "}), ("035  ", {"a": "(OCoLC)99999"})])
    report = check(given, held)
    assert report.verdict.decision is Decision.ACCEPT
    assert codes(report) == [("value-unconfirmed", "035$a")]


def test_a_serial_is_anchored_by_its_issn_and_an_article_is_not(check: Check) -> None:
    coded, leader = "900101c19809999no ar        0   a0eng c", "00000nas a2200000 i 4500"
    issn = [("022  ", {"a": "0378-5955"})]
    serial = marc("a", "Journal of harbours", "", "1980", "", issn, coded, leader)
    report = check(serial, serial)
    assert report.verdict.decision is Decision.ACCEPT, codes(report)
    assert report.comparison is not None
    assert report.comparison.anchor.same[0].level == "same identifier (issn)"
    conflict = check(marc("r", "Annals of winter light", "", "1980", "", issn, coded, leader), serial)
    assert ("identifier-conflict", "022$a") in codes(conflict)


# --- class numbers ---------------------------------------------------------------------------------------------------------


def classed(number: str, *fields: tuple[str, dict[str, str]]) -> Marc:
    return marc(number, isbn=ISBN, extra=fields)


def test_a_class_number_of_a_wrong_form_is_reviewed_with_its_place_and_a_local_one_is_not_looked_at(check: Check) -> None:
    report = check(classed("r", ("082 4", {"a": "81.3", "2": "23"}), ("092  ", {"a": "x-9"})), classed("a"))
    assert report.verdict.decision is Decision.REVIEW
    assert codes(report) == [("classification-form", "082$a")]
    assert "Dewey" in only(report, "classification-form").message


def test_other_libraries_class_the_work_otherwise_and_that_is_no_error(check: Check) -> None:
    held = classed(
        "a", ("082 0", {"a": "387.1/09"}), ("05000", {"a": "HE557", "b": ".H3"}), ("084  ", {"a": "ZO 4650", "2": "rvk"})
    )
    given = classed("r", ("08204", {"a": "387"}), ("050 4", {"a": "HE557.N8"}), ("084  ", {"a": "ZO 4660", "2": "rvk"}))
    report = check(given, held)
    assert report.verdict.decision is Decision.ACCEPT, codes(report)
    remarks = [(f.path, f.held, f.message.partition(": ")[2]) for f in report.findings if f.code == "classification-elsewhere"]
    assert remarks == [("082$a", "387.1/09", "a narrower class"), ("084$a", "ZO 4650", "another class")]


def test_class_numbers_are_no_claims_that_coverage_counts(check: Check) -> None:
    given = classed("r", *(("084  ", {"a": f"{n}", "2": "local"}) for n in range(20)))
    assert check(given, classed("a")).verdict.decision is Decision.ACCEPT


# --- national bibliographies -----------------------------------------------------------------------------------------------


def test_a_national_bibliography_number_anchors_and_that_of_another_agency_contradicts_nothing(check: Check) -> None:
    number = [("0167 ", {"a": "105225165X", "2": "DE-101"})]
    held = marc("a", extra=number)
    report = check(marc(extra=number), held)
    assert report.comparison is not None
    assert report.comparison.anchor.same[0].level == "same identifier (nbn)"
    other = check(marc(extra=[("015  ", {"a": "GB8102507", "2": "bnb"})]), held)
    assert codes(other) == [("value-unconfirmed", "015$a")]
    another = marc("b", "Winter light", creator="Berg, Nils", extra=[("0167 ", {"a": "999", "2": "DE-101"})])
    conflict = check(marc(extra=[("0167 ", {"a": "999", "2": "DE-101"})]), held, another)
    assert codes(conflict) == [("identifier-conflict", "016$a")]
