"""``gate refs``: list, describe, import and verify the snapshots that a run asks."""

from __future__ import annotations

from typing import Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.output import columns, note, show
from gate.errors import SnapshotError
from gate.report.terminal import Layout
from gate.settings import load_settings

app = typer.Typer(help="List, describe, import and verify snapshots.", no_args_is_help=True, rich_markup_mode=None)


@app.command("list")
def list_refs() -> int:
    """List the snapshots."""
    from gate.references.local import list_snapshots

    layout = Layout(columns())
    lines: list[str] = []
    for one in list_snapshots(load_settings()):
        origin = "shipped" if one.shipped else "your own"
        if one.manifest is None:
            words = f"cannot be used: {one.fault}"
        else:
            m = one.manifest
            words = f"{m.title}: {dict(m.counts)['entities']} {'s, '.join(sorted(m.kinds))}s of {m.retrieved}, {origin}, {m.role}"
        lines += layout.field(one.name, words, column=24)
    show("\n".join(lines) + "\n" if lines else "no snapshots\n")
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
