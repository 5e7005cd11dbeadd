"""JATS: front matter, contributors, dates, and citations tagged, written out, and both."""

from collections import Counter

import pytest

from gate.model import Identifier, Record, Statement, Unreadable
from gate.records.readers import sniff
from gate.records.readers.jats import Jats
from tests.records.building import brief, parts, read_all, read_one, say, values
from tests.shared import shared

DOCTYPE = '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) v1.2//EN" "http://example.org/JATS-archivearticle1.dtd">'
FRONT = """<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" xml:lang="en"><front>
<journal-meta><journal-id>nat</journal-id><journal-title-group><journal-title>Nature</journal-title>
<journal-subtitle>A weekly</journal-subtitle><abbrev-journal-title>Nat.</abbrev-journal-title></journal-title-group>
<issn pub-type="ppub">0028-0836</issn><publisher><publisher-name>NPG</publisher-name></publisher></journal-meta>
<article-meta><article-id pub-id-type="publisher-id">x1</article-id><article-id pub-id-type="doi">10.1038/171737a0</article-id>
<article-id pub-id-type="pmid">13054692</article-id>
<article-categories><subj-group><subject>Letters</subject></subj-group></article-categories>
<title-group><article-title>Structure of <italic>DNA</italic><xref ref-type="fn">*</xref> &ndash; a model</article-title>
<subtitle>A letter</subtitle><trans-title-group xml:lang="de"><trans-title>Struktur</trans-title></trans-title-group>
</title-group>
<contrib-group>
<contrib contrib-type="author"><contrib-id contrib-id-type="orcid">https://orcid.org/0000-0002-1825-0097</contrib-id>
<name><surname>Watson</surname><given-names>J. D.</given-names><suffix>Jr</suffix></name><xref ref-type="aff">1</xref></contrib>
<contrib contrib-type="author"><name-alternatives><name><surname>Crick</surname><given-names>F.</given-names></name>
<name xml:lang="ru"><surname>Крик</surname><given-names>Ф.</given-names></name></name-alternatives></contrib>
<contrib contrib-type="author"><collab>The Group<contrib-group><contrib><name><surname>Member</surname></name></contrib>
</contrib-group></collab></contrib>
<contrib contrib-type="guest-editor"><string-name>E. Ditor</string-name></contrib><contrib><anonymous/></contrib>
</contrib-group>
<contrib-group content-type="volume"><contrib contrib-type="editor"><name><surname>Vol</surname><given-names>E.</given-names>
</name></contrib></contrib-group>
<pub-date pub-type="ppub"><month>4</month><year>1953</year></pub-date>
<pub-date pub-type="epub"><day>25</day><month>04</month><year>1953</year></pub-date>
<pub-date pub-type="pmc-release"><year>1999</year></pub-date>
<volume>171</volume><issue>4356</issue><fpage>737</fpage><lpage>738</lpage>
<history><date date-type="received"><year>1952</year></date></history><permissions/>
<abstract><title>Abstract</title><p>We wish.</p><p>To suggest.</p></abstract><abstract abstract-type="graphical"><p>x</p>
</abstract>
<kwd-group kwd-group-type="author"><kwd>DNA</kwd><kwd>helix</kwd></kwd-group><kwd-group kwd-group-type="abbreviations">
<kwd>A</kwd></kwd-group>
<odd/></article-meta></front>"""
REFS = """<body><p>text</p></body><back><ref-list>
<ref id="r1"><label>1</label><mixed-citation publication-type="journal"><person-group person-group-type="author">
<name><surname>Pauling</surname> <given-names>L</given-names></name>, <string-name>
<surname>Corey</surname>, <given-names>R.</given-names></string-name>
<etal>et al.</etal></person-group> (<year>1953</year>). <article-title>A proposed structure</article-title>. <source>PNAS</source>
<volume>39</volume>: <fpage>84</fpage>-<lpage>97</lpage>. doi:<pub-id pub-id-type="doi">10.1073/pnas.39.2.84</pub-id>
</mixed-citation></ref>
<ref><element-citation publication-type="book"><person-group person-group-type="editor"><name><surname>Ed</surname>
<given-names>A</given-names></name>
</person-group><source>The book</source><year>1950</year><publisher-name>OUP</publisher-name>
<pub-id pub-id-type="isbn">9783161484100</pub-id>
</element-citation></ref>
<ref><mixed-citation>Furberg S, unpublished thesis. PMID: 12345</mixed-citation></ref>
<ref><citation-alternatives><mixed-citation>Astbury. X-ray. 1947.</mixed-citation><element-citation><name>
<surname>Astbury</surname>
<given-names>W</given-names></name><article-title>X-ray</article-title><year>1947</year></element-citation>
</citation-alternatives></ref>
<ref><note><p>A note.</p></note></ref><ref><element-citation/></ref>
<ref><mixed-citation>a <ext-link xlink:href="https://doi.org/10.1000/182">link</ext-link> <year>2000</year></mixed-citation></ref>
</ref-list></back></article>"""
ARTICLE = DOCTYPE + FRONT + REFS


def one(text: str) -> Record:
    return read_one(Jats(), text.encode())


def test_front_matter() -> None:
    record = one(ARTICLE)
    meta, journal = "/article/front/article-meta", "/article/front/journal-meta"
    assert [b for b in brief(record.statements) if b[0] != "citations"] == [
        ("title", "Structure of DNA – a model: A letter", f"{meta}/title-group/article-title"),
        ("creators", "Watson, J. D., Jr", f"{meta}/contrib-group[1]/contrib[1]/name"),
        ("creators", "Crick, F.", f"{meta}/contrib-group[1]/contrib[2]/name-alternatives/name[1]"),
        ("creators", "The Group", f"{meta}/contrib-group[1]/contrib[3]/collab"),
        ("creators", "E. Ditor", f"{meta}/contrib-group[1]/contrib[4]/string-name"),
        ("date", "1953-04-25", f"{meta}/pub-date[2]"),
        ("container", "Nature: A weekly", f"{journal}/journal-title-group/journal-title"),
        ("issn", "0028-0836", f"{journal}/issn"),
        ("publisher", "NPG", f"{journal}/publisher/publisher-name"),
        ("doi", "10.1038/171737a0", f"{meta}/article-id[2]"),
        ("pmid", "13054692", f"{meta}/article-id[3]"),
        ("volume", "171", f"{meta}/volume"),
        ("issue", "4356", f"{meta}/issue"),
        ("pages", "737-738", f"{meta}/fpage"),
        ("concepts", "DNA", f"{meta}/kwd-group[1]/kwd[1]"),
        ("concepts", "helix", f"{meta}/kwd-group[1]/kwd[2]"),
        ("abstract", "We wish. To suggest.", f"{meta}/abstract[1]"),
        ("language", "en", "/article/@xml:lang"),
        ("type", "article-journal", "/article/@article-type"),
    ]
    said = {s.property: s for s in reversed(record.statements)}
    assert said["title"].forms == ("Structure of DNA – a model", "Struktur")
    watson, crick, group, editor = record.all("creators")
    assert (watson.role, watson.identifiers) == ("aut", (Identifier("orcid", "0000-0002-1825-0097"),))
    assert parts(watson) == {"family": "Watson", "given": "J. D.", "suffix": "Jr"}
    assert crick.forms == ("Крик, Ф.",)
    assert (group.role, editor.role) == ("aut", "edt")
    assert said["date"].forms == ("1953-04",)
    assert (said["container"].forms, parts(said["container"])) == (("Nature", "Nat."), {"creators": "Vol, E."})
    assert record.id == "10.1038/171737a0"
    reasons = {i.path: i.reason for i in record.ignored}
    assert reasons[f"{meta}/history"] == "a date that is not the publication"
    assert reasons[f"{meta}/pub-date[3]"] == "a date that is not the publication"
    assert reasons[f"{meta}/contrib-group[1]/contrib[5]"] == "a contributor without a name"
    assert reasons[f"{meta}/odd"] == "unknown field"
    assert reasons["/article/body"] == "the text of the article"
    assert record.raw.startswith(b"<article")


def test_citations() -> None:
    record = one(ARTICLE)
    first, book, raw, both, note, link = record.all("citations")
    assert first.value.startswith("Pauling L, Corey, R. et al. (1953). A proposed structure. PNAS 39: 84-97. doi:10.1073/")
    assert [(p.property, p.value, p.role) for p in first.parts[:-1]] == [
        ("title", "A proposed structure", ""),
        ("creators", "Pauling, L", "aut"),
        ("creators", "Corey, R.", "aut"),
        ("creators", "et al.", "aut"),
        ("date", "1953", ""),
        ("container", "PNAS", ""),
        ("volume", "39", ""),
        ("pages", "84-97", ""),
        ("doi", "10.1073/pnas.39.2.84", ""),
        ("type", "article-journal", ""),
    ]
    assert (first.part("raw"), first.path) == (first.value, "/article/back/ref-list/ref[1]/mixed-citation")
    assert first.identifiers == (Identifier("doi", "10.1073/pnas.39.2.84"),)
    assert [(p.property, p.value, p.role) for p in book.parts] == [
        ("title", "The book", ""),
        ("creators", "Ed, A", "edt"),
        ("date", "1950", ""),
        ("publisher", "OUP", ""),
        ("isbn", "9783161484100", ""),
        ("type", "book", ""),
    ]
    assert book.value == "Ed, A. The book. 1950"
    assert (raw.value, parts(raw)) == ("Furberg S, unpublished thesis. PMID: 12345", {"raw": raw.value})
    assert raw.identifiers == (Identifier("pmid", "12345"),)
    assert (both.value, both.part("title"), both.part("raw")) == ("Astbury. X-ray. 1947.", "X-ray", "Astbury. X-ray. 1947.")
    assert note.value == "A note."
    assert (link.part("doi"), link.part("date")) == ("https://doi.org/10.1000/182", "2000")
    assert [(n.code, n.path) for n in record.notes] == [("value-unreadable", "/article/back/ref-list/ref[6]/element-citation")]


def test_no_document_type_is_fetched_and_no_entity_is_declared() -> None:
    (fault,) = read_all(Jats(), b"<!DOCTYPE article [<!ENTITY x 'y'>]><article><front>&x;</front></article>")
    assert isinstance(fault, Unreadable)
    assert fault.reason == "XML with entity declarations is refused (line 1)"
    (fault,) = read_all(Jats(), b"<!DOCTYPE article [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]><article/>")
    assert isinstance(fault, Unreadable)
    assert fault.reason == "XML with entity declarations is refused (line 1)"
    (fault,) = read_all(Jats(), b"<!DOCTYPE article [<!ELEMENT article ANY>]><article/>")
    assert isinstance(fault, Unreadable)
    assert fault.reason == "XML with a document type (DOCTYPE) is refused (line 1)"
    named = ARTICLE.replace("Structure of", "A &eacute; &nosuch; B")
    assert values(one(named), "title")[0].startswith("A é &nosuch; B")


@pytest.mark.parametrize(
    ("date", "value"),
    [
        ('<pub-date iso-8601-date="2022-04-27"><year>2022</year></pub-date>', "2022-04-27"),
        ('<pub-date pub-type="collection"><season>Spring</season><year>2022</year></pub-date>', "Spring 2022"),
        ("<pub-date><month>May</month><year>2022</year></pub-date>", "May 2022"),
        ("<pub-date><string-date>May–June 2022</string-date></pub-date>", "May–June 2022"),
        ('<pub-date pub-type="ppub"><year>2023</year></pub-date><pub-date pub-type="epub"><year>2022</year></pub-date>', "2022"),
    ],
)
def test_dates(date: str, value: str) -> None:
    assert values(one(f"<article><front><article-meta>{date}</article-meta></front></article>"), "date") == [value]


def test_formulas_are_read_once_and_old_layouts_too() -> None:
    formula = "<alternatives><tex-math>x</tex-math><mml:math xmlns:mml='m'><mml:mi>x</mml:mi></mml:math></alternatives>"
    title = f"<article-title>The <inline-formula>{formula}</inline-formula> ray</article-title>"
    meta = f"<article-meta><title-group>{title}</title-group></article-meta>"
    record = one(f"<article><front><journal-meta><journal-title>J</journal-title></journal-meta>{meta}</front></article>")
    assert (values(record, "title"), values(record, "container")) == (["The x ray"], ["J"])


def test_damage_is_named() -> None:
    for data, reason in (
        (b"<a/>", "no JATS article in this XML"),
        (b"<article/>", "an article without front matter that says anything"),
        (FRONT.encode()[:600], "not well-formed XML"),
    ):
        (fault,) = read_all(Jats(), data)
        assert isinstance(fault, Unreadable)
        assert fault.reason.startswith(reason)


def test_sniffing() -> None:
    assert Jats().sniff(ARTICLE.encode()) == 88
    assert Jats().sniff(ARTICLE.encode("utf-16")) == 88
    for other in (
        b"",
        b"<article><title>x</title></article>",
        b"<html><article><p/></article></html>",
        b"{}",
        b"@article{a, t={<front>}}",
    ):
        assert Jats().sniff(other) == 0


def test_every_real_file_is_read(capfd: pytest.CaptureFixture[str]) -> None:
    """One file is broken; three have no authors, being an editorial, an announcement and a table of contents."""
    counts: Counter[str] = Counter()
    nobody, faults = [], {}
    for file in sorted(shared("records", "jats").iterdir()):
        data = file.read_bytes()
        chosen = sniff(data, file.name)
        assert chosen is not None
        assert chosen.name == "jats", file.name
        for found in read_all(Jats(), data):
            if isinstance(found, Unreadable):
                faults[file.name] = found.reason
                continue
            counts.update(s.property for s in found.statements)
            assert {"title", "date", "container"} <= {s.property for s in found.statements}, file.name
            nobody += [file.name] if not found.all("creators") else []
    assert capfd.readouterr() == ("", "")
    say(counts, nobody, faults)
    assert set(faults) == {"adsingest_jats_iucr_d-75-00616.malformed.xml"}
    assert len(nobody) <= 3
    assert counts["doi"] >= 22
    assert counts["citations"] == 3


def test_what_a_statement_says_is_in_the_file() -> None:
    """Every DOI of the real files stands in their bytes as it was read."""
    for file in sorted(shared("records", "jats").iterdir()):
        for found in read_all(Jats(), file.read_bytes()):
            if isinstance(found, Record):
                dois: list[Statement] = list(found.all("doi"))
                assert all(s.value in file.read_text() for s in dois), file.name
