"""The command ``gate``. One file a verb; nothing heavy is imported before a verb needs it."""

from gate.cli.app import main

__all__ = ["main"]
