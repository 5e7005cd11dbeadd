"""Records put together again into one file of their own format, byte for byte as they came."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from gate.errors import UsageError
from gate.records.readers.tabular.text import rows_of
from gate.records.writers import marc_xml

MARC_FORMATS = marc_xml.MARC_FORMATS
SUFFIXES = {
    "marc": ".mrc",
    "marcxml": ".xml",
    "marcjson": ".json",
    "dc": ".xml",
    "json": ".json",
    "csl": ".json",
    "bibtex": ".bib",
    "ris": ".ris",
    "refer": ".enw",
    "isi": ".isi",
    "nbib": ".nbib",
    "endnote": ".xml",
    "csv": ".csv",
}
_RECORD_END = b"\x1d"
_MARC_NAMESPACE = b"http://www.loc.gov/MARC21/slim"
_XML = b'<?xml version="1.0" encoding="UTF-8"?>\n'
_DEFINITION = re.compile(rb"@string\s*\{[^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)*\}\n", re.IGNORECASE)
_JSON = ("json", "csl", "marcjson")


def assemble(format: str, raws: Iterable[bytes], *, lines: bool = False) -> bytes:
    """One file of records in ``format`` (a name of :data:`gate.records.readers.FORMATS`), each as its bytes stand in ``raws``.

    ISO 2709 records follow each other; XML records stand in a wrapper; JSON records in a list, or with ``lines`` one a line; all
    others with a blank line between them. Raises :class:`UsageError` where the bytes of a record are not known.
    """
    given = list(raws)
    if not all(given):
        raise UsageError(f"the bytes of a record are not known (format {format}), so it cannot be written as it came")
    if format in _JSON:
        return _json_lines(given) if lines else _json_list(given)
    return _ASSEMBLERS.get(format, _text)(given)


def in_lines(data: bytes, raws: Sequence[bytes]) -> bool:
    """Whether a JSON file holds its records one a line: each begins one and has no line break. One record alone counts, too."""
    if len(raws) == 1 and raws[0] == data.strip():
        return True
    position = 0
    for raw in raws:
        position = data.find(raw, position)
        if not raw or position < 0 or b"\n" in raw or data[position - 1 : position] not in (b"", b"\n"):
            return False
        position += len(raw)
    return len(raws) > 1


def _marc(raws: Sequence[bytes]) -> bytes:
    return b"".join(raw if raw.endswith(_RECORD_END) else raw + _RECORD_END for raw in raws)


def _marcxml(raws: Sequence[bytes]) -> bytes:
    # A record without namespace must not inherit one from the wrapper.
    named = all(_MARC_NAMESPACE in raw[:1000] for raw in raws)
    opening = b'<collection xmlns="' + _MARC_NAMESPACE + b'">' if named else b"<collection>"
    return _XML + opening + b"\n" + b"".join(raw + b"\n" for raw in raws) + b"</collection>\n"


def _dublin_core(raws: Sequence[bytes]) -> bytes:
    return _XML + b"<records>\n" + b"".join(raw + b"\n" for raw in raws) + b"</records>\n"


def _endnote(raws: Sequence[bytes]) -> bytes:
    return _XML + b"<xml><records>\n" + b"".join(raw + b"\n" for raw in raws) + b"</records></xml>\n"


def _json_list(raws: Sequence[bytes]) -> bytes:
    return b"[\n" + b",\n".join(raws) + b"\n]\n"


def _json_lines(raws: Sequence[bytes]) -> bytes:
    return b"".join(raw + b"\n" for raw in raws)


def _text(raws: Sequence[bytes]) -> bytes:
    return b"\n\n".join(raw.strip(b"\r\n") for raw in raws) + b"\n"


def _bibtex(raws: Sequence[bytes]) -> bytes:
    """Entries behind the definitions they need, each definition once."""
    seen: set[bytes] = set()
    kept = []
    for raw in raws:
        while (found := _DEFINITION.match(raw)) is not None and found[0] in seen:
            raw = raw[found.end() :]
        start = raw
        while (found := _DEFINITION.match(start)) is not None:
            seen.add(found[0])
            start = start[found.end() :]
        kept.append(raw)
    return _text(kept)


def _table(raws: Sequence[bytes]) -> bytes:
    """Rows below the one header that stands before the row in the bytes of each."""
    split = [rows_of(raw) for raw in raws]
    headers = {header for header, _ in split}
    if len(headers) != 1:
        raise UsageError("the rows are of several tables with other columns, so they cannot be written as one")
    return b"".join((*headers, *(row for _, row in split)))


_ASSEMBLERS: dict[str, Callable[[Sequence[bytes]], bytes]] = {
    "marc": _marc,
    "marcxml": _marcxml,
    "dc": _dublin_core,
    "endnote": _endnote,
    "bibtex": _bibtex,
    "csv": _table,
}
