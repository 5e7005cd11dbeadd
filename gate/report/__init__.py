"""Report to text and JSON. Formats stand in a registry and are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Callable

from gate.errors import UsageError
from gate.model import Report

Writer = Callable[[Report, int, bool], bytes]


def _text() -> Writer:
    from gate.report.text import to_text

    return lambda report, width, colour: to_text(report, width, colour).encode("utf-8", "backslashreplace")


def _json() -> Writer:
    from gate.report.json import to_json

    return lambda report, _width, _colour: to_json(report)


FORMATS: dict[str, Callable[[], Writer]] = {"text": _text, "json": _json}


def writer(format: str) -> Writer:
    """The writer of ``format``, one of :data:`FORMATS`: report, width in columns and colour give UTF-8 bytes.

    Width and colour matter to formats for a terminal only. Raises :class:`~gate.errors.UsageError` for a format not there.
    """
    try:
        return FORMATS[format]()
    except KeyError:
        raise UsageError(f"no report format {format!r}; there are {', '.join(FORMATS)}") from None


__all__ = ["FORMATS", "Writer", "writer"]
