"""Which BibTeX or biblatex field means what (Patashnik, BibTeXing; biblatex manual, section 2; Web of Science exports)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gate.model import Identifier, Ignored, Note, Statement
from gate.records.readers.bibtex_inheritance import Given
from gate.records.readers.bibtex_names import annotated_orcids, read_names
from gate.records.readers.bibtex_values import MONTHS, Value, plain, reading_form, resolve

#: entry type -> CSL type; misc and unknown types say nothing
_TYPES = {
    "article": "article-journal",
    "suppperiodical": "article-journal",
    "review": "review",
    **dict.fromkeys(("book", "mvbook", "collection", "mvcollection", "proceedings", "mvproceedings"), "book"),
    **dict.fromkeys(("reference", "mvreference", "manual"), "book"),
    **dict.fromkeys(("inbook", "bookinbook", "suppbook", "incollection", "suppcollection"), "chapter"),
    "inreference": "entry-encyclopedia",
    "booklet": "pamphlet",
    **dict.fromkeys(("inproceedings", "conference"), "paper-conference"),
    **dict.fromkeys(("techreport", "report"), "report"),
    **dict.fromkeys(("phdthesis", "mastersthesis", "thesis"), "thesis"),
    "unpublished": "manuscript",
    **dict.fromkeys(("online", "electronic", "www"), "webpage"),
    **{name: name for name in ("patent", "dataset", "software", "standard", "periodical", "performance", "legislation")},
    **dict.fromkeys(("video", "movie"), "motion_picture"),
    **dict.fromkeys(("audio", "music"), "song"),
    **dict.fromkeys(("image", "artwork"), "graphic"),
    "letter": "personal_communication",
    "jurisdiction": "legal_case",
}
_NAMES = {
    "author": "",
    "editor": "edt",
    "editora": "edt",
    "editorb": "edt",
    "editorc": "edt",
    "translator": "trl",
    "annotator": "ann",
    "commentator": "cwt",
    "introduction": "aui",
    "foreword": "wpr",
    "afterword": "aft",
    "director": "drt",
}
_REPORTS = frozenset({"techreport", "report", "patent", "standard", "manual", "unpublished", "misc", "dataset", "online"})
_PUBLISHERS = ("publisher", "school", "institution", "organization")
_LISTS = {"keywords": ("concepts", ",;"), "keyword": ("concepts", ",;"), "research-areas": ("research_areas", ";")}
_PLAIN = {"edition": "edition", "language": "language", "langid": "language", "abstract": "abstract"}
_SCHEMES = {
    **{name: name for name in ("doi", "pmid", "isbn", "issn", "arxiv")},
    "eissn": "issn",
    "pmcid": "pmcid",
    "pmc": "pmcid",
    "lccn": "lccn",
    "oclc": "oclc",
    "mrnumber": "mr",
    "zblnumber": "zbl",
    "zbl": "zbl",
    "zmnumber": "zbl",
    "hdl": "hdl",
}
_EPRINTS = {"arxiv": "arxiv", "pubmed": "pmid", "pmid": "pmid", "doi": "doi"}
_OWN_PROPERTY = frozenset({"doi", "pmid", "isbn", "issn", "arxiv"})
_MANY = re.compile(r"[;,]\s*|\s+(?=97[89]|\d{4}-\d{3})")
_ARXIV = re.compile(
    r"arxiv\s*(?:e-?prints?|preprint)?\s*[,:]?\s*(?:arxiv)?\s*[:./ ]\s*([a-z-]+(?:\.[A-Z]{2})?/\d{7}|\d{4}\.\d{4,5})",
    re.IGNORECASE,
)
_TECHNICAL = re.compile(
    r"bdsk-.*|file|file-.*|local-.*|date-(?:added|modified)|timestamp|owner|groups|creationdate|modificationdate|ids|crossref|xdata"
    r"|xref|bibsource|biburl|mendeley-.*|__markedentry|rating|read|readstatus|priority|ranking|comment|jabref.*|unique-id|da|options"
)
_IGNORED = {
    **dict.fromkeys(("address", "location", "venue"), "place"),
    **dict.fromkeys(("series", "shortseries"), "series statement"),
    **dict.fromkeys(("urldate", "origdate", "eventdate", "accessed", "lastaccessed"), "a date that is not the publication"),
    **dict.fromkeys(("eprintclass", "primaryclass", "archiveprefix", "eprinttype"), "part of eprint"),
    **dict.fromkeys(("bookauthor", "holder"), "a name without part in the work itself"),
    **dict.fromkeys(("pagetotal", "numpages", "volumes", "chapter", "part"), "extent"),
    **dict.fromkeys(("howpublished", "note", "annote", "annotation", "addendum", "pubstate"), "note"),
    "number": "number of a report or in a series",
    **dict.fromkeys(("eid", "article-number", "articleno", "articlenumber"), "article number beside pages"),
    "organization": "sponsor",
    **dict.fromkeys(("titleaddon", "booktitleaddon", "eventtitle", "maintitle", "mainsubtitle"), "title detail"),
    **dict.fromkeys(("editortype", "editoratype", "editorbtype", "editorctype", "year", "type"), "part of another field"),
}


@dataclass(slots=True)
class Entry:
    """One entry being read: its fields not yet looked at, and what they said."""

    kind: str
    fields: dict[str, Given]
    macros: dict[str, str]
    statements: list[Statement] = field(default_factory=list)
    left: list[Ignored] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def take(self, name: str) -> tuple[str, str]:
        """The text of a field (its LaTeX kept) and its path; the field counts as read. Empty when it is not there or empty."""
        given = self.fields.pop(name, None)
        if given is None:
            return "", ""
        value: Value = resolve(given.raw, self.macros)
        for macro in value.undefined:
            self.notes.append(Note("value-unreadable", given.path, macro, f"the abbreviation {macro} is not defined"))
        if value.trailing:
            self.notes.append(
                Note("value-unreadable", given.path, value.trailing[:80], "stands after the value: a comma is missing")
            )
        return value.text, given.path

    def add(self, prop: str, value: str, path: str, *forms: str, identifier: Identifier | None = None) -> None:
        """A statement, if there is a value."""
        if value:
            kept = tuple(dict.fromkeys(form for form in forms if form and form != value))
            self.statements.append(Statement(prop, value, path, forms=kept, identifiers=(identifier,) if identifier else ()))


def read_fields(kind: str, fields: dict[str, Given], macros: dict[str, str]) -> Entry:
    """Everything an entry says of its work."""
    entry = Entry(kind, dict(fields), macros)
    _titles(entry)
    _names(entry)
    _date(entry)
    _place_in_container(entry)
    _publisher(entry)
    _lists(entry)
    _identifiers(entry)
    said = reading_form(entry.take("type")[0])
    entry.add("type", _TYPES.get(kind, "" if kind == "misc" else kind), "entrytype", kind, said)
    for name, given in entry.fields.items():
        reason = "reference manager's field" if _TECHNICAL.fullmatch(name) else _IGNORED.get(name, "unknown field")
        entry.left.append(Ignored(given.path, reason))
    return entry


def _titles(entry: Entry) -> None:
    title, path = entry.take("title")
    subtitle, subtitle_path = entry.take("subtitle")
    short, _ = entry.take("shorttitle")
    entry.add("title", _joined(title, subtitle), path or subtitle_path, reading_form(short))


def _joined(title: str, subtitle: str) -> str:
    title, subtitle = reading_form(title), reading_form(subtitle)
    if not subtitle or not title:
        return title or subtitle
    return f"{title} {subtitle}" if title[-1] in ":?!.\u2013\u2014" else f"{title}: {subtitle}"


def _names(entry: Entry) -> None:
    from gate.normalise import relators

    orcids = annotated_orcids(entry.take("author+an:orcid")[0])
    for name, default in _NAMES.items():
        kind = reading_form(entry.take(f"{name}type")[0]) if name.startswith("editor") else ""
        text, path = entry.take(name)
        role = relators.code(kind) or default
        entry.statements += read_names(text, "creators", path, role, orcids if name == "author" else {})


def _date(entry: Entry) -> None:
    """``date`` as it stands; else year, month and day as ISO 8601. A month that is no single month stays a form."""
    date, path = entry.take("date")
    year, year_path = entry.take("year")
    month, month_path = entry.take("month")
    day, _ = entry.take("day")
    if plain(date):
        entry.add("date", plain(date), path)
        entry.left += [Ignored(year_path, "date is given too")] if year else []
        return
    if month and not year:
        entry.left.append(Ignored(month_path, "a month without a year"))
        return
    year, month = reading_form(year), reading_form(month)
    match = re.fullmatch(r"(?:(?P<before>\d{1,2})\.?\s+)?(?P<month>[^\W\d]{3,}|\d{1,2})\.?(?:\s+(?P<after>\d{1,2})\.?)?", month)
    number = _month(match["month"]) if match else 0
    if number and re.fullmatch(r"\d{4}", year):
        of_month = plain(day) or (match["before"] or match["after"] or "" if match else "")
        iso = f"{year}-{number:02}" + (f"-{int(of_month):02}" if of_month.isdigit() and 0 < int(of_month) < 32 else "")
        entry.add("date", iso, year_path)
        return
    entry.add("date", year, year_path, f"{month} {year}" if month else "")


def _month(text: str) -> int:
    if text.isdigit():
        return int(text) if 0 < int(text) <= 12 else 0
    short = text[:3].lower()
    return MONTHS.index(short) + 1 if short in MONTHS else 0


def _place_in_container(entry: Entry) -> None:
    volume, path = entry.take("volume")
    entry.add("volume", reading_form(volume), path)
    issue, issue_path = entry.take("issue")
    number, number_path = ("", "") if entry.kind in _REPORTS or _is_book(entry) else entry.take("number")
    if number:
        entry.add("issue", reading_form(number), number_path, reading_form(issue))
    else:
        entry.add("issue", reading_form(issue), issue_path)
    pages, pages_path = entry.take("pages")
    for name in ("eid", "article-number", "articleno", "articlenumber"):
        if not pages:
            pages, pages_path = entry.take(name)
    entry.add("pages", re.sub(r"\s*[\u2012-\u2014]\s*", "\u2013", reading_form(pages)), pages_path)
    shorts = [reading_form(entry.take(name)[0]) for name in ("shortjournal", "journal-iso", "journalabbreviation", "fjournal")]
    for name, sub in (("journaltitle", "journalsubtitle"), ("journal", "journalsubtitle"), ("booktitle", "booksubtitle")):
        title, where = entry.take(name)
        value = _joined(title, entry.take(sub)[0])
        if not value:
            continue
        if _has(entry, "container"):
            entry.left.append(Ignored(where, "a second container"))
        elif match := _ARXIV.search(value):
            entry.add("container", "arXiv", where, value)
            entry.fields.setdefault("arxiv", Given(match[1], where))
        else:
            entry.add("container", value, where, *shorts)


def _is_book(entry: Entry) -> bool:
    return _TYPES.get(entry.kind) in ("book", "chapter", "paper-conference", "thesis")


def _publisher(entry: Entry) -> None:
    from bibtexparser.middlewares.names import split_multiple_persons_names

    for name in _PUBLISHERS:
        if name == "organization" and (entry.kind in ("inproceedings", "conference", "proceedings") or _has(entry, "publisher")):
            continue  # BibTeX: the sponsor of a conference
        text, path = entry.take(name)
        for publisher in split_multiple_persons_names(text):
            entry.add("publisher", reading_form(publisher), path)


def _has(entry: Entry, prop: str) -> bool:
    return any(s.property == prop for s in entry.statements)


def _lists(entry: Entry) -> None:
    for name, prop in _PLAIN.items():
        text, path = entry.take(name)
        if prop != "language" or not _has(entry, "language"):
            entry.add(prop, reading_form(text), path)
    for name, (prop, marks) in _LISTS.items():
        text, path = entry.take(name)
        mark = ";" if ";" in text else marks[0]
        terms = [term for part in text.split(mark) if (term := reading_form(part))]
        for number, term in enumerate(terms, 1):
            entry.add(prop, term, f"{path}[{number}]" if len(terms) > 1 else path)
    cited, path = entry.take("times-cited")
    entry.add("times_cited", reading_form(cited), path)
    references, path = entry.take("cited-references")
    lines = [line for part in references.splitlines() if (line := reading_form(part).rstrip("."))]
    for number, line in enumerate(lines, 1):
        entry.add("citations", line, f"{path}[{number}]")


def _identifiers(entry: Entry) -> None:
    from gate.normalise import identifiers

    archive = plain(entry.take("eprinttype")[0] or entry.take("archiveprefix")[0]).lower()
    eprint, path = entry.take("eprint")
    scheme = _EPRINTS.get(archive, "")
    if not archive and identifiers.parse("arxiv", plain(eprint)).identifier:
        scheme = "arxiv"
    if eprint and (scheme or archive):
        entry.fields.setdefault(scheme or "eprint", Given("{" + eprint + "}", path))
        _identifier(entry, scheme or "eprint", scheme or archive)
    elif eprint:
        entry.left.append(Ignored(path, "eprint of an archive that is not named"))
    for name, of_scheme in _SCHEMES.items():
        _identifier(entry, name, of_scheme)
    for name in ("url", "howpublished", "note"):
        if name in entry.fields:
            _from_text(entry, name)


def _identifier(entry: Entry, name: str, scheme: str) -> None:
    from gate.normalise import identifiers

    text, path = entry.take(name)
    values = [v for v in _MANY.split(plain(text)) if v] if scheme in ("isbn", "issn") else [plain(text)]
    for number, value in enumerate(values, 1):
        where = f"{path}[{number}]" if len(values) > 1 else path
        if scheme in _OWN_PROPERTY:
            entry.add(scheme, value, where)
        elif value:
            entry.add("identifiers", value, where, identifier=identifiers.parse(scheme, value).identifier)


def _from_text(entry: Entry, name: str) -> None:
    """A DOI, arXiv number or PMID in an address or a note; the field itself is left aside otherwise."""
    from gate.normalise import identifiers

    given = entry.fields[name]
    text = plain(resolve(given.raw, entry.macros).text)
    match = _ARXIV.search(text)
    found = identifiers.parse("arxiv", match[1]) if match else identifiers.detect(text)
    if found is None or found.identifier is None or found.identifier.scheme not in ("doi", "arxiv", "pmid", "pmcid"):
        entry.fields[name] = given
        if name == "url":
            entry.left.append(Ignored(entry.fields.pop(name).path, "address"))
        return
    scheme = found.identifier.scheme
    entry.fields.pop(name)
    prop = scheme if scheme in _OWN_PROPERTY else "identifiers"
    if any(s.property == prop and _same(s, found.identifier) for s in entry.statements):
        entry.left.append(Ignored(given.path, "the same identifier again"))
    elif prop == "identifiers":
        entry.add(prop, text, given.path, identifier=found.identifier)
    else:
        entry.add(prop, match[1] if match else text, given.path)


def _same(statement: Statement, identifier: Identifier) -> bool:
    from gate.normalise import identifiers

    return identifiers.parse(statement.property, statement.value).identifier == identifier or identifier in statement.identifiers
