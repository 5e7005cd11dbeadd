"""Corrections of subject headings that are sure, written beside the record and never into it (``gate check --suggest FILE``).

Sure is what leads back to a heading that the vocabulary has: one preferred form, one replacement, one order of the same
subdivisions. Every correction is tried on a copy of the record first, and kept only where the gate, reading that copy, finds the
heading authorised or well built, and everything else in the record as it was. Where there are two replacements, where words and
number disagree, or where a heading stands in the wrong field, a person has to decide, and nothing is suggested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gate.comparison.headings import Vocabulary, check_heading
from gate.model import Finding, Found, HeadingCheck, HeadingState, Identifier, RecordReport, Report, Statement
from gate.rdf.iris import iri_identifier
from gate.records.writers.marc_xml import MARC_FORMATS
from gate.report.suggestions_json import JSON_FORMATS, JsonRecord, patches
from gate.report.suggestions_marc import MarcCopy, collection

_STATES = frozenset({HeadingState.AUTHORISED, HeadingState.VARIANT, HeadingState.DEPRECATED, HeadingState.PARTLY_VALID})
_RIGHT = frozenset({HeadingState.AUTHORISED, HeadingState.CONSTRUCTED})


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A heading as it is and as it should be, with the finding that says why. ``numbers``: identifiers that change with it."""

    finding: Finding
    path: str
    given: str
    wanted: str
    numbers: tuple[tuple[Identifier, Identifier], ...] = ()


@dataclass(frozen=True, slots=True)
class Suggested:
    """What was written: the bytes of the file, how many headings are corrected in it, and formats that cannot be written."""

    data: bytes
    number: int
    left_out: tuple[str, ...]


def suggest(report: Report, vocabularies: Sequence[Vocabulary], today: str) -> Suggested:
    """The suggestions of a run: MARCXML for what came as MARC 21, else JSON Patch (RFC 6902). ``today``: yyyymmdd."""
    marc: list[MarcCopy] = []
    json: list[JsonRecord] = []
    left_out: dict[str, None] = {}
    number = 0
    for one in report.records:
        wanted = list(_wanted(one, vocabularies))
        if one.record.format in MARC_FORMATS:
            copy: MarcCopy | JsonRecord | None = MarcCopy.of(one.record, report.manifest.version, today)
        elif one.record.format in JSON_FORMATS:
            copy = JsonRecord.of(one.record)
        else:
            copy = None
            if wanted:
                left_out[one.record.format] = None
        if copy is None:
            continue
        kept = sum(_tried(copy, s, vocabularies) for s in wanted)
        number += kept
        if isinstance(copy, JsonRecord):
            json.append(copy)
        elif kept:
            marc.append(copy)
    any_marc = any(one.record.format in MARC_FORMATS for one in report.records)
    if any_marc and any(copy.changed for copy in json):
        left_out["json"] = None
        number -= sum(len(copy.changed) for copy in json)
    return Suggested(collection(marc) if any_marc else patches(json), number, tuple(left_out))


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
        yield Suggestion(
            finding, check.path, check.given, wanted, tuple(_numbers(given[check.path], check, wanted, vocabularies))
        )


def _reordered(check: HeadingCheck) -> bool:
    return sorted(check.given.split("--")) == sorted(check.suggestions[0].split("--"))


def _numbers(
    given: Statement, check: HeadingCheck, wanted: str, vocabularies: Sequence[Vocabulary]
) -> Iterator[tuple[Identifier, Identifier]]:
    """The identifiers of a withdrawn heading, each with that of the heading in its place in the same scheme."""
    if check.state is not HeadingState.DEPRECATED:
        return
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


def _tried(copy: MarcCopy | JsonRecord, suggestion: Suggestion, vocabularies: Sequence[Vocabulary]) -> bool:
    """Make the correction in the copy, and take it back where reading the copy does not bear it out."""
    before = copy.statements()
    if not copy.change(suggestion):
        return False
    after = copy.statements()
    if _only(before, after, suggestion.path):
        changed = next(s for s in after if s.path == suggestion.path)
        check = check_heading(changed, vocabularies)
        if changed.value == suggestion.wanted and check.state in _RIGHT and not check.suggestions:
            return True
    copy.take_back()
    return False


def _only(before: Iterable[Statement], after: Iterable[Statement], path: str) -> bool:
    """Whether nothing but the statement at ``path`` differs."""
    changed: Callable[[Iterable[Statement]], list[Statement]] = lambda found: [  # noqa: E731 - one use, beside its two calls
        s if s.path != path else replace(s, value="", identifiers=(), places=()) for s in found
    ]
    return changed(before) == changed(after)
