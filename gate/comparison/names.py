"""The names of a record against authority files: is the form authorised, and is the identifier beside it this person's?

An identifier is dereferenced and both the name and the life dates are compared: an address is never right for its host alone.
What is compared is compared in its own script, so that a pair of fields 880 is two comparisons and never one across scripts. A
name is accused only where everything that can be compared differs; a name that no file holds is not known, and no fault.

The states of undifferentiated names are those of the MARC 21 format for authority data (008/32) and of the GND (Tn).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from gate.comparison.headings import Vocabulary
from gate.comparison.matching import dates as date_rules
from gate.comparison.matching.names import compare_names
from gate.model import Absent, Entity, Evidence, Found, Identifier, NameCheck, NameState, Role, Silent, Statement
from gate.model import Unavailable as NoAnswer
from gate.normalise.dates import parse as parse_date
from gate.normalise.naco import heading_key, heading_keys, without_marks
from gate.normalise.names import parse
from gate.normalise.text import script, tokens
from gate.references.vocabulary.heading import DEPRECATED, UNDIFFERENTIATED, file_of

#: What an authority file of names is asked about; the schemes of subject headings are those of :mod:`gate.comparison.headings`.
SCHEMES = frozenset({"gnd", "lccn", "viaf", "isni", "orcid", "wikidata"})
#: Files that say how a name is written. VIAF, ISNI and ORCID gather forms, and none of theirs is preferred for a catalogue.
_OF_FORMS = frozenset({"gnd", "lccn"})
_TAG = re.compile(r"(?:[1678]\d\d|240)(?=[\[$])")
_CORPORATE = frozenset({"10", "11"})
_FILES = frozenset({"name", "title"})
#: parts of a title that are headings of works: of this one, and of others
TITLES = frozenset({"uniform_title", "related_title"})
_FULLER = re.compile(r" \(([^()]+)\)")
_SHORT = 3
_FAR = 5
"""Years that two birth dates may be apart, one of them being a guess, before they are those of two persons."""
#: states that an identifier is to blame for, not the words beside it
OF_IDENTIFIERS = frozenset({NameState.IDENTIFIER_CONFLICT, NameState.DEPRECATED, NameState.UNDIFFERENTIATED})
_BEST = (NameState.AUTHORISED, NameState.FULLER, NameState.VARIANT)


class _Asking:
    """The authority files that one name is looked up in, and what they answered."""

    def __init__(self, vocabularies: Sequence[Vocabulary]) -> None:
        self.all = tuple(vocabularies)
        self.local = tuple(v for v in vocabularies if v.as_of)
        self.answered: dict[str, Evidence] = {}
        self.down: dict[str, str] = {}

    def identified(self, identifier: Identifier) -> tuple[Entity, Evidence] | Evidence | None:
        """Whom the identifier denotes; who says that it denotes nobody, where all answered; or nothing."""
        absent: Evidence | None = None
        for vocabulary in self.all:
            answer = self._noted(vocabulary, vocabulary.by_identifier(identifier))
            if isinstance(answer, Found) and isinstance(answer.value, Entity) and answer.value.all("heading"):
                return answer.value, answer.evidence
            if isinstance(answer, Absent) and vocabulary.role is Role.REFERENCE:
                absent = answer.evidence
        return None if self.down else absent

    def labelled(self, label: str, ranks: tuple[int, ...], files: frozenset[str] = _FILES) -> list[tuple[Entity, Evidence]]:
        """The names with this label in the stores here. A live file is not asked: it would be asked for every name there is."""
        found: list[tuple[Entity, Evidence]] = []
        for vocabulary in self.local:
            answer = self._noted(vocabulary, vocabulary.by_label(label, ranks))
            if isinstance(answer, Found) and isinstance(answer.value, tuple):
                found += [(entity, answer.evidence) for entity in answer.value if file_of(entity) in files]
        return found

    def _noted(self, vocabulary: Vocabulary, answer: object) -> object:
        if isinstance(answer, NoAnswer):
            self.down[vocabulary.name] = f"{answer.reason}: {answer.detail}".rstrip(": ")
        elif isinstance(answer, Found | Absent | Silent) and getattr(answer, "asked", True):
            self.answered[vocabulary.name] = Evidence(vocabulary.name, answer.evidence.as_of)
        return answer


def check_name(given: Statement, vocabularies: Sequence[Vocabulary]) -> tuple[NameCheck, ...]:
    """What the authority files make of one name, gravest first; a single ``not checked`` where they make nothing of it.

    Never raises for a file that fails: what it might hold is then not known.
    """
    asking = _Asking(vocabularies)
    found = list(_by_identifiers(given, asking))
    if not found and (_tag(given)[:1] in {"1", "7"} or given.property in TITLES):
        found = list(_by_label(given, asking))
    if not found:
        found = [_told(NameState.NOT_CHECKED, "; ".join(f"{name} did not answer ({why})" for name, why in asking.down.items()))]
    who = (tuple(asking.answered.values()), tuple(asking.down.items()))
    return tuple(
        NameCheck(
            given.path, one.given or shown(given), one.state, one.suggestions, one.detail, one.evidence, one.node, *who, one.fault
        )
        for one in sorted(found, key=lambda one: tuple(NameState).index(one.state))
    )


def shown(given: Statement) -> str:
    """A name with its dates, as it stands in the heading."""
    return _with_dates(given.value, given)


def _by_identifiers(given: Statement, asking: _Asking) -> Iterator[NameCheck]:
    forms: list[NameCheck] = []
    for identifier in given.identifiers:
        if identifier.scheme not in SCHEMES:
            continue
        answer = asking.identified(identifier)
        if isinstance(answer, Evidence):
            nobody = _told(NameState.IDENTIFIER_CONFLICT, f"nobody has the identifier {identifier}", evidence=answer)
            yield replace(nobody, fault=given.place_of(identifier))
        elif answer is not None:
            told = _identified(given, identifier, *answer)
            first, *more = (
                replace(one, fault=given.place_of(identifier)) if one.state in OF_IDENTIFIERS else one for one in told
            )
            if first.state in _BEST:
                forms.append(first)
            else:
                yield first
            yield from more
    if forms:
        yield min(forms, key=lambda one: _BEST.index(one.state))


def _identified(given: Statement, identifier: Identifier, entity: Entity, evidence: Evidence) -> Iterator[NameCheck]:
    """What the entity of an identifier says of the name beside it. The first is the state of the name's form, or a conflict."""
    same, apart = _agreement(given, entity)
    dates = _dates(given, entity)
    if same is False and dates == 0:  # a file that holds few forms of a name may lack this one
        detail = f"the dates are those of {_described(entity)}, the name is in none of the forms that are held"
        yield _told(NameState.NOT_CHECKED, detail, (), evidence, entity)
        return
    if same is False and identifier.scheme == "orcid" and _part_shared(given, entity):
        # the holder keeps the record, names change, and earlier ones need not be told
        detail = f"{identifier} is {_described(entity)}: a part of the name is the same"
        yield _told(NameState.NOT_CHECKED, detail, (), evidence, entity)
        return
    if same is False:
        detail = f"{identifier} is {_described(entity)}"
        yield _told(NameState.IDENTIFIER_CONFLICT, detail, (entity.label,), evidence, entity)
        return
    if dates is not None and dates > _FAR:
        detail = f"{identifier} is {_described(entity)}; the name fits, the dates of life do not"
        yield _told(NameState.IDENTIFIER_CONFLICT, detail, (entity.label,), evidence, entity)
        return
    if DEPRECATED in entity.flags:
        replaced = [s.value for s in entity.all("replaced_by")]
        wanted = [str(i) for s in entity.all("replaced_by") for i in s.identifiers]
        detail = f"{identifier} was withdrawn" + (f"; now {', '.join(wanted)}" if wanted else "")
        yield _told(NameState.DEPRECATED, detail, replaced, evidence, entity)
    elif same is None:
        yield _told(NameState.NOT_CHECKED, "no form of the name in a script that can be compared", (), evidence, entity)
    elif given.property in TITLES and file_of(entity) != "title":  # the number of the name that the title stands under
        yield _told(NameState.AUTHORISED, "", (), evidence, entity)
    elif identifier.scheme in _OF_FORMS and (_tag(given)[:1] in {"1", "7"} or given.property in TITLES):
        yield _form(given, entity, evidence)
    else:
        yield _told(NameState.AUTHORISED, "", (), evidence, entity)
    if dates:
        yield _told(NameState.DATES, _described(entity), (entity.label,), evidence, entity)
    if UNDIFFERENTIATED in entity.flags:
        detail = f"{identifier} stands for several persons of this name"
        yield _told(NameState.UNDIFFERENTIATED, detail, (), evidence, entity)
    for text, theirs in apart:
        detail = f"{text} beside {', '.join(theirs[:3])}"
        yield _told(NameState.SCRIPTS, detail, theirs[:3], evidence, entity)


def _form(given: Statement, entity: Entity, evidence: Evidence) -> NameCheck:
    """Whether the name is written as its authority file prefers it."""
    preferred = [text for s in entity.all("heading") for text in (s.value, *s.forms)]
    mine = {key for text in _written(given) for key in heading_keys(text)}
    keys = {key for text in preferred for key in heading_keys(text)}
    if mine & keys or any(_with_fuller(text, given, mine) for text in preferred):
        return _told(NameState.AUTHORISED, "", (), evidence, entity)
    plain = heading_key(given.value)
    if plain and any(key.startswith(plain) and not key[len(plain)].isalnum() for key in keys if len(key) > len(plain)):
        return _told(NameState.FULLER, "", (entity.label,), evidence, entity)
    # under another system of rules a birth year stands where the file has none: the name itself is as it is preferred
    if any(plain == heading_key(_without_dates(text)) for text in preferred):
        return _told(NameState.AUTHORISED, "", (), evidence, entity)
    return _told(NameState.VARIANT, "", (entity.label,), evidence, entity)


def _with_fuller(preferred: str, given: Statement, mine: set[str]) -> bool:
    """Whether a name has the fuller form that a heading has in brackets (MARC $q), which a record gives as a form of its own."""
    found = _FULLER.search(preferred)
    if found is None:
        return False
    whole = {heading_key(f"{preferred.partition(',')[0]}, {found[1]}"), heading_key(found[1])}
    bare = preferred[: found.start()] + preferred[found.end() :]
    return bool(set(heading_keys(bare)) & mine) and bool(whole & {heading_key(form) for form in given.forms})


def _by_label(given: Statement, asking: _Asking) -> Iterator[NameCheck]:
    """What the stores here hold under the words of a name. What they do not hold is not known, since many share a name."""
    files = frozenset({"title"}) if given.property in TITLES else _FILES
    texts = given.forms or (given.value,) if given.property in TITLES else tuple(_written(given))
    for text in texts:
        preferred = asking.labelled(text, (0,), files)
        live = [pair for pair in preferred if DEPRECATED not in pair[0].flags]
        if live:
            entity, evidence = live[0]
            yield _told(NameState.AUTHORISED, "", (), evidence, entity)
            if UNDIFFERENTIATED in entity.flags:
                yield _told(NameState.UNDIFFERENTIATED, "the heading stands for several persons", (), evidence, entity)
            return
        if preferred:
            entity, evidence = preferred[0]
            yield _told(NameState.DEPRECATED, "", [s.value for s in entity.all("replaced_by")], evidence, entity)
            return
    for text in texts:
        # of a name without dates another of the same name may be meant
        variants = [pair for pair in asking.labelled(text, (1,), files) if _dates(given, pair[0]) in (None, 0)]
        if variants:
            labels = dict.fromkeys(entity.label for entity, _ in variants)
            detail = "several names have this as another form" if len(labels) > 1 else "if that is who is meant"
            yield _told(NameState.VARIANT, detail, labels, variants[0][1], variants[0][0])
            return


def _agreement(given: Statement, entity: Entity) -> tuple[bool | None, list[tuple[str, list[str]]]]:
    """Whether a name may be the entity's, each script compared with its own; and the forms that do not fit in theirs.

    None where no form of one side is in a script of the other.
    """
    held = _by_script([text for name in ("heading", "alt_labels") for s in entity.all(name) for text in (s.value, *s.forms)])
    mine = _by_script([given.value, *given.forms])
    corporate = True if _tag(given)[1:] in _CORPORATE else None
    verdicts: dict[str, bool | None] = {}
    for which, texts in mine.items():
        if which in held:
            outcomes = [_same(text, theirs, given, corporate) for text in texts for theirs in held[which]]
            verdicts[which] = True if True in outcomes else None if None in outcomes else False
    if not verdicts:
        return None, []
    apart = [(mine[which][0], held[which]) for which, verdict in verdicts.items() if verdict is False]
    if True in verdicts.values():
        return True, apart
    return (False, []) if all(verdict is False for verdict in verdicts.values()) else (None, [])


def _same(mine: str, theirs: str, given: Statement, corporate: bool | None) -> bool | None:
    if set(heading_keys(mine)) & set(heading_keys(theirs)):
        return True
    plain, held = set(tokens(_without_dates(mine))), set(tokens(_without_dates(theirs)))
    if plain and held and (plain <= held or held <= plain):  # a title, a place, a unit more on one side
        return True
    if given.property in TITLES:  # a work has titles in many languages: only where no word is shared is it another one
        return None if {word for word in plain & held if len(word) > _SHORT} else False
    believed = mine == given.value and corporate is None
    name = parse(mine, given.part("family") if believed else "", given.part("given") if believed else "", corporate)
    return compare_names(name, parse(_without_dates(theirs), corporate=corporate)).same


def _part_shared(given: Statement, entity: Entity) -> bool:
    held = {word for name in ("heading", "alt_labels") for s in entity.all(name) for word in tokens(s.value)}
    return any(len(word) > 2 and word in held for word in tokens(given.value))


def _dates(given: Statement, entity: Entity) -> int | None:
    """How many years the dates of life are apart, 0 where they agree; None where they cannot be compared."""
    heading = entity.first("heading")
    if heading is None:
        return None
    gaps: list[int] = []
    for name in ("birth", "death"):
        mine = given.part(name) or _life(given.value, name)
        held = [text for text in (heading.part(name), _life(entity.label, name)) if text]
        if mine and held and (gap := _gap(mine, held)) is not None:
            gaps.append(gap)
    if any(gaps) and set(heading_keys(shown(given))) & _keys(entity):
        return 0  # the file has these very dates in another form of the name
    return max(gaps) if gaps else None


def _gap(mine: str, held: Sequence[str]) -> int | None:
    """How many years a date is from the nearest of those held; 0 where it agrees, None where nothing can be compared."""
    one = parse_date(mine)
    gaps: list[int] = []
    for theirs in held:
        agreement, other = date_rules.compare(mine, [theirs]), parse_date(theirs)
        if agreement.same:
            gaps.append(0)
        elif agreement.same is False and one is not None and other is not None:
            gaps.append(max(other.earliest[0] - one.latest[0], one.earliest[0] - other.latest[0]))
    return min(gaps) if gaps else None


def _keys(entity: Entity) -> set[str]:
    texts = (text for name in ("heading", "alt_labels") for s in entity.all(name) for text in (s.value, *s.forms))
    return {key for text in texts for key in heading_keys(text)}


def _life(text: str, name: str) -> str:
    """The birth or death in the dates of a heading (``Kurosawa, Akira, 1910-1998``)."""
    found = re.fullmatch(r"(\d{4}\??)?-(\d{4}\??)?", parse(text).dates)
    return (found[1 if name == "birth" else 2] or "") if found else ""


def _written(given: Statement) -> Iterator[str]:
    """A name as a heading has it: with its dates first, then in its other forms, then without."""
    yield from dict.fromkeys((*(_with_dates(text, given) for text in (given.value, *given.forms)), given.value, *given.forms))


def _with_dates(name: str, given: Statement) -> str:
    birth, death = given.part("birth"), given.part("death")
    return f"{name}, {birth}-{death}" if birth or death else name


def _without_dates(text: str) -> str:
    dates = parse(text).dates
    return text[: text.rindex(dates)].rstrip(" ,(") if dates and dates in text else text


def _by_script(texts: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in dict.fromkeys(texts):
        if which := script(text):
            found.setdefault(which, []).append(text)
    return found


def _described(entity: Entity) -> str:
    heading = entity.first("heading")
    life = [heading.part(name) for name in ("birth", "death")] if heading is not None else []
    told = all(text[:4] in entity.label for text in life if text)
    return entity.label if told else f"{entity.label} ({'-'.join(life)})"


def _tag(given: Statement) -> str:
    found = _TAG.match(given.path)
    return found[0] if found else ""


def _told(
    state: NameState,
    detail: str = "",
    suggestions: Iterable[str] = (),
    evidence: Evidence | None = None,
    entity: Entity | None = None,
) -> NameCheck:
    shown_as = tuple(dict.fromkeys(without_marks(text) for text in suggestions))
    node = entity.id if entity is not None else ""
    return NameCheck("", "", state, shown_as, without_marks(detail), (evidence,) if evidence else (), node)
