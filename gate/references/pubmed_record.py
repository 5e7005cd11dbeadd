"""One ``PubmedArticle`` (or ``PubmedBookArticle``) of PubMed's XML as an entity.

The elements: https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html. Abstracts are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise import identifiers
from gate.normalise.text import clean
from gate.rdf.iris import identifier_iri
from gate.references.values import join

if TYPE_CHECKING:
    from lxml.etree import _Element

# Who said what of this article: a notice *of* retraction is no retracted article, and is left out here.
_FLAGS = {
    "RetractionIn": "retracted",
    "PartialRetractionIn": "concern",
    "ExpressionOfConcernIn": "concern",
    "ErratumIn": "corrected",
    "CorrectedandRepublishedIn": "corrected",
}
_RETRACTED = "Retracted Publication"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_IDS = {"doi": "doi", "pubmed": "pmid", "pmc": "pmcid"}
_YEAR = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})(?!\d)")


def work(element: _Element) -> Entity | None:
    """The work that an element describes; None where it has no PMID."""
    book = element.tag == "PubmedBookArticle"
    citation = element.find("BookDocument" if book else "MedlineCitation")
    if citation is None:
        citation = element  # a bare MedlineCitation, as old baseline files have it
    pmid = identifiers.parse("pmid", _text(citation, "PMID")).identifier
    if pmid is None:
        return None
    described = citation if book else citation.find("Article")
    statements = [] if described is None else [*_title(described), *_creators(described), *_dates(described, book=book)]
    if described is not None:
        statements += _book(described) if book else _article(described)
    statements += [Statement("concepts", term, identifiers=known) for term, known in _headings(citation)]
    own = dict.fromkeys([pmid, *_own_identifiers(element, described)])
    statements += [Statement(i.scheme if i.scheme in ("doi", "pmid") else "identifiers", i.value, identifiers=(i,)) for i in own]
    statements += _references(element)
    label = statements[0].value if statements and statements[0].property == "title" else str(pmid)
    return Entity(identifier_iri(pmid), Kind.WORK, label, tuple(statements), _flags(citation))


def _text(element: _Element | None, path: str) -> str:
    """The text of a child in reading form, with that of the elements within it (``<i>``, ``<sup>``)."""
    found = element.find(path) if element is not None else None
    return "" if found is None else clean("".join(map(str, found.itertext())))


def _title(described: _Element) -> Iterator[Statement]:
    whole = _text(described, "ArticleTitle") or _text(described, "Book/BookTitle")
    vernacular = _text(described, "VernacularTitle")
    # In brackets stands a title that was translated; the full stop is PubMed's own.
    title = whole.removesuffix(".")
    if title.startswith("[") and title.endswith("]"):
        title = title[1:-1].removesuffix(".")
    if title or vernacular:
        forms = tuple(form for form in (vernacular.removesuffix("."),) if form and title and form != title)
        yield Statement("title", title or vernacular, forms=forms)


def _creators(described: _Element) -> Iterator[Statement]:
    for listed in described.findall("AuthorList"):
        role = "edt" if listed.get("Type") == "editors" else "aut"
        for author in listed.findall("Author"):
            family, given, suffix = (_text(author, name) for name in ("LastName", "ForeName", "Suffix"))
            given = given or _text(author, "Initials")
            value = join(family, given, suffix, by=", ") if family else _text(author, "CollectiveName")
            if not value:
                continue
            named = (("family", family), ("given", given), ("suffix", suffix)) if family and given else ()
            yield Statement(
                "creators",
                value,
                role=role,
                identifiers=_orcid(author),
                parts=tuple(Statement(part, said) for part, said in named if said),
            )


def _orcid(author: _Element) -> tuple[Identifier, ...]:
    for known in author.findall("Identifier"):
        orcid = identifiers.parse("orcid", known.text or "").identifier if known.get("Source") == "ORCID" else None
        if orcid is not None:
            return (orcid,)
    return ()


def _dates(described: _Element, *, book: bool) -> Iterator[Statement]:
    paths = ("Book/PubDate", "ContributionDate") if book else ("Journal/JournalIssue/PubDate", "ArticleDate")
    days = list(dict.fromkeys(day for path in paths for found in described.findall(path) if (day := _day(found))))
    if days:
        yield Statement("date", days[0], forms=tuple(days[1:]))


def _day(element: _Element) -> str:
    """``1978-10`` of Year and Month, or the year that a MedlineDate (``1998 Dec-1999 Jan``) begins with."""
    year, month, day = (_text(element, name) for name in ("Year", "Month", "Day"))
    if not year:
        found = _YEAR.search(_text(element, "MedlineDate"))
        return found.group() if found else ""
    short = month[:3].lower()
    number = int(month) if month.isdigit() else _MONTHS.index(short) + 1 if short in _MONTHS else 0
    if not 1 <= number <= 12:
        return year
    return f"{year}-{number:02}" + (f"-{int(day):02}" if day.isdigit() and 1 <= int(day) <= 31 else "")


def _article(article: _Element) -> Iterator[Statement]:
    kinds = tuple(clean(kind.text or "") for kind in article.findall("PublicationTypeList/PublicationType"))
    yield Statement("type", "article-journal", forms=tuple(dict.fromkeys(kind for kind in kinds if kind)))
    journal, short = _text(article, "Journal/Title"), _text(article, "Journal/ISOAbbreviation")
    if journal or short:
        yield Statement("container", journal or short, forms=(short,) if journal and short and short != journal else ())
    for name, path in (
        ("volume", "Journal/JournalIssue/Volume"),
        ("issue", "Journal/JournalIssue/Issue"),
        ("pages", "Pagination/MedlinePgn"),
    ):
        if said := _text(article, path):
            yield Statement(name, said)
    for language in article.findall("Language"):
        if language.text and language.text != "und":
            yield Statement("language", language.text)
    issn = identifiers.parse("issn", _text(article, "Journal/ISSN")).identifier
    if issn is not None:
        yield Statement("issn", issn.value, identifiers=(issn,))


def _book(document: _Element) -> Iterator[Statement]:
    chapter = bool(_text(document, "ArticleTitle"))
    yield Statement("type", "chapter" if chapter else "book")
    if chapter and (title := _text(document, "Book/BookTitle")):
        yield Statement("container", title)
    if publisher := _text(document, "Book/Publisher/PublisherName"):
        yield Statement("publisher", publisher)


def _headings(citation: _Element) -> Iterator[tuple[str, tuple[Identifier, ...]]]:
    for heading in citation.findall("MeshHeadingList/MeshHeading/DescriptorName"):
        if term := clean(heading.text or ""):
            known = heading.get("UI")
            yield term, (Identifier("mesh", known),) if known else ()


def _own_identifiers(element: _Element, described: _Element | None) -> Iterator[Identifier]:
    lists = (*element.findall("PubmedData/ArticleIdList"), *element.findall("PubmedBookData/ArticleIdList"))
    stated = [(i.get("IdType"), i.text) for listed in lists for i in listed]
    if described is not None:
        stated += [(i.get("EIdType"), i.text) for i in described.findall("ELocationID") if i.get("ValidYN") != "N"]
    for kind, value in stated:
        identifier = identifiers.parse(_IDS[kind], value or "").identifier if kind in _IDS else None
        if identifier is not None:
            yield identifier


def _references(element: _Element) -> Iterator[Statement]:
    for reference in element.iterfind("PubmedData//ReferenceList/Reference"):
        known = [
            identifier
            for i in reference.findall("ArticleIdList/ArticleId")
            if (kind := i.get("IdType")) in _IDS and (identifier := identifiers.parse(_IDS[kind or ""], i.text or "").identifier)
        ]
        value = _text(reference, "Citation") or " ".join(map(str, known))
        if value:
            named = tuple(Statement(i.scheme, i.value, identifiers=(i,)) for i in known if i.scheme in ("doi", "pmid"))
            yield Statement("citations", value, identifiers=tuple(known), parts=named)


def _flags(citation: _Element) -> frozenset[str]:
    kinds = {kind.text for kind in citation.iterfind("Article/PublicationTypeList/PublicationType")}
    said = {_FLAGS.get(c.get("RefType") or "", "") for c in citation.findall("CommentsCorrectionsList/CommentsCorrections")}
    return frozenset((said | ({"retracted"} if _RETRACTED in kinds else set())) - {""})
