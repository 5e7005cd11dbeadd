"""How the cells of one column are read."""

from __future__ import annotations

from dataclasses import dataclass

from gate.records.readers.json_fields import Field

#: between the values of a cell: DSpace and OpenRefine; Islandora Workbench; spreadsheets made by hand
EVERY_SEPARATOR = ("||", "|", ";")


@dataclass(frozen=True, slots=True)
class Rule:
    """``field`` is what the values are read as, None where they are not read, with ``reason``.

    ``separators``   the first of these that stands in a cell separates its values
    ``split``        the separators are the mapping's own: a value between them is one name, one keyword
    ``lang``         language of the values
    ``vocabulary``   the vocabulary of headings, as MARC's subject sources name it (``lcsh``, ``gnd``)
    ``date_form``    the form of dates: ``DD.MM.YYYY``
    ``linked``       values are Islandora's typed relations: ``relators:aut:person:Berg, Nora``
    ``authority``    values may end in DSpace's ``::KEY::CONFIDENCE``
    """

    field: Field | None
    reason: str = "column is not mapped"
    separators: tuple[str, ...] = ()
    split: bool = False
    lang: str = ""
    vocabulary: str = ""
    date_form: str = ""
    linked: bool = False
    authority: bool = False


def not_read(reason: str) -> Rule:
    """A column that is known and left alone."""
    return Rule(None, reason)
