"""Stand-ins for Open Library and Google Books, over the test's own books."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gate.normalise.text import tokens
from tests.authorities.server import Asked, Route


@dataclass(frozen=True, slots=True)
class Book:
    """An edition."""

    number: str
    title: str
    author: str
    year: str
    isbn: str
    publisher: str = "Harbour Press"

    def has(self, words: str) -> bool:
        """Whether title or author have all these words."""
        return set(tokens(words)) <= set(tokens(f"{self.title} {self.author}"))


def openlibrary_routes(*books: Book) -> dict[str, Route]:
    """The books API (by ISBN) and the search."""

    def by_number(asked: Asked) -> Mapping[str, object]:
        key = asked.query["bibkeys"][0]
        return {f"ISBN:{one.isbn}": _edition(one) for one in books if key == f"ISBN:{one.isbn}"}

    def search(asked: Asked) -> Mapping[str, object]:
        wanted = " ".join(value for name in ("title", "author") for value in asked.query.get(name, []))
        docs = [
            {"key": f"/works/{one.number}W", "title": one.title, "author_name": [one.author], "isbn": [one.isbn]}
            for one in books
            if one.has(wanted)
        ]
        return {"start": 0, "numFound": len(docs), "docs": docs}

    return {"/api/books": by_number, "/search.json": search}


def _edition(one: Book) -> Mapping[str, object]:
    return {
        "key": f"/books/{one.number}M",
        "title": one.title,
        "authors": [{"name": one.author}],
        "publish_date": one.year,
        "publishers": [{"name": one.publisher}],
        "identifiers": {"isbn_13": [one.isbn]},
    }


def googlebooks_routes(*books: Book) -> dict[str, Route]:
    """The volumes: ``isbn:`` or words with ``intitle:`` and ``inauthor:``."""

    def volumes(asked: Asked) -> Mapping[str, object]:
        terms = [term.partition(":") for term in asked.query["q"][0].split()]
        found = [one for one in books if all(value == one.isbn if kind == "isbn" else one.has(value) for kind, _, value in terms)]
        return {
            "kind": "books#volumes",
            "totalItems": len(found),
            **({"items": [_volume(one) for one in found]} if found else {}),
        }

    return {"/volumes": volumes}


def _volume(one: Book) -> Mapping[str, object]:
    known = [{"type": "ISBN_13", "identifier": one.isbn}, {"type": "OTHER", "identifier": "UOM:1"}]
    info = {"title": one.title, "authors": [one.author], "publisher": one.publisher, "publishedDate": one.year, "language": "en"}
    return {"kind": "books#volume", "id": one.number, "volumeInfo": {**info, "industryIdentifiers": known}}
