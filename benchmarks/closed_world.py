"""A world in which a snapshot is all there is: labelled works imported as one, and citations checked over it.

Everything goes the way that a user's data goes: the works are imported with ``gate refs import`` into a folder of their own, the
entries are read as a bibliography, and each is checked by :mod:`gate.comparison.citations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from gate.comparison.citations import check_citations
from gate.comparison.reference_list import ReferenceList
from gate.model import CitationResult, Kind, Record, Statement
from gate.records import read_bytes
from gate.records.bibliography import gather
from gate.references.local import import_snapshot
from gate.references.sources import Sources, open_sources
from gate.settings import Settings

#: what a snapshot may claim, from the least to a world without anything beyond it
WORLDS = {
    "every work is held": ("entities:work",),
    "every work and every DOI is held": ("entities:work", "identifiers:doi"),
    "nothing else is to be known": ("entities:work", "identifiers:doi", "properties:doi", "properties:container"),
}


@contextmanager
def closed_world(
    data: bytes, suffix: str, complete_for: Sequence[str], form: str = "auto", kind: Kind = Kind.WORK
) -> Iterator[Sources]:
    """The only source of a run: ``data``, a file of this suffix, imported into a settings folder that goes with the world."""
    with TemporaryDirectory(prefix="closed-world-") as folder:
        settings = Settings(cache_folder=str(Path(folder, "cache")), references_folder=str(Path(folder, "snapshots")))
        file = Path(folder, f"holdings{suffix}")
        file.write_bytes(data)
        import_snapshot([file], settings, name="holdings", format=form, kind=kind, complete_for=complete_for)
        with open_sources(settings, only=["holdings"]) as sources:
            yield sources


def citations_of(bibtex: str) -> tuple[Statement, ...]:
    """The entries of a BibTeX file as citations; the path of each is its key."""
    items = list(read_bytes(bibtex.encode(), "entries.bib", "bibtex", settings=Settings()))
    unread = [item for item in items if not isinstance(item, Record)]
    if unread:
        raise ValueError(f"not readable: {unread[0]}")
    return gather([item for item in items if isinstance(item, Record)]).all("citations")


def check(citations: Sequence[Statement], sources: Sources) -> tuple[CitationResult, ...]:
    """The outcome of each citation, in order, without any reference list."""
    return check_citations(citations, ReferenceList(()), sources.for_kind(Kind.WORK))
