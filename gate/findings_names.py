"""The findings on names, as rows of the catalogue (:mod:`gate.findings`): code, title, message, severity, tier, advice."""

from __future__ import annotations

from gate.model import Severity, Tier

Row = tuple[str, str, str, Severity, Tier, str]
_V, _W, _I = Severity.VIOLATION, Severity.WARNING, Severity.INFO
_ID, _OP, _EP = Tier.IDENTITY, Tier.OPERATIONAL, Tier.EPISTEMIC

NAMES: tuple[Row, ...] = (
    (
        "name-identifier-conflict",
        "Identifier of somebody else",
        "the identifier beside the name is not this one's: {detail}, as {source} has it",
        _V,
        _ID,
        "Decide who is meant, and correct the name or the identifier ($0, $1).",
    ),
    (
        "name-deprecated",
        "Name or identifier was withdrawn",
        "{source} has withdrawn this; in its place: {held}. {detail}",
        _V,
        _OP,
        "Use the heading and the identifier that took its place.",
    ),
    (
        "name-dates-differ",
        "Dates of life differ",
        "{source} has {detail}",
        _W,
        _ID,
        "Compare the dates with the authority record: one of the two is wrong, or another person of this name is meant.",
    ),
    (
        "name-scripts-differ",
        "Name differs in one script",
        "in its own script the name is another than {source} has for this identifier: {detail}",
        _W,
        _EP,
        "Compare the field with its pair in the other script (880).",
    ),
    (
        "name-undifferentiated",
        "Heading of several persons",
        "{source} does not tell the persons of this name apart: {detail}",
        _W,
        _EP,
        "Find out who is meant, and use a heading of their own where there is one.",
    ),
    (
        "name-variant",
        "Name is not in the authorised form",
        "{source} prefers {held!r} to this form. {detail}",
        _W,
        _OP,
        "Use the authorised form.",
    ),
    (
        "name-fuller-form",
        "Authorised form has more",
        "{source} writes {held!r}",
        _I,
        _OP,
        "Add the dates, the fuller name or the qualifier of the authorised form.",
    ),
)
