"""Records to files: one file a format; a registry that imports a writer when it is needed.

To add a format: write a module with a class that keeps to :class:`gate.records.writers.writer.Writer`, and add one line here.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from gate.errors import UsageError
from gate.records.writers.writer import Writer

__all__ = ["FORMATS", "writer"]

#: name (what ``--to`` takes) -> module and class
FORMATS = {
    "csl-json": "csl_json:CslJson",
    "marcxml": "marcxml:MarcXml",
    "dc": "dublin_core:DublinCore",
    "oai_dc": "dublin_core:OaiDc",
    "graph": "claim_graph:Turtle",
    "json-ld": "claim_graph:JsonLd",
}


@cache
def writer(name: str) -> Writer:
    """The writer of the format ``name``. Raises :class:`UsageError` for a name that is not in :data:`FORMATS`."""
    if name not in FORMATS:
        raise UsageError(f"cannot write {name!r}; known: {', '.join(FORMATS)}")
    module, _, class_name = FORMATS[name].partition(":")
    made: Writer = getattr(import_module(f"{__name__}.{module}"), class_name)()
    return made
