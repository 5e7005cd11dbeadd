"""The one home of pyarrow: Parquet files, opened and written."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Protocol, cast

from gate.errors import InputError, MissingExtraError


class Batch(Protocol):
    """What we use of a batch of rows."""

    num_rows: int

    def slice(self, offset: int, length: int) -> Batch:
        """Some of the rows."""
        ...

    def to_pylist(self) -> list[dict[str, object]]:
        """The rows as dictionaries."""
        ...


class RowGroup(Protocol):
    """What we use of the description of a row group."""

    num_rows: int


class Metadata(Protocol):
    """What we use of the description of a file."""

    num_rows: int
    num_row_groups: int

    def row_group(self, number: int) -> RowGroup:
        """The description of a row group."""
        ...


class ParquetFile(Protocol):
    """What we use of a Parquet file."""

    metadata: Metadata

    def iter_batches(self, batch_size: int, row_groups: list[int]) -> Iterator[Batch]:
        """The rows of some groups, a batch at a time."""
        ...


#: names of columns and of their types: those of Arrow
Columns = Mapping[str, str]


def installed() -> bool:
    """Whether pyarrow (the extra ``parquet``) is there."""
    return importlib.util.find_spec("pyarrow") is not None


@contextmanager
def opened(path: Path) -> Iterator[ParquetFile]:
    """A Parquet file. Raises :class:`InputError` where it cannot be read, and :class:`MissingExtraError` without pyarrow."""
    if not installed():
        raise MissingExtraError(f"{path} is Parquet: reading it", "parquet")
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile as File

    try:
        file = File(path)
    except (OSError, ArrowException) as error:
        raise InputError(f"{path}: cannot be read as Parquet: {error}") from error
    with file:
        yield cast("ParquetFile", file)


def table_bytes(rows: Sequence[Mapping[str, object]], columns: Columns) -> bytes:
    """A Parquet file of ``rows``, with ``columns`` in their order. The same rows give the same bytes."""
    if not installed():
        raise MissingExtraError("writing Parquet", "parquet")
    import pyarrow as pa
    from pyarrow.parquet import write_table

    schema = pa.schema([(name, pa.type_for_alias(kind)) for name, kind in columns.items()])
    into = BytesIO()
    write_table(pa.Table.from_pylist([dict(row) for row in rows], schema=schema), into, compression="zstd")
    return into.getvalue()
