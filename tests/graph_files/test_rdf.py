from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gate.model import Edge
from gate.settings import Settings
from tests.graph_files.conftest import Loader, Refusal

PREFIXES = """
@prefix e: <http://e/> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix dct: <http://purl.org/dc/terms/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix s: <http://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix gate: <https://w3id.org/catalog-gate/terms#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
"""


def test_labels_name_nodes_and_are_none(loaded: Loader) -> None:
    graph = loaded(
        "a.ttl",
        PREFIXES
        + """
        e:kant skos:prefLabel "Kant"@de, "Immanuel Kant"@en, "Kant, Immanuel" ; rdfs:label "no" ; e:influenced e:hegel .
        e:hegel s:name "Hegel" . e:work dct:title "Kritik"@de ; dct:creator e:kant .
        """,
    )
    assert graph.nodes == {"http://e/kant", "http://e/hegel", "http://e/work"}
    assert graph.labels == {"http://e/kant": "Immanuel Kant", "http://e/hegel": "Hegel", "http://e/work": "Kritik"}
    assert graph.edges == {
        Edge("http://e/kant", "http://e/influenced", "http://e/hegel"),
        Edge("http://e/work", "http://purl.org/dc/terms/creator", "http://e/kant"),
    }


def test_literals_are_nodes_with_their_text_as_label(loaded: Loader) -> None:
    graph = loaded("a.ttl", PREFIXES + 'e:kant e:born "1724"^^xsd:gYear ; e:place "Königsberg"@de .')
    year = '"1724"^^<http://www.w3.org/2001/XMLSchema#gYear>'
    assert graph.labels == {year: "1724", '"Königsberg"@de': "Königsberg"}
    assert Edge("http://e/kant", "http://e/born", year) in graph.edges


def test_a_label_that_is_a_thing_is_an_edge(loaded: Loader) -> None:
    graph = loaded("a.ttl", PREFIXES + "e:work dct:title e:title .")
    assert graph.edges == {Edge("http://e/work", "http://purl.org/dc/terms/title", "http://e/title")}


def test_both_namespaces_of_schema_org_are_one(loaded: Loader) -> None:
    old = loaded("a.ttl", "<http://e/a> a <http://schema.org/Person> ; <http://schema.org/knows> <http://e/b> .")
    new = loaded("b.ttl", "<http://e/a> a <https://schema.org/Person> ; <https://schema.org/knows> <http://e/b> .")
    assert old == new


def test_blank_nodes_are_named_by_what_is_said_of_them(loaded: Loader) -> None:
    one = loaded(
        "a.ttl", PREFIXES + 'e:work e:by [ e:place [ e:in e:prussia ] ; s:name "Kant" ] , [ s:name "Hegel" ; e:age 3 ] .'
    )
    two = loaded(
        "b.nt",
        "\n".join(
            [
                '_:p <http://schema.org/name> "Hegel" .',
                '_:p <http://e/age> "3"^^<http://www.w3.org/2001/XMLSchema#integer> .',
                "_:r <http://e/in> <http://e/prussia> .",
                '_:q <http://schema.org/name> "Kant" .',
                "_:q <http://e/place> _:r .",
                "<http://e/work> <http://e/by> _:q .",
                "<http://e/work> <http://e/by> _:p .",
            ]
        ),
    )
    assert one == two
    assert one.labels == two.labels
    blank = {node for node in one.nodes if node.startswith("_:")}
    assert len(blank) == 3
    assert {one.label(node) for node in blank} > {"Kant", "Hegel"}


def test_blank_nodes_that_say_the_same_are_one_and_others_are_not(loaded: Loader) -> None:
    graph = loaded("a.ttl", PREFIXES + "e:a e:p [ e:q e:x ] , [ e:q e:x ] , [ e:q e:y ] , [] .")
    assert len([node for node in graph.nodes if node.startswith("_:")]) == 3


_TWICE = "import sys; from gate.graph_files import load; g = load(sys.argv[1]); print(sorted(g.nodes), sorted(g.edges), g.labels)"


def test_the_same_file_is_the_same_graph_in_every_run(tmp_path: Path) -> None:
    file = tmp_path / "a.ttl"
    file.write_text(PREFIXES + 'e:a e:p [ e:q ( 1 [ s:name "x" ] ) ] , [ e:q [ e:r e:a ] ] .', encoding="utf-8")
    runs = {
        subprocess.run([sys.executable, "-c", _TWICE, str(file)], check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    }
    assert len(runs) == 1


def test_relative_names_agree_wherever_the_files_lie(loaded: Loader) -> None:
    assert loaded("a.ttl", "<#a> <#p> <b> .") == loaded("other.ttl", "<#a> <#p> <b> .")


def test_named_graphs_are_read_together(loaded: Loader) -> None:
    graph = loaded("a.trig", PREFIXES + "e:g { e:a e:p e:b } e:h { e:b e:p e:c } e:c e:p e:d .")
    assert {e.source for e in graph.edges} == {"http://e/a", "http://e/b", "http://e/c"}


def test_what_our_exports_note_beside_statements_is_left_out(loaded: Loader) -> None:
    graph = loaded(
        "a.ttl",
        PREFIXES
        + """
        e:w dct:creator e:w-c1 . e:w-c1 gate:position 1 ; gate:role "aut" ; gate:path "author[0]" ; s:name "Kant" .
        e:note a rdf:Statement ; rdf:subject e:w ; rdf:predicate dct:creator ; rdf:object e:w-c1 ; gate:path "author[0]" .
        """,
    )
    assert graph.edges == {Edge("http://e/w", "http://purl.org/dc/terms/creator", "http://e/w-c1")}
    assert graph.labels == {"http://e/w-c1": "Kant"}


def test_ill_typed_literals_are_text_and_nobody_is_told(loaded: Loader, caplog: pytest.LogCaptureFixture) -> None:
    graph = loaded("a.ttl", PREFIXES + 'e:a e:born "about 1724"^^xsd:date ; e:n "x"^^xsd:integer .')
    assert set(graph.labels.values()) == {"about 1724", "x"}
    assert caplog.records == []


def test_hextuples(loaded: Loader) -> None:
    graph = loaded("a.hext", '["http://e/a", "http://e/p", "http://e/b", "globalId", "", ""]\n')
    assert graph.edges == {Edge("http://e/a", "http://e/p", "http://e/b")}


def test_json_ld_of_schema_org_needs_no_network(loaded: Loader) -> None:
    graph = loaded(
        "a.jsonld",
        '{"@context": "https://schema.org", "@type": "Book", "@id": "http://e/b", "name": "Kritik",'
        ' "author": {"@type": "Person", "@id": "http://e/kant", "name": "Kant"}}',
    )
    assert Edge("http://e/b", "https://schema.org/author", "http://e/kant") in graph.edges
    assert graph.label("http://e/kant") == "Kant"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.ttl", "@prefix e: <http://e/> .\ne:a e:p\n", "line 3: not readable as turtle: Bad syntax (objectList expected)"),
        (
            "a.ttl",
            "@prefix e: <http://e/> .\n\ne:a e:p ] .\n\n",
            "line 3: not readable as turtle: Bad syntax (objectList expected)",
        ),
        ("a.hext", '["a"]', "not readable as hext: list index out of range"),
        ("a.n3", "@forAll", "not readable as n3: "),
        ("a.jsonld", '"@id"', "not JSON-LD: an object or a list is expected"),
        ("a.ttl", "e:a e:p e:b .", "line 1: not readable as turtle: "),
        ("a.nt", "this is not a triple .", "not readable as nt: "),
        ("a.nt", b'<http://e/a> <http://e/p> "\xff" .', "line 1: not UTF-8 text (byte 27)"),
        ("a.rdf", "<rdf:RDF", "line 1: not well-formed XML: "),
        ("a.rdf", '<!DOCTYPE x [<!ENTITY e "e">]><x>&e;</x>', "line 1: XML with entity declarations is refused"),
        ("a.rdf", '<!DOCTYPE x SYSTEM "http://e/x.dtd"><x/>', "line 1: XML with a document type (DOCTYPE) is refused"),
        ("a.jsonld", '{"@id": ', "line 1: not JSON: "),
        (
            "a.jsonld",
            '{"@context": "http://e/context.json"}',
            "the context 'http://e/context.json' is outside this file and is not",
        ),
        ("a.jsonld", '{"@context": [{"a": "b"}, "http://e/c"]}', "the context 'http://e/c' is outside this file"),
        ("a.jsonld", '{"@graph": [{"@context": {"@import": "http://e/c"}}]}', "the context 'http://e/c' is outside this file"),
        ("a.jsonld", '{"@context": {}, "a": "b"}', "there is no node in this file"),
    ],
)
def test_broken_files(refused: Refusal, name: str, content: str | bytes, message: str) -> None:
    assert refused(name, content).startswith(f"{name}: {message}")


def test_deep_json_ld_is_refused(refused: Refusal) -> None:
    deep = '{"@id": "http://e/a", "http://e/p": ' * 150 + '"x"' + "}" * 150
    assert refused("a.jsonld", deep) == "a.jsonld: nested deeper than 100 levels (setting max_depth)"
    assert "nested too deep" in refused("a.ttl", PREFIXES + "e:a e:p " + "[ e:p " * 5_000 + "e:b" + " ]" * 5_000 + " .")


def test_deep_rdf_xml_is_refused(refused: Refusal) -> None:
    deep = "<x>" * 50 + "</x>" * 50
    assert "nested deeper than 10 levels (setting max_depth)" in refused("a.rdf", deep, Settings(max_depth=10))
