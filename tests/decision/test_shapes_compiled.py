"""The compiled constraints find what pySHACL finds, and what they do not know they leave to it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdflib import Literal

from gate.decision.facts import FACT, TERMS, Row, Value
from gate.decision.facts import graph as facts_graph
from gate.decision.shapes_compiled import compile_shapes, plainest
from gate.model import Severity
from tests.decision.shacl import both, shapes_graph

_value: st.SearchStrategy[Value] = st.one_of(
    st.integers(-3, 3), st.booleans(), st.sampled_from(["", "true", "1", "abc", "ABC", "b c", "\U00010400", "é"])
)


_classes = st.sampled_from(["Date", "Life", "Work"])


def _several(values: st.SearchStrategy[Value]) -> st.SearchStrategy[tuple[Value, ...]]:
    return st.lists(values, min_size=1, max_size=3, unique_by=lambda v: (type(v), v)).map(tuple)


_rows = st.builds(
    Row,
    st.lists(_classes, min_size=1, max_size=2, unique=True).map(tuple),
    st.sampled_from(["", "title"]),
    st.sampled_from(["", "abc", "1"]),
    values=st.fixed_dictionaries(
        {},
        optional={
            **{name: _several(_value) for name in ("label", "formOk", "known")},
            **{name: _several(st.integers(-3, 3)) for name in ("earliest", "latest", "today")},
        },
    ),
)


def _literal(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else '"' + value.replace('"', '\\"') + '"'


_numbers = st.sampled_from(["earliest", "latest", "today"])
_constraint = st.one_of(
    st.integers(0, 2).map(lambda n: f"sh:minCount {n}"),
    st.integers(0, 2).map(lambda n: f"sh:maxCount {n}"),
    _value.map(lambda v: f"sh:hasValue {_literal(v)}"),
    st.lists(_value, max_size=3).map(lambda vs: f"sh:in ( {' '.join(map(_literal, vs))} )"),
    st.sampled_from(["a", "^A", "\\\\S", "[0-9]", "^.c$"]).map(lambda p: f'sh:pattern "{p}"'),
    st.sampled_from(["a", "^B"]).map(lambda p: f'sh:pattern "{p}" ; sh:flags "i"'),
    st.sampled_from(["string", "integer", "boolean"]).map(lambda t: f"sh:datatype xsd:{t}"),
    st.sampled_from(["Literal", "IRI", "BlankNode", "IRIOrLiteral", "BlankNodeOrLiteral", "BlankNodeOrIRI"]).map(
        lambda k: f"sh:nodeKind sh:{k}"
    ),
)
_order = st.one_of(
    _numbers.map(lambda p: f"sh:lessThan fact:{p}"),
    _numbers.map(lambda p: f"sh:lessThanOrEquals fact:{p}"),
)


@st.composite
def shapes(draw: st.DrawFn) -> str:
    """One to three node shapes with one or two property shapes each, of the constraints that are compiled."""
    text = ""
    for number in range(draw(st.integers(1, 3))):
        target = draw(
            st.one_of(
                _classes.map(lambda c: f"sh:targetClass fact:{c}"),
                st.sampled_from(sorted(TERMS)).map(lambda t: f"sh:targetSubjectsOf fact:{t}"),
            )
        )
        text += f"ex:S{number} a sh:NodeShape ; {target} ."
        for child in range(draw(st.integers(1, 2))):
            number_path = draw(st.booleans())
            path = draw(_numbers if number_path else st.sampled_from(["label", "formOk", "known", "given", "path"]))
            one = st.one_of(_constraint, _order) if number_path else _constraint
            constraints = draw(st.lists(one, min_size=1, max_size=3, unique_by=lambda c: c.split()[0]))
            severity = draw(st.sampled_from(["", "; sh:severity sh:Warning", "; sh:severity sh:Info", "; sh:severity ex:Odd"]))
            code = draw(st.sampled_from(["", '; gate:findingCode "shape-date-form"']))
            message = draw(
                st.sampled_from(['; sh:message "wrong"', '; sh:message "falsch"@de, "wrong"@en', *([""] if code else [])])
            )
            text += f"\nex:S{number} sh:property ex:p{number}{child} ."
            text += f"\nex:p{number}{child} sh:path fact:{path} ; {' ; '.join(constraints)} {severity}{code}{message} ."
    return text


def test_the_compiled_constraints_find_what_pyshacl_finds() -> None:
    severities: set[str] = set()

    @settings(max_examples=120, deadline=None)
    @given(st.lists(_rows, min_size=1, max_size=4).map(tuple), shapes())
    def compare(facts: tuple[Row, ...], text: str) -> None:
        found, wanted = both(facts, shapes_graph(text))
        assert found == wanted
        severities.update(severity for _, _, severity, _, _ in found)

    compare()
    assert severities == {s.value for s in Severity}, "too little was compared"


BEYOND = {
    "another target": "ex:S a sh:NodeShape ; sh:targetNode fact:Work .",
    "objects as targets": "ex:S a sh:NodeShape ; sh:targetObjectsOf fact:path .",
    "a class of the claim graph": "ex:S a sh:NodeShape ; sh:targetClass schema:CreativeWork .",
    "a class that is its own target": "ex:S a sh:NodeShape, rdfs:Class ; sh:property [ sh:path fact:label ; sh:minCount 1 ] .",
    "a constraint on the node itself": "ex:S a sh:NodeShape ; sh:targetClass fact:Work ; sh:nodeKind sh:IRI .",
    "a closed shape": "ex:S a sh:NodeShape ; sh:targetClass fact:Work ; sh:closed true .",
    "a shape switched off": "ex:S a sh:NodeShape ; sh:targetClass fact:Work ; sh:deactivated true .",
    "a property shape alone": "ex:S a sh:PropertyShape ; sh:targetClass fact:Work ; sh:path fact:label ; sh:minCount 1 .",
    "a subclass": "ex:A rdfs:subClassOf fact:Work . ex:S a sh:NodeShape ; sh:targetClass fact:Work .",
    "an import": "<https://example.org/> <http://www.w3.org/2002/07/owl#imports> <https://example.org/other> .",
    "SPARQL": 'ex:S a sh:NodeShape ; sh:targetClass fact:Work ; sh:sparql [ sh:select "SELECT $this WHERE { $this ?p ?o }" ] .',
    "two parents": "ex:S sh:targetClass fact:Work ; sh:property ex:p . ex:T sh:targetClass fact:Date ; sh:property ex:p . "
    "ex:p sh:path fact:label ; sh:minCount 1 .",
    "a shape that is not there": "ex:S sh:targetClass fact:Work ; sh:property ex:p .",
    **{
        what: f"ex:S a sh:NodeShape ; sh:targetClass fact:Work ; sh:property [ {constraint} ; sh:message 'x' ] ."
        for what, constraint in {
            "a path of the claim graph": "sh:path dcterms:title ; sh:minCount 1",
            "a long path": "sh:path ( fact:label fact:path ) ; sh:minCount 1",
            "an inverse path": "sh:path [ sh:inversePath fact:label ] ; sh:minCount 1",
            "no path": "sh:minCount 1",
            "two paths": "sh:path fact:label, fact:path ; sh:minCount 1",
            "a class": "sh:path fact:label ; sh:class fact:Work",
            "a length": "sh:path fact:label ; sh:minLength 3",
            "a range": "sh:path fact:earliest ; sh:minInclusive 0",
            "a logical constraint": "sh:path fact:label ; sh:not [ sh:hasValue 'x' ]",
            "a qualified shape": "sh:path fact:label ; sh:qualifiedValueShape [ sh:hasValue 'x' ] ; sh:qualifiedMinCount 1",
            "languages": "sh:path fact:label ; sh:uniqueLang true",
            "equal properties": "sh:path fact:label ; sh:equals fact:given",
            "an order of texts": "sh:path fact:label ; sh:lessThan fact:given",
            "an order against a text": "sh:path fact:earliest ; sh:lessThan fact:given",
            "a nested shape": "sh:path fact:label ; sh:property [ sh:path fact:path ; sh:minCount 1 ]",
            "a number of another type": "sh:path fact:earliest ; sh:hasValue '1'^^xsd:int",
            "a value with a language": "sh:path fact:label ; sh:hasValue 'x'@en",
            "a value that is a thing": "sh:path fact:label ; sh:hasValue ex:x",
            "a decimal": "sh:path fact:earliest ; sh:hasValue 1.5",
            "a count that is none": "sh:path fact:label ; sh:minCount true",
            "two counts": "sh:path fact:label ; sh:minCount 1, 2",
            "another datatype": "sh:path fact:earliest ; sh:datatype xsd:gYear",
            "another kind of node": "sh:path fact:label ; sh:nodeKind ex:Node",
            "flags of XPath": "sh:path fact:label ; sh:pattern 'a b' ; sh:flags 'x'",
            "flags without a pattern": "sh:path fact:label ; sh:flags 'i'",
            "a pattern that is none": "sh:path fact:label ; sh:pattern '('",
            "a constraint that SHACL does not have": "sh:path fact:label ; sh:odd 1",
        }.items()
    },
    "no message of its own": "ex:S sh:targetClass fact:Work ; sh:property [ sh:path fact:label ; sh:minCount 9 ] .",
}


@pytest.mark.parametrize("what", BEYOND)
def test_what_the_compiler_does_not_know_it_leaves_to_the_engine(what: str) -> None:
    assert compile_shapes(shapes_graph(BEYOND[what])) is None


def test_descriptions_and_other_vocabularies_do_not_matter() -> None:
    text = """
    ex:S a sh:NodeShape ; rdfs:label "ours" ; dcterms:source <https://example.org/rule> ; sh:targetClass fact:Work ;
      sh:property [ sh:path fact:label ; sh:name "label" ; sh:description "x" ; sh:order 1 ; sh:minCount 1 ; sh:message "m" ] .
    ex:other dcterms:title "not a shape" .
    """
    (check,) = compile_shapes(shapes_graph(text)) or ()
    assert (check.classes, check.path, check.constraints, check.message) == (("Work",), "label", (("minCount", 1),), "m")


def test_a_graph_without_shapes_checks_nothing() -> None:
    assert compile_shapes(shapes_graph("ex:a dcterms:title 'x' .")) == ()


def test_the_code_and_the_severity_are_those_of_the_shape_or_of_the_one_around_it() -> None:
    text = """
    ex:S a sh:NodeShape ; sh:targetClass fact:Work ; gate:findingCode "shape-date-form" ; sh:property ex:a, ex:b .
    ex:a sh:path fact:label ; sh:minCount 1 ; sh:severity sh:Info .
    ex:b sh:path fact:label ; sh:maxCount 1 ; gate:findingCode "shape-check-digit" ; sh:severity ex:Grave .
    """
    checks = compile_shapes(shapes_graph(text)) or ()
    assert {(c.code, c.severity) for c in checks} == {
        ("shape-date-form", Severity.INFO),
        ("shape-check-digit", Severity.VIOLATION),
    }


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([], ""),
        ([("a", "")], "a"),
        ([("b", ""), ("a", "")], "a"),
        ([("a", "de"), ("b", "")], "b"),
        ([("a", ""), ("b", "en-GB"), ("c", "fr")], "b"),
        ([("b", "fr"), ("a", "de")], "a"),
    ],
)
def test_of_several_messages_the_english_one_is_taken(messages: list[tuple[str, str]], expected: str) -> None:
    assert plainest(messages) == expected


def test_rows_as_rdf_say_what_rows_say() -> None:
    row = Row(("Date",), "date", "1991", values={"formOk": (True,), "earliest": (19910101,)})
    graph = facts_graph([row])
    (node,) = set(graph.subjects())
    said = {str(p).removeprefix(FACT): o.toPython() for p, o in graph.predicate_objects(node) if isinstance(o, Literal)}
    assert said == {"path": "date", "given": "1991", "formOk": True, "earliest": 19910101}
    assert str(node) == f"{FACT}row/0"
