"""One work of OpenAlex as an entity. The object: https://docs.openalex.org/api-entities/works/work-object

Abstracts, topics and counts are left out: they are OpenAlex's own, or change from day to day. So are keywords.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise import identifiers
from gate.rdf.iris import identifier_iri
from gate.references.values import items, join, number, table, tables, text, texts, verbatim

FIELDS = (
    *("id", "doi", "title", "display_name", "ids", "type", "language", "publication_date", "publication_year"),
    *("authorships", "primary_location", "biblio", "is_retracted", "referenced_works"),
)
"""What :func:`work` reads: a request for these is a tenth of a whole work."""

# OpenAlex's type -> CSL's; the older one (``type_crossref``) tells papers of conferences from articles.
_TYPES = {
    "article": "article-journal",
    "journal-article": "article-journal",
    "review": "article-journal",
    "letter": "article-journal",
    "editorial": "article-journal",
    "erratum": "article-journal",
    "retraction": "article-journal",
    "preprint": "article",
    "book-chapter": "chapter",
    "book": "book",
    "reference-entry": "entry",
    "dissertation": "thesis",
    "dataset": "dataset",
    "report": "report",
    "standard": "standard",
    "peer-review": "review",
    "proceedings-article": "paper-conference",
}
_WORK = re.compile(r"(?:https?://(?:api\.)?openalex\.org/(?:works/)?)?(W[1-9][0-9]{0,14})", re.ASCII | re.IGNORECASE)


def work_id(value: str) -> str:
    """``W2741809807``, out of an id or address of a work; empty where it is none."""
    match = _WORK.fullmatch(value.strip())
    return match[1].upper() if match else ""


def work(item: Mapping[str, object]) -> Entity | None:
    """The work that an object describes; None where it has no id of a work.

    It is known by its DOI where it has one. ``flags``: ``retracted``. The works that it cites are numbers here and so no
    statements (:func:`cites`).
    """
    openalex = work_id(verbatim(item.get("id")))
    if not openalex:
        return None
    title = text(item.get("title")) or text(item.get("display_name"))
    known = list(dict.fromkeys(_identifiers(item, openalex)))
    statements = [Statement("title", title, lang=text(item.get("language")))] if title else []
    statements += [*_creators(item), *_date(item), *_description(item)]
    statements += [
        Statement(i.scheme if i.scheme in {"doi", "pmid"} else "identifiers", i.value, identifiers=(i,)) for i in known
    ]
    doi = next((identifier_iri(i) for i in known if i.scheme == "doi"), "")
    flags = frozenset({"retracted"}) if item.get("is_retracted") is True else frozenset[str]()
    return Entity(doi or f"https://openalex.org/{openalex}", Kind.WORK, title or openalex, tuple(statements), flags)


def cites(item: Mapping[str, object]) -> tuple[str, ...]:
    """The ids of the works that an object says are cited."""
    found = (work_id(verbatim(cited)) for cited in items(item.get("referenced_works")))
    return tuple(dict.fromkeys(cited for cited in found if cited))


def _identifiers(item: Mapping[str, object], openalex: str) -> Iterator[Identifier]:
    ids = table(item.get("ids"))
    for scheme, said in (
        ("doi", item.get("doi")),
        ("doi", ids.get("doi")),
        ("pmid", ids.get("pmid")),
        ("pmcid", ids.get("pmcid")),
    ):
        known = identifiers.parse(scheme, verbatim(said)).identifier
        if known is not None:
            yield known
    yield Identifier("openalex", openalex)


def _creators(item: Mapping[str, object]) -> Iterator[Statement]:
    """Authors in their order: as OpenAlex knows the person, with the name that stands in the work as a form."""
    for authorship in tables(item.get("authorships")):
        author = table(authorship.get("author"))
        raw, shown = text(authorship.get("raw_author_name")), text(author.get("display_name"))
        name = shown or raw
        if name:
            orcid = identifiers.parse("orcid", verbatim(author.get("orcid"))).identifier
            forms = (raw,) if raw and raw != name else ()
            yield Statement("creators", name, role="aut", forms=forms, identifiers=(orcid,) if orcid is not None else ())


def _date(item: Mapping[str, object]) -> Iterator[Statement]:
    """The day of publication; the first of January is how OpenAlex gives a year of which it knows no more."""
    day, year = verbatim(item.get("publication_date")), number(item.get("publication_year"))
    if re.fullmatch(r"[12][0-9]{3}-[01][0-9]-[0-3][0-9]", day, re.ASCII):
        yield Statement("date", day[:4] if day.endswith("-01-01") else day)
    elif year is not None and 1000 <= year <= 2100:
        yield Statement("date", str(year))


def _description(item: Mapping[str, object]) -> Iterator[Statement]:
    kind = text(item.get("type"))
    source, biblio = table(table(item.get("primary_location")).get("source")), table(item.get("biblio"))
    first, last = text(biblio.get("first_page")), text(biblio.get("last_page"))
    # A repository is where a copy lies, not where the work appeared.
    container = text(source.get("display_name")) if text(source.get("type")) != "repository" else ""
    publisher = text(source.get("host_organization_name")) if container else ""
    for name, value, form in (
        ("type", _TYPES.get(kind, kind), kind),
        ("container", container, ""),
        ("publisher", publisher, ""),
        ("volume", text(biblio.get("volume")), ""),
        ("issue", text(biblio.get("issue")), ""),
        ("pages", first if first == last else join(first, last, by="-"), ""),
        ("language", text(item.get("language")), ""),
    ):
        if value:
            yield Statement(name, value, forms=(form,) if form and form != value else ())
    if container:
        issns = (identifiers.parse("issn", one).identifier for one in texts(source.get("issn")))
        yield from (Statement("issn", issn.value, identifiers=(issn,)) for issn in dict.fromkeys(issns) if issn is not None)
