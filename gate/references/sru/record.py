"""What a record in an answer says, through the gate's own readers of MARCXML, UNIMARC, MODS and Dublin Core."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import quote

from gate.model import Entity, Kind, Record, Statement
from gate.records.readers import reader
from gate.settings import Settings

FORMS = ("marcxml", "unimarc", "mods", "dc")
"""The formats that are read, best first, by the name of their reader."""
_OTHER_MARC = re.compile(r"cnmarc|kormarc|pica", re.IGNORECASE)
_SHAPES = (
    ("unimarc", re.compile(r"unimarc|\buni_b\b", re.IGNORECASE)),
    ("marcxml", re.compile(r"marc-?xml|marc-?21|marcxchange|^marc$", re.IGNORECASE)),
    ("mods", re.compile(r"mods", re.IGNORECASE)),
    ("dc", re.compile(r"(?:^|[/:_-])dcx?(?:$|[-/_v])|^oai_dc|dublin", re.IGNORECASE)),
)
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")


def form_of(schema: str) -> str:
    """Which of :data:`FORMS` a record schema is, by its name or identifier; empty where it is none."""
    if _OTHER_MARC.search(schema):
        return ""
    return next((form for form, shape in _SHAPES if shape.search(schema)), "")


def read(data: str, schema: str, settings: Settings, name: Callable[[str], str]) -> Entity | str:
    """The work that a record describes, or why it says nothing of one.

    ``data`` is the record as XML. What it is, it says itself; ``schema`` tells UNIMARC from MARC 21, and names what is not read.
    ``name`` gives the id of the entity that has this control number.
    """
    body = _DECLARATION.sub("", data, count=1).strip().encode("utf-8", "replace")
    sure = {form: reader(form).sniff(body[:8192]) for form in ("marcxml", "mods", "dc")}
    form = max(sure, key=lambda one: sure[one])
    if not sure[form]:
        return f"a record in {schema or 'a form that it does not name'}, which is not read"
    if form == "marcxml" and form_of(schema) == "unimarc":
        form = "unimarc"
    found = next(iter(reader(form).read(body, schema or form, settings)), None)
    if not isinstance(found, Record):
        return found.reason if found is not None else "no record in it"
    if found.kind is not Kind.WORK:
        return f"a record of a {found.kind}, not of a work"
    title = found.first("title")
    if title is None:
        return "a record without a title"
    number = title.value if found.id.startswith("#") else found.id
    return Entity(name(quote(number, safe="")), Kind.WORK, title.value, tuple(_without_path(s) for s in found.statements))


def _without_path(s: Statement) -> Statement:
    return replace(s, path="", parts=tuple(_without_path(part) for part in s.parts))
