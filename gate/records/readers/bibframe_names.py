"""Agents of BIBFRAME: contributions with their roles, names with life dates, headings that were made from MARC."""

from __future__ import annotations

import re
from dataclasses import replace

from gate.model import Statement
from gate.records.readers.marc_fields import OUTSIDE
from gate.records.readers.marc_names import life_dates, name_statement
from gate.records.readers.marc_record import Field, tidy, without_stop
from gate.records.readers.rdf_nodes import RdfNode
from gate.records.readers.reading import Reading

_MARC_KEY = re.compile(r"(\d{3})(.)(.)\s*(\$.*)")
_LIFE = re.compile(
    r"(.+?),\s*((?:(?:born|died|active|approximately|ca\.?|b\.|d\.|fl\.)\s+)?\(?\d{3,4}\??\s*(?:B\.C\.|A\.D\.)?"
    r"(?:\s*[-\u2013]\s*(?:(?:approximately|ca\.?)\s+)?(?:\d{3,4}\??)?\s*(?:B\.C\.|A\.D\.)?)?\)?)\.?",
)
_PERSONS = frozenset({"bf:Person", "bf:Family", "mads:PersonalName", "foaf:Person"})
_BODIES = frozenset({"bf:Organization", "bf:Meeting", "bf:Jurisdiction", "mads:CorporateName", "mads:ConferenceName"})


def add_creators(node: RdfNode, reading: Reading) -> None:
    """The contributors of a work or an instance, the primary one first."""
    said = {(s.value, s.role) for s in reading.statements if s.property == "creators"}
    contributions = node.all("bf:contribution")
    primary = ("bflc:PrimaryContribution", "bf:PrimaryContribution")
    contributions.sort(key=lambda c: not any(name in c.types for name in primary))
    for contribution in contributions:
        roles = [code for role in contribution.all("bf:role") if (code := _role(role))]
        kept = [role for role in roles if role not in OUTSIDE]
        if roles and not kept:
            reading.ignore(f"{node.path}/bf:contribution", "a name without part in the content")
            continue
        for agent in contribution.all("bf:agent"):
            statement = agent_statement(agent, "creators", kept[0] if kept else "")
            if statement is None:
                reading.ignore(f"{node.path}/bf:contribution", "an agent without a name")
            elif (statement.value, statement.role) not in said:  # work and instance may name the same contributor
                said.add((statement.value, statement.role))
                reading.statements.append(statement)


def _role(role: RdfNode) -> str:
    from gate.normalise import relators

    told = [role.iri.rpartition("/relators/")[2], *(node.text for node in role.all("bf:code", "rdfs:label")), role.text]
    return next((code for text in told if text and (code := relators.code(tidy(text)))), "")


def agent_statement(agent: RdfNode, prop: str, role: str) -> Statement | None:
    """The name of an agent: its label, with life dates taken off a person's; else the MARC heading that it was made from."""
    label = without_stop(agent.text)
    if not label and (key := agent.first("bflc:marcKey")) is not None:
        field = marc_key(key.verbatim)
        name = name_statement(field, prop, "", role) if field is not None else None
        if name is None:
            return None
        parts = tuple(replace(part, path=key.path) for part in name.parts)
        return replace(name, path=key.path, parts=parts, identifiers=agent.identifiers)
    if not label:
        return None
    path, types = end_of(agent), agent.types
    parts_: list[Statement] = []
    dated = _LIFE.fullmatch(label) if not types & _BODIES else None
    name_ = without_stop(dated[1]) if dated else label
    if not types & _BODIES:
        family, comma, given = name_.partition(",")
        if comma and family.strip() and given.strip() and (types & _PERSONS or dated):
            parts_ += [Statement("family", family.strip(), path), Statement("given", given.strip(), path)]
        pairs = zip(("birth", "death"), life_dates(dated[2]) if dated else ("", ""), strict=True)
        parts_ += [Statement(what, date, path) for what, date in pairs if date]
    forms = (label,) if label != name_ else ()
    return Statement(prop, name_, path, role, "", forms, agent.identifiers, tuple(parts_))


def marc_key(text: str) -> Field | None:
    """The MARC field in ``bflc:marcKey``: ``1001 $aObama, Michelle,$d1964-``."""
    match = _MARC_KEY.match(text)
    if match is None:
        return None
    subfields = tuple((piece[0], piece[1:]) for piece in match[4].split("$")[1:] if piece)
    return Field(match[1], match[2], match[3], subfields=subfields)


def end_of(node: RdfNode) -> str:
    """The path of a text: that of the literal, or of the label that a thing goes by."""
    if node.is_literal:
        return node.path
    label = next((term for term in ("rdfs:label", "mads:authoritativeLabel", "rdf:value") if node.first(term)), "")
    return f"{node.path}/{label}" if label else node.path
