import logging
from pathlib import Path

import pytest
import rdflib

from gate.model import Entity, Identifier, Kind, Statement
from gate.rdf import from_graph, serialise, to_graph
from tests.shared import shared

PREFIXES = """
@prefix bibo: <http://purl.org/ontology/bibo/> . @prefix cito: <http://purl.org/spar/cito/> .
@prefix dc: <http://purl.org/dc/elements/1.1/> . @prefix dcterms: <http://purl.org/dc/terms/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix rel: <http://id.loc.gov/vocabulary/relators/> .
@prefix schema: <http://schema.org/> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix skosxl: <http://www.w3.org/2008/05/skos-xl#> . @prefix ex: <http://example.org/> .
@prefix wd: <http://www.wikidata.org/entity/> . @prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix dbo: <http://dbpedia.org/ontology/> .
"""


def read(turtle: str, kind: Kind | None = None) -> dict[str, Entity]:
    graph = rdflib.Graph().parse(data=PREFIXES + turtle, format="turtle")
    return {e.id.removeprefix("http://example.org/"): e for e in from_graph(graph, kind)}


def test_a_concept_in_several_languages_is_one_heading_with_forms() -> None:
    cat = read(
        """ex:cat a skos:Concept ; skos:prefLabel "Katze"@de, "cat"@en, "chat"@fr ; skos:altLabel "moggy"@en ;
        skos:broader ex:pet ; skos:definition "A small carnivore." .
        ex:pet a skos:Concept ; skos:prefLabel "pet"@en, "Haustier"@de ."""
    )["cat"]
    assert cat.label == "cat"
    assert cat.statements == (
        Statement("heading", "cat", lang="en", forms=("Katze", "chat")),
        Statement("alt_labels", "moggy", lang="en"),
        Statement("broader", "pet", forms=("Haustier",), identifiers=(Identifier("iri", "http://example.org/pet"),)),
        Statement("scope_note", "A small carnivore."),
    )


def test_label_nodes_are_labels() -> None:
    concept = read(
        'ex:c a skos:Concept ; skosxl:prefLabel ex:l ; skosxl:altLabel [ skosxl:literalForm "x"@en ] .'
        ' ex:l skosxl:literalForm "y" .'
    )["c"]
    assert concept.statements == (Statement("heading", "y"), Statement("alt_labels", "x", lang="en"))


def test_a_work_in_dublin_core_and_bibo() -> None:
    work = read(
        """ex:w a bibo:Article ; dcterms:title "T" ; dcterms:creator "Smith, Zoe", ex:zoe ; dcterms:issued "1991-05" ;
        bibo:doi "10.1000/1" ; bibo:isbn13 "9780306406157" ;
        dcterms:isPartOf [ dcterms:title "Journal" ; bibo:issn "0378-5955" ] ;
        dcterms:language <http://id.loc.gov/vocabulary/iso639-2/eng> ; dc:subject "s" ; rel:trl "Roe, R." ;
        cito:cites <https://doi.org/10.1000/2>, [ dcterms:title "Cited" ; dcterms:creator "A" ; dcterms:date "1950" ] .
        ex:zoe a foaf:Person ; foaf:name "Zoe Smith" ; foaf:familyName "Smith" ; foaf:givenName "Zoe" ."""
    )["w"]
    assert work.kind is Kind.WORK
    assert set(work.statements) == {
        Statement("title", "T"),
        Statement("creators", "Smith, Zoe"),
        Statement(
            "creators",
            "Zoe Smith",
            identifiers=(Identifier("iri", "http://example.org/zoe"),),
            parts=(Statement("family", "Smith"), Statement("given", "Zoe")),
        ),
        Statement("creators", "Roe, R.", role="trl"),
        Statement("date", "1991-05"),
        Statement("container", "Journal", parts=(Statement("title", "Journal"), Statement("issn", "0378-5955"))),
        Statement("language", "eng"),
        Statement("concepts", "s"),
        Statement("doi", "10.1000/1"),
        Statement("isbn", "9780306406157"),
        Statement("citations", "https://doi.org/10.1000/2", identifiers=(Identifier("doi", "10.1000/2"),)),
        Statement(
            "citations", "Cited", parts=(Statement("title", "Cited"), Statement("creators", "A"), Statement("date", "1950"))
        ),
    }


def test_a_list_of_authors_keeps_its_order() -> None:
    work = read('ex:w a bibo:Book ; dcterms:title "T" ; bibo:authorList ( "Zed" "Abe" [ foaf:name "Mia" ] ) .')["w"]
    assert [(s.value, s.role) for s in work.all("creators")] == [("Zed", "aut"), ("Abe", "aut"), ("Mia", "aut")]


@pytest.mark.parametrize(
    "turtle",
    [
        """ex:k a schema:Person ; schema:name "Kant" ; schema:birthDate "1724-04-22" ; schema:birthPlace [ schema:name "K." ] ;
        schema:sameAs wd:Q9312 .""",
        """ex:k a foaf:Person ; foaf:name "Kant" ; dbo:birthDate "1724-04-22" ; dbo:birthPlace "K." ; owl:sameAs wd:Q9312 .""",
        """ex:k wdt:P31 wd:Q5 ; a wd:Q5 ; rdfs:label "Kant" ; wdt:P569 "1724-04-22" ; wdt:P19 [ rdfs:label "K." ] ;
        owl:sameAs wd:Q9312 .""",
    ],
)
def test_a_person_in_the_terms_of_others(turtle: str) -> None:
    person = read(turtle)["k"]
    assert (person.kind, person.label) == (Kind.AGENT, "Kant")
    assert person.statements == (
        Statement("name", "Kant"),
        Statement("birth", "1724-04-22"),
        Statement("birth_place", "K."),
        Statement("identifiers", "http://www.wikidata.org/entity/Q9312", identifiers=(Identifier("wikidata", "Q9312"),)),
    )


def test_a_label_is_a_form_where_a_better_term_names_the_thing() -> None:
    person = read('ex:k a foaf:Person ; foaf:name "Immanuel Kant" ; rdfs:label "Kant, Immanuel" ; schema:alternateName "Kant" .')[
        "k"
    ]
    assert person.statements == (Statement("name", "Immanuel Kant", forms=("Kant", "Kant, Immanuel")),)


def test_untyped_subjects_count_only_with_a_default_kind() -> None:
    turtle = 'ex:w dcterms:title "T" ; dcterms:subject ex:s . ex:s rdfs:label "S" . ex:other ex:unknown "x" .'
    assert not read(turtle)
    assert list(read(turtle, Kind.WORK)) == ["w"]


def test_graphs_that_go_round_in_circles_end() -> None:
    assert read("ex:w a bibo:Book ; dcterms:isPartOf _:a . _:a dcterms:isPartOf _:b . _:b dcterms:isPartOf _:a .")["w"].all(
        "container"
    )
    assert read(
        '_:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:l ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> "x" . '
        "ex:w a bibo:Book ; bibo:authorList _:l ."
    )["w"].all("creators") == (Statement("creators", "x", role="aut"),)


def vocabularies() -> list[Path]:
    folder = shared("references", "vocabularies")
    return sorted(p for p in folder.rglob("*") if p.suffix in {".ttl", ".rdf", ".nt"} and p.stat().st_size < 300_000)


@pytest.mark.filterwarnings("ignore")
def test_vocabularies_of_others_come_through_unchanged() -> None:
    logging.getLogger("rdflib").setLevel(logging.CRITICAL)
    concepts = 0
    for path in vocabularies():
        form = {".ttl": "turtle", ".rdf": "xml", ".nt": "nt"}[path.suffix]
        entities = list(from_graph(rdflib.Graph().parse(path, format=form)))
        again = from_graph(rdflib.Graph().parse(data=serialise(to_graph(entities), "nt"), format="nt"))
        assert list(again) == entities, path.name
        concepts += sum(e.kind is Kind.CONCEPT for e in entities)
    assert concepts > 900
