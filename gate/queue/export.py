"""What the queue gives out: a registry of formats, each imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module

from gate.errors import UsageError
from gate.queue.values import Item, State

#: is told of every item that a format cannot give out, and why
Tell = Callable[[str], None]
#: items to the pieces of a file
Exporter = Callable[[Iterable[Item], Tell], Iterator[bytes]]


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format: where its exporter is, what its files end in, what it holds.

    ``states`` are those of the items it gives out where nothing else is asked for, all where empty; ``taken`` says that it holds
    records for a loader to take.
    """

    module: str
    function: str
    suffix: str
    holds: str
    states: tuple[State, ...] = ()
    taken: bool = False


_OPEN, _PASSED = (State.PENDING,), (State.ACCEPTED, State.CORRECTED)

EXPORT_FORMATS = {
    "jsonl": ExportFormat("export_jsonl", "to_jsonl", ".jsonl", "all there is, an item a line"),
    "csv": ExportFormat("export_csv", "to_csv", ".csv", "a row a claim", _OPEN),
    "csv-excel": ExportFormat(
        "export_csv", "to_csv_for_excel", ".csv", "the same for Excel: a byte order mark, cells cut", _OPEN
    ),
    "xlsx": ExportFormat("export_xlsx", "to_xlsx", ".xlsx", "a workbook to decide in", _OPEN),
    "records": ExportFormat("export_records", "to_records", "", "the records as they came", _PASSED, taken=True),
    "marcxml": ExportFormat("export_marcxml", "to_marcxml", ".xml", "records that came as MARC, as MARCXML", _PASSED, taken=True),
    "dspace": ExportFormat("export_dspace", "to_dspace", ".json", "omissions as DSpace quality-assurance events"),
}


def exporter(format: str, *, stamped: bool = False) -> Exporter:
    """The exporter of ``format``. ``stamped``: MARC records with fields 883 and 885, where the format holds records.

    Raises :class:`UsageError` for a format not there, or one that cannot be stamped.
    """
    known = EXPORT_FORMATS.get(format)
    if known is None:
        raise UsageError(f"no export format {format!r}; there are {', '.join(EXPORT_FORMATS)}")
    if stamped and not known.taken:
        raise UsageError(
            f"{format} holds no MARC records to stamp; {', '.join(n for n, f in EXPORT_FORMATS.items() if f.taken)} do"
        )
    name = known.function + ("_stamped" if stamped else "")
    made: Exporter = getattr(import_module(f"gate.queue.{known.module}"), name)
    return made
