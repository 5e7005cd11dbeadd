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
}
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
    sure = [(r.sniff(data[:HEAD]), ending in r.suffixes, r) for r in map(reader, FORMATS)]
    best = max(sure, key=lambda s: s[:2])
    if best[0] > 0:
        return best[2]
    return best[2] if best[1] and ending not in _ANY_ENDING else None


def by_media_type(media_type: str) -> str:
    """The name of the format with this media type (parameters aside), or ``auto``."""
    bare = media_type.partition(";")[0].strip().lower()
    return next((name for name in FORMATS if bare in reader(name).media_types), AUTO)
