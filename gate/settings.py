"""Settings: named defaults, then gate.toml (working folder, or GATE_SETTINGS), then GATE_* variables. Unknown keys are errors."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from gate.errors import SettingsError
from gate.source_settings import SourceSettings, from_environment, from_table, switched

SETTINGS_FILE = "gate.toml"
NOT_SETTINGS = frozenset({"GATE_DEBUG", "GATE_SETTINGS", "GATE_SHARED_DATA", "GATE_TOKEN"})


def _cache_home() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return Path(base) if base else Path.home() / ".cache"


def _data_home() -> Path:
    base = os.environ.get("XDG_DATA_HOME")
    return Path(base) if base else Path.home() / ".local" / "share"


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default.

    ``rules``              rule set used when the call names none: a name from ``gate rules list`` or a path
    ``cache_folder``       where indexes and answers are kept; empty means the user's cache folder
    ``references_folder``  a folder of the user's own snapshots, beside the shipped ones; empty means ``snapshots`` in the cache
    ``mapping``            mapping file of tables (CSV, TSV, XLSX); empty means that columns are known by their names
    ``max_file_bytes``     larger inputs are refused, bytes
    ``max_depth``          deeper nested inputs are refused, levels
    ``max_records``        records read from one input at most
    ``queue_url``          database of the review queue, ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``;
                           empty means a file in the user's data folder
    ``queue_reviews``      what needs review also goes into the queue, as with ``gate check --queue``: ``true`` or ``false``
    ``read_text``          abstracts, notes and biographies are read too, as with ``gate check --text``: ``true`` or ``false``
    ``contact``            e-mail address given to live services
    ``staleness_days``     snapshots older than this are marked stale, days
    ``deadline_seconds``   time for all live look-ups of a run together, from the first one on, seconds
    ``timeout_seconds``    time for one attempt at one look-up, seconds
    ``connect_seconds``    time to find and reach a host, seconds; what takes longer stands down at once
    ``max_attempts``       attempts at one look-up, with 1, 2, 4, 8 ... seconds between them
    ``max_retry_after``    longest ``Retry-After`` of a service that is waited for, seconds; it stands down where it asks for more
    ``breaker_failures``   a host stands down after so many failures in a row
    ``breaker_seconds``    a host that stands down is tried once more after so many seconds
    ``max_body_bytes``     larger answers are refused, bytes, counted unpacked
    ``cache_days``         an answer is asked for again after so many days
    ``cache_absent_days``  the answer that something is not held is asked for again after so many days
    ``workers``            live look-ups in flight at once; each service has its own limit too
    ``server_body_bytes``  the server refuses larger bodies of a check or a form, bytes
    ``server_batch_bytes`` the server refuses larger batches, bytes
    ``server_records``     the server checks at most so many records in one call; more go in as a batch
    ``server_waiting``     checks that run or wait in one server process; one more is told to come back later
    ``server_rate``        calls a minute that one token, or without tokens one address, may make of one server process
    ``server_name``        name under which the server is reached, as in the ``Host`` header, beside that of the loopback
    ``callback_secret``    key that callbacks are signed with; without one none is sent
    ``callback_private``   also call back private and loopback addresses: ``true`` or ``false``
    ``sources``            live services, each a table ``[sources.NAME]`` with url, rate, concurrency, api_key, enabled
    """

    rules: str = "default"
    cache_folder: str = ""
    references_folder: str = ""
    mapping: str = ""
    max_file_bytes: int = 100_000_000
    max_depth: int = 100
    max_records: int = 1_000_000
    queue_url: str = field(default="", repr=False)  # may hold a password
    queue_reviews: bool = False
    read_text: bool = False
    contact: str = ""
    staleness_days: int = 730
    deadline_seconds: int = 30
    timeout_seconds: int = 15
    connect_seconds: int = 3
    max_attempts: int = 5
    max_retry_after: int = 10
    breaker_failures: int = 5
    breaker_seconds: int = 10
    max_body_bytes: int = 20_000_000
    cache_days: int = 30
    cache_absent_days: int = 1
    workers: int = 8
    server_body_bytes: int = 10_000_000
    server_batch_bytes: int = 100_000_000
    server_records: int = 500
    server_waiting: int = 128
    server_rate: int = 6_000
    server_name: str = ""
    callback_secret: str = field(default="", repr=False)
    callback_private: bool = False
    sources: tuple[SourceSettings, ...] = ()

    @property
    def cache(self) -> Path:
        """The cache folder as a path; it may not exist yet."""
        return Path(self.cache_folder) if self.cache_folder else _cache_home() / "catalog-gate"

    @property
    def references(self) -> Path:
        """The folder of the user's own snapshots; it may not exist yet."""
        return Path(self.references_folder) if self.references_folder else self.cache / "snapshots"

    @property
    def queue_file(self) -> Path:
        """Where the queue lies when ``queue_url`` is empty; it may not exist yet."""
        return _data_home() / "catalog-gate" / "queue.db"

    def with_sources(self, off: Collection[str] | None = None, on: Collection[str] | None = None) -> Settings:
        """These settings with the live sources of these names switched off and on. Raises :class:`UsageError` for other names."""
        return replace(self, sources=switched(self.sources, off or (), on or ())) if off or on else self

    def source(self, name: str) -> SourceSettings:
        """What the user says of the live source ``name``; all empty where nothing is said."""
        return next((source for source in self.sources if source.name == name), SourceSettings(name))


_TYPES = {f.name: type(getattr(Settings(), f.name)) for f in fields(Settings) if f.name != "sources"}


def load_settings(environ: Mapping[str, str] | None = None, folder: Path | None = None) -> Settings:
    """Read settings. Raises :class:`SettingsError` on an unknown key, a wrong type or an unreadable file."""
    env = os.environ if environ is None else environ
    named = env.get("GATE_SETTINGS")
    file = Path(named) if named else (folder or Path()) / SETTINGS_FILE
    settings = Settings()
    if named or file.is_file():
        settings = _merge(settings, _read(file), str(file))
    sources, used = from_environment(settings.sources, env)
    settings = replace(settings, sources=sources)
    given = {k[5:].lower(): v for k, v in env.items() if k.startswith("GATE_") and k not in NOT_SETTINGS | used}
    return _merge(settings, {k: _from_text(k, v) for k, v in given.items()}, "environment")


def _read(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"{file}: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file}: not a TOML file: {error}") from error


def _from_text(key: str, text: str) -> object:
    if _TYPES.get(key) is bool:
        return {"true": True, "1": True, "false": False, "0": False}.get(text.strip().lower(), text)
    if _TYPES.get(key) is not int:
        return text
    try:
        return int(text)
    except ValueError:
        raise SettingsError(f"GATE_{key.upper()}: {text!r} is not a whole number") from None


def _merge(settings: Settings, values: Mapping[str, object], where: str) -> Settings:
    for key, value in values.items():
        if key == "sources" and where != "environment":
            settings = replace(settings, sources=from_table(value, where))
            continue
        wanted = _TYPES.get(key)
        if wanted is None:
            raise SettingsError(f"{where}: unknown setting {key!r}; known: {', '.join(sorted((*_TYPES, 'sources')))}")
        if type(value) is not wanted:
            raise SettingsError(f"{where}: {key} must be {wanted.__name__}, not {type(value).__name__}")
        if type(value) is int and value < 1:
            raise SettingsError(f"{where}: {key} must be at least 1")
        settings = replace(settings, **{key: value})  # type: ignore[arg-type]
    return settings
