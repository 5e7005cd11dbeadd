"""``gate refs``: list, describe, import and verify the snapshots that a run asks."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from gate.cli import refs_build, refs_cache
from gate.cli.exit_codes import ExitCode
from gate.cli.output import columns, note, show
from gate.cli.progress import ProgressLine
from gate.errors import SnapshotError, UsageError
from gate.model import Kind, Role
from gate.report.terminal import Layout
from gate.settings import load_settings

E = TypeVar("E", bound=StrEnum)
app = typer.Typer(help="List, describe, import and verify snapshots.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(refs_build.app, name="build")
app.add_typer(refs_cache.app, name="cache")


@app.command("list")
def list_refs() -> int:
    """List the snapshots, then the live services and whether each is on.

    A live service is switched off and on by enabled in its table [sources.NAME] of the settings, or by --off and --on of a call.
    """
    from gate.references.live import live_names
    from gate.references.local import list_snapshots
    from gate.references.services import service

    layout, settings = Layout(columns()), load_settings()
    lines: list[str] = []
    for one in list_snapshots(settings):
        origin = "shipped" if one.shipped else "your own"
        if one.manifest is None:
            words = f"cannot be used: {one.fault}"
        else:
            m = one.manifest
            words = f"{m.title}: {dict(m.counts)['entities']} {'s, '.join(sorted(m.kinds))}s of {m.retrieved}, {origin}, {m.role}"
        lines += layout.field(one.name, words, column=24)
    lines = lines or ["no snapshots"]
    for name in live_names(settings):
        on = "live" if settings.source(name).enabled else "live, switched off"
        lines += layout.field(name, f"{on}: {service(name, settings).host}", column=24)
    show("\n".join(lines) + "\n")
    return 0


@app.command("info")
def info_refs(name: Annotated[str, typer.Argument(metavar="NAME", help="A snapshot, as gate refs list names it.")]) -> int:
    """Describe a snapshot.

    Source, date, licence, counts, checksums, and what it is complete for.
    """
    from gate.references.local import info

    manifest = info(name, load_settings())
    layout = Layout(columns())
    rows = (
        ("title", manifest.title),
        ("kinds", ", ".join(sorted(manifest.kinds))),
        ("role", manifest.role),
        ("source", manifest.source),
        ("retrieved", manifest.retrieved),
        ("licence", manifest.licence),
        ("counts", ", ".join(f"{count} {what}" for what, count in manifest.counts)),
        *((("vocabulary", manifest.vocabulary),) if manifest.vocabulary else ()),
        ("complete", ", ".join(map(str, manifest.complete_for)) or "for nothing: what it lacks proves nothing"),
        ("built by", manifest.build),
        ("folder", str(manifest.folder)),
        *(("file", f"{file.name} sha256 {file.sha256}") for file in manifest.files),
    )
    lines = [manifest.name]
    for label, value in rows:
        lines += layout.field(label, value, indent=2, column=11, lines=9)
    show("\n".join(lines) + "\n")
    return 0


@app.command("import")
def import_refs(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files, or folders of files.")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What to call it: lower-case letters, digits, hyphens.")],
    format: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help="Format of the files; default: seen from them.")
    ] = "auto",
    kind: Annotated[
        str, typer.Option("--kind", metavar="work|agent|concept", help="What the things are, where the data does not say.")
    ] = "",
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Default: the name.")] = "",
    role: Annotated[
        str, typer.Option("--role", metavar="reference|oracle", help="A reference may accuse, an oracle only confirm.")
    ] = Role.REFERENCE,
    source: Annotated[str, typer.Option("--source", metavar="TEXT", help="Where the data is from.")] = "",
    retrieved: Annotated[str, typer.Option("--retrieved", metavar="DATE", help="Date of the data; default: today.")] = "",
    licence: Annotated[str, typer.Option("--licence", metavar="TEXT", help="Licence of the data.")] = "not stated",
    complete_for: Annotated[
        list[str] | None,
        typer.Option(
            "--complete-for",
            metavar="CLAIM",
            help="identifiers:SCHEME[:PREFIX], entities:KIND, properties:NAME or headings:FILE; repeat.",
        ),
    ] = None,
    languages: Annotated[
        str, typer.Option("--languages", metavar="en,de,...", help="Labels to read from a dump, best first; default: many.")
    ] = "",
    replace: Annotated[bool, typer.Option("--replace", help="Replace the snapshot of this name.")] = False,
    what: Annotated[
        str, typer.Option("--as", metavar="records|vocabulary", help="A vocabulary is headings that records are checked against.")
    ] = "records",
    code: Annotated[
        str, typer.Option("--code", metavar="CODE", help="Code of the vocabulary in MARC: lcsh, mesh, gnd. Default: the name.")
    ] = "",
) -> int:
    """Import data as a snapshot of your own.

    RDF, CSL-JSON, Crossref and DataCite works JSON, PubMed XML, CSV, and the bulk files of Crossref, DataCite, PubMed, Wikidata
    and DBpedia as they are (.gz, .bz2, .tar), in bounded memory. With --as vocabulary: SKOS, MADS and other RDF, MARC authority
    records, MeSH (XML and text), JSKOS and lists of labels. Without --complete-for, what the snapshot lacks proves nothing. Claim
    completeness only where it is true: a wrong claim makes true records look false.
    """
    from gate.references.local import import_snapshot

    if what == "vocabulary":
        if kind:
            raise UsageError("--kind: the headings of a vocabulary are concepts, whatever they name")
        return _import_vocabulary(paths, name, format, code, title, role, source, retrieved, licence, complete_for or [], replace)
    if what != "records":
        raise UsageError(f"--as: {what!r} is none of records, vocabulary")
    if code:
        raise UsageError("--code: only a vocabulary has one; add --as vocabulary")
    with ProgressLine() as progress:
        manifest = import_snapshot(
            paths,
            load_settings(),
            name=name,
            format=format,
            kind=_word(Kind, "--kind", kind) if kind else None,
            title=title,
            role=_word(Role, "--role", role),
            source=source,
            retrieved=retrieved,
            licence=licence,
            complete_for=complete_for or (),
            replacing=replace,
            languages=[one.strip() for one in languages.split(",") if one.strip()],
            progress=progress.indexing,
        )
    counts = ", ".join(f"{count} {what}" for what, count in manifest.counts)
    show("\n".join(Layout(columns()).text(f"{manifest.name}: {counts}, in {manifest.folder}")) + "\n")
    return 0


def _import_vocabulary(
    paths: list[Path],
    name: str,
    format: str,
    code: str,
    title: str,
    role: str,
    source: str,
    retrieved: str,
    licence: str,
    complete_for: list[str],
    replace: bool,
) -> int:
    from gate.references.vocabulary import import_vocabulary

    with ProgressLine() as progress:
        imported = import_vocabulary(
            paths,
            load_settings(),
            name=name,
            code=code,
            format=format,
            title=title,
            role=_word(Role, "--role", role),
            source=source,
            retrieved=retrieved,
            licence=licence,
            complete_for=complete_for,
            replacing=replace,
            progress=progress.indexing,
        )
    for one in imported.left_out:
        note(f"left out: {one.where}: {one.reason}")
    if imported.number_left_out > len(imported.left_out):
        note(f"and {imported.number_left_out - len(imported.left_out)} more")
    manifest = imported.manifest
    counts = ", ".join(f"{count} {what}" for what, count in manifest.counts)
    show("\n".join(Layout(columns()).text(f"{manifest.name} ({manifest.vocabulary}): {counts}, in {manifest.folder}")) + "\n")
    return 0


def _word(words: type[E], option: str, given: str) -> E:
    try:
        return words(given)
    except ValueError:
        raise UsageError(f"{option}: {given!r} is none of {', '.join(words)}") from None


@app.command("publish")
def publish_refs(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A snapshot, as gate refs list names it.")],
    to: Annotated[
        str,
        typer.Option("--to", metavar="URL", help="postgresql://, opensearch:// or opensearch+https:// address of a database."),
    ],
) -> int:
    """Put a snapshot into a database that many machines ask.

    It takes the place of what was published there under this name when it is whole. A call that was stopped goes on where it was.
    In the settings of each machine, [sources.NAME] with store = "URL" makes it a source.
    """
    from gate.references.stores import publish

    with ProgressLine() as progress:
        manifest = publish(name, to, load_settings(), progress=progress.indexing)
    show(f"{manifest.name}: {dict(manifest.counts)['entities']} entities published\n")
    return 0


@app.command("remove")
def remove_refs(name: Annotated[str, typer.Argument(metavar="NAME", help="One of your own snapshots.")]) -> int:
    """Delete a snapshot of your own."""
    from gate.references.local import remove

    show(f"removed {remove(name, load_settings())}\n")
    return 0


@app.command("verify")
def verify_refs(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Snapshots; default: all of them.")] = None,
) -> int:
    """Check that snapshots are what they say.

    Checksums and counts are computed anew and compared with the manifest.
    """
    from gate.references.local import list_snapshots, verify

    settings = load_settings()
    code = ExitCode.ACCEPTED
    for name in names or [one.name for one in list_snapshots(settings)]:
        try:
            faults: tuple[str, ...] = verify(name, settings).faults
        except SnapshotError as error:
            faults = (str(error),)
        for fault in faults:
            note(fault)
        show(f"{name}: {'damaged' if faults else 'sound'}\n")
        code = ExitCode.BAD_INPUT if faults else code
    return code
