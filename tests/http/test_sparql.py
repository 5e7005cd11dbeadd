"""SPARQL through SPARQLWrapper, against a real engine: no text breaks out of a query, no value changes its kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, QueryResultsFormat, QuerySolutions, RdfFormat, Store

from gate.model import Reason, Unavailable
from gate.references.http import Http, Raw, Reply
from gate.references.http.bodies import Malformed
from gate.references.services import service
from gate.references.sparql import Sparql, Term, iri, literal, solutions
from gate.references.sparql.terms import term
from tests.authorities import PATH, Authority, Response, sparql_authority

FACTS = """
@prefix ex: <https://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:kant rdfs:label "Immanuel Kant"@en, "Иммануил Кант"@ru ; ex:born "1724-04-22"^^xsd:date .
ex:kant ex:knows ex:hume, [ rdfs:label "someone" ] .
ex:hume rdfs:label "David Hume"@en ; ex:note "a \\"quoted\\" \\\\ note" .
"""


@pytest.fixture
def endpoint() -> Iterator[Authority]:
    with sparql_authority(FACTS) as it:
        yield it


@pytest.fixture
def sparql(endpoint: Authority, tmp_path: Path) -> Iterator[Sparql]:
    settings = endpoint.settings("dbpedia", tmp_path, path=PATH, contact="me@library.example")
    with Http(settings) as http:
        yield Sparql(http, service("dbpedia", settings))


PREFIXES = "prefix ex: <https://example.org/> prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"


def test_solutions_are_typed_rows(sparql: Sparql) -> None:
    got = sparql.select(
        PREFIXES
        + "select ?s ?label ?born where { ?s rdfs:label ?label optional { ?s ex:born ?born } filter(isIRI(?s)) } order by ?label",
        {"s": "uri", "label": "literal", "born": "literal"},
    )
    assert isinstance(got, Reply)
    assert got.body == (
        {"s": Term("https://example.org/hume", "uri"), "label": Term("David Hume", "literal", "en")},
        {
            "s": Term("https://example.org/kant", "uri"),
            "label": Term("Immanuel Kant", "literal", "en"),
            "born": Term("1724-04-22", "literal", "", "http://www.w3.org/2001/XMLSchema#date"),
        },
        {
            "s": Term("https://example.org/kant", "uri"),
            "label": Term("Иммануил Кант", "literal", "ru"),
            "born": Term("1724-04-22", "literal", "", "http://www.w3.org/2001/XMLSchema#date"),
        },
    )
    assert got.evidence.source == "dbpedia"


def test_a_term_of_another_kind_is_left_out(sparql: Sparql) -> None:
    query = PREFIXES + "select ?o where { ex:kant ex:knows ?o }"
    by_kind = {}
    for kind in ("uri", "literal", "bnode", "any"):
        got = sparql.select(query, {"o": kind})
        assert isinstance(got, Reply)
        by_kind[kind] = [row["o"].type for row in got.body if "o" in row]
    assert by_kind == {"uri": ["uri"], "literal": [], "bnode": ["bnode"], "any": by_kind["any"]}
    assert sorted(by_kind["any"]) == ["bnode", "uri"]


def test_nothing_found_is_an_answer_of_no_rows(sparql: Sparql) -> None:
    got = sparql.select(PREFIXES + "select ?s where { ?s ex:nothing ?o }", {"s": "uri"})
    assert isinstance(got, Reply)
    assert got.body == ()


def test_ask_says_true_or_false(sparql: Sparql) -> None:
    for name, truth in (("kant", True), ("hegel", False)):
        got = sparql.ask(f"{PREFIXES} ask {{ ex:{name} ?p ?o }}")
        assert isinstance(got, Reply)
        assert got.body is truth


def test_a_variable_that_is_not_there_makes_the_answer_malformed(sparql: Sparql) -> None:
    got = sparql.select("select ?s where { ?s ?p ?o }", {"s": "uri", "other": "uri"})
    assert isinstance(got, Unavailable)
    assert (got.reason, got.detail) == (Reason.MALFORMED, "a SPARQL result without the variable other")


def test_a_query_that_the_endpoint_does_not_understand_is_a_bad_request(sparql: Sparql) -> None:
    got = sparql.select("select ?s where { ?s nonsense }", {"s": "uri"})
    assert isinstance(got, Unavailable)
    assert got.reason is Reason.BAD_REQUEST


@pytest.mark.parametrize(
    "query", ["", "hello", "insert data { <a:b> <a:c> 1 }", "drop all", "construct where { ?s ?p ?o }", "describe <a:b>"]
)
def test_only_questions_are_asked(sparql: Sparql, endpoint: Authority, query: str) -> None:
    with pytest.raises(ValueError, match="only SELECT and ASK"):
        sparql.select(query, {})
    assert endpoint.asked == []


def test_a_short_query_goes_by_get_and_a_long_one_by_post_with_the_manners_of_both(sparql: Sparql, endpoint: Authority) -> None:
    short = PREFIXES + "select ?s where { ?s ex:born ?o }"
    values = " ".join(iri(f"https://example.org/{n}") for n in range(500))
    long = PREFIXES + f"select ?s where {{ values ?s {{ ex:kant {values} }} ?s ex:born ?o }}"
    answers = [sparql.select(query, {"s": "uri"}) for query in (short, long, long)]
    assert all(isinstance(one, Reply) for one in answers)
    assert len({one.body for one in answers if isinstance(one, Reply) and not one.body} | {()}) == 1
    get, post = endpoint.asked  # the third came out of the cache
    assert (get.method, get.query["query"]) == ("GET", [short])
    assert (post.method, post.form["query"]) == ("POST", [long])
    for asked in (get, post):
        assert "catalog-gate/" in asked.headers["user-agent"]
        assert asked.headers["accept"] == "application/sparql-results+json"


def test_an_endpoint_that_moved_away_is_no_answer(endpoint: Authority, sparql: Sparql) -> None:
    endpoint.routes.clear()
    got = sparql.select("select ?s where { ?s ?p ?o }", {"s": "uri"})
    assert isinstance(got, Unavailable)
    assert got.reason is Reason.MALFORMED


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"head": {}, "results": {"bindings": []}},
        {"head": {"vars": ["s"]}},
        {"head": {"vars": ["s"]}, "results": {"bindings": {}}},
        {"head": {"vars": ["s"]}, "results": {"bindings": ["s"]}},
        {"head": {"vars": "s"}, "results": {"bindings": []}},
        {"head": {"vars": []}, "results": {"bindings": []}},
        {"head": {}, "boolean": True},
        "<sparql/>",
        '{"head": {"vars": ["s"]}, "results": {"bindings": [ {"s": {"type": "uri", "val\njava.util.concurrent.TimeoutException',
    ],
)
def test_what_is_no_result_is_malformed(endpoint: Authority, sparql: Sparql, body: object) -> None:
    endpoint.routes[PATH] = Response(body, content_type="application/sparql-results+json")
    got = sparql.select("select ?s where { ?s ?p ?o }", {"s": "uri"})
    assert isinstance(got, Unavailable)
    assert got.reason is Reason.MALFORMED


def test_a_part_of_the_rows_is_no_answer(endpoint: Authority, sparql: Sparql) -> None:
    rows = {"head": {"vars": ["s"]}, "results": {"bindings": []}}
    endpoint.routes[PATH] = Response(rows, content_type="application/sparql-results+json", headers={"X-SQL-State": "S1TAT"})
    got = sparql.select("select ?s where { ?s ?p ?o }", {"s": "uri"})
    assert isinstance(got, Unavailable)
    assert got.reason is Reason.TIMEOUT


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ({"type": "typed-literal", "value": "1", "datatype": "x:int"}, Term("1", "literal", "", "x:int")),
        ({"type": "literal", "value": "a", "xml:lang": "en"}, Term("a", "literal", "en")),
        ({"type": "uri", "value": "x:y", "xml:lang": "en"}, Term("x:y", "uri")),
        ({"type": "literal", "value": 1}, None),
        ({"type": "triple", "value": {}}, None),
        ({"value": "a"}, None),
        ("a", None),
        (None, None),
    ],
)
def test_a_term_is_read_or_left_out(value: object, read: Term | None) -> None:
    assert term(value) == read


# --- nothing breaks out

STORE = Store()
HOSTILE = [
    '" . } drop all #',
    "\\",
    '\\"',
    '\\\\"',
    "\\u0022",
    "\\\\u0022 . ?a ?b ?c",
    "\\U00000022",
    '"""',
    "'''",
    "\n} insert data { <a:b> <a:c> 1 }",
    "\r",
    "\t\b\f",
    "} # comment",
    "?x $y @en ^^<x>",
    "\u2028\u2029\x85",
    "𝔘 字 é",
    "%s {0} ${x}",
    "",
]
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


def round_trip(text: str, lang: str = "") -> None:
    """The engine must see one literal, with exactly this value."""
    written = literal(text, lang)
    (row,) = STORE.query(f"select ({written} as ?x) where {{}}")  # type: ignore[misc]
    assert row["x"] == (Literal(text, language=lang.lower()) if lang else Literal(text))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_is_one_literal_with_that_value(text: str) -> None:
    round_trip(text)
    round_trip(text, "en-GB")


@given(TEXTS)
def test_any_text_is_one_literal_with_that_value(text: str) -> None:
    round_trip(text)


@given(st.text(st.sampled_from("\\u\"0022\n'x{}#")))
def test_no_text_breaks_out_where_code_points_are_resolved_before_parsing(text: str) -> None:
    """As an engine that follows section 19.2 of SPARQL 1.1 to the letter would read it."""
    import re

    seen = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda found: chr(int(found[1], 16)), literal(text))
    assert re.fullmatch(r'"(?:[^"\\\n\r]|\\.)*"', seen)


@pytest.mark.parametrize("text", ["\0", "a\ud800b"])
def test_what_no_query_can_carry_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="cannot be part of a query"):
        literal(text)


@pytest.mark.parametrize("lang", ["en us", "e_n", "-en", "en-", "en . }", "@en", "abcdefghi", "1a"])
def test_what_is_no_language_tag_is_refused(lang: str) -> None:
    with pytest.raises(ValueError, match="not a language tag"):
        literal("a", lang)


NOT_IN_IRIS = [
    " ",
    ">",
    "<a>",
    '"',
    "{a}",
    "a|b",
    "a^b",
    "a`b",
    "a\\b",
    "\\u003e",
    "\n",
    "\x7f",
    "\x85",
    "\xa0",
    "\u2028",
    "\ud800",
]
NOT_IN_IRIS += ["\ue000", "\ufdd0", "\uffff", "\U0001ffff", "\U000e0001", "\U000f0000", "%", "%2", "%zz", "[", "]", "\u202e"]


@pytest.mark.parametrize(
    "text", ["", "kant", "//x.example", "x:", " https://x.example", *(f"https://x.example/{bad}" for bad in NOT_IN_IRIS)]
)
def test_what_is_no_iri_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an IRI"):
        iri(text)


@pytest.mark.parametrize(
    "text", ["urn:isbn:1", "http://[::1]/a", "https://x.example/a%20b/é字?q=(1)#x", "https://x.example/\U0001d518"]
)
def test_what_is_an_iri_is_one_term(text: str) -> None:
    (row,) = STORE.query(f"select ({iri(text)} as ?x) where {{}}")  # type: ignore[misc]
    assert row["x"] == NamedNode(text)


@given(st.text(min_size=1))
def test_an_iri_is_one_term_or_refused(rest: str) -> None:
    text = "https://example.org/" + rest
    try:
        written = iri(text)
    except ValueError:
        return
    (row,) = STORE.query(f"select ({written} as ?x) where {{}}")  # type: ignore[misc]
    assert row["x"] == NamedNode(text)


def test_a_hostile_label_finds_nothing_and_changes_nothing(endpoint: Authority, sparql: Sparql) -> None:
    for text in HOSTILE:
        got = sparql.select(PREFIXES + f"select ?s where {{ ?s rdfs:label {literal(text, 'en')} }}", {"s": "uri"})
        assert isinstance(got, Reply)
        assert got.body == ()
    found = sparql.select(PREFIXES + "select ?s where { ?s ex:note " + literal('a "quoted" \\ note') + " }", {"s": "uri"})
    assert isinstance(found, Reply)
    assert found.body == ({"s": Term("https://example.org/hume", "uri")},)


def test_a_result_in_xml_is_the_same_rows_and_a_cut_one_is_none() -> None:
    store = Store()
    store.load(FACTS.encode(), format=RdfFormat.TURTLE)

    def written(form: QueryResultsFormat) -> bytes:
        found = store.query("SELECT ?s ?o { ?s ?p ?o } ORDER BY ?s ?p ?o")
        assert isinstance(found, QuerySolutions)
        return found.serialize(format=form) or b""

    wanted = {"s": "uri", "o": "any"}
    xml = written(QueryResultsFormat.XML)
    rows = solutions(Raw(200, xml), wanted)
    assert not isinstance(rows, Malformed)
    assert len(rows) == 8

    def named(found: object) -> list[dict[str, Term]]:
        assert isinstance(found, tuple)
        return [{k: v for k, v in row.items() if v.type != "bnode"} for row in found]  # blank nodes have new names each time

    assert named(rows) == named(solutions(Raw(200, written(QueryResultsFormat.JSON)), wanted))
    assert isinstance(solutions(Raw(200, xml[: len(xml) // 2]), wanted), Malformed)
    assert isinstance(solutions(Raw(200, b"<results/>"), wanted), Malformed)
    assert isinstance(solutions(Raw(200, xml), {"other": "any"}), Malformed)
