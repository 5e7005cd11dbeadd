"""EndNote's XML, and how far Zotero reads the same."""

import json

from gate.model import Record, Unreadable
from gate.records.readers.endnote import EndnoteXml
from tests.records.agreement import Tally
from tests.records.building import brief, read_all, read_one, say
from tests.shared import shared

RECORD = """<xml><records><record><database name="x.enl">x.enl</database><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author><style face="normal">Doe, Jane</style></author><author>Some Body,</author></authors>
<tertiary-authors><author>Series, Ed</author></tertiary-authors></contributors>
<titles><title><style face="normal">A </style><style face="italic">title</style></title>
<secondary-title>J. of X</secondary-title></titles>
<periodical><full-title>Journal of X</full-title><abbr-1>J X</abbr-1></periodical>
<pages>1-9</pages><volume>3</volume><number>4</number><keywords><keyword>one</keyword><keyword>two</keyword></keywords>
<dates><year>2001</year><pub-dates><date>May 3</date></pub-dates></dates><isbn>0028-0836</isbn>
<electronic-resource-num>10.1000/182</electronic-resource-num><label>doe2001</label>
<urls><related-urls><url>https://doi.org/10.1000/182</url></related-urls><pdf-urls><url>x.pdf</url></pdf-urls></urls>
<language>eng</language><custom1>c</custom1><notes>n</notes><odd/></record></records></xml>"""


def test_a_record() -> None:
    record = read_one(EndnoteXml(), RECORD.encode())
    assert brief(record.statements) == [
        ("title", "A title", "/record/titles/title"),
        ("creators", "Doe, Jane", "/record/contributors/authors/author[1]"),
        ("creators", "Some Body", "/record/contributors/authors/author[2]"),
        ("date", "2001-05-03", "/record/dates/pub-dates/date"),
        ("container", "Journal of X", "/record/periodical/full-title"),
        ("volume", "3", "/record/volume"),
        ("issue", "4", "/record/number"),
        ("pages", "1-9", "/record/pages"),
        ("language", "eng", "/record/language"),
        ("concepts", "one", "/record/keywords/keyword[1]"),
        ("concepts", "two", "/record/keywords/keyword[2]"),
        ("doi", "10.1000/182", "/record/electronic-resource-num"),
        ("issn", "0028-0836", "/record/isbn"),
        ("type", "article-journal", "/record/ref-type"),
    ]
    container = record.first("container")
    assert container is not None
    assert container.forms == ("J. of X", "J X")
    assert (record.id, record.format) == ("doe2001", "endnote")
    assert ("/record/custom1", "a field whose meaning the writer chose") in [(i.path, i.reason) for i in record.ignored]
    assert ("/record/urls/pdf-urls/url", "link to a file") in [(i.path, i.reason) for i in record.ignored]
    assert record.raw.startswith(b"<record>")


def test_damage_is_named() -> None:
    first, fault = read_all(EndnoteXml(), RECORD.replace("</records>", "<record><titles></records>").encode())
    assert isinstance(first, Record)
    assert isinstance(fault, Unreadable)
    assert (fault.position, fault.format) == (2, "endnote")
    (none,) = read_all(EndnoteXml(), b"<xml><records/></xml>")
    assert isinstance(none, Unreadable)
    assert none.reason == "no EndNote record in this XML"
    (empty,) = read_all(EndnoteXml(), b"<xml><records><record/></records></xml>")
    assert isinstance(empty, Unreadable)


def test_sniffing() -> None:
    assert EndnoteXml().sniff(RECORD.encode()) == 85
    for other in (b"", b"<records><record><leader/></record></records>", b"<xml/>", b"{}"):
        assert EndnoteXml().sniff(other) == 0


def test_agreement_with_zotero() -> None:
    tally = Tally()
    for case in json.loads(shared("records", "ris", "zotero_testcases_Endnote_XML.json").read_text()):
        found = read_all(EndnoteXml(), case["input"].encode())
        assert len(found) == len(case["items"])
        for record, item in zip(found, case["items"], strict=True):
            assert isinstance(record, Record)
            tally.compare(record, item)
    say(tally.report())
    assert tally.compared.total() > 40
    assert tally.rate == 1.0
