"""Names of creators in JSON: strings, objects with or without parts, lists of these, objects that sort them by role."""

from __future__ import annotations

import re

from gate.model import Identifier, Statement
from gate.normalise import names, relators
from gate.records.readers.json_parse import child
from gate.records.readers.json_values import SCHEMES, Collector, Text, by_name

_NAME = ("name", "fullname", "displayname", "literal", "label", "preferredname", "preflabel", "value", "@value", "raw", "rawname")
_PERSON = ("author", "creator", "person", "agent", "contributor", "editor", "organization", "organisation", "collective")
_FAMILY = ("family", "familyname", "lastname", "last", "surname", "sn")
_GIVEN = ("given", "givenname", "firstname", "first", "forename", "forenames", "givennames", "initials")
_SUFFIX = ("suffix", "namesuffix", "generationalsuffix")
_ROLE = ("role", "roles", "relator", "relatorcode", "relatorterm", "contribution", "function", "creatortype", "contributortype")
_ID = (
    "id",
    "@id",
    "uri",
    "iri",
    "identifier",
    "identifiers",
    "nameidentifier",
    "nameidentifiers",
    "authenticatedorcid",
    "sameas",
)
#: keys that say how a name is given, not whose it is
_ABOUT = frozenset(
    {"type", "@type", "nametype", "kind", "sequence", "order", "position", "rank", "lang", "language", "isinstitution"}
)
#: says cheaply whether a string may be more than one name, or say that there are more
_SEVERAL = re.compile(r"[;&\n…等ほ]|\band\b|\bund\b|\bet\b|\by\b|\bothers\b|\.\.\.|u\.\s?a\.|и др|,.*,", re.IGNORECASE)
_MORE = re.compile(r"\bet\.?\s*al|\bothers\b|\.\.\.|…|\bu\.\s?a\.|и др|等|ほか", re.IGNORECASE)
ET_AL = (Statement("et_al", "true"),)


def read_creators(into: Collector, value: object, path: str, role: str = "") -> None:
    """Add every creator of ``value``; ``role`` is the MARC code that the key itself states (``editors``), if any."""
    if isinstance(value, str):
        _add_string(into, value, path, role, _SEVERAL)
    elif isinstance(value, list):
        for n, item in enumerate(value):
            place = f"{path}[{n}]"
            if isinstance(item, str):
                _add_string(into, item, place, role, _MORE)
            elif isinstance(item, dict):
                _add_object(into, item, place, role)
            elif item is not None:
                into.unreadable(place, item, "a name")
    elif isinstance(value, dict):
        _add_object(into, value, path, role)
    elif value is not None:
        into.unreadable(path, value, "a name")


def _add_string(into: Collector, text: str, path: str, role: str, several: re.Pattern[str]) -> None:
    stripped = text.strip()
    if not stripped:
        return
    if not several.search(stripped):
        into.statements.append(Statement("creators", stripped, path, role))
        return
    found, more = names.split_list(stripped)
    if several is _MORE and not more:
        found = (stripped,)
    for name in found or (() if more else (stripped,)):
        into.statements.append(Statement("creators", name, path, role))
    if more:
        into.statements.append(Statement("creators", "et al.", path, role, parts=ET_AL))


def _add_object(into: Collector, value: dict[str, object], path: str, role: str) -> None:
    if not value:
        return
    keys = by_name(value)
    name = _first(into, value, keys, path, _NAME)
    parts = {p: _first(into, value, keys, path, o) for p, o in (("family", _FAMILY), ("given", _GIVEN), ("suffix", _SUFFIX))}
    if name is None and parts["family"] is None and parts["given"] is None:
        _without_name(into, value, keys, path, role)
        return
    own, named_role = _rest(into, value, keys, path)
    full = name.value if name else ", ".join(t.value for t in parts.values() if t)
    taken = tuple(Statement(part, text.value, text.path) for part, text in parts.items() if text)
    into.statements.append(Statement("creators", full, path, named_role or role, identifiers=tuple(own), parts=taken))


def _first(into: Collector, value: dict[str, object], keys: dict[str, str], path: str, options: tuple[str, ...]) -> Text | None:
    """The text of the first of ``options`` that the object has; several (given names) are joined."""
    for option in options:
        key = keys.get(option)
        texts = into.texts(value[key], child(path, key)) if key is not None else []
        if texts:
            return Text(" ".join(t.value for t in texts), texts[0].path)
    return None


def _rest(into: Collector, value: dict[str, object], keys: dict[str, str], path: str) -> tuple[list[Identifier], str]:
    """Identifiers and role; everything else about the person is left aside."""
    own: list[Identifier] = []
    role = ""
    read = {*_FAMILY, *_GIVEN, *_SUFFIX, *_NAME}
    for name, key in keys.items():
        place = child(path, key)
        if name in SCHEMES or name in _ID:
            own += into.identified(value[key], place, SCHEMES.get(name, ""))
        elif name in _ROLE:
            role = read_role(into, value[key], place) or role
        elif name in ("type", "@type") and isinstance(value[key], str):
            role = role or relators.code(str(value[key])) or ""
        elif name not in read and name not in _ABOUT:
            into.ignore(place)
    return own, role


def read_role(into: Collector, value: object, path: str) -> str:
    """The MARC code of a role as given; the text itself where it is no known role, so that it can be reported."""
    texts = into.texts(value, path)
    for extra in texts[1:]:
        into.ignore(extra.path, "only the first role of a name is read")
    return (relators.code(texts[0].value) or texts[0].value) if texts else ""


def _without_name(into: Collector, value: dict[str, object], keys: dict[str, str], path: str, role: str) -> None:
    """An object that wraps a name (``{"author": {...}}``) or sorts names by role (``{"editors": [...]}``)."""
    inner = [(name, key) for name, key in keys.items() if name in _PERSON or relators.code(name)]
    if not inner:
        into.unreadable(path, value, "a name")
        return
    given_role = next((read_role(into, value[keys[name]], child(path, keys[name])) for name in _ROLE if name in keys), "")
    for name, key in inner:
        neutral = name in ("person", "agent", "creator", "contributor", "organization", "organisation", "collective")
        read_creators(into, value[key], child(path, key), given_role or ("" if neutral else relators.code(name) or "") or role)
    for name, key in keys.items():
        if (name, key) not in inner and name not in _ROLE and name not in _ABOUT:
            into.ignore(child(path, key))
