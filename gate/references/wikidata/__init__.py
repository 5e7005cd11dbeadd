"""Wikidata as a source. Importing this loads neither requests nor SPARQLWrapper."""

from gate.references.wikidata.source import Wikidata

__all__ = ["Wikidata"]
