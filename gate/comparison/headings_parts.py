"""Headings built from parts: which subdivisions may follow a main heading, and in which order.

The order is that of the Subject Headings Manual (Library of Congress, H 180 and H 1075): general and geographic subdivisions,
then chronological, then form. A place is not divided by place. What may be a subdivision, the vocabulary says: records for
subdivisions (MARC 18X), the qualifiers a descriptor allows (MeSH), places, and the forms of places as subdivisions (781).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gate.model import Entity
from gate.normalise.naco import heading_key
from gate.references.vocabulary.heading import DEPRECATED, file_of, usage_of

Lookup: TypeAlias = "Callable[[str, tuple[int, ...]], list[Entity]]"
"""Label and ranks (as in the store's index) to the concepts that have it."""

_ORDER = {"general": 0, "geographic": 0, "chronological": 1, "form": 2}
#: free-floating under any heading that has a history (H 1095): centuries
_CENTURY = re.compile(r"(?:\d{1,2}(?:st|nd|rd|th)(?:-\d{1,2}(?:st|nd|rd|th))? century|To \d{3,4})", re.IGNORECASE)
_ANY = (0, 1, 2)
_FIGURE = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Construction:
    """Whether a string is well built, and what is wrong with it; ``suggestions`` holds the preferred forms of its parts.

    ``lacking``: subdivisions that nothing is held under at all. Those with figures are left out: years are built, not listed.
    ``proven``: the fault is in what is held (the order, a place under a place), and not that something is not held.
    """

    valid: bool
    detail: str
    suggestions: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    proven: bool = False


def construct(head: Sequence[str], rest: Sequence[str], lookup: Lookup) -> Construction:
    """Judge the subdivisions ``rest`` behind an established heading ``head``."""
    label = "--".join(head)
    mains = [e for e in lookup(label, (0,)) if file_of(e) != "subdivision"]
    allowed = {heading_key(p.value) for e in mains for s in e.all("heading") for p in s.parts if p.property == "subdivision"}
    place = bool(mains) and all(file_of(e) == "geographic" for e in mains)
    usages: list[tuple[str, str]] = []
    faults: list[str] = []
    at = 0
    while at < len(rest):
        pair = "--".join(rest[at : at + 2])
        if at + 1 < len(rest) and _as_place(pair, lookup):
            usages.append((pair, "geographic"))
            at += 2
            continue
        part = rest[at]
        at += 1
        usage, fault = _usage(part, allowed, lookup)
        if usage:
            usages.append((part, usage))
        else:
            faults.append(fault)
    divided = place and any(usage == "geographic" for _, usage in usages)
    if divided:
        faults.append("a place is not divided by another place")
    ranks = [_ORDER[usage] for _, usage in usages]
    ordered = sorted(range(len(ranks)), key=lambda n: ranks[n])
    if not faults and ordered != list(range(len(ranks))):
        better = "--".join((label, *(usages[n][0] for n in ordered)))
        return Construction(
            False, "the order of subdivisions is general or place, then period, then form", (better,), proven=True
        )
    told = ", ".join(f"{part} ({usage})" for part, usage in usages)
    if not faults:
        return Construction(True, f"built from {label} and {told}")
    lacking = tuple(
        part for part in rest if not _FIGURE.search(part) and not lookup(part, _ANY) and heading_key(part) not in allowed
    )
    return Construction(False, "; ".join(faults), (label,), lacking, divided)


def _usage(part: str, allowed: set[str], lookup: Lookup) -> tuple[str, str]:
    """What a part may be as a subdivision, or why it may be none."""
    if heading_key(part) in allowed:
        return "general", ""
    held = [e for e in lookup(part, _ANY) if DEPRECATED not in e.flags]
    for entity in held:
        if file_of(entity) == "subdivision" and heading_key(part) == heading_key(entity.label):
            return usage_of(entity) or "general", ""
    if _as_place(part, lookup):
        return "geographic", ""
    if _CENTURY.fullmatch(part):
        return "chronological", ""
    if any(file_of(e) == "chronological" for e in held):
        return "chronological", ""
    if held:
        return "", f"{part} is held, but not as a subdivision"
    return "", f"{part} is not held as a subdivision here"


def _as_place(text: str, lookup: Lookup) -> bool:
    """Whether this is a place, or the way in which a place is written as a subdivision."""
    if any(DEPRECATED not in e.flags for e in lookup(text, (2,))):
        return True
    return "--" not in text and any(file_of(e) == "geographic" and DEPRECATED not in e.flags for e in lookup(text, (0,)))
