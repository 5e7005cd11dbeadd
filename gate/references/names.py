"""Names of agents as services that know them in direct order want them: ``Nietzsche, Friedrich, 1844-1900`` is no label there."""

from __future__ import annotations

import re

from gate.model import Query
from gate.normalise.names import parse
from gate.normalise.text import clean

_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")


def direct_order(name: str) -> str:
    """A heading as a name in direct order, without dates and additions: ``Berg, J. van der`` is ``J. van der Berg``.

    Names of bodies, and names without a comma, stay as they are.
    """
    parsed = parse(name)
    plain = clean(name)
    if parsed.dates and parsed.dates in plain:
        plain = plain[: plain.index(parsed.dates)]
    plain = _IN_BRACKETS.sub("", plain).strip(" ,.;(") or clean(name)
    family, comma, rest = plain.partition(",")
    if not comma or parsed.corporate:
        return plain
    given = rest.split(",")[0].strip()
    return f"{given} {family.strip()}".strip()


def forms_of(query: Query) -> list[str]:
    """The names to search an agent by, likeliest first: each in direct order, then the label as it was given."""
    names = (direct_order(query.label), *(direct_order(name) for name in query.names), clean(query.label))
    return list(dict.fromkeys(name for name in names if name))
