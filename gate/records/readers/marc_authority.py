"""Which field of a MARC 21 authority record means what (MARC 21 Format for Authority Data; GND codes in $4 of 548 to 551)."""

from __future__ import annotations

import re
from dataclasses import replace

from gate.model import Identifier, Kind, Statement
from gate.records.readers import marc_identifiers
from gate.records.readers.marc_fields import heading_text
from gate.records.readers.marc_identifiers import control_identifier, linked_identifiers
from gate.records.readers.marc_names import life_dates, name_statement, role_of
from gate.records.readers.marc_record import Field, MarcRecord, tidy, without_stop
from gate.records.readers.reading import Reading

_NAMES = ("100", "110", "111")
_IGNORED = {
    "00": "control field",
    "0": "control number or code",
    "1": "a further heading",
    "2": "reference note",
    "3": "attribute that is not read",
    "4": "see from tracing without a heading",
    "5": "see also from tracing of a kind that is not read",
    "6": "source or cataloguer's note",
    "7": "linked heading of another system",
    "8": "link or address",
    "880": "other script of a field that is not read",
    "9": "local field",
}
#: $w/0 of a 5XX: g broader, h narrower; GND says it in $4: Oberbegriff generic, instantial, partitive
_RELATIONS = {"g": "broader", "h": "narrower", "": "related", "n": "related", "r": "related"}
_GND_BROADER = frozenset({"obal", "obge", "obin", "obmo", "obpa"})
_GND_FACTS = {("551", "ortg"): "birth_place", ("551", "orts"): "death_place"}
_GND_OCCUPATIONS = frozenset({"beru", "berc"})


def is_authority(record: MarcRecord) -> bool:
    """Whether a record describes a heading: leader/06 is z, or it has an authority heading (15X, 18X) and no title."""
    if record.leader[6:7] == "z":
        return True
    return not record.has("245") and any(re.fullmatch("1[468]\\d|15[0157]", f.tag) for f in record.fields)


def read_authority(record: MarcRecord) -> Reading:
    """What an authority record says: of an agent (name headings), a work (titles), or a concept (all other headings)."""
    numbered = record.numbered()
    heading = next(((f, path) for f, path in numbered if re.fullmatch(r"1\d\d", f.tag)), None)
    if heading is None:
        return Reading(Kind.CONCEPT)
    f, path = heading
    if f.tag == "130" or (f.tag in _NAMES and f.first("t")):
        reading = _work(f, path)
    elif f.tag in _NAMES:
        reading = _agent(f, path)
    else:
        reading = Reading(Kind.CONCEPT)
        if text := heading_text(f):
            reading.statements.append(Statement("heading", text, f"{path}$a", identifiers=linked_identifiers(f)))
    others = _other_scripts(numbered)
    if reading.statements and (forms := others.get(f.tag)):
        reading.statements[0] = _with_forms(reading.statements[0], forms)
    for other, where in numbered:
        if other is not f and not _read(other, where, reading):
            tag = other.tag
            reading.ignore(tag, next((_IGNORED[tag[:n]] for n in (3, 2, 1) if tag[:n] in _IGNORED), "unknown field"))
    return reading


def _agent(f: Field, path: str) -> Reading:
    reading = Reading(Kind.AGENT)
    if name := name_statement(f, "name", path):
        reading.statements.append(replace(name, parts=tuple(p for p in name.parts if p.property not in ("birth", "death"))))
    if f.tag == "100":
        _life(reading, life_dates(f.first("d")), f"{path}$d")
    return reading


def _work(f: Field, path: str) -> Reading:
    reading = Reading(Kind.WORK)
    title = without_stop(f.first("a" if f.tag == "130" else "t"))
    if title:
        code = "a" if f.tag == "130" else "t"
        reading.statements.append(Statement("title", title, f"{path}${code}", identifiers=linked_identifiers(f)))
    creator = name_statement(f, "creators", path, role_of(f)) if f.tag in _NAMES else None
    if creator:
        reading.statements.append(replace(creator, identifiers=()))
    return reading


def _other_scripts(numbered: list[tuple[Field, str]]) -> dict[str, list[str]]:
    """The headings in other scripts (880), by the tag they belong to."""
    found: dict[str, list[str]] = {}
    for f, _ in numbered:
        tag = f.first("6")[:3]
        if f.tag == "880" and (text := _label(replace(f, tag=tag))):
            found.setdefault(tag, []).append(text)
    return found


def _label(f: Field) -> str:
    name = name_statement(f, "name", "") if f.tag[1:] in ("00", "10", "11") and not f.first("t") else None
    return name.value if name else without_stop(f.first("t")) if f.first("t") else heading_text(f)


def _with_forms(statement: Statement, forms: list[str]) -> Statement:
    every = dict.fromkeys((*statement.forms, *forms))
    return replace(statement, forms=tuple(form for form in every if form and form != statement.value))


def _read(f: Field, path: str, reading: Reading) -> bool:
    """Add what a field says; False when it is not read."""
    if f.tag == "880":
        return bool(re.match("1\\d\\d", f.first("6")))
    if f.tag in ("010", "024", "035"):
        return _identifier(f, path, reading)
    if f.tag[0] == "4":
        return _variant(f, path, reading)
    if reading.kind is Kind.CONCEPT:
        return _concept_field(f, path, reading)
    if reading.kind is Kind.AGENT:
        return _agent_field(f, path, reading)
    return False


def _identifier(f: Field, path: str, reading: Reading) -> bool:
    if f.tag == "035":
        number: Identifier | None = control_identifier(f.first("a"))
        if number is None or number.scheme == "oclc":  # OCLC's number of an authority record is not a WorldCat number
            return False
        found = [Statement("identifiers", f.first("a"), f"{path}$a", identifiers=(number,))]
    else:
        read = (marc_identifiers.lccn if f.tag == "010" else marc_identifiers.other_number)(f, path, reading)
        if isinstance(read, str):
            return False
        found = read
    known = {i for s in reading.statements if s.property == "identifiers" for i in s.identifiers}
    reading.statements += [s for s in found if not known.issuperset(s.identifiers)]
    return True


def _variant(f: Field, path: str, reading: Reading) -> bool:
    """A see-from tracing: another form of the name or title, another label of the concept."""
    label = _label(f)
    if not label or not reading.statements:
        return False
    if reading.kind is Kind.CONCEPT:
        reading.statements.append(Statement("alt_labels", label, f"{path}$a"))
    else:
        name = name_statement(f, "name", "")
        forms = [label, *(name.forms if name and reading.kind is Kind.AGENT else ())]
        reading.statements[0] = _with_forms(reading.statements[0], forms)
    return True


def _concept_field(f: Field, path: str, reading: Reading) -> bool:
    if f.tag == "680":
        value = " ".join(" ".join(text.split()) for _, text in f.all("ia"))
        reading.statements += [Statement("scope_note", value, f"{path}$a")] if value else []
        return bool(value)
    if f.tag[0] != "5":
        return False
    codes = {text for _, text in f.all("4")}
    relation = "broader" if codes & _GND_BROADER else _RELATIONS.get(f.first("w")[:1], "")
    label = _label(f)
    if not relation or not label:
        return False
    reading.statements.append(Statement(relation, label, f"{path}$a", identifiers=linked_identifiers(f)))
    return True


def _agent_field(f: Field, path: str, reading: Reading) -> bool:
    person = reading.statements[:1] and reading.statements[0].path.startswith("100")
    if f.tag == "046" and person:
        return _life(reading, (tidy(f.first("f")), tidy(f.first("g"))), path)
    if f.tag == "548" and person and {text for _, text in f.all("4")} & {"datl", "datx"}:
        return _life(reading, life_dates(f.first("a")), path)
    found = []
    if f.tag == "370":
        places = (("birth_place", "a"), ("death_place", "b"))
        found = [Statement(p, tidy(f.first(c)), f"{path}${c}", identifiers=_sole(f)) for p, c in places if f.first(c)]
    elif f.tag in ("372", "374"):
        prop = "field_of_work" if f.tag == "372" else "occupations"
        terms = [without_stop(text) for _, text in f.all("a")]
        several = len(terms) > 1
        for n, term in enumerate(terms, 1):
            where = f"{path}$a[{n}]" if several else f"{path}$a"
            found.append(Statement(prop, term, where, identifiers=() if several else linked_identifiers(f)))
    elif f.tag == "378" and f.first("q") and reading.statements:
        reading.statements[0] = _with_forms(reading.statements[0], [_fuller(reading.statements[0], tidy(f.first("q")))])
        return True
    elif f.tag == "678":
        value = " ".join(" ".join(text.split()) for _, text in f.all("ab"))
        found = [Statement("biography", value, f"{path}$a")] if value else []
    elif f.tag in ("550", "551"):
        codes = {text for _, text in f.all("4")}
        properties = [p for (tag, code), p in _GND_FACTS.items() if tag == f.tag and code in codes]
        properties += ["occupations"] if f.tag == "550" and codes & _GND_OCCUPATIONS else []
        label = heading_text(f)
        found = [Statement(p, label, f"{path}$a", identifiers=linked_identifiers(f)) for p in properties if label]
    reading.statements += found
    return bool(found)


def _sole(f: Field) -> tuple[Identifier, ...]:
    """$0 of a field 370 says something only where the field holds one place."""
    return linked_identifiers(f) if len(f.all("abcefg")) == 1 else ()


def _fuller(name: Statement, given: str) -> str:
    return f"{name.part('family')}, {given}" if name.part("family") else given


def _life(reading: Reading, given: tuple[str, str], path: str) -> bool:
    """Birth and death. What is given twice (046 and 100 $d) is one statement, the fuller form first."""
    for prop, value, code in zip(("birth", "death"), given, ("f", "g"), strict=True):
        if not value:
            continue
        where = path if "$" in path else f"{path}${code if path.startswith('046') else 'a'}"
        new = Statement(prop, value, where)
        at = next((n for n, s in enumerate(reading.statements) if s.property == prop), None)
        if at is None:
            reading.statements.append(new)
        elif _same_time(reading.statements[at].value, value):
            longer, shorter = sorted((reading.statements[at], new), key=lambda s: len(s.value), reverse=True)
            reading.statements[at] = _with_forms(longer, [shorter.value, *shorter.forms])
        else:
            reading.statements.append(new)
    return any(given)


def _same_time(one: str, other: str) -> bool:
    from gate.normalise import dates

    a, b = dates.parse(one), dates.parse(other)
    return a is not None and b is not None and dates.overlap(a, b)
