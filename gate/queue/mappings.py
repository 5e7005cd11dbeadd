"""The mapping file that a record of a table was read by: told by its report, kept at a re-check, found for reading it again."""

from __future__ import annotations

from dataclasses import replace

from gate.errors import UsageError
from gate.model import Report
from gate.queue.json_values import object_of, parsed, text_of
from gate.queue.values import Item
from gate.records.readers.tabular.mapping import named_mapping
from gate.settings import Settings

_MAPPING = "mapping"
_TABLES = ("csv", "xlsx")


def mapping_of(report: bytes) -> str:
    """What the manifest of a report as JSON says of the mapping: ``FILE, sha256 DIGEST``; empty where there was none."""
    return text_of(object_of(object_of(parsed(report), "manifest"), "settings"), _MAPPING)


def with_mapping_of(run: Report, report: bytes) -> Report:
    """``run``, which checked records as they were read before, with the mapping that ``report`` names and no other."""
    others = tuple(pair for pair in run.manifest.settings if pair[0] != _MAPPING)
    kept = mapping_of(report)
    return replace(run, manifest=replace(run.manifest, settings=(*others, *(((_MAPPING, kept),) if kept else ()))))


def settings_for(item: Item, settings: Settings) -> Settings:
    """The settings to read the item's record again with: those of a table have the mapping that it came with.

    Raises :class:`UsageError` where that mapping is not there any more as it was: by another one the cells mean something else.
    """
    if item.row.format not in _TABLES:
        return settings
    wanted = mapping_of(item.report)
    file = wanted.rpartition(", sha256 ")[0]
    for place in (file, settings.mapping):
        if not wanted or named_mapping(place).rpartition(" ")[2] == wanted.rpartition(" ")[2] != "unknown":
            return replace(settings, mapping=place if wanted else "")
    raise UsageError(
        f"this record was read by the mapping {wanted}, and no such file is there now: name it as the setting mapping, "
        "or correct the record where it comes from"
    )
