"""Reconciliation services: manifests, candidates and details in both versions, and as a source over a local stand-in."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Answer, Entity, Found, Identifier, Kind, Query, Reason, Role, Silent, Statement, Unavailable
from gate.references import Source
from gate.references.http import Http
from gate.references.live import live_names, live_sources
from gate.references.reconciliation import Reconciliation
from gate.references.reconciliation_record import (
    DRAFT,
    LEGACY,
    Manifest,
    Proposal,
    details,
    entity,
    kind_of,
    known_properties,
    manifest,
    proposals,
    proposed_properties,
)
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities import Asked, Authority, Response
from tests.authorities.reconciliation import Thing, reconciliation_routes
from tests.authorities.reconciliation import manifest as manifest_body
from tests.shared import shared

VERSIONS = (LEGACY, DRAFT)
BERTA = Thing(
    "118587943",
    "Busy, Berta",
    {
        "variantName": [{"str": "Emsig, Berta", "lang": "de"}, {"str": "Busy, Berta"}],
        "dateOfBirth": [{"str": "1844-10-15"}],
        "dateOfDeath": [{"date": "1900-08-25T00:00:00Z"}],
        "placeOfBirth": [{"id": "4000001-1", "name": "Northport"}],
        "professionOrOccupation": [{"id": "4045791-6", "name": "Philosophin"}, {}],
        "geographicAreaCode": [{"str": "http://d-nb.info/standards/vocab/gnd/geographic-area-code#XA-DE"}],
        "wikidataId": [{"id": "Q100", "name": "Berta Busy"}],
    },
    score=99.9,
)
NAMESAKE = Thing("11111111X", "Busy, Berta", {"dateOfBirth": [{"str": "1950"}]}, score=12)
BOOK = Thing("4123456-0", "Berta Busy", type={"id": "Work", "name": "Werk"})


def settings_of(it: Authority, folder: Path, **more: object) -> Settings:
    own = SourceSettings("authority-file", it.url, 1000.0, 8, protocol="reconciliation")
    return Settings(cache_folder=str(folder), sources=(own,), max_attempts=1, **more)  # type: ignore[arg-type]


def search(
    it: Authority, folder: Path, label: str, kind: Kind = Kind.AGENT, limit: int = 10, **more: object
) -> Answer[tuple[Entity, ...]]:
    with Http(settings := settings_of(it, folder, **more)) as http:
        return Reconciliation(http, settings, "authority-file").search(Query(kind, label), limit)


@pytest.fixture(params=VERSIONS)
def authority(request: pytest.FixtureRequest) -> Iterator[Authority]:
    with Authority(reconciliation_routes(manifest_body(request.param), BERTA, NAMESAKE, BOOK)) as it:
        yield it


def found(answer: Answer[tuple[Entity, ...]]) -> tuple[Entity, ...]:
    assert isinstance(answer, Found), answer
    assert not answer.exhaustive
    return answer.value


def test_it_is_opened_by_the_settings_and_asks_nothing_then(authority: Authority, tmp_path: Path) -> None:
    settings = settings_of(authority, tmp_path)
    assert live_names(settings)[-1] == "authority-file"
    with Http(settings) as http:
        (source,) = live_sources(http, settings, ["authority-file"])
    assert isinstance(source, Source)
    assert isinstance(source, Reconciliation)
    assert (source.name, source.role, source.offers) == ("authority-file", Role.REFERENCE, frozenset({"search"}))
    assert source.kinds == {Kind.AGENT, Kind.CONCEPT}
    assert authority.asked == []


def test_the_settings_say_what_it_is_asked_about(tmp_path: Path) -> None:
    with Authority(reconciliation_routes(manifest_body(LEGACY, defaultTypes=None), BOOK)) as it:
        settings = settings_of(it, tmp_path)
        of_works = replace(settings, sources=(replace(settings.sources[0], kinds="work concept"),))
        with Http(of_works) as http:
            source = Reconciliation(http, of_works, "authority-file")
            assert source.kinds == {Kind.WORK, Kind.CONCEPT}
            (work,) = found(source.search(Query(Kind.WORK, "Berta Busy")))
            assert (work.kind, work.statements[0].property) == (Kind.WORK, "title")
            person = source.search(Query(Kind.AGENT, "Berta Busy"))
            assert isinstance(person, Silent)
            assert not person.asked


def test_candidates_with_what_the_service_says_of_them(authority: Authority, tmp_path: Path) -> None:
    answer = search(authority, tmp_path, "Busy, Berta, 1844-1900")
    berta, namesake = found(answer)
    gnd, wikidata = Identifier("gnd", "118587943"), Identifier("wikidata", "Q100")
    assert berta == Entity(
        "https://lobid.org/gnd/118587943",
        Kind.AGENT,
        "Busy, Berta",
        (
            Statement("name", "Busy, Berta", forms=("Emsig, Berta",)),
            Statement("birth", "1844-10-15"),
            Statement("death", "1900-08-25"),
            Statement("birth_place", "Northport"),
            Statement("occupations", "Philosophin"),
            Statement("identifiers", "118587943", identifiers=(gnd,)),
        ),
    )
    assert [s.value for s in namesake.all("birth")] == ["1950"]
    assert wikidata not in [i for s in berta.all("identifiers") for i in s.identifiers], "it was not asked for"
    assert isinstance(answer, Found)
    assert answer.evidence.source == "authority-file"
    assert answer.evidence.url == authority.url


def test_what_the_service_proposes_is_asked_for(tmp_path: Path) -> None:
    for version in VERSIONS:
        with Authority() as it:
            proposing = {"propose_properties": {"service_url": it.url, "service_path": "/propose"}}
            offered = proposing if version == LEGACY else {"proposeProperties": True}
            it.routes.update(reconciliation_routes(manifest_body(version, extend=offered), BERTA))
            (berta,) = found(search(it, tmp_path / version, "Berta Busy"))
        assert Identifier("wikidata", "Q100") in [i for s in berta.all("identifiers") for i in s.identifiers]
        assert {s.property for s in berta.statements} == {
            *("name", "birth", "death", "birth_place", "occupations", "identifiers")
        }


def test_an_address_outside_the_service_is_not_asked(tmp_path: Path) -> None:
    with Authority() as elsewhere, Authority() as it:
        proposing = {"propose_properties": {"service_url": elsewhere.url, "service_path": "/propose"}}
        it.routes.update(reconciliation_routes(manifest_body(LEGACY, extend=proposing), BERTA))
        assert found(search(it, tmp_path, "Berta Busy"))[0].first("birth") is not None
        assert elsewhere.asked == []


def test_without_details_there_are_names(tmp_path: Path) -> None:
    for version in VERSIONS:
        with Authority(reconciliation_routes(manifest_body(version, extend=None), BERTA)) as it:
            (berta,) = found(search(it, tmp_path / version, "Berta Busy"))
            assert {s.property for s in berta.statements} == {"name", "identifiers"}
            assert len(it.asked) == 2
        unknown = manifest_body(version, view={"url": "https://example.org/{{id}}"}, identifierSpace="https://example.org/")
        with Authority(reconciliation_routes(unknown, BERTA)) as it:
            (berta,) = found(search(it, tmp_path / f"{version}-unknown", "Berta Busy"))
            assert berta.id == "https://example.org/118587943"
            assert {s.property for s in berta.statements} == {"name", "identifiers"}, "its properties are not known"
            assert len(it.asked) == 2


@pytest.mark.parametrize(("status", "reason"), [(503, Reason.SERVER), (400, Reason.BAD_REQUEST)])
def test_details_that_could_not_be_had_are_no_answer(authority: Authority, tmp_path: Path, status: int, reason: Reason) -> None:
    """Names alone would look as if the service knew no date that contradicts."""
    root, broken = authority.routes["/"], Response("no", status, "text/plain")

    def without_details(asked: Asked) -> object:
        assert callable(root)
        return broken if asked.method == "POST" and "extend" in asked.form else root(asked)

    authority.routes |= {"/": without_details, "/extend": broken}
    answer = search(authority, tmp_path, "Berta Busy")
    assert isinstance(answer, Unavailable)
    assert answer.reason is reason


def test_its_scores_are_shown_and_decide_nothing(authority: Authority, tmp_path: Path) -> None:
    answer = search(authority, tmp_path, "Berta Busy")
    assert isinstance(answer, Found)
    assert answer.detail == "Authority file of the test; its own scores, which decide nothing: 118587943 99.9, 11111111X 12"
    assert [entity.id[-9:] for entity in answer.value] == ["118587943", "11111111X"]
    low = reconciliation_routes(manifest_body(DRAFT), replace(BERTA, score=-3.0))
    with Authority(low) as it:
        assert len(found(search(it, tmp_path / "low", "Berta Busy"))) == 1


def test_what_is_of_another_kind_is_left_out(authority: Authority, tmp_path: Path) -> None:
    assert all("4123456-0" not in entity.id for entity in found(search(authority, tmp_path, "Berta Busy")))
    with Authority(reconciliation_routes(manifest_body(LEGACY), BOOK)) as it:
        assert isinstance(search(it, tmp_path / "book", "Berta Busy"), Silent)


def test_the_type_that_is_asked_for(authority: Authority, tmp_path: Path) -> None:
    def asked_type(label: str, folder: str) -> object:
        search(authority, tmp_path / folder, label)
        posted = next(
            asked
            for asked in authority.asked[::-1]
            if asked.method == "POST" and b"extend" not in asked.body[:6] and asked.path != "/extend"
        )
        query = json.loads(posted.body)["queries"][0] if posted.path == "/match" else json.loads(posted.form["queries"][0])["q0"]
        return query.get("type")

    assert asked_type("Busy, Berta", "a") == "DifferentiatedPerson"
    assert asked_type("University of Busy", "b") == "CorporateBody"


def test_headings(tmp_path: Path) -> None:
    subject = {"id": "SubjectHeading", "name": "Schlagwort"}
    thing = Thing("4045791-6", "Philosophie", {"broaderTermGeneral": [{"id": "1", "name": "Wissenschaft"}]}, subject)
    with Authority(reconciliation_routes(manifest_body(LEGACY, defaultTypes=[subject]), thing)) as it:
        (heading,) = found(search(it, tmp_path, "Philosophie", Kind.CONCEPT))
        assert [(s.property, s.value) for s in heading.statements] == [
            *(("heading", "Philosophie"), ("broader", "Wissenschaft"), ("identifiers", "4045791-6"))
        ]


def test_nothing_proposed_proves_nothing(authority: Authority, tmp_path: Path) -> None:
    answer = search(authority, tmp_path, "Nobody Atall")
    assert isinstance(answer, Silent)
    assert answer.asked
    for label, kind, limit in (("", Kind.AGENT, 10), ("——", Kind.AGENT, 10), ("Berta", Kind.WORK, 10), ("Berta", Kind.AGENT, 0)):
        answer = search(authority, tmp_path / "none", label, kind, limit)
        assert isinstance(answer, Silent)
        assert not answer.asked


def test_a_key_goes_where_the_manifest_wants_it(tmp_path: Path) -> None:
    for place in ("header", "query"):
        secured = manifest_body(DRAFT, authentication={"type": "apiKey", "in": place, "name": "X-Key"})
        with Authority(reconciliation_routes(secured, BERTA)) as it:
            settings = settings_of(it, tmp_path / place)
            keyed = replace(settings, sources=(replace(settings.sources[0], api_key="secret-4711"),))
            with Http(keyed) as http:
                assert isinstance(Reconciliation(http, keyed, "authority-file").search(Query(Kind.AGENT, "Berta Busy")), Found)
            first, *others = it.asked
            assert "secret" not in str(first), "the manifest is for all"
            assert others
            for asked in others:
                given_ = asked.headers.get("x-key", "") if place == "header" else asked.query["X-Key"][0]
                assert given_ == "secret-4711"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, Reason.MALFORMED),
        ({"name": "X", "versions": ["9.9"]}, Reason.MALFORMED),
        ({"name": "X", "versions": []}, Reason.MALFORMED),
        ({"status": "error", "message": "database down"}, Reason.SERVER),
    ],
)
def test_a_manifest_that_is_none(tmp_path: Path, body: Mapping[str, object], reason: Reason) -> None:
    with Authority({"/": body}) as it:
        answer = search(it, tmp_path, "Berta")
    assert isinstance(answer, Unavailable)
    assert (answer.source, answer.reason) == ("authority-file", reason)


def test_errors_with_status_200_are_no_answer(authority: Authority, tmp_path: Path) -> None:
    search(authority, tmp_path, "Berta")
    root = authority.routes["/"]
    error = {"status": "error", "message": "out of memory", "details": "..."}
    authority.routes |= {"/match": error, "/": lambda asked: root(asked) if asked.method == "GET" and callable(root) else error}
    answer = search(authority, tmp_path, "Somebody else")
    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.SERVER
    assert "out of memory" in answer.detail


def test_versions() -> None:
    def version(*versions: str) -> str:
        read = manifest({"name": "X", "versions": list(versions)})
        assert isinstance(read, Manifest)
        return read.version

    assert version("0.1") == version("0.2") == version("0.1", "0.2", "1.0-draft") == LEGACY
    assert version("1.0-draft") == version("1.0") == DRAFT
    of_old = manifest({"name": "X"})
    assert isinstance(of_old, Manifest)
    assert of_old.version == LEGACY


def test_pages_of_entities() -> None:
    def page(view: str, id_: str) -> str:
        return Manifest("X", LEGACY, view).page(id_)

    assert page("https://viaf.org/viaf/{{id}}", "97006051") == "https://viaf.org/viaf/97006051"
    assert page("https://viaf.org/viaf/{id}", "a b?c#d") == "https://viaf.org/viaf/a%20b%3Fc%23d"
    assert page("https://opencorporates.com{{id}}", "/companies/gb/1") == "https://opencorporates.com/companies/gb/1"
    assert page("https://x.org/?uri={{id}}", "http://y.org/#1") == "https://x.org/?uri=http://y.org/%231"
    assert page("", "http://y.org/1") == "http://y.org/1"
    assert page("", "1") == page("javascript:{{id}}", "alert(1)") == page("{{id}}", "1") == ""


def test_kinds_of_types() -> None:
    assert kind_of(["DifferentiatedPerson", "Individualisierte Person"]) is Kind.AGENT
    assert kind_of(["/people/person"]) is kind_of(["http://schema.org/Organization"]) is kind_of(["Körperschaft"]) is Kind.AGENT
    assert kind_of(["SubjectHeading", "Schlagwort"]) is Kind.CONCEPT
    assert kind_of(["http://schema.org/CreativeWork"]) is kind_of(["/book/book", "Work"]) is Kind.WORK
    assert kind_of(["AuthorityResource"]) is kind_of([]) is kind_of(["Work", "Person"]) is None


def test_properties_that_are_known() -> None:
    wikidata = Manifest("W", LEGACY, "https://www.wikidata.org/wiki/{{id}}", "http://www.wikidata.org/entity/")
    assert "P569" in known_properties(wikidata)
    assert known_properties(Manifest("X", LEGACY)) == ()
    proposed = {
        "properties": [{"id": "p1", "name": "Date of birth"}, {"id": "P570", "name": "?"}, {"id": "x", "name": "Height"}, {}, 5]
    }
    assert proposed_properties(proposed) == ("p1", "P570")


def test_values_of_every_type() -> None:
    told = {
        "rows": {
            "1": {
                "born": [{"int": 1844}],
                "died": [{"date": "1900-08-25T12:00:00Z"}],
                "influencedBy": [{"name": "Ada"}, {"bool": True}],
            }
        }
    }
    read = details({"meta": [], **told}, LEGACY)
    assert isinstance(read, dict)
    one = entity(Proposal("1", "Berta"), Kind.AGENT, Manifest("X", LEGACY), read["1"])
    assert [(s.property, s.value) for s in one.statements] == [
        *(("name", "Berta"), ("birth", "1844"), ("death", "1900-08-25T12:00:00Z"), ("influenced_by", "Ada"))
    ]
    assert one.id == "1"
    as_concept = entity(Proposal("1", "Berta"), Kind.CONCEPT, Manifest("X", LEGACY), read["1"])
    assert [s.property for s in as_concept.statements] == ["heading"], "a concept is not born"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "q0",
                    "result",
                    "results",
                    "candidates",
                    "id",
                    "name",
                    "type",
                    "rows",
                    "meta",
                    "properties",
                    "values",
                    "score",
                    "born",
                    "str",
                    "view",
                    "url",
                    "versions",
                    "extend",
                    "defaultTypes",
                    "authentication",
                    "in",
                ]
            ),
            inner,
        )
    ),
    max_leaves=14,
)
BODIES = st.dictionaries(
    st.sampled_from(
        ["q0", "results", "rows", "meta", "name", "versions", "view", "extend", "defaultTypes", "authentication", "properties"]
    ),
    values,
)


@given(BODIES, st.sampled_from(VERSIONS))
def test_wrong_types_anywhere_are_told_or_left_out(body: dict[str, object], version: str) -> None:
    read = manifest(body)
    served = read if isinstance(read, Manifest) else Manifest("X", version)
    proposed_properties(body)
    told, candidates = details(body, version), proposals(body, version)
    for one in candidates if isinstance(candidates, tuple) else ():
        for kind in (Kind.AGENT, Kind.CONCEPT):
            facts = told.get(one.id, []) if isinstance(told, dict) else []
            assert all(s.value for s in entity(one, kind, served, facts).statements)
        kind_of(one.types)
    for kind in Kind:
        served.type_for(kind, "Berta Busy")


def test_every_recorded_body_is_read_or_told_to_be_none() -> None:
    read: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for file in sorted(shared("responses", "reconciliation").glob("*.json")):
        body = json.loads(file.read_text(encoding="utf-8"))
        version = DRAFT if file.name.startswith("1.0") else LEGACY
        what, valid = file.name.split("_")[1], "_valid_" in file.name
        for number, one in enumerate(_answers(body, what)):
            result = _read(one, what, version)
            (told if isinstance(result, str) else read)[what] += 1
            if valid:
                assert not isinstance(result, str), (file.name, result)
            if "result-batch" in what and not valid and number == 0:
                assert isinstance(result, str), (file.name, result)
    sys.stdout.write(f"read {dict(read)}, none {dict(told)}\n")
    assert read["manifest"] >= 20
    assert read["reconciliation-result-batch"] >= 4
    assert read["data-extension-response"] == 4
    assert told["reconciliation-result-batch"] >= 6


def _answers(body: object, what: str) -> list[dict[str, object]]:
    """The bodies as they answer one query, which is all that the source ever asks."""
    if not isinstance(body, dict):
        return []
    if what == "reconciliation-result-batch" and isinstance(body.get("results"), list):
        return [{"results": [one]} for one in body["results"]]
    if what == "reconciliation-result-batch":
        return [{"q0": one} for one in body.values()]
    return [body]


def _read(body: dict[str, object], what: str, version: str) -> object:
    match what:
        case "manifest":
            return manifest(body)
        case "reconciliation-result-batch":
            found_ = proposals(body, version)
            if isinstance(found_, tuple):
                assert [one.id for one in found_] == [c["id"] for c in body["results"][0]["candidates"]]  # type: ignore[index]
            return found_
        case "data-extension-response":
            return details(body, version)
        case "data-extension-property-proposal":
            return proposed_properties(body)
        case _:  # questions, previews and suggestions: never an answer to what is asked
            assert isinstance(proposals(body, version), str)
            assert isinstance(details(body, version), str)
            return ()
