"""The HALLMARK sets (Reizinger 2026, MIT): BibTeX entries labelled VALID or HALLUCINATED, with a type of error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gate.model import Statement
from gate.normalise import names


@dataclass(frozen=True)
class Entry:
    """One labelled citation. ``kind`` is its BibTeX entry type, ``type`` the type of error, empty for a valid one."""

    key: str
    valid: bool
    type: str
    kind: str
    fields: Mapping[str, str]
    explanation: str = ""


def read_hallmark(file: Path) -> list[Entry]:
    """The entries of a HALLMARK file, in its order."""
    entries = []
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        fields = {name: str(value) for name, value in row["fields"].items()}
        kind = row.get("hallucination_type") or ""
        label = row["label"] == "VALID"
        entries.append(Entry(row["bibtex_key"], label, kind, row["bibtex_type"], fields, row.get("explanation") or ""))
    return entries


def bibtex(entries: Iterable[Entry]) -> str:
    """The entries as a BibTeX file. Where the braces of a value do not pair (6 of 962 entries), they are left out."""
    lines: list[str] = []
    for entry in entries:
        lines.append(f"@{entry.kind}{{{entry.key},")
        lines += [f"  {name} = {{{_paired(value)}}}," for name, value in entry.fields.items()]
        lines += ["}", ""]
    return "\n".join(lines)


def _paired(value: str) -> str:
    depth = 0
    for sign in value:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            break
    return value.replace("{", "").replace("}", "") if depth else value


def statements_of(fields: Mapping[str, str]) -> tuple[Statement, ...]:
    """The statements of a BibTeX entry, as a citation has them, without going through a reader."""
    found = []
    authors, et_al = names.split_list(fields.get("author", ""))
    renamed = {"year": "date", "booktitle": "container", "journal": "container"}
    for name in ("title", "year", "booktitle", "journal", "doi", "volume", "pages"):
        if fields.get(name):
            found += [Statement(renamed.get(name, name), fields[name], name)]
    found += [Statement("creators", author, f"author[{i}]") for i, author in enumerate(authors)]
    if et_al:
        found.append(Statement("creators", "et al.", "author", parts=(Statement("et_al", "true"),)))
    return tuple(found)
