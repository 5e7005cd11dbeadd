"""Identifiers of the thing that a JSON record is about."""

from __future__ import annotations

import re

from gate.model import Identifier, Statement
from gate.normalise import identifiers
from gate.records.readers.json_fields import Field
from gate.records.readers.json_parse import child
from gate.records.readers.json_values import SCHEMES, Collector, Text, by_name, plain

#: schemes that are properties of their own
WORK_SCHEMES = ("doi", "pmid", "arxiv", "isbn", "issn")
_DOI = re.compile(r"\b10\.[0-9]{4,9}/[^\s\"<>]+")
_PMID = re.compile(r"\bPMID:?\s*([0-9]{1,8})\b", re.IGNORECASE)
_ARXIV = re.compile(r"\barXiv:?\s*([0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?|[a-z-]+(?:\.[A-Z]{2})?/[0-9]{7})", re.IGNORECASE)
_ISBNS = re.compile(r"[;,/|]\s*|\s+(?=97[89]|[0-9]{9}[0-9Xx]\b|[0-9]+-[0-9]+-[0-9]+-)")
_ISSNS = re.compile(r"[;,/|\s]\s*(?=[0-9]{4}-?[0-9]{3}[0-9Xx])")


def read_identifier(into: Collector, value: object, path: str, field: Field) -> None:
    """Identifiers of the scheme that the field is named after; several in one string are taken apart."""
    scheme = field.detail
    eprint = scheme == "arxiv" and isinstance(value, str) and plain(path.rsplit(".", 1)[-1]) == "eprint"
    if eprint and not identifiers.parse(scheme, str(value)).form_ok:
        into.ignore(path, "not an arXiv number")  # other archives use the key too
        return
    for text in into.texts(value, path, numbers=True):
        for piece in _pieces(scheme, text.value):
            own = text.identifiers
            if field.property == "identifiers":
                parsed = identifiers.parse(scheme, piece).identifier
                own = (parsed,) if parsed is not None else ()
            into.statements.append(Statement(field.property, piece, text.path, identifiers=own))


def _pieces(scheme: str, text: str) -> list[str]:
    """Several numbers in one string."""
    pattern = _ISBNS if scheme == "isbn" else _ISSNS if scheme == "issn" else None
    return [p.strip() for p in pattern.split(text) if p.strip()] if pattern else [text]


def read_identifiers(into: Collector, value: object, path: str, field: Field) -> None:
    """Identifiers of any scheme: strings, ``{"doi": ...}``, ``{"type": "doi", "value": ...}``, lists of these."""
    if isinstance(value, list):
        for n, item in enumerate(value):
            if isinstance(item, list):
                into.unreadable(f"{path}[{n}]", item)
            else:
                read_identifiers(into, item, f"{path}[{n}]", field)
        return
    if isinstance(value, dict):
        _identifier_object(into, value, path)
        return
    for text in into.texts(value, path, numbers=True):
        parsed = identifiers.detect(text.value)
        _add_identifier(into, text, parsed.identifier if parsed is not None else None)


def _identifier_object(into: Collector, value: dict[str, object], path: str) -> None:
    names = by_name(value)
    scheme_key = next(
        (names[n] for n in ("scheme", "type", "propertyid", "@type", "identifiertype", "authority") if n in names), None
    )
    value_key = next((names[n] for n in ("value", "id", "identifier", "@value", "@id", "propertyvalue") if n in names), None)
    if value_key is not None:
        named = value.get(scheme_key) if scheme_key is not None else None
        scheme = SCHEMES.get(plain(named), plain(named)) if isinstance(named, str) else ""
        for text in into.texts(value[value_key], child(path, value_key), numbers=True):
            parsed = identifiers.parse(scheme, text.value) if scheme in SCHEMES.values() else identifiers.detect(text.value)
            _add_identifier(into, text, parsed.identifier if parsed is not None else None, scheme)
        for key in names.values():
            if key not in (scheme_key, value_key):
                into.ignore(child(path, key))
        return
    for name, key in names.items():
        scheme = SCHEMES.get(name, "")
        if not scheme:
            into.ignore(child(path, key), "an identifier of a kind that the gate does not know")
            continue
        for text in into.texts(value[key], child(path, key), numbers=True):
            _add_identifier(into, text, identifiers.parse(scheme, text.value).identifier, scheme)


def _add_identifier(into: Collector, text: Text, parsed: Identifier | None, scheme: str = "") -> None:
    """State an identifier, unless another field has stated it."""
    own = scheme or (parsed.scheme if parsed is not None else "")
    if parsed is not None and any(parsed in s.identifiers or _states(s, parsed) for s in into.statements):
        return
    if own in WORK_SCHEMES:
        into.statements.append(Statement(own, text.value, text.path))
    else:
        into.statements.append(
            Statement("identifiers", text.value, text.path, identifiers=(parsed,) if parsed is not None else ())
        )


def _states(statement: Statement, identifier: Identifier) -> bool:
    if statement.property != identifier.scheme:
        return False
    return identifiers.parse(identifier.scheme, statement.value).identifier == identifier


def claim_own_id(into: Collector, value: dict[str, object], keys: dict[str, str], path: str) -> None:
    """An id that is a DOI or an authority's address is a claim too: it says which thing is meant."""
    for name in ("id", "@id"):
        given = value[keys[name]] if name in keys else None
        if isinstance(given, str) and given.strip().startswith(("http", "10.", "doi:")):
            parsed = identifiers.detect(given)
            if parsed is not None and parsed.identifier is not None and parsed.identifier.scheme != "iri":
                _add_identifier(into, Text(given.strip(), child(path, keys[name])), parsed.identifier)


def read_address(into: Collector, value: object, path: str, _: Field) -> None:
    """An address counts where it is an authority's, and so an identifier; any other page is not looked at."""
    for text in into.texts(value, path):
        parsed = identifiers.detect(text.value)
        if parsed is not None and parsed.identifier is not None and parsed.identifier.scheme != "iri":
            _add_identifier(into, text, parsed.identifier)
        else:
            into.ignore(text.path, "an address that is no identifier")


def mentioned(text: str) -> tuple[Identifier, ...]:
    """Identifiers that stand in a reference string."""
    found = [identifiers.parse("doi", m[0]).identifier for m in _DOI.finditer(text)]
    found += [identifiers.parse("pmid", m[1]).identifier for m in _PMID.finditer(text)]
    found += [identifiers.parse("arxiv", m[1]).identifier for m in _ARXIV.finditer(text)]
    return tuple(dict.fromkeys(i for i in found if i is not None))
