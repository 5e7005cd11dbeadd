"""How the value of one field is read: a handler each, which adds statements, notes what it cannot read, and raises nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

from gate.model import Statement
from gate.records.readers.json_dates import read_dates
from gate.records.readers.json_fields import Field
from gate.records.readers.json_identifiers import WORK_SCHEMES, read_address, read_identifier, read_identifiers
from gate.records.readers.json_names import read_creators as read_names
from gate.records.readers.json_parse import child
from gate.records.readers.json_values import EMPTY, SCHEMES, Collector, Text, by_name, plain

Handler = Callable[[Collector, object, str, Field], None]
_IN_NOTE = re.compile(r"(?:^|\{:)\s*(PMID|PMCID|DOI|ISBN|ISSN|arXiv|OCLC|LCCN)\s*:\s*([^\s}][^}\n]*?)\s*(?:\}|$)", re.M | re.I)
_LIFE = re.compile(r"\(?\s*(?:b\.|born)?\s*(\S[^–—]*?)?\s*(?:[-–—]|\bto\b)\s*(\S.*?)?\s*\)?")


#: properties whose values are of a scheme, and what that is called there
_SCHEMED = {"classification": "scheme"}


def read_text(into: Collector, value: object, path: str, field: Field) -> None:
    """Every text of the value, each a statement; a class number may be a number."""
    for text in into.texts(value, path, numbers=field.property in _SCHEMED):
        into.statements.append(_stated(field, text, text.value))


def _stated(field: Field, text: Text, value: str) -> Statement:
    """A text as a statement; a heading, or a class number, with the vocabulary that it, or its field, says it is from."""
    named = (text.vocabulary or field.detail) if field.property == "concepts" or field.property in _SCHEMED else ""
    parts = (Statement(_SCHEMED.get(field.property, "vocabulary"), named),) if named else ()
    return Statement(field.property, value, text.path, "", text.lang, text.forms, text.identifiers, parts)


def read_one(into: Collector, value: object, path: str, field: Field) -> None:
    """The first text; others in the same list are other forms of it, as in Crossref's works."""
    texts = into.texts(value, path)
    for text in texts[:1]:
        forms = tuple(dict.fromkeys((*text.forms, *(t.value for t in texts[1:] if t.value != text.value))))
        into.statements.append(Statement(field.property, text.value, text.path, "", text.lang, forms))


def read_number(into: Collector, value: object, path: str, field: Field) -> None:
    """Like text, where a number is as natural."""
    for text in into.texts(value, path, numbers=True):
        into.statements.append(Statement(field.property, text.value, text.path))


def read_loose(into: Collector, value: object, path: str, field: Field) -> None:
    """A piece that belongs to another statement; :func:`json_record.finish` puts it there."""
    into.loose.setdefault(field.detail, []).extend(into.texts(value, path, numbers=field.property == "pages"))


def read_creators(into: Collector, value: object, path: str, field: Field) -> None:
    """Names, with the role that the field states."""
    read_names(into, value, path, field.detail)


def read_keywords(into: Collector, value: object, path: str, field: Field) -> None:
    """Keywords in one string are separated by semicolons, else by commas."""
    for text in into.texts(value, path):
        separator = next((s for s in (";", "|", ",") if s in text.value), None) if isinstance(value, str) else None
        for word in text.value.split(separator) if separator else (text.value,):
            if word.strip():
                into.statements.append(_stated(field, text, word.strip()))


def read_count(into: Collector, value: object, path: str, field: Field) -> None:
    """A number; ``cited by`` and the like may list works instead, which nothing is compared with."""
    if isinstance(value, (list, dict)):
        into.ignore(path, "works that cite this one are not read")
    else:
        read_number(into, value, path, field)


def read_host_title(into: Collector, value: object, path: str, _: Field) -> None:
    """Crossref's ``volume-title`` in a reference: the book that a chapter is in, or the book itself where no title stands."""
    have = {s.property for s in into.statements}
    name = "title" if "title" not in have else "container" if "container" not in have else ""
    if name:
        read_text(into, value, path, Field(name, "text"))
    else:
        into.ignore(path, "the container is named in another field")


def read_date(into: Collector, value: object, path: str, field: Field) -> None:
    """Every date of the value."""
    for text in read_dates(into, value, path):
        into.statements.append(Statement(field.property, text.value, text.path))


def read_other_date(into: Collector, value: object, path: str, field: Field) -> None:
    """A date that counts where no other is given."""
    if any(s.property == field.property for s in into.statements):
        into.ignore(path, "another date is read already")
    else:
        read_date(into, value, path, field)


def read_event(into: Collector, value: object, path: str, field: Field) -> None:
    """A date, or an object with date and place."""
    if not isinstance(value, dict):
        read_date(into, value, path, field)
        return
    names = by_name(value)
    place = next((names[n] for n in ("place", "location", "where", "city", f"{field.property}place") if n in names), None)
    rest = {key: item for key, item in value.items() if key != place}
    if place is not None:
        read_text(into, value[place], child(path, place), Field(f"{field.property}_place", "thing"))
    if any(item not in EMPTY for item in rest.values()):
        read_date(into, rest, path, field)


def read_life(into: Collector, value: object, path: str, _: Field) -> None:
    """``1724-1804``: birth and death in one."""
    for text in into.texts(value, path):
        ends = _LIFE.fullmatch(text.value)
        if ends is None or not (ends[1] or ends[2]):
            into.unreadable(text.path, text.value, "years of birth and death")
            continue
        for name, end in (("birth", ends[1]), ("death", ends[2])):
            if end and end.strip(" ?"):
                into.statements.append(Statement(name, end.strip(), text.path))


def read_places(into: Collector, value: object, path: str, _: Field) -> None:
    """Places named by what happened there, as keys or as a ``type``; a bare list does not say which is which."""
    pairs = [(path, value)] if not isinstance(value, list) else [(f"{path}[{n}]", item) for n, item in enumerate(value)]
    for place, item in pairs:
        if not isinstance(item, dict):
            if item not in EMPTY:
                into.ignore(place, "does not say whether it is the place of birth or of death")
            continue
        kind = next((str(v) for k, v in item.items() if plain(k) in ("type", "role", "event") and isinstance(v, str)), "")
        named = [(key, kind or key) for key in item if plain(key) not in ("type", "role", "event")]
        for key, says in named:
            event = next((e for e in ("birth", "death") if e in plain(says)), "")
            if event and item[key] not in EMPTY:
                read_text(into, item[key], child(place, key), Field(f"{event}_place", "thing"))
            elif item[key] not in EMPTY:
                into.ignore(child(place, key), "neither the place of birth nor that of death")


def read_note(into: Collector, value: object, path: str, _: Field) -> None:
    """Identifiers that reference managers keep in a note, a line each (``PMID: 123``) or in ``{:PMID: 123}``."""
    for text in into.texts(value, path):
        for found in _IN_NOTE.finditer(text.value):
            scheme = SCHEMES[found[1].lower()]
            field = Field(scheme if scheme in WORK_SCHEMES else "identifiers", "identifier", scheme)
            read_identifier(into, found[2], text.path, field)
        into.ignore(text.path, "a note: only identifiers in it are read")


HANDLERS: dict[str, Handler] = {
    "text": read_text,
    "thing": read_text,
    "headings": read_text,
    "one": read_one,
    "number": read_number,
    "loose": read_loose,
    "creators": read_creators,
    "keywords": read_keywords,
    "count": read_count,
    "host_title": read_host_title,
    "date": read_date,
    "other_date": read_other_date,
    "event": read_event,
    "life": read_life,
    "places": read_places,
    "note": read_note,
    "identifier": read_identifier,
    "identifiers": read_identifiers,
    "address": read_address,
}
