"""The embedded store of reference graphs: import, index, look-up, search.

``list_snapshots``, ``info``, ``verify``, ``remove`` and ``import_snapshot`` are what ``gate refs`` calls; a run gets its sources
from :func:`gate.references.sources.open_sources`.
"""

from typing import TYPE_CHECKING

from gate.references.local.catalogue import Listed, LocalSource, Verified, info, list_snapshots, local_sources, remove, verify
from gate.references.local.manifest import Completeness, DataFile, Manifest, load_manifest
from gate.references.local.store import AS_DEPOSITED, LocalSnapshot
from gate.references.local.unavailable import UnavailableSnapshot

if TYPE_CHECKING:
    from gate.references.local.importing import IMPORT_FORMATS, import_snapshot

__all__ = [
    "AS_DEPOSITED",
    "IMPORT_FORMATS",
    "Completeness",
    "DataFile",
    "Listed",
    "LocalSnapshot",
    "LocalSource",
    "Manifest",
    "UnavailableSnapshot",
    "Verified",
    "import_snapshot",
    "info",
    "list_snapshots",
    "load_manifest",
    "local_sources",
    "remove",
    "verify",
]


def __getattr__(name: str) -> object:
    """Importing data is seldom what a run is for: its modules are loaded when they are asked for."""
    if name in ("IMPORT_FORMATS", "import_snapshot"):
        from gate.references.local import importing

        return getattr(importing, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
