"""The state of a subject heading in the vocabularies at hand: authorised, variant, deprecated, constructed, or not.

A vocabulary is asked only about headings that claim to be its own, or that claim no vocabulary; what a subset of it lacks proves
nothing. An identifier is looked up and its label compared: an address is never right for its host alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from gate.comparison.headings_number import in_number_only
from gate.comparison.headings_parts import Construction, construct
from gate.model import (
    Absent,
    Answer,
    Entity,
    Evidence,
    Found,
    HeadingCheck,
    HeadingState,
    Identifier,
    Kind,
    Query,
    Role,
    Silent,
    Statement,
)
from gate.model import Unavailable as NoAnswer
from gate.normalise.identifiers import detect
from gate.normalise.naco import heading_key, heading_keys, label_form, parts_of, without_marks
from gate.normalise.vocabularies import code_of_identifier
from gate.references.vocabulary.heading import DEPRECATED, file_of

#: Which files a MARC field may take its heading from.
FILES_OF = {
    **dict.fromkeys(("600", "610", "611"), frozenset({"name", "title"})),
    "630": frozenset({"title"}),
    "647": frozenset({"name", "topic", "chronological"}),
    "648": frozenset({"chronological"}),
    "650": frozenset({"topic"}),
    "651": frozenset({"geographic"}),
    "655": frozenset({"genre"}),
}
#: Vocabularies of one house: names of LCSH are in the name file, and a genre term in a topical field is still LC's.
_HOUSES = (frozenset({"lcsh", "naf", "lcnaf", "lcgft"}), frozenset({"aat", "tgn", "ulan"}))
_TAG = re.compile(r"6\d\d(?=[\[$])")
_QUALIFIER = re.compile(r"\s*\([^()]*\)$")
_NEAR = 3
_CHAIN = 50
_UNDECIDED = frozenset({HeadingState.NOT_CHECKED, HeadingState.NOT_AUTHORISED, HeadingState.WRONG_FILE})
#: what is made of a label that only another file has, as that of the field is held whole or not
_ELSEWHERE = frozenset({HeadingState.WRONG_FILE, HeadingState.NOT_CHECKED})


@runtime_checkable
class Vocabulary(Protocol):
    """A store of headings: a local snapshot that was imported as a vocabulary."""

    @property
    def name(self) -> str:
        """Short, stable name."""
        ...

    @property
    def as_of(self) -> str:
        """The date of its facts."""
        ...

    @property
    def role(self) -> Role:
        """Whether it may accuse."""
        ...

    @property
    def vocabulary(self) -> str:
        """Its code in MARC's list of subject sources; empty for what is no vocabulary."""
        ...

    def covers_headings(self, file: str) -> bool:
        """Whether every heading of this file is held."""
        ...

    def by_label(self, label: str, ranks: tuple[int, ...] = (0, 1)) -> Answer[tuple[Entity, ...]]:
        """The concepts with this label."""
        ...

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The concept with this identifier."""
        ...

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Concepts with a label near to this."""
        ...


def claimed_vocabulary(given: Statement) -> str:
    """The code of the vocabulary that a heading claims to be from: as its field says, else by its identifier."""
    return given.part("vocabulary") or next((code for i in given.identifiers if (code := code_of_identifier(i))), "")


def tag_of(given: Statement) -> str:
    """The MARC field that a heading stands in, empty in other formats."""
    found = _TAG.match(given.path)
    return found[0] if found else ""


class Asking:
    """The vocabularies that one heading is looked up in, and what they answered."""

    def __init__(self, given: Statement, vocabularies: Sequence[Vocabulary]) -> None:
        self.code = claimed_vocabulary(given)
        self.all = tuple(vocabularies)
        house = next((h for h in _HOUSES if self.code in h), frozenset({self.code}))
        # a live service is asked only about what claims to be its own: any label is a heading somewhere
        self.own = tuple(v for v in vocabularies if v.vocabulary in house or (not self.code and v.as_of))
        named = frozenset({given.part("file")} - {""})
        self.files = FILES_OF.get(tag_of(given), named | ({"title"} if named == {"name"} else frozenset()))
        if tag_of(given) == "655" and self.code == "lcsh":  # LCSH has no file of genres of its own: its headings stand there too
            self.files |= {"topic"}
        self.down: dict[str, str] = {}
        self.asked: dict[str, Vocabulary] = {}

    def labelled(self, label: str, ranks: tuple[int, ...] = (0, 1)) -> list[tuple[Entity, Evidence]]:
        """Every concept with this label, from each vocabulary that may be meant."""
        found: list[tuple[Entity, Evidence]] = []
        for vocabulary in self.own:
            answer = self._noted(vocabulary, vocabulary.by_label(label, ranks))
            if isinstance(answer, Found):
                found += [(entity, answer.evidence) for entity in answer.value]
        return found

    def identified(self, identifier: Identifier) -> tuple[Entity, Evidence] | Evidence | None:
        """The concept that has this identifier in any vocabulary; who says that none has it, where all answered; or nothing."""
        absent: Evidence | None = None
        for vocabulary in self.all:
            answer = self._noted(vocabulary, vocabulary.by_identifier(identifier))
            if isinstance(answer, Found):
                return answer.value, answer.evidence
            if isinstance(answer, Absent) and vocabulary.role is Role.REFERENCE:
                absent = answer.evidence
        return None if self.down else absent

    def near(self, label: str) -> tuple[str, ...]:
        """The labels nearest to this one."""
        found: dict[str, None] = {}
        for vocabulary in self.own:
            answer = self._noted(vocabulary, vocabulary.search(Query(Kind.CONCEPT, label), _NEAR))
            if isinstance(answer, Found):
                found.update(dict.fromkeys(entity.label for entity in answer.value))
        return tuple(found)[:_NEAR]

    def fits(self, entity: Entity) -> bool:
        """Whether a heading may stand in the field it was given in; a subdivision is no heading at all."""
        file = file_of(entity)
        return file != "subdivision" and (not self.files or not file or file in self.files)

    def complete(self, file: str) -> tuple[Evidence, ...]:
        """Those that hold every heading of this file of the vocabulary claimed, and may accuse."""
        named = [v for v in self.all if self.code and v.vocabulary == self.code and v.role is Role.REFERENCE]
        return tuple(Evidence(v.name, v.as_of) for v in named if v.covers_headings(file))

    def complete_here(self) -> tuple[Evidence, ...]:
        """Those that hold every file whole that the field may take its heading from; none where one file is not."""
        each = [self.complete(file) for file in sorted(self.files or {""})]
        return tuple(dict.fromkeys(evidence for found in each for evidence in found)) if all(each) else ()

    @property
    def only_live(self) -> bool:
        """Whether nothing but live services can be asked, which cannot list what may be a subdivision."""
        return not any(v.as_of for v in self.own)

    def _noted(self, vocabulary: Vocabulary, answer: object) -> object:
        if isinstance(answer, Silent) and not answer.asked:
            return answer
        self.asked[vocabulary.name] = vocabulary
        if isinstance(answer, NoAnswer):
            self.down[vocabulary.name] = f"{answer.reason}: {answer.detail}".rstrip(": ")
        return answer


def check_heading(given: Statement, vocabularies: Sequence[Vocabulary]) -> HeadingCheck:
    """The state of one heading. Never raises for a vocabulary that fails: what it might hold is then not known."""
    asking = Asking(given, vocabularies)
    found = _checked(given, asking)
    answered = tuple(Evidence(v.name, v.as_of) for v in asking.asked.values() if v.name not in asking.down)
    return HeadingCheck(
        given.path,
        given.value,
        found.state,
        found.suggestions,
        found.detail,
        found.evidence,
        found.node,
        answered,
        tuple(asking.down.items()),
        found.fault,
    )


def _checked(given: Statement, asking: Asking) -> HeadingCheck:
    if given.identifiers and _is_number(given):
        return _by_number(given, asking)
    by_label = _by_label(given.value, asking)
    conflict = _by_identifier(given, asking, by_label)
    return conflict or _with_unknown_numbers(given, asking, by_label)


def _with_unknown_numbers(given: Statement, asking: Asking, found: HeadingCheck) -> HeadingCheck:
    """The label is all that is known to be right where nothing here holds the identifier: an address alone says nothing."""
    unknown = [str(i) for i in given.identifiers if asking.identified(i) is None]
    if not unknown or found.state is HeadingState.NOT_CHECKED:
        return found
    said = f"{', '.join(unknown)} could not be looked up here"
    return replace(found, detail=f"{found.detail}; {said}" if found.detail else said)


def _result(
    state: HeadingState, detail: str = "", suggestions: Iterable[str] = (), evidence: Sequence[Evidence] = (), node: str = ""
) -> HeadingCheck:
    shown = dict.fromkeys(without_marks(text) for text in suggestions)
    return HeadingCheck("", "", state, tuple(shown), without_marks(detail), tuple(evidence), node)


def _unknown_number(given: Statement, identifier: Identifier, who: Evidence) -> HeadingCheck:
    found = _result(HeadingState.IDENTIFIER_CONFLICT, f"no heading has the identifier {identifier}", (), (who,))
    return replace(found, fault=given.place_of(identifier))


def _is_number(given: Statement) -> bool:
    """Whether there are no words at all: some formats name a heading by its identifier or address alone."""
    text = given.value.strip()
    if not text:
        return True
    read = detect(text)
    own = read.identifier if read is not None else None
    return any(text in (str(i), i.value) or own == i for i in given.identifiers)


def _by_number(given: Statement, asking: Asking) -> HeadingCheck:
    """The state of a heading that is given by its identifier alone."""
    for identifier in given.identifiers:
        answer = asking.identified(identifier)
        if isinstance(answer, Evidence):
            return _unknown_number(given, identifier, answer)
        if answer is None:
            continue
        entity, evidence = answer
        if DEPRECATED in entity.flags:
            replaced = _replacements(entity, asking)
            return _result(HeadingState.DEPRECATED, f"{entity.label}, by its identifier", replaced, (evidence,), entity.id)
        if not asking.fits(entity):
            detail = f"{entity.label} is a heading of the file {file_of(entity)}"
            return _result(HeadingState.WRONG_FILE, detail, (entity.label,), (evidence,), entity.id)
        detail = f"{identifier} is the identifier of {entity.label}; the record gives no words"
        return _result(HeadingState.AUTHORISED, detail, (), (evidence,), entity.id)
    return _result(HeadingState.NOT_CHECKED, "an identifier without words, which no vocabulary here holds")


def _by_label(label: str, asking: Asking) -> HeadingCheck:
    if not asking.own:
        return _result(
            HeadingState.NOT_CHECKED, f"no store of the vocabulary {asking.code} here" if asking.all else "no vocabulary here"
        )
    if not heading_key(label):
        return _result(HeadingState.NOT_CHECKED, "no word to look up")
    whole = _established(label, asking)
    if whole is not None and whole.state not in _ELSEWHERE:
        return whole
    parts = parts_of(label)
    if len(parts) > 1:
        for length in range(len(parts) - 1, 0, -1):
            main = _established("--".join(parts[:length]), asking)
            if main is not None:
                return _subdivided(main, parts[:length], parts[length:], asking)
    return whole or _not_held(label, parts, asking)


def _established(label: str, asking: Asking) -> HeadingCheck | None:
    """What the vocabularies hold under this label, best state first; None where they hold nothing."""
    keys = set(heading_keys(label))
    found = [(e, evidence) for e, evidence in asking.labelled(label) if file_of(e) != "subdivision"]
    preferred = [pair for pair in found if keys & _keys(pair[0], "heading")]
    fitting = [pair for pair in preferred if asking.fits(pair[0]) and DEPRECATED not in pair[0].flags]
    if fitting:
        entity, evidence = fitting[0]
        exact = label_form(without_marks(label)) in {label_form(without_marks(text)) for text in _labels(entity, "heading")}
        detail = "" if exact else "the same but for diacritics, punctuation or non-sort marks"
        return _result(HeadingState.AUTHORISED, detail, () if exact else (entity.label,), (evidence,), entity.id)
    variants = [pair for pair in found if pair not in preferred and asking.fits(pair[0]) and DEPRECATED not in pair[0].flags]
    gone = [pair for pair in preferred if asking.fits(pair[0])]
    if gone:
        entity, evidence = gone[0]
        replaced = _replacements(entity, asking) or [e.label for e, _ in variants]
        detail = "" if replaced else "no replacement is named"
        return _result(HeadingState.DEPRECATED, detail, replaced, (evidence,), entity.id)
    if variants:
        labels = [e.label for e, _ in variants]
        detail = "several headings have this as another form" if len(set(labels)) > 1 else ""
        return _result(HeadingState.VARIANT, detail, labels, (variants[0][1],), variants[0][0].id)
    if found and not asking.down:  # one that did not answer may hold it in the right file
        return _elsewhere(*found[0], asking)
    return None


def _elsewhere(entity: Entity, evidence: Evidence, asking: Asking) -> HeadingCheck:
    """A label that only another file has: a fault where the field's own file is held whole, else not known.

    Topics, genres and names share many labels ("Comic books, strips, etc." is a topic and another form of a genre).
    """
    detail = f"{entity.label} is a heading of the file {file_of(entity)}"
    if asking.complete_here():
        return _result(HeadingState.WRONG_FILE, detail, (entity.label,), (evidence,), entity.id)
    own = " or ".join(sorted(asking.files)) or "of the field"
    why = f"{detail}; whether the file {own} has the heading too is not known, as none here holds that whole"
    return _result(HeadingState.NOT_CHECKED, why, (entity.label,), (evidence,))


def _subdivided(main: HeadingCheck, head: list[str], rest: list[str], asking: Asking) -> HeadingCheck:
    """A main heading that is held, with subdivisions."""
    if main.state in (HeadingState.VARIANT, HeadingState.DEPRECATED):
        whole = ["--".join((text, *rest)) for text in main.suggestions]
        return _result(main.state, main.detail or f"its main heading {'--'.join(head)}", whole, main.evidence, main.node)
    if main.state in _ELSEWHERE:
        return main
    if asking.only_live:
        detail = f"{'--'.join(head)} is held; which subdivisions it may have a live service is not asked"
        return _result(HeadingState.NOT_CHECKED, detail, (), main.evidence, main.node)
    built: Construction = construct(head, rest, lambda text, ranks: [e for e, _ in asking.labelled(text, ranks)])
    if built.valid:
        return _result(HeadingState.CONSTRUCTED, built.detail, (), main.evidence, main.node)
    if built.lacking and (complete := _complete_for_all(asking)):
        detail = f"{built.detail}; {asking.code} is held whole and has no {', '.join(map(repr, built.lacking))}"
        return _result(HeadingState.NOT_AUTHORISED, detail, built.suggestions, complete, main.node)
    listed = asking.complete("subdivision") and (not built.lacking or asking.complete("geographic"))
    if asking.down or not asking.complete_here() or not (built.proven or listed):
        # the whole string may be a heading of its own, and a part may be a subdivision or a place
        detail = (
            f"{'--'.join(head)} is held; {built.detail}, and none here holds the headings and subdivisions of {asking.code} whole"
        )
        return _result(HeadingState.NOT_CHECKED, detail, built.suggestions, main.evidence, main.node)
    return _result(HeadingState.PARTLY_VALID, built.detail, built.suggestions, main.evidence, main.node)


def _complete_for_all(asking: Asking) -> tuple[Evidence, ...]:
    """Those that hold the vocabulary whole, subdivisions too; none where one did not answer."""
    return () if asking.down else asking.complete("")


def _not_held(label: str, parts: list[str], asking: Asking) -> HeadingCheck:
    """Nothing is held under the label or its main part: a fault only where the file is complete and everyone answered."""
    if asking.down:
        return _result(HeadingState.NOT_CHECKED, "; ".join(f"{name} did not answer ({why})" for name, why in asking.down.items()))
    complete = asking.complete_here()
    near = asking.near(parts[0] if parts else label)
    if not complete:
        detail = "no vocabulary here holds it, and none is complete for it"
        return _result(HeadingState.NOT_CHECKED, detail, near)
    lacking = parts[0] if len(parts) > 1 else label
    return _result(HeadingState.NOT_AUTHORISED, f"{asking.code} holds no heading {lacking!r}", near, complete)


def _by_identifier(given: Statement, asking: Asking, by_label: HeadingCheck) -> HeadingCheck | None:
    """The fault that an identifier shows, or None: a label that another heading has, or a number that nobody has."""
    better: HeadingCheck | None = None
    misplaced: HeadingCheck | None = None
    named_own = {vocabulary.name for vocabulary in asking.own}
    for identifier in given.identifiers:
        answer = asking.identified(identifier)
        if isinstance(answer, Evidence):
            return _unknown_number(given, identifier, answer)
        if answer is None:
            continue
        entity, evidence = answer
        agreement = _agreement(given, entity)
        others = by_label.node if by_label.node != entity.id else ""
        named = (*_labels(entity, "heading"), *_labels(entity, "alt_labels"))
        if agreement is None and not others and in_number_only(given.value, named):
            agreement = HeadingState.VARIANT
        if agreement is None and _of_a_part(given, entity):
            continue
        if agreement is None:
            words = "the words are another heading" if others else "no heading here has these words"
            detail = f"{identifier} is the identifier of {entity.label}; {words}"
            found = _result(HeadingState.IDENTIFIER_CONFLICT, detail, (entity.label,), (evidence,), entity.id)
            return replace(found, fault=given.place_of(identifier))
        if by_label.state not in _UNDECIDED:
            continue
        if asking.fits(entity):
            state = HeadingState.DEPRECATED if DEPRECATED in entity.flags else agreement
            replaced = _replacements(entity, asking) if state is HeadingState.DEPRECATED else [entity.label]
            better = better or _result(state, f"by its identifier {identifier}", replaced, (evidence,), entity.id)
        elif evidence.source in named_own and file_of(entity) != "subdivision":
            detail = f"{identifier} is the identifier of {entity.label}, a heading of the file {file_of(entity)}"
            misplaced = misplaced or _result(HeadingState.WRONG_FILE, detail, (entity.label,), (evidence,), entity.id)
    return better or misplaced


def _replacements(entity: Entity, asking: Asking) -> list[str]:
    """What stands in the place of a deprecated heading now, all of it. One that was replaced in its turn is followed."""
    found: dict[str, None] = {}
    seen, waiting = {entity.id}, list(entity.all("replaced_by"))
    while waiting and len(seen) < _CHAIN:
        target = waiting.pop(0)
        held = next((a[0] for i in target.identifiers if isinstance(a := asking.identified(i), tuple)), None)
        if held is None:
            found[target.value] = None
        elif held.id not in seen:
            seen.add(held.id)
            later = held.all("replaced_by") if DEPRECATED in held.flags else ()
            waiting = [*later, *waiting]
            if not later:
                found[held.label] = None
    return list(found)


def _agreement(given: Statement, entity: Entity) -> HeadingState | None:
    """How a label agrees with the heading that its identifier denotes; None where it is another heading's."""
    parts = parts_of(given.value)
    whole = {key for text in (given.value, *given.forms) for key in heading_keys(text)}
    starts = {key for length in range(1, len(parts) + 1) for key in heading_keys("--".join(parts[:length]))} | whole
    preferred = _keys(entity, "heading")
    if whole & preferred:
        return HeadingState.AUTHORISED
    if starts & preferred:  # the number of the main heading beside a string that was built with it
        return HeadingState.PARTLY_VALID
    if starts & _keys(entity, "alt_labels"):
        return HeadingState.VARIANT
    bare = {heading_key(_QUALIFIER.sub("", text)) for text in (given.value, *given.forms)} - {""}
    held = {heading_key(_QUALIFIER.sub("", text)) for text in _labels(entity, "heading")}
    # one side may lack its qualifier; two different ones tell homonyms apart
    lacking = not _QUALIFIER.search(given.value) or not _QUALIFIER.search(entity.label)
    return HeadingState.VARIANT if bare & held and lacking else None


def _of_a_part(given: Statement, entity: Entity) -> bool:
    """Whether the heading is one of the subdivisions: MODS gives each part its own number, and so does some MARC."""
    rest = parts_of(given.value)[1:]
    keys = {key for start in range(len(rest)) for end in range(start + 1, len(rest) + 1) for key in _joined(rest[start:end])}
    held = _keys(entity, "heading") | {
        key for s in entity.all("heading") for p in s.parts if p.property == "as_subdivision" for key in heading_keys(p.value)
    }
    return bool(keys & held)


def _joined(parts: Sequence[str]) -> tuple[str, ...]:
    return heading_keys("--".join(parts))


def _labels(entity: Entity, name: str) -> list[str]:
    return [text for s in entity.all(name) for text in (s.value, *s.forms)]


def _keys(entity: Entity, name: str) -> set[str]:
    return {key for text in _labels(entity, name) for key in heading_keys(text)}
