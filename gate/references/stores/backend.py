"""What a database must offer to be a store, and which one an address means."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast
from urllib.parse import urlsplit

from gate.errors import MissingExtraError, UsageError
from gate.model import Reason
from gate.references.local.filing import Filed
from gate.references.local.rows import Rows

#: which module speaks to what, by the scheme of the address; the extra that brings its client
BACKENDS = {
    "postgresql": ("gate.references.stores.postgres:Postgres", "a store in PostgreSQL", "postgres"),
    "opensearch": ("gate.references.stores.opensearch:OpenSearchBackend", "a store in OpenSearch", "opensearch"),
    "opensearch+https": ("gate.references.stores.opensearch:OpenSearchBackend", "a store in OpenSearch", "opensearch"),
}


class StoreFailedError(Exception):
    """A store that did not answer, with the reason as sources give it. Never shown as it is."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Backend(Rows, Protocol):
    """A snapshot in a database. Every method raises :class:`StoreFailedError` where the database does not answer."""

    def manifest(self) -> str:
        """The manifest of the snapshot that is published, as TOML; empty where none is."""
        ...

    def begin(self, manifest: str, sha256: str) -> int:
        """Begin to publish a snapshot, or go on; gives how many of its entities were filed. What is published stays as it is."""
        ...

    def add(self, rows: Sequence[Filed], seen: int) -> None:
        """File entities; of two with one IRI the first is kept. ``seen`` is how many were filed then: all or nothing is kept."""
        ...

    def finish(self) -> None:
        """Put what was filed in the place of what is published, at once."""
        ...

    def close(self) -> None:
        """Close what is open; a later question opens it again."""
        ...


class _Opened(Protocol):
    def __call__(self, url: str, name: str, timeout: float) -> Backend: ...


def backend(url: str, name: str, timeout: float) -> Backend:
    """The store at ``url`` that holds the snapshot ``name``. Nothing is asked yet.

    Raises :class:`UsageError` for an address that is none, :class:`MissingExtraError` where its client is not installed.
    """
    if not is_store(url):
        raise UsageError(f"a store is at {', '.join(f'{scheme}://' for scheme in BACKENDS)}..., not at {without_password(url)!r}")
    place, what, extra = BACKENDS[urlsplit(url).scheme]
    module, _, name_of_class = place.partition(":")
    try:
        opened = cast("_Opened", getattr(import_module(module), name_of_class))
        return opened(url, name, timeout)
    except ModuleNotFoundError as error:
        raise MissingExtraError(what, extra) from error


def is_store(url: str) -> bool:
    """Whether an address can be that of a store."""
    try:
        return urlsplit(url).scheme in BACKENDS and bool(urlsplit(url).netloc or urlsplit(url).query)
    except ValueError:
        return False


def without_password(url: str) -> str:
    """An address as it may be shown."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "an address"
    user, at, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user.partition(':')[0]}{at}{host}").geturl()
