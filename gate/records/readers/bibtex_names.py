"""Names in BibTeX and biblatex: lists with ``and``, First von Last Jr, braces for bodies, ``and others``, annotations."""

from __future__ import annotations

import re
from dataclasses import replace

from gate.model import Identifier, Statement
from gate.records.readers.bibtex_values import reading_form

_ET_AL = re.compile(r"\W*(?:others|et\.?\s*al)\W*", re.IGNORECASE)
_EXTENDED = re.compile(r"\s*(given|family|prefix|suffix|given-i|family-i|prefix-i|suffix-i|useprefix)\s*=\s*", re.IGNORECASE)
_ANNOTATION = re.compile(r"(\d+)\s*=\s*\"?([^\";]+)\"?")


def read_names(text: str, prop: str, path: str, role: str, orcids: dict[int, Identifier]) -> list[Statement]:
    """Every name of a list; ``and others`` becomes the value ``et al.`` with the part ``et_al``."""
    from bibtexparser.middlewares.names import split_multiple_persons_names

    names = [name.strip() for name in split_multiple_persons_names(text.replace("~", " "))]
    names = [name for name in names if name.lower() != "and"]
    if len(names) == 1 and ";" in names[0] and not names[0].startswith("{"):  # not BibTeX, but what exports write
        names = [name.strip() for name in names[0].split(";")]
    found = []
    for number, name in enumerate(names, 1):
        where = f"{path}[{number}]" if len(names) > 1 else path
        if _ET_AL.fullmatch(name):
            found.append(Statement(prop, "et al.", where, parts=(Statement("et_al", "true"),)))
            continue
        statement = _name(name, prop, where, role)
        if statement and number in orcids:
            statement = replace(statement, identifiers=(orcids[number],))
        if statement:
            found.append(statement)
    return found


def annotated_orcids(text: str) -> dict[int, Identifier]:
    """The ORCIDs of a biblatex annotation (``author+an:orcid``), by the number of the name."""
    from gate.normalise import identifiers

    found = {int(n): identifiers.parse("orcid", value).identifier for n, value in _ANNOTATION.findall(text) if len(n) < 6}
    return {n: identifier for n, identifier in found.items() if identifier is not None}


def _name(name: str, prop: str, path: str, role: str) -> Statement | None:
    if _is_braced(name):
        value = reading_form(name)
        return Statement(prop, value, path, role=role) if value else None
    family, given, suffix = _extended(name) if _EXTENDED.match(name) else _parts(name)
    value = ", ".join(part for part in (family, given, suffix) if part)
    if not value:
        return None
    parts = [Statement(p, v, path) for p, v in (("family", family), ("given", given), ("suffix", suffix)) if v]
    return Statement(prop, value, path, role=role, parts=tuple(parts) if given else ())


def _is_braced(name: str) -> bool:
    """Whether one pair of braces encloses the whole name, which keeps a body's name together."""
    if not (name.startswith("{") and name.endswith("}")) or name.startswith("{\\"):
        return False
    depth = 0
    for at, char in enumerate(name):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if depth == 0:
            return at == len(name) - 1
    return False


def _parts(name: str) -> tuple[str, str, str]:
    from bibtexparser.middlewares.names import parse_single_name_into_parts

    parts = parse_single_name_into_parts(name, strict=False)
    family = reading_form(" ".join([*parts.von, *parts.last]))
    return family, reading_form(" ".join(parts.first)), reading_form(" ".join(parts.jr))


def _extended(name: str) -> tuple[str, str, str]:
    """biblatex's extended format: ``given=Jean, prefix=de la, family=Fontaine``; a later value replaces an earlier one."""
    parts: dict[str, str] = {}
    for piece in re.split(r",(?![^{}]*\})", name):
        key, _, value = piece.partition("=")
        parts[key.strip().lower()] = reading_form(value.strip().strip('"'))
    family = " ".join(part for part in (parts.get("prefix", ""), parts.get("family", "")) if part)
    return family, parts.get("given", ""), parts.get("suffix", "")
