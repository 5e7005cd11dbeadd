"""Reports that were saved as JSON, read back as far as a decision needs them.

What only the sources could say (candidates, graphs, networks) is not in a saved report and stays empty; anchor state, claim and
citation outcomes, omissions, scores, findings and who answered are there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from gate.errors import InputError
from gate.model import (
    EMPTY_PROFILE,
    Anchor,
    AnchorState,
    BibliographyProfile,
    CitationOutcome,
    CitationResult,
    Claim,
    ClaimGraph,
    ClaimResult,
    Comparison,
    Consultation,
    Consulted,
    Decision,
    Evidence,
    Finding,
    Ignored,
    Kind,
    Measure,
    Note,
    Omission,
    Outcome,
    Profile,
    RankShift,
    Record,
    RecordReport,
    ReviewReason,
    Score,
    Severity,
    Share,
    Standing,
    Statement,
    Tier,
    Verdict,
)
from gate.report.json import FORMAT

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SavedReport:
    """One saved report: its records, how many inputs could not be read, and the rule set that it was decided by."""

    records: tuple[RecordReport, ...]
    unreadable: int
    rules: str
    rules_sha256: str


class _Part:
    """An object of the JSON. Every wrong type is an :class:`InputError` that names the place."""

    def __init__(self, value: object, place: str) -> None:
        if not isinstance(value, dict):
            raise InputError(f"{place}: not an object")
        self._value: dict[str, object] = value
        self.place = place

    def text(self, key: str) -> str:
        value = self._value.get(key, "")
        if not isinstance(value, str):
            raise InputError(f"{self.place}.{key}: not a text")
        return value

    def flag(self, key: str) -> bool:
        return self._value.get(key) is True

    def number(self, key: str) -> float | None:
        value = self._value.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise InputError(f"{self.place}.{key}: not a number")
        return float(value)

    def whole(self, key: str) -> int:
        return int(self.number(key) or 0)

    def one(self, key: str) -> _Part | None:
        value = self._value.get(key)
        return None if value is None else _Part(value, f"{self.place}.{key}")

    def listed(self, key: str) -> list[object]:
        value = self._value.get(key) or []
        if not isinstance(value, list):
            raise InputError(f"{self.place}.{key}: not a list")
        return value

    def each(self, key: str, made: Callable[[_Part], T]) -> tuple[T, ...]:
        return tuple(made(_Part(v, f"{self.place}.{key}[{i}]")) for i, v in enumerate(self.listed(key)))

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(str(v) for v in self.listed(key))

    def named(self, key: str, kind: Callable[[str], T]) -> T:
        """The member of an enumeration."""
        try:
            return kind(self.text(key))
        except ValueError:
            raise InputError(f"{self.place}.{key}: no such value: {self.text(key)!r}") from None


def read_saved(path: Path) -> tuple[SavedReport, ...]:
    """The reports of a file: one JSON report, or one a line. Raises :class:`InputError` with the place of what is none."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    found = tuple(_report(value, place) for value, place in _values(text, str(path)))
    if not found:
        raise InputError(f"{path}: empty")
    return found


def _values(text: str, path: str) -> Iterator[tuple[object, str]]:
    try:
        yield json.loads(text), path
        return
    except (ValueError, RecursionError):
        pass  # perhaps one report a line
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield json.loads(line), f"{path}:{number}"
            except (ValueError, RecursionError):
                raise InputError(f"{path}:{number}: no JSON report (gate check --format json writes one)") from None


def _report(value: object, place: str) -> SavedReport:
    whole = _Part(value, place)
    if whole.text("format") != FORMAT:
        raise InputError(f"{place}: no {FORMAT} (gate check --format json writes one)")
    manifest = whole.one("manifest")
    rules = manifest.one("rules") if manifest else None
    name, sha256 = (rules.text("name"), rules.text("sha256")) if rules else ("", "")
    return SavedReport(whole.each("records", _record), len(whole.listed("unreadable")), name, sha256)


def _record(part: _Part) -> RecordReport:
    ignored = part.one("ignored")
    record = Record(
        part.named("kind", Kind), part.text("id"), (), part.text("format"), part.text("file"), part.whole("position"),
        ignored.each("fields", lambda p: Ignored(p.text("path"), p.text("reason"))) if ignored else (),
        part.each("notes", lambda p: Note(p.text("code"), p.text("path"), p.text("value"), p.text("detail"))),
        bibliography=part.text("as") == "bibliography",
    )  # fmt: skip
    reasons = part.each("reasons", lambda p: ReviewReason(p.text("rule"), p.text("text"), p.flag("unchecked")))
    verdict = Verdict(part.named("decision", Decision), reasons, part.texts("skipped_rules"))
    return RecordReport(record, _comparison(part, record), part.each("scores", _score), part.each("findings", _finding), verdict)


def _comparison(part: _Part, record: Record) -> Comparison | None:
    anchor = part.one("anchor")
    if anchor is None:
        return None
    profile, bibliography = part.one("profile"), part.one("bibliography")
    return Comparison(
        record,
        ClaimGraph("record", ()),
        Anchor(anchor.named("state", AnchorState), reason=anchor.text("reason"), consulted=anchor.each("consulted", _consulted)),
        claims=part.each("claims", _claim),
        omissions=part.each("omissions", _omission),
        citations=part.each("citations", _citation),
        omitted_citations=part.each("omitted_citations", _omission),
        consulted=part.each("consulted", _consulted),
        profile=Profile((), profile.each("risen", _shift)) if profile else EMPTY_PROFILE,
        context_lost=part.texts("context_lost"),
        bibliography=_bibliography(bibliography) if bibliography else None,
    )


def _consulted(part: _Part) -> Consulted:
    return Consulted(part.text("source"), part.named("state", Consultation), part.text("as_of"), part.text("detail"))


def _evidence(part: _Part | None) -> Evidence:
    if part is None:
        return Evidence("", "")
    return Evidence(part.text("source"), part.text("as_of"), part.text("url"), part.flag("stale"))


def _claim(part: _Part) -> ClaimResult:
    claim = Claim("record", Statement(part.text("property"), part.text("given"), part.text("path")))
    return ClaimResult(claim, part.named("outcome", Outcome), part.text("level"), part.text("held"), reason=part.text("reason"))


def _omission(part: _Part) -> Omission:
    return Omission(part.text("property"), Statement(part.text("property"), part.text("held")), _evidence(part.one("source")))


def _citation(part: _Part) -> CitationResult:
    outcome = part.named("outcome", CitationOutcome)
    return CitationResult(
        part.text("path"), part.text("given"), outcome, frozenset(part.texts("flags")), reason=part.text("reason")
    )


def _shift(part: _Part) -> RankShift:
    rise = part.number("rise") or 0.0
    return RankShift(part.text("node"), part.text("label"), part.text("measure"), rise, part.flag("fabricated"))


def _bibliography(part: _Part) -> BibliographyProfile:
    def share(one: _Part) -> Share:
        return Share(one.text("label"), one.whole("given"), one.whole("reference"))

    source = part.one("source")
    return BibliographyProfile(
        part.whole("works"),
        part.whole("reference_works"),
        (),
        measures=part.each("measures", _measure),
        authors=part.each("authors", share),
        venues=part.each("venues", share),
        missing=part.each(
            "missing", lambda p: Standing(p.text("node"), p.text("label"), p.number("standing") or 0.0, p.whole("cited_by"))
        ),
        evidence=_evidence(source) if source else None,
    )


def _measure(part: _Part) -> Measure:
    return Measure(
        part.text("name"), part.number("value"), part.number("generated"), part.number("reference"), part.text("reason")
    )


def _score(part: _Part) -> Score:
    return Score(
        part.text("name"), part.number("value"), part.number("numerator") or 0.0, part.number("denominator") or 0.0,
        part.number("coverage"), None, part.text("dimension"), part.text("reason"),
    )  # fmt: skip


def _finding(part: _Part) -> Finding:
    return Finding(
        part.text("code"), part.text("path"), part.named("severity", Severity), part.named("tier", Tier), part.text("message"),
        part.text("given"), part.text("held"), part.text("source"), part.text("as_of"), part.text("url"), part.text("advice"),
    )  # fmt: skip
