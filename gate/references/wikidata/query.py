"""An identifier as a condition of Wikidata's full-text search, which knows works and agents alike.

``haswbstatement``: https://www.mediawiki.org/wiki/Help:WikibaseCirrusSearch. The query service would answer it too, but since May
2025 it knows scholarly articles at another address than everything else.
"""

from __future__ import annotations

from gate.model import Identifier
from gate.normalise.identifiers import hyphenated
from gate.references.wikidata.record import IDENTIFIERS


def haswbstatement(identifier: Identifier) -> str:
    """The condition that an item states ``identifier``; empty where it cannot be written as one."""
    values = _values(identifier)
    if identifier.scheme not in IDENTIFIERS or any(sign in value for value in values for sign in '"|\\'):
        return ""
    wanted = "|".join(f"{property_}={value}" for property_ in IDENTIFIERS[identifier.scheme] for value in values)
    return f'haswbstatement:"{wanted}"' if any(sign.isspace() for sign in wanted) else f"haswbstatement:{wanted}"


def _values(identifier: Identifier) -> tuple[str, ...]:
    """The forms in which Wikidata states it: DOIs in capitals, ISBNs with hyphens, ISNIs with and without blanks."""
    value = identifier.value
    match identifier.scheme:
        case "doi":
            return (value.upper(),)
        case "isbn":
            return (value, *hyphenated(value))
        case "isni":
            return (value, " ".join(value[i : i + 4] for i in range(0, len(value), 4)))
        case _:
            return (value,)
