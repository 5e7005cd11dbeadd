"""Which field of a UNIMARC bibliographic record means what (UNIMARC Manual: Bibliographic Format, IFLA, 3rd edition)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from gate.model import Identifier, Kind, Statement
from gate.records.readers.enumeration import place_in_host
from gate.records.readers.marc_coded import NO_DATE, balanced, first_date, merged, reprint
from gate.records.readers.marc_dialect import is_coded
from gate.records.readers.marc_fields import NOT_STATED, OUTSIDE
from gate.records.readers.marc_identifiers import isbn
from gate.records.readers.marc_names import life_dates
from gate.records.readers.marc_record import Field, MarcRecord, Outcome, blank, tidy, without_stop
from gate.records.readers.reading import Reading
from gate.records.readers.unimarc_relators import code

_Handler = Callable[[Field, str, Reading], Outcome]

#: leader/06 (type of record) as a CSL type; language material (a) goes by leader/07 (bibliographic level)
_TYPES = {
    **dict.fromkeys("cd", "musical_score"),
    **dict.fromkeys("ef", "map"),
    "b": "manuscript",
    "g": "motion_picture",
    "i": "broadcast",
    "j": "song",
    "k": "graphic",
    "l": "software",
    "r": "object",
}
_LEVELS = {"c": "collection", "i": "webpage", "m": "book", "s": "periodical"}
#: what encloses an article that is not filed (ISO 6630); U+0098 and U+009C are the same in Unicode
_NON_SORTING = dict.fromkeys(map(ord, "\x88\x89\x98\x9c"))
#: article marks that some systems write for U+0088 and U+0089
_ARTICLE = re.compile(r"<<([^<>]*)>>|\u00ac([^\u00ac]*)\u00ac")
_YEAR = re.compile(r"\d[\du]{3}")
_DEPOSIT = re.compile(r"(?:D\.?\s?L\.?|impr\.?|printed)\s+(?=\[?\d)", re.IGNORECASE)
#: what a date in 210 or 214 is of, by the second indicator of 214: publication, copyright, distribution, production, manufacture
_RANK_214 = {"0": 0, " ": 0, "4": 1, "2": 2, "1": 3, "3": 4}
#: titles that are other forms of the title: uniform, parallel, cover, running, key title, translated ...
_VARIANTS = frozenset({"500", *(str(n) for n in range(510, 519)), "532", "530", "531", "540", "541"})
_THESAURI = {"lc": "lcsh"}
_IGNORED = {
    "00": "control field",
    "0": "control number or code",
    "1": "coded data",
    "2": "description that is not read",
    "225": "series statement",
    "3": "note",
    "4": "a related work",
    "410": "series statement",
    "5": "title of a kind that is not read",
    "6": "subject access of a kind that is not read",
    "7": "name of a kind that is not read",
    "8": "source or location",
    "801": "cataloguing source",
    "9": "local field",
}


def read_unimarc(record: MarcRecord) -> Reading:
    """What a bibliographic record says of a work: title first, then the creators, then the rest in the order of the record."""
    reading = Reading(Kind.WORK)
    variants: list[Statement] = []
    numbered = record.numbered()
    analytic = record.leader[7:8] == "a"
    for f, path in sorted(numbered, key=lambda item: _rank(item[0].tag)):
        handler = _HANDLERS.get(f.tag) or (_host if analytic and f.tag in ("461", "463") else None)
        if handler is None:
            reading.ignore(f.tag, "local field" if f.tag[1:2] == "9" or f.tag[2:] == "9" else _unread(f.tag))
            continue
        found = handler(f, path, reading)
        if isinstance(found, str):
            reading.ignore(f.tag, found)
        elif f.tag in _VARIANTS:
            variants += found
        else:
            reading.statements += found
    _one_title(reading, variants)
    reading.statements += [*_dates(numbered), *_work_type(record, analytic)]
    return reading


def plain_title(text: str) -> str:
    """A title without the marks around an article that is not filed."""
    return tidy(_ARTICLE.sub(lambda m: m[1] or m[2] or "", text.translate(_NON_SORTING)))


def _unread(tag: str) -> str:
    return next((_IGNORED[tag[:n]] for n in (3, 2, 1) if tag[:n] in _IGNORED), "unknown field")


def _rank(tag: str) -> int:
    return 0 if tag == "200" else 1 if tag in ("700", "710", "720") else 2 if tag[:1] == "7" else 3


def _one_title(reading: Reading, variants: list[Statement]) -> None:
    """All titles but the first are forms of it."""
    titles = [s for s in reading.statements if s.property == "title"] + variants
    reading.statements = [s for s in reading.statements if s.property != "title"]
    if titles:
        first, *rest = titles
        forms = dict.fromkeys((*first.forms, *(form for s in rest for form in (s.value, *s.forms))))
        reading.statements.insert(0, replace(first, forms=tuple(form for form in forms if form and form != first.value)))


def _title(f: Field, path: str, _: Reading) -> Outcome:
    """$a title proper (again: a further work), $d parallel title, $e other title information, $h and $i of a part."""
    value, parallel, last = "", "", ""
    main: list[str] = []
    for mark, text in f.all("acdehi"):
        plain = plain_title(text).removeprefix("= ")
        if not plain or mark == "c":  # a title by another author
            continue
        between = {"a": "; ", "e": ": ", "h": ". "}.get(mark, ", " if last == "h" else ". ")
        if mark == "d" or (parallel and mark in "hi"):
            parallel = plain if mark == "d" else parallel + between + plain
        else:
            value = value + between + plain if value else plain
        if mark == "a":
            main.append(plain)
        last = mark
    if not main:
        return "title without $a"
    return [Statement("title", value, f"{path}$a", forms=tuple(form for form in (parallel,) if form))]


def _variant(f: Field, path: str, _: Reading) -> Outcome:
    parts = [plain_title(text) for _, text in f.all("ahi")]
    value = ". ".join(part for part in parts if part)
    full = ": ".join([value, *(plain_title(text) for _, text in f.all("e"))]) if f.first("e") else ""
    return [Statement("title", value, f"{path}$a", forms=(full,) if full else ())] if value else "title without $a"


def _name(f: Field, path: str, _: Reading) -> Outcome:
    """$a entry element, $b the rest of a name or a subordinate body, $c additions, $d numerals, $f dates, $4 relators."""
    roles = [role for _, text in f.all("4") if (role := code(text))]
    kept = [role for role in roles if role not in OUTSIDE]
    if roles and not kept:
        return "a name without part in the content"
    first, personal = _entry(f.first("a")), f.tag[1] in "02"
    if not first:
        return "heading without a name"
    rest = [_entry(text) for _, text in f.all("b")]
    forms: list[str] = []
    parts: list[Statement] = []
    if not personal:
        value = ". ".join((first, *(unit for unit in rest if unit)))
        if meeting := [tidy(text).strip("()") for _, text in f.all("dfe")]:
            forms.append(f"{value} ({' : '.join(meeting)})")
    else:
        given = " ".join(rest)
        inverted = bool(given) and (f.ind2 == "1" or f.tag[1] == "2" or f.ind2 not in "01")
        value = f"{first}, {given}" if inverted else f"{first} {given}".strip()
        if numeral := tidy(f.first("d")):
            value = f"{value} {numeral}"
        if inverted:
            parts = [Statement("family", first, f"{path}$a"), Statement("given", given, f"{path}$b")]
            if fuller := tidy(f.first("g")).strip("()"):
                forms.append(f"{first}, {fuller}")
        if additions := tidy(f.first("c")).strip("()"):
            forms.append(f"{value}, {additions}")
        pairs = zip(("birth", "death"), life_dates(f.first("f")), strict=True)
        parts += [Statement(prop, date, f"{path}$f") for prop, date in pairs if date]
    role = kept[0] if kept else ""
    return [Statement("creators", value, f"{path}$a", role, "", tuple(forms), _linked(f), tuple(parts))]


def _entry(text: str) -> str:
    """A part of a name without the punctuation that some systems keep in it: ``Asimov``, ``, Isaac``."""
    return without_stop(plain_title(text)).lstrip(", ").rstrip(", ")


def _linked(f: Field) -> tuple[Identifier, ...]:
    """The identifiers in $o (ISNI and the like) and $3, where it is an address; a bare number there is a local one."""
    from gate.normalise import identifiers

    found = []
    for mark, text in f.all("o3"):
        scheme = "isni" if mark == "o" and text.upper().startswith("ISNI") else ""
        read = identifiers.parse("isni", text[4:].lstrip(":_ ")) if scheme else None
        if read is None and ("/" in text or mark == "o"):
            read = identifiers.detect(text)
        if read is not None and read.identifier is not None and read.identifier.scheme not in ("iri", "url"):
            found.append(read.identifier)
    return tuple(dict.fromkeys(found))


def _publisher(f: Field, path: str, _: Reading) -> Outcome:
    if f.tag == "214" and f.ind2 not in "0 ":
        return "production, distribution, manufacture or copyright statement"
    names = [plain_title(text.replace("[", "").replace("]", "")) for _, text in f.all("c")]
    stated = [name for name in names if name and not NOT_STATED.fullmatch(name)]
    return [Statement("publisher", name, f"{path}$c" + (f"[{n}]" if n > 1 else "")) for n, name in enumerate(stated, 1)]


def _edition(f: Field, path: str, _: Reading) -> Outcome:
    value = tidy(f.first("a"))
    return [Statement("edition", value, f"{path}$a")] if value else "edition without $a"


def _abstract(f: Field, path: str, _: Reading) -> Outcome:
    value = " ".join(" ".join(text.split()) for _, text in f.all("a"))
    return [Statement("abstract", value, f"{path}$a")] if value else "note of a kind that is not read"


def _concept(f: Field, path: str, _: Reading) -> Outcome:
    """A heading and its subdivisions ($j form, $x topic, $y place, $z time) after two hyphens each; a name as in 7XX."""
    if f.tag == "610":
        terms = [without_stop(plain_title(text)) for _, text in f.all("a")]
        many = len(terms) > 1
        return [Statement("concepts", term, f"{path}$a[{n}]" if many else f"{path}$a") for n, term in enumerate(terms, 1) if term]
    subdivisions = [without_stop(plain_title(text)) for _, text in f.all("jxyz")]
    if f.tag in ("600", "602", "601"):
        name = _name(
            Field("7" + f.tag[1:], f.ind1, f.ind2, subfields=tuple(s for s in f.subfields if s[0] != "4")), path, Reading()
        )
        head = name[0].value if isinstance(name, list) else ""
    else:
        head = without_stop(plain_title(f.first("a")))
    if not head:
        return "subject access without a heading"
    named = f.first("2").lower().rstrip(".")
    parts = (Statement("vocabulary", _THESAURI.get(named, named)),) if named else ()
    value = "--".join((head, *(part for part in subdivisions if part)))
    return [Statement("concepts", value, f"{path}$a", identifiers=_linked(f), parts=parts)]


def _issn(f: Field, path: str, _: Reading) -> Outcome:
    """Field 011: $a ISSN, $f ISSN-L; a cancelled or wrong one ($y, $z) is no claim."""
    found: dict[str, Statement] = {}
    for mark, text in f.all("af"):
        found.setdefault(tidy(text), Statement("issn", tidy(text), f"{path}${mark}"))
    return list(found.values()) or "incorrect or cancelled ISSN"


def _number(f: Field, path: str, reading: Reading) -> Outcome:
    """Fields 013 (ISMN), 017 (any, named in $2), 035 (OCLC), 073 (EAN), 856 (an address)."""
    for mark, text in f.all("u" if f.tag == "856" else "a"):
        where, named = f"{path}${mark}", f.first("2").lower()
        if f.tag == "073":
            reading.add_identifier("isbn" if text.startswith(("978", "979")) else "ean", text, where)
        elif f.tag == "013":
            reading.add_identifier("ismn", text, where)
        elif f.tag == "035":
            if not text.lower().startswith("(ocolc)"):
                reading.ignore(f.tag, "control number of another system")
            else:
                reading.add_identifier("oclc", text, where)
        elif named in ("doi", "arxiv", "pmid", "handle", "urn"):
            reading.add_identifier(named, text, where)
        elif f.tag == "856" and f.ind2 == "2":
            reading.ignore(f.tag, "address")
        else:
            reading.add_address(text, where)
    return []


def _languages(f: Field, path: str, reading: Reading) -> Outcome:
    from gate.normalise import languages

    values = [(text.strip().lower(), n) for n, (_, text) in enumerate(f.all("a"), 1)]
    for value, n in values:
        if value.strip("|#") and languages.code(value) != languages.SILENT:
            reading.add("language", value, f"{path}$a[{n}]" if len(values) > 1 else f"{path}$a")
    return []


def _host(f: Field, path: str, reading: Reading) -> Outcome:
    """Fields 461 and 463 of an analytic record: what it stands in. $t or embedded $a title, $x ISSN, $y ISBN, $v volume."""
    if reading.has("container"):
        return "a further host item"
    title = next((plain_title(text) for mark, text in f.all("ta")), "")
    if not title:
        return "host item without a title"
    found = [Statement("container", title, f"{path}${'t' if f.first('t') else 'a'}")]
    found += [Statement("issn", tidy(text), f"{path}$x") for _, text in f.all("x")]
    found += [Statement("isbn", tidy(text), f"{path}$y") for _, text in f.all("y")]
    found += [Statement(prop, value, f"{path}$v") for prop, value in place_in_host(f.first("v")).items()]
    if f.first("p") and re.search(r"\d", f.first("p")):
        found.append(Statement("pages", re.sub(r"^\s*pp?\.\s*", "", tidy(f.first("p")), flags=re.IGNORECASE), f"{path}$p"))
    return found


def _elsewhere(_: Field, __: str, ___: Reading) -> Outcome:
    """A field that gives the record's id or is read with the dates and types."""
    return []


def _dates(numbered: list[tuple[Field, str]]) -> list[Statement]:
    """The date of publication; of a reproduction (type e) with that of the original."""
    stated = _stated_date(numbered)
    data, path = _general(numbered)
    if data[8:9] == "e":
        return reprint(stated, [year for year in (data[9:13], data[13:17]) if _usable(year)], f"{path}$a/9-16")
    return merged(stated, _coded_date(data, path))


def _general(numbered: list[tuple[Field, str]]) -> tuple[str, str]:
    """The coded data of field 100, and its path; both empty where there is none."""
    found = next(((f.first("a"), path) for f, path in numbered if f.tag == "100" and is_coded(f.first("a"))), ("", ""))
    return blank(found[0]), found[1]


def _stated_date(numbered: list[tuple[Field, str]]) -> Statement | None:
    candidates = []
    for f, path in numbered:
        if f.tag not in ("210", "214"):
            continue
        rank = 0 if f.tag == "210" else _RANK_214.get(f.ind2, 5)
        for _, text in f.all("d"):
            value = balanced(without_stop(_DEPOSIT.sub("", text)))
            if any(c.isdigit() for c in value) and not NO_DATE.fullmatch(value):
                candidates.append((rank, first_date(value, f"{path}$d")))
    return min(candidates, key=lambda item: item[0])[1] if candidates else None


def _coded_date(data: str, path: str) -> Statement | None:
    """100 $a/8-16 as EDTF. Types a, b, c, f, g, l are a range, open or not; d, h, i, k mean the first date; j has a day.

    Of type h the second date is that of copyright, which is a form.
    """
    kind, first, second = data[8:9], data[9:13].replace("?", "u"), data[13:17].replace("?", "u")
    if not _usable(first):
        return None
    value = first.replace("u", "X")
    if kind in ("a", "b", "c", "f", "g", "l"):
        if second == "9999":
            value += "/.."
        elif _usable(second) and second != first:
            value += "/" + second.replace("u", "X")
    elif kind == "j" and re.fullmatch(r"(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])", second):
        value = f"{value}-{second[:2]}-{second[2:]}"
    elif kind not in ("d", "h", "i", "j", "k"):
        return None
    beside = (second,) if kind == "h" and second.isdigit() and _usable(second) and second != first else ()
    return Statement("date", value, f"{path}$a/{'9-16' if len(value) > 4 else '9-12'}", forms=beside)


def _usable(year: str) -> bool:
    return bool(_YEAR.fullmatch(year)) and year not in ("9999", "0000")


def _work_type(record: MarcRecord, analytic: bool) -> list[Statement]:
    if record.has("328"):
        return [Statement("type", "thesis", "328")]
    kind, level = record.leader[6:7], record.leader[7:8]
    found = _TYPES.get(kind, "")
    if kind == "a":
        in_journal = any(f.tag in ("461", "463") and f.first("x") for f in record.fields)
        found = ("article-journal" if in_journal else "chapter") if analytic else _LEVELS.get(level, "")
    return [Statement("type", found, "LDR/06-07")] if found else []


#: class numbers: the scheme of a field; 686 names its own, in codes that are UNIMARC's for some
_CLASSES = {"675": "udc", "676": "ddc", "680": "lcc", "686": ""}
_CLASS_CODES = {"usnlm": "nlm"}


def _class_numbers(f: Field, path: str, _: Reading) -> Outcome:
    """Fields 675, 676, 680 and 686: every class number."""
    named = f.first("2").lower().rstrip(".")
    scheme = _CLASSES[f.tag] or _CLASS_CODES.get(named, named)
    parts = (Statement("scheme", scheme),) if scheme else ()
    values = [value for _, value in f.all("a")]
    places = [f"{path}$a[{n}]" if len(values) > 1 else f"{path}$a" for n in range(1, len(values) + 1)]
    found = [Statement("classification", value, place, parts=parts) for value, place in zip(values, places, strict=True)]
    return found or "class number without $a"


_HANDLERS: dict[str, _Handler] = {
    **dict.fromkeys(("001", "100", "328"), _elsewhere),
    "010": isbn,
    "011": _issn,
    **dict.fromkeys(("013", "017", "035", "073", "856"), _number),
    "101": _languages,
    "200": _title,
    "205": _edition,
    **dict.fromkeys(("210", "214"), _publisher),
    "330": _abstract,
    **dict.fromkeys(_CLASSES, _class_numbers),
    **dict.fromkeys(_VARIANTS, _variant),
    **dict.fromkeys(("600", "601", "602", "606", "607", "608", "610"), _concept),
    **dict.fromkeys((f"7{kind}{n}" for kind in "012" for n in "012"), _name),
}
