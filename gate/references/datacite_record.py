"""One DOI of DataCite's REST API as an entity.

The attributes' form: https://support.datacite.org/docs/api-get-doi and the DataCite Metadata Schema 4.
"""

from __future__ import annotations

from collections.abc import Mapping

from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise import identifiers
from gate.rdf.iris import identifier_iri
from gate.references.values import items, join, table, tables, text, verbatim

# resourceTypeGeneral -> CSL type; "Text" says too little to be one.
_TYPES = {
    "Audiovisual": "motion_picture",
    "Book": "book",
    "BookChapter": "chapter",
    "Collection": "collection",
    "ComputationalNotebook": "software",
    "ConferencePaper": "paper-conference",
    "ConferenceProceeding": "book",
    "DataPaper": "article-journal",
    "Dataset": "dataset",
    "Dissertation": "thesis",
    "Image": "graphic",
    "Journal": "periodical",
    "JournalArticle": "article-journal",
    "PeerReview": "review",
    "Preprint": "article",
    "Report": "report",
    "Software": "software",
    "Sound": "song",
    "Standard": "standard",
    "Text": "article",
}
# The date that the publication is known by first; Collected, Valid and Updated say nothing about it.
_DATES = ("Issued", "Available", "Copyrighted", "Created", "Submitted", "Accepted")
_CITING = frozenset({"References", "Cites"})
_OTHER_TITLES = frozenset({"AlternativeTitle", "TranslatedTitle", "Other"})
_SCHEMES = {"DOI": "doi", "PMID": "pmid", "arXiv": "arxiv", "ISBN": "isbn", "ISSN": "issn", "EISSN": "issn"}


def work(attributes: Mapping[str, object]) -> Entity | None:
    """The work that the ``attributes`` of a DOI describe; None where there is no DOI. DataCite closes no list."""
    doi = identifiers.parse("doi", verbatim(attributes.get("doi"))).identifier
    if doi is None:
        return None
    title, statements = _title(attributes)
    statements += [name(person, "") for person in tables(attributes.get("creators")) if _name_text(person)]
    statements += [name(p, _role(p)) for p in tables(attributes.get("contributors")) if _role(p) and _name_text(p)]
    statements += _date(attributes)
    statements += _description(attributes)
    statements.append(Statement("doi", doi.value, identifiers=(doi,)))
    statements += _identifiers(attributes, doi)
    statements += _citations(attributes)
    return Entity(identifier_iri(doi) or f"https://doi.org/{doi.value}", Kind.WORK, title or doi.value, tuple(statements))


def name(person: Mapping[str, object], role: str) -> Statement:
    """A creator or contributor, person or body."""
    family, given = text(person.get("familyName")), text(person.get("givenName"))
    orcid = None
    for known in tables(person.get("nameIdentifiers")):
        if "ORCID" in text(known.get("nameIdentifierScheme")).upper():
            orcid = identifiers.parse("orcid", text(known.get("nameIdentifier"))).identifier or orcid
    named = (("family", family), ("given", given)) if family and given else ()
    return Statement(
        "creators",
        _name_text(person),
        role=role,
        identifiers=(orcid,) if orcid is not None else (),
        parts=tuple(Statement(part, said) for part, said in named),
    )


def _name_text(person: Mapping[str, object]) -> str:
    family, given = text(person.get("familyName")), text(person.get("givenName"))
    return join(family, given, by=", ") if family and given else text(person.get("name")) or family or given


def _role(person: Mapping[str, object]) -> str:
    """The relator code of a contributor who shares the authorship in the wider sense; hosts, funders and contacts do not."""
    return {"Editor": "edt", "Translator": "trl"}.get(text(person.get("contributorType")), "")


def _title(attributes: Mapping[str, object]) -> tuple[str, list[Statement]]:
    titles = [(text(t.get("title")), text(t.get("titleType")), text(t.get("lang"))) for t in tables(attributes.get("titles"))]
    main = next((t for t in titles if t[0] and t[1] not in _OTHER_TITLES and t[1] != "Subtitle"), None)
    if main is None:
        main = next((t for t in titles if t[0]), None)
    if main is None:
        return "", []
    title = main[0]
    subtitles = [t[0] for t in titles if t[1] == "Subtitle" and t[0] and t[0].casefold() not in title.casefold()]
    whole = join(title, *subtitles, by=": ")
    forms = tuple(
        dict.fromkeys(form for form in (title, *(t[0] for t in titles if t[1] != "Subtitle")) if form and form != whole)
    )
    return whole, [Statement("title", whole, lang=main[2], forms=forms)]


def _date(attributes: Mapping[str, object]) -> list[Statement]:
    stated = [(text(d.get("dateType")), text(d.get("date"))[:10]) for d in tables(attributes.get("dates"))]
    days = [day for kind in _DATES for said, day in stated if said == kind and day]
    year = text(attributes.get("publicationYear"))
    issued = [day for said, day in stated if said == "Issued" and day]
    if year and not any(day.startswith(year) for day in issued):
        days.insert(0, year)
    distinct = tuple(dict.fromkeys(days))
    return [Statement("date", distinct[0], forms=distinct[1:])] if distinct else []


def _description(attributes: Mapping[str, object]) -> list[Statement]:
    found: list[Statement] = []

    def add(name: str, value: str, *forms: str) -> None:
        if value:
            found.append(Statement(name, value, forms=tuple(f for f in dict.fromkeys(forms) if f and f != value)))

    kinds = table(attributes.get("types"))
    general = text(kinds.get("resourceTypeGeneral"))
    add("type", _TYPES.get(general, general), general, text(kinds.get("resourceType")), text(kinds.get("citeproc")))
    container = table(attributes.get("container"))
    if text(container.get("type")) != "DataRepository":
        add("container", text(container.get("title")))
    publisher = attributes.get("publisher")
    add("publisher", text(table(publisher).get("name")) or text(publisher))
    add("volume", text(container.get("volume")))
    add("issue", text(container.get("issue")))
    add("pages", join(text(container.get("firstPage")), text(container.get("lastPage")), by="-"))
    add("edition", text(attributes.get("version")))
    add("language", text(attributes.get("language")))
    subjects = dict.fromkeys(text(s.get("subject")) for s in tables(attributes.get("subjects")))
    found += [Statement("concepts", subject) for subject in subjects if subject]
    return found


def _identifiers(attributes: Mapping[str, object], doi: Identifier) -> list[Statement]:
    """Other identifiers of the work itself: those stated as such, and those of a related item that is the same."""
    stated = [(i.get("identifierType"), i.get("identifier")) for i in tables(attributes.get("identifiers"))]
    same = [r for r in tables(attributes.get("relatedIdentifiers")) if text(r.get("relationType")) == "IsIdenticalTo"]
    stated += [(r.get("relatedIdentifierType"), r.get("relatedIdentifier")) for r in same]
    found = [_identifier(text(kind), verbatim(value)) for kind, value in stated]
    return [
        Statement(i.scheme if i.scheme != "doi" else "identifiers", i.value, identifiers=(i,))
        for i in dict.fromkeys(found)
        if i is not None and i != doi
    ]


def _citations(attributes: Mapping[str, object]) -> list[Statement]:
    cited = [r for r in tables(attributes.get("relatedIdentifiers")) if text(r.get("relationType")) in _CITING]
    found = [_identifier(text(r.get("relatedIdentifierType")), verbatim(r.get("relatedIdentifier"))) for r in cited]
    return [
        Statement("citations", str(i), identifiers=(i,), parts=(Statement(i.scheme, i.value, identifiers=(i,)),))
        for i in dict.fromkeys(found)
        if i is not None
    ]


def _identifier(kind: str, value: str) -> Identifier | None:
    scheme = _SCHEMES.get(kind)
    return identifiers.parse(scheme, value).identifier if scheme and value else None


def attributes_in(body: object) -> list[Mapping[str, object]]:
    """The attributes of every DOI in a body: of the REST API (one or a list), of the public data file, or bare attributes."""
    found: list[Mapping[str, object]] = []
    for item in items(body):
        data = table(item)
        inner = data.get("data")
        if inner is not None:
            found += attributes_in(inner)
        elif "attributes" in data:
            found.append(table(data.get("attributes")))
        elif "doi" in data:
            found.append(data)
    return found
