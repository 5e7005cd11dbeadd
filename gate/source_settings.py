"""What a user can say of one live source: the tables ``[sources.NAME]`` of gate.toml, and ``GATE_<NAME>_<KEY>`` variables."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from gate.errors import SettingsError, UsageError

LIVE_SOURCES = (
    *("crossref", "datacite", "dbpedia", "doi", "openalex", "pubmed"),
    *("wikidata", "wikidata_scholarly", "wikidata_sparql"),
    *("locgov", "gnd", "viaf", "orcid", "isni", "fast", "mesh", "getty"),
)
PROTOCOLS = ("reconciliation", "sru", "openlibrary", "googlebooks")
_AT_HOME = frozenset({"openlibrary", "googlebooks"})  # protocols with one service, whose address is known
CATALOGUES = ("alma", "dnb", "k10plus", "libris", "loc", "sudoc")
_WITHOUT_ADDRESS = "alma"
SRU_VERSIONS = ("1.1", "1.2", "2.0")
INDEXES = ("isbn", "issn", "lccn", "oclc", "nbn", "title", "creator", "year")
_OF_SRU = ("catalogue", "version", "schema", "indexes")
_INDEX = re.compile(r"[A-Za-z][\w.:/-]*", re.ASCII)
_TYPES: dict[str, tuple[type, ...]] = {"rate": (int, float), "concurrency": (int,), "enabled": (bool,)}
PARTS = {"wikidata_scholarly": "wikidata", "wikidata_sparql": "wikidata"}
"""Services that are a part of a source, which is switched on and off as a whole."""
KINDS = ("agent", "concept", "work")
_KEYS = ("url", "rate", "concurrency", "api_key", "enabled", "protocol", "kinds", *_OF_SRU, "store")
STORES = ("postgresql", "opensearch", "opensearch+https")


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """One live source. What is empty or 0 is as the source itself has it.

    ``name``         one of :data:`LIVE_SOURCES`, or a name of the user's own for a service that speaks ``protocol``
    ``url``          base address, ``http`` or ``https``, so that a mirror can stand in; one of the user's own must have it
    ``rate``         requests a second at most, above 0; may be a fraction
    ``concurrency``  requests at a time at most
    ``api_key``      the user's own key for the service; never shown, kept or recorded
    ``enabled``      whether it is asked, ``true`` or ``false``: one that is switched off says nothing, and earlier answers
                     of it are not used
    ``protocol``     what a service of the user's own speaks: ``reconciliation``; ``sru``, a library's catalogue;
                     or ``openlibrary`` or ``googlebooks``, each of which has an address of its own
    ``kinds``        kinds of record that a reconciliation service is asked about, with blanks between them: some of
                     the words ``agent``, ``concept``, ``work``; without it the first two, since with the third it is
                     asked about every citation
    ``catalogue``    a catalogue that is known by name (``alma``, ``dnb``, ``k10plus``, ``libris``, ``loc``, ``sudoc``): its
                     address (but for ``alma``), version, schema and indexes need not be given
    ``version``      version of SRU: ``1.1``, ``1.2`` or ``2.0``
    ``schema``       the record schema to ask for, as the catalogue calls it: one of MARCXML, UNIMARC, MODS or Dublin Core
    ``indexes``      the catalogue's own indexes, with blanks between them: ``isbn=pica.isb title=pica.tit``; can be given
                     for ``isbn``, ``issn``, ``lccn``, ``oclc``, ``nbn``, ``title``, ``creator`` and ``year``
    ``store``        a snapshot in a database instead of a service: its address, which begins with ``postgresql://``,
                     or ``opensearch://`` or ``opensearch+https://``; NAME is that of the snapshot which was published there
    """

    name: str
    url: str = ""
    rate: float = 0.0
    concurrency: int = 0
    api_key: str = field(default="", repr=False)
    protocol: str = ""
    kinds: str = ""
    catalogue: str = ""
    version: str = ""
    schema: str = ""
    indexes: str = ""
    store: str = field(default="", repr=False)  # may hold a password
    enabled: bool = True


def from_table(value: object, where: str) -> tuple[SourceSettings, ...]:
    """The table ``[sources]`` of a settings file. Raises :class:`SettingsError` on whatever cannot be meant."""
    if not isinstance(value, dict):
        raise SettingsError(f"{where}: sources must be a table: [sources.NAME]")
    found = []
    for name, table in value.items():
        place = f"{where}: [sources.{name}]"
        if not isinstance(table, dict):
            raise SettingsError(f"{place} must be a table")
        found.append(_checked(_merged(SourceSettings(name), table, place), place))
    return tuple(found)


def from_environment(sources: Iterable[SourceSettings], env: Mapping[str, str]) -> tuple[tuple[SourceSettings, ...], set[str]]:
    """``sources`` with what the environment says of them and of the built-in ones, and the names of the variables used.

    Raises :class:`SettingsError` on a value that cannot be meant.
    """
    known = {name: SourceSettings(name) for name in LIVE_SOURCES} | {source.name: source for source in sources}
    used: set[str] = set()
    found = []
    for name, source in known.items():
        stem = f"GATE_{name.upper().replace('-', '_')}_"
        given = {key: stem + key.upper() for key in _KEYS if key != "protocol" and stem + key.upper() in env}
        used.update(given.values())
        changed = _merged(source, {key: _of_text(key, env[v], v) for key, v in given.items()}, "environment")
        changed = _checked(changed, f"environment: {name}")
        if changed != SourceSettings(name):
            found.append(changed)
    return tuple(found), used


def _merged(source: SourceSettings, values: Mapping[str, object], where: str) -> SourceSettings:
    for key, value in values.items():
        if key not in _KEYS:
            raise SettingsError(f"{where}: unknown key {key!r}; known: {', '.join(_KEYS)}")
        wanted = _TYPES.get(key, (str,))
        if type(value) not in wanted:
            raise SettingsError(f"{where}: {key} must be {' or '.join(t.__name__ for t in wanted)}, not {type(value).__name__}")
        if isinstance(value, int | float) and bool not in wanted and not 0 < value < float("inf"):
            raise SettingsError(f"{where}: {key} must be above 0")
        source = replace(source, **{key: value})  # type: ignore[arg-type]
    return source


def _checked(source: SourceSettings, where: str) -> SourceSettings:
    own = source.name not in LIVE_SOURCES
    if source.store:
        return _checked_store(source, where, own=own)
    if own and not source.protocol:
        raise SettingsError(
            f"{where}: no live source has this name; known: {', '.join(LIVE_SOURCES)}. "
            f"A service of your own needs protocol = {' or '.join(map(repr, PROTOCOLS))}, its url,"
            " or store = the address of a database."
        )
    if own and source.protocol not in PROTOCOLS:
        raise SettingsError(f"{where}: protocol {source.protocol!r} is not known; known: {', '.join(PROTOCOLS)}")
    if not own and source.protocol:
        raise SettingsError(f"{where}: the protocol of a built-in source is fixed")
    if source.name in PARTS and not source.enabled:
        raise SettingsError(f"{where}: it is a part of {PARTS[source.name]}, and is switched off with that")
    if not own and source.kinds:
        raise SettingsError(f"{where}: the kinds of a built-in source are fixed")
    if unknown := [kind for kind in source.kinds.split() if kind not in KINDS]:
        raise SettingsError(f"{where}: kinds: {unknown[0]!r} is not known; known: {', '.join(KINDS)}")
    _check_sru(source, where)
    needs_address = own and source.catalogue in {"", _WITHOUT_ADDRESS} and source.protocol not in _AT_HOME
    if (needs_address or source.url) and not _is_address(source.url):
        raise SettingsError(f"{where}: url must be an address that begins with http:// or https://, not {source.url!r}")
    return source


def _check_sru(source: SourceSettings, where: str) -> None:
    given = [key for key in _OF_SRU if getattr(source, key)]
    if source.protocol != "sru":
        if given:
            raise SettingsError(f"{where}: {given[0]} is for protocol = 'sru' only")
        return
    if source.kinds not in {"", "work"}:
        raise SettingsError(f"{where}: kinds: a catalogue is asked about works only")
    for key, known in (("catalogue", CATALOGUES), ("version", SRU_VERSIONS)):
        value = str(getattr(source, key))
        if value and value not in known:
            raise SettingsError(f"{where}: {key} {value!r} is not known; known: {', '.join(known)}")
    for pair in source.indexes.split():
        name, equals, index = pair.partition("=")
        if name not in INDEXES or not equals or not _INDEX.fullmatch(index):
            known_names = ", ".join(INDEXES)
            raise SettingsError(f"{where}: indexes: {pair!r} is none of {known_names} with = and the catalogue's name for it")


def _checked_store(source: SourceSettings, where: str, *, own: bool) -> SourceSettings:
    if not own:
        raise SettingsError(f"{where}: this is the name of a live source; a store needs the name of its snapshot")
    if source != SourceSettings(source.name, store=source.store):
        raise SettingsError(f"{where}: beside store nothing else can be set")
    try:
        parts = urlsplit(source.store)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in STORES or not (parts.netloc or parts.query):
        raise SettingsError(f"{where}: store must be an address that begins with {', '.join(f'{one}://' for one in STORES)}")
    return source


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    plain = url.isascii() and url.isprintable() and " " not in url
    return plain and parts.scheme in {"http", "https"} and bool(parts.hostname) and port != 0 and not parts.fragment


def switched(sources: Iterable[SourceSettings], off: Collection[str], on: Collection[str] = ()) -> tuple[SourceSettings, ...]:
    """``sources`` with those named ``off`` and ``on`` switched so, whatever was said of them before.

    Raises :class:`UsageError` for a name that is no live source, and for one that is in both.
    """
    known = {source.name: source for source in sources}
    wanted = {**dict.fromkeys(off, False), **dict.fromkeys(on, True)}
    for name, enabled in wanted.items():
        source = known.get(name, SourceSettings(name))
        if source.store or not (name in LIVE_SOURCES or name in known):
            live = (*(one for one in LIVE_SOURCES if one not in PARTS), *(one.name for one in known.values() if one.protocol))
            raise UsageError(f"no live source is called {name!r}; known: {', '.join(live)}")
        if name in PARTS:
            raise UsageError(f"{name} is a part of {PARTS[name]}, and is switched with that")
        if enabled and name in off:
            raise UsageError(f"{name} cannot be both on and off")
        known[name] = replace(source, enabled=enabled)
    return tuple(source for source in known.values() if source != SourceSettings(source.name))


def _of_text(key: str, text: str, variable: str) -> object:
    if key == "enabled":
        said = {"true": True, "1": True, "false": False, "0": False}.get(text.strip().lower())
        if said is None:
            raise SettingsError(f"{variable}: {text!r} is neither true nor false")
        return said
    if key not in _TYPES:
        return text
    try:
        return int(text) if key == "concurrency" else float(text)
    except ValueError:
        raise SettingsError(f"{variable}: {text!r} is not a number") from None
