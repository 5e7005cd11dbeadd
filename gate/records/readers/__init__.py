"""One file a format; a registry that imports a reader when it is needed, and sniffing.

To add a format: write a module with a class that keeps to :class:`gate.records.readers.reader.Reader`, and add one line here.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import PurePath

from gate.errors import UsageError
from gate.records.readers.reader import Reader

__all__ = ["AUTO", "FORMATS", "HEAD", "by_media_type", "reader", "sniff"]

#: name (what ``--from`` takes) -> module and class
FORMATS = {
    "json": "plain_json:PlainJson",
    "csl": "csl:Csl",
    "cslyaml": "csl_yaml:CslYaml",
    "marc": "marc:Marc",
    "marcxml": "marc:MarcXml",
    "marcjson": "marc:MarcJson",
    "unimarc": "unimarc:Unimarc",
    "aleph": "aleph:Aleph",
    "dc": "dc:DublinCore",
    "bibtex": "bibtex:Bibtex",
    "ris": "ris:Ris",
    "refer": "refer:Refer",
    "isi": "isi:Isi",
    "nbib": "nbib:Nbib",
    "endnote": "endnote:EndnoteXml",
    "mods": "mods:Mods",
    "datacite": "datacite:DataciteXml",
    "datacitejson": "datacite:DataciteJson",
    "jats": "jats:Jats",
    "jsonld": "jsonld:JsonLd",
    "bibframe": "bibframe:Bibframe",
    "skos": "skos:Skos",
    "zotero": "zotero:ZoteroRdf",
    "csv": "tabular.text:Csv",
    "xlsx": "tabular.sheet:Xlsx",
}
#: what files of these formats begin with: a reader is only loaded and asked where it can be the one
_BEGINNINGS = {
    **dict.fromkeys(("json", "csl", "marcjson", "datacitejson", "jsonld"), b"{["),
    **dict.fromkeys(("marcxml", "dc", "endnote", "mods", "datacite", "jats"), b"<"),
    "xlsx": b"P\xd0",
}
#: formats of text lines: whatever they begin with, it is none of these
_TEXTS = frozenset({"aleph", "cslyaml", "bibtex", "ris", "refer", "isi", "nbib", "csv"})
_BRACKETS = b"{[<"
AUTO = "auto"
#: endings that say nothing about what is in a file
_ANY_ENDING = frozenset({"", ".xml", ".txt", ".dat"})
#: bytes that sniffing looks at
HEAD = 8192


@cache
def reader(name: str) -> Reader:
    """The reader of the format ``name``. Raises :class:`UsageError` for a name that is not in :data:`FORMATS`."""
    if name not in FORMATS:
        raise UsageError(f"unknown format {name!r}; known: {', '.join((AUTO, *FORMATS))}")
    module, _, class_name = FORMATS[name].partition(":")
    made: Reader = getattr(import_module(f"{__name__}.{module}"), class_name)()
    return made


def sniff(data: bytes, file: str) -> Reader | None:
    """The reader that is surest about the first bytes of ``data``; where none is, the one of the file name's ending; else None.

    Of readers that are equally sure, one whose ending fits comes first, then the order of :data:`FORMATS`.
    """
    ending = PurePath(file).suffix.lower()
    head = data[:HEAD]
    first = head.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n\x1e")[:1]
    sure = [(r.sniff(head), ending in r.suffixes, r) for r in (reader(name) for name in FORMATS if _may_be(name, first))]
    best = max(sure, key=lambda s: s[:2])
    if best[0] > 0:
        return best[2]
    if ending in _ANY_ENDING:
        return None
    return next((r for r in map(reader, FORMATS) if ending in r.suffixes), None)


def _may_be(name: str, first: bytes) -> bool:
    """Whether a file that begins with ``first`` can be in the format ``name``."""
    return not (name in _TEXTS and first in _BRACKETS) if name not in _BEGINNINGS else bool(first) and first in _BEGINNINGS[name]


def by_media_type(media_type: str) -> str:
    """The name of the format with this media type (parameters aside), or ``auto``."""
    bare = media_type.partition(";")[0].strip().lower()
    return next((name for name in FORMATS if bare in reader(name).media_types), AUTO)
