"""Texts, names and dates in JATS."""

from __future__ import annotations

from gate.model import Identifier, Statement
from gate.normalise import identifiers, relators
from gate.records.readers import xml
from gate.records.readers.tagged_record import ET_AL
from gate.records.readers.xml_nodes import Node

#: elements inside a title or name that are no part of it: marks of footnotes, and the second form of a formula
_ASIDE = frozenset({"xref", "fn", "label", "email", "contrib-group", "graphic", "inline-graphic"})
_SECOND_FORMS = frozenset({"tex-math", "textual-form"})
_ROLES = {"author": "aut", "editor": "edt", "guest-editor": "edt", "translator": "trl", "compiler": "com", "collab": "aut"}


def reading_form(node: Node | None) -> str:
    """The text of an element without the marks in it, blanks folded; a formula given twice is read once."""
    return " ".join("".join(_pieces(node.element)).split()) if node is not None else ""


def _pieces(element: xml.Element) -> list[str]:
    pieces = [element.text or ""]
    alternatives = xml.names(element)[1] == "alternatives"
    for child in element:
        name = xml.names(child)[1]
        if not isinstance(child.tag, str):
            pieces.append(xml.named_character(child))
        elif name == "break":
            pieces.append(" ")
        elif name not in _ASIDE and not (alternatives and name in _SECOND_FORMS):
            pieces += _pieces(child)
        pieces.append(child.tail or "")
    return pieces


def date_of(node: Node) -> str:
    """A date as EDTF: ``iso-8601-date``, else year, month and day, else as written; a season stands before its year."""
    stated = node.get("iso-8601-date")
    year, month, day, season = (node.text_of(name) for name in ("year", "month", "day", "season"))
    if stated and (not year or stated.startswith(year)):
        return stated[:10]
    if not year:
        return node.text_of("string-date") or (node.text if not node.children() else "")
    if season and not month:
        return f"{season} {year}"
    if not month.isdigit() or not 1 <= int(month) <= 12:
        return " ".join(part for part in (day, month, year) if part)
    whole = [year, f"{int(month):02}"]
    if day.isdigit() and 1 <= int(day) <= 31:
        whole.append(f"{int(day):02}")
    return "-".join(whole)


def role_of(node: Node, default: str = "") -> str:
    """The relator of a contributor: its type, else what its ``role`` says, else nothing."""
    said = (node.get("contrib-type") or node.get("person-group-type") or default).lower()
    known = _ROLES.get(said) or relators.code(said.replace("-", " "))
    return known or relators.code(node.text_of("role")) or ""


def contributor(node: Node) -> list[Statement]:
    """The names in a ``contrib``: a person, a body (``collab``), or et al.; names in other scripts are forms."""
    role = role_of(node)
    own = tuple(dict.fromkeys(_identifiers(node)))
    alternatives = [inner for group in node.children("name-alternatives") for inner in group.children()]
    alternatives += [inner for group in node.children("collab-alternatives") for inner in group.children()]
    named = [*node.children("name", "string-name", "collab", "on-behalf-of"), *alternatives]
    found = [name for inner in named if (name := name_of(inner, role, own)) is not None]
    if not found:
        return [Statement("creators", "et al.", node.path, role, parts=(ET_AL,))] if node.child("etal") is not None else []
    if alternatives:
        first, *rest = found
        forms = tuple(dict.fromkeys(other.value for other in rest if other.value != first.value))
        return [Statement("creators", first.value, first.path, role, forms=forms, identifiers=own, parts=first.parts)]
    return found


def name_of(node: Node, role: str, own: tuple[Identifier, ...] = ()) -> Statement | None:
    """A ``name``, ``string-name`` or ``collab`` as a creator; None where it holds no name."""
    family, given, suffix = (reading_form(node.child(name)) for name in ("surname", "given-names", "suffix"))
    if node.name == "etal":
        return Statement("creators", "et al.", node.path, role, parts=(ET_AL,))
    if node.name in ("name", "string-name") and (family or given):
        value = ", ".join(part for part in (family, given, suffix) if part)
        named = (("family", family), ("given", given), ("suffix", suffix)) if family and given else ()
        parts = tuple(Statement(part, text, node.path) for part, text in named if text)
        return Statement("creators", value, node.path, role, identifiers=own, parts=parts)
    value = reading_form(node).strip(" ,;")
    return Statement("creators", value, node.path, role, identifiers=own) if value else None


def _identifiers(node: Node) -> list[Identifier]:
    found = []
    for number in node.children("contrib-id"):
        kind = number.get("contrib-id-type").lower()
        parsed = identifiers.parse(kind, number.text) if kind in identifiers.SCHEMES else identifiers.detect(number.text)
        if parsed is not None and parsed.identifier is not None:
            found.append(parsed.identifier)
    return found
