"""Open Library and Google Books: oracles that are asked where the settings name them; every recorded body of theirs."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from gate import checking
from gate.decision import rules
from gate.model import Decision, Found, Identifier, Kind, Outcome, Query, Role, Silent, Unavailable
from gate.normalise.text import tokens
from gate.references.http import Http
from gate.references.live import live_names, live_sources
from gate.references.services import service
from gate.references.source import Source
from gate.references.sources import Sources
from gate.settings import Settings
from gate.source_settings import SourceSettings, from_table
from tests.authorities.books import Book, googlebooks_routes, openlibrary_routes
from tests.authorities.server import Authority, Response, Route
from tests.authorities.sru import book, sru_routes
from tests.references.recorded import recorded
from tests.shared import shared
from tests.things import record

ISBN, NEWER = "9780306406157", "9783161484100"
TITLE = "Harbours of the quiet coast"
NAMES = ("openlibrary", "googlebooks")
ROUTES = {"openlibrary": openlibrary_routes, "googlebooks": googlebooks_routes}
QUERY = Query(Kind.WORK, TITLE, ("Hansen, Ole",), 1990, type="book")


@contextlib.contextmanager
def opened(name: str, routes: Mapping[str, Route], folder: Path, **more: str) -> Iterator[tuple[Source, Authority]]:
    with Authority(routes) as it:
        settings = Settings(
            cache_folder=str(folder),
            sources=(SourceSettings(name, it.url, 1000.0, 8, protocol=name, **more),),  # type: ignore[arg-type]
            max_attempts=1,
            breaker_failures=1000,
        )
        with Http(settings) as http:
            (source,) = live_sources(http, settings, (name,))
            yield source, it


def test_they_are_asked_only_where_a_table_names_them_and_then_need_no_address() -> None:
    assert not {"openlibrary", "googlebooks"} & set(live_names(Settings()))
    settings = Settings(
        sources=from_table({"ol": {"protocol": "openlibrary"}, "books": {"protocol": "googlebooks"}}, "gate.toml")
    )
    assert live_names(settings)[-2:] == ("ol", "books")
    assert service("ol", settings).url == "https://openlibrary.org"
    assert service("books", replace(settings)).key_parameter == "key"
    assert service("ol", settings).limit.requests == 1
    assert service("ol", replace(settings, contact="a@b.example")).limit.requests == 3


@pytest.mark.parametrize("name", NAMES)
def test_it_confirms_and_does_not_accuse(name: str, tmp_path: Path) -> None:
    with opened(name, ROUTES[name](Book("OL1", TITLE, "Ole Hansen", "1990", ISBN)), tmp_path) as (source, _):
        assert source.role is Role.ORACLE
        found = source.by_identifier(Identifier("isbn", ISBN))
        assert isinstance(found, Found)
        assert [s.value for s in found.value.all("isbn")] == [ISBN]
        assert [s.value for s in found.value.all("date")] == ["1990"]
        assert isinstance(source.by_identifier(Identifier("isbn", NEWER)), Silent)
        listed = source.search(QUERY)
        assert isinstance(listed, Found)
        assert not listed.exhaustive
        other = source.search(replace(QUERY, container="Journal of Harbours"))
        assert isinstance(other, Silent)
        assert not other.asked


def test_a_search_of_works_says_nothing_of_the_year_of_an_edition(tmp_path: Path) -> None:
    with opened("openlibrary", openlibrary_routes(Book("OL1", TITLE, "Ole Hansen", "1990", ISBN)), tmp_path) as (source, _):
        found = source.search(QUERY)
        assert isinstance(found, Found)
        assert found.value[0].all("date") == ()


def test_the_key_is_sent_and_shown_nowhere(tmp_path: Path) -> None:
    routes = googlebooks_routes(Book("OL1", TITLE, "Ole Hansen", "1990", ISBN))
    with opened("googlebooks", routes, tmp_path, api_key="very-secret-4711") as (source, it):
        assert "4711" not in str(source.by_identifier(Identifier("isbn", ISBN)))
        assert it.asked[0].query["key"] == ["very-secret-4711"]


def test_an_edition_that_the_catalogue_lacks_is_confirmed_by_the_second_source(tmp_path: Path) -> None:
    """The catalogue has the work in another edition; that the ISBN and year given are of an edition of it, Open Library knows."""
    catalogue = sru_routes(book("b1", TITLE, "Hansen, Ole", 1990, ISBN))
    second = openlibrary_routes(Book("OL1", TITLE, "Ole Hansen", "2005", NEWER))
    given = record(id="r1", title=TITLE, creators=["Hansen, Ole"], date="2005", isbn=NEWER, type="book")
    with Authority(catalogue) as ours, Authority(second) as library:
        one = SourceSettings("ours", ours.url, 1000.0, 8, protocol="sru")
        other = SourceSettings("ol", library.url, 1000.0, 8, protocol="openlibrary")
        settings = Settings(cache_folder=str(tmp_path), sources=(one, other))
        default = replace(rules.load("default"), sources={kind: frozenset() for kind in Kind})
        with Http(settings) as http:
            sources = Sources(live_sources(http, settings, ("ours", "ol")), http)
            report = checking.check(
                [given], rules=default, sources=sources, settings=settings, offline=False, today=date(2026, 11, 30)
            ).records[0]
    assert report.comparison is not None
    outcomes = {c.claim.property: c.outcome for c in report.comparison.claims}
    assert outcomes["isbn"] is Outcome.EXTRA
    assert outcomes["date"] is Outcome.EXTRA
    assert report.verdict.decision in {Decision.ACCEPT, Decision.REVIEW}
    assert not [f for f in report.findings if f.severity == "violation"], report.findings


@pytest.mark.parametrize("name", NAMES)
def test_every_recorded_body_is_a_typed_answer_or_a_named_unavailable(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "no-folder"
    file.touch()  # so that no answer is kept
    counts: Counter[str] = Counter()
    current: list[bytes] = [b""]

    def body(_: object) -> object:
        return Response(current[0], content_type="application/json")

    paths = {"openlibrary": ("/api/books", "/search.json"), "googlebooks": ("/volumes",)}[name]
    with opened(name, dict.fromkeys(paths, body), file) as (source, _):
        for one in recorded(shared("responses", name)):
            bodies = [one.body]
            value: object = json.loads(one.body)
            if isinstance(value, list) and value and isinstance(value[0], dict) and "response" in value[0]:
                bodies = [json.dumps(case["response"]).encode() for case in value]
            isbn = _isbn_in(one.body)
            for current[0] in bodies:
                for route, told in (("isbn", source.by_identifier(Identifier("isbn", isbn))), ("search", source.search(QUERY))):
                    if isinstance(told, Unavailable):
                        assert told.detail
                        counts[f"{route}: Unavailable ({told.reason})"] += 1
                        continue
                    counts[f"{route}: {type(told).__name__}"] += 1
                    if isinstance(told, Found):
                        entities = told.value if isinstance(told.value, tuple) else (told.value,)
                        said = re.sub(r'\\[nrt"]', " ", json.dumps(json.loads(current[0]), ensure_ascii=False))
                        assert all(set(tokens(entity.label)) <= set(tokens(said)) for entity in entities)
    with capsys.disabled():
        sys.stdout.write("\n".join(["", name, *(f"  {what:45} {count:4}" for what, count in sorted(counts.items())), ""]))
    assert any("Found" in what for what in counts)
    assert not any(word in what for what in counts for word in ("network", "server", "standing down"))


def _isbn_in(body: bytes) -> str:
    found = re.search(rb"97[89][0-9]{10}", body)
    return found[0].decode() if found else ISBN
