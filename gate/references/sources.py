"""Every source of a run: the shipped snapshots, then the user's own, then the live services, in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from gate.errors import UsageError
from gate.model import Kind, Reason, Role, SnapshotInfo
from gate.references.local.building import Progress, quiet
from gate.references.local.catalogue import local_sources
from gate.references.local.unavailable import UnavailableSnapshot
from gate.references.source import Source
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Http


class Sources:
    """The sources of a run, in the order in which they are asked. A context manager: leaving it closes them.

    A source that is there but cannot answer is among them all the same, and answers Unavailable. ``http`` is what the live ones
    ask through, where there are any. ``switched_off`` has the names of those among them that the settings leave out.
    """

    def __init__(
        self, sources: Iterable[Source], http: Http | None = None, *, sends: bool = True, switched_off: Iterable[str] = ()
    ) -> None:
        self.all = tuple(sources)
        self.switched_off = tuple(switched_off)
        self._http = http
        self._sends = sends
        names = [source.name for source in self.all]
        if len(set(names)) != len(names):
            raise UsageError(f"two sources have one name: {', '.join(sorted(n for n in set(names) if names.count(n) > 1))}")

    def __enter__(self) -> Sources:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.all)

    @property
    def live(self) -> bool:
        """Whether any of them is a live service, so that answers have to be waited for; those of an offline run are at hand."""
        off = self.switched_off
        return self._sends and any(not s.as_of and not isinstance(s, _Held) and s.name not in off for s in self.all)

    def get(self, name: str) -> Source | None:
        """The source called ``name``."""
        return next((source for source in self.all if source.name == name), None)

    def for_kind(self, kind: Kind) -> tuple[Source, ...]:
        """Every source that knows about things of ``kind``, references before oracles."""
        return self.references(kind) + self.oracles(kind)

    def references(self, kind: Kind) -> tuple[Source, ...]:
        """Those that may accuse."""
        return tuple(s for s in self.all if kind in s.kinds and s.role is Role.REFERENCE)

    def oracles(self, kind: Kind) -> tuple[Source, ...]:
        """Those that may only confirm."""
        return tuple(s for s in self.all if kind in s.kinds and s.role is Role.ORACLE)

    def infos(self) -> tuple[SnapshotInfo, ...]:
        """What the manifest of a run says of each source that may be asked."""
        return tuple(_info(source) for source in self.all if source.name not in self.switched_off)

    def warnings(self) -> tuple[str, ...]:
        """What the user should know: sources that are not there, indexes kept in a temporary folder, live services asked by a
        stranger."""
        local = tuple(text for source in self.all if isinstance(source, _Held) for text in source.warnings)
        return local if self._http is None else (*local, *self._http.warnings())

    def close(self) -> None:
        """Close what is open. A source that is asked again opens itself again."""
        for source in self.all:
            if isinstance(source, _Held):
                source.close()
        if self._http is not None:
            self._http.close()


def _unwatched(source: str, what: str) -> None:
    del source, what


def open_sources(
    settings: Settings,
    *,
    offline: bool = True,
    only: Iterable[str] | None = None,
    without: Iterable[str] = (),
    progress: Progress = quiet,
    record: Path | None = None,
    replay: Path | None = None,
    watch: Callable[[str, str], None] = _unwatched,
) -> Sources:
    """The sources of a run. Nothing is read but manifests: each snapshot is opened, and at first use indexed, when first asked.
    Nothing is sent before a live service is asked.

    ``only``     the names of the sources to use; the others are not there at all
    ``without``  the names of sources to leave out: they stay in the list and answer Unavailable, as if they were lost
    ``offline``  send nothing: live services answer from earlier runs alone, and are not there where there was none
                 (one that the settings switch off is not asked either way)
    ``record``   a folder to keep every live exchange in
    ``replay``   a folder of kept exchanges, from which alone the live services answer, offline or not
    ``watch``    told which live service is asked and what stands down, as with :class:`~gate.references.http.Http`

    Raises :class:`UsageError` where a name is not known, or ``record`` or ``replay`` cannot be used.
    """
    from gate.references.live import answers_kept, live_names

    local: tuple[Source, ...] = (*local_sources(settings, progress=progress), *_stores(settings))
    live = live_names(settings)
    names = [*(source.name for source in local), *live]
    wanted, lost = None if only is None else list(only), list(without)
    for name in (*(wanted or ()), *lost):
        if name not in names:
            raise UsageError(f"no source is called {name!r}; known: {', '.join(names)}")
    named = {*(wanted or ()), *lost}
    if offline and replay is None and not answers_kept(settings):
        live = tuple(name for name in live if name in named)
    chosen = [name for name in live if wanted is None or name in wanted]
    here = [source for source in local if wanted is None or source.name in wanted]
    if not chosen:
        return Sources(_left_out(source) if source.name in lost else source for source in here)
    from gate.references.http import Http
    from gate.references.live import live_sources

    unsent = offline and replay is None
    http = Http(settings, offline=unsent, record=record, replay=replay, watch=watch)
    opened = live_sources(http, settings, chosen)
    found = (*here, *(_as_set(source, settings, unsent=unsent) for source in opened))
    off = [name for name in chosen if not settings.source(name).enabled]
    return Sources(
        (_left_out(source) if source.name in lost else source for source in found), http, sends=not unsent, switched_off=off
    )


def _as_set(source: Source, settings: Settings, *, unsent: bool) -> Source:
    """A live source as this run has it: switched off, with kept answers alone, or as it is."""
    from gate.references.live_source import SwitchedOff, from_cache

    if not settings.source(source.name).enabled:
        return SwitchedOff(source)
    return from_cache(source) if unsent else source


def _stores(settings: Settings) -> tuple[Source, ...]:
    """Snapshots in databases: they are asked in offline runs too, as others are."""
    if not any(one.store for one in settings.sources):
        return ()
    from gate.references.stores import shared_stores

    return shared_stores(settings)


@runtime_checkable
class _Held(Protocol):
    """A snapshot, wherever it is kept."""

    @property
    def warnings(self) -> tuple[str, ...]: ...

    def info(self) -> SnapshotInfo: ...

    def close(self) -> None: ...


def _left_out(source: Source) -> Source:
    return UnavailableSnapshot(
        source.name, Reason.MISSING, "left out of this run", source.kinds, source.role, source.as_of, source.offers
    )


def _info(source: Source) -> SnapshotInfo:
    if isinstance(source, _Held):
        return source.info()
    return SnapshotInfo(source.name, source.as_of, "", str(source.role))
