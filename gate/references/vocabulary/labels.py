"""Headings as plain lists: an identifier and a label a line, a table with a header, or nothing but labels."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from gate.model import Identifier
from gate.normalise import identifiers
from gate.normalise.naco import label_form
from gate.rdf.iris import identifier_iri, iri_identifier
from gate.references.local.files import opened
from gate.references.local.manifest import HEADING_FILES
from gate.references.vocabulary.heading import Heading, Item, LeftOut, Target

_ID = ("id", "uri", "identifier", "code")
_LABEL = ("label", "heading", "preflabel", "name", "term")
_VARIANT = ("alt_labels", "altlabel", "variant", "variants")
_REPLACED = ("replaced_by", "replacement", "use", "useinstead")


def read(path: Path) -> Iterator[Item]:
    """Every line as a heading, as a stream.

    Without a header, a line is ``<IRI>`` TAB label (and perhaps a notation), or only a label. A header names its columns: an
    identifier (``id``, ``uri``), labels (``label``, ``label_de``), ``alt_labels`` (with ``|`` between several), ``replaced_by``,
    ``deprecated`` (``true``), ``file`` (``topic``, ``name`` ...).
    Labels in a column whose name ends in ``machine`` were made by a machine: they are no labels of the vocabulary.
    """
    with io.TextIOWrapper(opened(path), encoding="utf-8-sig", newline="") as file:
        first = file.readline()
        mark = "\t" if "\t" in first else "," if path.name.removesuffix(".gz").endswith(".csv") else "\t"
        names = [cell.strip().lower() for cell in next(csv.reader([first], delimiter=mark), [])]
        if any(name in _ID for name in names) or any(_is_label(name) for name in names):
            rows = csv.reader(file, delimiter=mark, quoting=csv.QUOTE_MINIMAL if mark == "," else csv.QUOTE_NONE)
            for number, row in enumerate(rows, 2):
                if row:
                    yield _row(dict(zip(names, row, strict=False)), f"{path.name}:{number}")
            return
        yield from _line(first, f"{path.name}:1", path.name)
        for number, line in enumerate(file, 2):
            yield from _line(line, f"{path.name}:{number}", path.name)


def _is_label(name: str) -> bool:
    return (name in _LABEL or name.startswith(("label_", "preflabel_", "name_"))) and not name.endswith("machine")


def _line(line: str, where: str, name: str) -> Iterator[Item]:
    cells = [cell.strip() for cell in line.rstrip("\r\n").split("\t")]
    if not any(cells):
        return
    if len(cells) == 1 and not cells[0].startswith("<"):
        yield Heading(f"list:{quote(name)}:{quote(label_form(cells[0]), safe='')}", cells[0])
    elif cells[0].startswith("<") and cells[0].endswith(">") and len(cells) > 1 and cells[1]:
        iri = cells[0][1:-1]
        own = iri_identifier(iri)
        yield Heading(iri, cells[1], identifiers=[own] if own.scheme != "iri" else [])
    else:
        yield LeftOut(where, "not a label, nor an IRI in angle brackets with a label")


def _row(row: dict[str, str], where: str) -> Item:
    labels = [(name.partition("_")[2], text.strip()) for name, text in row.items() if name and _is_label(name) and text.strip()]
    if not labels:
        return LeftOut(where, "no label in this row")
    (lang, label), *others = labels
    given = next((row[name].strip() for name in _ID if row.get(name)), "")
    own = identifier_of(given)
    iri = identifier_iri(own) if own is not None else ""
    heading = Heading(iri or given or f"list:{quote(label_form(label), safe='')}", label, lang, identifiers=[own] if own else [])
    heading.forms = [text for _, text in others]
    for name, text in row.items():
        several = [part.strip() for part in (text or "").split("|") if part.strip()]
        if name in _VARIANT:
            heading.variants += [(part, lang) for part in several]
        elif name in _REPLACED:
            heading.replaced_by += [Target(part) for part in several]
    heading.deprecated = bool(heading.replaced_by) or row.get("deprecated", "").strip().lower() in ("1", "true", "yes")
    heading.file = row.get("file", "").strip() if row.get("file", "").strip() in HEADING_FILES else ""
    return heading


def identifier_of(text: str) -> Identifier | None:
    """The identifier that a cell holds: an IRI, ``gnd:4005728-8``, an LCCN, a FAST number."""
    if "://" in text:
        return iri_identifier(text.strip("<>"))
    scheme, colon, value = text.partition(":")
    if colon and scheme.strip().lower() in ("gnd", "lccn", "viaf", "wikidata"):
        return identifiers.parse(scheme, value).identifier
    if colon and scheme.strip().lower() in ("mesh", "fast"):
        return Identifier(scheme.strip().lower(), value.strip())
    if text.startswith("fst"):
        return Identifier("fast", text.removeprefix("fst").lstrip("0"))
    found = identifiers.parse("lccn", text) if text[:1].isalpha() and any(c.isdigit() for c in text) else None
    return found.identifier if found is not None and found.form_ok else None
