"""What all ways of splitting a file share."""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """The bytes of one record in its file, from ``start`` to before ``stop``.

    ``line``   what is added to a line number that is counted from the unit's own first line, to give that of the file
    ``tags``  the tags around the unit, opening and closing, where it is not whole without them
    """

    start: int
    stop: int
    line: int = 0
    tags: tuple[str, str] = ("", "")


class NotSplittableError(ValueError):
    """The file cannot be cut into records without reading it; it is then read as a whole, up to ``max_file_bytes``."""
