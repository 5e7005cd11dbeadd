"""The live services, by name: which class asks each, one line a source. Nothing of a source is imported until it is opened.

A class is called with the :class:`~gate.references.http.Http` of the run and the settings, and gives a
:class:`~gate.references.source.Source`; one of :data:`PROTOCOLS` also with the name that the user gave to the service.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from typing import TYPE_CHECKING, cast

from gate.references.source import Source
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Http

LIVE: dict[str, str] = {
    "crossref": "gate.references.crossref:Crossref",
    "datacite": "gate.references.datacite:DataCite",
    "doi": "gate.references.doi:Doi",
    "pubmed": "gate.references.pubmed:PubMed",
    "wikidata": "gate.references.wikidata:Wikidata",
    "dbpedia": "gate.references.dbpedia:DBpedia",
    "openalex": "gate.references.openalex:OpenAlex",
    "locgov": "gate.references.authorities.locgov:LocGov",
    "gnd": "gate.references.authorities.gnd:Gnd",
    "viaf": "gate.references.authorities.viaf:Viaf",
    "orcid": "gate.references.authorities.orcid:Orcid",
    "isni": "gate.references.authorities.isni:Isni",
    "fast": "gate.references.authorities.fast:Fast",
    "mesh": "gate.references.authorities.mesh:Mesh",
    "getty": "gate.references.authorities.getty:Getty",
}
"""In the order in which they are asked: the agencies before the handle system, which can only say that a DOI exists. The
authority files at the end are asked only about headings and identifiers that claim to be theirs, so that they cost nothing
where a record has none.
"""

PROTOCOLS: dict[str, str] = {
    "reconciliation": "gate.references.reconciliation:Reconciliation",
    "sru": "gate.references.sru:Sru",
    "openlibrary": "gate.references.openlibrary:OpenLibrary",
    "googlebooks": "gate.references.googlebooks:GoogleBooks",
}
"""Services of the user's own (``protocol`` of ``[sources.NAME]``), by what they speak."""


def live_names(settings: Settings) -> tuple[str, ...]:
    """Every live source: the built-in ones, then the user's own in the order of the settings."""
    return (*LIVE, *(one.name for one in settings.sources if one.protocol in PROTOCOLS))


def answers_kept(settings: Settings) -> bool:
    """Whether an earlier run may have left answers to use offline."""
    return (settings.cache / "live").is_dir()  # as gate.references.http has it, which an offline run need not import


def live_sources(http: Http, settings: Settings, names: Collection[str] | None = None) -> tuple[Source, ...]:
    """The live sources called ``names`` (all of them, without it), in the order of :func:`live_names`. Nothing is asked yet."""
    wanted = [name for name in live_names(settings) if names is None or name in names]
    return tuple(_opened(name, http, settings) for name in wanted)


def _opened(name: str, http: Http, settings: Settings) -> Source:
    if name in LIVE:
        return cast("Callable[[Http, Settings], Source]", _loaded(LIVE[name]))(http, settings)
    place = PROTOCOLS[settings.source(name).protocol]
    return cast("Callable[[Http, Settings, str], Source]", _loaded(place))(http, settings, name)


def _loaded(place: str) -> object:
    module, _, name = place.partition(":")
    return cast("object", getattr(import_module(module), name))
