"""Identifiers in MARC: standard numbers of the thing described, and control numbers beside a heading ($0, $1)."""

from __future__ import annotations

import re
from collections import Counter

from gate.model import Identifier, Note, Statement
from gate.records.readers.marc_record import Field, Outcome, tidy
from gate.records.readers.reading import Reading

#: sources of control numbers (MARC organisation codes, Standard Identifier Source Codes) that stand for an open scheme
_SOURCES = {
    "de-588": "gnd",
    "dlc": "lccn",
    "ocolc": "oclc",
    "wikidataid": "wikidata",
    **{name: name for name in ("arxiv", "doi", "gnd", "isni", "orcid", "pmid", "viaf", "wikidata")},
}
_SOURCED = re.compile(r"\s*\(([^()]+)\)\s*(\S.*)")
_ISBN = re.compile(r"[0-9][0-9 \-\u2010-\u2015]*[0-9Xx]|[0-9]")
#: first indicator of field 024
_KINDS_024 = {"0": "isrc", "1": "upc", "2": "ismn", "3": "ean", "4": "sici"}


def linked_identifiers(f: Field) -> tuple[Identifier, ...]:
    """The identifiers in $0 and $1: ``(DE-588)118540238``, ``(orcid)0000-...``, an address at VIAF, LC, Wikidata ..."""
    return tuple(dict.fromkeys(i for _, value in f.all("01") if (i := control_identifier(value))))


def linked_places(f: Field, path: str) -> tuple[tuple[Identifier, str], ...]:
    """The identifiers in $0 and $1, each with its place: ``700[2]$0``, and ``700[2]$0[2]`` where the subfield is repeated."""
    total = Counter(code for code, _ in f.all("01"))
    seen: Counter[str] = Counter()
    found: dict[Identifier, str] = {}
    for code, value in f.all("01"):
        seen[code] += 1
        if (own := control_identifier(value)) is not None:
            found.setdefault(own, f"{path}${code}[{seen[code]}]" if total[code] > 1 else f"{path}${code}")
    return tuple(found.items())


def control_identifier(value: str) -> Identifier | None:
    """The identifier that a control number with its source in parentheses, or an address, stands for; None when unknown."""
    from gate.normalise import identifiers

    match = _SOURCED.match(value)
    if match and match[1].strip().lower() != "uri":
        scheme, number = _SOURCES.get(match[1].strip().lower(), ""), match[2]
        if scheme == "oclc" and number.startswith("fst"):
            return Identifier("fast", number.removeprefix("fst").lstrip("0"))
        return identifiers.parse(scheme, number).identifier if scheme else None
    address = match[2] if match else value
    found = identifiers.detect(address) if "/" in address or ":" in address else None
    return found.identifier if found else None


def lccn(f: Field, path: str, _: Reading) -> Outcome:
    """Field 010: the Library of Congress Control Number."""
    from gate.normalise import identifiers

    number = identifiers.parse("lccn", f.first("a").replace("\\", " ")).identifier
    return [_identified(f.first("a"), f"{path}$a", number)] if number else "control number without a valid LCCN"


def national(f: Field, path: str, _: Reading) -> Outcome:
    """Fields 015 and 016: the number in a national bibliography, or of its agency, behind the code of whose it is ($2)."""
    source = f.first("2") or ("CaOONL" if f.tag == "016" and f.ind1 == " " else "")
    if not source:
        return "national bibliography number without its source"
    values = [value for _, value in f.all("a") if tidy(value)]
    return [
        _identified(tidy(value), f"{path}$a", Identifier("nbn", f"{source.lower()}:{''.join(tidy(value).split())}"))
        for value in values
    ] or "cancelled or wrong number"


def isbn(f: Field, path: str, reading: Reading) -> Outcome:
    """Field 020: every ISBN without its qualifier (``(pbk.)``); a cancelled or wrong one ($z) is no claim."""
    found = []
    for _, value in f.all("a"):
        match = _ISBN.match(value.strip())
        if match and len(match[0]) >= 8:
            found.append(Statement("isbn", match[0].strip(), f"{path}$a"))
        else:
            reading.notes.append(Note("value-unreadable", f"{path}$a", value, "no ISBN in it"))
    return found if f.first("a") else "cancelled or wrong ISBN, or price"


def issn(f: Field, path: str, _: Reading) -> Outcome:
    """Field 022: ISSN and ISSN-L; an incorrect or cancelled one ($y, $z) is no claim."""
    found: dict[str, Statement] = {}
    for code, value in f.all("al"):
        found.setdefault(tidy(value), Statement("issn", tidy(value), f"{path}${code}"))
    return list(found.values()) or "incorrect or cancelled ISSN"


def other_number(f: Field, path: str, _: Reading) -> Outcome:
    """Field 024: the scheme is in the first indicator, or in $2 where that is 7."""
    from gate.normalise import identifiers

    value = f.first("a")
    if not value:
        return "cancelled standard number"
    named = f.first("2").lower() if f.ind1 == "7" else ""
    scheme = "" if value.startswith(("http", "urn:")) else _SOURCES.get(named, named) or _KINDS_024.get(f.ind1, "")
    where = f"{path}$a"
    if scheme == "ean" and value.startswith(("978", "979")):
        return [Statement("isbn", value, where)]
    found = identifiers.parse(scheme, value) if scheme else identifiers.detect(value)
    if value.startswith("urn:") and found is None:
        found = identifiers.parse("iri", value)
    if found is None or found.identifier is None:
        return "standard number of a kind that is not read"
    if found.identifier.scheme in ("doi", "arxiv", "pmid"):
        return [Statement(found.identifier.scheme, value, where)]
    return [_identified(value, where, found.identifier)]


def system_number(f: Field, path: str, _: Reading) -> Outcome:
    """Field 035 of a bibliographic record: OCLC's number of the work; those of other systems denote records, not works."""
    number = control_identifier(f.first("a"))
    if number is None or number.scheme != "oclc":
        return "control number of another system"
    return [_identified(f.first("a"), f"{path}$a", number)]


def address(f: Field, path: str, __: Reading) -> Outcome:
    """Field 856: the DOI, when an address is one and is of the thing itself (second indicator not 2)."""
    from gate.normalise import identifiers

    for _, value in f.all("u"):
        found = identifiers.detect(value)
        if found and found.identifier and found.identifier.scheme in ("doi", "arxiv", "pmid") and f.ind2 != "2":
            return [Statement(found.identifier.scheme, value, f"{path}$u")]
    return "address"


def _identified(value: str, path: str, identifier: Identifier) -> Statement:
    return Statement("identifiers", value, path, identifiers=(identifier,))
