"""Waiting is overlapped: several citations are looked up at once, within the limits of each service."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import date
from pathlib import Path

from gate import checking
from gate.decision import rules
from gate.model import CitationOutcome
from gate.references.http import Http
from gate.references.live import live_sources
from gate.references.sources import Sources
from gate.source_settings import SourceSettings
from tests.authorities.crossref import item
from tests.authorities.library import Library, library
from tests.things import record, work

DELAY = 0.2  # seconds that each answer takes
TODAY = date(2026, 11, 30)


def works(count: int) -> tuple[dict[str, object], ...]:
    return tuple(item(f"10.1234/eel.{n}", f"Eel larvae in current number {n}", f"Berg{n}, Nils", year=1998) for n in range(count))


def cited(count: int) -> list[dict[str, object]]:
    return [
        {"title": f"Eel larvae in current number {n}", "creators": [f"Berg{n}, Nils"], "doi": f"10.1234/eel.{n}"}
        for n in range(count)
    ]


def seconds_each(count: int, workers: int, held: Library, folder: Path, rate: float) -> float:
    """Time of a check by the number of its citations, all of which Crossref's stand-in knows by DOI."""
    service = SourceSettings("crossref", held.services["crossref"].url, rate, workers)
    settings = replace(held.settings(folder, deadline_seconds=300, workers=workers), sources=(service,))
    draft = record(**work(citations=cited(count), doi=None, title=None))
    with Http(settings) as http:
        sources = Sources(live_sources(http, settings, ("crossref",)), http)
        began = time.monotonic()
        report = checking.check(
            [draft], rules=rules.load("default"), sources=sources, settings=settings, offline=False, today=TODAY
        )
        spent = time.monotonic() - began
    comparison = report.records[0].comparison
    assert comparison is not None
    assert {c.outcome for c in comparison.citations} == {CitationOutcome.VERIFIED}
    return spent / count


def test_eight_workers_beat_one_by_five(tmp_path: Path) -> None:
    with library(works(160), delay=DELAY) as held:
        eight = seconds_each(160, 8, held, tmp_path / "eight", 1000.0)
        assert held.services["crossref"].most_at_once <= 8
        one = seconds_each(10, 1, held, tmp_path / "one", 1000.0)
    assert one / eight >= 5


def test_workers_stay_within_the_rate_of_the_service(tmp_path: Path) -> None:
    with library(works(60)) as held:
        seconds_each(60, 8, held, tmp_path, 20.0)
        assert held.services["crossref"].most_in(1.0) <= 20
