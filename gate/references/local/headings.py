"""The labels of a concept as a look-up finds them: normalised by the NACO rules, with what kind of label each is."""

from __future__ import annotations

from collections.abc import Iterator

from gate.model import Entity, Kind
from gate.normalise.naco import heading_keys as keys_of

PREFERRED, VARIANT, AS_SUBDIVISION = 0, 1, 2


def heading_keys(entity: Entity) -> Iterator[tuple[str, int]]:
    """Each key with its rank; nothing for what is no concept. Labels in other languages are as preferred as the first."""
    if entity.kind is not Kind.CONCEPT:
        return
    for statement in entity.statements:
        if statement.property == "heading":
            labels = [(text, PREFERRED) for text in (statement.value, *statement.forms)]
            labels += [(part.value, AS_SUBDIVISION) for part in statement.parts if part.property == "as_subdivision"]
        elif statement.property == "alt_labels":
            labels = [(text, VARIANT) for text in (statement.value, *statement.forms)]
        else:
            continue
        for text, rank in labels:
            for key in keys_of(text):
                yield key, rank
