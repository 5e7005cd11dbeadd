"""The mapping file: what the columns of a table are, in TOML.

::

    kind = "work"                 # or agent, concept; default: told by the columns
    id = "Call no."               # column with the record's own id
    delimiter = ";"               # default: told from the header; "\\t" for a tab
    encoding = "latin-1"          # default: told from the bytes
    sheet = "Export"              # XLSX: default the first sheet
    header = 3                    # row with the names of the columns; default: the first that is not empty
    separator = "||"              # between the values of a cell, in every column that can hold several and says no other
    unmapped = "by name"          # columns not named below are read by their names; default "ignore"

    [columns]
    "Titel" = "title"
    "Verfasser" = { property = "creators", role = "aut", separator = ";" }
    "Erschienen" = { property = "date", form = "DD.MM.YYYY" }
    "GND-Nr." = { property = "identifiers", scheme = "gnd" }
    "Schlagwort" = { property = "concepts", scheme = "gnd", language = "de" }
    "Sachgruppe" = { property = "classification", scheme = "ddc" }
"""

from __future__ import annotations

import codecs
import hashlib
import tomllib
from collections.abc import Mapping as Table
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import NoReturn

from gate.errors import MappingError
from gate.model import Kind
from gate.normalise import identifiers, relators
from gate.properties import PROPERTIES, ValueType
from gate.records.readers.json_fields import Field
from gate.records.readers.json_identifiers import WORK_SCHEMES
from gate.records.readers.json_values import SCHEMES
from gate.records.readers.tabular.date_form import is_form
from gate.records.readers.tabular.headers import separators_of
from gate.records.readers.tabular.rule import Rule
from gate.toml_lines import Place, places

IGNORE, BY_NAME = "ignore", "by name"
#: pieces that a column may hold beside the properties: put with the title, the pages, the container, the name
PIECES = {
    "subtitle": Field("title", "loose", "subtitle"),
    "other_title": Field("title", "loose", "title form"),
    "container_abbreviation": Field("container", "loose", "container form"),
    "first_page": Field("pages", "loose", "first page"),
    "last_page": Field("pages", "loose", "last page"),
    "family": Field("name", "loose", "family"),
    "given": Field("name", "loose", "given"),
}
_PIECE_KINDS = dict.fromkeys(("family", "given"), Kind.AGENT)
_TEXTS = ("id", "delimiter", "quote", "encoding", "sheet", "separator", "unmapped", "kind")
_KEYS = frozenset({*_TEXTS, "header", "columns"})
_COLUMN_KEYS = ("property", "separator", "language", "scheme", "role", "form", "optional")
_KNOWN_SCHEMES = frozenset({*identifiers.SCHEMES, *SCHEMES.values(), "iri"}) - {"url"}
_MAX_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Mapping:
    """What a mapping file says. Empty texts are left to be told from the table; ``header`` counts rows from 1, 0 is untold.

    ``columns``  rule by column name; ``optional``: names of columns that may be missing; ``lines``: line of each name;
    ``sha256``   of the file's bytes
    """

    file: str = ""
    kind: Kind | None = None
    id: str = ""
    delimiter: str = ""
    quote: str = '"'
    encoding: str = ""
    sheet: str = ""
    header: int = 0
    by_name: bool = True
    columns: Table[str, Rule] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    lines: Table[str, int] = field(default_factory=dict)
    sha256: str = ""


def load_mapping(file: str) -> Mapping:
    """The mapping in ``file``; the one that says nothing for an empty name.

    Raises :class:`MappingError`, with line and key, for a file that cannot be read or does not say what can be meant.
    """
    if not file:
        return Mapping()
    path = Path(file)
    try:
        return _loaded(file, path.stat().st_mtime_ns, path.stat().st_size)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        raise MappingError(f"{file}: {getattr(error, 'strerror', None) or error}") from error


@lru_cache(maxsize=16)
def _loaded(file: str, _changed: int, size: int) -> Mapping:
    """A server reads the same mapping at every call; it is read again when the file has changed."""
    if size > _MAX_BYTES:
        raise MappingError(f"{file}: {size:,} bytes, limit {_MAX_BYTES:,}")
    try:
        data = Path(file).read_bytes()
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        values = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise MappingError(f"{file}: not UTF-8 (byte {error.start})") from error
    except tomllib.TOMLDecodeError as error:
        raise MappingError(f"{file}: not a TOML file: {error}") from error
    return replace(_Reader(file, places(text)).mapping(values), sha256=hashlib.sha256(data).hexdigest())


def named_mapping(file: str) -> str:
    """What a manifest says of a mapping file: its name and the SHA-256 of what stands in it now; empty for no file."""
    try:
        return f"{file}, sha256 {load_mapping(file).sha256}" if file else ""
    except MappingError:  # gone since the records were read: no digest is made up
        return f"{file}, sha256 unknown"


class _Reader:
    """Turns what stands in the file into a mapping, or names the line and key that cannot be meant."""

    def __init__(self, file: str, lines: dict[Place, int]) -> None:
        self._file = file
        self._lines = lines

    def mapping(self, values: dict[str, object]) -> Mapping:
        for key in values:
            if key not in _KEYS:
                self._fail((key,), f"unknown key; known: {', '.join(sorted(_KEYS))}")
        said = {key: self._text((key,), values[key]) for key in _TEXTS if key in values}
        columns = values.get("columns", {})
        if not isinstance(columns, dict) or not columns:
            self._fail(("columns",), 'a table is wanted: [columns], with a line such as "Titel" = "title" for every column')
        kind = self._kind(said, columns)
        rules = {name: self._rule(name, value, kind, said.get("separator", "")) for name, value in columns.items()}
        unmapped = said.get("unmapped", IGNORE)
        if unmapped not in (IGNORE, BY_NAME):
            self._fail(("unmapped",), f"{unmapped!r} is neither {IGNORE!r} nor {BY_NAME!r}")
        header = values.get("header", 0)
        if type(header) is not int or ("header" in values and header < 1):
            self._fail(("header",), "the number of a row is wanted, counted from 1")
        return Mapping(
            self._file,
            kind,
            said.get("id", ""),
            self._one_sign("delimiter", said.get("delimiter", "")),
            self._one_sign("quote", said.get("quote", '"')),
            self._encoding(said.get("encoding", "")),
            said.get("sheet", ""),
            header,
            unmapped == BY_NAME,
            rules,
            frozenset(name for name, value in columns.items() if isinstance(value, dict) and value.get("optional") is True),
            {name: self._lines.get(("columns", name), 0) for name in columns},
        )

    def _fail(self, place: Place, message: str) -> NoReturn:
        line = next((self._lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in self._lines), 0)
        key = ".".join(f'"{part}"' if not str(part).replace("_", "").isalnum() else str(part) for part in place)
        raise MappingError(f"{self._file}:{line or 1}: {key}: {message}")

    def _text(self, place: Place, value: object) -> str:
        if not isinstance(value, str):
            self._fail(place, f"text in quotes is wanted, not {value!r}")
        return str(value)

    def _one_sign(self, key: str, sign: str) -> str:
        if len(sign) > 1 or sign in ("\r", "\n"):
            self._fail((key,), f"one character is wanted, not {sign!r}")
        return sign

    def _encoding(self, name: str) -> str:
        if not name:
            return ""
        try:
            "".encode(name)  # refuses what is no encoding of text, as base64
            return codecs.lookup(name).name
        except LookupError:
            self._fail(("encoding",), f"no encoding is called {name!r}; such are utf-8, utf-16, latin-1, windows-1252")

    def _kind(self, said: dict[str, str], columns: dict[str, object]) -> Kind:
        """The kind that is said, else the one that all properties can be of, a work before others."""
        if "kind" in said:
            if said["kind"] not in tuple(Kind):
                self._fail(("kind",), f"{said['kind']!r} is none of {', '.join(Kind)}")
            return Kind(said["kind"])
        names = [value.get("property") if isinstance(value, dict) else value for value in columns.values()]
        known = [PROPERTIES[name].kinds for name in names if isinstance(name, str) and name in PROPERTIES]
        return next((kind for kind in Kind if all(kind in kinds for kinds in known)), Kind.WORK)

    def _rule(self, column: str, value: object, kind: Kind, separator: str) -> Rule:
        place: Place = ("columns", column)
        said = {"property": value} if isinstance(value, str) else value
        if not isinstance(said, dict):
            self._fail(place, f'the name of a property, or {{ property = "...", ... }}, is wanted, not {value!r}')
        for key in said:
            if key not in _COLUMN_KEYS:
                self._fail((*place, key), f"unknown key; known: {', '.join(_COLUMN_KEYS)}")
        if not isinstance(said.get("optional", False), bool):
            self._fail((*place, "optional"), "true or false is wanted")
        texts = {key: self._text((*place, key), item) for key, item in said.items() if key != "optional"}
        name = texts.get("property", "")
        if name == IGNORE:
            return Rule(None, "the mapping leaves it out")
        read_as = self._field(place, name, texts, kind)
        own = texts.get("separator", "" if PROPERTIES[read_as.property].single else separator)
        form = texts.get("form", "")
        if form and (not is_form(form) or PROPERTIES[read_as.property].type is not ValueType.DATE):
            self._fail((*place, "form"), f"{form!r}: the form of a date is made of YYYY, MM and DD, as in DD.MM.YYYY")
        if "language" in texts and not texts["language"]:
            self._fail((*place, "language"), "the code of a language is wanted, as de or eng")
        vocabulary = texts.get("scheme", "").lower() if read_as.property == "concepts" else ""
        return Rule(
            read_as,
            "",
            (own,) if own else () if "separator" in texts else separators_of(read_as),
            bool(own) or "separator" in texts,
            texts.get("language", ""),
            vocabulary,
            form,
        )

    def _field(self, place: Place, name: str, texts: dict[str, str], kind: Kind) -> Field:
        if name in PIECES:
            if _PIECE_KINDS.get(name, Kind.WORK) is not kind:
                self._fail((*place, "property"), f"{name} is no piece of a record of kind {kind}")
            return PIECES[name]
        known = PROPERTIES.get(name)
        names = ", ".join((*(p.name for p in PROPERTIES.values() if kind in p.kinds), IGNORE))
        if known is None:
            self._fail((*place, "property"), f"no property is called {name!r}; known: {names}")
        if kind not in known.kinds:
            self._fail((*place, "property"), f"a record of kind {kind} has no {name}; it can have: {names}")
        if "role" in texts and name != "creators":
            self._fail((*place, "role"), f"only creators have a role, not {name}")
        if "scheme" in texts and name not in ("identifiers", "concepts", "classification"):
            self._fail((*place, "scheme"), f"only identifiers, concepts and class numbers have a scheme, not {name}")
        if name == "creators":
            return Field(name, "creators", self._role(place, texts.get("role", "")))
        if known.type is ValueType.CLASS:
            return Field(name, "headings", texts.get("scheme", "").lower())
        if known.type is ValueType.IDENTIFIER:
            return self._identifier(place, name, texts.get("scheme", ""))
        handlers = {
            ValueType.DATE: "date",
            ValueType.NUMBER: "number",
            ValueType.PAGES: "number",
            ValueType.CITATION: "citations",
        }
        return Field(name, handlers.get(known.type, "text"))

    def _role(self, place: Place, role: str) -> str:
        found = relators.code(role) if role else ""
        if found is None:
            self._fail((*place, "role"), f"{role!r} is no relator of the MARC code list, such as aut, edt, translator")
        return found or ""

    def _identifier(self, place: Place, name: str, scheme: str) -> Field:
        if name in WORK_SCHEMES:
            return Field(name, "identifier", name)
        lower = scheme.lower()
        if scheme and lower not in _KNOWN_SCHEMES:
            self._fail((*place, "scheme"), f"{scheme!r} is none of {', '.join(sorted(_KNOWN_SCHEMES))}")
        if lower in WORK_SCHEMES:
            return Field(lower, "identifier", lower)
        return Field(name, "identifier", lower) if lower else Field(name, "identifiers")
