"""BibTeX and biblatex files. bibtexparser splits the file into blocks; macros, inheritance and fields are read here."""

from __future__ import annotations

import codecs
import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.model import Kind, Note, Record, Unreadable
from gate.records.readers import xml
from gate.records.readers.bibtex_fields import read_fields
from gate.records.readers.bibtex_inheritance import Entries, inherited
from gate.records.readers.bibtex_values import macros_used, resolve
from gate.settings import Settings

if TYPE_CHECKING:
    from bibtexparser import model

_BLOCK = re.compile(r"^[^\S\n]*@[^\W\d]\w*\s*[{(][^\n{},=#%\"'<>;]*\s*[,=}{\"]", re.MULTILINE)
_SILENT = re.compile(r"@\s*(?:comment|preamble)\b", re.IGNORECASE)
_KEY = re.compile(r"@\s*(\w+)\s*[{(]\s*([^,\s={}()]*)")
#: JabRef and BibDesk write the encoding into a comment
_ENCODING = re.compile(rb"(?:Encoding|encoding)[^:\n]{0,20}?:?\s*(?:[\w ]+\()?([A-Za-z][\w-]{2,20})")
_ENCODING_NAMES = {"iso8859_1": "cp1252", "cp1252": "cp1252", "iso-8859-1": "cp1252", "latin1": "cp1252", "macroman": "mac-roman"}


@dataclass(frozen=True, slots=True)
class Bibtex:
    """BibTeX and biblatex."""

    name: str = "bibtex"
    suffixes: tuple[str, ...] = (".bib", ".bibtex", ".biblatex")
    media_types: tuple[str, ...] = ("application/x-bibtex", "text/x-bibtex")

    def sniff(self, head: bytes) -> int:
        """85 for an entry at the beginning of a line, less where other text comes first."""
        text = xml.as_text(head)
        found = _BLOCK.search(text)
        if not found or text.lstrip()[:1] in ("<", "{", "["):
            return 0
        before = [line for line in text[: found.start()].splitlines() if line.strip() and not line.lstrip().startswith("%")]
        return 85 if not before else 60

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:  # noqa: ARG002
        """Every entry; ``@comment`` and ``@preamble`` are left out, a block that cannot be read is named with its line."""
        from bibtexparser import model

        text, encoding, doubt = _decoded(data)
        blocks = blocks_of(text)
        macros: dict[str, str] = {}
        definitions: dict[str, tuple[str, ...]] = {}
        entries = Entries()
        for block in blocks:
            if isinstance(block, model.String):
                macros[block.key.lower()] = resolve(block.value, macros).text
                definitions[block.key.lower()] = (*_defined((block.value,), definitions), block.raw or "")
            elif (entry := entry_of(block)) is not None:
                entries.add(entry.key, entry.entry_type, {f.key.lower(): f.value for f in entry.fields})
        position = 0
        seen: set[str] = set()
        for block in blocks:
            if not is_item(block):
                continue
            position += 1
            entry = entry_of(block)
            if entry is None:
                if isinstance(block, model.ParsingFailedBlock):
                    yield _unreadable(block.raw or "", block.error, (block.start_line or 0) + 1, file, position)
                continue
            raw = (entry.raw or "").encode(encoding, errors="replace")
            notes = _notes(entry, entry.key in seen, doubt if not raw.isascii() else "")
            whole = "\n".join((*_defined([f.value for f in entry.fields], definitions), entry.raw or ""))
            seen.add(entry.key)
            fields, missing = inherited(entry.entry_type, {f.key.lower(): f.value for f in entry.fields}, entries)
            notes += [Note("value-unreadable", "crossref", key, "no entry of this file has this key") for key in missing]
            reading = read_fields(entry.entry_type, fields, macros)
            yield Record(
                Kind.WORK,
                entry.key or f"#{position}",
                tuple(reading.statements),
                self.name,
                file,
                position,
                tuple(reading.left),
                (*notes, *reading.notes),
                whole.encode(encoding, errors="replace"),
            )
        if not position:
            yield Unreadable(file, "no BibTeX entry in this file", format=self.name)


def blocks_of(text: str) -> list[model.Block]:
    """The blocks of a text, in order, as bibtexparser finds them."""
    from bibtexparser.entrypoint import parse_string

    logging.getLogger("bibtexparser").addHandler(logging.NullHandler())  # what it says there is in our Unreadable
    return parse_string(text, parse_stack=[]).blocks


def is_item(block: model.Block) -> bool:
    """Whether a block is a record, or should be one: entries that hold fields for others describe nothing."""
    from bibtexparser import model

    entry = entry_of(block)
    if entry is not None:
        return entry.entry_type not in ("xdata", "set")
    return isinstance(block, model.ParsingFailedBlock) and not _SILENT.match(block.raw or "")


def macros_of(blocks: Iterable[model.Block]) -> list[str]:
    """The keys of the macros that the blocks define."""
    from bibtexparser import model

    return [block.key for block in blocks if isinstance(block, model.String)]


def entry_of(block: object) -> model.Entry | None:
    """The entry in a block, also where a key of it stands twice."""
    from bibtexparser import model

    if isinstance(block, (model.DuplicateBlockKeyBlock, model.DuplicateFieldKeyBlock)):
        block = block.ignore_error_block
        if isinstance(block, model.DuplicateFieldKeyBlock):
            block = block.ignore_error_block
    return block if isinstance(block, model.Entry) else None


def _defined(values: Iterable[str], definitions: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The ``@string`` blocks that values need, those they need themselves first: without them, a macro says nothing."""
    used = sorted(frozenset().union(*(macros_used(value) for value in values)) & definitions.keys())
    return tuple(dict.fromkeys(block for name in used for block in definitions[name]))


def _notes(entry: model.Entry, key_again: bool, doubt: str) -> list[Note]:
    notes = [Note("encoding-doubtful", "", "", doubt)] if doubt else []
    if key_again and entry.key:
        notes.append(Note("duplicate-key", "entrykey", entry.key, "two entries have this key"))
    times = Counter(f.key.lower() for f in entry.fields)
    return notes + [Note("duplicate-key", name, name, "the field stands twice") for name, n in times.items() if n > 1]


def _unreadable(raw: str, error: Exception, line: int, file: str, position: int) -> Unreadable:
    named = _KEY.match(raw)
    reason = str(getattr(error, "abort_reason", error)).split("\n")[0].replace("`", "").strip()
    key = named[2] if named and named[1].lower() != "string" else ""
    what = "@string" if named and named[1].lower() == "string" else "entry"
    return Unreadable(file, f"the {what} in line {line} cannot be read: {reason}", position, key, format="bibtex")


def _decoded(data: bytes) -> tuple[str, str, str]:
    """The text, its encoding, and a sentence where the encoding is a guess."""
    wide = "utf-16-be" if data.startswith(codecs.BOM_UTF16_BE) else "utf-16-le"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or data[1:2] == b"\0":
        text = data.decode(wide, errors="replace").removeprefix("\ufeff")
        return text, wide, "some characters are not valid UTF-16" if "\ufffd" in text else ""
    try:
        return data.decode("utf-8-sig"), "utf-8", ""
    except UnicodeDecodeError:
        stated = _ENCODING.search(data[:1000])
        name = _ENCODING_NAMES.get(stated[1].decode("ascii").lower(), "") if stated else ""
        text = data.decode(name or "cp1252", errors="replace")
        return text, name or "cp1252", "" if name else "not valid UTF-8; read as Windows-1252"
