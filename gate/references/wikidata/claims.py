"""Reading the statements of an item of Wikidata: https://www.mediawiki.org/wiki/Wikibase/DataModel/JSON.

Statements of deprecated rank are never used, those of preferred rank come first; "no value" and "unknown value" are no values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from gate.references.values import table, tables, text, texts

Claims: TypeAlias = Mapping[str, object]
"""The statements of an item, by property."""

_QID = re.compile(r"Q[1-9][0-9]{0,11}", re.ASCII)


def is_item(value: str) -> bool:
    """Whether ``value`` has the form of an item's id."""
    return _QID.fullmatch(value) is not None


def statements(claims: Claims, property_: str) -> list[Mapping[str, object]]:
    """The statements of a property that have a value and may be used, best rank first."""
    with_value = [c for c in tables(claims.get(property_)) if table(c.get("mainsnak")).get("snaktype") == "value"]
    used = [c for c in with_value if c.get("rank") != "deprecated"]
    return sorted(used, key=lambda claim: claim.get("rank") != "preferred")


def value(statement: Mapping[str, object]) -> object:
    """The value of a statement: a text, or an object that depends on the property's type."""
    return table(table(statement.get("mainsnak")).get("datavalue")).get("value")


def item(statement: Mapping[str, object]) -> str:
    """The id of the item that is the value, else the empty string. Answers from before 2017 have its number only."""
    told = table(value(statement))
    qid = text(told.get("id")) or f"Q{text(told.get('numeric-id'))}"
    return qid if is_item(qid) and told.get("entity-type", "item") == "item" else ""


def items(claims: Claims, property_: str) -> list[str]:
    """The items that are values of a property."""
    return [qid for statement in statements(claims, property_) if (qid := item(statement))]


def qualifiers(statement: Mapping[str, object], property_: str) -> list[object]:
    """The values of one of a statement's qualifiers."""
    snaks = tables(table(statement.get("qualifiers")).get(property_))
    return [table(snak.get("datavalue")).get("value") for snak in snaks if snak.get("snaktype") == "value"]


def qualifier_texts(statement: Mapping[str, object], property_: str) -> list[str]:
    """Those values that are texts."""
    return texts(qualifiers(statement, property_))
