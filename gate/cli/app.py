"""The command ``gate``: its verbs, and what becomes of everything that can go wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from gate.cli import batch, check, compare, convert, doctor, explain, hook, queue, refs, rules, serve, stress, token, watch
from gate.cli.exit_codes import ExitCode
from gate.cli.output import OutputClosedError, abandon, note, show
from gate.errors import GateError
from gate.version import __version__

app = typer.Typer(
    help="Check machine-drafted catalogue records against authorities before they are ingested.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(check.check)
app.command()(batch.batch)
app.command()(explain.explain)
app.command()(compare.compare)
app.command()(convert.convert)
app.command()(hook.hook)
app.command()(watch.watch)
app.command()(doctor.doctor)
app.command()(serve.serve)
app.add_typer(queue.app, name="queue")
app.add_typer(rules.app, name="rules")
app.add_typer(refs.app, name="refs")
app.add_typer(stress.app, name="stress")
app.add_typer(token.app, name="token")


def _version(asked: bool) -> None:
    if asked:
        show(f"gate {__version__}\n")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    del version  # its callback has done the work


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code (:class:`~gate.cli.exit_codes.ExitCode`).

    Whatever goes wrong is one line on standard error. ``GATE_DEBUG=1`` shows the traceback of a fault of the gate itself.
    """
    try:
        code = int(app(args=arguments, prog_name="gate", standalone_mode=False) or 0)
    except GateError as error:
        note(str(error))
        return error.exit_code
    except typer.TyperException as error:  # a bad call, as typer sees it
        _usage(error)
        return ExitCode.BAD_INPUT
    except (OutputClosedError, SystemExit):  # typer itself exits only when its help meets a closed pipe
        return _closed()
    except Exception as error:  # noqa: BLE001 - not hidden: it is told, and has an exit code of its own
        return _fault(error)
    if code == ExitCode.INTERRUPTED:  # typer turns Ctrl-C into this code
        note("interrupted")
    return code


def _usage(error: typer.TyperException) -> None:
    message = error.format_message()
    if "\n" in message:  # no verb was given, and this is the help
        sys.stderr.write(f"{message}\n")
    else:
        stop = "" if message.endswith((".", "?", ")")) else "."
        note(f"{message}{stop} See gate --help.")


def _closed() -> int:
    abandon()
    note("the reader of the output went away")
    return ExitCode.OUTPUT_CLOSED


def _fault(error: Exception) -> int:
    if os.environ.get("GATE_DEBUG"):
        import traceback

        traceback.print_exception(error)
    note(
        f"a fault of the gate, not of your records: {type(error).__name__}: {error}. Nothing was decided. "
        "GATE_DEBUG=1 shows where; please report it."
    )
    return ExitCode.FAULT
