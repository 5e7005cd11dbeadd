"""Names of creators in JSON: strings, objects with or without parts, lists of these, objects that sort them by role."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from gate.model import Identifier, Statement
from gate.normalise import names, relators
from gate.records.readers.json_parse import child
from gate.records.readers.json_values import SCHEMES, Collector, Text, by_name, plain, said_keys, worth_keeping

_NAME = ("name", "fullname", "displayname", "literal", "label", "preferredname", "preflabel", "value", "@value", "raw", "rawname")
_PERSON = ("author", "creator", "person", "agent", "contributor", "editor", "organization", "organisation", "collective")
_FAMILY = ("family", "familyname", "lastname", "last", "surname", "sn")
_GIVEN = ("given", "givenname", "firstname", "first", "forename", "forenames", "givennames", "initials")
_BEFORE = ("nondroppingparticle", "particle", "familyprefix", "prefixfamily")
_AFTER = ("droppingparticle",)
_SUFFIX = ("suffix", "namesuffix", "generationalsuffix")
_ROLE = ("role", "roles", "relator", "relatorcode", "relatorterm", "contribution", "function", "creatortype", "contributortype")
_ROLE_TEXT = ("code", "role", "term", "name", "value", "label", "id", "@id")
_ID = ("id", "@id", "uri", "iri", "identifier", "identifiers", "nameidentifier", "nameidentifiers", "sameas")
#: keys that say how a name is given, not whose it is
_ABOUT = {"type", "@type", "nametype", "kind", "sequence", "order", "position", "rank"}
_ABOUT |= {"lang", "language", "isinstitution", "authenticatedorcid"}
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
    if (several is _MORE and not _may_say_more(stripped)) or not several.search(stripped):
        into.statements.append(Statement("creators", stripped, path, role))
        return
    found, more = names.split_list(stripped)
    if several is _MORE and not more:
        found = (stripped,)
    for name in found or (() if more else (stripped,)):
        into.statements.append(Statement("creators", name, path, role))
    if more:
        into.statements.append(Statement("creators", "et al.", path, role, parts=ET_AL))


def _may_say_more(name: str) -> bool:
    """Whether a name is worth a closer look: a regular expression over every name would take longer than all else."""
    low = name.lower()
    return "al" in low or "others" in low or ".." in low or "u." in low or not name.isascii()


def _add_object(into: Collector, value: dict[str, object], path: str, role: str) -> None:
    if not value:
        return
    said = said_keys(value)
    plan = _plan(said) if worth_keeping(said) else _plan.__wrapped__(said)
    name, family, given, suffix = [_first(into, value, path, options) if options else None for options in plan[:4]]
    if plan.particles is not None:
        family, given = _with_particles(into, value, path, plan.particles, family, given)
    if name is None and family is None and given is None:
        _without_name(into, value, by_name(value), path, role)
        return
    own: list[Identifier] = []
    for key, scheme in plan.identifiers:
        own += into.identified(value[key], child(path, key), scheme)
    named_role = next((r for key in plan.roles if (r := read_role(into, value[key], child(path, key)))), "")
    if not named_role:
        named_role = next((c for key in plan.types if (c := relators.code(str(value[key])))), "")
    for key in plan.aside:
        into.ignore(child(path, key))
    taken = [(p, t) for p, t in (("family", family), ("given", given), ("suffix", suffix)) if t is not None]
    full = name.value if name is not None else ", ".join([t.value for _, t in taken])
    parts = tuple([Statement(p, t.value, t.path) for p, t in taken])
    into.statements.append(Statement("creators", full, path, named_role or role, identifiers=tuple(own), parts=parts))


def _with_particles(
    into: Collector,
    value: dict[str, object],
    path: str,
    particles: tuple[tuple[str, ...], tuple[str, ...]],
    family: Text | None,
    given: Text | None,
) -> tuple[Text | None, Text | None]:
    """CSL-JSON's particles where they stand in an inverted name: ``de la Mare, Walter``; ``Beethoven, Ludwig van``."""
    before, after = (_first(into, value, path, keys) for keys in particles)
    if before is not None and family is not None:
        joint = "" if before.value.endswith(("'", "’")) else " "
        family = family._replace(value=f"{before.value}{joint}{family.value}")
    if after is not None and given is not None:
        given = given._replace(value=f"{given.value} {after.value}")
    return family, given


class _Plan(NamedTuple):
    """Which keys of a name object say what, in the order of preference."""

    name: tuple[str, ...]
    family: tuple[str, ...]
    given: tuple[str, ...]
    suffix: tuple[str, ...]
    identifiers: tuple[tuple[str, str], ...]
    roles: tuple[str, ...]
    types: tuple[str, ...]
    aside: tuple[str, ...]
    particles: tuple[tuple[str, ...], tuple[str, ...]] | None


@lru_cache(maxsize=512)
def _plan(said: tuple[str, ...]) -> _Plan:
    named = {plain(key): key for key in sorted(said, reverse=True)}
    keys = sorted(named.items())
    read = {*_NAME, *_FAMILY, *_GIVEN, *_SUFFIX, *_BEFORE, *_AFTER, *_ROLE, *_ID, *_ABOUT, *SCHEMES}
    name, family, given, suffix = (
        tuple(named[o] for o in options if o in named) for options in (_NAME, _FAMILY, _GIVEN, _SUFFIX)
    )
    before, after = (tuple(named[o] for o in options if o in named) for options in (_BEFORE, _AFTER))
    particles = (before, after)
    return _Plan(
        name,
        family,
        given,
        suffix,
        tuple((key, SCHEMES.get(n, "")) for n, key in keys if n in SCHEMES or n in _ID),
        tuple(named[o] for o in _ROLE if o in named),
        tuple(named[o] for o in ("type", "@type") if o in named),
        tuple(key for n, key in keys if n not in read),
        particles if any(particles) else None,
    )


def _first(into: Collector, value: dict[str, object], path: str, keys: tuple[str, ...]) -> Text | None:
    """The text of the first of ``keys`` that has one; several (given names in a list) are joined."""
    for key in keys:
        item = value[key]
        if isinstance(item, str):
            stripped = item.strip()
            if stripped:
                return Text(stripped, child(path, key))
            continue
        texts = into.texts(item, child(path, key))
        if texts:
            return Text(" ".join([t.value for t in texts]), texts[0].path)
    return None


def read_role(into: Collector, value: object, path: str) -> str:
    """The MARC code of a role as given; the text itself where it is no known role, so that it can be reported.

    Crossref gives objects, ``[{"role": "author", "vocabulary": "crossref"}]``.
    """
    if isinstance(value, str):
        return relators.code(value) or value.strip()
    first = value[0] if isinstance(value, list) and value else value
    if isinstance(first, dict):
        keys = by_name(first)
        key = next((keys[n] for n in _ROLE_TEXT if n in keys), None)
        return read_role(into, first[key], child(path, key)) if key is not None else ""
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
