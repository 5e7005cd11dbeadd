"""PubMed's XML as entities."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from gate.model import Entity, Identifier
from gate.references.pubmed_record import work
from tests.shared import shared

ARTICLE = """
<PubmedArticle><MedlineCitation><PMID Version="1">0123456</PMID>
<Article><Journal><ISSN>0028-0836</ISSN><JournalIssue><Volume>7</Volume><Issue>2</Issue>
<PubDate><Year>2019</Year><Month>Oct</Month><Day>3</Day></PubDate></JournalIssue>
<Title>Journal of trees</Title><ISOAbbreviation>J Trees</ISOAbbreviation></Journal>
<ArticleTitle>[Roots of <i>Acer</i>.]</ArticleTitle><VernacularTitle>Wurzeln.</VernacularTitle>
<Pagination><MedlinePgn>377-85</MedlinePgn></Pagination>
<ELocationID EIdType="doi" ValidYN="Y">10.1234/ABC</ELocationID>
<AuthorList><Author><LastName>Flach</LastName><ForeName>Ada</ForeName><Suffix>Jr</Suffix>
<Identifier Source="ORCID">https://orcid.org/0000-0002-1825-0097</Identifier></Author>
<Author><LastName>Wood</LastName><Initials>I</Initials></Author>
<Author><CollectiveName>Tree Study Group</CollectiveName></Author></AuthorList>
<Language>ger</Language><PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList>
<ArticleDate><Year>2019</Year><Month>08</Month><Day>30</Day></ArticleDate></Article>
<MeshHeadingList><MeshHeading><DescriptorName UI="D014197">Trees</DescriptorName></MeshHeading></MeshHeadingList>
</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">123456</ArticleId>
<ArticleId IdType="pmc">PMC77</ArticleId>
</ArticleIdList><ReferenceList><Reference><Citation>Smith J. Roots. 2001.</Citation>
<ArticleIdList><ArticleId IdType="pubmed">99</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>
"""


def read(xml: str) -> Entity | None:
    return work(etree.fromstring(xml))


def test_an_article_in_full() -> None:
    entity = read(ARTICLE)
    assert entity is not None
    assert entity.id == "https://pubmed.ncbi.nlm.nih.gov/123456"
    assert entity.label == "Roots of Acer"
    said = {s.property: s for s in reversed(entity.statements)}
    assert said["title"].forms == ("Wurzeln",)
    assert [(s.value, s.part("given")) for s in entity.all("creators")] == [
        *(("Flach, Ada, Jr", "Ada"), ("Wood, I", "I"), ("Tree Study Group", ""))
    ]
    assert said["creators"].identifiers == (Identifier("orcid", "0000-0002-1825-0097"),)
    assert (said["date"].value, said["date"].forms) == ("2019-10-03", ("2019-08-30",))
    assert (said["container"].value, said["container"].forms) == ("Journal of trees", ("J Trees",))
    assert [said[name].value for name in ("volume", "issue", "pages", "language", "issn", "pmid", "doi")] == [
        *("7", "2", "377-85", "ger", "0028-0836", "123456", "10.1234/abc")
    ]
    assert said["identifiers"].identifiers == (Identifier("pmcid", "PMC77"),)
    assert said["concepts"].identifiers == (Identifier("mesh", "D014197"),)
    assert said["citations"].value == "Smith J. Roots. 2001."
    assert said["citations"].identifiers == (Identifier("pmid", "99"),)
    assert entity.flags == frozenset()


@pytest.mark.parametrize(
    ("inside", "flags"),
    [
        ('<CommentsCorrections RefType="RetractionIn"/>', {"retracted"}),
        ('<CommentsCorrections RefType="RetractionOf"/>', set()),
        ('<CommentsCorrections RefType="ErratumIn"/>', {"corrected"}),
        ('<CommentsCorrections RefType="ErratumFor"/>', set()),
        ('<CommentsCorrections RefType="ExpressionOfConcernIn"/>', {"concern"}),
        ('<CommentsCorrections RefType="CommentIn"/>', set()),
    ],
)
def test_what_others_say_of_it_is_a_flag(inside: str, flags: set[str]) -> None:
    entity = read(
        f"<PubmedArticle><MedlineCitation><PMID>1</PMID><CommentsCorrectionsList>{inside}</CommentsCorrectionsList>"
        "</MedlineCitation></PubmedArticle>"
    )
    assert entity is not None
    assert entity.flags == flags


def test_publication_types_tell_a_retracted_article_from_a_notice() -> None:
    for kind, flags in (("Retracted Publication", {"retracted"}), ("Retraction of Publication", set())):
        entity = read(ARTICLE.replace("Journal Article", kind))
        assert entity is not None
        assert entity.flags == flags


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("<MedlineDate>1998 Dec-1999 Jan</MedlineDate>", "1998"),
        ("<Year>2019</Year>", "2019"),
        ("<Year>2019</Year><Season>Spring</Season>", "2019"),
        ("<Year>2019</Year><Month>3</Month>", "2019-03"),
        ("<Year>2019</Year><Month>Smarch</Month><Day>40</Day>", "2019"),
    ],
)
def test_dates(date: str, day: str) -> None:
    entity = read(ARTICLE.replace("<Year>2019</Year><Month>Oct</Month><Day>3</Day>", date))
    assert entity is not None
    said = entity.first("date")
    assert said is not None
    assert said.value == day


def test_a_book() -> None:
    entity = read(
        "<PubmedBookArticle><BookDocument><PMID>20301295</PMID><Book><Publisher><PublisherName>UW</PublisherName></Publisher>"
        "<BookTitle>GeneReviews</BookTitle><PubDate><Year>1993</Year></PubDate></Book><ArticleTitle>An overview</ArticleTitle>"
        "</BookDocument></PubmedBookArticle>"
    )
    assert entity is not None
    said = {s.property: s.value for s in entity.statements}
    assert said == {
        "title": "An overview",
        "type": "chapter",
        "container": "GeneReviews",
        "publisher": "UW",
        "date": "1993",
        "pmid": "20301295",
    }


def test_without_a_pmid_there_is_no_work() -> None:
    assert read("<PubmedArticle><MedlineCitation><Article/></MedlineCitation></PubmedArticle>") is None


def files() -> Iterator[Path]:
    references = shared("references")
    yield references / "pubmed_baseline_sample_2019_first60.xml"
    for folder in (references / "pubmed_baseline_samples", shared("responses", "pubmed")):
        yield from sorted(folder.glob("*.xml"))


def test_every_recorded_article_is_read() -> None:
    articles = titled = authored = 0
    for file in files():
        if ".malformed." in file.name:
            continue
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        tree = etree.parse(file, parser)
        for element in tree.iter("PubmedArticle", "PubmedBookArticle"):
            entity = work(element)
            if entity is None:  # one file is cut down to an element without PMID
                assert not element.xpath(".//PMID[text()]"), file
                continue
            articles += 1
            titled += entity.first("title") is not None
            authored += entity.first("creators") is not None
            assert all(s.value for s in entity.statements), file
    assert articles >= 150
    assert titled >= articles - 1
    assert authored > 0.9 * articles
