"""A stand-in for NCBI's E-utilities over the test's own articles: enough of PubMed's query language for what the gate asks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from xml.sax.saxutils import escape

from gate.normalise.text import tokens
from tests.authorities.server import Asked, Response, Route


@dataclass(frozen=True, slots=True)
class Article:
    """An article. ``authors`` as "Family, Given"; ``notices`` are the RefTypes of what others say of it."""

    pmid: str
    title: str
    authors: tuple[str, ...] = ()
    year: int = 2001
    journal: str = "Journal of Northern Seas"
    doi: str = ""
    notices: tuple[str, ...] = ()

    @property
    def xml(self) -> str:
        """As efetch has it."""
        names = [name.partition(", ") for name in self.authors]
        authors = "".join(
            f"<Author><LastName>{escape(a)}</LastName><ForeName>{escape(b)}</ForeName></Author>" for a, _, b in names
        )
        notices = "".join(
            f'<CommentsCorrections RefType="{n}"><RefSource>x</RefSource></CommentsCorrections>' for n in self.notices
        )
        doi = f'<ArticleId IdType="doi">{escape(self.doi)}</ArticleId>' if self.doi else ""
        return (
            f'<PubmedArticle><MedlineCitation><PMID Version="1">{self.pmid}</PMID><Article><Journal><JournalIssue><PubDate>'
            f"<Year>{self.year}</Year></PubDate></JournalIssue><Title>{escape(self.journal)}</Title></Journal>"
            f"<ArticleTitle>{escape(self.title)}.</ArticleTitle><AuthorList>{authors}</AuthorList></Article>"
            f"<CommentsCorrectionsList>{notices}</CommentsCorrectionsList></MedlineCitation><PubmedData><ArticleIdList>"
            f'<ArticleId IdType="pubmed">{self.pmid}</ArticleId>{doi}</ArticleIdList></PubmedData></PubmedArticle>'
        )


def pubmed_routes(*articles: Article) -> dict[str, Route]:
    """``/esearch.fcgi`` and ``/efetch.fcgi``."""

    def search(asked: Asked) -> Response:
        parts = re.split(r" AND (?![^(]*\))", asked.query["term"][0])
        found = [one.pmid for one in articles if all(_fits(part)(one) for part in parts)]
        ids = "".join(f"<Id>{pmid}</Id>" for pmid in found[: int(asked.query["retmax"][0])])
        return Response(f"<eSearchResult><Count>{len(found)}</Count><IdList>{ids}</IdList></eSearchResult>")

    def fetch(asked: Asked) -> Response:
        wanted = asked.query["id"][0].split(",")
        return Response(f"<PubmedArticleSet>{''.join(one.xml for one in articles if one.pmid in wanted)}</PubmedArticleSet>")

    return {"/esearch.fcgi": search, "/efetch.fcgi": fetch}


def _has_author(one: Article, family: str) -> bool:
    return any(tokens(name.partition(",")[0]) == tokens(family) for name in one.authors)


def _has_words(one: Article, said: str) -> bool:
    return f" {' '.join(tokens(said))} " in f" {' '.join(tokens(one.title))} "


_TESTS: tuple[tuple[str, Callable[[Article, tuple[str, ...]], bool]], ...] = (
    (r"([0-9]+)\[uid\]", lambda one, said: one.pmid == said[0]),
    (r'"([^"]+)"\[doi\]', lambda one, said: one.doi.lower() == said[0].lower()),
    (r"([0-9]{4}):([0-9]{4})\[dp\]", lambda one, said: int(said[0]) <= one.year <= int(said[1])),
    (r'"([^"]+)"\[Author\]', lambda one, said: _has_author(one, said[0])),
    (r"\"([\w' ]+)\"\[Title:~0\]|([\w']+)\[Title\]", lambda one, said: _has_words(one, said[0] or said[1])),
)


def _reversed(test: Callable[[Article, tuple[str, ...]], bool], said: tuple[str, ...], one: Article) -> bool:
    return test(one, said)


def _fits(part: str) -> Callable[[Article], bool]:
    """The test of one part of a query. Raises where the gate asks what this does not understand."""
    if part.startswith("("):
        tests = [_fits(inner) for inner in part[1:-1].split(" OR ")]
        return lambda one: any(test(one) for test in tests)
    for pattern, test in _TESTS:
        match = re.fullmatch(pattern, part)
        if match is not None:
            return partial(_reversed, test, match.groups(""))
    raise ValueError(f"not understood: {part}")
