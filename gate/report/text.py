"""The report as text for a terminal: the verdict first, then why, then what to do."""

from __future__ import annotations

from gate.model import Consultation, RecordReport, Report, RunManifest, Unreadable
from gate.report.order import Counts, count, is_accepted, worst_first
from gate.report.terminal import Layout
from gate.report.text_headings import use_lines
from gate.report.text_profile import profile_lines
from gate.report.text_record import record_lines
from gate.report.words import asked, at, calibrated_words, decision_word, label, severity_counts, source_words


def to_text(report: Report, width: int = 80, colour: bool = False) -> str:
    """``report`` in lines of at most ``width`` columns (40 at least), ending in a newline.

    One record is told in full. Of several, each has a line, and those that are not accepted follow in full. Control characters,
    escape sequences and bidirectional overrides in values are written out, never sent to the terminal.
    """
    layout = Layout(max(width, 40), colour)
    single = len(report.records) == 1 and not report.unreadable
    blocks = [] if single else [_overview(report, layout)]
    blocks += [record_lines(r, layout) for r in report.records if single or not is_accepted(r)]
    blocks += [_unreadable(report.unreadable, layout)] if report.unreadable else []
    blocks += [_batch(report, layout)] if not single and report.batch_profile.measures else []
    blocks += [use_lines(report.heading_use, layout)] if report.heading_use is not None else []
    blocks.append(_foot(report, count(report), layout))
    rule = ["", "-" * min(layout.columns, 80), ""]
    lines: list[str] = []
    for number, block in enumerate(blocks):
        lines += [*rule, *block] if number else block
    return "\n".join(lines) + "\n"


def _overview(report: Report, layout: Layout) -> list[str]:
    counts = count(report)
    if not counts.records:
        return layout.text("NOTHING CHECKED: there was no record in the input")
    review = [r for r in report.records if not is_accepted(r)]
    word = "REVIEW" if review else "UNREADABLE" if report.unreadable else "ACCEPT"
    lines = layout.field(word, _headline(counts), column=len(word) + 2)
    lines += _worst(review, layout)
    lines.append("")
    for record in report.records:
        lines += _line(record, layout)
    return lines


def _headline(counts: Counts) -> str:
    if counts.accepted == counts.records:
        return f"all {counts.records} records accepted"
    return f"{counts.records} records: {counts}"


def _worst(review: list[RecordReport], layout: Layout) -> list[str]:
    found = {id(finding): (finding, record) for record in review for finding in record.findings}
    if not found:
        return []
    first = worst_first(finding for finding, _ in found.values())[0]
    return layout.field("worst", f"{first.code}{at(first.path)} of {found[id(first)][1].record.id}: {first.message}", lines=4)


def _line(report: RecordReport, layout: Layout) -> list[str]:
    notes = severity_counts(report.findings)
    if not is_accepted(report) and report.findings:
        notes += f"; {worst_first(report.findings)[0].code}"
    lines = layout.field(decision_word(report), f"{report.record.id}: {label(report)}", lines=1)
    return lines + (layout.field("", notes, lines=2) if notes and not is_accepted(report) else [])


def _unreadable(unreadable: tuple[Unreadable, ...], layout: Layout) -> list[str]:
    lines: list[str] = []
    for one in unreadable:
        where = f"{one.file or 'input'}, record {one.position}" + (f" ({one.id})" if one.id else "")
        where += f", byte {one.offset}" if one.offset is not None else ""
        lines += layout.field("UNREADABLE", f"{where}: {one.reason}", lines=4, column=12)
    return lines


def _batch(report: Report, layout: Layout) -> list[str]:
    return [*layout.text("The records together, beside their sources"), *profile_lines(report.batch_profile, layout)]


def _foot(report: Report, counts: Counts, layout: Layout) -> list[str]:
    manifest = report.manifest
    silent = [line for line in report.consulted if line.state is Consultation.UNREACHABLE]
    off = dict(manifest.settings).get("switched_off", "")
    return [
        *layout.field(
            "Sources", "; ".join(source_words(s.name, s.as_of) for s in manifest.sources) or "none", lines=9, column=11
        ),
        *(layout.field("not asked", f"{off}: switched off", lines=9, column=11) if off else []),
        *(layout.field("no answer", asked(silent), lines=9, column=11) if silent else []),
        *layout.field("Made by", _made_by(manifest), column=11),
        *(layout.field("Rules", calibrated_words(manifest.evidence), lines=9, column=11) if manifest.evidence else []),
        *layout.text(str(counts)),
    ]


def _made_by(manifest: RunManifest) -> str:
    digest = f" {manifest.rules_sha256[:12]}" if manifest.rules_sha256 else ""
    return f"gate {manifest.version}, rules {manifest.rules}{digest}, {'offline' if manifest.offline else 'online'}"
