"""Rows to records, whatever the table was written in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gate.model import Identifier, Kind, Note, Record, Statement, Unreadable
from gate.normalise import identifiers, relators
from gate.records.readers.json_fields import TELLING, Field
from gate.records.readers.json_handlers import HANDLERS
from gate.records.readers.json_identifiers import mentioned
from gate.records.readers.json_record import finish
from gate.records.readers.json_values import Collector, plain
from gate.records.readers.tabular.date_form import as_edtf
from gate.records.readers.tabular.headers import is_id, of_workbench, rule_of, without_language
from gate.records.readers.tabular.mapping import Mapping
from gate.records.readers.tabular.rule import Rule

#: longest text of a cell, characters
MAX_CELL = 131_072
MAX_COLUMNS = 16_384
_WHOLE = re.compile(r"(\d+)\.0+", re.ASCII)
_SCIENTIFIC = re.compile(r"[+-]?\d+(?:[.,]\d+)?[eE]\+?\d+", re.ASCII)
_AUTHORITY = re.compile(r"(?s:(.+?))::[^:]*::-?\d+\Z")
_LINKED = re.compile(r"(?P<list>[A-Za-z]+):(?P<role>[A-Za-z]+):(?:(?P<vocabulary>[a-z_]+):)?(?P<name>.+)", re.DOTALL)
#: digits of identifiers that may begin with zeros
_LENGTHS = {"isbn": 10, "issn": 8, "isni": 16, "orcid": 16}
#: a number in a cell of a spreadsheet keeps so many digits (IEEE 754, as Excel shows it)
_DIGITS_KEPT = 15


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell; ``doubt`` says what is wrong with it, and it is not read where ``lost``."""

    value: str = ""
    doubt: str = ""
    lost: bool = False
    number: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a table: their names, how each is read, and which holds the records' own ids (-1: none)."""

    names: tuple[str, ...]
    rules: tuple[Rule, ...]
    kind: Kind
    id: int = -1


def layout_of(names: Sequence[str], mapping: Mapping) -> Layout | str:
    """What the columns with these names are, or why the table cannot be read."""
    given = tuple(" ".join(name.split()) for name in names)
    if len(given) > MAX_COLUMNS:
        return f"{len(given):,} columns, limit {MAX_COLUMNS:,}"
    lower = {name.casefold() for name in given}
    for name, line in mapping.lines.items():
        if " ".join(name.split()).casefold() not in lower and name not in mapping.optional:
            return f"{mapping.file}:{line}: columns.{_quoted(name)}: the table has no such column; it has {_listed(given)}"
    if mapping.id and mapping.id.casefold() not in lower:
        return f"{mapping.file}: id: the table has no column {_quoted(mapping.id)}; it has {_listed(given)}"
    kind = mapping.kind or _kind(given)
    mapped = {" ".join(name.split()).casefold(): rule for name, rule in mapping.columns.items()}
    workbench = of_workbench(given)
    rules = tuple(
        mapped.get(name.casefold()) or (rule_of(name, kind, workbench=workbench) if mapping.by_name else Rule(None))
        if name
        else Rule(None)
        for name in given
    )
    if not any(rule.field for rule in rules):
        return f"no column is known by its name: {_listed(given)}; say what they are in a mapping file (--mapping)"
    wanted = mapping.id.casefold()
    ids = [n for n, name in enumerate(given) if (name.casefold() == wanted if wanted else mapping.by_name and is_id(name))]
    return Layout(given, rules, kind, ids[0] if ids else -1)


def _kind(names: Sequence[str]) -> Kind:
    """The kind for which the names of the columns speak loudest; a work where they are even."""
    weight = dict.fromkeys(Kind, 0)
    for name in names:
        for kind, loud in TELLING.get(plain(without_language(name)[0]), ()):
            weight[kind] += loud
    return max(weight, key=lambda kind: weight[kind])


@dataclass(frozen=True, slots=True)
class Row:
    """A row that is not empty. ``number`` counts as a spreadsheet does, ``place`` names a cell by its column, counted from 0."""

    number: int
    cells: Sequence[Cell]
    place: Callable[[int], str]
    raw: bytes = b""


def record_of(row: Row, layout: Layout, file: str, position: int, form: str, notes: Sequence[Note] = ()) -> Record | Unreadable:
    """What a row says. More cells than columns means that the values have slipped: such a row is not read."""
    filled = [n for n, cell in enumerate(row.cells) if cell.value]
    own = row.cells[layout.id].value if 0 <= layout.id < len(row.cells) else ""
    if filled[-1] >= len(layout.names):
        count, wanted = filled[-1] + 1, len(layout.names)
        reason = f"row {row.number} has {count} cells, the header {wanted}: is a delimiter in a value not quoted?"
        return Unreadable(file, reason, position, own, format=form)
    too_long = next((n for n in filled if len(row.cells[n].value) > MAX_CELL), None)
    if too_long is not None:
        reason = f"{row.place(too_long)} holds {len(row.cells[too_long].value):,} characters, limit {MAX_CELL:,}"
        return Unreadable(file, reason, position, own, format=form)
    into = Collector()
    into.notes += notes
    if len(row.cells) < len(layout.names):
        detail = f"{len(row.cells)} cells, the header {len(layout.names)}: the others are taken as empty"
        into.notes.append(Note("value-unreadable", f"row {row.number}", "", detail))
    for n in filled:
        _read_cell(into, row.cells[n], layout.rules[n], row.place(n), own=n == layout.id)
    finish(into)
    _one(into, "title")
    stated = next((s.value for s in into.statements if s.property == "doi"), "")
    return Record(
        layout.kind,
        own or stated or f"#{position}",
        tuple(into.statements),
        form,
        file,
        position,
        tuple(into.ignored),
        tuple(into.notes),
        row.raw,
    )


def _one(into: Collector, name: str) -> None:
    """A thing has one title: those of further columns (``dc.title[de]``) and cells are other forms of the first."""
    found = [s for s in into.statements if s.property == name]
    if len(found) > 1:
        first, *rest = found
        forms = dict.fromkeys((*first.forms, *(form for s in rest for form in (s.value, *s.forms))))
        forms.pop(first.value, None)
        into.statements = [s for s in into.statements if s.property != name or s is first]
        into.statements[into.statements.index(first)] = replace(first, forms=tuple(forms))


def _read_cell(into: Collector, cell: Cell, rule: Rule, path: str, *, own: bool) -> None:
    if own and rule.field is None:
        return
    if rule.field is None:
        into.ignore(path, rule.reason)
        return
    if cell.doubt:
        into.notes.append(Note("value-unreadable", path, cell.value[:100], cell.doubt))
        if cell.lost:
            return
    separator = next((s for s in rule.separators if s in cell.value), "")
    values = [v for part in cell.value.split(separator) if (v := part.strip())] if separator else [cell.value.strip()]
    numbered = Counter(values).total() > 1
    for n, value in enumerate(values, 1):
        _read_value(into, value, rule, f"{path}[{n}]" if numbered else path, whole=bool(separator), number=cell.number)


def _read_value(into: Collector, value: str, rule: Rule, path: str, *, whole: bool, number: bool) -> None:
    """One value. ``whole``: a separator has set it apart, so that it is one name and one keyword."""
    field = rule.field
    if field is None:
        return
    if rule.authority and (match := _AUTHORITY.fullmatch(value)):
        value = match[1]
    if rule.linked:
        linked = _linked(value)
        if isinstance(linked, str):
            into.ignore(path, linked)
            return
        value, role = linked
        field, whole = replace(field, detail=role), True
    if rule.date_form:
        edtf = as_edtf(value, rule.date_form)
        if not edtf:
            into.unreadable(path, value, f"a date in the form {rule.date_form}")
            return
        value = edtf
    mended = _as_written(into, value, field, path, number=number)
    if mended is None:
        return
    start = len(into.statements)
    loose = {name: len(texts) for name, texts in into.loose.items()}
    _handle(into, mended, field, path, whole=whole or rule.split)
    for at in range(start, len(into.statements)):
        into.statements[at] = _finished(into.statements[at], rule, path)
    for name, texts in into.loose.items():
        kept = loose.get(name, 0)
        texts[kept:] = [text._replace(path=path, lang=rule.lang) for text in texts[kept:]]


def _handle(into: Collector, value: str, field: Field, path: str, *, whole: bool) -> None:
    if field.handler == "citations":
        into.statements.append(Statement("citations", value, path, identifiers=mentioned(value)))
    elif field.handler == "container":
        into.statements.append(Statement("container", value, path))
    elif field.handler == "keywords" and whole:
        into.statements.append(Statement(field.property, value, path))
    elif field.handler == "creators":
        HANDLERS["creators"](into, [value] if whole else value, path, field)
    elif field.handler == "inside":
        into.ignore(path)
    else:
        HANDLERS[field.handler](into, value, path, field)


def _finished(statement: Statement, rule: Rule, path: str) -> Statement:
    parts = (*statement.parts, Statement("vocabulary", rule.vocabulary)) if rule.vocabulary else statement.parts
    return replace(statement, path=path, lang=statement.lang or rule.lang, parts=parts)


def _linked(value: str) -> tuple[str, str] | str:
    """The name and role of one of Islandora's typed relations, or why it is none."""
    match = _LINKED.fullmatch(value)
    name = match["name"].strip() if match else value
    if name.isdigit():
        return "a term number of Islandora, not a name"
    return name, (relators.code(match["role"]) or match["role"]) if match else ""


def _as_written(into: Collector, value: str, field: Field, path: str, *, number: bool) -> str | None:
    """The value as it was before a spreadsheet took it for a number; None, and noted, where that cannot be told.

    ``1999.0`` is 1999. An ISBN, ISSN or the like that a check digit proves to lack leading zeros has them again, which is noted.
    """
    known = field.handler == "identifier"
    if not known and field.handler not in ("date", "number", "event", "other_date", "count"):
        return value
    if match := _WHOLE.fullmatch(value):
        value = match[1]
    if known and _SCIENTIFIC.fullmatch(value):
        into.unreadable(path, value, "digits: a spreadsheet has rounded the number; format the column as text")
        return None
    if not known:
        return value
    scheme = field.detail or field.property
    length = _LENGTHS.get(scheme, 0)
    digits = value.upper()
    if number and length == 16 and len(digits) > _DIGITS_KEPT:
        into.unreadable(path, value, "text: a number keeps 15 digits; format the column as text")
        return None
    if length and re.fullmatch(r"\d{4,}X?", digits, re.ASCII) and len(digits) < length:
        full = digits.zfill(length)
        parsed = identifiers.parse(scheme, full)
        found: Identifier | None = parsed.identifier
        if parsed.check_ok and found is not None:
            detail = f"leading zeros are lost; read as {full}, whose check digit is right; format the column as text"
            into.notes.append(Note("value-unreadable", path, value, detail))
            return full
    return value


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""')[:80] + '"'


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(_quoted(name) for name in names[:20])
    return shown + (f" and {len(names) - 20} more" if len(names) > 20 else "")
