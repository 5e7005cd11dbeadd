"""SKOS and MADS: what is said of a concept, labels in several languages, relations, names; real thesauri and authorities."""

from collections import Counter

import pytest
import rdflib

from gate.model import Identifier, Kind, Record, Unreadable
from gate.records import read
from gate.records.readers import sniff
from gate.records.readers.skos import Skos
from gate.settings import Settings
from tests.records.building import brief, notes, parts, read_all, say, values
from tests.shared import shared

PREFIXES = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix mads: <http://www.loc.gov/mads/rdf/v1#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix gate: <https://w3id.org/catalog-gate/terms#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix x: <http://example.org/> .
"""
SCHEME = (
    PREFIXES
    + """x:scheme a skos:ConceptScheme ; skos:prefLabel "A thesaurus"@en .
x:cat a skos:Concept ; skos:inScheme x:scheme ; skos:notation "599.75" ;
  skos:prefLabel "Katze"@de, "cats"@en, "chat"@fr ; skos:altLabel "felines"@en, "Kater"@de ; skos:hiddenLabel "catz"@en ;
  skos:broader x:mammal ; skos:narrower <http://id.loc.gov/authorities/subjects/sh85021262> ; skos:related x:dog ;
  skos:scopeNote "Domestic ones."@en ; skos:definition "An animal."@en ; skos:editorialNote "Check." ;
  skos:exactMatch <http://www.wikidata.org/entity/Q146>, <http://other.org/1> ; skos:closeMatch <http://other.org/2> ;
  gate:hasNoun "tomcat" ; gate:crossReference "Kittens" .
x:mammal a skos:Concept ; skos:prefLabel "mammals"@en ; dcterms:isReplacedBy x:dog .
x:dog a skos:Concept ; xl:prefLabel [ xl:literalForm "dogs"@en ] .
"""
)


def concepts(text: str) -> list[Record]:
    found = read_all(Skos(), text.encode())
    assert all(isinstance(r, Record) for r in found), found
    return [r for r in found if isinstance(r, Record)]


def test_a_concept() -> None:
    cat, mammal, dog = concepts(SCHEME)
    assert brief(cat.statements) == [
        ("heading", "cats", "skos:Concept[1]/skos:prefLabel[2]"),
        ("alt_labels", "felines", "skos:Concept[1]/skos:altLabel[1]"),
        ("alt_labels", "Kater", "skos:Concept[1]/skos:altLabel[2]"),
        ("alt_labels", "catz", "skos:Concept[1]/skos:hiddenLabel"),
        ("nouns", "tomcat", "skos:Concept[1]/gate:hasNoun"),
        ("scope_note", "Domestic ones.", "skos:Concept[1]/skos:scopeNote"),
        ("scope_note", "An animal.", "skos:Concept[1]/skos:definition"),
        ("broader", "mammals", "skos:Concept[1]/skos:broader"),
        (
            "narrower",
            "http://id.loc.gov/authorities/subjects/sh85021262",
            "skos:Concept[1]/skos:narrower",
        ),
        ("related", "dogs", "skos:Concept[1]/skos:related"),
        ("cross_references", "Kittens", "skos:Concept[1]/gate:crossReference"),
        ("identifiers", "http://example.org/cat", "skos:Concept[1]"),
        ("identifiers", "http://www.wikidata.org/entity/Q146", "skos:Concept[1]/skos:exactMatch[1]"),
    ]
    heading = cat.statements[0]
    assert (heading.forms, heading.lang) == (("Katze", "chat"), "en")
    by = {s.property: s.identifiers for s in cat.statements}
    assert by["broader"] == (Identifier("iri", "http://example.org/mammal"),)
    assert by["narrower"] == (Identifier("lccn", "sh85021262"),)
    assert by["identifiers"] == (Identifier("wikidata", "Q146"),)
    assert {(i.path, i.reason) for i in cat.ignored} == {
        ("skos:Concept[1]/skos:inScheme", "the scheme"),
        ("skos:Concept[1]/skos:notation", "notation"),
        ("skos:Concept[1]/skos:editorialNote", "note"),
        ("skos:Concept[1]/skos:exactMatch", "an address that is no identifier"),
        ("skos:Concept[1]/skos:closeMatch", "a concept of another scheme"),
    }
    assert (cat.kind, cat.id, cat.format, cat.notes) == (Kind.CONCEPT, "http://example.org/cat", "skos", ())
    assert [(s.value, s.path) for s in mammal.all("replaced_by")] == [("dogs", "skos:Concept[2]/dcterms:isReplacedBy")]
    assert [s.value for s in dog.all("heading")] == ["dogs"]


@pytest.mark.parametrize("form", ["xml", "nt", "json-ld"])
def test_the_serialisations_say_the_same(form: str) -> None:
    data = rdflib.Graph().parse(data=SCHEME, format="turtle").serialize(format=form)
    chosen = sniff(data.encode(), "f")
    assert chosen is not None
    assert chosen.name == "skos"
    mine = {r.id: {(s.property, s.value, s.lang) for s in r.statements} for r in concepts(data)}
    assert mine == {r.id: {(s.property, s.value, s.lang) for s in r.statements} for r in concepts(SCHEME)}


def test_a_second_preferred_label_in_one_language_contradicts_the_first() -> None:
    (record,) = concepts(PREFIXES + 'x:a a skos:Concept ; skos:prefLabel "cats"@en, "dogs"@en, "Katze"@de .')
    assert [(s.value, s.forms) for s in record.all("heading")] == [("cats", ("Katze",)), ("dogs", ())]


def test_a_concept_without_a_label_is_named() -> None:
    pair = 'x:a a skos:Concept ; skos:broader x:b . x:b a skos:Concept ; skos:prefLabel "b" .'
    first, second = read_all(Skos(), (PREFIXES + pair).encode())
    assert isinstance(first, Unreadable)
    assert (first.reason, first.id, second.id) == ("a concept without a label", "http://example.org/a", "http://example.org/b")


def test_a_relation_to_nothing_is_noted() -> None:
    (record,) = concepts(PREFIXES + 'x:a a skos:Concept ; skos:prefLabel "a" ; skos:broader [ skos:note "x" ] .')
    assert not record.all("broader")
    assert notes(record) == [("value-unreadable", "skos:Concept/skos:broader")]


MADS = (
    PREFIXES
    + """<http://id.loc.gov/authorities/names/n79043402> a mads:PersonalName, mads:Authority ;
  mads:authoritativeLabel "Franklin, Benjamin, 1706-1790" ; mads:adminMetadata [] ;
  mads:hasVariant [ a mads:PersonalName, mads:Variant ; mads:variantLabel "Franklin, B." ] ;
  mads:hasExactExternalAuthority <http://viaf.org/viaf/sourceID/LC%7Cn++79043402#skos:Concept>, <http://viaf.org/viaf/56609913> .
<http://id.loc.gov/authorities/subjects/sh85149750> a mads:Topic ; mads:authoritativeLabel "Zeolites" ; mads:adminMetadata [] ;
  mads:hasBroaderAuthority [ a mads:Topic ; mads:authoritativeLabel "Silicates" ] ; mads:hasSource [] .
<http://id.loc.gov/authorities/subjects/sh1> a mads:Topic ; mads:authoritativeLabel "Only mentioned" .
<http://id.loc.gov/authorities/names/n1> a mads:NameTitle ; mads:authoritativeLabel "Franklin. Works" ; mads:adminMetadata [] .
"""
)


def test_authorities_in_mads() -> None:
    franklin, zeolites, works = read_all(Skos(), MADS.encode())
    assert isinstance(franklin, Record)
    assert franklin.kind is Kind.AGENT
    assert brief(franklin.statements) == [
        ("name", "Franklin, Benjamin", "mads:PersonalName/mads:authoritativeLabel"),
        ("birth", "1706", "mads:PersonalName/mads:authoritativeLabel"),
        ("death", "1790", "mads:PersonalName/mads:authoritativeLabel"),
        ("identifiers", "http://id.loc.gov/authorities/names/n79043402", "mads:PersonalName"),
        ("identifiers", "http://viaf.org/viaf/56609913", "mads:PersonalName/mads:hasExactExternalAuthority[2]"),
    ]
    name = franklin.statements[0]
    assert name.forms == ("Franklin, Benjamin, 1706-1790", "Franklin, B.")
    assert parts(name) == {"family": "Franklin", "given": "Benjamin"}
    assert isinstance(zeolites, Record)
    assert (values(zeolites, "heading"), values(zeolites, "broader")) == (["Zeolites"], ["Silicates"])
    assert isinstance(works, Unreadable)
    assert works.reason.startswith("an authority for a title")


def test_json_lines_are_one_document_a_line() -> None:
    line = '{"@context": {"skos": "http://www.w3.org/2004/02/skos/core#"}, "@id": "http://x.org/%s", "@type": "skos:Concept", %s}'
    label = '"skos:prefLabel": "%s", "skos:broader": {"@id": "_:b0", "skos:prefLabel": "over %s"}'
    data = "\n".join(line % (name, label % (name, name)) for name in "ab")
    found = concepts(data)
    assert [(values(r, "heading"), values(r, "broader")) for r in found] == [(["a"], ["over a"]), (["b"], ["over b"])]


def test_sniffing() -> None:
    assert Skos().sniff(SCHEME.encode()) == Skos().sniff(MADS.encode()) == 88
    for other in (
        b"",
        b"{}",
        b"@prefix skos: <http://www.w3.org/2004/02/skos/core#> . <x> a <y> .",
        b'{"uri": "http://x", "type": ["http://www.w3.org/2004/02/skos/core#Concept"], "prefLabel": {"en": "x"}}',
        b"<html>http://www.w3.org/2004/02/skos/core#Concept",
        b"# Heading\ntext about skos:Concept",
    ):
        assert Skos().sniff(other) == 0, other


def test_real_thesauri() -> None:
    """YSO, STW, AAD genres and the files that try out Skosmos: every concept, by its label, with its relations."""
    counts: Counter[str] = Counter()
    folder = shared("references", "vocabularies")
    for path in sorted([*folder.glob("*.ttl"), *folder.glob("*.rdf"), *folder.glob("skosmos/*.ttl")]):
        for found in read(path, settings=Settings()):
            if isinstance(found, Unreadable):
                counts[found.reason[:60]] += 1
                continue
            assert found.format == "skos", path.name
            counts.update({"concepts": 1, "with identifiers": bool(found.all("identifiers"))})
            counts.update(s.property for s in found.statements)
    say(dict(counts))
    assert counts["concepts"] > 1900
    assert counts["with identifiers"] == counts["concepts"]
    assert counts["heading"] >= counts["concepts"]
    assert counts["a concept without a label"] < 15
    assert min(counts[name] for name in ("broader", "narrower", "related", "alt_labels", "scope_note")) > 100


def test_real_authorities() -> None:
    """500 records of LC's names: agents and places, and the titles among them named."""
    found = list(read(shared("records", "authority", "lagbolt_lcnaf_500.jsonl.gz"), settings=Settings()))
    counts = Counter(str(r.kind) if isinstance(r, Record) else r.reason for r in found)
    say(dict(counts))
    assert counts == {"agent": 418, "concept": 8, "an authority for a title; subjects and names are read": 74}
