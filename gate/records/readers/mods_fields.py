"""What each MODS element says of a work (MODS User Guidelines, version 3)."""

from __future__ import annotations

import re
from dataclasses import replace

from gate.model import Statement
from gate.normalise import dates, languages
from gate.normalise.vocabularies import vocabulary_code
from gate.records.readers.enumeration import place_in_host
from gate.records.readers.mods_names import OUTSIDE, identifiers_of, merged_scripts, name_of, role_of, title_of
from gate.records.readers.reading import Reading
from gate.records.readers.xml_nodes import Node
from gate.records.shown import work_line

_IGNORED = {
    "note": "note",
    "tableOfContents": "contents",
    "targetAudience": "audience",
    "physicalDescription": "format or extent",
    "accessCondition": "rights statement",
    "recordInfo": "about the record itself",
    "extension": "extension of the writer's own",
}
#: genre, lower case -> CSL type (MARC genre terms, and the words that repositories use)
_GENRES = {
    **dict.fromkeys(("article", "journal article", "journalarticle", "journal-article"), "article-journal"),
    **dict.fromkeys(("book chapter", "bookchapter", "book-chapter", "booksection", "book section"), "chapter"),
    **dict.fromkeys(("conference paper", "conferencepaper", "proceedings-article", "conference-paper"), "paper-conference"),
    **dict.fromkeys(("thesis", "dissertation", "theses", "doctoral thesis", "academic theses"), "thesis"),
    **dict.fromkeys(("report", "technical report"), "report"),
    **dict.fromkeys(("web site", "website", "webpage"), "webpage"),
    **dict.fromkeys(("newspaper", "periodical", "academic journal"), "periodical"),
    **dict.fromkeys(("reference-entry", "encyclopedia article"), "entry-encyclopedia"),
    **{name: name for name in ("book", "map", "patent", "dataset", "software", "standard", "pamphlet", "interview", "speech")},
    "monograph": "book",
    "preprint": "article",
    "conference publication": "book",
    "book review": "review-book",
    "review": "review",
    "letter": "personal_communication",
}
#: typeOfResource -> CSL type; "text" says too little
_RESOURCES = {
    "cartographic": "map",
    "notated music": "musical_score",
    **dict.fromkeys(("sound recording", "sound recording-musical", "sound recording-nonmusical", "audio"), "song"),
    "still image": "graphic",
    "moving image": "motion_picture",
    "three dimensional object": "object",
    "software, multimedia": "software",
}
#: how the dates of originInfo rank as the date of publication
_DATES = {"dateIssued": 0, "copyrightDate": 1, "dateCreated": 2, "dateOther": 4, "dateCaptured": 5}
_PUBLISHED = frozenset({"dateIssued", "copyrightDate"})
_SCHEMES = {
    **{name: name for name in ("doi", "isbn", "issn", "lccn", "oclc", "arxiv", "pmid", "pmcid", "hdl", "wikidata")},
    **dict.fromkeys(("issn-l", "issn_l", "eissn", "e-issn"), "issn"),
    "pubmed": "pmid",
    "pmc": "pmcid",
    "urn": "iri",
}
_RELATED = {
    "series": "series statement",
    "constituent": "a part of the work",
    "isReferencedBy": "a work that cites this one",
}
#: what a heading names, by its first element
_FILES = {
    "topic": "topic",
    **dict.fromkeys(("geographic", "hierarchicalGeographic"), "geographic"),
    "temporal": "chronological",
    "titleInfo": "title",
    "name": "name",
    "genre": "genre",
}
_NOT_STATED = re.compile(r"\W*(?:s\.? ?n\.?|publisher not identified)\W*", re.IGNORECASE)


def read_mods(node: Node) -> tuple[Reading, str]:
    """What a ``mods`` element says of its work, and the record's own id: title and creators first, what the host says last."""
    reading = Reading()
    for child in node.children():
        if child.name in _IGNORED:
            reading.ignore(f"{node.path}/{child.name}", _IGNORED[child.name])
        elif child.name not in _READ:
            reading.ignore(f"{node.path}/{child.name}")
    _titles(reading, node.children("titleInfo"))
    _names(reading, node.children("name"))
    origins = node.children("originInfo")
    _origin(reading, origins)
    for part in node.children("part"):
        _part(reading, part)
    _languages(reading, node.children("language"))
    for subject in node.children("subject"):
        _subject(reading, subject)
    for abstract in node.children("abstract"):
        reading.add("abstract", abstract.text, abstract.path, lang=abstract.lang or abstract.get("lang"))
    _classes(reading, node.children("classification"))
    for number in node.children("identifier"):
        _identifier(reading, number)
    for location in node.children("location"):
        _location(reading, location)
    hosts: list[Node] = []
    for related in node.children("relatedItem"):
        _related(reading, related, hosts)
    if hosts:
        _host(reading, hosts[0])
        for other in hosts[1:]:
            reading.ignore(other.path, "a further host item")
    _type(reading, node)
    return reading, _own_id(node)


def _classes(reading: Reading, nodes: list[Node]) -> None:
    """Class numbers, with the scheme that ``authority`` names."""
    for node in nodes:
        scheme = node.get("authority").lower()
        if node.text:
            parts = (Statement("scheme", scheme),) if scheme else ()
            reading.statements.append(Statement("classification", node.text, node.path, parts=parts))


_READ = frozenset(
    {"titleInfo", "name", "originInfo", "part", "language", "subject", "abstract", "identifier", "location", "classification"}
)
_READ |= {"genre", "typeOfResource", "relatedItem"}


def _own_id(node: Node) -> str:
    citekey = next((n.text for n in node.children("identifier") if n.get("type").lower() == "citekey"), "")
    doi = next((n.text for n in node.children("identifier") if n.get("type").lower() == "doi"), "")
    return node.text_of("recordInfo", "recordIdentifier") or citekey or node.get("ID") or doi


def _titles(reading: Reading, nodes: list[Node]) -> None:
    """One title: the first that has no type, or is marked as primary; all others are forms of it."""
    titles = [(node, *title_of(node)) for node in nodes]
    titles = [title for title in titles if title[1]]
    titles.sort(key=lambda title: (title[0].get("usage") != "primary", title[0].get("type") != ""))
    if titles:
        node, value, proper = titles[0]
        where = node.child("title")
        forms = [form for _, whole, part in titles[1:] for form in (whole, part)]
        reading.add("title", value, where.path if where else node.path, proper, *forms, lang=node.lang or node.get("lang"))


def _names(reading: Reading, nodes: list[Node]) -> None:
    found: list[tuple[str, Statement]] = []
    for node in nodes:
        role = role_of(node)
        statement = name_of(node)
        if statement is None:
            reading.ignore(node.path, "a name without name parts")
        elif role == "pbl":
            reading.add("publisher", statement.value, node.path)
        elif role in OUTSIDE:
            reading.ignore(node.path, "a name without part in the content")
        else:
            found.append((node.get("altRepGroup"), statement))
    reading.statements += merged_scripts(found)


def _origin(reading: Reading, nodes: list[Node]) -> None:
    known = {s.value for s in reading.statements if s.property == "publisher"}
    for node in nodes:
        publishers = [(p.text, p.path) for p in node.children("publisher")]
        for agent in node.children("agent"):
            if role_of(agent) in ("", "pbl"):
                publishers += [(part.text.rstrip(" ,"), part.path) for part in agent.children("namePart")]
        for text, path in publishers:
            name = text.replace("[", "").replace("]", "").strip(" ,:;")
            if name and not _NOT_STATED.fullmatch(name) and name not in known:
                reading.add("publisher", name, path)
                known.add(name)
        for edition in node.children("edition"):
            reading.add("edition", edition.text.rstrip(" /"), edition.path)
        for child in node.children():
            if child.name in ("place", "issuance", "frequency", "displayDate"):
                reading.ignore(re.sub(r"\[\d+\]$", "", child.path), "place" if child.name == "place" else "kind of issue")
            elif child.name in ("dateValid", "dateModified"):
                reading.ignore(child.path, "a date that is not the publication")
    _date(reading, [child for node in nodes for child in node.children(*_DATES)])


def _date(reading: Reading, nodes: list[Node]) -> None:
    """The date that is marked as the key, else that of issue; other dates of publication are forms of it, others left aside."""
    ends = {(node.name, node.get("encoding")): node for node in reversed(nodes) if node.get("point") == "end" and node.text}
    found = [(_said(node, ends), node) for node in nodes if node.text and node.get("point") != "end"]
    found = [(text, node) for text, node in found if text]
    found.sort(key=lambda item: (item[1].get("keyDate") != "yes", _DATES[item[1].name], item[1].get("encoding") in ("", "marc")))
    if not found:
        return
    (value, first), *rest = found
    forms = [text for text, node in rest if node.name in _PUBLISHED]
    for text, node in rest:
        if node.name not in _PUBLISHED and text != value:
            reading.ignore(node.path, "a date that is not the publication")
    reading.add("date", value, first.path, *forms)


def _said(node: Node, ends: dict[tuple[str, str], Node]) -> str:
    """A date as given; a start with its end as an interval. ``9999`` and ``uuuu`` (MARC) are open and unknown."""
    start = _plain_date(node)
    if node.get("point") != "start":
        return start
    last = ends.get((node.name, node.get("encoding")))
    if last is None or not start:
        return start
    end = _plain_date(last)
    return f"{start}/{end}" if end else f"{start}/.."


def _plain_date(node: Node) -> str:
    text = node.text
    if node.get("encoding") == "marc":
        if text in ("9999", "uuuu", "||||"):
            return ""
        text = re.sub(r"u", "X", text) if re.fullmatch(r"\d[\du]{3}", text) else text
    compact = re.fullmatch(r"(\d{4})(\d\d)(\d\d)", text)
    return "-".join(compact.groups()) if compact else text


def _languages(reading: Reading, nodes: list[Node]) -> None:
    """Each language once: the code, with its name as a form. What is the language of a summary or another part is left aside."""
    for node in nodes:
        terms = [term for term in node.children("languageTerm") if term.text]
        if node.get("objectPart"):
            reading.ignore(node.path, "language of a part")
            continue
        if not terms and node.text:  # MODS 3.0
            terms = [node]
        terms.sort(key=lambda term: term.get("type") == "text")
        known = [term for term in terms if languages.code(term.text) != languages.SILENT]
        if known and not any(
            s.property == "language" and languages.code(s.value) == languages.code(known[0].text) for s in reading.statements
        ):
            reading.add("language", known[0].text, known[0].path, *(term.text for term in known[1:]))


def _subject(reading: Reading, node: Node) -> None:
    """A heading: its parts in order with two hyphens between them, as MARC's subdivisions are shown."""
    parts: list[str] = []
    places: list[Node] = []
    own = identifiers_of(node)
    named = _vocabulary_of(node)
    for child in node.children():
        if child.name in ("geographicCode", "cartographics"):
            continue
        if child.name == "titleInfo":
            text = title_of(child)[0]
        elif child.name == "name":
            name = name_of(child)
            text = _name_heading(child, name.value) if name is not None else ""
        elif child.name == "hierarchicalGeographic":
            text = "--".join(level.text for level in child.children() if level.text)
        else:
            text = child.text
        if text:
            parts.append(text.rstrip(" ,"))
            places.append(child)
            own += identifiers_of(child)
            named = named or _vocabulary_of(child)
    if not parts:
        reading.ignore(node.path, "a subject without a heading")
        return
    path = places[0].path if len(places) == 1 else node.path
    said = ((_FILES.get(places[0].name, ""), "file"), (named, "vocabulary"))
    told = tuple(Statement(prop, text) for text, prop in said if text)
    reading.statements.append(Statement("concepts", "--".join(parts), path, identifiers=tuple(dict.fromkeys(own)), parts=told))


def _vocabulary_of(node: Node) -> str:
    """The code of the vocabulary that an element says its heading is from."""
    return next((code for name in ("authority", "authorityURI") if (code := vocabulary_code(node.get(name)))), "")


def _name_heading(node: Node, value: str) -> str:
    """A name as the heading that it is: with its dates, which tell one person from another."""
    dates = [part.text for part in node.children("namePart") if part.get("type") == "date" and part.text]
    return ", ".join((value, *(text for text in dates if text not in value)))


def _identifier(reading: Reading, node: Node, inherited: bool = False) -> None:
    kind = node.get("type").lower().strip()
    if node.get("invalid") == "yes":
        reading.ignore(node.path, "an identifier marked as invalid")
    elif kind in _SCHEMES:
        if not inherited or _SCHEMES[kind] in ("isbn", "issn"):
            value = re.sub(r"\s*[(:].*$", "", node.text) if kind == "isbn" else node.text
            reading.add_identifier(_SCHEMES[kind], value or node.text, node.path)
    elif kind in ("uri", "") and not inherited:
        reading.add_address(node.text, node.path)
    elif not inherited:
        reading.ignore(node.path, "identifier of a kind that is not read")


def _location(reading: Reading, node: Node) -> None:
    for url in node.children("url"):
        reading.add_address(url.text, url.path)
    if node.children("physicalLocation", "shelfLocator", "holdingSimple", "holdingExternal"):
        reading.ignore("/mods/location", "where it is held")


def _related(reading: Reading, node: Node, hosts: list[Node]) -> None:
    kind = node.get("type")
    if kind == "host" or (not kind and node.children("part")):
        hosts.append(node)
    elif kind == "references":
        inner, _ = read_mods(replace(node, name="mods"))
        if inner.statements:
            parts = tuple(s for s in inner.statements if s.property != "citations")
            reading.statements.append(Statement("citations", work_line(parts), node.path, parts=parts))
            reading.notes += inner.notes
        else:
            reading.unreadable(node.path, node.text, "a citation that says nothing")
    else:
        reading.ignore("/mods/relatedItem", _RELATED.get(kind, "a related resource"))


def _host(reading: Reading, node: Node) -> None:
    """What the work stands in and where: title, numbers, volume, issue, pages; date and publisher where the work has none."""
    host = Reading()
    _titles(host, node.children("titleInfo"))
    _names(host, node.children("name"))
    title = next((s for s in host.statements if s.property == "title"), None)
    inner = Reading()
    _origin(inner, node.children("originInfo"))
    if title is not None:
        described = tuple(s for s in (*host.statements, *inner.statements) if s.property in ("creators", "publisher", "date"))
        reading.statements.append(replace(title, property="container", parts=described))
    for number in node.children("identifier"):
        _identifier(reading, number, inherited=True)
    for part in node.children("part"):
        _part(reading, part)
    for prop in ("date", "publisher"):
        if not reading.has(prop):
            reading.statements += [s for s in inner.statements if s.property == prop]


def _part(reading: Reading, node: Node) -> None:
    for detail in node.children("detail"):
        number = detail.child("number")
        kind = detail.get("type").lower()
        prop = {"volume": "volume", "issue": "issue", "number": "issue", "page": "pages", "pages": "pages"}.get(kind, "")
        if number is not None and prop and not reading.has(prop):
            reading.add(prop, number.text, number.path)
        elif number is None or not prop:
            reading.ignore(detail.path, "detail of a kind that is not read")
    for extent in node.children("extent"):
        _pages(reading, extent)
    for text in node.children("text"):
        for prop, value in place_in_host(text.text).items():
            if not reading.has(prop):
                reading.add(prop, value, text.path)
    for date in node.children("date"):
        if not reading.has("date") and dates.parse(date.text) is not None:
            reading.add("date", _plain_date(date), date.path)


def _pages(reading: Reading, extent: Node) -> None:
    if not extent.get("unit").startswith(("page", "p")) and extent.get("unit"):
        reading.ignore(extent.path, "extent")
        return
    ends = [text for name in ("start", "end") if (text := extent.text_of(name))]
    value = "-".join(dict.fromkeys(ends)) or extent.text_of("list")
    if value and not reading.has("pages"):
        reading.add("pages", value, extent.path)
    elif not value:
        reading.ignore(extent.path, "extent")


def _type(reading: Reading, node: Node) -> None:
    """The genre that is a kind of work, else the type of resource, in the words of CSL; all that is said are its forms."""
    genres = [genre for genre in node.children("genre") if genre.text]
    resources = [kind for kind in node.children("typeOfResource") if kind.text]
    known = [(_GENRES[g.text.lower()], g) for g in genres if g.text.lower() in _GENRES]
    known += [(_RESOURCES[r.text.lower()], r) for r in resources if r.text.lower() in _RESOURCES]
    said = [n.text for n in (*genres, *resources)]
    if known and reading.statements:
        reading.add("type", known[0][0], known[0][1].path, *said)
        return
    for _ in genres:
        reading.ignore("/mods/genre", "a genre that is no kind of work")
    for resource in resources:
        reading.ignore(resource.path, "a type of resource that says too little")
