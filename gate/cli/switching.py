"""The options ``--off`` and ``--on``, of the verbs that ask live sources."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

Off: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--off", metavar="SOURCE", help="Do not ask this live source, whatever the settings say; repeat."),
]
On: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--on", metavar="SOURCE", help="Ask this live source, though the settings switch it off; repeat."),
]
