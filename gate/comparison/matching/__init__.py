"""Same work? same agent? same concept? Ordered, named levels; no number decides.

:func:`compare` is for single values, :func:`compare_lists` for lists of names, :func:`describe`, :func:`compare_work` and
:func:`match_raw` for whole works.
"""

from __future__ import annotations

from collections.abc import Callable

from gate.comparison.matching import containers, dates, identifiers, languages, names, numbers, pages, terms, titles
from gate.comparison.matching.lists import ListAgreement, compare_lists
from gate.comparison.matching.works import WorkDescription, compare_work, describe, match_raw
from gate.model import Agreement, Statement
from gate.properties import ValueType

__all__ = ["ListAgreement", "WorkDescription", "compare", "compare_lists", "compare_work", "describe", "match_raw"]


def compare(type: ValueType, given: Statement, held: Statement) -> Agreement:
    """Compare one value with one held value, by the type of their property.

    Titles of a ``container`` are compared as containers; identifiers by the scheme that their property names. Prose is never
    compared as a string, and citations are compared by :func:`compare_work`: both give ``None``.
    """
    match type:
        case ValueType.TITLE if "container" in (given.property, held.property):
            return _over_forms(given, lambda value: containers.compare(value, held.value, held.forms))
        case ValueType.TITLE:
            return _over_forms(given, lambda value: titles.compare(value, held.value, held.forms))
        case ValueType.NAME:
            return names.compare(given, held)
        case ValueType.DATE:
            return dates.compare(given.value, (held.value, *held.forms), published="date" in (given.property, held.property))
        case ValueType.IDENTIFIER:
            return identifiers.compare(given.property, given.value, held.value)
        case ValueType.LANGUAGE:
            return languages.compare(given.value, held.value)
        case ValueType.NUMBER:
            return numbers.compare(given.value, held.value)
        case ValueType.PAGES:
            return pages.compare(given.value, held.value)
        case ValueType.TERM:
            return terms.compare(given, held)
        case ValueType.TEXT | ValueType.CITATION | ValueType.CLASS:
            return Agreement(None, "not compared as a string")


def _over_forms(given: Statement, comparison: Callable[[str], Agreement]) -> Agreement:
    """The best agreement over all forms of the given value: the first that agrees, else that of the value itself."""
    first = comparison(given.value)
    if first.same:
        return first
    others = [comparison(form) for form in given.forms]
    return next((a for a in others if a.same), first)
