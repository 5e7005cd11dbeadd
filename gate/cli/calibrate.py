"""``gate rules calibrate``: thresholds for which a bound on false alarms holds."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.output import columns, note, show, writable, write_file
from gate.cli.progress import ProgressLine
from gate.errors import InputError, UsageError
from gate.report.terminal import Layout
from gate.report.words import calibrated_words
from gate.settings import Settings, load_settings

if TYPE_CHECKING:
    from gate.decision.calibration import Calibration, Case, Step
    from gate.decision.ruleset import RuleSet

_SHOWN = 10


def calibrate(
    labelled: Annotated[Path, typer.Argument(metavar="LABELLED", help="JSON Lines of records or citations, each with a label.")],
    rules_set: Annotated[
        str, typer.Option("--rules", metavar="NAME|PATH", help="The rule set to begin from; default: that of the settings.")
    ] = "",
    bound: Annotated[
        float, typer.Option("--bound", metavar="SHARE", help="Of the valid records, at most this share may go to review.")
    ] = 0.01,
    confidence: Annotated[
        float, typer.Option("--confidence", metavar="SHARE", help="How sure the bound must be, whatever chance deals.")
    ] = 0.95,
    held_out: Annotated[
        float, typer.Option("--held-out", metavar="SHARE", help="The share of the records that the bound is shown on.")
    ] = 0.7,
    seed: Annotated[int, typer.Option("--seed", metavar="NUMBER", help="How the records are dealt in two parts.")] = 0,
    offline: Annotated[bool, typer.Option("--offline", help="Send nothing: ask snapshots, and answers of earlier runs.")] = False,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.toml", help="Write the rule set there.")] = None,
) -> int:
    """Find thresholds by labelled records, under a bound on false alarms.

    A false alarm is a valid record that goes to review. Rule sets from loose to strict are tried on records that were held out,
    and the strictest is taken whose false alarms stay under the bound, with the confidence asked for. A line of LABELLED is
    {"label": "valid", "record": {...}} or {"label": "invalid", "citation": {...}}; HALLMARK's form is read too.

    Exit codes: 0 a rule set holds, 1 none does, 2 a bad call, unreadable input or too few labelled records.
    """
    for name, value in (("--bound", bound), ("--confidence", confidence), ("--held-out", held_out)):
        if not 0 < value < 1:
            raise UsageError(f"{name} must be over 0 and under 1, not {value:g}")
    if out is not None:
        writable(out)
    from gate.decision.rules import load

    settings = load_settings()
    base = load(rules_set or settings.rules)
    cases, data, checked, day = _cases(labelled, base, settings, offline=offline)
    found = _calibration(cases, base, settings, bound, confidence, held_out, seed)
    show(_table(found, bound, confidence))
    if found.step is None:
        return ExitCode.REVIEW
    from gate.decision.calibration_file import rule_text
    from gate.model import RulesEvidence

    shown = found.step.held_out
    digest = hashlib.sha256(data).hexdigest()
    counts = (shown.valid, shown.false_alarms, shown.invalid, shown.detected)
    evidence = RulesEvidence(labelled.name, digest, checked, day, bound, confidence, *counts)
    text = rule_text(base, _extends(base, rules_set or settings.rules, out), found.step.rules, evidence)
    show("\n".join(Layout(columns()).text(calibrated_words(evidence))) + "\n")
    if out is None:
        show("\n" + text)
    else:
        write_file(out, text.encode())
        load(str(out))
        show(f"\nwritten to {out}\n")
    return ExitCode.ACCEPTED


def _cases(labelled: Path, base: RuleSet, settings: Settings, *, offline: bool) -> tuple[list[Case], bytes, str, str]:
    """Every labelled record, checked for itself; the bytes it came from; what it was checked against; the day."""
    from gate.checking import check
    from gate.decision.calibration import Case
    from gate.records.labelled import Labelled, read_labelled
    from gate.references.sources import open_sources

    try:
        data = labelled.read_bytes()
    except OSError as error:
        raise InputError(f"{labelled}: {error.strerror or error}") from error
    read: list[Labelled] = []
    unread = 0
    for one in read_labelled(data, labelled.name, settings):
        if isinstance(one, Labelled):
            read.append(one)
        else:
            unread += 1
            if unread <= _SHOWN:
                note(f"{labelled}: {one.reason}")
    if unread:
        raise InputError(f"{labelled}: {unread} lines cannot be read: what is left out would be counted by nobody")
    today = datetime.now(UTC).date()
    cases: list[Case] = []
    with ProgressLine() as progress, open_sources(settings, offline=offline, progress=progress.indexing) as sources:
        for number, one in enumerate(read):
            progress.step(number, len(read), "labelled records checked")
            report = check([one.record], rules=base, sources=sources, settings=settings, offline=offline, today=today)
            cases.append(Case(report.records[0], one.valid))
        checked = "; ".join(f"{info.name} {info.as_of}".strip() for info in sources.infos()) or "no source"
    return cases, data, checked, today.isoformat()


def _calibration(
    cases: Sequence[Case], base: RuleSet, settings: Settings, bound: float, confidence: float, held_out: float, seed: int
) -> Calibration:
    from gate.decision import judge_again
    from gate.decision.calibration import calibrate as find

    today = datetime.now(UTC).date()
    return find(
        cases,
        base,
        lambda report, rules: judge_again(report, rules, today, settings.staleness_days),
        bound=bound,
        confidence=confidence,
        held_out=held_out,
        seed=seed,
    )


def _table(found: Calibration, bound: float, confidence: float) -> str:
    first = found.base.chosen_on
    lines = [
        f"The path is laid on {first.valid} valid and {first.invalid} invalid records, and tested on the others.",
        f"Taken (*) is the last set before one whose false alarms may be over {bound * 100:g} %, at confidence {confidence:g}.",
        "",
        f"{'':2}{'laid on':>15} {'held out':>12} {'at most':>8} {'detected':>14} {'share':>7}  each step adds",
    ]
    lines += [_line(step, "*" if n == found.taken else "") for n, step in enumerate(found.steps)]
    lines += ["", _line(found.base, "") + f" (the rule set {found.base.rules.name})"]
    if found.step is None:
        lines += [
            "",
            "No rule set holds: even with everything loosened that may be, too many valid records go to review. What sends",
            "them there says that something is not anchored, not supported or not checked, and is never loosened.",
        ]
    return "\n".join(lines) + "\n\n"


def _line(step: Step, mark: str) -> str:
    laid, held = step.chosen_on, step.held_out
    share = held.detected / held.invalid if held.invalid else 0.0
    return (
        f"{mark:2}{f'{laid.false_alarms} / {laid.valid}':>15} {f'{held.false_alarms} / {held.valid}':>12} {step.upper:8.4f} "
        f"{f'{held.detected} / {held.invalid}':>14} {share:7.3f}  {step.change}"
    )


def _extends(base: RuleSet, name: str, out: Path | None) -> str:
    """What the new file calls its base: the name of a shipped set, else the path as seen from the new file."""
    from gate.decision.rules import available

    if name in {info.name for info in available()}:
        return name
    folder = out.parent if out is not None else Path()
    try:
        return Path(os.path.relpath(base.file, folder)).as_posix()
    except ValueError:  # on another drive
        return str(Path(base.file).resolve())
