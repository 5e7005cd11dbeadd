"""Which field of a MARC 21 bibliographic record means what (MARC 21 Format for Bibliographic Data, Library of Congress)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from gate.model import Kind, Statement
from gate.records.readers import marc_identifiers
from gate.records.readers.enumeration import place_in_host
from gate.records.readers.marc_coded import dates, languages, work_type
from gate.records.readers.marc_identifiers import linked_places
from gate.records.readers.marc_names import name_statement, role_of
from gate.records.readers.marc_record import Field, MarcRecord, Outcome, tidy, without_stop
from gate.records.readers.reading import Reading

_Handler = Callable[[Field, str, Reading], Outcome]

_VARIANT_TITLES = frozenset({"130", "210", "222", "240", "242", "246"})
_IDENTIFIERS = frozenset({"doi", "isbn", "issn", "arxiv", "pmid", "identifiers"})
NOT_STATED = re.compile(r"\W*(?:s\.? ?n\.?|publisher unknown|[\w ]* not identified)\W*", re.IGNORECASE)
_DASH = re.compile(r"\.?\s*--$")  # the paragraph mark of card catalogues
_LINK = re.compile(r"880-(\d\d)")
_LINK_BACK = re.compile(r"(\d{3})-(\d\d)")

#: relators of those who make, sell, own or pay for copies, not the content
OUTSIDE = frozenset(
    {"bsl", "cph", "dgg", "dnr", "dst", "dpt", "fmo", "fnd", "his", "len", "mfr", "own", "pat", "pbl", "prt", "rps", "sll", "spn"}
)
#: second indicator of a subject heading: the vocabulary it is from, by its code in the list of subject sources
_THESAURI = {"0": "lcsh", "1": "lcshac", "2": "mesh", "3": "nal", "5": "cash", "6": "rvm"}
#: subfields not read, of fields that are
_UNREAD_SUBFIELDS = {"245": ("c", "statement of responsibility"), "260": ("a", "place"), "264": ("a", "place")}
#: said of an added entry for a work
RELATED = "a related work: its heading is looked up where there is an authority file, and is no claim"
#: fields not read: the longest tag beginning that fits says what they hold
_IGNORED = {
    "00": "control field",
    "0": "control number or code",
    "040": "cataloguing source",
    "1": "heading of a kind that is not read",
    "2": "title or edition detail",
    "247": "an earlier title",
    "26": "publication detail",
    "3": "physical description",
    "33": "content, media or carrier type",
    "4": "series statement",
    "5": "note",
    "59": "local field",
    "6": "subject access of a kind that is not read",
    "69": "local field",
    "7": "a related work",
    "75": "added entry for a place or system",
    "79": "local field",
    "8": "holdings or link",
    "80": "series statement",
    "81": "series statement",
    "83": "series statement",
    "880": "other script of a field that is not read",
    "883": "metadata provenance",
    "885": "matching information",
    "9": "local field",
}


def read_bibliographic(record: MarcRecord) -> Reading:
    """What a bibliographic record says of a work: title first, then the creators, then the rest in the order of the record."""
    reading = Reading(Kind.WORK)
    variants: list[Statement] = []
    numbered = record.numbered()
    vernacular = _vernacular(numbered)
    for f, path in sorted(numbered, key=lambda item: _rank(item[0].tag)):
        if f.tag == "880" and _LINK_BACK.match(f.first("6")):
            continue
        link = _LINK.match(f.first("6"))
        others = vernacular.pop((f.tag, link[1]), []) if link else []
        _read_field(f, path, others, reading, variants)
    for unlinked in vernacular.values():
        for f, path in unlinked:
            _read_field(f, path, [], reading, variants)
    _one_title(reading, variants)
    if reading.statements and reading.statements[0].property == "title":
        reading.statements[0] = _with_creator(reading.statements[0], numbered)
    _once(reading)
    reading.statements += [*dates(record, numbered), *languages(record, numbered), *work_type(record)]
    return reading


@lru_cache(maxsize=1024)
def unread(tag: str) -> str:
    """Why a field that has no reader is ignored."""
    own = "field of the library system" if tag[:1].isalpha() else "unknown field"  # Aleph's FMT, CAT, LKR, Z30 ...
    return next((_IGNORED[tag[:n]] for n in (3, 2, 1) if tag[:n] in _IGNORED), own)


def heading_text(f: Field) -> str:
    """A subject heading as it is displayed: the heading, then its subdivisions ($v $x $y $z) after two hyphens each."""
    head: list[str] = []
    subdivisions: list[str] = []
    for code, value in f.subfields:
        if code in "vxyz" and without_stop(value):
            subdivisions.append(without_stop(value))
        elif code.isalpha() and code not in "eiuw" and value.strip():
            head.append(" ".join(value.split()))
    return "--".join(part for part in (without_stop(" ".join(head)), *subdivisions) if part)


def _vernacular(numbered: list[tuple[Field, str]]) -> dict[tuple[str, str], list[tuple[Field, str]]]:
    """Fields 880 by the tag and occurrence they belong to, as fields of that tag. Occurrence 00 belongs to none."""
    found: dict[tuple[str, str], list[tuple[Field, str]]] = {}
    for f, path in numbered:
        if f.tag == "880" and (link := _LINK_BACK.match(f.first("6"))):
            occurrence = link[2] if link[2] != "00" else path
            found.setdefault((link[1], occurrence), []).append((replace(f, tag=link[1]), path))
    return found


def _rank(tag: str) -> int:
    return 0 if tag == "245" else 1 if tag[:1] == "1" else 2 if tag[:2] in ("70", "71", "72") else 3


def _read_field(f: Field, path: str, others: list[tuple[Field, str]], reading: Reading, variants: list[Statement]) -> None:
    handler = _HANDLERS.get(f.tag)
    if handler is None:
        reading.ignore(path[:3], unread(path[:3]))
        return
    found = handler(f, path, reading)
    if isinstance(found, str):
        reading.ignore(path[:3], found)
        found = []
    in_other_script: list[Statement] = []
    for other, other_path in others:
        read = handler(other, other_path, reading)
        in_other_script += read if isinstance(read, list) else []
    found = _with_forms(found, in_other_script)
    (variants if f.tag in _VARIANT_TITLES else reading.statements).extend(found)
    code, reason = _UNREAD_SUBFIELDS.get(path[:3], ("", ""))
    if code and f.first(code):
        reading.ignore(f"{f.tag}${code}", reason)


def _with_forms(found: list[Statement], others: list[Statement]) -> list[Statement]:
    """Every statement with its partner in the other script as a form; a partner without one stands for itself."""
    if not others:
        return found
    merged = list(found)
    used: Counter[str] = Counter()
    for other in others:
        places = [n for n, s in enumerate(found) if s.property == other.property]
        number = used[other.property]
        used[other.property] += 1
        if number < len(places):
            mine = merged[places[number]]
            forms = dict.fromkeys((*mine.forms, other.value, *other.forms))
            merged[places[number]] = replace(mine, forms=tuple(form for form in forms if form != mine.value))
        else:
            merged.append(other)
    return merged


def _one_title(reading: Reading, variants: list[Statement]) -> None:
    """All titles but the first are forms of it: a work has one title, which may be written in several ways."""
    titles = [s for s in reading.statements if s.property == "title"] + variants
    reading.statements = [s for s in reading.statements if s.property != "title"]
    if titles:
        first, *rest = titles
        forms = dict.fromkeys((*first.forms, *(form for s in rest for form in (s.value, *s.forms))))
        parts = tuple(part for s in titles for part in s.parts)
        reading.statements.insert(0, replace(first, forms=tuple(form for form in forms if form != first.value), parts=parts))


def _once(reading: Reading) -> None:
    """An identifier that stands in two fields (020 and 024, 024 and 856, ISBN-10 and -13) is one claim."""
    from gate.normalise import identifiers

    seen: set[object] = set()
    kept = []
    for s in reading.statements:
        if s.property in _IDENTIFIERS:
            mine = s.identifiers[:1] or (identifiers.parse(s.property, s.value).identifier or s.value,)
            if (s.property, mine[0]) in seen:
                reading.ignore(s.path[:3], "the same identifier again")
                continue
            seen.add((s.property, mine[0]))
        kept.append(s)
    reading.statements = kept


def _title(f: Field, path: str, _: Reading) -> Outcome:
    value, parallel, mark, last = "", "", "", ""
    for code, text in f.all("abnp" if f.first("a") else "bknp"):  # an archive may have only a form ($k)
        plain = tidy(text)
        if not plain:
            continue
        if parallel or (code == "b" and mark == "="):
            parallel += (": " if code == "b" and parallel else " ") + plain
        elif not value:
            value = plain
        else:
            between = {"b": "; " if mark == ";" else ": ", "n": ". "}.get(code, ", " if last == "n" else ". ")
            value = (value if code == "b" else value.rstrip(".")) + between + plain
        mark, last = text[-1], code
    if not value:
        return "title without $a"
    forms = (without_stop(parallel),) if parallel else ()
    return [Statement("title", without_stop(_DASH.sub("", value)), f"{path}$a", forms=forms, parts=_uniform(f, path))]


def _uniform(f: Field, path: str) -> tuple[Statement, ...]:
    """A uniform title (130, 240), which can be looked up in an authority file, by its identifier or its words."""
    return (_titled("uniform_title", f, path),) if f.tag in ("130", "240") else ()


def _titled(prop: str, f: Field, path: str) -> Statement:
    """The heading of a work: a title, or a name with a title; without ISSN ($x) and number of a series ($v)."""
    places = linked_places(f, path)
    plain = replace(f, subfields=tuple(pair for pair in f.subfields if pair[0] not in "vx"))
    return Statement(prop, heading_text(plain), f"{path}$a", identifiers=tuple(own for own, _ in places), places=places)


def _named_titles(numbered: list[tuple[Field, str]]) -> Iterator[Statement]:
    """The works of added entries: 730, and 700 to 711 with $t. They are looked up as headings, and are no claims."""
    for f, path in numbered:
        if f.tag == "730" or (f.tag in ("700", "710", "711") and f.first("t")):
            yield _titled("related_title", f, path)


def _with_creator(title: Statement, numbered: list[tuple[Field, str]]) -> Statement:
    """Under a name in 1XX an authority file has the name and the title of 240 as one heading: that is another form of it."""
    main = next((heading_text(f) for f, _ in numbered if f.tag in ("100", "110", "111")), "")
    parts = (
        replace(p, forms=(f"{main}. {p.value}",)) if main and p.property == "uniform_title" and p.path.startswith("240") else p
        for p in title.parts
    )
    return replace(title, parts=(*parts, *_named_titles(numbered)))


def _related(_: Field, __: str, ___: Reading) -> Outcome:
    return RELATED


def _creator(f: Field, path: str, _: Reading) -> Outcome:
    if f.first("t") and f.tag[0] == "7":
        return RELATED
    role = role_of(f)
    if role in OUTSIDE:
        return "a name without part in the content"
    statement = name_statement(f, "creators", path, role)
    return [statement] if statement else "heading without a name"


def _publisher(f: Field, path: str, _: Reading) -> Outcome:
    if f.tag == "264" and f.ind2 not in "1 ":
        return "production, distribution, manufacture or copyright statement"
    names = [tidy(text.replace("[", "").replace("]", "")) for _, text in f.all("b")]
    stated = [name for name in names if name and not NOT_STATED.fullmatch(name)]
    return [Statement("publisher", name, f"{path}$b" + (f"[{n}]" if n > 1 else "")) for n, name in enumerate(stated, 1)]


def _edition(f: Field, path: str, _: Reading) -> Outcome:
    value = tidy(f.first("a"))
    return [Statement("edition", value, f"{path}$a")] if value else "edition without $a"


def _abstract(f: Field, path: str, _: Reading) -> Outcome:
    value = " ".join(" ".join(text.split()) for _, text in f.all("ab"))
    if f.ind1 in "14" or not value:
        return "note of a kind that is not read"
    return [Statement("abstract", value, f"{path}$a")]


def _concept(f: Field, path: str, _: Reading) -> Outcome:
    if f.tag == "653":
        terms = [without_stop(text) for _, text in f.all("a")]
        many = len(terms) > 1
        return [Statement("concepts", term, f"{path}$a[{n}]" if many else f"{path}$a") for n, term in enumerate(terms, 1) if term]
    value = heading_text(f)
    if not value:
        return "subject access without a heading"
    code = next((c for c, text in f.subfields if c.isalpha() and text.strip()), "a")
    named = f.first("2").lower().rstrip(".") if f.ind2 == "7" else _THESAURI.get(f.ind2, "")
    parts = (Statement("vocabulary", named),) if named else ()
    places = linked_places(f, path)
    own = tuple(identifier for identifier, _ in places)
    return [Statement("concepts", value, f"{path}${code}", identifiers=own, parts=parts, places=places)]


#: $q of a linking entry: enumeration, then the first page after "<" (SICI, ANSI/NISO Z39.56)
_SICI = re.compile(r"(\w+)(?::(\w+))*(?:<(\w+))?")


def _host(f: Field, path: str, reading: Reading) -> Outcome:
    """Field 773: what the work stands in, and where in it."""
    title = without_stop(f.first("t")) or without_stop(f.first("p"))
    known = {s.property for s in reading.statements if s.path.startswith("773")}
    if "container" in known:
        return "a further host item"
    found = []
    if title:
        forms = (without_stop(f.first("p")),) if f.first("t") and f.first("p") else ()
        found.append(Statement("container", title, f"{path}${'t' if f.first('t') else 'p'}", forms=forms))
    found += [Statement("issn", tidy(text), f"{path}$x") for _, text in f.all("x")]
    found += [Statement("isbn", tidy(text), f"{path}$z") for _, text in f.all("z")]
    where = " ; ".join(text for _, text in f.all("g"))
    if not found and not where:
        return "host item without a title"
    found += [Statement(prop, value, f"{path}$g") for prop, value in place_in_host(where).items()]
    if not where and (match := _SICI.fullmatch(f.first("q"))):
        values = (("volume", match[1]), ("pages", match[3]))
        found += [Statement(prop, value, f"{path}$q") for prop, value in values if value]
    return [s for s in found if s.property not in known] or "host item without a title"


#: class numbers: the scheme of a field; 084 names its own
_CLASSES = {"050": "lcc", "060": "nlm", "070": "nal", "080": "udc", "082": "ddc", "083": "ddc", "084": ""}


def _class_numbers(f: Field, path: str, _: Reading) -> Outcome:
    """Fields 050 to 084: every class number ($a), without the item number that makes a shelf-mark of it ($b). Never 09X."""
    if f.tag == "083" and f.first("z"):
        return "a number of an auxiliary table"
    scheme = _CLASSES[f.tag] or f.first("2").lower().rstrip(".")
    values = [value for _, value in f.all("a")]
    found = []
    for n, value in enumerate(values, 1):
        where = f"{path}$a[{n}]" if len(values) > 1 else f"{path}$a"
        found.append(Statement("classification", value, where, parts=(Statement("scheme", scheme),) if scheme else ()))
    return found or "class number without $a"


def _elsewhere(_: Field, __: str, ___: Reading) -> Outcome:
    """A field that gives the record's id or is read with the coded fields."""
    return []


_HANDLERS: dict[str, _Handler] = {
    **dict.fromkeys(("001", "008", "041", "502"), _elsewhere),
    "010": marc_identifiers.lccn,
    **dict.fromkeys(("015", "016"), marc_identifiers.national),
    **dict.fromkeys(_CLASSES, _class_numbers),
    "020": marc_identifiers.isbn,
    "022": marc_identifiers.issn,
    "024": marc_identifiers.other_number,
    "035": marc_identifiers.system_number,
    "856": marc_identifiers.address,
    **dict.fromkeys(("245", *_VARIANT_TITLES), _title),
    **dict.fromkeys(("100", "110", "111", "700", "710", "711", "720"), _creator),
    **dict.fromkeys(("260", "264"), _publisher),
    "250": _edition,
    "520": _abstract,
    **dict.fromkeys(("600", "610", "611", "630", "647", "648", "650", "651", "653", "655"), _concept),
    "730": _related,
    "773": _host,
}
