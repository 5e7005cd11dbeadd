"""Zotero's RDF: items with their journals and books, creators by role, numbers; agreement with what Zotero itself imports."""

import json

import pytest

from gate.model import Record, Unreadable
from gate.records.readers import sniff
from gate.records.readers.zotero import ZoteroRdf
from tests.records.agreement import Tally
from tests.records.building import brief, parts, read_all, read_one, say, values
from tests.shared import shared

START = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:link="http://purl.org/rss/1.0/modules/link/"
 xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/" xmlns:vcard="http://nwalsh.com/rdf/vCard#">
"""


def person(family: str, given: str = "") -> str:
    name = f"<foaf:surname>{family}</foaf:surname>" + (given and f"<foaf:givenName>{given}</foaf:givenName>")
    return f"<rdf:li><foaf:Person>{name}</foaf:Person></rdf:li>"


def people(term: str, *inside: str) -> str:
    return f"<{term}><rdf:Seq>{''.join(inside)}</rdf:Seq></{term}>"


ARTICLE = f"""<bib:Article rdf:about="https://www.nature.com/articles/171737a0">
  <z:itemType>journalArticle</z:itemType>
  <dcterms:isPartOf rdf:resource="urn:issn:0028-0836"/>
  {people("bib:editors", person("Editor", "Ed"))}
  {people("bib:authors", person("Watson", "J. D."), person("Crick", "F. H. C."), person("The Consortium"))}
  <link:link rdf:resource="#item_2"/>
  <dc:subject>DNA</dc:subject><dc:subject><z:AutomaticTag><rdf:value>helix</rdf:value></z:AutomaticTag></dc:subject>
  <dc:subject><dcterms:LCC><rdf:value>QH1</rdf:value></dcterms:LCC></dc:subject>
  <dc:title>Molecular structure of nucleic acids</dc:title><z:shortTitle>Molecular structure</z:shortTitle>
  <dcterms:abstract>We wish to suggest</dcterms:abstract><dc:date>1953-04-25</dc:date><z:language>en</z:language>
  <dc:identifier><dcterms:URI><rdf:value>https://www.nature.com/articles/171737a0</rdf:value></dcterms:URI></dc:identifier>
  <dc:description>PMID: 13054692
a remark</dc:description>
  <dcterms:dateSubmitted>2020-01-01 10:00:00</dcterms:dateSubmitted><bib:pages>737-738</bib:pages>
</bib:Article>
<bib:Journal rdf:about="urn:issn:0028-0836"><prism:volume>171</prism:volume><dc:title>Nature</dc:title>
  <dcterms:alternative>Nat.</dcterms:alternative><dc:identifier>DOI 10.1038/171737a0</dc:identifier>
  <prism:number>4356</prism:number><dc:identifier>ISSN 0028-0836</dc:identifier></bib:Journal>
<z:Attachment rdf:about="#item_2"><z:itemType>attachment</z:itemType><dc:title>Snapshot</dc:title></z:Attachment>
<bib:Memo rdf:about="#item_3"><rdf:value>A note</rdf:value></bib:Memo>
"""
BOOK = """<bib:Book rdf:about="urn:isbn:978-0-19-280722-9"><z:itemType>book</z:itemType>
  <dcterms:isPartOf><bib:Series><dc:title>Popular Science</dc:title></bib:Series></dcterms:isPartOf>
  <dc:publisher><foaf:Organization><vcard:adr><vcard:Address><vcard:locality>Oxford</vcard:locality></vcard:Address></vcard:adr>
    <foaf:name>OUP</foaf:name></foaf:Organization></dc:publisher>
  <dc:identifier>ISBN 978-0-19-280722-9 0-19-280722-X</dc:identifier><dc:title>A book</dc:title><prism:volume>3</prism:volume>
  <prism:edition>2nd</prism:edition></bib:Book>
"""


def rdf(*items: str) -> bytes:
    return (START + "".join(items) + "</rdf:RDF>").encode()


def test_an_article() -> None:
    record = read_one(ZoteroRdf(), rdf(ARTICLE))
    host = "bib:Article/dcterms:isPartOf"
    assert brief(record.statements) == [
        ("title", "Molecular structure of nucleic acids", "bib:Article/dc:title"),
        ("type", "article-journal", "bib:Article/z:itemType"),
        ("creators", "Watson, J. D.", "bib:Article/bib:authors[1]/foaf:surname"),
        ("creators", "Crick, F. H. C.", "bib:Article/bib:authors[2]/foaf:surname"),
        ("creators", "The Consortium", "bib:Article/bib:authors[3]/foaf:surname"),
        ("creators", "Editor, Ed", "bib:Article/bib:editors/foaf:surname"),
        ("container", "Nature", f"{host}/dc:title"),
        ("volume", "171", f"{host}/prism:volume"),
        ("issue", "4356", f"{host}/prism:number"),
        ("doi", "10.1038/171737a0", f"{host}/dc:identifier[1]"),
        ("issn", "0028-0836", f"{host}/dc:identifier[2]"),
        ("date", "1953-04-25", "bib:Article/dc:date"),
        ("pages", "737-738", "bib:Article/bib:pages"),
        ("language", "en", "bib:Article/z:language"),
        ("abstract", "We wish to suggest", "bib:Article/dcterms:abstract"),
        ("concepts", "DNA", "bib:Article/dc:subject[1]"),
        ("concepts", "helix", "bib:Article/dc:subject[2]/rdf:value"),
        ("pmid", "13054692", "bib:Article/dc:description"),
    ]
    assert [s.role for s in record.all("creators")] == ["aut", "aut", "aut", "edt"]
    assert parts(record.all("creators")[0]) == {"family": "Watson", "given": "J. D."}
    assert [s.forms for s in record.statements if s.property in ("title", "container")] == [("Molecular structure",), ("Nat.",)]
    assert (record.id, record.format) == ("https://www.nature.com/articles/171737a0", "zotero")
    assert {(i.path, i.reason) for i in record.ignored} >= {
        ("bib:Article/link:link", "attachment"),
        ("bib:Article/dc:subject", "call number"),
        ("bib:Article/dcterms:dateSubmitted", "a date that is not the publication"),
    }


def test_several_items_in_their_order() -> None:
    article, book = read_all(ZoteroRdf(), rdf(ARTICLE, BOOK))
    assert (article.position, book.position, book.id) == (1, 2, "urn:isbn:978-0-19-280722-9")
    assert isinstance(book, Record)
    assert [(s.property, s.value) for s in book.statements] == [
        ("title", "A book"),
        ("type", "book"),
        ("edition", "2nd"),
        ("publisher", "OUP"),
        ("isbn", "978-0-19-280722-9"),
        ("isbn", "0-19-280722-X"),
    ]
    assert ("bib:Book/dcterms:isPartOf", "series statement") in [(i.path, i.reason) for i in book.ignored]


def test_roles_and_the_book_that_a_chapter_is_in() -> None:
    book = "<bib:Book><dc:title>The whole</dc:title><dc:identifier>ISBN 9780192807229</dc:identifier></bib:Book>"
    names = [
        people(term, person(name, "A")) for term, name in (("z:translators", "T"), ("z:bookAuthors", "B"), ("bib:authors", "C"))
    ]
    inside = f"<dc:title>A part</dc:title><dcterms:isPartOf>{book}</dcterms:isPartOf>{''.join(names)}"
    item = f"<bib:BookSection><z:itemType>bookSection</z:itemType>{inside}</bib:BookSection>"
    record = read_one(ZoteroRdf(), rdf(item))
    assert [(s.value, s.role) for s in record.all("creators")] == [("C, A", "aut"), ("T, A", "trl")]
    found = [values(record, name) for name in ("container", "isbn", "type")]
    assert found == [["The whole"], ["9780192807229"], ["chapter"]]
    assert record.id == "#1"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (rdf("<bib:Memo/>"), "no item of Zotero in this RDF"),
        (rdf("<bib:Book><z:itemType>book</z:itemType></bib:Book>"), "an item that says nothing of a work"),
        (rdf("<bib:Book>"), "not well-formed XML"),
        (b'<!DOCTYPE r [<!ENTITY a "b">]>' + rdf(BOOK), "XML with entity declarations is refused"),
    ],
)
def test_faults_are_named(data: bytes, reason: str) -> None:
    (fault,) = read_all(ZoteroRdf(), data)
    assert isinstance(fault, Unreadable)
    assert fault.reason.startswith(reason)


def test_sniffing() -> None:
    found = sniff(rdf(ARTICLE), "f.rdf")
    assert found is not None
    assert found.name == "zotero"
    for other in (b"", b"{}", START.encode(), b'<rdf:RDF xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>x</dc:title>'):
        assert ZoteroRdf().sniff(other) == 0


def test_agreement_with_zotero() -> None:
    """On the items in Zotero's own vocabulary among the test cases of its RDF import; the others are in bibo and schema.org."""
    tally = Tally()
    for case in json.loads(shared("records", "jsonld", "zotero_testcases_RDF.json").read_text()):
        if "zotero.org/namespaces/export" not in case["input"]:
            continue
        records = read_all(ZoteroRdf(), case["input"].encode())
        assert len(records) == len(case["items"])
        for record, item in zip(records, case["items"], strict=True):
            assert isinstance(record, Record)
            assert record.id == item["itemID"]
            tally.compare(record, item)
    say(tally.report())
    assert tally.compared.total() >= 4
    assert tally.rate == 1.0
