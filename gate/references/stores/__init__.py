"""Stores that many machines ask: a snapshot in PostgreSQL, or in OpenSearch, as a source.

Each holds what an index file holds, and is asked the same few look-ups (:class:`gate.references.local.rows.Rows`): answers,
ranking and completeness are those of a snapshot on this machine.
"""

from gate.references.stores.publishing import publish
from gate.references.stores.shared import SharedStore, shared_stores

__all__ = ["SharedStore", "publish", "shared_stores"]
