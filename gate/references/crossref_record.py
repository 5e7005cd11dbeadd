"""One item of Crossref's ``/works`` as an entity.

The item's form: https://github.com/CrossRef/rest-api-doc/blob/master/api_format.md. Counts that change from day to day
(``is-referenced-by-count``), abstracts and licences are left out; so is ``subject``, which classifies the journal, not the work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise import identifiers
from gate.rdf.iris import identifier_iri
from gate.references.values import first, items, join, number, table, tables, text, texts, verbatim

# Crossref's type -> CSL's, as Crossref's own content negotiation has them, with the commonest of the rest.
_TYPES = {
    "journal-article": "article-journal",
    "proceedings-article": "paper-conference",
    "posted-content": "article",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "book-part": "chapter",
    "book-track": "chapter",
    "reference-entry": "entry",
    "book": "book",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "book-set": "book",
    "book-series": "book",
    "proceedings": "book",
    "report": "report",
    "report-component": "report",
    "dissertation": "thesis",
    "dataset": "dataset",
    "database": "dataset",
    "standard": "standard",
    "peer-review": "review",
    "journal": "periodical",
    "journal-issue": "periodical",
    "journal-volume": "periodical",
}
_ROLES = (("author", "aut"), ("editor", "edt"), ("translator", "trl"), ("chair", "edt"))
# First the date that Crossref calls the work's own (the earliest of those below), then each of them.
_DATES = ("issued", "published", "published-print", "published-online", "published-other", "posted")
_RETRACTED_TITLE = re.compile(
    r"\s*(?:[\[(](?:retracted|withdrawn)(?: \w+)?[\])]\s*:?|(?:retracted|withdrawn)(?: article| paper| chapter)?\s*:)\s*",
    re.IGNORECASE,
)
_FLAGS = {
    "retraction": "retracted",
    "withdrawal": "retracted",
    "removal": "retracted",
    "correction": "corrected",
    "corrigendum": "corrected",
    "erratum": "corrected",
    "partial_retraction": "concern",
    "expression_of_concern": "concern",
}
_YEAR = re.compile(r"(1[0-9]{3}|20[0-9]{2})")


def work(item: Mapping[str, object]) -> Entity | None:
    """The work that an item describes; None where it has no DOI.

    ``flags``        of updates that others made to it (``updated-by``), and of a title that says so; what this item is a notice
                     of is :func:`updates`, and does not touch the notice itself
    ``complete_for`` ``citations``, where all of the references that were counted are there
    """
    doi = identifiers.parse("doi", verbatim(item.get("DOI"))).identifier
    if doi is None:
        return None
    citations = list(_citations(item))
    title, statements = _title(item)
    statements += _creators(item)
    statements += _date(item)
    statements += _description(item)
    statements.append(Statement("doi", doi.value, identifiers=(doi,)))
    counted = number(item.get("reference-count")) or number(item.get("references-count")) or 0
    closed = frozenset({"citations"}) if citations and len(citations) == counted else frozenset()
    iri = identifier_iri(doi) or f"https://doi.org/{doi.value}"
    return Entity(iri, Kind.WORK, title or doi.value, (*statements, *citations), _flags(item), closed)


def updates(item: Mapping[str, object]) -> tuple[tuple[Identifier, str], ...]:
    """What this item is a notice of: the DOI of each work that it updates, with that work's flag."""
    found = []
    for update in tables(item.get("update-to")):
        doi = identifiers.parse("doi", verbatim(update.get("DOI"))).identifier
        flag = _FLAGS.get(text(update.get("type")).lower().replace(" ", "_").replace("-", "_"))
        if doi is not None and flag is not None:
            found.append((doi, flag))
    return tuple(dict.fromkeys(found))


def _flags(item: Mapping[str, object]) -> frozenset[str]:
    kinds = [text(update.get("type")).lower().replace(" ", "_").replace("-", "_") for update in tables(item.get("updated-by"))]
    flags = {_FLAGS[kind] for kind in kinds if kind in _FLAGS}
    # Hindawi and others title their *notices* "Retracted: ..."; a notice has an update-to.
    if _RETRACTED_TITLE.match(first(item.get("title"))) and not items(item.get("update-to")):
        flags.add("retracted")
    return frozenset(flags)


def _title(item: Mapping[str, object]) -> tuple[str, list[Statement]]:
    titles = texts(item.get("title"))
    if not titles:
        return "", []
    title = _RETRACTED_TITLE.sub("", titles[0], count=1) or titles[0]
    subtitles = [s for s in texts(item.get("subtitle")) if s.casefold() not in title.casefold()]
    whole = join(title, *subtitles, by=": ")
    others = (titles[0], title, *titles[1:], *texts(item.get("original-title")), *texts(item.get("short-title")))
    forms = tuple(dict.fromkeys(form for form in others if form != whole))
    return whole, [Statement("title", whole, lang=text(item.get("language")), forms=forms)]


def _creators(item: Mapping[str, object]) -> list[Statement]:
    found = [name(person, role) for key, role in _ROLES for person in tables(item.get(key))]
    return [statement for statement in found if statement is not None]


def name(person: Mapping[str, object], role: str) -> Statement | None:
    """A contributor of an item, person or body; None where it has no name."""
    family, given, suffix = text(person.get("family")), text(person.get("given")), text(person.get("suffix"))
    literal = text(person.get("name")) or text(person.get("literal"))
    value = join(family, given, suffix, by=", ") if family else literal or given
    if not value:
        return None
    named = (("family", family), ("given", given), ("suffix", suffix)) if family and given else ()
    orcid = identifiers.parse("orcid", text(person.get("ORCID"))).identifier
    return Statement(
        "creators",
        value,
        role=role,
        identifiers=(orcid,) if orcid is not None else (),
        parts=tuple(Statement(part, said) for part, said in named if said),
    )


def _date(item: Mapping[str, object]) -> list[Statement]:
    days = list(dict.fromkeys(day for key in _DATES if (day := date(item.get(key)))))
    return [Statement("date", days[0], forms=tuple(days[1:]))] if days else []


def date(value: object) -> str:
    """``{"date-parts": [[2022, 4, 30]]}`` as ``2022-04-30``; only as much as is given, empty where nothing is."""
    parts = next((items(part) for part in items(table(value).get("date-parts"))), [])
    numbers = []
    for part in parts[:3]:
        whole = int(part) if isinstance(part, str) and part.isdigit() else number(part)
        if whole is None or whole < 1:
            break
        numbers.append(whole)
    if not numbers or not 1000 <= numbers[0] <= 2100:
        return ""
    valid = numbers[:1] if len(numbers) > 1 and numbers[1] > 12 else numbers
    return "-".join([f"{valid[0]:04}", *(f"{part:02}" for part in valid[1:])])


def _description(item: Mapping[str, object]) -> list[Statement]:
    found: list[Statement] = []

    def add(name: str, value: str, *forms: str) -> None:
        if value:
            found.append(Statement(name, value, forms=tuple(f for f in dict.fromkeys(forms) if f and f != value)))

    kind = text(item.get("type"))
    add("type", _TYPES.get(kind, kind), kind)
    containers = [*texts(item.get("container-title")), *texts(item.get("short-container-title"))]
    add("container", *(containers or [""]))
    add("publisher", text(item.get("publisher")))
    add("volume", text(item.get("volume")))
    add("issue", text(item.get("issue")) or text(table(item.get("journal-issue")).get("issue")))
    pages = [text(item.get("page")), text(item.get("article-number"))]
    add("pages", *([page for page in pages if page] or [""]))
    add("edition", text(item.get("edition-number")))
    add("language", text(item.get("language")))
    for key, scheme in (("ISSN", "issn"), ("ISBN", "isbn")):
        given = [identifiers.parse(scheme, value).identifier for value in texts(item.get(key))]
        distinct = dict.fromkeys(i for i in given if i is not None)
        found += [Statement(scheme, identifier.value, identifiers=(identifier,)) for identifier in distinct]
    return found


def _citations(item: Mapping[str, object]) -> Iterator[Statement]:
    for reference in tables(item.get("reference")):
        statement = citation(reference)
        if statement is not None:
            yield statement


def citation(reference: Mapping[str, object]) -> Statement | None:
    """A deposited reference, taken apart as far as the depositor did; None where it says nothing but its own key.

    ``unstructured`` is the value where there is one; else the value is put together from the parts.
    """
    doi = identifiers.parse("doi", verbatim(reference.get("DOI"))).identifier
    parts = list(_reference_parts(reference))
    if doi is not None:
        parts.append(Statement("doi", doi.value, identifiers=(doi,)))
    value = text(reference.get("unstructured")) or _reference_text(Statement("citations", "", parts=tuple(parts)))
    if not value:
        return None
    return Statement("citations", value, identifiers=(doi,) if doi is not None else (), parts=tuple(parts))


def _reference_parts(reference: Mapping[str, object]) -> Iterator[Statement]:
    article, volume_title, journal = (text(reference.get(key)) for key in ("article-title", "volume-title", "journal-title"))
    series = text(reference.get("series-title"))
    title = article or volume_title
    container = next((c for c in (journal, volume_title, series) if c and c != title), "")
    year = _YEAR.search(text(reference.get("year")))
    for name, value in (
        ("title", title),
        ("creators", text(reference.get("author"))),
        ("date", year.group() if year else ""),
        ("container", container),
        ("volume", text(reference.get("volume"))),
        ("issue", text(reference.get("issue"))),
        ("pages", text(reference.get("first-page"))),
        ("edition", text(reference.get("edition"))),
    ):
        if value:
            yield Statement(name, value)
    for key, scheme in (("ISSN", "issn"), ("ISBN", "isbn")):
        identifier = identifiers.parse(scheme, text(reference.get(key))).identifier
        if identifier is not None:
            yield Statement(scheme, identifier.value, identifiers=(identifier,))


def _reference_text(reference: Statement) -> str:
    """``Ghoncheh (2016). Incidence and mortality. Asian Pac J Cancer Prev, 17(S3), 43``."""
    part = reference.part
    year = f"({part('date')})" if part("date") else ""
    issue = f"({part('issue')})" if part("issue") else ""
    where = join(part("container"), part("volume") + issue, part("pages"), by=", ")
    said = join(join(part("creators"), year, by=" "), part("title"), where, by=". ")
    return said or part("doi") or part("isbn")
