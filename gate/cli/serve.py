"""``gate serve``: the ingestion hook, the curators' pages and the reconciliation service."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.mapping import MappingFile, with_mapping
from gate.cli.output import note
from gate.cli.switching import Off, On
from gate.errors import MissingExtraError, UsageError
from gate.settings import load_settings

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="Port to listen on.")] = 8000,
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, max=64, help="Server processes.")] = 1,
    rules: Annotated[str, typer.Option("--rules", metavar="NAME|PATH", help="Default: the rule set of the settings.")] = "",
    mapping: MappingFile = None,
    offline: Annotated[bool, typer.Option("--offline", help="Send nothing: ask snapshots, and answers of earlier runs.")] = False,
    off: Off = None,
    on: On = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log warnings and errors only.")] = False,
) -> int:
    """Serve the ingestion hook and the review queue over HTTP.

    Without tokens (gate token create) only the machine itself is answered, and any other address is refused.
    """
    try:
        from gate.server.serving import run, without_tokens
    except ModuleNotFoundError as error:
        raise MissingExtraError("the server", "server") from error
    if mapping is not None:  # every process that serves reads the settings itself
        os.environ["GATE_MAPPING"] = str(mapping.absolute())
    for name, enabled in (*((name, "false") for name in off or ()), *((name, "true") for name in on or ())):
        os.environ[f"GATE_{name.upper().replace('-', '_')}_ENABLED"] = enabled
    settings = with_mapping(load_settings().with_sources(off, on), mapping)
    if without_tokens(settings, rules, offline=offline) and host not in LOOPBACK:
        raise UsageError(f"{host} is reached from elsewhere, and there are no tokens: make one with gate token create")
    note(f"http://{f'[{host}]' if ':' in host else host}:{port}/ - stop with Ctrl-C")
    run(host, port, workers, rules, offline=offline, quiet=quiet, debug=bool(os.environ.get("GATE_DEBUG")))
    return ExitCode.ACCEPTED
