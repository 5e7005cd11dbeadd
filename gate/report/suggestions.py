"""Corrections of subject headings and names that are sure, written beside the record and never into it (``--suggest FILE``).

Sure is what leads back to a heading that the vocabulary has: one preferred form, one replacement, one order of the same
subdivisions. Every correction is tried on a copy of the record first, and kept only where the gate, reading that copy, finds the
heading authorised or well built, and everything else in the record as it was. Where there are two replacements, where words and
number disagree, or where a heading stands in the wrong field, a person has to decide, and nothing is suggested. Of a name, only
an identifier beside it says who is meant: suggested is the form that its file prefers, or what took the place of a withdrawn one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gate.comparison.headings import Vocabulary, check_heading
from gate.comparison.names import check_name
from gate.model import (
    Finding,
    Found,
    HeadingCheck,
    HeadingState,
    Identifier,
    NameCheck,
    NameState,
    RecordReport,
    Report,
    Statement,
)
from gate.rdf.iris import iri_identifier
from gate.records.writers.marc_xml import MARC_FORMATS
from gate.report.suggestions_json import JSON_FORMATS, JsonRecord, patches
from gate.report.suggestions_marc import MarcCopy, collection
from gate.report.suggestions_mods import ModsCopy, mods_collection

_MARC, _MODS, _JSON = "marc", "mods", "json"
_STATES = frozenset({HeadingState.AUTHORISED, HeadingState.VARIANT, HeadingState.DEPRECATED, HeadingState.PARTLY_VALID})
_RIGHT = frozenset({HeadingState.AUTHORISED, HeadingState.CONSTRUCTED})
_NAME_STATES = frozenset({NameState.VARIANT, NameState.FULLER, NameState.DEPRECATED})


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A heading or name as it is and as it should be, with the finding that says why.

    ``path`` is where it stands; that of the finding may be an identifier beside it. ``numbers``: identifiers that change with it.
    """

    finding: Finding
    path: str
    given: str
    wanted: str
    numbers: tuple[tuple[Identifier, Identifier], ...] = ()
    is_name: bool = False

    @property
    def about(self) -> str:
        """The place of the identifier that the finding is about; empty where it is about the words."""
        return self.finding.path if self.finding.path != self.path else ""


@dataclass(frozen=True, slots=True)
class Suggested:
    """What was written: the bytes of the file, how many headings are corrected in it, and formats that cannot be written."""

    data: bytes
    number: int
    left_out: tuple[str, ...]


def suggest(report: Report, vocabularies: Sequence[Vocabulary], today: str) -> Suggested:
    """The suggestions of a run: MARCXML for what came as MARC 21, else MODS, else JSON Patch (RFC 6902). ``today``: yyyymmdd."""
    marc: list[MarcCopy] = []
    mods: list[ModsCopy] = []
    json: list[JsonRecord] = []
    left_out: dict[str, None] = {}
    numbers = dict.fromkeys((_MARC, _MODS, _JSON), 0)
    for one in report.records:
        wanted = [*_wanted(one, vocabularies), *_names_wanted(one, vocabularies)]
        copy: MarcCopy | ModsCopy | JsonRecord | None = None
        if one.record.format in MARC_FORMATS:
            copy = MarcCopy.of(one.record, report.manifest.version, today)
        elif one.record.format == _MODS:
            copy = ModsCopy.of(one.record, report.manifest.version, today)
        elif one.record.format in JSON_FORMATS:
            copy = JsonRecord.of(one.record)
        if copy is None:
            left_out |= {one.record.format: None} if wanted else {}
            continue
        kept = sum(_tried(copy, s, vocabularies) for s in wanted)
        if isinstance(copy, JsonRecord):
            json.append(copy)
            numbers[_JSON] += kept
        elif kept and isinstance(copy, MarcCopy):
            marc.append(copy)
            numbers[_MARC] += kept
        elif kept and isinstance(copy, ModsCopy):
            mods.append(copy)
            numbers[_MODS] += kept
    formats = {one.record.format for one in report.records}
    form = _MARC if formats & set(MARC_FORMATS) else _MODS if _MODS in formats else _JSON
    left_out |= {other: None for other, number in numbers.items() if number and other != form}
    data = collection(marc) if form == _MARC else mods_collection(mods) if form == _MODS else patches(json)
    return Suggested(data, numbers[form], tuple(left_out))


def _wanted(report: RecordReport, vocabularies: Sequence[Vocabulary]) -> Iterator[Suggestion]:
    """The headings with one form that may take their place, and what becomes of their numbers."""
    checks = report.comparison.headings if report.comparison is not None else ()
    given = {s.path: s for s in report.record.all("concepts")}
    for check in checks:
        finding = next(
            (f for f in report.findings if f.path == (check.fault or check.path) and f.code.startswith("heading-")), None
        )
        if finding is None or check.state not in _STATES or len(check.suggestions) != 1 or check.path not in given:
            continue
        wanted = check.suggestions[0]
        if wanted == check.given or (check.state is HeadingState.PARTLY_VALID and not _reordered(check)):
            continue
        gone = check.state is HeadingState.DEPRECATED
        numbers = tuple(_numbers(given[check.path], wanted, vocabularies)) if gone else ()
        yield Suggestion(finding, check.path, check.given, wanted, numbers)


def _names_wanted(report: RecordReport, vocabularies: Sequence[Vocabulary]) -> Iterator[Suggestion]:
    """The names with one form that may take their place, said of an identifier beside them, and nothing else amiss with them."""
    checks = report.comparison.names if report.comparison is not None else ()
    given = {s.path: s for s in report.record.all("creators")}
    for check in checks:
        statement = given.get(check.path)
        if statement is None or len(check.suggestions) != 1 or not _sure(check, statement, checks):
            continue
        finding = next((f for f in report.findings if f.path == (check.fault or check.path) and f.code.startswith("name-")), None)
        if finding is not None:
            gone = check.state is NameState.DEPRECATED
            numbers = tuple(_numbers(statement, check.suggestions[0], vocabularies)) if gone else ()
            yield Suggestion(finding, check.path, statement.value, check.suggestions[0], numbers, is_name=True)


def _sure(check: NameCheck, given: Statement, checks: Sequence[NameCheck]) -> bool:
    """Whether the identifier beside the name says who is meant, and everything said of the name is about its form."""
    alone = all(other.state in _NAME_STATES for other in checks if other.path == check.path and other is not check)
    return alone and check.state in _NAME_STATES and iri_identifier(check.node) in given.identifiers


def _reordered(check: HeadingCheck) -> bool:
    return sorted(check.given.split("--")) == sorted(check.suggestions[0].split("--"))


def _numbers(given: Statement, wanted: str, vocabularies: Sequence[Vocabulary]) -> Iterator[tuple[Identifier, Identifier]]:
    """The identifiers of a withdrawn heading, each with that of the heading in its place in the same scheme."""
    label = wanted if wanted.count("--") == 0 else wanted.split("--")[0]
    for vocabulary in vocabularies:
        answer = vocabulary.by_label(label, (0,))
        if isinstance(answer, Found) and len(answer.value) == 1:
            entity = answer.value[0]
            known = {
                i.scheme: i for i in (iri_identifier(entity.id), *(i for s in entity.all("identifiers") for i in s.identifiers))
            }
            yield from ((old, known[old.scheme]) for old in given.identifiers if old.scheme in known and old != known[old.scheme])
            return


def _tried(copy: MarcCopy | ModsCopy | JsonRecord, suggestion: Suggestion, vocabularies: Sequence[Vocabulary]) -> bool:
    """Make the correction in the copy, and take it back where reading the copy does not bear it out."""
    before = copy.statements()
    if not copy.change(suggestion):
        return False
    after = copy.statements()
    if _only(before, after, suggestion):
        changed = next(s for s in after if s.path == suggestion.path)
        if (_name_right if suggestion.is_name else _heading_right)(changed, suggestion, vocabularies):
            return True
    copy.take_back()
    return False


def _heading_right(changed: Statement, suggestion: Suggestion, vocabularies: Sequence[Vocabulary]) -> bool:
    check = check_heading(changed, vocabularies)
    return changed.value == suggestion.wanted and check.state in _RIGHT and not check.suggestions


def _name_right(changed: Statement, suggestion: Suggestion, vocabularies: Sequence[Vocabulary]) -> bool:
    """Whether the name is authorised, under its identifiers as they are now, none of which is that of a withdrawn heading."""
    gone = {old for old, _ in suggestion.numbers}
    return not gone & set(changed.identifiers) and all(
        check.state is NameState.AUTHORISED for check in check_name(changed, vocabularies)
    )


def _only(before: Iterable[Statement], after: Iterable[Statement], suggestion: Suggestion) -> bool:
    """Whether nothing differs but the words and numbers at the place of the suggestion, and the parts and forms of a name."""
    path = suggestion.path
    parts: Callable[[Statement], Statement] = lambda s: replace(s, parts=(), forms=()) if suggestion.is_name else s  # noqa: E731
    changed: Callable[[Iterable[Statement]], list[Statement]] = lambda found: [  # noqa: E731 - one use, beside its two calls
        s if s.path != path else replace(parts(s), value="", identifiers=(), places=()) for s in found
    ]
    return changed(before) == changed(after)
