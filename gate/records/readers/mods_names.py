"""Names and titles in MODS."""

from __future__ import annotations

import re
from dataclasses import replace

from gate.model import Identifier, Statement
from gate.normalise import identifiers, names, relators
from gate.records.readers.marc_names import life_dates
from gate.records.readers.tagged_record import ET_AL
from gate.records.readers.xml_nodes import Node

#: relators of those who have no part in the content: owners, funders, printers, hosts
OUTSIDE = frozenset({"dgg", "dnr", "dst", "dpt", "fmo", "fnd", "his", "len", "mfr", "own", "prt", "rps", "sll", "spn"})
_DATES = re.compile(r"\s*[\[(,]\s*((?:b\.|d\.|fl\.)?\s*\d{3,4}\??\s*(?:-\s*(?:\d{3,4}\??)?)?)\s*[\])]?$")
_SUFFIX = re.compile(r"(?:[JS]r|I{1,3}|IV)\.?", re.IGNORECASE)


def title_of(node: Node) -> tuple[str, str]:
    """A ``titleInfo`` as one line (article, title, subtitle, part) and its title proper where that is shorter."""
    article, title, subtitle = (node.text_of(name) for name in ("nonSort", "title", "subTitle"))
    proper = _with_article(article, title.rstrip(" :;/"))
    value = proper
    if subtitle:
        value = f"{proper} {subtitle}" if proper.endswith((":", "?", "!")) else f"{proper}: {subtitle}" if proper else subtitle
    number, name = node.text_of("partNumber").rstrip(","), node.text_of("partName")
    part = ", ".join(piece for piece in (number, name) if piece)
    if part:
        value = f"{value.rstrip('.')}. {part}" if value else part
    return value, proper if proper != value else ""


def _with_article(article: str, title: str) -> str:
    return f"{article}{'' if article.endswith(('’', chr(39), '-')) else ' '}{title}" if article else title


def role_of(node: Node) -> str:
    """The relator of a name, code before term; the term itself where it is none that is known; empty when none is stated."""
    terms = [term for role in node.children("role") for term in role.children("roleTerm")]
    terms += [role for role in node.children("role") if not role.children("roleTerm")]  # MODS 3.0
    codes = [term for term in terms if term.get("type") == "code"]
    said = [term.text for term in (*codes, *terms) if term.text]
    return next((code for text in said if (code := relators.code(text))), said[0] if said else "")


def name_of(node: Node) -> Statement | None:
    """A ``name`` as a creator: its role, identifiers, life dates and other forms. None where it names nobody."""
    if node.child("etal") is not None and not node.children("namePart"):
        return Statement("creators", "et al.", node.path, role_of(node), parts=(ET_AL,))
    typed: dict[str, list[str]] = {}
    for part in node.children("namePart"):
        if part.text:
            typed.setdefault(part.get("type"), []).append(part.text.rstrip(" ,"))
    shown = node.text_of("displayForm")
    corporate = node.get("type") in ("corporate", "conference")
    family, given = " ".join(typed.get("family", [])), " ".join(typed.get("given", []))
    written = (". " if corporate else " ").join(piece.rstrip("." if corporate else "") for piece in typed.get("", []))
    value = ", ".join(piece for piece in (family, given) if piece) or written or shown
    dates = typed.get("date", [])
    if not corporate and (match := _DATES.search(value)):
        value, dates = value[: match.start()].rstrip(" ,"), dates or [match[1]]
    if not value:
        return None
    parts = _parts(node, value, family, given, corporate, typed.get("termsOfAddress", []), dates)
    alternatives = [_plain_name(alternative) for alternative in node.children("alternativeName")]
    forms = tuple(dict.fromkeys(form for form in (shown, *alternatives) if form and form != value))
    role = role_of(node)
    own = tuple(dict.fromkeys(identifiers_of(node)))
    return Statement("creators", value, node.path, role, forms=forms, identifiers=own, parts=parts)


def _plain_name(node: Node) -> str:
    pieces = {part.get("type"): part.text for part in reversed(node.children("namePart"))}
    if pieces.get("family") or pieces.get("given"):
        return ", ".join(pieces[kind] for kind in ("family", "given") if pieces.get(kind))
    return pieces.get("", "")


def _parts(
    node: Node, value: str, family: str, given: str, corporate: bool, address: list[str], dates: list[str]
) -> tuple[Statement, ...]:
    if not (family or given) and not corporate and node.get("type") in ("personal", "") and not names.is_corporate(value):
        family, comma, given = (piece.strip() for piece in value.partition(","))
        if not comma:
            family = given = ""
    named = [("family", family), ("given", given)] if family and given else []
    named += [("suffix", text) for text in address if _SUFFIX.fullmatch(text)]
    born, died = life_dates(dates[0]) if dates else ("", "")
    named += [(part, date) for part, date in (("birth", born), ("death", died)) if date]
    return tuple(Statement(part, text, node.path) for part, text in named)


def identifiers_of(node: Node) -> list[Identifier]:
    """Identifiers that a name or a heading carries: ``nameIdentifier`` and the address in ``valueURI``."""
    found = []
    for inner in node.children("nameIdentifier"):
        parsed = identifiers.parse(inner.get("type").lower(), inner.text) if inner.get("type") else identifiers.detect(inner.text)
        if parsed is not None and parsed.identifier is not None and parsed.identifier.scheme in identifiers.SCHEMES:
            found.append(parsed.identifier)
    address = identifiers.detect(node.get("valueURI")) if node.get("valueURI") else None
    if address is not None and address.identifier is not None:
        found.append(address.identifier)
    return found


def merged_scripts(named: list[tuple[str, Statement]]) -> list[Statement]:
    """Names with one ``altRepGroup`` are one name in several scripts: the first, with the others as its forms."""
    kept: dict[str, Statement] = {}
    for number, (group, statement) in enumerate(named):
        key = group or f"\0{number}"
        first = kept.get(key)
        if first is None:
            kept[key] = statement
        else:
            forms = dict.fromkeys((*first.forms, statement.value, *statement.forms))
            own = tuple(dict.fromkeys((*first.identifiers, *statement.identifiers)))
            kept[key] = replace(first, forms=tuple(f for f in forms if f != first.value), identifiers=own)
    return list(kept.values())
