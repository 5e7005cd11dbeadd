"""``gate token``: who may call the server, and as what."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.output import columns, note, show
from gate.errors import UsageError
from gate.report.terminal import Layout
from gate.settings import load_settings

ROLES = ("ingest", "curate", "admin")
app = typer.Typer(help="Make, list and revoke tokens of the server.", no_args_is_help=True, rich_markup_mode=None)


@app.command("create")
def create(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose it is: stands in the log of every decision.")],
    role: Annotated[
        str, typer.Option("--role", metavar="|".join(ROLES), help="Hand records in, decide on them, or both and more.")
    ] = "curate",
) -> int:
    """Make a token and print it.

    It is shown this once: only its digest is kept. From the first token on, every call needs one.
    """
    from gate.queue import open_queue
    from gate.queue.service_tokens import Role, Tokens

    if role not in ROLES:
        raise UsageError(f"no role {role!r}; there are {', '.join(ROLES)}")
    with open_queue(load_settings()) as queue:
        token, text = Tokens(queue.database).create(name, Role(role), datetime.now(UTC))
    note(f"token {token.id} for {token.name}, {token.role}; it is not shown again")
    show(f"{text}\n")
    return ExitCode.ACCEPTED


@app.command("list")
def list_tokens() -> int:
    """List the tokens, without their secrets."""
    from gate.queue import open_queue
    from gate.queue.service_tokens import Tokens

    layout = Layout(columns())
    lines: list[str] = []
    with open_queue(load_settings()) as queue:
        for token in Tokens(queue.database).all():
            state = f", revoked {token.revoked:%Y-%m-%d %H:%M} UTC" if token.revoked else ""
            lines += layout.field(token.id, f"{token.name}: {token.role}, made {token.created:%Y-%m-%d}{state}", column=14)
    show("\n".join(lines) + "\n" if lines else "no tokens: the server answers its own machine only\n")
    return ExitCode.ACCEPTED


@app.command("revoke")
def revoke(token: Annotated[str, typer.Argument(metavar="ID", help="As gate token list shows it.")]) -> int:
    """Make a token worthless, at once."""
    from gate.queue import open_queue
    from gate.queue.service_tokens import Tokens

    with open_queue(load_settings()) as queue:
        known = Tokens(queue.database)
        gone = known.revoke(token, datetime.now(UTC))
        last = not known.any()
    show(f"{gone.id} ({gone.name}) is revoked\n")
    if last:
        note("no token is left: the server now answers its own machine only, and that without a token")
    return ExitCode.ACCEPTED
