"""MODS: titles, names, dates, hosts, subjects, identifiers; and how far Zotero reads the same."""

import json
from dataclasses import replace

import pytest

from gate.model import Identifier, Record, Unreadable
from gate.records.readers.mods import Mods
from tests.records.agreement import Tally
from tests.records.building import brief, parts, read_all, read_one, say, values
from tests.shared import shared

NS = 'xmlns="http://www.loc.gov/mods/v3" xmlns:xlink="http://www.w3.org/1999/xlink"'


A, B = (f"<mods><titleInfo><title>{title}</title></titleInfo></mods>" for title in "AB")


def mods(inner: str) -> bytes:
    return f"<mods {NS}>{inner}</mods>".encode()


def one(inner: str) -> Record:
    return read_one(Mods(), mods(inner))


ARTICLE = """
<titleInfo><nonSort>The</nonSort><title>proper title</title><subTitle>and more</subTitle>
  <partNumber>Part 2</partNumber></titleInfo>
<titleInfo type="translated" lang="ger"><title>Der Titel</title></titleInfo>
<name type="personal" usage="primary" valueURI="http://viaf.org/viaf/46768804">
  <namePart type="family">Curie</namePart><namePart type="given">Marie</namePart><namePart type="date">1867-1934</namePart>
  <role><roleTerm type="text">Author</roleTerm><roleTerm type="code" authority="marcrelator">aut</roleTerm></role>
  <nameIdentifier type="orcid">https://orcid.org/0000-0002-1825-0097</nameIdentifier></name>
<name type="corporate"><namePart>Institute.</namePart><namePart>Unit</namePart><role><roleTerm>editor</roleTerm></role></name>
<name><namePart>Funder</namePart><role><roleTerm type="code">fnd</roleTerm></role></name>
<typeOfResource>text</typeOfResource><genre>journal article</genre>
<originInfo><place><placeTerm>Paris</placeTerm></place><publisher>[Gauthier-Villars],</publisher>
  <dateIssued encoding="marc">1911</dateIssued><dateIssued encoding="w3cdtf" keyDate="yes">1911-05-02</dateIssued>
  <dateCaptured>2001</dateCaptured><edition>2nd ed. /</edition></originInfo>
<language><languageTerm type="text">French</languageTerm>
  <languageTerm type="code" authority="iso639-2b">fre</languageTerm></language>
<language objectPart="summary"><languageTerm type="code">eng</languageTerm></language>
<abstract>On radium.</abstract><note>a note</note><note>another</note>
<subject authority="lcsh" valueURI="http://id.loc.gov/authorities/subjects/sh85110658">
  <topic>Radium</topic><geographic>France</geographic></subject>
<relatedItem type="host"><titleInfo><title>Comptes rendus</title></titleInfo>
  <titleInfo type="abbreviated"><title>C. R.</title></titleInfo>
  <name><namePart>Editor, Host</namePart></name><identifier type="issn">0001-4036</identifier>
  <part><detail type="volume"><number>153</number></detail><detail type="issue"><number>2</number></detail>
  <extent unit="pages"><start>10</start><end>20</end></extent></part></relatedItem>
<relatedItem type="references"><titleInfo><title>Cited</title></titleInfo>
  <identifier type="doi">10.1000/182</identifier></relatedItem>
<relatedItem type="series"><titleInfo><title>S</title></titleInfo></relatedItem>
<identifier type="doi">10.1000/xyz</identifier><identifier type="local">77</identifier>
<identifier invalid="yes" type="isbn">1</identifier>
<location><url>https://doi.org/10.1000/xyz</url></location>
<recordInfo><recordIdentifier>rec1</recordIdentifier></recordInfo><odd/>
"""


def test_an_article_in_full() -> None:
    record = one(ARTICLE)
    assert brief(record.statements) == [
        ("title", "The proper title: and more. Part 2", "/mods/titleInfo[1]/title"),
        ("creators", "Curie, Marie", "/mods/name[1]"),
        ("creators", "Institute. Unit", "/mods/name[2]"),
        ("publisher", "Gauthier-Villars", "/mods/originInfo/publisher"),
        ("edition", "2nd ed.", "/mods/originInfo/edition"),
        ("date", "1911-05-02", "/mods/originInfo/dateIssued[2]"),
        ("language", "fre", "/mods/language[1]/languageTerm[2]"),
        ("concepts", "Radium--France", "/mods/subject"),
        ("abstract", "On radium.", "/mods/abstract"),
        ("doi", "10.1000/xyz", "/mods/identifier[1]"),
        ("citations", "Cited", "/mods/relatedItem[2]"),
        ("container", "Comptes rendus", "/mods/relatedItem[1]/titleInfo[1]/title"),
        ("issn", "0001-4036", "/mods/relatedItem[1]/identifier"),
        ("volume", "153", "/mods/relatedItem[1]/part/detail[1]/number"),
        ("issue", "2", "/mods/relatedItem[1]/part/detail[2]/number"),
        ("pages", "10-20", "/mods/relatedItem[1]/part/extent"),
        ("type", "article-journal", "/mods/genre"),
    ]
    said = {s.property: s for s in reversed(record.statements)}
    assert said["title"].forms == ("The proper title", "Der Titel")
    assert parts(said["creators"]) == {"family": "Curie", "given": "Marie", "birth": "1867", "death": "1934"}
    assert (said["creators"].role, record.all("creators")[1].role) == ("aut", "edt")
    assert said["creators"].identifiers == (Identifier("orcid", "0000-0002-1825-0097"), Identifier("viaf", "46768804"))
    assert said["date"].forms == ("1911",)
    assert (said["container"].forms, parts(said["container"])) == (("C. R.",), {"creators": "Editor, Host"})
    assert said["concepts"].identifiers == (Identifier("lccn", "sh85110658"),)
    assert parts(said["citations"]) == {"title": "Cited", "doi": "10.1000/182"}
    assert said["language"].forms == ("French",)
    assert record.id == "rec1"
    assert record.raw.startswith(b"<mods xmlns=")
    reasons = {i.path: i.reason for i in record.ignored}
    assert reasons["/mods/note"] == "note (2 fields)"
    assert reasons["/mods/relatedItem"] == "series statement"
    assert reasons["/mods/odd"] == "unknown field"
    assert reasons["/mods/name[3]"] == "a name without part in the content"
    assert reasons["/mods/identifier[2]"] == "identifier of a kind that is not read"
    assert reasons["/mods/identifier[3]"] == "an identifier marked as invalid"
    assert reasons["/mods/location/url"] == "the same identifier again"
    assert reasons["/mods/language[2]"] == "language of a part"


@pytest.mark.parametrize(
    ("inner", "value", "forms"),
    [
        ("<dateIssued point='start'>1990</dateIssued><dateIssued point='end'>1995</dateIssued>", "1990/1995", ()),
        (
            "<dateIssued point='start' encoding='marc'>1990</dateIssued>"
            "<dateIssued point='end' encoding='marc'>9999</dateIssued>",
            "1990/..",
            (),
        ),
        ("<dateIssued encoding='marc'>19uu</dateIssued>", "19XX", ()),
        ("<dateIssued encoding='iso8601'>20020702</dateIssued>", "2002-07-02", ()),
        ("<dateIssued encoding='marc'>2011</dateIssued><dateIssued>c2011</dateIssued>", "2011", ("c2011",)),
        ("<copyrightDate>2003</copyrightDate><dateCreated keyDate='yes'>1955-03-22</dateCreated>", "1955-03-22", ("2003",)),
        ("<copyrightDate>2003</copyrightDate><dateCreated>1955</dateCreated>", "2003", ()),
    ],
)
def test_dates(inner: str, value: str, forms: tuple[str, ...]) -> None:
    date = one(f"<originInfo>{inner}</originInfo>").first("date")
    assert date is not None
    assert (date.value, date.forms) == (value, forms)


@pytest.mark.parametrize(
    ("inner", "value", "expected"),
    [
        ('<name type="personal"><namePart>West, Matthew,</namePart></name>', "West, Matthew", {"family": "West"}),
        ("<name><namePart>Alleman, Tillie [1848-1914]</namePart></name>", "Alleman, Tillie", {"birth": "1848", "death": "1914"}),
        ("<name><namePart>Holberg, L., 1684-1754</namePart></name>", "Holberg, L.", {"birth": "1684", "death": "1754"}),
        ("<name><displayForm>Plato</displayForm></name>", "Plato", {}),
        (
            '<name type="personal"><namePart>King, M. L.</namePart><namePart type="termsOfAddress">Jr.</namePart></name>',
            "King, M. L.",
            {"suffix": "Jr."},
        ),
        ('<name type="conference"><namePart>Symposium, Rome</namePart></name>', "Symposium, Rome", {}),
        ("<name><etal/></name>", "et al.", {"et_al": "true"}),
    ],
)
def test_names(inner: str, value: str, expected: dict[str, str]) -> None:
    (name,) = one(inner).all("creators")
    assert name.value == value
    found = parts(name)
    assert {key: found.get(key) for key in expected} == expected
    assert set(found) - {"family", "given"} <= set(expected)


def test_one_name_in_two_scripts_is_one_claim() -> None:
    inner = '<name altRepGroup="1"><namePart>Lu, Xun</namePart></name><name altRepGroup="1"><namePart>鲁迅</namePart></name>'
    (name,) = one(inner).all("creators")
    assert (name.value, name.forms) == ("Lu, Xun", ("鲁迅",))


def test_a_role_that_is_no_relator_stands_as_it_is_written() -> None:
    roles = [
        s.role for s in one("<name><namePart>A</namePart><role><roleTerm>committee member</roleTerm></role></name>").statements
    ]
    assert roles == ["committee member"]


@pytest.mark.parametrize(
    "data",
    [
        f"<modsCollection {NS}>{A}{B}</modsCollection>",
        f'<m:mets xmlns:m="http://www.loc.gov/METS/" {NS}><m:dmdSec><m:xmlData>{A}</m:xmlData></m:dmdSec><x>{B}</x></m:mets>',
        f"<all>{A}{B}</all>",
    ],
)
def test_any_envelope_will_do(data: str) -> None:
    found = read_all(Mods(), data.encode())
    assert [values(f, "title") for f in found if isinstance(f, Record)] == [["A"], ["B"]]
    assert [f.id for f in found] == ["#1", "#2"]
    assert Mods().sniff(data.encode()) >= 82


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
def test_encodings(encoding: str) -> None:
    declared = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>'
    data = (declared + mods("<titleInfo><title>Übergröße</title></titleInfo>").decode()).encode(encoding)
    assert Mods().sniff(data) == 90
    assert values(read_one(Mods(), data), "title") == ["Übergröße"]


def test_damage_is_named() -> None:
    (empty,) = read_all(Mods(), mods("<note>n</note>"))
    assert isinstance(empty, Unreadable)
    assert empty.reason == "a MODS record that says nothing of a work"
    (none,) = read_all(Mods(), b"<a/>")
    assert isinstance(none, Unreadable)
    assert none.reason == "no MODS record in this XML"
    (cut,) = read_all(Mods(), mods("<titleInfo>")[:-10])
    assert isinstance(cut, Unreadable)
    assert "not well-formed" in cut.reason
    (entity,) = read_all(Mods(), b"<!DOCTYPE mods [<!ENTITY x 'y'>]>" + mods("<titleInfo><title>&x;</title></titleInfo>"))
    assert isinstance(entity, Unreadable)
    assert "refused" in entity.reason


def test_sniffing() -> None:
    assert Mods().sniff(mods("")) == 90
    for other in (b"", b"{}", b"<record/>", b"mods", b"<model/>"):
        assert Mods().sniff(other) == 0


def test_agreement_with_zotero() -> None:
    """What the host says of its own authors, which Zotero gives to the work, is looked for in the container.

    What differs: one host's author is there with his life dates in Zotero's name; of a bill's titles Zotero takes the shortest
    that is longer than its number; one person is author and editor, which makes his order differ.
    """
    tally = Tally()
    for case in json.loads(shared("records", "mods", "zotero_testcases_MODS.json").read_text()):
        found = read_all(Mods(), case["input"].encode())
        assert len(found) == len(case["items"])
        for record, item in zip(found, case["items"], strict=True):
            assert isinstance(record, Record)
            host = record.first("container")
            tally.compare(replace(record, statements=(*record.statements, *(host.parts if host else ()))), item)
    say(tally.report())
    assert tally.compared.total() > 110
    assert tally.rate > 0.96


def test_every_real_file_is_read(capfd: pytest.CaptureFixture[str]) -> None:
    records: list[tuple[str, Record | Unreadable]] = []
    faults: list[tuple[str, Record | Unreadable]] = []
    for file in sorted(shared("records", "mods").glob("*.xml")):
        for found in read_all(Mods(), file.read_bytes()):
            (records if isinstance(found, Record) else faults).append((file.name, found))
    assert capfd.readouterr() == ("", "")
    assert len(records) == 27
    assert {name for name, _ in faults} == {"jabref_MODSImporterTestGenreMapping.xml", "jabref_MODSImporterTestMinimal.xml"}
    assert all(
        isinstance(r, Record) and r.all("title") and r.all("creators") for name, r in records if name.startswith("dissemin")
    )
