"""Agents against live services, from the record to the verdict: Wikidata as the reference, DBpedia as the oracle."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from gate import checking
from gate.comparison.anchor import find_anchor
from gate.decision import rules
from gate.model import AnchorState, ClaimResult, Consultation, Decision, Entity, Kind, Outcome, RecordReport
from gate.references.http import Http
from gate.references.live import live_sources
from gate.references.sources import Sources
from gate.references.wikidata.record import entity
from tests.authorities.agents import Agents, agents
from tests.authorities.wikidata import Item, claim, human, item, time
from tests.shared import shared
from tests.sources import MemorySource
from tests.things import record

LIMITS = {"timeout_seconds": 1, "connect_seconds": 1, "deadline_seconds": 4, "max_attempts": 1}
TODAY = date(2026, 11, 30)

FARROW = human(
    "Q900001",
    "Ludmila Farrow",
    labels={"de": "Ludmilla Farrow", "ru": "Людмила Фарроу"},
    P569=time("1811-03-02"),
    P570=[time("1879-10-30"), claim(time("1881"), rank="deprecated")],
    P19="Q1",
    P27="Q4",
    P101="Q2",
    P106="Q3",
    P737=["Q900002", "Q900003"],
    P214="99000001",
)
CAST: tuple[Item, ...] = (
    FARROW,
    human("Q900002", "Anton Velde"),
    human("Q900003", "Sophie Marchand"),
    item("Q1", "Graz"),
    item("Q2", "logic"),
    item("Q3", "philosopher"),
    item("Q4", "Austrian Empire"),
)
ORACLE = """
dbr:Ludmila_Farrow a dbo:Person ; rdfs:label "Ludmila Farrow"@en ; owl:sameAs wd:Q900001 ;
    dbo:birthDate "1811-03-02"^^xsd:date ; dbo:influencedBy dbr:Anton_Velde, dbr:Karel_Hus .
dbr:Anton_Velde a dbo:Person ; rdfs:label "Anton Velde"@en .
dbr:Karel_Hus a dbo:Person ; rdfs:label "Karel Hus"@en .
"""
PERSON: dict[str, object] = {
    "id": "p1",
    "kind": "agent",
    "name": "Farrow, Ludmila, 1811-1879",
    "birth": "1811-03-02",
    "death": "1879-10-30",
    "birth_place": "Graz",
    "citizenship": ["Austrian Empire"],
    "occupations": ["philosopher"],
    "influenced_by": ["Anton Velde", "Marchand, Sophie"],
    "field_of_work": ["logic"],
    "identifiers": ["https://www.wikidata.org/entity/Q900001"],
}
UNNUMBERED = {name: value for name, value in PERSON.items() if name != "identifiers"}


def checked(given: Mapping[str, object], held: Agents, folder: Path, **limits: object) -> RecordReport:
    """The report on one record. The snapshot that the rules want is there, and knows nobody."""
    settings = held.settings(folder, **{**LIMITS, **limits})
    with Http(settings) as http:
        snapshot = MemorySource("philosophers", (), kinds=frozenset({Kind.AGENT}))
        sources = Sources((snapshot, *live_sources(http, settings, ("wikidata", "dbpedia"))), http)
        report = checking.check(
            [record(**given)], rules=rules.load("default"), sources=sources, settings=settings, offline=False, today=TODAY
        )
    (one,) = report.records
    assert one.comparison is not None
    for line in one.comparison.consulted:
        assert line.state is not Consultation.ANSWERED or line.as_of, line
    return one


def report_on(given: Mapping[str, object], folder: Path, *items: Item, oracle: str = ORACLE, **more: object) -> RecordReport:
    with agents(*(items or CAST), dbpedia=oracle, **more) as held:  # type: ignore[arg-type]
        return checked(given, held, folder)


def claims(report: RecordReport, name: str) -> list[ClaimResult]:
    assert report.comparison is not None
    return [claim for claim in report.comparison.claims if claim.claim.property == name]


def anchor_state(report: RecordReport) -> AnchorState:
    assert report.comparison is not None
    return report.comparison.anchor.state


@pytest.mark.parametrize("given", [PERSON, UNNUMBERED], ids=["by number", "by name and date"])
def test_a_true_philosopher_is_accepted(given: dict[str, object], tmp_path: Path) -> None:
    report = report_on(given, tmp_path)
    assert report.verdict.decision is Decision.ACCEPT, report.verdict
    assert report.comparison is not None
    assert {claim.outcome for claim in report.comparison.claims} == {Outcome.SUPPORTED}
    (death,) = claims(report, "death")
    assert [e.source for e in death.evidence] == ["wikidata"]
    assert death.evidence[0].as_of.startswith("20")


def test_a_name_in_another_script_is_supported_by_a_label(tmp_path: Path) -> None:
    report = report_on({**PERSON, "name": "Фарроу, Людмила"}, tmp_path)
    (name,) = claims(report, "name")
    assert name.outcome is Outcome.SUPPORTED


@pytest.mark.parametrize("death", ["1899-10-30", "1881", "1879-10-29"])
def test_a_wrong_death_is_contradicted_with_the_true_one(tmp_path: Path, death: str) -> None:
    report = report_on({**PERSON, "death": death}, tmp_path)
    (result,) = claims(report, "death")
    assert result.outcome is Outcome.CONTRADICTED, "also by what only a deprecated statement says"
    assert result.held == "1879-10-30"
    assert result.evidence[0].url.endswith("/wiki/Q900001")
    assert report.verdict.decision is Decision.REVIEW


def test_an_invented_influence_is_unconfirmed_and_means_review(tmp_path: Path) -> None:
    report = report_on({**PERSON, "influenced_by": ["Anton Velde", "Nemo Nobody"]}, tmp_path)
    true, invented = claims(report, "influenced_by")
    assert true.outcome is Outcome.SUPPORTED
    assert invented.outcome is Outcome.SILENT, "no list of influences is closed"
    assert report.verdict.decision is Decision.REVIEW


def test_an_influence_that_only_the_oracle_knows_is_extra(tmp_path: Path) -> None:
    report = report_on({**PERSON, "influenced_by": ["Anton Velde", "Hus, Karel"]}, tmp_path)
    known, extra = claims(report, "influenced_by")
    assert known.outcome is Outcome.SUPPORTED
    assert extra.outcome is Outcome.EXTRA
    assert [e.source for e in extra.evidence] == ["dbpedia"]


def test_the_oracle_never_accuses(tmp_path: Path) -> None:
    other = ORACLE.replace("1811-03-02", "1750-01-05").replace("dbr:Anton_Velde, ", "")
    report = report_on(PERSON, tmp_path, oracle=other)
    assert report.verdict.decision is Decision.ACCEPT
    silent = report_on(PERSON, tmp_path / "silent", oracle="")
    assert silent.verdict.decision is Decision.ACCEPT


def test_an_oracle_that_knows_the_year_confirms_no_day_of_it(tmp_path: Path) -> None:
    for number, (known, outcome) in enumerate(
        (
            ('dbo:deathYear "1879"^^xsd:gYear', Outcome.CONTRADICTED),
            ('dbo:deathYear "1880"^^xsd:gYear', Outcome.CONTRADICTED),
            ('dbo:deathDate "1879-05-05"^^xsd:date', Outcome.EXTRA),
        )
    ):
        oracle = ORACLE + f"dbr:Ludmila_Farrow {known} ."
        (death,) = claims(report_on({**PERSON, "death": "1879-05-05"}, tmp_path / str(number), oracle=oracle), "death")
        assert death.outcome is outcome, known


def test_a_record_costs_a_few_requests(tmp_path: Path) -> None:
    with agents(*CAST, dbpedia=ORACLE) as held:
        checked({**PERSON, "influenced_by": ["Anton Velde", "Hus, Karel"]}, held, tmp_path)
        assert len(held.services["wikidata"].asked) == 2, "the item, and the labels of its values"
        assert len(held.services["dbpedia"].asked) == 2, "which resource it is, and its facts"
        checked({**PERSON, "influenced_by": ["Anton Velde", "Hus, Karel"]}, held, tmp_path)
        assert len(held.services["wikidata"].asked) == 2, "the cache has the rest"


def test_a_merged_number_is_the_same_person(tmp_path: Path) -> None:
    old = {**PERSON, "identifiers": ["https://www.wikidata.org/entity/Q77"]}
    report = report_on(old, tmp_path, redirects={"Q77": "Q900001"})
    assert report.verdict.decision is Decision.ACCEPT, report.verdict
    (identifier,) = claims(report, "identifiers")
    assert identifier.outcome is Outcome.SUPPORTED


def test_the_number_of_another_person_is_a_conflict(tmp_path: Path) -> None:
    report = report_on({**PERSON, "identifiers": ["https://www.wikidata.org/entity/Q900003"]}, tmp_path)
    (identifier,) = claims(report, "identifiers")
    assert identifier.outcome is Outcome.CONTRADICTED
    assert identifier.held in {"Sophie Marchand", "wikidata:Q900001"}
    assert report.verdict.decision is Decision.REVIEW


def test_the_number_of_a_place_is_a_conflict(tmp_path: Path) -> None:
    report = report_on({**PERSON, "identifiers": ["https://www.wikidata.org/entity/Q1"]}, tmp_path)
    (identifier,) = claims(report, "identifiers")
    assert identifier.outcome is Outcome.CONTRADICTED


def test_a_number_that_is_no_item_does_not_anchor(tmp_path: Path) -> None:
    report = report_on({**PERSON, "identifiers": ["https://www.wikidata.org/entity/Q999999"]}, tmp_path)
    assert report.verdict.decision is Decision.REVIEW
    (identifier,) = claims(report, "identifiers")
    assert identifier.outcome is not Outcome.SUPPORTED


NAMESAKES = (
    human("Q1001", "John Ramsden", P569=time("1650"), P570=time("1720")),
    human("Q1002", "John Ramsden", P569=time("1831-09-14"), P570=time("1914-04-15"), P106="Q3"),
    human("Q1003", "John Ramsden", P569=time("1947"), P106="Q3"),
    human("Q1004", "John Ramsden"),
    item("Q3", "philosopher"),
)
RAMSDEN: dict[str, object] = {"id": "p2", "kind": "agent", "name": "Ramsden, John", "occupations": ["philosopher"]}


def test_of_namesakes_the_one_whose_dates_fit(tmp_path: Path) -> None:
    report = report_on({**RAMSDEN, "birth": "1831", "death": "1914"}, tmp_path, *NAMESAKES, oracle="")
    assert report.comparison is not None
    assert report.comparison.anchor.entity is not None
    assert report.comparison.anchor.entity.id.endswith("/Q1002")
    assert report.verdict.decision is Decision.ACCEPT, report.verdict


def test_namesakes_that_nothing_tells_apart_are_ambiguous(tmp_path: Path) -> None:
    report = report_on(RAMSDEN, tmp_path, *NAMESAKES, oracle="")
    assert anchor_state(report) is AnchorState.AMBIGUOUS
    assert report.verdict.decision is Decision.REVIEW
    assert {claim.outcome for claim in claims(report, "occupations")} == {Outcome.NOT_ASSESSED}


@pytest.mark.parametrize("given", [PERSON, {**PERSON, "death": "1899"}, {**PERSON, "influenced_by": ["Nemo Nobody"]}, UNNUMBERED])
@pytest.mark.parametrize("lost", [("wikidata",), ("wikidata", "dbpedia")])
def test_with_wikidata_down_nothing_is_accused_and_nothing_passes(
    given: dict[str, object], lost: tuple[str, ...], tmp_path: Path
) -> None:
    with agents(*CAST, dbpedia=ORACLE) as held:
        for name in lost:
            held.services[name].refuse()
        report = checked(given, held, tmp_path)
    assert report.comparison is not None
    assert {claim.outcome for claim in report.comparison.claims} == {Outcome.NOT_ASSESSED}
    assert report.verdict.decision is Decision.REVIEW
    assert report.verdict.unchecked
    down = [line for line in report.comparison.consulted if line.source == "wikidata"]
    assert [line.state for line in down] == [Consultation.UNREACHABLE]


# those that a source may read in its own way; all others are held to Unavailable by the contract of live sources
FAULTS = ("reset", "429", "503", "400", "403", "login", "html", "html_404", "empty", "truncated", "wrong_type")


@pytest.mark.parametrize("broken", ["wikidata", "dbpedia"])
@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_of_a_service_changes_a_verdict_for_the_better_or_accuses(fault: str, broken: str, tmp_path: Path) -> None:
    lie = {**PERSON, "death": "1899-10-30", "influenced_by": ["Anton Velde", "Nemo Nobody"]}
    with agents(*CAST, dbpedia=ORACLE) as held:
        held.services[broken].fault(fault)
        true, false = checked(PERSON, held, tmp_path / "true"), checked(lie, held, tmp_path / "false")
    for report in (true, false):
        assert report.comparison is not None
        assert not [c for c in report.comparison.claims if c.outcome is Outcome.FABRICATED]
        contradicted = {c.claim.property for c in report.comparison.claims if c.outcome is Outcome.CONTRADICTED}
        assert contradicted <= ({"death"} if report is false and broken == "dbpedia" else set())
    assert true.verdict.decision is (Decision.REVIEW if broken == "wikidata" else Decision.ACCEPT)
    assert false.verdict.decision is Decision.REVIEW


def test_losing_the_oracle_makes_no_influence_false(tmp_path: Path) -> None:
    with agents(*CAST, dbpedia=ORACLE) as held:
        held.services["dbpedia"].fault("503")
        report = checked({**PERSON, "influenced_by": ["Anton Velde", "Hus, Karel"]}, held, tmp_path)
    _, extra = claims(report, "influenced_by")
    assert extra.outcome in {Outcome.NOT_ASSESSED, Outcome.SILENT}
    assert report.verdict.decision is Decision.REVIEW


def test_recorded_people_are_found_among_their_namesakes(tmp_path: Path) -> None:
    """Each of 80 real items, many of one name, described by name in inverted form and dates: anchored at itself, or at nobody."""
    lines = (shared("references", "wikidata_entities") / "wetneb_humans_entities.jsonl").read_text(encoding="utf-8").splitlines()
    items: list[Item] = [json.loads(line) for line in lines]
    counts: Counter[str] = Counter()
    with agents(*items) as held, held.sources(tmp_path, "wikidata", **{**LIMITS, "deadline_seconds": 60}) as sources:
        for one in items:
            described = entity(one, {})
            assert described is not None
            given = _described(described)
            if given is None:
                continue
            anchor = find_anchor(record(**given), sources.references(Kind.AGENT))
            counts[anchor.state] += 1
            if anchor.entity is not None:
                assert anchor.entity.id == described.id, given
    sys.stdout.write(f"{dict(counts)}\n")
    assert counts[AnchorState.ANCHORED] >= 50
    assert counts[AnchorState.NOT_ASSESSED] == 0


def _described(person: Entity) -> dict[str, object] | None:
    """A record of a person who has a name and a date, with the name turned: ``Ramsden, John``."""
    name, birth, death = (person.first(what) for what in ("name", "birth", "death"))
    if name is None or birth is None:
        return None
    *given, family = name.value.split()
    turned = f"{family}, {' '.join(given)}" if given else family
    dates = {"birth": birth.value, **({"death": death.value} if death is not None else {})}
    return {"id": "p", "kind": "agent", "name": turned, **dates}
