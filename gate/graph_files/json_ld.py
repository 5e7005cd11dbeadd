"""JSON-LD without the network: contexts must be in the file."""

from __future__ import annotations

from gate.graph_files.builder import Builder
from gate.properties import SCHEMA
from gate.settings import Settings

SCHEMA_CONTEXT: dict[str, object] = {"@vocab": SCHEMA, "id": "@id", "type": "@type"}
"""Stands for schema.org's context, the one that most pages refer to: its vocabulary, without its coercions of links."""


def local_context(text: str, builder: Builder, settings: Settings) -> str:
    """The document with references to schema.org's context replaced; any other context outside the file is refused.

    rdflib would fetch them, and a comparison of two files must not depend on a third place.
    """
    import orjson

    try:
        document: object = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise builder.fault(f"line {error.lineno}", f"not JSON: {error.msg}") from None
    if not isinstance(document, dict | list):
        raise builder.fault("", "not JSON-LD: an object or a list is expected")
    todo: list[tuple[object, int]] = [(document, 1)]
    while todo:
        here, depth = todo.pop()
        if depth > settings.max_depth:
            raise builder.fault("", f"nested deeper than {settings.max_depth} levels (setting max_depth)")
        if isinstance(here, dict):
            if "@context" in here:
                here["@context"] = _local(here["@context"], builder)
            if "@import" in here:
                raise builder.fault("", f"the context {here['@import']!r} is outside this file and is not fetched")
            todo.extend((value, depth + 1) for value in here.values())
        elif isinstance(here, list):
            todo.extend((value, depth + 1) for value in here)
    return orjson.dumps(document).decode()


def _local(context: object, builder: Builder) -> object:
    if isinstance(context, list):
        return [_local(part, builder) for part in context]
    if not isinstance(context, str):
        return context
    plain = context.rstrip("/").removeprefix("https://").removeprefix("http://")
    if plain in ("schema.org", "www.schema.org", "schema.org/docs/jsonldcontext.json", "schema.org/docs/jsonldcontext.jsonld"):
        return dict(SCHEMA_CONTEXT)
    raise builder.fault("", f"the context {context!r} is outside this file and is not fetched; put its terms into the file")
