"""What schema.org's terms, and those of CodeMeta, DCMI and BIBO beside them, say of a work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from gate.model import Identifier, Statement
from gate.normalise import identifiers, languages, names, relators
from gate.normalise.vocabularies import vocabulary_code
from gate.records.readers.json_identifiers import mentioned
from gate.records.readers.json_parse import child
from gate.records.readers.json_values import SCHEMES
from gate.records.readers.jsonld_nodes import LdNode, local
from gate.records.readers.mods_names import OUTSIDE
from gate.records.readers.reading import OWN_PROPERTY, Reading
from gate.records.readers.tagged_record import ET_AL
from gate.records.shown import work_line

#: types of schema.org and BIBO (lower case) -> CSL type
_TYPES = {
    **dict.fromkeys(
        ("scholarlyarticle", "medicalscholarlyarticle", "article", "academicarticle", "techarticle"), "article-journal"
    ),
    **dict.fromkeys(("newsarticle", "reportagenewsarticle", "opinionnewsarticle"), "article-newspaper"),
    **dict.fromkeys(("book", "audiobook", "conference", "proceedings", "editedbook", "ebook"), "book"),
    **dict.fromkeys(("softwaresourcecode", "softwareapplication", "software", "mobileapplication", "webapplication"), "software"),
    **dict.fromkeys(("blogposting", "blog", "socialmediaposting"), "post-weblog"),
    **dict.fromkeys(("webpage", "website", "aboutpage"), "webpage"),
    **dict.fromkeys(("movie", "videoobject", "film", "audiovisualdocument"), "motion_picture"),
    **dict.fromkeys(("musicrecording", "audioobject", "musiccomposition", "podcastepisode"), "song"),
    **dict.fromkeys(("imageobject", "photograph", "visualartwork", "painting", "drawing", "image"), "graphic"),
    **dict.fromkeys(("periodical", "newspaper", "journal", "magazine"), "periodical"),
    **dict.fromkeys(("report", "technicalreport"), "report"),
    **dict.fromkeys(("collection", "datacatalog"), "collection"),
    **{
        name: name
        for name in ("chapter", "dataset", "thesis", "map", "review", "legislation", "patent", "standard", "manuscript")
    },
    "bookchapter": "chapter",
    "booksection": "chapter",
    "conferencepaper": "paper-conference",
    "presentationdigitaldocument": "speech",
    "sheetmusic": "musical_score",
}
_ROLES = {
    "creators": ("author", "authors"),
    "": ("creator", "creators", "agents"),
    "edt": ("editor", "editors"),
    "trl": ("translator",),
    "ill": ("illustrator",),
    "cmp": ("composer",),
    "lyr": ("lyricist",),
    "drt": ("director", "directors"),
    "pro": ("producer",),
    "art": ("artist",),
    "ctb": ("contributor", "contributors"),
}
_DATES = ("datepublished", "issued", "publicationdate", "date")
_OTHER_DATES = ("datecreated", "created", "copyrightyear")
_TITLES = ("name", "title", "headline")
_FORMS = ("alternatename", "alternativeheadline", "alternative", "shorttitle")
_SOURCED = re.compile(r"\((?P<source>[a-z]+\d*)[^)]*\)\s*(?P<value>.+)", re.IGNORECASE)
#: sources of numbers that denote records or copies, not works
_NOT_OF_WORKS = frozenset({"ppn", "firstid", "collectioncode", "zdb", "ean", "classificationname"})

_REASONS = {
    "rights statement": "license licenseid conditionsofaccess isaccessibleforfree copyrightnotice rights usageinfo"
    " acquirelicensepage",
    "format or extent": "encoding encodingformat distribution contenturl contentsize fileformat medium numberofpages p1053 extent"
    " bookformat wordcount timerequired duration",
    "a name without part in the work itself": "funder funding sponsor provider sourceorganization maintainer uploadedby"
    " accountableperson copyrightholder reviewedby affiliation",
    "a date that is not the publication": "datemodified dateaccepted sddatepublished modified uploaddate expires embargodate",
    "place or time covered": "spatialcoverage temporalcoverage contentlocation locationcreated",
    "a picture": "image thumbnailurl logo video audio screenshot",
    "about the record itself": "schemaversion conformsto sdpublisher includedindatacatalog",
    "about the page": "mainentityofpage potentialaction discussionurl commentcount comment",
    "a related resource": "haspart isbasedon isbasedonurl workexample exampleofwork translationofwork worktranslation relation"
    " relatedlink subjectof references predecessorof relatedpublications relationship referencepublication"
    " softwarepapercitationidentifiers",
    "place, series or note": "p60163 p30128 tableofcontents note",
    "a note beside the abstract": "description",
}
_IGNORED = {name: reason for reason, names_of in _REASONS.items() for name in names_of.split()}
_SOFTWARE = re.compile(
    r"(?:code|download|build|readme|issue|programming|software|operating|processor|memory|storage|runtime|zipped|depends|isautomated"
    r"|contintegration|developmentstatus|controlled|suggests|buildinstructions|installurl|permissions|targetproduct|filesize|runs)"
)
_ALSO_READ = """
identifier doi isbn issn pmid sameas url islike keywords tags about subject ispartof publisher volumenumber volume issuenumber
issue pagestart pageend pagination bookedition version softwareversion edition inlanguage language abstract citation genre
additionaltype resourcetype accessmode id type
"""
_READ = frozenset(
    {*_TITLES, *_FORMS, *_DATES, *_OTHER_DATES, *(key for keys in _ROLES.values() for key in keys), *_ALSO_READ.split()}
)


def read_work(reading: Reading, work: LdNode) -> None:
    """Everything that an object says of its work: title and creators first."""
    _title(reading, work)
    for role, keys in _ROLES.items():
        for person in work.all(*keys):
            _creator(reading, person, "aut" if role == "creators" else role)
    _date(reading, work)
    _type(reading, work)
    _hosts(reading, work)
    _publisher(reading, work)
    _place(reading, work)
    _edition(reading, work)
    _languages(reading, work)
    _concepts(reading, work)
    _abstract(reading, work)
    _identifiers(reading, work)
    for cited in work.all("citation"):
        _citation(reading, cited)
    _leave(reading, work)


def _leave(reading: Reading, work: LdNode) -> None:
    if not isinstance(work.value, dict):
        return
    for key, value in work.value.items():
        name = local(key)
        if name in _READ or value in (None, "", [], {}) or key.startswith("@"):
            continue
        path = child(work.path, key)
        if not (name == "description" and any(s.property == "abstract" and s.path.startswith(path) for s in reading.statements)):
            software = "detail of the software" if _SOFTWARE.match(name) else "unknown field"
            reading.ignore(path, _IGNORED.get(name, software))


def _title(reading: Reading, work: LdNode) -> None:
    titles = [node for node in work.all(*_TITLES) if node.text]
    forms = [node.text for node in work.all(*_FORMS)]
    if titles:
        first = titles[0]
        others = [text for node in titles[1:] for text in (node.text, *node.other_texts)]
        reading.add("title", first.text, first.path, *first.other_texts, *others, *forms, lang=first.lang)


def _creator(reading: Reading, person: LdNode, role: str) -> None:
    if "Role" in person.types or "OrganizationRole" in person.types:  # schema.org: a role that wraps whoever has it
        for inner in person.all("author", "creator", "contributor", "editor", "translator"):
            _creator(reading, inner, relators.code(person.first("rolename").text) or role)
        return
    stated = person.first("role").first("rolecode").text if isinstance(person.value, dict) else ""
    code = relators.code(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", stated)) if stated else None
    if code in OUTSIDE or code == "cph":
        reading.ignore(person.path, "a name without part in the content")
        return
    if isinstance(person.value, str) and not person.id.startswith("http"):
        found, more = names.split_list(person.text)
        reading.statements += [Statement("creators", name, person.path, role) for name in found]
        if more:
            reading.statements.append(Statement("creators", "et al.", person.path, role, parts=(ET_AL,)))
        return
    statement = name_of(person, role)
    if statement is None:
        reading.ignore(person.path, "a name that is only referred to")
    else:
        reading.statements.append(statement)


def name_of(person: LdNode, role: str) -> Statement | None:
    """A person or body as a creator: the name, its parts, and its identifiers; None where it has no name."""
    family, given = person.first("familyname").text, person.first("givenname").text
    value = f"{family}, {given}" if family and given else person.text or family or given
    if not value or (person.id and value == person.id):
        return None
    named = (("family", family), ("given", given)) if family and given else ()
    parts = tuple(Statement(part, text, person.path) for part, text in named)
    return Statement("creators", value, person.path, role, identifiers=tuple(_of_thing(person)), parts=parts)


def _of_thing(thing: LdNode) -> list[Identifier]:
    """The identifiers of a person, body or term: its address, what it is the same as, and what is stated."""
    given = [thing.id] if thing.id else []
    if isinstance(thing.value, dict):
        given += [item for key in ("@id", "id") if isinstance(item := thing.value.get(key), str)]
        given += [node.value for node in thing.all("sameas", "identifier", "url") if isinstance(node.value, str)]
    found = []
    for text in given:
        scheme, colon, number = text.partition(":")
        prefixed = colon and scheme.lower() in identifiers.SCHEMES and not number.startswith("//")
        parsed = identifiers.parse(scheme.lower(), number) if prefixed else identifiers.detect(text) if ":" in text else None
        if parsed is not None and parsed.identifier is not None and parsed.identifier.scheme != "iri":
            found.append(parsed.identifier)
    return list(dict.fromkeys(found))


def _date(reading: Reading, work: LdNode) -> None:
    dates = [node for node in work.all(*_DATES) if node.text] or [node for node in work.all(*_OTHER_DATES) if node.text]
    if dates:
        reading.add("date", dates[0].text, dates[0].path, *(node.text for node in dates[1:]))
    taken = {node.path for node in dates}
    for node in work.all(*_OTHER_DATES):
        if node.path not in taken:
            reading.ignore(node.path, "a date that is not the publication")


def _type(reading: Reading, work: LdNode) -> None:
    said = [*work.types, *(node.text for node in work.all("additionaltype", "genre", "resourcetype"))]
    said = [name for name in said if name.strip()]
    known = next((_TYPES[name.lower().replace(" ", "")] for name in said if name.lower().replace(" ", "") in _TYPES), "")
    if reading.statements and said:
        path = f"{work.path}.@type" if work.path else "@type"
        reading.add("type", known or said[0], path, *said)


def _hosts(reading: Reading, work: LdNode) -> None:
    """What the work is part of, and what that is part of in turn: an issue of a volume of a journal, or a book."""
    for host in work.all("ispartof"):
        for level in _chain(host):
            if isinstance(level.value, str):
                text = level.text
                if level.id.startswith("http") or _SOURCED.fullmatch(text):
                    reading.ignore(_all_of(level.path), "a collection or another resource that is only referred to")
                elif not reading.has("container"):
                    reading.add("container", text, level.path)
                continue
            _place(reading, level)
            kinds = {name.lower() for name in level.types}
            if not kinds & {"publicationissue", "publicationvolume"} or kinds & {"periodical"}:
                title = level.first(*_TITLES)
                if title.text and not reading.has("container"):
                    described = Reading()
                    for person in level.all("editor", "author"):
                        _creator(described, person, "edt" if person.key == "editor" else "")
                    reading.statements.append(
                        Statement("container", title.text, title.path, lang=title.lang, parts=tuple(described.statements))
                    )
            for name in ("issn", "isbn"):
                for number in level.all(name):
                    reading.add_identifier(name, number.text, number.path)
            _publisher(reading, level)
            _date_of_host(reading, level)


def _chain(host: LdNode) -> Iterator[LdNode]:
    """A host, its hosts, and so on, as far as they are not the same again."""
    seen: set[int] = set()
    while id(host.value) not in seen:
        seen.add(id(host.value))
        yield host
        above = host.all("ispartof")
        if not above:
            return
        host = above[0]


def _date_of_host(reading: Reading, level: LdNode) -> None:
    date = level.first("datepublished")
    if date.text and not reading.has("date"):
        reading.add("date", date.text, date.path)


def _publisher(reading: Reading, work: LdNode) -> None:
    if reading.has("publisher"):
        return
    for publisher in work.all("publisher"):
        if publisher.text and not publisher.text.startswith(("http:", "https:")):
            reading.add("publisher", publisher.text, publisher.path)
        else:
            reading.ignore(publisher.path, "a name that is only referred to")


def _place(reading: Reading, work: LdNode) -> None:
    for prop, keys in (("volume", ("volumenumber", "volume")), ("issue", ("issuenumber", "issue"))):
        node = work.first(*keys)
        if node.text and not reading.has(prop):
            reading.add(prop, node.text, node.path)
    if reading.has("pages"):
        return
    whole, start, end = work.first("pagination"), work.first("pagestart"), work.first("pageend")
    ends = dict.fromkeys(node.text for node in (start, end) if node.text)
    reading.add("pages", whole.text or "-".join(ends), whole.path if whole.text else start.path, "-".join(ends))


def _edition(reading: Reading, work: LdNode) -> None:
    node = work.first("bookedition", "edition", "softwareversion", "version")
    reading.add("edition", node.text, node.path)


def _languages(reading: Reading, work: LdNode) -> None:
    for node in work.all("inlanguage", "language"):
        code = node.first("alternatename", "identifier").text if isinstance(node.value, dict) else ""
        if languages.code(node.text or code) != languages.SILENT:
            reading.add("language", code or node.text, node.path, node.text)


def _concepts(reading: Reading, work: LdNode) -> None:
    """Keywords in one string are separated by semicolons, else by commas. A class number is no heading."""
    seen: dict[str, int] = {}
    for node in work.all("keywords", "tags", "about", "subject"):
        text = node.text
        if not text or (isinstance(node.value, str) and (_SOURCED.match(text) or text.startswith(("http:", "https:", "gnd:")))):
            reading.ignore(_all_of(node.path), "a class number, or a term that is only referred to")
            continue
        separator = ";" if ";" in text else "," if node.key in ("keywords", "tags") else ""
        words = text.split(separator) if separator and isinstance(node.value, str) else [text]
        for word in (word.strip() for word in words):
            own = _of_thing(node) if isinstance(node.value, dict) else []
            known = seen.get(word.casefold())
            if known is not None:
                same = reading.statements[known]
                merged = tuple(dict.fromkeys((*same.identifiers, *own)))
                reading.statements[known] = replace(same, identifiers=merged)
            elif word:
                seen[word.casefold()] = len(reading.statements)
                named = _vocabulary(node) if isinstance(node.value, dict) else ""
                reading.add("concepts", word, node.path, *node.other_texts, lang=node.lang, identifiers=own)
                if named:
                    reading.statements[-1] = replace(reading.statements[-1], parts=(Statement("vocabulary", named),))


def _vocabulary(node: LdNode) -> str:
    """The code of the set of terms that a term says it is from."""
    sets = node.all("indefinedtermset", "inscheme")
    return next((code for one in sets for text in (one.id, one.text) if text and (code := vocabulary_code(text))), "")


def _all_of(path: str) -> str:
    """The path of a list, for one of its members."""
    return re.sub(r"\[\d+\]$", "", path)


def _abstract(reading: Reading, work: LdNode) -> None:
    for node in work.all("abstract") or work.all("description"):
        reading.add("abstract", node.text, node.path, lang=node.lang)


def _identifiers(reading: Reading, work: LdNode) -> None:
    for name in ("doi", "pmid", "isbn", "issn"):
        for node in work.all(name):
            reading.add_identifier(name, node.text, node.path)
    for node in work.all("identifier"):
        _identifier(reading, node)
    own = work.value.get("@id", work.value.get("id")) if isinstance(work.value, dict) else None
    if isinstance(own, str) and identifiers.detect(own) is not None:
        path = f"{work.path}.@id" if work.path else "@id"
        found = identifiers.detect(own)
        if found is not None and found.identifier is not None and found.identifier.scheme != "iri":
            reading.add_identifier(found.identifier.scheme, own, path)
    for node in work.all("sameas", "islike", "url"):
        address = node.id or node.text
        if address:
            reading.add_address(address, node.path)


def _identifier(reading: Reading, node: LdNode) -> None:
    """A string that shows what it is, ``(isbn13)978...``, or a PropertyValue with the name of its scheme."""
    if isinstance(node.value, dict):
        scheme = SCHEMES.get(local(node.first("propertyid", "name").text), "")
        value = node.first("value", "@value", "@id", "url")
    else:
        sourced = _SOURCED.fullmatch(node.text)
        scheme = SCHEMES.get(local(sourced["source"]), "") if sourced else ""
        value = LdNode(sourced["value"], node.path, node.graph) if sourced else node
        if sourced and not scheme:
            known = local(sourced["source"]) in _NOT_OF_WORKS
            reading.ignore(_all_of(node.path), "number of a record" if known else "identifier of a kind that is not read")
            return
    text = value.text or value.id
    found = identifiers.detect(text) if not scheme and text else None
    if scheme:
        reading.add_identifier(scheme, text, value.path)
    elif found is not None and found.identifier is not None and found.identifier.scheme != "iri":
        reading.add_identifier(found.identifier.scheme, text, value.path)
    else:
        reading.ignore(_all_of(node.path), "identifier of a kind that is not read")


def _citation(reading: Reading, cited: LdNode) -> None:
    """A reference string, or a described work."""
    if isinstance(cited.value, str):
        own = mentioned(cited.text)
        found = identifiers.detect(cited.text) if not own else None
        if found is not None and found.identifier is not None and found.identifier.scheme != "iri":
            own = (found.identifier,)
        if cited.text:
            reading.statements.append(Statement("citations", cited.text, cited.path, identifiers=own))
        return
    inner = Reading()
    _title(inner, cited)
    for person in cited.all("author", "creator"):
        _creator(inner, person, "aut")
    _date(inner, cited)
    _hosts(inner, cited)
    _publisher(inner, cited)
    _place(inner, cited)
    _identifiers(inner, cited)
    parts = tuple(inner.statements)
    if not parts:
        reading.unreadable(cited.path, "", "a citation that says nothing")
        return
    stated = [identifiers.parse(s.property, s.value).identifier for s in parts if s.property in OWN_PROPERTY - {"isbn", "issn"}]
    own = tuple(identifier for identifier in stated if identifier is not None)
    reading.statements.append(Statement("citations", work_line(parts), cited.path, identifiers=own, parts=parts))
    reading.notes += inner.notes
