"""What the front matter of a JATS article says: journal, article, contributors, dates, pages, keywords, abstract."""

from __future__ import annotations

from dataclasses import replace

from gate.model import Statement
from gate.records.readers.jats_refs import read_references
from gate.records.readers.jats_text import contributor, date_of, reading_form
from gate.records.readers.reading import Reading
from gate.records.readers.xml_nodes import Node

#: article-type -> CSL type; the others are articles in a journal
_TYPES = {
    "book-review": "review-book",
    "product-review": "review",
    "proceedings": "paper-conference",
    "meeting-report": "article-journal",
    "dissertation": "thesis",
    "preprint": "article",
    "news": "article-newspaper",
    "data-paper": "article-journal",
}
#: dates of the publication, best first: versions of record before collections; then those that are none
_DATES = ("pub", "epub", "ppub", "epub-ppub", "epubr", "epreprint", "first_release", "collection", "")
_NUMBERS = {"doi": "doi", "pmid": "pmid", "pmc": "pmcid", "pmcid": "pmcid", "arxiv": "arxiv", "isbn": "isbn", "pmcaid": ""}
#: groups of keywords that are no subjects
_NO_SUBJECTS = frozenset({"abbr", "abbreviations", "highlights"})
_NO_ABSTRACTS = frozenset(
    {"graphical", "toc", "teaser", "video", "key-image", "web-summary", "highlights", "plain-language-summary"}
)
_IGNORED_ARTICLE = {
    "article-categories": "section of the journal",
    "author-notes": "note",
    "history": "a date that is not the publication",
    "permissions": "rights statement",
    "self-uri": "address",
    "related-article": "a related resource",
    "related-object": "a related resource",
    "product": "the reviewed work",
    "supplementary-material": "a related resource",
    "support-group": "funding",
    "funding-group": "funding",
    "custom-meta-group": "custom metadata",
    "custom-meta-wrap": "custom metadata",
    "counts": "a count",
    "aff": "an address of authors",
    "aff-alternatives": "an address of authors",
    "issue-id": "number of the publisher",
    "volume-id": "number of the publisher",
    "volume-series": "series statement",
    "issue-title": "title of the issue",
    "supplement": "title of the issue",
    "issue-sponsor": "funding",
    "issue-part": "part of an issue",
    "pub-date-not-available": "a date that is not the publication",
    "pub-history": "a date that is not the publication",
    "article-version": "version of the manuscript",
    "article-version-alternatives": "version of the manuscript",
}
_READ_ARTICLE = frozenset(
    {
        *("article-id", "title-group", "contrib-group", "pub-date", "volume", "issue", "fpage", "lpage", "page-range"),
        *("elocation-id", "kwd-group", "abstract", "trans-abstract", "conference", "isbn", "edition"),
    }
)
_IGNORED_JOURNAL = {
    "journal-id": "number of the journal",
    "contrib-group": "a name without part in the work itself",
    "notes": "note",
}
_READ_JOURNAL = frozenset(
    {"journal-title", "journal-title-group", "abbrev-journal-title", "issn", "issn-l", "isbn", "publisher", "journal-subtitle"}
)


def read_article(article: Node) -> tuple[Reading, str]:
    """The statements of an article, title and creators first, and its own id."""
    reading = Reading()
    journal = article.child("front", "journal-meta")
    meta = article.child("front", "article-meta") or article.child("front-stub") or article.child("front")
    volume_editors: list[Statement] = []
    if meta is not None:
        _titles(reading, meta.child("title-group"))
        _contributors(reading, meta, volume_editors)
        _dates(reading, meta.children("pub-date"))
    _journal(reading, journal, meta, volume_editors)
    if meta is not None:
        _article(reading, meta)
    language = article.lang
    if language:
        reading.add("language", language, f"{article.path}/@xml:lang")
    kind = article.get("article-type")
    if reading.statements:
        reading.add("type", _TYPES.get(kind, "article-journal"), f"{article.path}/@article-type", kind)
    read_references(reading, article)
    if article.child("body") is not None:
        reading.ignore(f"{article.path}/body", "the text of the article")
    for name in ("sub-article", "response"):
        for part in article.children(name):
            reading.ignore(part.path, "an article within the article")
    return reading, _own_id(reading, meta)


def _own_id(reading: Reading, meta: Node | None) -> str:
    doi = next((s.value for s in reading.statements if s.property == "doi"), "")
    return doi or (meta.text_of("article-id") if meta is not None else "")


def _titles(reading: Reading, group: Node | None) -> None:
    """The title with its subtitle; the title alone, translations and alternatives are forms of it."""
    if group is None:
        return
    title, subtitle = group.child("article-title"), reading_form(group.child("subtitle"))
    proper = reading_form(title)
    whole = f"{proper.rstrip(' :')}: {subtitle}" if proper and subtitle else proper
    forms = [proper]
    for translated in group.children("trans-title-group"):
        pieces = [reading_form(translated.child(name)) for name in ("trans-title", "trans-subtitle")]
        forms.append(": ".join(piece for piece in pieces if piece))
    forms += [reading_form(other) for other in group.children("trans-title", "alt-title")]
    path = title.path if title is not None and proper else group.path
    reading.add("title", whole or next((form for form in forms if form), ""), path, *forms, lang=title.lang if title else "")


def _contributors(reading: Reading, meta: Node, of_volume: list[Statement]) -> None:
    """Every contributor in order; the editors of a volume describe what the article stands in."""
    for group in meta.children("contrib-group"):
        into = of_volume if group.get("content-type") in ("volume", "issue") else reading.statements
        for contrib in group.children("contrib"):
            names = contributor(contrib)
            into += names
            if not names:
                reading.ignore(contrib.path, "a contributor without a name")


def _dates(reading: Reading, nodes: list[Node]) -> None:
    dated = [(node.get("pub-type") or node.get("date-type"), date_of(node), node) for node in nodes]
    dates = [(kind, text, node) for kind, text, node in dated if text and kind in _DATES]
    for kind, text, node in dated:
        if text and kind not in _DATES:
            reading.ignore(node.path, "a date that is not the publication")
    dates.sort(key=lambda item: (len(item[1]) < 10, _DATES.index(item[0])))
    if dates:
        reading.add("date", dates[0][1], dates[0][2].path, *(text for _, text, _ in dates[1:]))


def _journal(reading: Reading, journal: Node | None, meta: Node | None, editors: list[Statement]) -> None:
    """The journal; where none is named, the conference."""
    titles = _journal_titles(journal) if journal is not None else []
    conference = meta.child("conference", "conf-name") if meta is not None else None
    if conference is not None:
        titles.append((reading_form(conference), conference.path))
    titles = [title for title in titles if title[0]]
    if titles:
        reading.add("container", titles[0][0], titles[0][1], *(text for text, _ in titles[1:]))
        if editors:
            reading.statements[-1] = replace(reading.statements[-1], parts=tuple(editors))
    elif editors:
        reading.ignore("/article/front/article-meta/contrib-group", "editors of a volume that is not named")
    if journal is not None:
        _journal_numbers(reading, journal)


def _journal_titles(journal: Node) -> list[tuple[str, str]]:
    """Every form of the title of a journal with its path, the one with its subtitle first."""
    found: list[tuple[str, str]] = []
    for group in [*journal.children("journal-title-group"), journal]:
        main, subtitle = group.child("journal-title"), reading_form(group.child("journal-subtitle"))
        if main is not None and (text := reading_form(main)):
            found += [(f"{text}: {subtitle}", main.path)] if subtitle else []
            found.append((text, main.path))
        found += [(reading_form(short), short.path) for short in group.children("abbrev-journal-title")]
    return found


def _journal_numbers(reading: Reading, journal: Node) -> None:
    for number in journal.children("issn", "issn-l", "isbn"):
        reading.add_identifier(number.name.removesuffix("-l"), number.text, number.path)
    for publisher in journal.children("publisher"):
        for name in publisher.children("publisher-name"):
            reading.add("publisher", reading_form(name), name.path)
    for child in journal.children():
        if child.name not in _READ_JOURNAL:
            reading.ignore(f"{journal.path}/{child.name}", _IGNORED_JOURNAL.get(child.name, "unknown field"))


def _article(reading: Reading, meta: Node) -> None:
    for number in meta.children("article-id"):
        scheme = _NUMBERS.get(number.get("pub-id-type").lower(), "")
        if scheme:
            reading.add_identifier(scheme, number.text, number.path)
        elif number.text.startswith("http"):
            reading.add_address(number.text, number.path)
        else:
            reading.ignore(number.path, "number of the publisher")
    for number in meta.children("isbn"):
        reading.add_identifier("isbn", number.text, number.path)
    for name in ("volume", "issue", "edition"):
        for child in meta.children(name)[:1]:
            reading.add(name, child.text, child.path)
    _pages(reading, meta)
    for group in meta.children("kwd-group"):
        _keywords(reading, group)
    for abstract in meta.children("abstract", "trans-abstract"):
        _abstract(reading, abstract)
    for child in meta.children():
        if child.name not in _READ_ARTICLE:
            reading.ignore(f"{meta.path}/{child.name}", _IGNORED_ARTICLE.get(child.name, "unknown field"))


def _pages(reading: Reading, meta: Node) -> None:
    first, last, range_, number = (meta.child(name) for name in ("fpage", "lpage", "page-range", "elocation-id"))
    ends = dict.fromkeys(end.text for end in (first, last) if end is not None and end.text)
    place = first or last or range_ or number
    if place is None:
        return
    stated = [range_.text] if range_ is not None else []
    value = "-".join(ends) or next(iter(stated), "") or (number.text if number is not None else "")
    reading.add("pages", value, place.path, *stated)


def _keywords(reading: Reading, group: Node) -> None:
    if group.get("kwd-group-type").lower() in _NO_SUBJECTS:
        reading.ignore(group.path, "abbreviations or highlights")
        return
    for word in group.inside("kwd", "compound-kwd"):
        if word.name == "compound-kwd":
            text = "--".join(part for piece in word.children("compound-kwd-part") if (part := reading_form(piece)))
        else:
            text = reading_form(word)
        reading.add("concepts", text, word.path, lang=group.lang)


def _abstract(reading: Reading, node: Node) -> None:
    """The abstract without its heading; those that are a picture or a list of highlights are left aside."""
    if node.get("abstract-type").lower() in _NO_ABSTRACTS:
        reading.ignore(node.path, "an abstract of another kind")
        return
    pieces = [reading_form(child) for child in node.children() if child.name != "title"]
    text = " ".join(piece for piece in pieces if piece) or (reading_form(node) if not node.children() else "")
    reading.add("abstract", text, node.path, lang=node.lang)
