"""Which names of a record are looked up: its creators, and the persons among its subjects, as far as they have identifiers."""

from __future__ import annotations

from collections.abc import Sequence

from gate.comparison.headings import Vocabulary, tag_of
from gate.comparison.names import SCHEMES, check_name
from gate.comparison.side_by_side import asked_of
from gate.model import ClaimResult, HeadingCheck, HeadingState, NameCheck, NameState, Statement

_NAMES = frozenset({"creators"})
#: states that the check of a subject heading has none for
_OF_SUBJECTS = frozenset({NameState.DATES, NameState.UNDIFFERENTIATED, NameState.SCRIPTS})


def check_names(
    claims: Sequence[ClaimResult], vocabularies: Sequence[Vocabulary], headings: Sequence[HeadingCheck] = ()
) -> tuple[NameCheck, ...]:
    """What the authority files say of the names among the claims, in their order; none where there is no file.

    Of the persons among the subjects, whose state as a heading is in ``headings``, only what that does not say.
    """
    if not vocabularies:
        return ()
    conflicts = {check.path for check in headings if check.state is HeadingState.IDENTIFIER_CONFLICT}
    names: list[tuple[Statement, frozenset[NameState]]] = []
    for statement in (c.claim.statement for c in claims):
        if statement.property in _NAMES:
            names.append((statement, frozenset(NameState)))
        elif statement.property == "title":
            names += ((part, frozenset(NameState)) for part in _uniform_titles(statement))
        elif tag_of(statement) == "600" and _identified(statement) and statement.path not in conflicts:
            names.append((statement, _OF_SUBJECTS))
    found = asked_of(vocabularies, lambda one: check_name(one[0], vocabularies), names)
    return tuple(one for checks, (_, wanted) in zip(found, names, strict=True) for one in checks if one.state in wanted)


def _identified(statement: Statement) -> bool:
    return any(i.scheme in SCHEMES for i in statement.identifiers)


def _uniform_titles(title: Statement) -> list[Statement]:
    """The uniform titles (130, 240) that are beside a title and have an identifier."""
    return [part for part in title.parts if part.property == "uniform_title"]
