"""``gate hook``: one file before a loader."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Annotated

import typer

from gate.cli.exit_codes import exit_code
from gate.cli.mapping import MappingFile, with_mapping
from gate.cli.output import note, show
from gate.cli.switching import Off, On
from gate.errors import UsageError
from gate.report.terminal import safe
from gate.settings import load_settings


def hook(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records.")],
    split: Annotated[Path, typer.Option("--split", metavar="DIR", help="Where to write the accepted records and the others.")],
    from_format: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help="Format of the input; default: seen from the input itself.")
    ] = "auto",
    mapping: MappingFile = None,
    rules: Annotated[str, typer.Option("--rules", metavar="NAME|PATH", help="Default: the rule set of the settings.")] = "",
    offline: Annotated[bool, typer.Option("--offline", help="Ask local snapshots only.")] = False,
    off: Off = None,
    on: On = None,
    batch: Annotated[
        str, typer.Option("--batch", metavar="NAME", help="Name of the batch in the queue; default: made of content and name.")
    ] = "",
    stamp_marc: Annotated[
        bool, typer.Option("--stamp-marc", help="Add the MARC fields 883 and 885 to what is accepted.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print nothing; the exit code tells.")] = False,
) -> int:
    """Split a file before it is loaded.

    DIR gets NAME.accepted with the accepted records, byte for byte as they came, and likewise NAME.review, NAME.unreadable and
    NAME.report.json; what there is none of is not written. What needs review goes into the queue. The same file again is the same
    batch, and is queued once.

    Exit codes as for gate check; 75 when the queue cannot be used: then no file is written.
    """
    from gate.hook.files import put_in_place
    from gate.hook.running import Runner
    from gate.hook.splitting import read_whole
    from gate.hook.splitting import split as run
    from gate.hook.staging import ORDER
    from gate.queue import open_queue

    settings = with_mapping(load_settings().with_sources(off, on), mapping)
    if split.exists() and not split.is_dir():
        raise UsageError(f"--split {split}: is a file, not a folder")
    data = read_whole(file, settings.max_file_bytes)
    with open_queue(settings) as queue:
        done = run(data, file.name, Runner(settings, rules, offline), queue, format=from_format, batch=batch, stamped=stamp_marc)
    written = put_in_place(split, PurePath(file.name).stem, ORDER, done.staged.files)
    for line in done.staged.notes:
        note(line)
    if not quiet:
        show(f"{done.counts}; batch {done.batch}\n" + "".join(f"{safe(str(path))}\n" for path in written))
    return exit_code((r.verdict for r in done.report.records), len(done.report.unreadable))
