"""What a column is by its name alone, where no mapping says: Dublin Core, Islandora Workbench, then the names JSON records use.

Dublin Core is written as DSpace's batch editing and OpenRefine write it (``dc.title[en]``, ``dc.contributor.author``,
``dcterms.issued``, ``dc:subject``), with ``||`` between values; Workbench's columns are Drupal's field names
(``field_linked_agent``), with ``|`` between values. All other names are compared as ``json_values.plain`` has them:
``Publication Year``, ``publication_year`` and ``publicationYear`` are one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gate.model import Kind
from gate.normalise import relators
from gate.normalise.tables import read_words
from gate.properties import PROPERTIES, ValueType
from gate.records.readers.json_fields import FIELDS, ID_KEYS, Field
from gate.records.readers.json_values import plain
from gate.records.readers.tabular.rule import EVERY_SEPARATOR, Rule, not_read

_LANGUAGE = re.compile(r"(?P<name>.*?)\s*\[(?P<lang>[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*|\*)?\]", re.DOTALL)
_DUBLIN_CORE = re.compile(r"(?:dc|dcterms|dcmi|oaire)[.:_](?P<name>\w.*)", re.IGNORECASE)
_ID_COLUMNS = frozenset({*ID_KEYS, "nodeid", "nid", "uuid", "handle"})

_TITLE, _FORM = Field("title", "text"), Field("title", "loose", "title form")
_DATE, _OTHER_DATE = Field("date", "date"), Field("date", "other_date")
_CONCEPT, _ABSTRACT = Field("concepts", "thing"), Field("abstract", "text")
_CONTAINER, _TYPE, _LANG = Field("container", "container"), Field("type", "text"), Field("language", "text")
_IDENTIFIERS, _ADDRESS, _CITED = (
    Field("identifiers", "identifiers"),
    Field("identifiers", "address"),
    Field("citations", "citations"),
)
_OTHER_DATES = "a date that is not the publication"
_RELATED, _FORMAT, _RIGHTS, _COVERED = (
    "a related resource",
    "format or extent",
    "rights statement",
    "place or time covered",
)

#: Dublin Core elements with their qualifier, plain, to what they are; a reason is what is not read
_ELEMENTS: dict[str, Field | str] = {
    "title": _TITLE,
    **dict.fromkeys(("title.alternative", "alternative", "title.translated", "title.other", "title.short"), _FORM),
    "title.subtitle": Field("title", "loose", "subtitle"),
    "creator": Field("creators", "creators"),
    "contributor": Field("creators", "creators", "ctb"),
    "date": _DATE,
    "date.issued": _DATE,
    "issued": _DATE,
    "date.published": _DATE,
    **dict.fromkeys(("date.created", "created", "date.copyright", "datecopyrighted"), _OTHER_DATE),
    **dict.fromkeys(("available", "dateaccepted", "datesubmitted", "modified", "valid"), _OTHER_DATES),
    "subject": _CONCEPT,
    "description": _ABSTRACT,
    "description.abstract": _ABSTRACT,
    "abstract": _ABSTRACT,
    "publisher": Field("publisher", "thing"),
    "publisher.place": "place",
    "type": _TYPE,
    "language": _LANG,
    "language.iso": _LANG,
    "identifier": _IDENTIFIERS,
    "identifier.other": _IDENTIFIERS,
    **dict.fromkeys(("identifier.uri", "identifier.url"), _ADDRESS),
    **{f"identifier.{s}": Field(s, "identifier", s) for s in ("doi", "isbn", "issn", "pmid", "arxiv")},
    **{f"identifier.e{s}": Field(s, "identifier", s) for s in ("isbn", "issn")},
    **{f"identifier.{s}": Field("identifiers", "identifier", s) for s in ("oclc", "lccn", "pmcid", "wikidata")},
    "identifier.citation": "free text",
    "source": _CONTAINER,
    **dict.fromkeys(("relation.ispartof", "ispartof", "citation.title", "relation.journal"), _CONTAINER),
    "relation.issn": Field("issn", "identifier", "issn"),
    "relation.isbn": Field("isbn", "identifier", "isbn"),
    **dict.fromkeys(("relation.references", "references"), _CITED),
    **{f"citation.{p}": Field(p, "number") for p in ("volume", "issue", "edition")},
    **{f"bibliographiccitation.{p}": Field(p, "number") for p in ("volume", "issue")},
    "citation.startpage": Field("pages", "loose", "first page"),
    "citation.endpage": Field("pages", "loose", "last page"),
    "citation.spage": Field("pages", "loose", "first page"),
    "citation.epage": Field("pages", "loose", "last page"),
    "bibliographiccitation": "free text",
    "description.edition": Field("edition", "number"),
}
#: elements not read whatever their qualifier
_REASONS = {
    "date": _OTHER_DATES,
    "relation": _RELATED,
    "format": _FORMAT,
    "extent": _FORMAT,
    "medium": _FORMAT,
    "rights": _RIGHTS,
    "license": _RIGHTS,
    "accessrights": _RIGHTS,
    "rightsholder": _RIGHTS,
    "coverage": _COVERED,
    "spatial": _COVERED,
    "temporal": _COVERED,
    "description": "note",
    "provenance": "provenance",
    "audience": "audience",
    "tableofcontents": "contents",
    "identifier": "identifier of a kind that is not read",
    "title": "title or edition detail",
}
#: subject vocabularies that a qualifier of dc.subject names; other qualifiers are keywords, or a classification
_VOCABULARIES = frozenset(
    {"lcsh", "mesh", "fast", "gnd", "rameau", "aat", "agrovoc", "rvm", "stw", "yso", "tgn", "lcshac", "nal"}
)
_CLASSIFICATIONS = read_words("ddc lcc udc classification rvk bk jel msc")

_WORKBENCH: dict[str, Field | str] = {
    "linkedagent": Field("creators", "creators"),
    **dict.fromkeys(("edtfdateissued", "edtfdate", "dateissued", "date"), _DATE),
    **dict.fromkeys(("edtfdatecreated", "datecreated", "copyrightdate"), _OTHER_DATE),
    **dict.fromkeys(("edtfdatecaptured", "datecaptured", "datevalid", "datemodified", "temporalsubject"), _OTHER_DATES),
    **dict.fromkeys(("subject", "subjects", "subjectgeneral", "geographicsubject", "subjectsname", "topic"), _CONCEPT),
    "fulltitle": _TITLE,
    "title": _TITLE,
    **dict.fromkeys(("alternativetitle", "alttitle", "othertitle"), _FORM),
    **dict.fromkeys(("description", "descriptionlong", "abstract"), _ABSTRACT),
    **dict.fromkeys(("genre", "resourcetype"), _TYPE),
    "language": _LANG,
    "publisher": Field("publisher", "thing"),
    **{s: Field(s, "identifier", s) for s in ("isbn", "issn", "doi")},
    "oclcnumber": Field("identifiers", "identifier", "oclc"),
    "identifier": _IDENTIFIERS,
    "editionstatement": Field("edition", "number"),
    "edition": Field("edition", "number"),
}
#: columns that tell Workbench, or DSpace, what to do, not what the thing is
_HANDLING = read_words("collection file")
_HANDLING_OF_WORKBENCH = _HANDLING | read_words(
    """
parentid weight published mediausetid image audio thumbnail checksum urlalias uid langcode itemuri status attachments filepath
"""
)
_OTHER_NAMES: dict[str, Field] = {
    "abstractnote": _ABSTRACT,
    "manualtags": Field("concepts", "keywords"),
    "indexkeywords": Field("concepts", "keywords"),
    "publicationtitle": _CONTAINER,
    "authorfullnames": Field("creators", "creators", "aut"),
    "callnumber": Field("", ""),
}


def is_id(name: str) -> bool:
    """Whether a column holds the record's own id."""
    return plain(name.strip()) in _ID_COLUMNS


def of_workbench(names: Sequence[str]) -> bool:
    """Whether a table is for Islandora Workbench: it has Drupal's field names."""
    return any(name.lower().startswith("field_") for name in names)


def rule_of(name: str, kind: Kind = Kind.WORK, *, workbench: bool = False) -> Rule:
    """What a column with this name is in a table of records of ``kind``, for Islandora Workbench or not."""
    bare, lang = without_language(name)
    dublin = _DUBLIN_CORE.fullmatch(bare)
    found: Field | str | None
    vocabulary = ""
    if dublin:
        found, vocabulary = _element(dublin["name"])
        rule = _rule(found)
        return replace(rule, lang=lang, vocabulary=vocabulary, authority=True)
    if bare.lower().startswith("field_") and kind is Kind.WORK:
        found = _WORKBENCH.get(plain(bare[6:]), "a field of Islandora that is not read")
        rule = _rule(found)
        return replace(rule, lang=lang, linked=plain(bare[6:]) == "linkedagent", separators=rule.separators and ("|",))
    own = plain(bare)
    if own in (_HANDLING_OF_WORKBENCH if workbench else _HANDLING):
        return not_read("handling, not description")
    found = FIELDS[kind].fields.get(own) or (_OTHER_NAMES.get(own) if kind is Kind.WORK else None)
    return replace(_rule(found if found is not None and found.property else "column is not mapped"), lang=lang)


def without_language(name: str) -> tuple[str, str]:
    """A column's name without its language: ``dc.title[en_US]`` is ``dc.title`` in ``en-US``."""
    match = _LANGUAGE.fullmatch(name.strip())
    if match is None:
        return name.strip(), ""
    return match["name"], (match["lang"] or "").replace("_", "-").strip("*")


def separators_of(field: Field) -> tuple[str, ...]:
    """What may stand between the values of a cell, where nobody says: semicolons are part of titles and prose."""
    known = PROPERTIES.get(field.property)
    prose = known is None or known.type in (ValueType.TEXT, ValueType.CITATION, ValueType.TITLE)
    single = known is not None and known.single
    return ("||",) if prose or single else EVERY_SEPARATOR


def _rule(found: Field | str) -> Rule:
    return not_read(found) if isinstance(found, str) else Rule(found, separators=separators_of(found))


def _element(name: str) -> tuple[Field | str, str]:
    """A Dublin Core element with its qualifier, and the vocabulary that the qualifier names."""
    element, _, qualifier = re.sub(r"[:_]", ".", name.strip()).partition(".")
    element, qualifier = plain(element), plain(qualifier)
    found = _ELEMENTS.get(f"{element}.{qualifier}" if qualifier else element)
    if found is not None:
        return found, ""
    if element in ("creator", "contributor"):
        role = relators.code(qualifier) or ("ctb" if element == "contributor" else "")
        return Field("creators", "creators", role), ""
    if element == "subject" and qualifier in _CLASSIFICATIONS:
        return Field("classification", "headings", "" if qualifier == "classification" else qualifier), ""
    if element == "subject":
        return _CONCEPT, qualifier if qualifier in _VOCABULARIES else ""
    return _REASONS.get(element, "unknown element" if not qualifier else "unknown qualifier"), ""
