"""For every fault of every service about works: nothing is accused, nothing is accepted that was not, the run ends in time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from gate import checking
from gate.decision import rules
from gate.decision.ruleset import RuleSet
from gate.model import CitationOutcome, Decision, Kind, Outcome, Reason, Report
from tests.authorities import MISBEHAVIOURS
from tests.authorities.crossref import item
from tests.authorities.datacite import dataset
from tests.authorities.library import NAMES, Library, library
from tests.authorities.pubmed import Article
from tests.things import record

pytestmark = pytest.mark.alone  # every service has one second to answer in

LIMITS = {"timeout_seconds": 1, "connect_seconds": 1, "deadline_seconds": 2, "max_attempts": 1, "max_body_bytes": 1_000_000}
SLACK_S = 1.5
SEAS = "Journal of Northern Seas"
CITED = {"type": "article-journal", "creators": ["Nemo, A."], "date": "1998", "container": SEAS}
RECORD = record(
    id="w1",
    title="The migration of eels across the Baltic shelf",
    creators=["Lindqvist, Astrid"],
    date="2011",
    container=SEAS,
    doi="10.1234/migration",
    citations=[
        {"title": "Eel larvae in cold currents", "creators": ["Berg, Nils"], "date": "1998", "doi": "10.1234/eel.1998"},
        {"title": "Eel counts of the shelf", "creators": ["Berg, Nils"], "date": "2001", "doi": "10.5281/zenodo.77"},
        {"title": "Salinity and the young eel", "creators": ["Okafor, Ada"], "date": "2007", "pmid": "4711"},
        {**CITED, "title": "Imaginary tides of the inland sea", "doi": "10.1234/invented"},
        {**CITED, "title": "Invented soundings of a bottomless bay", "pmid": "99999999"},
        {**CITED, "title": "Fanciful measurements of absent ice"},
        "Nemo, A. (1998). A further fancy about the tides of the inland sea. Journal of Northern Seas, 3, 4-9.",
    ],
)
TRUE = replace(RECORD, statements=tuple(s for s in RECORD.statements if s.property != "citations"))


@cache
def rule_set() -> RuleSet:
    """The default rules without the shipped snapshot, which is not among the sources here."""
    return replace(rules.load("default"), sources={kind: frozenset() for kind in Kind})


def services() -> AbstractContextManager[Library]:
    """The services, which hold the record, and the first three works that it cites."""
    return library(
        (
            item("10.1234/migration", "The migration of eels across the Baltic shelf", "Lindqvist, Astrid", year=2011),
            item("10.1234/eel.1998", "Eel larvae in cold currents", "Berg, Nils", year=1998),
        ),
        (dataset("10.5281/zenodo.77", "Eel counts of the shelf", "Berg, Nils"),),
        (Article("4711", "Salinity and the young eel", ("Okafor, Ada",), 2007),),
    )


def run(held: Library, folder: Path, *, settings: dict[str, int] | None = None) -> Report:
    """Check both records against the services."""
    with held.sources(folder, **{**LIMITS, **(settings or {})}) as sources:
        return checking.check(
            [RECORD, TRUE],
            rules=rule_set(),
            sources=sources,
            settings=held.settings(folder),
            offline=False,
            today=date(2026, 11, 30),
        )


def outcomes(report: Report) -> list[CitationOutcome]:
    """Of every citation of the first record."""
    comparison = report.records[0].comparison
    assert comparison is not None
    return [citation.outcome for citation in comparison.citations]


VERIFIED, LOST = CitationOutcome.VERIFIED, CitationOutcome.NON_RETRIEVABLE
HEALTHY = [*[VERIFIED] * 3, *[LOST] * 4]


def test_with_every_service_well_the_true_are_verified_and_the_invented_are_not_retrievable(tmp_path: Path) -> None:
    with services() as held:
        report = run(held, tmp_path, settings={"deadline_seconds": 20})
    assert outcomes(report) == HEALTHY
    assert [one.verdict.decision for one in report.records] == [Decision.REVIEW, Decision.ACCEPT]


def kept_promises(report: Report, broken: Sequence[str]) -> None:
    """Nobody is accused by a run in which a service that was asked did not answer, and nothing passes for want of it."""
    for one in report.records:
        assert one.comparison is not None
        assert not [c for c in one.comparison.claims if c.outcome is Outcome.FABRICATED]
        lost = {line.source for line in one.comparison.consulted if line.state == "unreachable"}
        waiting = {"doi"} if {"crossref", "datacite"} & set(broken) else set()  # which asks the DOI's agency too
        assert lost <= {*broken, *waiting}, "a service that is well is called unreachable"
        if lost:
            assert one.verdict.decision is Decision.REVIEW
            assert one.verdict.unchecked
        for citation in one.comparison.citations:
            if any(line.state == "unreachable" for line in citation.consulted):
                assert citation.outcome is not LOST, citation
    for before, after in zip(HEALTHY, outcomes(report), strict=True):
        assert after in {before, CitationOutcome.NOT_ASSESSED}, (before, after)


@pytest.mark.parametrize("fault", ["refuse", *MISBEHAVIOURS])
def test_no_fault_accuses_or_accepts_and_the_run_ends_in_time(fault: str, tmp_path: Path) -> None:
    """The fault on each service alone, and on all of them."""
    takes_time = fault != "refuse" and MISBEHAVIOURS[fault].reason in {Reason.TIMEOUT, Reason.RATE_LIMITED}
    settings = {} if takes_time else {"timeout_seconds": 8, "deadline_seconds": 12}

    def tried(broken: Sequence[str]) -> None:
        with services() as held:
            for name in broken:
                if fault == "refuse":
                    held.services[name].refuse()
                else:
                    held.services[name].fault(fault)
            begun = time.monotonic()
            report = run(held, tmp_path / "-".join(broken), settings=settings)
            assert time.monotonic() - begun < {**LIMITS, **settings}["deadline_seconds"] + SLACK_S
        if len(broken) == len(NAMES):
            assert outcomes(report) == [CitationOutcome.NOT_ASSESSED] * len(HEALTHY)
            assert [one.verdict.decision for one in report.records] == [Decision.REVIEW] * 2
        kept_promises(report, NAMES if takes_time else broken)  # once the time is up, those that are well do not answer either

    with ThreadPoolExecutor(5) as pool:
        list(pool.map(tried, [*((name,) for name in NAMES), NAMES]))
