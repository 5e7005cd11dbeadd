"""What a snapshot says about itself: ``manifest.toml`` in its folder, loaded and checked.

::

    name = "works"                      # as the folder is called; lower-case letters, digits, hyphens
    title = "Scholarly works"
    kinds = ["work"]                    # work, agent, concept
    role = "reference"                  # or "oracle": it may confirm, never accuse
    source = "Crossref REST API"
    retrieved = "2026-11-30"            # ISO 8601: the date of the facts, shown beside every verdict
    licence = "CC0-1.0"
    build = "python reference_graphs/build.py --shared FOLDER"
    complete_for = ["properties:nouns"] # see Completeness; an empty list is the honest default
    vocabulary = "lcsh"                 # only where it is a controlled vocabulary: its code in MARC's list of subject sources
    counts = { entities = 886, statements = 20431 }
    files = [{ name = "works.nt.gz", sha256 = "..." }]
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from gate.errors import SnapshotError
from gate.model import Kind, Role, SnapshotInfo
from gate.properties import PROPERTIES

MANIFEST_FILE = "manifest.toml"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHA256 = re.compile(r"[0-9a-f]{64}")
#: The files of a vocabulary, by what their headings name; ``all`` is the whole of it.
HEADING_FILES = ("all", "topic", "geographic", "chronological", "genre", "name", "title", "subdivision")
_KEYS = (
    "name",
    "title",
    "kinds",
    "role",
    "source",
    "retrieved",
    "licence",
    "build",
    "complete_for",
    "counts",
    "files",
    "vocabulary",
)
E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class DataFile:
    """A data file of a snapshot, by name inside its folder, with the SHA-256 of its bytes."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Completeness:
    """One claim of completeness, the only ground on which a snapshot may answer Absent.

    ``identifiers:SCHEME``         it holds everything that has an identifier of this scheme
    ``identifiers:SCHEME:PREFIX``  the same for the identifiers, in normal form, that begin with PREFIX
    ``entities:KIND``              it holds every thing of this kind, so a search without a candidate proves absence
    ``headings:FILE``              of its vocabulary, it holds every heading of this file (:data:`HEADING_FILES`)
    ``properties:NAME``            of each thing it holds, it holds every value of this property
    """

    what: str
    name: str
    prefix: str = ""

    @classmethod
    def parse(cls, text: str) -> Completeness:
        """Read one line of ``complete_for``. Raises ValueError with the reason."""
        what, _, rest = text.partition(":")
        name, _, prefix = rest.partition(":")
        known: tuple[str, ...] | None
        match what:
            case "identifiers":
                known = (name,) if name else ()
            case "entities":
                known = tuple(Kind)
            case "properties":
                known = tuple(PROPERTIES)
            case "headings":
                known = HEADING_FILES
            case _:
                raise ValueError(f"{text!r} must begin with identifiers:, entities:, headings: or properties:")
        if name not in known or (prefix and what != "identifiers"):
            raise ValueError(f"{text!r} names no known {what}")
        return cls(what, name, prefix)

    def __str__(self) -> str:
        return ":".join(part for part in (self.what, self.name, self.prefix) if part)


@dataclass(frozen=True, slots=True)
class Manifest:
    """A snapshot's own description. ``folder`` is where its data files lie."""

    name: str
    title: str
    kinds: frozenset[Kind]
    role: Role
    source: str
    retrieved: str
    licence: str
    build: str
    complete_for: tuple[Completeness, ...]
    counts: tuple[tuple[str, int], ...]
    files: tuple[DataFile, ...]
    folder: Path
    vocabulary: str = ""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The data files, as paths."""
        return tuple(self.folder / file.name for file in self.files)

    @property
    def complete_properties(self) -> frozenset[str]:
        """Properties whose lists are closed for every entity held."""
        return frozenset(c.name for c in self.complete_for if c.what == "properties")

    def covers_identifier(self, scheme: str, value: str) -> bool:
        """Whether everything with this identifier is held, so that a miss proves absence."""
        return any(c.what == "identifiers" and c.name == scheme and value.startswith(c.prefix) for c in self.complete_for)

    def covers_kind(self, kind: Kind) -> bool:
        """Whether every thing of this kind is held."""
        return any(c.what == "entities" and c.name == kind for c in self.complete_for)

    def covers_headings(self, file: str) -> bool:
        """Whether every heading of this file of its vocabulary is held. An unknown file (empty) is only held in the whole."""
        wanted = {"all", file} if file else {"all"}
        return bool(self.vocabulary) and any(c.what == "headings" and c.name in wanted for c in self.complete_for)

    def info(self) -> SnapshotInfo:
        """The line of a run's manifest. ``sha256`` is over the names and checksums of the data files."""
        return SnapshotInfo(self.name, self.retrieved, self.sha256, str(self.role))

    @property
    def sha256(self) -> str:
        """One checksum for the whole snapshot: of its data files' names and checksums, in order."""
        from hashlib import sha256

        return sha256("\n".join(f"{f.sha256}  {f.name}" for f in self.files).encode()).hexdigest()


def load_manifest(folder: Path) -> Manifest:
    """Read and check ``folder/manifest.toml``. Raises :class:`SnapshotError` naming the file and the key."""
    file = folder / MANIFEST_FILE
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise SnapshotError(f"{file}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SnapshotError(f"{file}: not a TOML file: {error}") from error
    return read_manifest(text, file)


def read_manifest(text: str, file: Path) -> Manifest:
    """The manifest that :func:`manifest_text` wrote; complaints name ``file``. Raises :class:`SnapshotError`."""
    try:
        values: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SnapshotError(f"{file}: not a TOML file: {error}") from error
    return _Reading(file, values).manifest()


def manifest_text(manifest: Manifest) -> str:
    """The manifest as TOML, in a fixed order, so that the same snapshot gives the same bytes."""
    lines = [
        f"name = {_quote(manifest.name)}",
        f"title = {_quote(manifest.title)}",
        f"kinds = [{', '.join(_quote(k) for k in sorted(manifest.kinds))}]",
        f"role = {_quote(manifest.role)}",
        f"source = {_quote(manifest.source)}",
        f"retrieved = {_quote(manifest.retrieved)}",
        f"licence = {_quote(manifest.licence)}",
        f"build = {_quote(manifest.build)}",
        f"complete_for = [{', '.join(_quote(str(c)) for c in manifest.complete_for)}]",
        *((f"vocabulary = {_quote(manifest.vocabulary)}",) if manifest.vocabulary else ()),
        "",
        "[counts]",
        *(f"{_quote(name)} = {count}" for name, count in manifest.counts),
    ]
    for data in manifest.files:
        lines += ["", "[[files]]", f"name = {_quote(data.name)}", f"sha256 = {_quote(data.sha256)}"]
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    """A TOML basic string: JSON's escapes are a subset of TOML's, save that TOML also wants DEL escaped."""
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def valid_name(name: str) -> bool:
    """Whether ``name`` can name a snapshot, and so a folder: lower-case letters, digits and single hyphens."""
    return len(name) <= 60 and _NAME.fullmatch(name) is not None


class _Reading:
    """Takes the values of one manifest out one by one; every complaint names the file and the key."""

    def __init__(self, file: Path, values: dict[str, object]) -> None:
        self.file = file
        self.values = values

    def manifest(self) -> Manifest:
        for key in self.values:
            if key not in _KEYS:
                raise self.wrong(key, f"unknown key; known: {', '.join(_KEYS)}")
        name = self.text("name")
        if not valid_name(name):
            raise self.wrong("name", f"{name!r} must be lower-case letters, digits and hyphens")
        return Manifest(
            name=name,
            title=self.text("title"),
            kinds=frozenset(self.choice("kinds", kind, Kind) for kind in self.texts("kinds")),
            role=self.choice("role", self.text("role"), Role),
            source=self.text("source"),
            retrieved=self.day("retrieved"),
            licence=self.text("licence"),
            build=self.text("build"),
            complete_for=self.completeness(),
            counts=self.counts(),
            files=self.files(),
            folder=self.file.parent,
            vocabulary=self.text("vocabulary") if "vocabulary" in self.values else "",
        )

    def wrong(self, key: str, reason: str) -> SnapshotError:
        return SnapshotError(f"{self.file}: {key}: {reason}")

    def value(self, key: str) -> object:
        if key not in self.values:
            raise self.wrong(key, "missing")
        return self.values[key]

    def text(self, key: str) -> str:
        value = self.value(key)
        if not isinstance(value, str) or not value:
            raise self.wrong(key, "must be a text")
        return value

    def items(self, key: str, value: object) -> list[object]:
        if not isinstance(value, list):
            raise self.wrong(key, "must be a list")
        return [*value]

    def texts(self, key: str) -> list[str]:
        texts = [item for item in self.items(key, self.value(key)) if isinstance(item, str)]
        if len(texts) != len(self.items(key, self.value(key))):
            raise self.wrong(key, "must be a list of texts")
        if not texts and key == "kinds":
            raise self.wrong(key, "must name at least one kind")
        return texts

    def choice(self, key: str, text: str, among: type[E]) -> E:
        try:
            return among(text)
        except ValueError:
            raise self.wrong(key, f"{text!r} is none of {', '.join(among)}") from None

    def day(self, key: str) -> str:
        value = self.value(key)
        try:
            return (value if type(value) is date else date.fromisoformat(value if isinstance(value, str) else "")).isoformat()
        except ValueError:
            raise self.wrong(key, "must be a date such as 2026-11-30") from None

    def completeness(self) -> tuple[Completeness, ...]:
        try:
            return tuple(Completeness.parse(line) for line in self.texts("complete_for"))
        except ValueError as error:
            raise self.wrong("complete_for", str(error)) from None

    def counts(self) -> tuple[tuple[str, int], ...]:
        value = self.value("counts")
        if not isinstance(value, dict) or not value:
            raise self.wrong("counts", "must be a table of numbers")
        pairs = [(str(name), count) for name, count in value.items() if type(count) is int and count >= 0]
        if len(pairs) != len(value) or "entities" not in value:
            raise self.wrong("counts", "must be whole numbers, with one called entities")
        return tuple(sorted(pairs))

    def files(self) -> tuple[DataFile, ...]:
        found: list[DataFile] = []
        for item in self.items("files", self.value("files")):
            pairs = item if isinstance(item, dict) else {}
            name, digest = pairs.get("name"), pairs.get("sha256")
            if not isinstance(name, str) or not name or Path(name).name != name or name.startswith("."):
                raise self.wrong("files", "each needs a name, inside the snapshot's folder")
            if not isinstance(digest, str) or not _SHA256.fullmatch(digest):
                raise self.wrong("files", f"{name}: sha256 must be 64 hexadecimal digits")
            found.append(DataFile(name, digest))
        if not found:
            raise self.wrong("files", "must name at least one file")
        return tuple(found)
