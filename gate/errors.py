"""Every error the gate raises on purpose.

::

    GateError                  base; ``exit_code`` 2
    ├── UsageError             a call that cannot be meant
    ├── SettingsError          gate.toml or GATE_*: unknown key, wrong type
    ├── RulesError             a rule set that contradicts itself or cannot be read (file and line in the message)
    ├── MappingError           the mapping file of a table cannot be read, or says what cannot be meant (file, line, key)
    ├── InputError             a file that cannot be opened, or is over a limit
    ├── SnapshotError          a reference graph or its manifest is missing, damaged or cannot be imported
    ├── MissingExtraError      an optional package is needed and not installed
    ├── QueueError             the review queue cannot be reached or written; ``exit_code`` 75
    ├── UnreachableError       a service that a call cannot do without does not answer; ``exit_code`` 3
    └── ConflictError          someone else decided meanwhile; what they did is in the message

A record that cannot be read is not an error but a value, :class:`gate.model.Unreadable`; a source that does not answer is
:class:`gate.model.Unavailable`.
"""

from __future__ import annotations


class GateError(Exception):
    """Base of every error raised on purpose. ``str(error)`` is the sentence shown to the user."""

    exit_code = 2


class UsageError(GateError):
    """A call that cannot be meant."""


class SettingsError(GateError):
    """A setting that is unknown or of the wrong type."""


class RulesError(GateError):
    """A rule set that cannot be used. Names file and, where known, line."""

    def __init__(self, message: str, *, file: str = "", line: int | None = None) -> None:
        place = f"{file}:{line}: " if file and line else f"{file}: " if file else ""
        super().__init__(place + message)
        self.file = file
        self.line = line


class MappingError(GateError):
    """A mapping file that cannot be used. The message names file, line and key."""


class InputError(GateError):
    """A file that cannot be opened, or is over a limit."""


class SnapshotError(GateError):
    """A reference graph or its manifest is missing, damaged, or cannot be imported."""


class MissingExtraError(GateError):
    """An optional package is needed. The message says which extra installs it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional package: pip install 'catalog-gate[{extra}]'")
        self.extra = extra


class QueueError(GateError):
    """The database of the review queue cannot be reached, read or written. What was asked for has not happened."""

    exit_code = 75  # EX_TEMPFAIL of sysexits.h: the same call can succeed later


class UnreachableError(GateError):
    """A service that a call cannot do without does not answer. What was done before is kept: the same call goes on from there."""

    exit_code = 3  # as of a check that could not be made: run again later


class ConflictError(GateError):
    """The item is not as the caller saw it: someone decided, or a check ran again, meanwhile. Nothing was changed."""
