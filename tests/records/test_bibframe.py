"""BIBFRAME: works and instances in four serialisations, what their properties mean, all files of LoC's and Stanford's editors."""

from collections import Counter

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Identifier, Record, Unreadable
from gate.records import read
from gate.records.readers import sniff
from gate.records.readers.bibframe import Bibframe
from gate.settings import Settings
from tests.records.building import brief, parts, read_all, read_one, say, values
from tests.shared import shared

PREFIXES = """@prefix bf: <http://id.loc.gov/ontologies/bibframe/> .
@prefix bflc: <http://id.loc.gov/ontologies/bflc/> .
@prefix madsrdf: <http://www.loc.gov/mads/rdf/v1#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix lclocal: <http://id.loc.gov/ontologies/lclocal/> .
@prefix x: <http://example.org/> .
"""
WORK = """x:w a bf:Work, bf:Text, bf:Monograph ;
  bf:title [ a bf:Title ; bf:mainTitle "Becoming" ], [ a bf:VariantTitle ; bf:mainTitle "Becoming Michelle Obama" ] ;
  bf:contribution
    [ a bf:Contribution ; bf:agent [ a bf:Person ; rdfs:label "Doe, Jane" ] ; bf:role [ a bf:Role ; rdfs:label "editor" ] ],
    [ a bf:Contribution, bflc:PrimaryContribution ;
      bf:agent <http://id.loc.gov/rwo/agents/n2008054754> ; bf:role <http://id.loc.gov/vocabulary/relators/aut> ],
    [ a bf:Contribution ; bf:agent [ a bf:Organization ; rdfs:label "Printers" ] ;
      bf:role <http://id.loc.gov/vocabulary/relators/prt> ] ;
  bf:subject [ a bf:Topic, madsrdf:ComplexSubject ; madsrdf:authoritativeLabel "Lawyers--Illinois--Biography." ;
      madsrdf:isMemberOfMADSScheme <http://id.loc.gov/authorities/subjects> ],
    [ a bf:Topic ; bflc:marcKey "150  $aLawyers$zIllinois" ],
    [ a bf:Topic ; madsrdf:componentList ( [ madsrdf:authoritativeLabel "Wives" ] [ madsrdf:authoritativeLabel "History" ] ) ] ;
  bf:genreForm <http://id.loc.gov/vocabulary/marcgt/aut> ;
  bf:language <http://id.loc.gov/vocabulary/languages/eng>, [ bf:part "summary" ; rdf:value <http://x.org/fre> ] ;
  bf:originDate "2017" ;
  bf:summary [ a bf:Summary ; rdfs:label "A memoir." ] ;
  bf:classification [ a bf:ClassificationLcc ; bf:classificationPortion "E909" ] .
<http://id.loc.gov/rwo/agents/n2008054754> a bf:Agent, bf:Person ; rdfs:label "Obama, Michelle, 1964-" .
"""
INSTANCE = """x:i a bf:Instance ; bf:instanceOf x:w ;
  bf:title [ a bf:Title ; bf:mainTitle "Becoming :" ; bf:subtitle "a life /" ; bf:partNumber "Part 1" ; bf:partName "Youth" ] ;
  bf:provisionActivity [ a bf:ProvisionActivity, bf:Publication ; bf:date "2018" ; bflc:simpleDate "[2018]" ;
      bflc:simpleAgent "Crown" ; bf:agent [ a bf:Agent ; rdfs:label "Crown Publishing Group" ] ],
    [ a bf:Manufacture ; bf:date "2019" ; bflc:simpleAgent "Printers" ] ;
  bf:editionStatement "First edition", "初版"@ja ;
  bf:identifiedBy [ a bf:Isbn ; rdf:value "9781524763138" ], [ a bf:Lccn ; rdf:value "  2018469658" ],
    [ a bf:Isbn ; rdf:value "9781524763152" ; bf:status <http://id.loc.gov/vocabulary/mstatus/cancinv> ],
    [ a bf:Local ; rdf:value "20898769" ], [ a bf:Doi ; rdf:value "10.1000/182" ] ;
  bf:hasItem [ a bf:Item ] ; lclocal:d906 "=906" ;
  bf:adminMetadata [ a bf:AdminMetadata ; bf:status [ rdfs:label "new" ] ] .
"""
BOOK = PREFIXES + WORK + INSTANCE


def one(text: str) -> Record:
    return read_one(Bibframe(), text.encode())


def test_an_instance_with_its_work() -> None:
    record = one(BOOK)
    assert brief(record.statements) == [
        ("title", "Becoming: a life. Part 1, Youth", "bf:Instance/bf:title/bf:mainTitle"),
        ("creators", "Obama, Michelle", "bf:Work/bf:contribution[2]/bf:agent/rdfs:label"),
        ("creators", "Doe, Jane", "bf:Work/bf:contribution[1]/bf:agent/rdfs:label"),
        ("publisher", "Crown", "bf:Instance/bf:provisionActivity[1]/bflc:simpleAgent"),
        ("edition", "First edition", "bf:Instance/bf:editionStatement[1]"),
        ("isbn", "9781524763138", "bf:Instance/bf:identifiedBy[1]/rdf:value"),
        ("identifiers", "2018469658", "bf:Instance/bf:identifiedBy[2]/rdf:value"),
        ("doi", "10.1000/182", "bf:Instance/bf:identifiedBy[5]/rdf:value"),
        (
            "concepts",
            "Lawyers--Illinois--Biography",
            "bf:Work/bf:subject[1]/mads:authoritativeLabel",
        ),
        ("concepts", "Lawyers--Illinois", "bf:Work/bf:subject[2]/bflc:marcKey"),
        ("concepts", "Wives--History", "bf:Work/bf:subject[3]/mads:componentList"),
        ("classification", "E909", "bf:Work/bf:classification/bf:classificationPortion"),
        ("language", "eng", "bf:Work/bf:language[1]"),
        ("abstract", "A memoir.", "bf:Work/bf:summary/rdfs:label"),
        ("date", "[2018]", "bf:Instance/bf:provisionActivity[1]/bflc:simpleDate"),
        ("type", "book", "bf:Work/rdf:type"),
    ]
    title, author, editor = record.statements[:3]
    assert title.forms == ("Becoming", "Becoming Michelle Obama")
    assert (author.role, author.identifiers) == ("aut", (Identifier("lccn", "n2008054754"),))
    assert (author.forms, parts(author)) == (
        ("Obama, Michelle, 1964-",),
        {"family": "Obama", "given": "Michelle", "birth": "1964"},
    )
    assert editor.role == "edt"
    found = {s.property: s for s in record.statements}
    assert [found[name].forms for name in ("publisher", "edition", "date")] == [("Crown Publishing Group",), ("初版",), ("2018",)]
    assert parts(record.all("concepts")[0]) == {"vocabulary": "lcsh"}
    assert (record.id, record.format, record.raw) == ("http://example.org/i", "bibframe", BOOK.encode())
    assert {(i.path, i.reason) for i in record.ignored} >= {
        ("bf:Work/bf:contribution", "a name without part in the content"),
        ("bf:Work/bf:genreForm", "a term by its code"),
        ("bf:Work/bf:originDate", "the date of the work, not of the publication"),
        ("bf:Instance/bf:identifiedBy", "a cancelled or wrong number"),
        ("bf:Instance/bf:identifiedBy", "a local number"),
        ("bf:Instance/bf:hasItem", "holdings"),
        ("bf:Instance/lclocal:d906", "local field"),
        ("bf:Instance/bf:adminMetadata", "administrative metadata"),
    }


@pytest.mark.parametrize("form", ["xml", "nt", "json-ld"])
def test_the_serialisations_say_the_same(form: str) -> None:
    data = rdflib.Graph().parse(data=BOOK, format="turtle").serialize(format=form)
    chosen = sniff(data.encode(), "f")
    assert chosen is not None
    assert chosen.name == "bibframe"
    record = one(data)
    assert {(s.property, s.value, s.role) for s in record.statements} == {
        (s.property, s.value, s.role) for s in one(BOOK).statements
    }


def test_instances_of_one_work_are_a_record_each() -> None:
    second = 'x:j a bf:Instance ; bf:instanceOf x:w ; bf:provisionActivity [ a bf:Publication ; bf:date "2021" ] .\n'
    found = read_all(Bibframe(), (BOOK + second).encode())
    assert [(r.id, r.position) for r in found] == [("http://example.org/i", 1), ("http://example.org/j", 2)]
    assert all(isinstance(r, Record) and values(r, "creators") == ["Obama, Michelle", "Doe, Jane"] for r in found)
    assert isinstance(found[1], Record)
    assert (values(found[1], "date"), values(found[1], "title")) == (["2021"], ["Becoming"])
    assert found[1].first("date").path == "bf:Instance[2]/bf:provisionActivity/bf:date"  # type: ignore[union-attr]


def test_a_work_alone_and_an_instance_alone_are_records() -> None:
    work = one(PREFIXES + WORK)
    assert (work.id, values(work, "title"), values(work, "date")) == ("http://example.org/w", ["Becoming"], ["2017"])
    instance = one(PREFIXES + INSTANCE.replace("bf:instanceOf x:w ;", ""))
    assert (values(instance, "title"), values(instance, "creators")) == (["Becoming: a life. Part 1, Youth"], [])
    linked = one(
        PREFIXES
        + 'x:w bf:hasInstance x:i ; a bf:Work ; bf:title [ bf:mainTitle "T" ] . x:i a bf:Instance ; bf:copyrightDate "1999" .'
    )
    assert (linked.id, values(linked, "title"), values(linked, "date")) == ("http://example.org/i", ["T"], ["1999"])


def test_what_is_only_mentioned_is_no_record() -> None:
    text = (
        BOOK
        + """
    x:w bf:relation [ a bf:Relation ; bf:relationship <http://id.loc.gov/vocabulary/relationship/series> ;
        bf:associatedResource [ a bf:Series, bf:Work ; bf:title [ bf:mainTitle "A series" ] ; bf:hasInstance
          [ a bf:Instance ; bf:identifiedBy [ a bf:Issn ; rdf:value "0028-0836" ] ] ] ],
      [ a bf:Relation ; bf:relationship <http://id.loc.gov/vocabulary/relationship/partof> ;
        bf:associatedResource [ a bf:Work ; bf:title [ bf:mainTitle "The host" ] ; bf:hasInstance
          [ a bf:Instance ; bf:identifiedBy [ a bf:Issn ; rdf:value "0003-987X" ] ] ] ] .
    """
    )
    record = one(text)
    assert (values(record, "container"), values(record, "issn")) == (["The host"], ["0003-987X"])


def test_the_classes_are_types() -> None:
    for name, kind in (
        ("NotatedMusic", "musical_score"),
        ("Cartography", "map"),
        ("MovingImage", "motion_picture"),
        ("Serial", "periodical"),
    ):
        record = one(PREFIXES + f'x:w a bf:Work, bf:{name} ; bf:title [ bf:mainTitle "T" ] .')
        assert values(record, "type") == [kind]


@pytest.mark.parametrize(
    ("label", "kind", "name", "born"),
    [
        ("Obama, Michelle, 1964-", "Person", "Obama, Michelle", "1964"),
        ("Plato, approximately 428 B.C.-348 B.C.", "Person", "Plato", "approximately 428 B.C."),
        ("Bouma, Jelle.", "Person", "Bouma, Jelle", ""),
        ("Congress of Cats, 1990", "Organization", "Congress of Cats, 1990", ""),
        ("Doe, J. (Jane), active 1850", "Person", "Doe, J. (Jane)", ""),
    ],
)
def test_names(label: str, kind: str, name: str, born: str) -> None:
    agent = f'[ bf:agent [ a bf:{kind} ; rdfs:label "{label}" ] ]'
    record = one(PREFIXES + f'x:w a bf:Work ; bf:title [ bf:mainTitle "T" ] ; bf:contribution {agent} .')
    (creator,) = record.all("creators")
    assert (creator.value, creator.part("birth")) == (name, born)


def test_a_name_by_its_address_alone_is_no_claim_about_a_name() -> None:
    agent = "[ bf:agent <http://id.loc.gov/authorities/names/n79021164> ]"
    record = one(PREFIXES + f'x:w a bf:Work ; bf:title [ bf:mainTitle "T" ] ; bf:contribution {agent} .')
    assert not record.all("creators")
    assert ("bf:Work/bf:contribution", "an agent without a name") in [(i.path, i.reason) for i in record.ignored]
    key = '[ a bf:Person ; bflc:marcKey "1001 $aObama, Michelle,$d1964-" ]'
    record = one(PREFIXES + f'x:w a bf:Work ; bf:title [ bf:mainTitle "T" ] ; bf:contribution [ bf:agent {key} ] .')
    (creator,) = record.all("creators")
    assert (creator.value, creator.path) == ("Obama, Michelle", "bf:Work/bf:contribution/bf:agent/bflc:marcKey")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (
            PREFIXES + "x:w a bf:Work ; bf:adminMetadata [ bf:status x:new ] .",
            "a BIBFRAME description that says nothing of a work",
        ),
        (PREFIXES + "x:w a bf:Item ; rdfs:label 'x' .", "no work or instance of BIBFRAME in this RDF"),
        (PREFIXES + "x:w a bf:Work ;; ]", "not readable as turtle"),
        (
            '{"@context": "http://id.loc.gov/context.json", "@id": "x", "@type": "bf:Work"}',
            "the context 'http://id.loc.gov/context.json'",
        ),
        ("<rdf:RDF><bf:Work/>", "not well-formed XML"),
    ],
)
def test_faults_are_named(data: str, reason: str) -> None:
    (fault,) = read_all(Bibframe(), data.encode())
    assert isinstance(fault, Unreadable)
    assert fault.reason.startswith(reason)


def test_sniffing() -> None:
    reader = Bibframe()
    assert reader.sniff(BOOK.encode()) == 94
    bound = b'<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://id.loc.gov/ontologies/bibframe/"><Work>'
    assert reader.sniff(bound) == 94
    for other in (
        b"",
        b"{}",
        b"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>",
        b'{"note": "see http://id.loc.gov/ontologies/bibframe/Work"}',
        b"@prefix bf: <http://id.loc.gov/ontologies/bibframe/> . <x> a bf:Person .",
        b'<html><a href="http://id.loc.gov/ontologies/bibframe/Work">',
    ):
        assert reader.sniff(other) == 0, other


def test_every_real_file(capfd: pytest.CaptureFixture[str]) -> None:
    """LoC's converter tests and editor, and Sinopia: records or a named reason; whole descriptions have all that they should."""
    counts: Counter[str] = Counter()
    for path in sorted(shared("records", "bibframe").iterdir()):
        for found in read(path, settings=Settings()):
            if isinstance(found, Unreadable):
                counts[found.reason.split(":")[0][:50]] += 1
            elif found.format == "bibframe":
                counts.update({"records": 1, **dict.fromkeys({s.property for s in found.statements}, 1)})
                assert not found.notes, (path.name, found.notes)
                assert all(s.path.startswith(("bf:Work", "bf:Instance", "bf:Hub")) for s in found.statements), path.name
                assert not any(s.value.startswith("http") for s in found.statements), path.name
                if path.name.startswith("b2m_ex"):
                    counts["whole"] += 1
                    counts["whole with title"] += bool(found.all("title"))
                    counts["whole with creators"] += bool(found.all("creators"))
                    counts["whole with date"] += bool(found.all("date"))
    assert capfd.readouterr() == ("", "")
    say(dict(counts))
    assert counts["records"] >= 115
    assert counts["whole with title"] == counts["whole"] >= 50
    assert counts["whole with creators"] >= 0.8 * counts["whole"]
    assert counts["whole with date"] >= 0.65 * counts["whole"]  # further instances, as of a web address, have none


@given(st.text(st.sampled_from('bf:WorkInstance a<>[];."x^@ \n'), max_size=120))
def test_any_text_ends_in_records_or_named_faults(text: str) -> None:
    for item in Bibframe().read((PREFIXES + text).encode(), "f", Settings()):
        assert isinstance(item, Record | Unreadable)
