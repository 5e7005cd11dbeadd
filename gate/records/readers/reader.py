"""What every reader offers. One file a format; the registry in ``__init__`` names them all and imports them when needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from gate.model import Record, Unreadable
from gate.settings import Settings


class Reader(Protocol):
    """A format.

    ``name`` is what ``--from`` takes; ``suffixes`` (lower case, with the dot) and ``media_types`` help sniffing.
    """

    @property
    def name(self) -> str:
        """Short, stable name."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """File name endings of the format."""
        ...

    @property
    def media_types(self) -> tuple[str, ...]:
        """Media types of the format, for the HTTP hook."""
        ...

    def sniff(self, head: bytes) -> int:
        """How sure we are that data beginning with ``head`` (up to 8 KiB) is in this format: 0 (it is not) to 100 (certain)."""
        ...

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every record of ``data``, in order; what cannot be read comes out as Unreadable and does not stop the others."""
        ...
