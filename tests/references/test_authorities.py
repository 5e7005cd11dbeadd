"""What the live authority files say of headings and names, beyond the contract that all live sources keep."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import pytest

from gate.comparison.compare import compare_record
from gate.comparison.headings import Vocabulary, check_heading
from gate.comparison.names import check_name
from gate.decision.observations import observe
from gate.decision.rules import load
from gate.model import (
    Answer,
    Entity,
    Finding,
    Found,
    HeadingState,
    Identifier,
    Kind,
    NameState,
    Query,
    Record,
    Silent,
    Statement,
    Unavailable,
)
from gate.records import read_bytes
from gate.references.http import Http
from gate.references.live import live_sources
from gate.references.live_source import from_cache
from gate.references.sources import Sources
from gate.references.vocabulary.heading import DEPRECATED, UNDIFFERENTIATED, file_of, usage_of
from gate.settings import Settings
from tests.authorities import Authority
from tests.authorities.cases import CASES, settings_of
from tests.authorities.headings import GndEntity, LocHeading, gnd_routes, loc_routes

SUBDIVISIONS = ("collection_Subdivisions", "collection_TopicSubdivisions")
LOC = (
    LocHeading("sh85041244", "Eels", variants=["Anguilla"]),
    LocHeading("sh85000003", "Lampreys"),
    LocHeading("sh85000002", "Eel-fares", instead=["http://id.loc.gov/authorities/subjects/sh85041244"]),
    LocHeading("sh00000001", "Effect of dams on", collections=SUBDIVISIONS),
    LocHeading("gf2011026004", "Eel songs", "genreForms", "GenreForm"),
    LocHeading("n79000001", "Busy, Berta, 1844-1900", "names", "PersonalName", ["Busie, Berta"], born="1844-10-15"),
    LocHeading("n79000002", "Able, Ada", "names", "PersonalName", collections=["collection_NamesUndifferentiated"]),
)
GND = (
    GndEntity("118540238", "Busy, Berta", ("DifferentiatedPerson", "Person"), ["Busie, Berta"], ["118999999"], "1844-10-15"),
    GndEntity("100000001", "Able, Ada", ("UndifferentiatedPerson", "Person")),
)


@contextlib.contextmanager
def opened(services: dict[str, Authority], folder: Path, **more: object) -> Iterator[Sequence[Vocabulary]]:
    settings = settings_of(services, folder, {"max_attempts": 1})
    with contextlib.ExitStack() as stack:
        for one in services.values():
            stack.enter_context(one)
        with Http(settings, **more) as http:  # type: ignore[arg-type]
            found = live_sources(http, settings, list(services))
            yield [s for s in found if isinstance(s, Vocabulary)]


def subject(text: str, tag: str = "650", code: str = "lcsh", *ids: Identifier) -> Statement:
    parts = (Statement("vocabulary", code),) if code else ()
    return Statement("concepts", text, f"{tag}$a", identifiers=ids, parts=parts)


def lccn(number: str) -> Identifier:
    return Identifier("lccn", number)


def one(answer: Answer[Entity]) -> Entity:
    assert isinstance(answer, Found), answer
    return answer.value


def several(answer: Answer[tuple[Entity, ...]]) -> tuple[Entity, ...]:
    assert isinstance(answer, Found), answer
    return answer.value


S = HeadingState
STATES = [
    (subject("Eels"), S.AUTHORISED, ()),
    (subject("EELS."), S.AUTHORISED, ()),
    (subject("Anguilla"), S.VARIANT, ("Eels",)),
    (subject("Eel-fares"), S.DEPRECATED, ("Eels",)),
    (subject("Eel songs", "655", "lcgft"), S.AUTHORISED, ()),
    (subject("Eel songs", "650"), S.NOT_CHECKED, ("Eel songs",)),
    (subject("Eels", "650", "lcsh", lccn("sh85041244")), S.AUTHORISED, ()),
    (subject("Lampreys", "650", "lcsh", lccn("sh85041244")), S.IDENTIFIER_CONFLICT, ("Eels",)),
    (subject("Eels", "650", "lcsh", lccn("sh85999999")), S.IDENTIFIER_CONFLICT, ()),
    (subject("Effect of dams on"), S.NOT_CHECKED, ()),
    (subject("Eels--Congresses"), S.NOT_CHECKED, ()),
    (subject("Zyzzyva counting"), S.NOT_CHECKED, ()),
]


@pytest.mark.parametrize(("given", "state", "suggested"), STATES, ids=[f"{g.path[:3]} {g.value} {s}" for g, s, _ in STATES])
def test_headings_at_the_library_of_congress(
    given: Statement, state: HeadingState, suggested: tuple[str, ...], tmp_path: Path
) -> None:
    with opened({"locgov": Authority(loc_routes(*LOC))}, tmp_path) as files:
        found = check_heading(given, files)
    assert found.state is state, found
    assert found.suggestions[: len(suggested)] == suggested


def test_a_heading_of_another_vocabulary_or_of_none_is_not_asked_there(tmp_path: Path) -> None:
    service = Authority(loc_routes(*LOC))
    with opened({"locgov": service}, tmp_path) as files:
        for code in ("gnd", "fast", ""):
            check = check_heading(subject("Eels", code=code), files)
            assert check.state is HeadingState.NOT_CHECKED
            assert check.answered == ()
        assert service.asked == []


def test_a_service_that_is_down_makes_nothing_of_a_heading(tmp_path: Path) -> None:
    service = Authority(loc_routes(*LOC))
    with opened({"locgov": service}, tmp_path) as files:
        service.fault("503")
        check = check_heading(subject("Zyzzyva counting"), files)
    assert check.state is HeadingState.NOT_CHECKED
    assert [name for name, _ in check.down] == ["locgov"]


def test_subdivisions_and_shared_names_come_out_as_such(tmp_path: Path) -> None:
    with opened({"locgov": Authority(loc_routes(*LOC))}, tmp_path) as (loc,):
        part = one(loc.by_identifier(lccn("sh00000001")))
        assert (file_of(part), usage_of(part)) == ("subdivision", "general")
        assert UNDIFFERENTIATED in one(loc.by_identifier(lccn("n79000002"))).flags
        gone = one(loc.by_identifier(lccn("sh85000002")))
        assert DEPRECATED in gone.flags
        assert [s.value for s in gone.all("replaced_by")] == ["Eels"]
        near = several(loc.search(Query(Kind.CONCEPT, "busy eels"), 5))
        assert {e.label for e in near} == {"Eels", "Busy, Berta, 1844-1900"}


def test_an_old_number_of_the_gnd_leads_to_the_one_that_took_its_place(tmp_path: Path) -> None:
    with opened({"gnd": Authority(gnd_routes(*GND))}, tmp_path) as (gnd,):
        old = one(gnd.by_identifier(Identifier("gnd", "118999999")))
        assert DEPRECATED in old.flags
        assert [(s.value, s.identifiers) for s in old.all("replaced_by")] == [("Busy, Berta", (Identifier("gnd", "118540238"),))]
        assert [e.label for e in several(gnd.by_label("Busie, Berta", (1,)))] == ["Busy, Berta"]
        assert isinstance(gnd.by_label("Busie, Berta", (0,)), Silent)


NAMES = [
    ("Busy, Berta", Identifier("gnd", "118540238"), {}, [NameState.AUTHORISED]),
    ("Busie, Berta", Identifier("gnd", "118540238"), {}, [NameState.VARIANT]),
    ("Busy, Berta", Identifier("gnd", "118999999"), {}, [NameState.DEPRECATED]),
    ("Busy, Berta", Identifier("gnd", "118540238"), {"birth": "1790"}, [NameState.IDENTIFIER_CONFLICT]),
    ("Busy, Berta", Identifier("gnd", "118540238"), {"birth": "1847"}, [NameState.DATES, NameState.AUTHORISED]),
    ("Calm, Carl", Identifier("gnd", "118540238"), {}, [NameState.IDENTIFIER_CONFLICT]),
    ("Able, Ada", Identifier("gnd", "100000001"), {}, [NameState.UNDIFFERENTIATED, NameState.AUTHORISED]),
    ("Busy, Berta", Identifier("gnd", "100000404"), {}, [NameState.NOT_CHECKED]),
    ("Busy, Berta", Identifier("lccn", "n79000001"), {"birth": "1844", "death": "1900"}, [NameState.AUTHORISED]),
    ("Busy, Berta", Identifier("lccn", "n79999999"), {}, [NameState.IDENTIFIER_CONFLICT]),
    ("Busy, Berta", Identifier("viaf", "102333412"), {}, [NameState.AUTHORISED]),
    ("Calm, Carl", Identifier("viaf", "102333412"), {}, [NameState.IDENTIFIER_CONFLICT]),
    ("Busy, Berta", Identifier("viaf", "99"), {}, [NameState.DEPRECATED]),
    ("Busy, Berta", Identifier("orcid", "0000-0002-1825-0097"), {}, [NameState.AUTHORISED]),
    ("Calm, Berta", Identifier("orcid", "0000-0002-1825-0097"), {}, [NameState.NOT_CHECKED]),
    ("Eager, Emil", Identifier("orcid", "0000-0002-1825-0097"), {}, [NameState.IDENTIFIER_CONFLICT]),
    ("Busy, B.", Identifier("isni", "0000000121032683"), {}, [NameState.AUTHORISED]),
    ("Eager, Emil", Identifier("isni", "0000000121032683"), {}, [NameState.IDENTIFIER_CONFLICT]),
]


def test_names_at_every_authority_file(tmp_path: Path) -> None:
    services = {"locgov": Authority(loc_routes(*LOC)), "gnd": Authority(gnd_routes(*GND))}
    with contextlib.ExitStack() as stack:
        for name in ("viaf", "orcid", "isni"):
            services |= stack.enter_context(CASES[name].serve())
        with opened(services, tmp_path) as files:
            for value, identifier, life, wanted in NAMES:
                parts = tuple(Statement(key, text) for key, text in life.items())
                given = Statement("creators", value, "700$a", identifiers=(identifier,), parts=parts)
                assert [c.state for c in check_name(given, files)] == wanted, (value, identifier)


@pytest.mark.parametrize(
    ("name", "label", "found"),
    [
        ("mesh", "anguilla", "Eels"),
        ("mesh", "eels", "Eels"),
        ("getty", "eel spear", "eel spears"),
        ("fast", "Eels of old", "Eels"),
    ],
)
def test_labels_and_variants_at_the_others(name: str, label: str, found: str, tmp_path: Path) -> None:
    case = CASES[name]
    with case.serve() as services, case.opened(services, tmp_path) as source:
        assert isinstance(source, Vocabulary)
        if name == "fast":  # its suggestions show the form that was found, not all
            label = found
        assert [e.label for e in several(source.by_label(label))] == [found]
        assert isinstance(source.by_label("Zyzzyva"), Silent)


def test_what_mesh_and_the_getty_say_is_read(tmp_path: Path) -> None:
    with CASES["mesh"].serve() as services, CASES["mesh"].opened(services, tmp_path / "m") as mesh:
        eels = one(mesh.by_identifier(Identifier("mesh", "D004539")))
        assert [s.value for s in eels.all("broader")] == ["Fishes"]
        assert file_of(eels) == "topic"
        assert DEPRECATED in one(mesh.by_identifier(Identifier("mesh", "D999999"))).flags
    with CASES["getty"].serve() as services, CASES["getty"].opened(services, tmp_path / "g") as getty:
        gone = one(getty.by_identifier(Identifier("iri", "http://vocab.getty.edu/aat/3")))
        assert DEPRECATED in gone.flags
        assert [s.value for s in gone.all("replaced_by")] == ["eel spears"]
        artist = one(getty.by_identifier(Identifier("iri", "http://vocab.getty.edu/ulan/4")))
        heading = artist.first("heading")
        assert heading is not None
        assert (heading.part("file"), heading.part("birth"), heading.part("death")) == ("name", "1844", "1900")
        (near,) = several(getty.search(Query(Kind.CONCEPT, "Eel")))
        assert (near.label, file_of(near)) == ("eel spears", "topic")
        assert isinstance(getty.search(Query(Kind.CONCEPT, "Zyzzyva")), Silent)


def test_offline_they_answer_from_earlier_runs(tmp_path: Path) -> None:
    services = {"locgov": Authority(loc_routes(*LOC))}
    with opened(services, tmp_path) as files:
        assert check_heading(subject("Anguilla"), files).state is HeadingState.VARIANT
        with Http(settings_of(services, tmp_path), offline=True) as http:
            (source,) = map(from_cache, live_sources(http, settings_of(services, tmp_path), ["locgov"]))
            assert isinstance(source, Vocabulary)
            assert check_heading(subject("Anguilla"), [source]).state is HeadingState.VARIANT
            unknown = check_heading(subject("Never asked"), [source])
            assert (unknown.state, unknown.down) == (HeadingState.NOT_CHECKED, ())


BOOK = """<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Eager, Emil</subfield>
<subfield code="0">http://id.loc.gov/authorities/names/n79000001</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Eel larvae in cold currents</subfield></datafield>
<datafield tag="650" ind1=" " ind2="0"><subfield code="a">Anguilla</subfield></datafield>
<datafield tag="650" ind1=" " ind2="0"><subfield code="a">Lampreys</subfield>
<subfield code="0">http://id.loc.gov/authorities/subjects/sh85041244</subfield></datafield>
<datafield tag="700" ind1="1" ind2=" "><subfield code="a">Busy, Berta,</subfield><subfield code="d">1844-1900.</subfield>
<subfield code="1">https://id.loc.gov/authorities/names/n79000001</subfield></datafield></record>"""


def findings(record: Record, files: Sequence[Vocabulary]) -> dict[tuple[str, str], Finding]:
    sources = Sources(files)  # type: ignore[arg-type]
    found = observe(compare_record(record, sources), load("default"), date(2026, 11, 30), 365)
    return {(f.code, f.path): f for f in found if f.code.startswith(("name-", "heading-", "source-"))}


def test_a_record_from_its_bytes_to_its_findings(tmp_path: Path) -> None:
    (record,) = read_bytes(BOOK.encode(), "b.xml", "marcxml", settings=Settings())
    assert isinstance(record, Record)
    service = Authority(loc_routes(*LOC))
    with opened({"locgov": service}, tmp_path / "one") as files:
        found = findings(record, files)
    assert set(found) == {
        ("name-identifier-conflict", "100$0"),
        ("heading-variant", "650[1]$a"),
        ("heading-identifier-conflict", "650[2]$0"),
    }
    conflict = found["name-identifier-conflict", "100$0"]
    assert (conflict.given, conflict.held, conflict.source) == ("Eager, Emil", "Busy, Berta, 1844-1900", "locgov")
    assert conflict.url == "https://id.loc.gov/authorities/names/n79000001"
    assert found["heading-variant", "650[1]$a"].held == "Eels"
    down = Authority(loc_routes(*LOC))
    with opened({"locgov": down}, tmp_path / "two") as files:
        down.fault("503")
        found = findings(record, files)
    assert {code for code, _ in found} == {"source-unavailable"}


def test_no_answer_is_no_heading(tmp_path: Path) -> None:
    service = Authority(loc_routes(*LOC))
    with opened({"locgov": service}, tmp_path) as (loc,):
        service.fault("html_404")
        assert isinstance(loc.by_identifier(lccn("sh85041244")), Unavailable)
        assert isinstance(loc.by_label("Eels"), Unavailable)
