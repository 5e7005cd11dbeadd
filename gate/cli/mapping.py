"""The option ``--mapping``, of every verb that reads records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from gate.settings import Settings

MappingFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--mapping", metavar="FILE", help="What the columns of a table are (CSV, TSV, XLSX); default: by their names."),
]


def with_mapping(settings: Settings, mapping: Path | None) -> Settings:
    """The settings with this mapping file, if one is given.

    Raises :class:`~gate.errors.MappingError`, before anything is read, where it or that of the settings cannot be used.
    """
    named = replace(settings, mapping=str(mapping)) if mapping is not None else settings
    if named.mapping:
        from gate.records.readers.tabular.mapping import load_mapping

        load_mapping(named.mapping)
    return named
