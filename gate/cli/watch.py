"""``gate watch``: a drop folder before a loader."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from gate.cli.exit_codes import ExitCode, exit_code
from gate.cli.mapping import MappingFile, with_mapping
from gate.cli.output import note
from gate.cli.switching import Off, On
from gate.errors import UsageError
from gate.settings import load_settings

if TYPE_CHECKING:
    from gate.hook.splitting import Split
    from gate.hook.watching import DropFolder


def watch(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder that files are dropped into.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where a folder for every file is put; default: DIR/ready.")
    ] = None,
    from_format: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help="Format of the files; default: seen from each.")
    ] = "auto",
    mapping: MappingFile = None,
    rules: Annotated[str, typer.Option("--rules", metavar="NAME|PATH", help="Default: the rule set of the settings.")] = "",
    offline: Annotated[bool, typer.Option("--offline", help="Ask local snapshots only.")] = False,
    off: Off = None,
    on: On = None,
    stamp_marc: Annotated[
        bool, typer.Option("--stamp-marc", help="Add the MARC fields 883 and 885 to what is accepted.")
    ] = False,
    every: Annotated[float, typer.Option("--every", metavar="SECONDS", min=0.1, help="Time between two looks.")] = 5.0,
    settle: Annotated[
        float, typer.Option("--settle", metavar="SECONDS", min=0.0, help="A file is whole when nobody wrote to it for so long.")
    ] = 5.0,
    once: Annotated[bool, typer.Option("--once", help="Take what is there, and end; for cron.")] = False,
) -> int:
    """Bring every file of a folder through the gate.

    Each file is split as by gate hook into a folder of its own below --out, which appears there all at once; the file itself goes
    to DIR/processed. It can be killed at any moment: no file is lost or done twice. One watcher works on a folder. SIGTERM ends
    it after the file at hand. With --once the exit code is as for gate check, 0 where there was nothing.
    """
    from gate.hook.running import Runner
    from gate.hook.splitting import batch_name
    from gate.hook.splitting import split as run
    from gate.hook.watching import READY, DropFolder
    from gate.queue import open_queue

    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder")
    settings = with_mapping(load_settings().with_sources(off, on), mapping)
    runner = Runner(settings, rules, offline)

    def process(data: bytes, name: str, batch: str) -> Split:
        with open_queue(settings) as queue:
            return run(data, name, runner, queue, format=from_format, batch=batch, stamped=stamp_marc)

    def name(data: bytes, file: str) -> str:
        return batch_name(data, file, settings.mapping, from_format)

    place = DropFolder(folder, out or folder / READY, process, note, settings.max_file_bytes, settle, name)
    with place.held():
        if once:
            return _code([done for path in place.waiting() if (done := _take(place, path)) is not None])
        return _forever(place, every)


def _forever(place: DropFolder, every: float) -> int:
    stop: list[int] = []

    def stopped(number: int, frame: FrameType | None) -> None:
        del frame
        stop.append(number)

    before = signal.signal(signal.SIGTERM, stopped)
    try:
        while not stop:
            for path in place.waiting():
                if not stop:
                    _take(place, path)
            ends = time.monotonic() + every
            while not stop and (left := ends - time.monotonic()) > 0:
                time.sleep(min(left, 0.2))
    finally:
        signal.signal(signal.SIGTERM, before)
    note("stopped after the file at hand")
    return ExitCode.ACCEPTED


def _take(place: DropFolder, path: Path) -> Split | None:
    done = place.take(path)
    if done is not None:
        for line in done.staged.notes:
            note(line)
        note(f"{path.name}: {done.counts}; {place.out / done.batch}")
    return done


def _code(done: list[Split]) -> int:
    if not done:
        return ExitCode.ACCEPTED
    verdicts = (record.verdict for one in done for record in one.report.records)
    return exit_code(verdicts, sum(len(one.report.unreadable) for one in done))
