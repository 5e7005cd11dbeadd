"""``gate batch``: many records, by several processes, into partitions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from gate.cli.exit_codes import code_of_counts
from gate.cli.mapping import MappingFile, with_mapping
from gate.cli.output import note
from gate.cli.progress import ProgressLine
from gate.cli.switching import Off, On
from gate.errors import UsageError
from gate.settings import load_settings


def batch(
    inputs: Annotated[list[str] | None, typer.Argument(metavar="INPUT...", help="Files or folders of records.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder for the partitions and the summary.")] = None,
    workers: Annotated[
        int,
        typer.Option("--workers", metavar="N", min=0, help="Processes at once; default: one for each processor, online one."),
    ] = 0,
    size: Annotated[
        int, typer.Option("--size", metavar="N", min=1, help="Records of a partition, which are each other's context.")
    ] = 500,
    from_format: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help="Format of the input; default: seen from the input itself.")
    ] = "",
    mapping: MappingFile = None,
    engine: Annotated[
        str,
        typer.Option("--engine", metavar="processes|dask", help="What the work is done by: processes of this machine, or Dask."),
    ] = "processes",
    scheduler: Annotated[
        str,
        typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="A Dask cluster that runs; default: one is started here."),
    ] = "",
    graph_nodes: Annotated[
        int,
        typer.Option(
            "--graph-nodes",
            metavar="N",
            min=1,
            help="Nodes of the graph of all records; what is over that is left out and named.",
        ),
    ] = 300_000,
    rules: Annotated[
        str, typer.Option("--rules", metavar="NAME|PATH", help="Rule set to decide by; default: that of the settings.")
    ] = "",
    offline: Annotated[bool, typer.Option("--offline", help="Send nothing: ask snapshots, and answers of earlier runs.")] = False,
    off: Off = None,
    on: On = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print no note or progress; the exit code tells.")] = False,
) -> int:
    """Check many records, by several processes, into partitions.

    The reports are JSON Lines and, with the extra parquet, Parquet, with a summary and the profile of all records as one graph
    beside them. Inputs may also be Parquet. Large files of JSON, MARC, XML (MARCXML, OAI-PMH, MODS), BibTeX and RIS are cut into
    slices, also packed ones.

    Run it again after it was killed, and it goes on where it stopped: no record is missing, and none is there twice. A record
    that the gate fails on, or that kills the process that checks it, is unchecked, and stops nothing else.

    Exit codes: 0 all accepted, 1 something needs review, 2 a bad call, unreadable input or bad rules, 3 something could not be
    checked.
    """
    if not inputs:
        raise UsageError("nothing to check: name files or folders")
    if out is None:
        raise UsageError("name the folder to write to with --out DIR")

    from gate.batch import run_batch

    settings = with_mapping(load_settings().with_sources(off, on), mapping)
    with ProgressLine(quiet=quiet) as progress:
        done = run_batch(
            tuple(inputs),
            out,
            settings,
            rules=rules,
            from_format=from_format,
            offline=offline,
            workers=workers,
            size=size,
            engine=engine,
            scheduler=scheduler,
            graph_nodes=graph_nodes,
            progress=partial(progress.step, left=True),
        )
    if not quiet:
        again = f", {done.resumed:,} of them by an earlier run" if done.resumed else ""
        note(f"{done.counts}; {done.parts:,} partitions{again} are in {out}")
        note(f"the profile of the batch is of {done.extent}")
        if not done.parquet:
            note("no Parquet was written: it needs the extra parquet, pip install 'catalog-gate[parquet]'")
    counts = done.counts
    return code_of_counts(counts.accepted, counts.review, counts.unreadable, counts.unchecked)
