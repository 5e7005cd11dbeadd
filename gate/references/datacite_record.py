"""One DOI of DataCite's REST API as an entity.

The attributes' form: https://support.datacite.org/docs/api-get-doi and the DataCite Metadata Schema 4. What they say is read as
from a record in that form (:mod:`gate.records.readers.datacite_fields`); an entity has no paths, and identifiers in normal form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gate.model import Entity, Kind, Statement
from gate.normalise import identifiers
from gate.properties import IDENTIFIER_PROPERTIES
from gate.rdf.iris import identifier_iri
from gate.records.readers.datacite_fields import read_attributes
from gate.records.readers.json_nodes import JsonNode
from gate.records.readers.reading import Reading
from gate.references.values import items, table, verbatim


def work(attributes: Mapping[str, object]) -> Entity | None:
    """The work that the ``attributes`` of a DOI describe; None where there is no DOI. DataCite closes no list."""
    doi = identifiers.parse("doi", verbatim(attributes.get("doi"))).identifier
    if doi is None:
        return None
    reading = Reading()
    read_attributes(reading, JsonNode(dict(attributes)))
    statements = tuple(_held(s) for s in reading.statements if s.property != "abstract")
    title = next((s.value for s in statements if s.property == "title"), "")
    return Entity(identifier_iri(doi) or f"https://doi.org/{doi.value}", Kind.WORK, title or doi.value, statements)


def _held(statement: Statement) -> Statement:
    """A statement as a source holds it."""
    normal = statement.property in IDENTIFIER_PROPERTIES and statement.identifiers
    value = statement.identifiers[0].value if normal else statement.value
    return replace(statement, value=value, path="", parts=tuple(_held(part) for part in statement.parts))


def attributes_in(body: object) -> list[Mapping[str, object]]:
    """The attributes of every DOI in a body: of the REST API (one or a list), of the public data file, or bare attributes."""
    found: list[Mapping[str, object]] = []
    for item in items(body):
        data = table(item)
        inner = data.get("data")
        if inner is not None:
            found += attributes_in(inner)
        elif "attributes" in data:
            found.append(table(data.get("attributes")))
        elif "doi" in data:
            found.append(data)
    return found
