"""What DataCite's metadata say of a work (DataCite Metadata Schema 4.6), in the JSON of its REST API.

Shared by the readers of records in JSON and XML and by what DataCite itself answers. Older spellings of the keys are read too.
"""

from __future__ import annotations

import re

from gate.model import Identifier, Statement
from gate.normalise import identifiers
from gate.normalise.vocabularies import vocabulary_code
from gate.records.readers.json_nodes import JsonNode
from gate.records.readers.reading import OWN_PROPERTY, Reading
from gate.records.shown import work_line

#: resourceTypeGeneral -> CSL type; "Text" says too little to be more than an article
TYPES = {
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
#: the date that the publication is known by first; Collected, Valid and Updated say nothing about it
_DATES = ("Issued", "Available", "Copyrighted", "Created", "Submitted", "Accepted")
_CITING = frozenset({"References", "Cites"})
_OTHER_TITLES = frozenset({"AlternativeTitle", "TranslatedTitle", "Other"})
SCHEMES = {"DOI": "doi", "PMID": "pmid", "arXiv": "arxiv", "ISBN": "isbn", "ISSN": "issn", "EISSN": "issn"}
#: contributors who share the authorship in the wider sense; hosts, funders and contacts do not
_ROLES = {"Editor": "edt", "Translator": "trl"}
_SERIES = re.compile(r"(?P<title>[^,]*[^\W\d][^,]*), (?P<volume>\d+)(?:\((?P<issue>[^)]+)\))?(?:, (?P<pages>\w+(?:-\w+)?))?")

READ = frozenset(
    {
        *("doi", "titles", "creators", "contributors", "dates", "publicationyear", "types", "container", "publisher", "version"),
        *(
            "language",
            "subjects",
            "identifiers",
            "alternateidentifiers",
            "relatedidentifiers",
            "relateditems",
            "descriptions",
            "id",
        ),
    }
)
IGNORED = {
    **dict.fromkeys(("sizes", "formats"), "format or extent"),
    **dict.fromkeys(("rightslist", "rights"), "rights statement"),
    **dict.fromkeys(("geolocations",), "place or time covered"),
    **dict.fromkeys(("fundingreferences",), "funding"),
    **dict.fromkeys(("url", "contenturl", "suffix", "prefix", "xml"), "administration of the DOI"),
    **dict.fromkeys(
        ("schemaversion", "metadataversion", "source", "isactive", "state", "reason", "agency", "created", "registered"),
        "about the record itself",
    ),
    **dict.fromkeys(("updated", "published", "landingpage", "providerid", "clientid"), "about the record itself"),
    **dict.fromkeys(("viewcount", "viewsovertime", "downloadcount", "downloadsovertime", "referencecount"), "a count"),
    **dict.fromkeys(
        ("citationcount", "citationsovertime", "partcount", "partofcount", "versioncount", "versionofcount"), "a count"
    ),
}


def read_attributes(reading: Reading, node: JsonNode) -> None:
    """Everything that the attributes of a DOI say of the work, title and creators first."""
    _title(reading, node)
    for person in node.get("creators").expect_tables(reading, "a name"):
        _creator(reading, person, "")
    for person in node.get("contributors").expect_tables(reading, "a name"):
        role = _ROLES.get(person.get("contributortype").text, "")
        if role:
            _creator(reading, person, role)
        else:
            reading.ignore("contributors", "a contributor of a kind that is no creator")
    _date(reading, node)
    _description(reading, node)
    doi = identifiers.parse("doi", node.get("doi").verbatim).identifier
    if doi is not None:
        reading.statements.append(Statement("doi", node.get("doi").verbatim, node.get("doi").path, identifiers=(doi,)))
    elif node.get("doi").verbatim:
        reading.unreadable(node.get("doi").path, node.get("doi").verbatim, "not in the form of doi")
    _identifiers(reading, node)
    _citations(reading, node)
    for item in node.get("relateditems").tables:
        _related_item(reading, item)
    for description in node.get("descriptions").tables:
        _abstract(reading, description)
    node.ignore_others(reading, READ, IGNORED)


def name(person: JsonNode, role: str) -> Statement:
    """A creator or contributor, person or body."""
    family, given = person.get("familyname").text, person.get("givenname").text
    full = f"{family}, {given}" if family and given else person.get("name").text or family or given
    named = (("family", family), ("given", given)) if family and given else ()
    return Statement(
        "creators",
        full,
        person.path,
        role=role,
        identifiers=tuple(dict.fromkeys(_of_person(person))),
        parts=tuple(Statement(part, said, person.get(f"{part}name").path) for part, said in named),
    )


def _of_person(person: JsonNode) -> list[Identifier]:
    """The identifiers of a person or body: those with a scheme that is known, and an ``id`` that shows what it is."""
    found = []
    for known in person.get("nameidentifiers").tables:
        scheme = known.get("nameidentifierscheme").text.lower()
        value = known.get("nameidentifier").verbatim
        scheme = next((s for s in ("orcid", "isni", "gnd", "viaf", "wikidata") if s in scheme), "")
        parsed = identifiers.parse(scheme, value) if scheme else None
        if parsed is not None and parsed.identifier is not None:
            found.append(parsed.identifier)
    detected = identifiers.detect(person.get("id").verbatim) if person.get("id").verbatim else None
    if detected is not None and detected.identifier is not None and detected.identifier.scheme != "iri":
        found.append(detected.identifier)
    return found


def _creator(reading: Reading, person: JsonNode, role: str) -> None:
    statement = name(person, role)
    if statement.value:
        reading.statements.append(statement)
    else:
        reading.unreadable(person.path, "", "a name without a name")


def _title(reading: Reading, node: JsonNode) -> None:
    """One title with its subtitle behind a colon; the title alone, translations and alternatives are forms of it."""
    given = node.get("titles").items
    said = [(t if isinstance(t.value, str) else t.get("title"), t.get("titletype").text, t.get("lang").text) for t in given]
    titles = [(text.text, kind, lang, text.path) for text, kind, lang in said]
    main = next((t for t in titles if t[0] and t[1] not in _OTHER_TITLES and t[1] != "Subtitle"), None)
    if main is None:
        main = next((t for t in titles if t[0]), None)
    if main is None:
        for item in given:
            reading.unreadable(item.path, "", "a title without text")
        return
    title, _, lang, path = main
    subtitles = [t[0] for t in titles if t[1] == "Subtitle" and t[0] and t[0].casefold() not in title.casefold()]
    whole = ": ".join((title, *subtitles))
    reading.add("title", whole, path, title, *(t[0] for t in titles if t[1] != "Subtitle"), lang=lang)


def _date(reading: Reading, node: JsonNode) -> None:
    """The year of publication, or the date of issue in that year; the other dates of the publication are forms of it."""
    dates = node.get("dates").expect_tables(reading, "a date with its type")
    stated = [(d.get("datetype").text, d.get("date").text[:10], d.path) for d in dates]
    days = [(day, path) for kind in _DATES for said, day, path in stated if said == kind and day]
    year = node.get("publicationyear")
    issued = [day for said, day, _ in stated if said == "Issued" and day]
    if year.text and not any(day.startswith(year.text) for day in issued):
        days.insert(0, (year.text, year.path))
    for said, _, path in stated:
        if said not in _DATES:
            reading.ignore(path, "a date that is not the publication")
    if days:
        reading.add("date", days[0][0], days[0][1], *(day for day, _ in days[1:]))


def _description(reading: Reading, node: JsonNode) -> None:
    kinds = node.get("types")
    general = kinds.get("resourcetypegeneral")
    forms = (general.text, kinds.get("resourcetype").text, kinds.get("citeproc").text)
    reading.add("type", TYPES.get(general.text, general.text), general.path, *forms)
    container = node.get("container")
    if container.get("type").text != "DataRepository":
        reading.add("container", container.get("title").text, container.get("title").path)
        if container.get("identifiertype").text in ("ISSN", "ISBN"):
            number = container.get("identifier")
            reading.add_identifier(container.get("identifiertype").text.lower(), number.verbatim, number.path)
    publisher = node.get("publisher")
    named = publisher.get("name") if isinstance(publisher.value, dict) else publisher
    reading.add("publisher", named.expect_text(reading), named.path)
    for prop in ("volume", "issue"):
        reading.add(prop, container.get(prop).text, container.get(prop).path)
    _pages(reading, container)
    reading.add("edition", node.get("version").expect_text(reading), node.get("version").path)
    reading.add("language", node.get("language").expect_text(reading), node.get("language").path)
    seen = set()
    for subject in node.get("subjects").items:
        term = subject if isinstance(subject.value, str) else subject.get("subject")
        if term.text and term.text not in seen:
            address = identifiers.detect(subject.get("valueuri").verbatim) if subject.get("valueuri").verbatim else None
            own = address.identifier if address is not None else None
            told = (subject.get(name).text for name in ("schemeuri", "subjectscheme") if isinstance(subject.value, dict))
            code = next((code for text in told if (code := vocabulary_code(text))), "")
            parts = (Statement("vocabulary", code),) if code else ()
            given = (own,) if own is not None else ()
            reading.statements.append(Statement("concepts", term.text, term.path, identifiers=given, parts=parts))
            seen.add(term.text)


def _pages(reading: Reading, node: JsonNode) -> None:
    ends = [node.get("firstpage"), node.get("lastpage")]
    reading.add("pages", "-".join(end.text for end in ends if end.text), ends[0].path if ends[0].text else ends[1].path)


def _identifiers(reading: Reading, node: JsonNode) -> None:
    """Other identifiers of the work itself: those stated as such, and those of a related item that is the same."""
    stated = [(i.get("identifiertype"), i.get("identifier")) for i in node.get("identifiers").tables]
    stated += [(i.get("alternateidentifiertype"), i.get("alternateidentifier")) for i in node.get("alternateidentifiers").tables]
    same = [r for r in node.get("relatedidentifiers").tables if r.get("relationtype").text == "IsIdenticalTo"]
    stated += [(r.get("relatedidentifiertype"), r.get("relatedidentifier")) for r in same]
    known = {i for s in reading.statements if s.property == "doi" for i in s.identifiers}
    for kind, value in stated:
        scheme = SCHEMES.get(kind.text, "")
        own = identifiers.parse(scheme, value.verbatim).identifier if scheme and value.verbatim else None
        if own is None:
            if value.verbatim:
                reading.ignore(
                    value.path, "identifier of a kind that is not read" if not scheme else f"not in the form of {scheme}"
                )
        elif own not in known:
            first = scheme != "doi" or not any(s.property == "doi" for s in reading.statements)
            prop = own.scheme if own.scheme in OWN_PROPERTY and first else "identifiers"
            reading.statements.append(Statement(prop, value.verbatim, value.path, identifiers=(own,)))
            known.add(own)


def _citations(reading: Reading, node: JsonNode) -> None:
    seen = set()
    for related in node.get("relatedidentifiers").expect_tables(reading, "a related identifier"):
        relation = related.get("relationtype").text
        if relation == "IsIdenticalTo":
            continue
        number = related.get("relatedidentifier")
        scheme = SCHEMES.get(related.get("relatedidentifiertype").text, "") if relation in _CITING else ""
        own = identifiers.parse(scheme, number.verbatim).identifier if scheme and number.verbatim else None
        if own is None:
            reading.ignore(
                "relatedIdentifiers",
                "a related resource" if relation not in _CITING else "a citation without an identifier that is read",
            )
        elif own not in seen:
            part = Statement(own.scheme, number.verbatim, number.path, identifiers=(own,))
            reading.statements.append(Statement("citations", str(own), related.path, identifiers=(own,), parts=(part,)))
            seen.add(own)


def _related_item(reading: Reading, item: JsonNode) -> None:
    """A related item with a description of its own (4.4): what the work stands in, or a work that it cites."""
    relation = item.get("relationtype").text
    inner = Reading()
    _title(inner, item)
    for person in item.get("creators").tables:
        _creator(inner, person, "")
    inner.add("date", item.get("publicationyear").text, item.get("publicationyear").path)
    for prop in ("volume", "issue", "publisher", "edition"):
        inner.add(prop, item.get(prop).text, item.get(prop).path)
    _pages(inner, item)
    number = item.get("relateditemidentifier")
    value = number.get("relateditemidentifier") if isinstance(number.value, dict) else number
    kind = (number if isinstance(number.value, dict) else item).get("relateditemidentifiertype").text
    if kind in SCHEMES and value.verbatim:
        inner.add_identifier(SCHEMES[kind], value.verbatim, value.path)
    if relation in _CITING and inner.statements:
        own = tuple(i for s in inner.statements if s.property == "doi" and (i := identifiers.parse("doi", s.value).identifier))
        parts = tuple(inner.statements)
        reading.statements.append(Statement("citations", work_line(parts), item.path, identifiers=own, parts=parts))
    elif relation == "IsPublishedIn" and not reading.has("container"):
        _published_in(reading, inner)
    else:
        reading.ignore("relatedItems", "a related resource")


def _published_in(reading: Reading, host: Reading) -> None:
    described = tuple(s for s in host.statements if s.property in ("creators", "date", "publisher"))
    for s in host.statements:
        if s.property == "title":
            reading.statements.append(Statement("container", s.value, s.path, "", s.lang, s.forms, parts=described))
        elif s.property in ("volume", "issue", "pages", "issn", "isbn") and not reading.has(s.property):
            reading.statements.append(s)


def _abstract(reading: Reading, description: JsonNode) -> None:
    """The abstract; information on the series as DataCite recommends it: ``Journal, 2(9), 3-4``."""
    kind = description.get("descriptiontype").text
    text = description.get("description")
    if kind == "Abstract":
        reading.add("abstract", text.text, text.path, lang=description.get("lang").text)
        return
    match = _SERIES.fullmatch(text.text) if kind == "SeriesInformation" else None
    if match is None or reading.has("container"):
        reading.ignore("descriptions", "a description of another kind")
        return
    for prop, group in (("container", "title"), ("volume", "volume"), ("issue", "issue"), ("pages", "pages")):
        if match[group] and not reading.has(prop):
            reading.add(prop, match[group], text.path)
