"""Labelled records and citations, one JSON object a line: what thresholds are found by.

::

    {"label": "valid", "record": {"kind": "work", "title": "...", ...}}      a record, in any JSON form that is read
    {"label": "invalid", "citation": {"title": "...", "doi": "..."}}         a citation in the same forms: a list of one work
    {"label": "invalid", "citation": "Berg, N. (1998). Eel larvae ..."}      a citation as a string
    {"label": "VALID", "bibtex_key": "...", "bibtex_type": "article", "fields": {"title": "..."}}   as HALLMARK has them
    {"label": "HALLUCINATED", "bibtex": "@article{...}"}

``id`` may name each; else the BibTeX key does, or the number of the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import orjson

from gate.model import Kind, Record, Statement, Unreadable
from gate.records import read_bytes
from gate.records.bibliography import gather
from gate.settings import Settings

_LABELS = {"valid": True, "invalid": False, "hallucinated": False}


@dataclass(frozen=True, slots=True)
class Labelled:
    """A record, or a citation as a bibliography of one work, with its label."""

    record: Record
    valid: bool


def read_labelled(data: bytes, file: str, settings: Settings) -> Iterator[Labelled | Unreadable]:
    """Every labelled thing in ``data``; what cannot be read is named with its line. Empty lines are skipped."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            yield _row(line, number, file, settings)


def _row(line: bytes, number: int, file: str, settings: Settings) -> Labelled | Unreadable:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return Unreadable(file, f"line {number} is no JSON: {error}", number)
    if not isinstance(row, dict):
        return Unreadable(file, f"line {number} is no JSON object", number)
    label = row.get("label")
    valid = _LABELS.get(label.strip().lower()) if isinstance(label, str) else None
    if valid is None:
        return Unreadable(file, f"line {number} has no label: {', '.join(_LABELS)} are known", number)
    name = next((str(row[key]) for key in ("id", "bibtex_key") if isinstance(row.get(key), str | int)), f"line {number}")
    found = _record(row, name, file, settings)
    if isinstance(found, str):
        return Unreadable(file, f"line {number}: {found}", number, name)
    return Labelled(replace(found, id=name, file=file, position=number), valid)


def _record(row: Mapping[str, object], name: str, file: str, settings: Settings) -> Record | str:
    """What a row describes, or why that cannot be read."""
    record, citation, fields = row.get("record"), row.get("citation"), row.get("fields")
    if isinstance(record, dict):
        return _one(orjson.dumps(record), "auto", file, settings)
    if isinstance(citation, str) and citation.strip():
        said = Statement("citations", citation, "citation")
        return Record(Kind.WORK, name, (said,), "string", file, 1, bibliography=True)
    if isinstance(citation, dict):
        return _cited(orjson.dumps({"kind": "work", **citation}), "auto", file, settings)
    if isinstance(row.get("bibtex"), str):
        return _cited(str(row["bibtex"]).encode(), "bibtex", file, settings)
    if isinstance(fields, dict):
        kind = row.get("bibtex_type")
        return _cited(_bibtex(kind if isinstance(kind, str) else "misc", fields).encode(), "bibtex", file, settings)
    return "there is neither record nor citation, fields or bibtex"


def _cited(data: bytes, form: str, file: str, settings: Settings) -> Record | str:
    found = _one(data, form, file, settings)
    if isinstance(found, str):
        return found
    return gather([found]) if found.kind is Kind.WORK else f"a citation is of a work, not of a {found.kind}"


def _one(data: bytes, form: str, file: str, settings: Settings) -> Record | str:
    found = list(read_bytes(data, file, form, settings=settings))
    if len(found) != 1:
        return f"{len(found)} records, and one is wanted"
    return found[0] if isinstance(found[0], Record) else found[0].reason


def _bibtex(kind: str, fields: Mapping[str, object]) -> str:
    """An entry of these fields. Braces that do not pair are left out: they could only end the value early."""
    lines = [f"  {name} = {{{_paired(str(value))}}}," for name, value in fields.items() if value not in (None, "")]
    return "\n".join((f"@{kind}{{entry,", *lines, "}", ""))


def _paired(value: str) -> str:
    depth = 0
    for sign in value:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            break
    return value.replace("{", "").replace("}", "") if depth else value
