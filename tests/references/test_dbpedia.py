"""DBpedia as an oracle, over a real SPARQL engine with the test's own triples."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pyoxigraph import NamedNode, QuerySolutions, Store

from gate.model import Answer, Entity, Found, Identifier, Kind, Query, Reason, Role, Silent, Statement, Unavailable
from gate.references import Source
from gate.references.dbpedia import DBpedia
from gate.references.dbpedia_record import RESOURCE, date, entities
from gate.references.http import Http
from gate.references.sparql import Term
from tests.authorities import Asked, Authority, Response, Route
from tests.authorities.dbpedia import dbpedia_authority
from tests.references.bodies import bodies
from tests.shared import shared

FACTS = """
dbr:Berta_Busy a dbo:Person, foaf:Person ;
    rdfs:label "Berta Busy"@en, "Berta Emsig"@de, "Берта Бизи"@ru ; foaf:name "Berta Amalia Busy"@en ;
    dbo:birthDate "1844-10-15"^^xsd:date ; dbo:birthYear "1844"^^xsd:gYear ; dbo:deathDate "1900-8-25"^^xsd:integer ;
    dbo:birthPlace dbr:Northport, "Northport, Southmark"@en ; dbo:nationality dbr:Southmark ;
    dbo:influencedBy dbr:Ada_Able, dbr:Nameless ; dbo:mainInterest dbr:Ethics ; dbo:occupation dbr:Berta_Busy__PersonFunction__1 ;
    owl:sameAs wd:Q100, <http://viaf.org/viaf/12345>, <http://d-nb.info/gnd/118587943>,
        <http://yago-knowledge.org/resource/Berta> ;
    dbo:abstract "A philosopher."@en .
dbr:Ada_Able a dbo:Person ; rdfs:label "Ada Able"@en, "Ada Fähig"@de, "アダ"@xx ; owl:sameAs wd:Q101 .
dbr:Carl_Calm a foaf:Person ; rdfs:label "Carl Calm"@en ; dbo:influenced dbr:Berta_Busy ; dbo:birthYear "1799"^^xsd:gYear .
dbr:Northport rdfs:label "Northport"@en, "Nordhafen"@de .
dbr:Southmark rdfs:label "Southmark"@en .
dbr:Ethics rdfs:label "Ethics"@en .
dbr:B._Busy rdfs:label "B. Busy"@en ; dbo:wikiPageRedirects dbr:Berta_Busy .
<http://dbpedia.org/resource/John_Smith> rdfs:label "John Smith"@en ;
    dbo:wikiPageDisambiguates <http://dbpedia.org/resource/John_Smith_(miller)>, dbr:John_Smith_Street .
<http://dbpedia.org/resource/John_Smith_(disambiguation)> rdfs:label "John Smith (disambiguation)"@en ;
    dbo:wikiPageDisambiguates <http://dbpedia.org/resource/John_Smith_(poet)> .
<http://dbpedia.org/resource/John_Smith_(miller)> a dbo:Person ; rdfs:label "John Smith (miller)"@en ;
    dbo:deathDate "--05-01"^^xsd:gMonthDay .
<http://dbpedia.org/resource/John_Smith_(poet)> a dbo:Person ; rdfs:label "John Smith (poet)"@en ;
    dbo:birthDate "-0043-03-15"^^xsd:date .
dbr:John_Smith_Street a dbo:Place ; rdfs:label "John Smith Street"@en .
dbr:Twin_A rdfs:label "Twin A"@en ; owl:sameAs wd:Q777 .
dbr:Twin_B rdfs:label "Twin B"@en ; owl:sameAs wd:Q777 .
<http://example.org/other> owl:sameAs wd:Q100 ; rdfs:label "Not a resource"@en .
"""


@pytest.fixture(scope="module")
def authority() -> Iterator[Authority]:
    with dbpedia_authority(FACTS) as it:
        yield it


def ask(it: Authority, folder: Path, identifier: str) -> Answer[Entity]:
    scheme, _, value = identifier.partition(":")
    with Http(settings := it.settings("dbpedia", folder, max_attempts=1)) as http:
        return DBpedia(http, settings).by_identifier(Identifier(scheme, value))


def search(it: Authority, folder: Path, *names: str, limit: int = 10) -> Answer[tuple[Entity, ...]]:
    with Http(settings := it.settings("dbpedia", folder, max_attempts=1)) as http:
        return DBpedia(http, settings).search(Query(Kind.AGENT, names[0], names), limit)


def labels(answer: Answer[tuple[Entity, ...]]) -> set[str]:
    assert isinstance(answer, Found), answer
    assert not answer.exhaustive
    return {entity.id.removeprefix(RESOURCE) for entity in answer.value}


def test_it_is_an_oracle_about_agents(authority: Authority, tmp_path: Path) -> None:
    with Http(settings := authority.settings("dbpedia", tmp_path)) as http:
        source = DBpedia(http, settings)
    assert isinstance(source, Source)
    assert source.role is Role.ORACLE
    assert source.kinds == {Kind.AGENT}


@pytest.mark.parametrize("identifier", ["wikidata:Q100", "viaf:12345", "gnd:118587943", "dbpedia:Berta_Busy", "dbpedia:B._Busy"])
def test_by_what_it_is_linked_to(authority: Authority, tmp_path: Path, identifier: str) -> None:
    answer = ask(authority, tmp_path, identifier)
    assert isinstance(answer, Found), answer
    assert answer.value.id == RESOURCE + "Berta_Busy"
    assert answer.evidence.url == "https://dbpedia.org/page/Berta_Busy"
    assert answer.evidence.source == "dbpedia"


def test_a_person_in_full(authority: Authority, tmp_path: Path) -> None:
    answer = ask(authority, tmp_path, "wikidata:Q100")
    assert isinstance(answer, Found)
    person = answer.value
    assert person.kind is Kind.AGENT
    assert person.complete_for == frozenset()
    said = {s.property: s for s in person.statements if s.property not in {"identifiers", "birth_place", "influenced_by"}}
    assert said == {
        "name": Statement("name", "Berta Busy", lang="en", forms=("Berta Emsig", "Берта Бизи", "Berta Amalia Busy")),
        "birth": Statement("birth", "1844-10-15"),
        "death": Statement("death", "1900-08-25"),
        "citizenship": Statement("citizenship", "Southmark", lang="en"),
        "field_of_work": Statement("field_of_work", "Ethics", lang="en"),
    }
    assert [s.value for s in person.all("birth")] == ["1844-10-15"], "a year beside a day says nothing"
    assert {(s.value, s.forms) for s in person.all("birth_place")} == {
        ("Northport", ("Nordhafen",)),
        ("Northport, Southmark", ()),
    }
    influences = {s.value: s for s in person.all("influenced_by")}
    assert influences == {
        "Ada Able": Statement(
            "influenced_by", "Ada Able", lang="en", forms=("Ada Fähig",), identifiers=(Identifier("wikidata", "Q101"),)
        ),
        "Carl Calm": Statement("influenced_by", "Carl Calm", lang="en"),
    }, "also who says so on the other side; nobody without a name"
    assert {str(i) for s in person.all("identifiers") for i in s.identifiers} == {
        *("dbpedia:Berta_Busy", "wikidata:Q100", "viaf:12345", "gnd:118587943")
    }


@pytest.mark.parametrize("name", ["Berta Busy", "Busy, Berta", "Busy, Berta, 1844-1900", "Berta Emsig", "B. Busy", "Бизи, Берта"])
def test_search_by_name_in_any_form(authority: Authority, tmp_path: Path, name: str) -> None:
    assert labels(search(authority, tmp_path, name)) == {"Berta_Busy"}


def test_namesakes_all_come_and_only_agents(authority: Authority, tmp_path: Path) -> None:
    answer = search(authority, tmp_path, "John Smith")
    assert labels(answer) == {"John_Smith_(miller)", "John_Smith_(poet)"}
    assert isinstance(answer, Found)
    by_id = {entity.id.removeprefix(RESOURCE): entity for entity in answer.value}
    assert by_id["John_Smith_(miller)"].label == "John Smith"
    assert by_id["John_Smith_(miller)"].all("death") == (), "a day without a year is none"
    assert [s.value for s in by_id["John_Smith_(poet)"].all("birth")] == ["-0043-03-15"]
    assert answer.evidence.url == authority.url
    assert len(labels(search(authority, tmp_path, "John Smith", limit=1))) == 1


def test_what_it_lacks_proves_nothing(authority: Authority, tmp_path: Path) -> None:
    for answer in (ask(authority, tmp_path, "wikidata:Q404"), search(authority, tmp_path, "Nobody Atall")):
        assert isinstance(answer, Silent)
        assert answer.asked
    twins = ask(authority, tmp_path, "wikidata:Q777")
    assert isinstance(twins, Silent)
    assert "several" in twins.detail


def test_what_it_is_not_asked(authority: Authority, tmp_path: Path) -> None:
    before = len(authority.asked)
    with Http(settings := authority.settings("dbpedia", tmp_path)) as http:
        source = DBpedia(http, settings)
        answers: list[Answer[Entity] | Answer[tuple[Entity, ...]]] = [
            source.by_identifier(Identifier("orcid", "0000-0002-1825-0097")),
            source.by_identifier(Identifier("doi", "10.1/x")),
            source.search(Query(Kind.WORK, "Ethics")),
            source.search(Query(Kind.AGENT, "——")),
        ]
    for answer in answers:
        assert isinstance(answer, Silent)
        assert not answer.asked
    assert len(authority.asked) == before


ATTACKS = (
    'x" } UNION { ?s ?p ?o } #',
    "nul \0 and half a \ud800 sign",
    'x"@en } ?s ?p ?o . { ?a ?b "',
    "x\\u0022 } ?s ?p ?o #",
    "x\\",
    "x\n} SELECT * WHERE { ?s ?p ?o }",
    'x" . FILTER(true) } #',
    "'''x''' \"\"\"",
    "<http://dbpedia.org/resource/Berta_Busy>",
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_name_breaks_out_of_the_query(authority: Authority, tmp_path: Path, attack: str) -> None:
    answer = search(authority, tmp_path, attack, attack + ", Berta")
    assert isinstance(answer, Silent), "it is a name that nobody has"
    assert answer.asked


@pytest.mark.parametrize("attack", ["Q100> ?p ?o } #", "x> } UNION { ?s ?p ?o } #", "a b", 'a"b', "a\\u003Eb", "Q1\nQ2"])
def test_no_identifier_breaks_out_of_the_query(authority: Authority, tmp_path: Path, attack: str) -> None:
    for scheme in ("wikidata", "viaf", "gnd", "dbpedia"):
        assert isinstance(ask(authority, tmp_path, f"{scheme}:{attack}"), Silent)


@hypothesis_settings(max_examples=60)
@given(st.text(min_size=1))
def test_any_name_is_itself_in_the_query(name: str) -> None:
    from gate.references.dbpedia import _with_name

    try:
        query = f"SELECT DISTINCT ?name WHERE {{ {_with_name([name])} }}"
    except ValueError:
        assert "\0" in name or any("\ud800" <= letter <= "\udfff" for letter in name)
        return
    store = Store()
    from pyoxigraph import Literal, Quad

    person, label, kind = (
        NamedNode(iri)
        for iri in (
            RESOURCE + "P",
            "http://www.w3.org/2000/01/rdf-schema#label",
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
        )
    )
    store.add(Quad(person, label, Literal(name, language="en")))
    store.add(Quad(person, label, Literal(name + "!", language="en")))
    store.add(Quad(person, kind, NamedNode("http://dbpedia.org/ontology/Person")))
    found = store.query(query)
    assert isinstance(found, QuerySolutions)
    assert [solution["name"].value for solution in found] == [name]


@pytest.mark.parametrize(
    ("given_", "read"),
    [
        ("1844-10-15", "1844-10-15"),
        ("1844-1-1", "1844-01-01"),
        ("1844-10-15T00:00:00Z", "1844-10-15"),
        ("1844-10-15+02:00", "1844-10-15"),
        ("1844", "1844"),
        ("1844-10", "1844-10"),
        ("384", "0384"),
        ("-384", "-0384"),
        ("-0384-01-01", "-0384-01-01"),
        ("1844-13-40", "1844"),
        ("1844-10-40", "1844-10"),
        ("--10-15", ""),
        ("15 October 1844", ""),
        ("1844.0", ""),
        ("", ""),
        ("18441015", ""),
    ],
)
def test_dates_of_any_type(given_: str, read: str) -> None:
    assert date(given_) == read


def test_rows_that_lack_something_are_passed_over() -> None:
    subject = Term(RESOURCE + "X", "uri")
    assert entities([{}, {"s": subject}, {"s": subject, "p": subject}]) == []
    only_a_date = {"s": subject, "p": Term("http://dbpedia.org/ontology/birthDate", "uri"), "o": Term("1844", "literal")}
    assert entities([only_a_date]) == [], "nobody without a name"


def test_a_part_of_an_answer_is_none(tmp_path: Path) -> None:
    """Virtuoso's time was up: it says so in a header, with status 200 and the rows it had."""
    with dbpedia_authority(FACTS) as it:
        whole = it.routes["/"]

        def part(asked: Asked) -> Response:
            assert callable(whole)
            answer = whole(asked)
            assert isinstance(answer, Response)
            return Response(answer.body, 200, answer.content_type, {"X-SQL-State": "S1TAT"})

        it.routes["/"] = part
        answer = ask(it, tmp_path, "wikidata:Q100")
    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.TIMEOUT


def test_pages_and_compiler_errors_are_no_answer(tmp_path: Path) -> None:
    with dbpedia_authority(FACTS) as it:
        it.routes["/"] = Response("Virtuoso 37000 Error SP030: SPARQL compiler, line 1: syntax error", 400, "text/plain")
        bad = ask(it, tmp_path, "wikidata:Q100")
        it.routes["/"] = Response("<html><body><h1>DBpedia is under maintenance</h1></body></html>", 200, "text/html")
        page = search(it, tmp_path, "Berta Busy")
    assert isinstance(bad, Unavailable)
    assert bad.reason is Reason.BAD_REQUEST
    assert isinstance(page, Unavailable)
    assert page.reason is Reason.MALFORMED


def test_every_recorded_answer_is_read(tmp_path: Path) -> None:
    """With its variable renamed, so that its resources are described; as it was recorded it answers another question: none."""
    kinds: Counter[str] = Counter()
    resources = described = 0
    with Authority() as it, Http(settings := it.settings("dbpedia", tmp_path, max_attempts=1, breaker_failures=10_000)) as http:
        source = DBpedia(http, settings)
        for number, told in enumerate(_recorded()):
            nothing = json.dumps({"head": {"vars": ["s", "p", "o", "label", "item"]}, "results": {"bindings": []}})
            as_recorded = [json.dumps(told)] if number % 10 == 0 else []
            for place, body in enumerate((json.dumps(_renamed(told)), *as_recorded)):
                it.routes["/"] = _first(body, nothing)
                answer = source.search(Query(Kind.AGENT, f"Name {number} {place}"))
                kinds[type(answer).__name__] += 1
                if isinstance(answer, Unavailable):
                    assert answer.reason is Reason.MALFORMED, answer
                else:
                    assert isinstance(answer, Silent)
                    values = {
                        row["s"]["value"]
                        for row in json.loads(body)["results"]["bindings"]
                        if row.get("s", {}).get("type") == "uri"
                    }
                    known = [value for value in values if value.startswith(RESOURCE)]
                    resources += len(known)
                    assert ("gives no name" in answer.detail) == bool(known), "described where there is something to describe"
                    described += bool(known)
    sys.stdout.write(f"answers {dict(kinds)}; {resources} resources in {described} answers described\n")
    assert kinds["Silent"] > 300
    assert kinds["Unavailable"] > 30
    assert resources > 3_000


def _renamed(told: dict[str, object]) -> object:
    """The answer with its first variable called ``s``."""
    head, results = told["head"], told.get("results")
    assert isinstance(head, dict)
    if not head.get("vars") or not isinstance(results, dict):
        return told
    name, *others = head["vars"]
    rows = [{"s" if key == name else key: value for key, value in row.items()} for row in results["bindings"]]
    return {"head": {"vars": ["s", *others]}, "results": {"bindings": rows}}


def _first(body: str, then: str) -> Route:
    return lambda asked: body if "DISTINCT" in str((asked.query, asked.body)) else then


def _recorded() -> Iterator[dict[str, object]]:
    """Every answer once: later collections of questions repeat earlier ones."""
    seen: set[str] = set()
    for _, body in bodies(shared("responses", "dbpedia")):
        assert isinstance(body, dict)
        for answer in (answer for question in body["questions"] for answer in question["answers"]):
            if (text := json.dumps(answer, sort_keys=True)) not in seen:
                seen.add(text)
                yield answer
