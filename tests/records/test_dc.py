"""Dublin Core: what the elements mean, and the envelopes it comes in."""

from __future__ import annotations

from collections import Counter

import pytest

from gate.model import Identifier, Kind, Record, Unreadable
from gate.records.readers.dc import DublinCore
from tests.records.building import brief, marcxml, read_all, read_one, say, values
from tests.shared import shared

DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
OAI_DC = 'xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"'
OAI = '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">'


def dc(body: str) -> bytes:
    return f"<oai_dc:dc {OAI_DC} {DC}>{body}</oai_dc:dc>".encode()


def response(*records: str, verb: str = "ListRecords") -> bytes:
    return f"{OAI}<responseDate>2026-01-01</responseDate><{verb}>{''.join(records)}</{verb}></OAI-PMH>".encode()


def record(identifier: str, metadata: bytes | str, status: str = "") -> str:
    inner = metadata.decode() if isinstance(metadata, bytes) else metadata
    body = f"<metadata>{inner}</metadata>" if inner else ""
    return f"<record><header{status}><identifier>{identifier}</identifier></header>{body}</record>"


def test_a_record_is_read_with_its_places() -> None:
    found = read_one(
        DublinCore(),
        dc(
            """
    <dc:subject>Graphs; Centrality</dc:subject>
    <dc:title xml:lang="en">Ranking
      nodes</dc:title>
    <dc:title xml:lang="de">Knoten ordnen</dc:title>
    <dc:creator>Müller, K.</dc:creator><dc:creator>Doe, Jane</dc:creator>
    <dc:contributor>Roe, R.</dc:contributor>
    <dc:description>We rank.</dc:description><dc:description>Comment: 7 pages</dc:description>
    <dc:publisher>A Press</dc:publisher>
    <dc:date>2012-03-04T05:06:07Z</dc:date><dc:date>2011</dc:date><dc:date>2011-05</dc:date>
    <dc:type>info:eu-repo/semantics/article</dc:type><dc:type>info:eu-repo/semantics/publishedVersion</dc:type>
    <dc:identifier>https://doi.org/10.1000/182</dc:identifier>
    <dc:identifier>urn:isbn:9783540774310</dc:identifier>
    <dc:identifier>https://repository.example.org/12</dc:identifier>
    <dc:identifier>A journal, 34 (3) (2008), pp. 773-780</dc:identifier>
    <dc:source>Journal of Ranks; Vol. 5 No. 2 (2010); 12-20</dc:source><dc:source>1940-5758</dc:source>
    <dc:language>eng</dc:language><dc:rights>open</dc:rights><dc:relation>x</dc:relation><dc:format>pdf</dc:format>
    <dc:title></dc:title><dc:colour>red</dc:colour>"""
        ),
    )
    assert (found.kind, found.id, found.format) == (Kind.WORK, "https://doi.org/10.1000/182", "dc")
    assert brief(found.statements) == [
        ("title", "Ranking nodes", "dc:title[1]"),
        ("creators", "Müller, K.", "dc:creator[1]"),
        ("creators", "Doe, Jane", "dc:creator[2]"),
        ("creators", "Roe, R.", "dc:contributor"),
        ("concepts", "Graphs", "dc:subject"),
        ("concepts", "Centrality", "dc:subject"),
        ("abstract", "We rank.", "dc:description[1]"),
        ("publisher", "A Press", "dc:publisher"),
        ("type", "article", "dc:type[1]"),
        ("doi", "https://doi.org/10.1000/182", "dc:identifier[1]"),
        ("isbn", "urn:isbn:9783540774310", "dc:identifier[2]"),
        ("identifiers", "https://repository.example.org/12", "dc:identifier[3]"),
        ("container", "Journal of Ranks", "dc:source[1]"),
        ("volume", "5", "dc:source[1]"),
        ("issue", "2", "dc:source[1]"),
        ("pages", "12-20", "dc:source[1]"),
        ("issn", "1940-5758", "dc:source[2]"),
        ("language", "eng", "dc:language"),
        ("date", "2011", "dc:date[2]"),
    ]
    title = found.first("title")
    assert title is not None
    assert (title.lang, title.forms) == ("en", ("Knoten ordnen",))
    assert [s.role for s in found.all("creators")] == ["", "", "ctb"]
    assert found.all("date")[0].forms == ("2011-05",)
    assert found.all("identifiers")[0].identifiers == (Identifier("iri", "https://repository.example.org/12"),)
    assert {i.path: i.reason for i in found.ignored} == {
        "dc:description[2]": "comment of the author",
        "dc:type[2]": "version of the manuscript",
        "dc:identifier[4]": "free text, not an identifier",
        "dc:rights": "rights statement",
        "dc:relation": "a related resource",
        "dc:format": "format or extent",
        "dc:colour": "unknown element",
        "dc:date[1]": "a date that is not the publication",
    }
    assert found.raw.startswith(b"<oai_dc:dc")


def test_dcmi_terms_say_which_date_and_where() -> None:
    found = read_one(
        DublinCore(),
        f"""<qualifieddc {DC}><dcterms:title>T</dcterms:title><dcterms:alternative>U</dcterms:alternative>
        <dcterms:created>2009</dcterms:created><dcterms:issued>2010</dcterms:issued><dcterms:modified>2020</dcterms:modified>
        <dcterms:abstract>A.</dcterms:abstract><dcterms:isPartOf>Journal of Ranks</dcterms:isPartOf></qualifieddc>""".encode(),
    )
    assert brief(found.statements) == [
        ("title", "T", "dcterms:title"),
        ("abstract", "A.", "dcterms:abstract"),
        ("container", "Journal of Ranks", "dcterms:isPartOf"),
        ("date", "2010", "dcterms:issued"),
    ]
    assert found.statements[0].forms == ("U",)


def test_an_oai_response_gives_every_record_by_its_identifier() -> None:
    marc = marcxml([("001", "m1"), ("245", "10", "$aBy MARC")]).decode()
    start = '<record xmlns="http://www.loc.gov/MARC21/slim">'
    one = marc[marc.index("<record>") : -len("</collection>")].replace("<record>", start, 1)
    found = read_all(
        DublinCore(),
        response(
            record("oai:x:1", dc("<dc:title>One</dc:title>")),
            record("oai:x:2", "", ' status="deleted"'),
            record("oai:x:3", one),
            record("oai:x:4", '<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>By MODS</title></titleInfo></mods>'),
            record("oai:x:5", '<odd xmlns="urn:odd"/>'),
            record("oai:x:6", ""),
            record("oai:x:7", dc("<dc:title>Seven</dc:title>")),
        ),
    )
    assert [(f.id, f.position, f.format) for f in found] == [
        ("oai:x:1", 1, "dc"),
        ("oai:x:2", 2, "dc"),
        ("m1", 3, "marcxml"),
        ("oai:x:4", 4, "mods"),
        ("oai:x:5", 5, "dc"),
        ("oai:x:6", 6, "dc"),
        ("oai:x:7", 7, "dc"),
    ]
    assert [values(f, "title") if isinstance(f, Record) else f.reason for f in found] == [
        ["One"],
        "the record was deleted at the source",
        ["By MARC"],
        ["By MODS"],
        "metadata in odd (urn:odd) is not read yet; ask for oai_dc or marc21",
        "a record without metadata",
        ["Seven"],
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (f'{OAI}<error code="noRecordsMatch"/></OAI-PMH>', "the OAI-PMH server reports an error, noRecordsMatch"),
        (
            f'{OAI}<error code="badVerb">No such verb</error></OAI-PMH>',
            "the OAI-PMH server reports an error, badVerb: No such verb",
        ),
        (response("<header/>", verb="ListIdentifiers").decode(), "an OAI-PMH ListIdentifiers response holds no records"),
        ("<a><b/></a>", "no Dublin Core record in this XML"),
    ],
)
def test_responses_without_records_are_named(data: str, reason: str) -> None:
    (found,) = read_all(DublinCore(), data.encode())
    assert isinstance(found, Unreadable)
    assert found.reason == reason


def test_any_envelope_will_do() -> None:
    one, two = (f"<dc:title>{title}</dc:title><dc:creator>A; B</dc:creator>" for title in ("One", "Two"))
    for data in (
        f"<records {DC}><record>{one}</record><record>{two}</record></records>",
        f"<metadata {DC} {OAI_DC}><oai_dc:dc>{one}</oai_dc:dc><oai_dc:dc>{two}</oai_dc:dc></metadata>",
        f"<all {DC}><thing>{one}</thing><thing>{two}</thing></all>",
    ):
        found = read_all(DublinCore(), data.encode())
        assert [values(f, "title") for f in found if isinstance(f, Record)] == [["One"], ["Two"]], data
        assert [f.id for f in found] == ["#1", "#2"]
        assert isinstance(found[0], Record)
        assert values(found[0], "creators") == ["A", "B"]


def test_dublin_core_in_rdf_is_read_and_other_rdf_is_named() -> None:
    rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
    inner = '<dc:title>T</dc:title><dc:identifier rdf:resource="https://doi.org/10.1000/182"/>'
    found = read_one(DublinCore(), f"<rdf:RDF {rdf} {DC}><rdf:Description>{inner}</rdf:Description></rdf:RDF>".encode())
    assert (values(found, "title"), values(found, "doi")) == (["T"], ["https://doi.org/10.1000/182"])
    borrowed = '<bf:Work xmlns:bf="urn:bf"><dcterms:modified>2020</dcterms:modified></bf:Work>'
    other = f"<rdf:RDF {rdf} {DC}>{borrowed}</rdf:RDF>"
    (named,) = read_all(DublinCore(), other.encode())
    assert isinstance(named, Unreadable)
    assert named.reason.startswith("RDF without Dublin Core titles")


def test_a_fault_names_the_record_it_stands_in() -> None:
    good = response(record("oai:x:1", dc("<dc:title>One</dc:title>")), record("oai:x:2", dc("<dc:title>Two</dc:title>")))
    first, fault = read_all(DublinCore(), good.replace(b"Two</dc:title>", b"Two</dc:titel>"))
    assert isinstance(first, Record)
    assert isinstance(fault, Unreadable)
    assert (fault.id, fault.position) == ("oai:x:2", 2)
    assert "line 1" in fault.reason


def test_in_rdf_an_address_is_no_name() -> None:
    rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    inner = '<dc:title>T</dc:title><dc:creator rdf:resource="http://d-nb.info/gnd/136486045"/>'
    inner += '<dc:language rdf:resource="http://id.loc.gov/vocabulary/iso639-2/ger"/>'
    (found,) = read_all(
        DublinCore(), f'<rdf:RDF xmlns:rdf="{rdf}" {DC}><rdf:Description>{inner}</rdf:Description></rdf:RDF>'.encode()
    )
    assert isinstance(found, Record)
    assert [(s.property, s.value) for s in found.statements] == [("title", "T"), ("language", "ger")]
    assert [(i.path, i.reason) for i in found.ignored] == [("dc:creator", "an address without a name")]


def test_sniffing() -> None:
    reader = DublinCore()
    assert reader.sniff(response(record("x", dc("")))) == 85
    assert reader.sniff(dc("<dc:title>x</dc:title>")) == 80
    assert reader.sniff(dc("<dc:title>x</dc:title>").decode().encode("utf-16")) == 80
    assert reader.sniff(f'<rdf:RDF xmlns:rdf="x" {DC}><dc:title>x</dc:title></rdf:RDF>'.encode()) == 20
    for other in (b"", b"{}", f"<html {DC}><dc:title>x</dc:title></html>".encode(), marcxml([("001", "1")]), b"@article{a,"):
        assert reader.sniff(other) == 0


def test_every_real_file_ends_in_records_or_named_faults(capfd: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    arxiv = []
    for file in sorted(shared("records", "dc").iterdir()):
        found = read_all(DublinCore(), file.read_bytes())
        assert found, file.name
        for f in found:
            counts["record" if isinstance(f, Record) else f"unreadable: {f.reason.split(' (')[0].split(': ')[0]}"] += 1
            if isinstance(f, Record):
                assert f.all("title"), (file.name, f.id)
                assert f.all("creators"), (file.name, f.id)
                arxiv += [f.id for s in f.all("arxiv") if f.id == f"oai:arXiv.org:{s.value.rsplit('/abs/', 1)[-1]}"]
    assert capfd.readouterr() == ("", "")
    say(*counts.items())
    assert counts["record"] >= 13
    assert len(arxiv) == 7  # the identifier in the header and the one in the record are the same
