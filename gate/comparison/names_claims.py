"""Which names of a record are looked up: its creators, the persons among its subjects as far as they have identifiers, or the
person or body that the record itself is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gate.comparison.anchor import own_identifiers
from gate.comparison.headings import Vocabulary, tag_of
from gate.comparison.names import OF_IDENTIFIERS, SCHEMES, TITLES, check_name
from gate.comparison.side_by_side import asked_of
from gate.model import ClaimResult, HeadingCheck, HeadingState, NameCheck, NameState, Statement
from gate.normalise.text import script

_NAMES = frozenset({"creators"})
_YEAR = 4
#: states of the form of a name, best first
_OF_FORMS = (NameState.AUTHORISED, NameState.FULLER, NameState.VARIANT, NameState.NOT_CHECKED)
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


def check_agent(statements: Sequence[Statement], vocabularies: Sequence[Vocabulary]) -> tuple[NameCheck, ...]:
    """What the authority files say of the agent that a record describes: of its name, under each of its identifiers.

    What an identifier itself has wrong has the place of that identifier; the state of the name's form is said once, the best
    that some file gives it. None where there is no file or no name.
    """
    name = next((s for s in statements if s.property == "name"), None)
    if name is None or not vocabularies:
        return ()
    given, whole = _heading_of(name, statements), _with_life(name, statements)
    identifiers = [(path, i) for path, i in own_identifiers(statements) if i.scheme in SCHEMES]
    if not identifiers:
        return check_name(replace(given, identifiers=()), vocabularies)
    found: list[NameCheck] = []
    for path, identifier in identifiers:
        checks = check_name(replace(given, identifiers=(identifier,)), vocabularies)
        if checks[0].state is NameState.IDENTIFIER_CONFLICT:  # a file may prefer what the record has as another form
            checks = check_name(replace(whole, identifiers=(identifier,)), vocabularies)
        found += [replace(c, path=path, fault=path) if c.state in OF_IDENTIFIERS else c for c in checks]
    rest = [c for c in found if c.state not in _OF_FORMS]
    forms = sorted((c for c in found if c.state in _OF_FORMS), key=lambda c: _OF_FORMS.index(c.state))
    return tuple(sorted((*rest, *_merged(forms)), key=lambda c: tuple(NameState).index(c.state)))


def _merged(forms: Sequence[NameCheck]) -> tuple[NameCheck, ...]:
    """The best state of a form, with what all files that were asked about it answered."""
    if not forms:
        return ()
    answered = dict.fromkeys(e for one in forms for e in one.answered)
    down = dict.fromkeys(pair for one in forms for pair in one.down)
    return (replace(forms[0], answered=tuple(answered), down=tuple(down)),)


def _heading_of(name: Statement, statements: Sequence[Statement]) -> Statement:
    """The name as the record prefers it: in other scripts too, and with the years of life, but without its other forms."""
    mine = script(name.value)
    forms = tuple(form for form in name.forms if script(form) not in {mine, ""})
    return replace(_with_life(name, statements), forms=forms)


def _with_life(name: Statement, statements: Sequence[Statement]) -> Statement:
    """The name with the years of life among its parts, as in a heading, else whatever is said of them."""
    life = []
    for which in ("birth", "death"):
        said = next((s for s in statements if s.property == which), None)
        if said is not None:
            years = (text for text in (said.value, *said.forms) if len(text.strip("?")) == _YEAR)
            life.append(Statement(which, next(years, said.value)))
    return replace(name, parts=(*name.parts, *life))


def _identified(statement: Statement) -> bool:
    return any(i.scheme in SCHEMES for i in statement.identifiers)


def _uniform_titles(title: Statement) -> list[Statement]:
    """The uniform titles (130, 240) beside a title, and the works that are named in added entries (730, and 7XX with $t)."""
    return [part for part in title.parts if part.property in TITLES]
