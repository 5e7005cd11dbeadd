"""``gate stress references``: labelled references of models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.stress_common import Format, LookUp, Out, deliver

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="JSON Lines of labelled references.")]


def references(files: Files, look_up: LookUp = False, out: Out = None, format: Format = "text") -> int:
    """Tell how many references of a model exist, what the gate makes of them, and whether it names the same authors again."""
    from gate.settings import load_settings
    from gate.stress import references as protocol
    from gate.stress.audit.verifying import verifier

    loaded = protocol.load(files)
    parameters = {"files": ", ".join(f.name for f in files), "looked up live": "yes" if look_up else "no"}
    result = protocol.score(loaded, verifier(load_settings(), look_up=look_up), parameters)
    return deliver(result, out, format, ExitCode.ACCEPTED)
