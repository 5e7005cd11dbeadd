"""``gate stress summary``: several runs in one table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.stress_common import Format, Out, deliver

Runs = Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders that --out wrote, or results as JSON.")]


def summary(runs: Runs, out: Out = None, format: Format = "text") -> int:
    """Put runs of the three domains, roget, philosophers and bibliography, into one cross-domain table."""
    from gate.stress import summary as several

    return deliver(several.summary([several.read(path) for path in runs]), out, format, ExitCode.ACCEPTED)
