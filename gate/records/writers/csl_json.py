"""CSL-JSON (Citation Style Language 1.0.2, csl-data.json): a list of items, for reference managers and citation processors.

It has no place for the identifiers of persons and headings, for citations, or for a second publisher, language or date; a role
without a variable of its own is ``contributor``. What has no variable but is an identifier stands in ``note``, a line each
(``OCLC: 123``), as Zotero and citeproc-js read it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gate.model import Record, Statement
from gate.normalise import identifiers
from gate.properties import IDENTIFIER_PROPERTIES
from gate.records.writers.characters import whole
from gate.records.writers.losses import plain
from gate.records.writers.names import parts_of, says_more
from gate.records.writers.types import csl_type
from gate.records.writers.writer import only_works, read_with
from gate.settings import Settings

_ROLES = {
    "": "author",
    "aut": "author",
    "edt": "editor",
    "trl": "translator",
    "pbd": "editorial-director",
    "ant": "original-author",
    "ill": "illustrator",
    "cmp": "composer",
    "com": "compiler",
    "cur": "curator",
    "cre": "series-creator",
    "drt": "director",
    "pro": "producer",
    "hst": "host",
    "ive": "interviewee",
    "ivr": "interviewer",
    "nrt": "narrator",
    "orm": "organizer",
    "prf": "performer",
    "rcp": "recipient",
    "aus": "script-writer",
}
_ONCE = {
    "publisher": "publisher",
    "volume": "volume",
    "issue": "issue",
    "pages": "page",
    "edition": "edition",
    "language": "language",
    "abstract": "abstract",
}
_VARIABLES = {"doi": "DOI", "isbn": "ISBN", "issn": "ISSN", "pmid": "PMID", "pmcid": "PMCID"}
#: identifiers that a line of a note can hold
_NOTED = {
    "arxiv": "arXiv",
    "oclc": "OCLC",
    "lccn": "LCCN",
    "pmid": "PMID",
    "doi": "DOI",
    "isbn": "ISBN",
    "issn": "ISSN",
    "pmcid": "PMCID",
}
_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(~?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class CslJson:
    """CSL-JSON."""

    name: str = "csl-json"

    def refuses(self, record: Record) -> str:
        """CSL describes works only."""
        return only_works(record, "CSL-JSON")

    def write(self, records: Iterable[Record]) -> Iterator[bytes]:
        """A list of items, one a line break apart."""
        yield b"["
        for n, record in enumerate(records):
            yield b",\n" if n else b"\n"
            yield json.dumps(item(record), ensure_ascii=False, indent=1).encode("utf-8")
        yield b"\n]\n"

    def read(self, data: bytes, settings: Settings) -> Sequence[Statement]:
        """What our reader makes of the item."""
        return read_with("csl", data, settings)


def item(record: Record) -> dict[str, object]:
    """One record as a CSL item."""
    made: dict[str, object] = {"id": whole(record.id)}
    stated = next((t for s in record.all("type") if (t := csl_type(s.value))), "")
    made["type"] = stated or "document"
    title = record.first("title")
    if title is not None:
        made["title"] = whole(title.value)
        short = next((f for f in title.forms if title.value.startswith(f)), "")
        if short or title.forms:
            made["title-short"] = whole(short or title.forms[0])
    _names(record, made)
    date = record.first("date")
    if date is not None:
        made["issued"] = _date(date.value)
    container = record.first("container")
    if container is not None:
        made["container-title"] = whole(container.value)
        if container.forms:
            made["container-title-short"] = whole(container.forms[0])
        authors = [_name(p) for p in container.parts if p.property == "creators"]
        made |= {"container-author": authors} if authors else {}
    for name, variable in _ONCE.items():
        first = record.first(name)
        if first is not None:
            made[variable] = whole(first.value)
    keywords = [s.value for s in record.all("concepts") if not set(s.value) & set(";")]
    if keywords:  # a semicolon at the end: a heading alone may hold commas, which else would separate
        made["keyword"] = whole("; ".join(keywords) + (";" if len(keywords) == 1 else ""))
    _identifiers(record, made)
    return made


def _names(record: Record, made: dict[str, object]) -> None:
    by_variable: dict[str, list[dict[str, str]]] = {}
    for creator in record.all("creators"):
        if not says_more(creator):
            by_variable.setdefault(_ROLES.get(creator.role, "contributor"), []).append(_name(creator))
    made.update(by_variable)


def _name(creator: Statement) -> dict[str, str]:
    name = parts_of(creator)
    turned = ", ".join(p for p in (name.family, name.given, name.suffix) if p)
    if not name.family or sorted(plain(turned).replace(",", "").split()) != sorted(plain(name.whole).replace(",", "").split()):
        return {"literal": whole(name.whole)}
    parts = (("family", name.family), ("given", name.given), ("suffix", name.suffix))
    return {key: whole(value) for key, value in parts if value}


def _date(value: str) -> dict[str, object]:
    """Year, month and day in parts where the date has them, an interval as two; all else as it stands."""
    ends = [_DATE.fullmatch(end) for end in value.strip().split("/")]
    if len(ends) > 2 or not all(ends):
        return {"literal": whole(value)}
    found = [end for end in ends if end is not None]
    parts = [[int(number) for number in end.groups()[:3] if number] for end in found]
    about = {end[4] for end in found}
    if len(about) > 1 or any(month > 12 or month < 1 for one in parts for month in one[1:2]):
        return {"literal": whole(value)}
    return {"date-parts": parts, "circa": True} if about == {"~"} else {"date-parts": parts}


def _identifiers(record: Record, made: dict[str, object]) -> None:
    lines: list[str] = []
    for s in record.statements:
        if s.property not in IDENTIFIER_PROPERTIES:
            continue
        scheme, value = s.property, s.value
        if scheme == "identifiers":
            found = s.identifiers[0] if s.identifiers else getattr(identifiers.detect(s.value), "identifier", None)
            scheme, value = (found.scheme, found.value) if found is not None else ("", s.value)
        variable = _VARIABLES.get(scheme, "")
        if variable and variable not in made:
            made[variable] = whole(value)
        elif scheme in _NOTED:
            lines.append(f"{_NOTED[scheme]}: {whole(value)}")
        elif value.startswith(("http://", "https://")) and "URL" not in made:
            made["URL"] = whole(value)
    if lines:
        made["note"] = "\n".join(lines)
