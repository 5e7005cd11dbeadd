"""``gate check``: the main job."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gate.cli.exit_codes import exit_code
from gate.cli.mapping import MappingFile, with_mapping
from gate.cli.output import colour, columns, note, show, writable, write_file
from gate.cli.progress import ProgressLine
from gate.cli.queue_fill import fill, tell
from gate.cli.switching import Off, On
from gate.errors import InputError, UsageError
from gate.report import writer
from gate.report.order import count
from gate.settings import load_settings

if TYPE_CHECKING:
    from gate.model import Claim, Graph, Record, RecordReport, Report, Unreadable
    from gate.references.sources import Sources
    from gate.report.suggestions import Suggested
    from gate.settings import Settings

RECORD, BIBLIOGRAPHY = "record", "bibliography"


def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE...", help="Files or folders; - reads standard input. A file may hold many records."),
    ] = None,
    format: Annotated[str, typer.Option("--format", metavar="text|json", help="How to write the report.")] = "text",
    from_format: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help="Format of the input; default: seen from the input itself.")
    ] = "",
    mapping: MappingFile = None,
    as_: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="record|bibliography",
            help="What the input is: records, each checked for itself, or one list of works, such as a reading list.",
        ),
    ] = RECORD,
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            metavar="NAME|PATH",
            help="Rule set to decide by; default: that of the settings, for a bibliography the set bibliography.",
        ),
    ] = "",
    offline: Annotated[bool, typer.Option("--offline", help="Send nothing: ask snapshots, and answers of earlier runs.")] = False,
    off: Off = None,
    on: On = None,
    deadline: Annotated[
        int | None, typer.Option("--deadline", metavar="SECONDS", min=1, help="Time for all live look-ups of this run together.")
    ] = None,
    context: Annotated[
        Path | None,
        typer.Option("--context", metavar="GRAPH", help="The catalogue's own graph: structure is measured within it."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="DIR", help="Keep every exchange with a live service there.")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option("--replay", metavar="DIR", help="Ask no live service, only exchanges kept there by --record.")
    ] = None,
    graph: Annotated[
        Path | None, typer.Option("--graph", metavar="OUT.ttl", help="Also write the claim graph there, as RDF (.ttl or .nt).")
    ] = None,
    suggested: Annotated[
        Path | None,
        typer.Option(
            "--suggest",
            metavar="FILE",
            help="Also write sure corrections of headings and names there: MARCXML for MARC, MODS, JSON Patch for JSON.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the report there, not to the output.")] = None,
    queue: Annotated[
        bool | None,
        typer.Option("--queue/--no-queue", help="Also put what needs review into the queue; default: as the settings say."),
    ] = None,
    batch: Annotated[
        str, typer.Option("--batch", metavar="NAME", help="Name of the batch in the queue; default: made of time and file.")
    ] = "",
    text: Annotated[
        bool | None,
        typer.Option(
            "--text/--no-text", help="Also read abstracts, notes and biographies and compare them; default: as the settings say."
        ),
    ] = None,
    semantic: Annotated[
        bool,
        typer.Option(
            "--semantic", help="Also tell how near in meaning contradicted and fabricated values are to the held ones, as advice."
        ),
    ] = False,
    classifier: Annotated[
        Path | None,
        typer.Option("--classifier", metavar="FILE", help="With --semantic: also how likely such a value is wrong."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print no report, note or progress; the exit code tells.")] = False,
) -> int:
    """Check records: accept, or review with the reasons.

    Each is compared with the sources, claim by claim and as a graph; every citation is verified. With --as bibliography all works
    of the input are the citations of one list, which has no other claim to be checked.

    Exit codes: 0 all accepted, 1 something needs review, 2 a bad call, unreadable input or bad rules, 3 something could not be
    checked.
    """
    if not files:
        raise UsageError("nothing to check: name a file, or - for standard input")
    if as_ not in (RECORD, BIBLIOGRAPHY):
        raise UsageError(f"--as {as_}: the input can be checked as {RECORD} or as {BIBLIOGRAPHY}")
    write = writer(format)
    for target in filter(None, (out, graph, suggested)):
        writable(target)
    settings = _chosen(with_mapping(load_settings().with_sources(off, on), mapping), deadline, text)
    advised = _adviser(semantic, classifier)

    from gate.checking import check as run
    from gate.decision.rules import load
    from gate.records.bibliography import as_bibliography
    from gate.references.sources import open_sources

    rule_set = load(rules or (BIBLIOGRAPHY if as_ == BIBLIOGRAPHY else settings.rules))
    catalogue = _graph(context, settings)
    with (
        ProgressLine(quiet=quiet) as progress,
        open_sources(
            settings, offline=offline, progress=progress.indexing, record=record, replay=replay, watch=progress.asking
        ) as sources,
    ):
        read = read_files(files, from_format, settings)
        if as_ == BIBLIOGRAPHY:
            read = as_bibliography(read)
        report = run(
            read,
            rules=rule_set,
            sources=sources,
            settings=settings,
            offline=offline,
            context=catalogue,
            progress=progress.step,
        )
        suggestions = _suggestions(report, sources) if suggested is not None else None
        warnings = sources.warnings()
    if not quiet:
        for warning in warnings:
            note(warning)
    if graph is not None:
        write_file(graph, _rdf(report, graph))
    if suggested is not None and suggestions is not None:
        _write_suggestions(suggested, suggestions, quiet=quiet)
    queued = fill(report, batch, files, settings) if (settings.queue_reviews if queue is None else queue) else ""
    report = advised(report)
    if out is not None:
        write_file(out, write(report, 80, False))
        if not quiet:
            note(f"{count(report)}; the report is in {out}")
    elif not quiet:
        show(write(report, columns(), colour()))
    tell(queued, quiet=quiet)
    return exit_code((r.verdict for r in report.records), len(report.unreadable))


def _adviser(semantic: bool, classifier: Path | None) -> Callable[[Report], Report]:
    """What adds the advice to a report; the model is loaded before anything is checked, so that what it lacks is told at once."""
    if not semantic:
        if classifier is not None:
            raise UsageError("--classifier is a part of --semantic")
        return lambda report: report
    from gate.semantic import classifier_file, minilm
    from gate.semantic.advice import advise

    trained = classifier_file.load(classifier) if classifier is not None else None
    embedding = minilm.load()
    return lambda report: advise(report, embedding, trained)


def _suggestions(report: Report, sources: Sources) -> Suggested:
    """Corrections that are sure, while the vocabularies can still be asked."""
    from gate.comparison.headings_claims import vocabularies_among
    from gate.report.suggestions import suggest

    return suggest(report, vocabularies_among(sources.all), report.manifest.started[:10].replace("-", ""))


def _write_suggestions(path: Path, found: Suggested, *, quiet: bool) -> None:
    write_file(path, found.data)
    if not quiet:
        note(f"{found.number} {'suggestion' if found.number == 1 else 'suggestions'} in {path}; the records are as they were")
        for form in found.left_out:
            note(f"suggestions for records in the format {form} are not written there; the report has them")


def _chosen(settings: Settings, deadline: int | None, text: bool | None) -> Settings:
    """The settings, with what the call says otherwise."""
    if deadline is not None:
        settings = replace(settings, deadline_seconds=deadline)
    return settings if text is None else replace(settings, read_text=text)


def read_files(files: list[str], from_format: str, settings: Settings) -> Iterator[Record | Unreadable]:
    """Every record of every file. A file that cannot be opened is named and does not stop the others."""
    from gate.model import Unreadable
    from gate.records import read

    for file in files:
        if file == "-" and sys.stdin is None:
            raise UsageError("standard input is closed")
        try:
            yield from read(file, format=from_format or None, settings=settings)
        except InputError as error:
            yield Unreadable(file, str(error).removeprefix(f"{file}: "))


def _graph(path: Path | None, settings: Settings) -> Graph | None:
    """The catalogue's own graph, where one is given."""
    if path is None:
        return None
    from gate.graph_files import load

    return load(path, settings)


def _rdf(report: Report, path: Path) -> bytes:
    from gate.rdf import serialise
    from gate.records.claims import to_rdf

    graph = to_rdf(*(r.record for r in report.records), texts=[_extracted(r) for r in report.records])
    return serialise(graph, "nt" if path.suffix == ".nt" else "turtle")


def _extracted(report: RecordReport) -> list[tuple[Claim, str]]:
    """What the free text of a record says, where it was read, with the node of each concept.

    It is read again: of a record that is not anchored the report has no relations.
    """
    if report.comparison is None or report.comparison.text is None:
        return []
    from gate.records.extraction import concept_node, installed_parser, read_texts

    said = read_texts(report.record, installed_parser())
    return [(claim, concept_node(claim.statement)) for claim in (*said.facts, *said.concepts, *said.relations)]
