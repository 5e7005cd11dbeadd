"""What each RIS tag means for each type of reference (RIS specification of 2001 and 2011; the types of EndNote's RIS export)."""

from __future__ import annotations

import re

from gate.records.readers.tagged import Value
from gate.records.readers.tagged_record import TaggedRecord

#: reference type -> CSL type; GEN and what is not listed say nothing
TYPES = {
    **dict.fromkeys(("JOUR", "EJOUR", "ABST", "INPR"), "article-journal"),
    **dict.fromkeys(("BOOK", "EBOOK", "EDBOOK", "CLSWK", "CTLG", "ANCIENT", "SER"), "book"),
    **dict.fromkeys(("CHAP", "ECHAP"), "chapter"),
    **dict.fromkeys(("CONF", "CPAPER"), "paper-conference"),
    **dict.fromkeys(("RPRT", "GOVDOC", "GRANT"), "report"),
    **dict.fromkeys(("DATA", "DBASE", "AGGR"), "dataset"),
    **dict.fromkeys(("ELEC", "WEB"), "webpage"),
    **dict.fromkeys(("MPCT", "VIDEO", "ADVS"), "motion_picture"),
    **dict.fromkeys(("ART", "CHART", "SLIDE"), "graphic"),
    **dict.fromkeys(("EQUA", "FIGURE"), "figure"),
    **dict.fromkeys(("PCOMM", "ICOMM"), "personal_communication"),
    **dict.fromkeys(("BILL", "UNBILL"), "bill"),
    **dict.fromkeys(("STAT", "LEGAL"), "legislation"),
    **dict.fromkeys(("STAND", "STD"), "standard"),
    **dict.fromkeys(("UNPB", "MANSCPT"), "manuscript"),
    "MGZN": "article-magazine",
    "NEWS": "article-newspaper",
    "THES": "thesis",
    "BLOG": "post-weblog",
    "CASE": "legal_case",
    "COMP": "software",
    "DICT": "entry-dictionary",
    "ENCYC": "entry-encyclopedia",
    "HEAR": "hearing",
    "JFULL": "periodical",
    "MAP": "map",
    "MUSIC": "musical_score",
    "PAMP": "pamphlet",
    "PAT": "patent",
    "SOUND": "song",
}
_AUTHORS = {
    "ART": "art",
    "COMP": "prg",
    "EDBOOK": "edt",
    "MAP": "ctg",
    "MPCT": "drt",
    "MUSIC": "cmp",
    "PAT": "inv",
    "SOUND": "cmp",
}
#: secondary, tertiary and subsidiary authors; types that are not listed have editors, none, and contributors
_SECOND = {
    **dict.fromkeys(("PCOMM", "ICOMM"), "rcp"),
    **dict.fromkeys(("SOUND", "ADVS"), "prf"),
    "BILL": "spn",
    "DATA": "pro",
}
_THIRD = {"BOOK": "edt", "THES": "ths", "MPCT": "pro", "BLOG": "ill"}
_FOURTH = {
    **dict.fromkeys(("ANCIENT", "BOOK", "CHAP", "CTLG", "CLSWK", "DICT", "EDBOOK", "ECHAP", "ENCYC", "PAMP", "GRANT"), "trl"),
    "MPCT": "prf",
    "MUSIC": "pro",
}
#: types whose secondary author is no author: an institution, a court, the name of a file
_NO_SECOND = frozenset({"CASE", "CTLG", "CHART", "EQUA", "FIGURE", "GOVDOC", "LEGAL", "MPCT", "PAMP", "PAT"})
_IN_A_CONTAINER = frozenset(
    {"JOUR", "EJOUR", "ABST", "INPR", "MGZN", "NEWS", "CHAP", "ECHAP", "CPAPER", "CONF", "DICT", "ENCYC", "BLOG", "AGGR", "DBASE"}
    | {"ANCIENT", "MUSIC", "GEN"}
)
_CONTAIN = frozenset({"BOOK", "EBOOK", "EDBOOK", "CLSWK", "CTLG", "PAMP", "THES", "MAP", "COMP", "ADVS", "ART", "JFULL", "SER"})
_PARTS_OF_BOOKS = frozenset({"CHAP", "ECHAP", "CPAPER", "CONF", "DICT", "ENCYC"})
_NUMBERED = frozenset({"JOUR", "EJOUR", "ABST", "INPR", "MGZN", "NEWS", "GEN", "CPAPER", "CONF", "JFULL"})
_NO_VOLUME = frozenset(
    {
        "BILL",
        "UNBILL",
        "BLOG",
        "WEB",
        "CHART",
        "EQUA",
        "FIGURE",
        "COMP",
        "GRANT",
        "LEGAL",
        "MANSCPT",
        "PAMP",
        "PAT",
        "STAND",
        "STAT",
    }
    | {"THES", "RPRT", "HEAR", "CASE"}
)
#: types whose SP is how long the work is, or a description
_WHOLE = frozenset(
    {"BOOK", "EBOOK", "EDBOOK", "CLSWK", "THES", "MPCT", "VIDEO", "ART", "MAP", "COMP", "BLOG", "WEB", "CHART", "FIGURE", "EQUA"}
    | {"RPRT", "PAT", "JFULL", "CTLG", "PAMP", "ELEC", "DATA"}
)
_NO_EDITION = frozenset(
    {"JOUR", "AGGR", "DBASE", "BILL", "HEAR", "STAT", "PAT", "CASE", "MANSCPT", "PCOMM", "GRANT", "MPCT", "INPR", "ABST"}
)
#: types whose DA is when the work was looked at, or a date of something else
_NO_DAY = frozenset({"AGGR", "CASE", "EJOUR", "EBOOK", "DBASE", "MULTI", "GRANT"})
_CITED_BY = re.compile(r"Cited By\s*:?\s*(\d+)", re.IGNORECASE)
_REFERENCES = re.compile(r"References\s*(?:\(\d+\))?\s*:\s*(.+)", re.IGNORECASE | re.DOTALL)
#: what a tag of PubMed's and other databases' records holds, by the name of the database
_DATABASES = {"pubmed": "pmid", "medline": "pmid", "pmc": "pmcid"}

_IGNORED = {
    **dict.fromkeys(("T3", "SV"), "series statement"),
    **dict.fromkeys(("CY", "PP"), "place"),
    **dict.fromkeys(("Y2", "DA", "RD"), "a date that is not the publication"),
    **dict.fromkeys(("N1", "RN", "RP", "RI", "CA", "OP", "AV", "AD", "U3", "U4", "U5", "M2"), "note"),
    **dict.fromkeys(("A2", "A3", "A4", "A5", "TA"), "a name without part in the work itself"),
    **dict.fromkeys(("L1", "L2", "L3", "L4", "LK"), "link to a file"),
    **dict.fromkeys(("AN", "DB", "DP", "CN", "LB", "ID"), "where it was found"),
    **dict.fromkeys((*(f"C{n}" for n in range(1, 9)), "U1", "U2"), "a field whose meaning the writer chose"),
    **dict.fromkeys(("NV", "SE", "SP"), "extent"),
    **dict.fromkeys(("VL", "IS", "M1", "M3", "ET"), "a number or kind that means something else for this type"),
    **dict.fromkeys(("T2", "J2", "JA", "JO", "JF", "J1", "BT"), "a secondary title that is not the container"),
}


def read_fields(record: TaggedRecord) -> None:
    """Everything a record says of its work."""
    kind_field = record.last("TY")
    kind = kind_field.joined.upper()[:10]
    if not kind:
        record.unreadable("TY", "", "the type of reference is missing")
    _titles(record, kind)
    _names(record, kind)
    _date(record, kind)
    _container(record, kind)
    _place(record, kind)
    record.each("publisher", "PB")
    record.each("language", "LA")
    record.keywords("KW")
    record.once("abstract", "AB", "N2")
    _identifiers(record, kind)
    _notes(record)
    said = [v.joined for v in record.take("M3")]
    if record.statements or kind in TYPES:
        record.add("type", TYPES.get(kind, "" if kind == "GEN" else kind), kind_field.path, kind, *said)
    record.leave(_IGNORED)
    if all(s.property == "type" for s in record.statements):
        record.statements.clear()


def _titles(record: TaggedRecord, kind: str) -> None:
    tags = ("TI", "T1", "CT", "BT") if kind not in _PARTS_OF_BOOKS else ("TI", "T1", "CT")
    if kind == "JFULL":
        tags = (*tags, "JF", "JO", "T2")
    title = record.first(*tags)
    again = [v.joined for v in record.take("TI", "T1", "CT")]
    others = [v.joined for v in record.take("ST", "TT")]
    record.add("title", title.joined or next(iter(others), ""), title.path or "ST", *again, *others)


def _date(record: TaggedRecord, kind: str) -> None:
    """PY is the year, DA the day; Y1 is the date of the older dialect, which DA stands above."""
    years, days, old = record.take("PY"), record.take("DA") if kind not in _NO_DAY else [], record.take("Y1")
    ranked = [group for group in (years, days if any(re.search(r"\d{4}", v.text) for v in days) else [], old) if group]
    if ranked:
        rest = [v for group in (years, days, old) if group is not ranked[0] for v in group]
        record.date(ranked[0], rest)


def _names(record: TaggedRecord, kind: str) -> None:
    record.names(_AUTHORS.get(kind, "aut"), "AU", "A1")
    record.names("edt", "ED")
    if kind not in _NO_SECOND:
        record.names(_SECOND.get(kind, "edt"), "A2")
    if kind in _THIRD:
        record.names(_THIRD[kind], "A3")
    record.names(_FOURTH.get(kind, "ctb"), "A4")


def _container(record: TaggedRecord, kind: str) -> None:
    if kind in _CONTAIN:
        return
    tags = ["JF", *(["C3"] if kind in ("CONF", "CPAPER") else []), *(["BT"] if kind in _PARTS_OF_BOOKS else [])]
    if kind in _IN_A_CONTAINER or not kind:
        tags.append("T2")
    record.once("container", *tags, "JO", "J2", "JA", "J1")


def _place(record: TaggedRecord, kind: str) -> None:
    if kind not in _NO_VOLUME:
        record.once("volume", "VL", "VO")
    if kind in _NUMBERED or not kind:
        record.once("issue", "IS", "CP")
    if kind in _NUMBERED - {"JOUR", "GEN"} and not record.has("issue"):
        _issue_number(record)
    start, end = record.first("SP"), record.first("EP", "LP")
    if not start.text and not end.text and kind in ("JOUR", "EJOUR", "MGZN"):
        start = record.first("SE", "C7")
    whole = kind in _WHOLE and not end.text and "-" not in start.text
    if whole and start.text:
        record.ignore(start.path, "extent")
    elif start.text or end.text:
        both = dict.fromkeys(v.joined for v in (start, end) if v.text)
        record.add("pages", "-".join(both), start.path or end.path)
    if kind not in _NO_EDITION:
        record.each("edition", "ET")


def _issue_number(record: TaggedRecord) -> None:
    number = record.first("M1")
    if re.fullmatch(r"\d[\w/.-]{0,12}", number.joined):
        record.add("issue", number.joined, number.path)
    elif number.text:
        record.ignore(number.path, "note")


def _identifiers(record: TaggedRecord, kind: str) -> None:
    for value in record.take("DO"):
        record.add_identifier("doi", value.joined, value.path)
    record.numbers(*(["SN"] if kind not in ("PAT", "RPRT", "STAND", "DBASE") else []))
    if record.fields.get("SN"):
        _report_number(record)
    record.labelled("U1", "U2", "U3", "U4", "U5", "AN", "C2")
    database = record.fields.get("DB", [Value("", "")])[0].joined.lower()
    for value in record.take("AN") if database in _DATABASES else []:
        record.add_identifier(_DATABASES[database], value.joined, value.path)
    for tag in ("M3", "L3"):
        record.fields[tag] = [v for v in record.fields.get(tag, []) if not _is_doi(record, v)]
    for value in record.take("UR", "L2"):
        for address in value.lines:
            record.add_address(address, value.path)
    record.doi_mentioned("N1")


def _report_number(record: TaggedRecord) -> None:
    from gate.normalise import identifiers

    for value in record.take("SN"):
        scheme = next((s for s in ("isbn", "issn") if identifiers.parse(s, value.joined).check_ok), "")
        if scheme:
            record.add_identifier(scheme, value.joined, value.path)
        else:
            record.ignore(value.path, "number of a report or patent")


def _is_doi(record: TaggedRecord, value: Value) -> bool:
    from gate.normalise import identifiers

    if not re.match(r"(?:doi|https?://\S*doi\.org|10\.\d)", value.joined, re.IGNORECASE):
        return False
    if identifiers.parse("doi", value.joined).identifier is None:
        return False
    record.add_identifier("doi", value.joined, value.path)
    return True


def _notes(record: TaggedRecord) -> None:
    """Scopus keeps in notes how often a work is cited, and what it cites, with semicolons between references."""
    from gate.model import Statement
    from gate.records.readers.json_identifiers import mentioned

    rest = []
    for value in record.fields.pop("N1", []):
        if match := _CITED_BY.fullmatch(value.joined):
            record.add("times_cited", match[1], value.path)
        elif match := _REFERENCES.fullmatch(value.text):
            for n, text in enumerate(re.split(r";\s+", " ".join(match[1].split())), 1):
                record.statements.append(Statement("citations", text, f"{value.path}[{n}]", identifiers=mentioned(text)))
        else:
            rest.append(value)
    if rest:
        record.fields["N1"] = rest
