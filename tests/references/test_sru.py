"""Catalogues through SRU: versions, schemas, packings, paging, diagnostics, indexes; and every recorded body."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from gate.errors import SettingsError
from gate.model import Answer, Entity, Found, Identifier, Kind, Query, Reason, Role, Silent, Unavailable
from gate.references.http import Fault, Http
from gate.references.live import live_sources
from gate.references.services import service
from gate.references.sru import cql
from gate.references.sru.catalogues import CATALOGUES, indexes_among
from gate.references.sru.explain import explained
from gate.references.sru.record import form_of, read
from gate.references.sru.response import Answered, answer
from gate.references.sru.source import Sru
from gate.settings import Settings
from gate.source_settings import CATALOGUES as CATALOGUE_NAMES
from gate.source_settings import SourceSettings, from_table
from tests.authorities.server import Asked, Authority, Response, Route
from tests.authorities.sru import INDEXES, Catalogue, Cql, Marc, book, sru_routes
from tests.references.recorded import recorded
from tests.shared import shared

ISBN = "9780306406157"
HARBOURS = book("b1", "Harbours of the quiet coast : a guide", "Hansen, Ole", 1990, ISBN, publisher="Harbour Press,")
WINTER = book("b2", "Winter light", "Berg, Nils", 1998, "9783161484100")
EDITIONS = [book(f"e{year}", "Tides of the northern sea", "Okafor, Ada", year) for year in range(1950, 1975)]


@contextlib.contextmanager
def opened(routes: Mapping[str, Route], folder: Path, **own: str) -> Iterator[tuple[Sru, Authority]]:
    """The catalogue behind ``routes``, as the settings ``own`` have it."""
    with Authority(routes) as it:
        one = SourceSettings("ours", it.url, 1000.0, 8, protocol="sru", **own)  # type: ignore[arg-type]
        settings = Settings(cache_folder=str(folder), sources=(one,), max_attempts=1)
        with Http(settings) as http:
            (source,) = live_sources(http, settings, ("ours",))
            assert isinstance(source, Sru)
            yield source, it


def asked(it: Authority) -> list[dict[str, str]]:
    """The searches that came."""
    all_ = [{name: values[0] for name, values in one.query.items()} for one in it.asked]
    return [one for one in all_ if one.get("operation") == "searchRetrieve"]


def title(answered: Answer[Entity] | Answer[tuple[Entity, ...]]) -> list[str]:
    """The titles of what was found."""
    assert isinstance(answered, Found), answered
    found = answered.value if isinstance(answered.value, tuple) else (answered.value,)
    return [entity.label for entity in found]


def harbours(limit: int = 10) -> Query:
    return Query(Kind.WORK, "Harbours of the quiet coast", ("Hansen, Ole",), 1990, type="book")


@pytest.mark.parametrize("version", ["1.1", "1.2", "2.0"])
@pytest.mark.parametrize("packing", ["xml", "string"])
@pytest.mark.parametrize("schema", ["marcxml", "mods", "dc"])
def test_every_version_packing_and_schema_says_the_same(version: str, packing: str, schema: str, tmp_path: Path) -> None:
    manners = Catalogue(packing=packing, versions=(version, "1.1"))
    with opened(sru_routes(HARBOURS, WINTER, manners=manners), tmp_path, version=version, schema=schema) as (source, it):
        found = source.by_identifier(Identifier("isbn", ISBN))
        assert title(found) == ["Harbours of the quiet coast: a guide"] or "Harbours" in title(found)[0]
        assert isinstance(found, Found)
        assert [s.value for s in found.value.all("creators")] == ["Hansen, Ole"]
        assert all(not s.path for s in found.value.statements)
        sent = asked(it)[0]
    assert (sent["version"], sent["recordSchema"]) == (version, schema)
    if version == "2.0":
        assert (sent["recordXMLEscaping"], sent["httpAccept"], "recordPacking" in sent) == ("xml", "application/xml", False)
    else:
        assert sent["recordPacking"] == "xml"


def test_what_the_catalogue_says_of_itself_decides_how_it_is_asked(tmp_path: Path) -> None:
    manners = Catalogue(versions=("1.2",), schemas={"foo": "http://foo", "dc": "info:srw/schema/1/dc-v1.1", "marcxml": "x"})
    with opened(sru_routes(HARBOURS, manners=manners), tmp_path) as (source, it):
        assert source.role is Role.REFERENCE
        assert source.kinds == {Kind.WORK}
        source.by_identifier(Identifier("isbn", ISBN))
        source.search(harbours())
        assert [one.query.get("operation") for one in it.asked] == [["explain"], ["searchRetrieve"], ["searchRetrieve"]]
        first, second = asked(it)
    assert (first["version"], first["recordSchema"]) == ("1.2", "marcxml")
    assert first["query"] == f"bath.isbn={ISBN} or bath.isbn=0306406152"
    assert second["query"] == "dc.title=harbours and dc.title=quiet and dc.title=coast and dc.creator=hansen"


def test_an_index_of_the_settings_that_is_not_listed_is_no_answer_and_never_absence(tmp_path: Path) -> None:
    for mute in (True, False):
        manners = Catalogue(mute=mute)
        own = {"indexes": "isbn=pica.isb title=dc.title"}
        with opened(sru_routes(HARBOURS, manners=manners), tmp_path / str(mute), **own) as (source, it):
            found = source.by_identifier(Identifier("isbn", ISBN))
            assert isinstance(found, Unavailable)
            assert found.reason is Reason.BAD_REQUEST
            assert "pica.isb" in found.detail
            assert asked(it) == []
            assert title(source.search(harbours())) == ["Harbours of the quiet coast: a guide"]


def test_an_unsupported_index_that_only_the_search_reveals_is_no_answer(tmp_path: Path) -> None:
    manners = Catalogue(explains=False, indexes=("dc.title",))
    with opened(sru_routes(HARBOURS, manners=manners), tmp_path, indexes="isbn=bath.isbn title=dc.title") as (source, _):
        found = source.by_identifier(Identifier("isbn", ISBN))
        assert isinstance(found, Unavailable)
        assert found.reason is Reason.BAD_REQUEST
        assert "Unsupported index" in found.detail
        assert title(source.search(harbours())) == ["Harbours of the quiet coast: a guide"]


def test_one_that_does_not_explain_itself_needs_indexes_or_a_name_that_is_known(tmp_path: Path) -> None:
    manners = Catalogue(explains=False)
    with opened(sru_routes(HARBOURS, manners=manners), tmp_path / "a") as (source, _):
        found = source.by_identifier(Identifier("isbn", ISBN))
        assert isinstance(found, Unavailable)
        assert "does not explain itself" in found.detail
    with opened(sru_routes(HARBOURS, manners=manners), tmp_path / "b", catalogue="loc") as (source, it):
        assert isinstance(source.by_identifier(Identifier("isbn", ISBN)), Found)
        assert asked(it)[0]["recordSchema"] == "marcxml"


def test_what_the_catalogue_has_no_index_for_is_not_asked(tmp_path: Path) -> None:
    with opened(sru_routes(HARBOURS, manners=Catalogue(indexes=("dc.title",))), tmp_path) as (source, it):
        found = source.by_identifier(Identifier("isbn", ISBN))
        assert isinstance(found, Silent)
        assert not found.asked
        assert asked(it) == []


@pytest.mark.parametrize(
    ("code", "message", "reason"),
    [
        (1, "General system error", Reason.SERVER),
        (2, "System temporarily unavailable", Reason.SERVER),
        (3, "Authentication error", Reason.REFUSED),
        (10, "Query syntax error", Reason.BAD_REQUEST),
        (35, "Term contains only stopwords", Reason.BAD_REQUEST),
        (60, "Result set not created: too many matching records", Reason.BAD_REQUEST),
    ],
)
def test_a_diagnostic_without_records_is_no_answer(code: int, message: str, reason: Reason, tmp_path: Path) -> None:
    with opened(sru_routes(HARBOURS, manners=Catalogue(refuses=(code, message))), tmp_path) as (source, _):
        for found in (source.by_identifier(Identifier("isbn", ISBN)), source.search(harbours())):
            assert isinstance(found, Unavailable), found
            assert found.reason is reason
            assert message in found.detail


def test_out_of_range_is_how_some_say_that_there_is_nothing(tmp_path: Path) -> None:
    manners = Catalogue(refuses=(61, "First record position out of range"))
    with opened(sru_routes(HARBOURS, manners=manners), tmp_path) as (source, _):
        found = source.by_identifier(Identifier("isbn", ISBN))
        assert isinstance(found, Silent)
        assert found.asked


def test_a_diagnostic_beside_records_is_a_remark(tmp_path: Path) -> None:
    with opened(sru_routes(HARBOURS, manners=Catalogue(remark="Unsupported parameter value")), tmp_path) as (source, _):
        found = source.search(harbours())
        assert isinstance(found, Found)
        assert not found.exhaustive
        assert "Unsupported parameter value" in found.detail


def test_pages_are_followed_to_the_limit_and_those_of_the_year_come_first(tmp_path: Path) -> None:
    with opened(sru_routes(*EDITIONS, manners=Catalogue(most=4)), tmp_path) as (source, it):
        found = source.search(Query(Kind.WORK, "Tides of the northern sea", ("Okafor, Ada",), 1971, type="book"), 10)
        assert isinstance(found, Found)
        assert len(found.value) == 10
        dates = [entity.all("date")[0].value for entity in found.value]
        assert dates[0].startswith("1971")
        assert [(one["startRecord"], one["maximumRecords"]) for one in asked(it)][:3] == [("1", "4"), ("5", "4"), ("9", "2")]


def test_where_no_record_has_the_creator_the_title_is_searched_alone(tmp_path: Path) -> None:
    with opened(sru_routes(WINTER), tmp_path) as (source, it):
        query = Query(Kind.WORK, "Winter light", ("Hansen, Ole",), 1990, type="book")
        assert title(source.search(query)) == ["Winter light"]
        assert [one["query"] for one in asked(it)] == [
            "dc.title=winter and dc.title=light and dc.creator=hansen",
            "dc.title=winter and dc.title=light",
        ]


def test_where_the_catalogue_has_no_subtitle_the_main_title_is_searched(tmp_path: Path) -> None:
    with opened(sru_routes(WINTER), tmp_path) as (source, it):
        assert title(source.search(Query(Kind.WORK, "Winter light: a memoir", ("Berg, Nils",), 1998, type="book"))) == [
            "Winter light"
        ]
        assert asked(it)[-1]["query"] == "dc.title=winter and dc.title=light and dc.creator=berg"
        # two words without a name are too many books
        assert isinstance(source.search(Query(Kind.WORK, "Winter light: a memoir", type="book")), Silent)
        assert "dc.title=winter and dc.title=light" not in [one["query"] for one in asked(it)]


@pytest.mark.parametrize("type_", ["article-journal", "chapter", "paper-conference", "Journal Article"])
def test_what_stands_in_journals_and_books_is_not_asked_for(type_: str, tmp_path: Path) -> None:
    with opened(sru_routes(HARBOURS), tmp_path) as (source, it):
        found = source.search(Query(Kind.WORK, "Harbours of the quiet coast", (), 1990, "Journal of Harbours", type=type_))
        assert isinstance(found, Silent)
        assert not found.asked
        assert it.asked == []


def test_a_number_that_begins_like_the_one_asked_for_is_not_it(tmp_path: Path) -> None:
    longer = Marc("c1", [("010  ", {"a": "  200412345678"}), ("24500", {"a": "Another book"})])
    with opened(sru_routes(longer), tmp_path) as (source, _):
        found = source.by_identifier(Identifier("lccn", "2004123456"))
        assert isinstance(found, Silent)
        assert "no record bears" in found.detail


def test_whole_works_come_before_what_stands_in_them(tmp_path: Path) -> None:
    part = Marc(
        "p1", [("24500", {"a": "The lights"}), ("7730 ", {"t": "Harbours of the quiet coast", "z": ISBN}), ("020  ", {"a": ISBN})]
    )
    with opened(sru_routes(part, HARBOURS), tmp_path) as (source, _):
        found = source.by_identifier(Identifier("isbn", ISBN))
        assert title(found) == ["Harbours of the quiet coast: a guide"]
        assert isinstance(found, Found)
        assert "2 of its records" in found.detail


def _strange(asked_for: Asked) -> Response:
    if asked_for.query.get("operation") == ["explain"]:
        routes = sru_routes()
        route = routes["/"]
        assert callable(route)
        told = route(asked_for)
        assert isinstance(told, Response)
        return told
    record = (
        "<record><recordSchema>picaxml</recordSchema><recordData><record><datafield tag='021A'/></record></recordData></record>"
    )
    body = f"<searchRetrieveResponse><numberOfRecords>1</numberOfRecords><records>{record}</records></searchRetrieveResponse>"
    return Response(body, content_type="text/xml")


def test_records_that_cannot_be_read_are_no_answer(tmp_path: Path) -> None:
    with opened({"/": _strange}, tmp_path) as (source, _):
        for found in (source.by_identifier(Identifier("isbn", ISBN)), source.search(harbours())):
            assert isinstance(found, Unavailable), found
            assert found.reason is Reason.MALFORMED
            assert "PICA" in found.detail


# --- CQL -------------------------------------------------------------------------------------------------------------------


@given(st.text(min_size=1).filter(lambda text: "".join(c for c in text if c.isprintable()).strip()))
def test_a_term_means_itself_whatever_is_in_it(text: str) -> None:
    written = cql.clause("dc.title", text)
    said: list[tuple[str, str]] = []

    def holds(index: str, term: str) -> bool:
        said.append((index, term))
        return True

    assert Cql(f"{written} and dc.creator=x").read()(holds)
    assert said == [
        ("dc.title", " ".join("".join(c if c.isprintable() else " " for c in text).split())),
        ("dc.creator", "x"),
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("eel", "eel"),
        ("and", '"and"'),
        ("eel larvae", '"eel larvae"'),
        ('say "when"', r'"say \"when\""'),
        ("what?", r'"what\?"'),
        ("a*b^c\\", r'"a\*b\^c\\"'),
        ("x) or (y=1", '"x) or (y=1"'),
        ("Ærø", '"Ærø"'),
    ],
)
def test_terms_are_escaped(text: str, written: str) -> None:
    assert cql.term(text) == written


# --- settings and catalogues -----------------------------------------------------------------------------------------------


def test_every_catalogue_that_is_named_is_known_and_has_what_it_needs() -> None:
    assert set(CATALOGUES) == set(CATALOGUE_NAMES)
    for name, one in CATALOGUES.items():
        assert form_of(one.schema) in {"marcxml", "unimarc"}, name
        assert {"isbn", "title"} <= set(one.indexes)
        if name != "alma":
            settings = Settings(sources=from_table({"x": {"protocol": "sru", "catalogue": name}}, "gate.toml"))
            assert service("x", settings).url == one.url


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"protocol": "sru"}, "url must be an address"),
        ({"protocol": "sru", "catalogue": "alma"}, "url must be an address"),
        ({"protocol": "sru", "catalogue": "bnf"}, "catalogue 'bnf' is not known"),
        ({"protocol": "sru", "url": "https://x.example", "version": "3"}, "version '3' is not known"),
        ({"protocol": "sru", "url": "https://x.example", "indexes": "isbn"}, "indexes: 'isbn'"),
        ({"protocol": "sru", "url": "https://x.example", "indexes": "colour=dc.x"}, "indexes: 'colour=dc.x'"),
        ({"protocol": "sru", "url": "https://x.example", "indexes": 'isbn=a"b'}, "indexes:"),
        ({"protocol": "sru", "url": "https://x.example", "kinds": "agent"}, "a catalogue is asked about works only"),
        ({"protocol": "reconciliation", "url": "https://x.example", "schema": "dc"}, "schema is for protocol = 'sru' only"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(table: dict[str, object], said: str) -> None:
    with pytest.raises(SettingsError, match=said.replace("(", r"\(")):
        from_table({"ours": table}, "gate.toml")


def test_indexes_are_known_by_their_common_names() -> None:
    assert indexes_among(frozenset({"pica.isb", "pica.tit", "pica.xyz"})) == {"isbn": "pica.isb", "title": "pica.tit"}
    assert set(indexes_among(frozenset(INDEXES))) >= {"isbn", "issn", "lccn", "oclc", "nbn", "title", "creator", "year"}


# --- recorded bodies -------------------------------------------------------------------------------------------------------


def test_every_recorded_body_is_read_into_typed_answers_or_named(capsys: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    unread: Counter[str] = Counter()
    for one in recorded(shared("responses", "sru")):
        if not one.body.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"<"):
            counts["not XML (a request, or a server's error)"] += 1
            continue
        root = etree.fromstring(one.body)
        found = answer(root)
        if isinstance(found, Fault):
            told = explained(root)
            counts["explain record" if told is not None else f"Unavailable ({found.reason})"] += 1
            assert found.detail
            continue
        assert isinstance(found, Answered)
        counts["answer"] += 1
        for hit in found.hits:
            work = read(hit.data, hit.schema, Settings(), lambda number: f"x#{number}")
            counts["works" if isinstance(work, Entity) else "records named as not read"] += 1
            if isinstance(work, Entity):
                assert work.label
                assert work.statements
            else:
                assert work
                unread[work] += 1
    with capsys.disabled():
        lines = [
            *(f"  {name:50} {count:5}" for name, count in sorted(counts.items())),
            *(f"    {n}: {c}" for n, c in unread.items()),
        ]
        sys.stdout.write("\n".join(["", "sru:", *lines, ""]))
    assert counts["answer"] >= 55
    assert counts["works"] >= 190
    assert counts["explain record"] == 2
    assert counts["Unavailable (server error)"] == 1
    # MARC is always read, whatever its namespace and packing
    assert set(unread) <= {
        name for name in unread if "not read" in name or "PICA" in name or "no fields" in name or "Dublin" in name
    }


def test_explain_records_of_two_servers_are_read() -> None:
    folder = shared("responses", "sru")
    bodies = {one.file: one.body for one in recorded(folder) if "explain" in one.file}
    alma = explained(etree.fromstring(bodies["sruthi_test_explain_with_zr2_namespace.xml.gz"]))
    assert alma is not None
    assert alma.schema() == "marcxml"
    assert alma.most == 50
    assert all(alma.lists(index) for index in CATALOGUES["alma"].indexes.values())
