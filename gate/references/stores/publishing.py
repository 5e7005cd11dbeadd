"""``gate refs publish``: a snapshot of this machine into a store that many machines ask."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gate.errors import SnapshotError
from gate.model import Entity
from gate.references.local.building import Progress, quiet
from gate.references.local.catalogue import info
from gate.references.local.filing import Filed, filed
from gate.references.local.index import check_data, entities_of
from gate.references.local.manifest import Manifest, manifest_text
from gate.references.stores.backend import StoreFailedError, backend, without_password
from gate.settings import Settings

_BATCH = 1_000


def publish(name: str, url: str, settings: Settings, *, progress: Progress = quiet) -> Manifest:
    """Put the snapshot ``name`` into the store at ``url``, in the place of what is published there under this name.

    What is there is asked until the new one is whole. A call that was stopped or killed goes on where it was. Raises
    :class:`SnapshotError` where the snapshot is damaged or the store does not take it.
    """
    manifest = info(name, settings)
    check_data(manifest, settings)
    store = backend(url, manifest.name, settings.timeout_seconds)
    try:
        seen = store.begin(manifest_text(manifest), manifest.sha256)
        total = dict(manifest.counts).get("entities")
        for rows in _filed(islice(entities_of(manifest), seen, None), seen):
            seen += len(rows)
            store.add(rows, seen)
            progress("publishing", seen, total)
        store.finish()
    except StoreFailedError as error:
        raise SnapshotError(f"{without_password(url)}: {error.reason}: {error.detail}") from error
    finally:
        store.close()
    return manifest


def _filed(entities: Iterator[Entity], seen: int) -> Iterator[list[Filed]]:
    while batch := list(islice(entities, _BATCH)):
        yield [filed(n, entity) for n, entity in enumerate(batch, seen + 1)]
        seen += len(batch)
