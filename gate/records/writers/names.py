"""A name as the parts that formats want: family and given of a person, or a whole."""

from __future__ import annotations

from dataclasses import dataclass

from gate.model import Statement
from gate.normalise import names


@dataclass(frozen=True, slots=True)
class NameParts:
    """``family`` is empty where it is not known which word it is; ``whole`` is the name as given. ``corporate``: a body."""

    whole: str
    family: str = ""
    given: str = ""
    suffix: str = ""
    corporate: bool = False


def parts_of(creator: Statement) -> NameParts:
    """Family and given name where the record has them, or where the name is a person's and turned (``Berg, Nora``).

    Nothing is guessed of names in direct order: which word is the family name is not told there.
    """
    family, given, suffix = creator.part("family"), creator.part("given"), creator.part("suffix")
    if family or given:
        return NameParts(creator.value, family, given, suffix)
    if names.is_corporate(creator.value):
        return NameParts(creator.value, corporate=True)
    before, comma, behind = creator.value.partition(",")
    if comma and before.strip() and behind.strip() and "," not in behind:
        return NameParts(creator.value, before.strip(), behind.strip(), suffix)
    return NameParts(creator.value)


def says_more(creator: Statement) -> bool:
    """Whether this is no name but says that there are more (et al.)."""
    return any(part.property == "et_al" for part in creator.parts)
