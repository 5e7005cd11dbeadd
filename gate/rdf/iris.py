"""IRIs of entities and identifiers, both ways."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote, unquote

from gate.model import Identifier

ENTITY = "https://w3id.org/catalog-gate/entity/"
_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20\x7f-\xa0<>\"{}|\\^`\ud800-\udfff]+")
_SAFE = "!$&'()*+,;=:@/~"

# scheme -> IRI prefixes; the first is written, all are read
_PREFIXES = {
    "wikidata": ("http://www.wikidata.org/entity/", "https://www.wikidata.org/entity/", "https://www.wikidata.org/wiki/"),
    "doi": ("https://doi.org/", "http://doi.org/", "http://dx.doi.org/", "https://dx.doi.org/", "info:doi/", "doi:"),
    "orcid": ("https://orcid.org/", "http://orcid.org/"),
    "isni": ("https://isni.org/isni/", "http://www.isni.org/isni/", "http://isni.org/isni/", "https://www.isni.org/isni/"),
    "viaf": ("http://viaf.org/viaf/", "https://viaf.org/viaf/"),
    "gnd": ("https://d-nb.info/gnd/", "http://d-nb.info/gnd/"),
    "pmid": (
        "https://pubmed.ncbi.nlm.nih.gov/",
        "http://www.ncbi.nlm.nih.gov/pubmed/",
        "https://www.ncbi.nlm.nih.gov/pubmed/",
        "info:pmid/",
    ),
    "arxiv": ("https://arxiv.org/abs/", "http://arxiv.org/abs/"),
    "isbn": ("urn:isbn:", "urn:ISBN:"),
    "issn": ("urn:issn:", "urn:ISSN:", "https://portal.issn.org/resource/ISSN/"),
    "oclc": ("http://www.worldcat.org/oclc/", "https://www.worldcat.org/oclc/"),
    "openalex": ("https://openalex.org/",),
    "ror": ("https://ror.org/",),
    "fast": ("http://id.worldcat.org/fast/", "https://id.worldcat.org/fast/"),
    "mesh": ("http://id.nlm.nih.gov/mesh/", "https://id.nlm.nih.gov/mesh/"),
    "geonames": ("https://sws.geonames.org/", "http://sws.geonames.org/", "https://www.geonames.org/"),
    "dbpedia": ("http://dbpedia.org/resource/", "https://dbpedia.org/resource/"),
}
_AUTHORITY = re.compile(r"https?://id\.loc\.gov/authorities/(?:names|subjects|genreForms|childrensSubjects)/([a-z]{1,3}\d+)")
_READ = tuple((prefix, scheme) for scheme, prefixes in _PREFIXES.items() for prefix in prefixes)


def is_iri(text: str) -> bool:
    """Whether ``text`` is an absolute IRI that RDF can write as it stands."""
    return _IRI.fullmatch(text) is not None


def entity_iri(entity_id: str) -> str:
    """The IRI of an entity: its id where that is one, else one made from the id."""
    if is_iri(entity_id) and not entity_id.startswith(ENTITY):
        return entity_id
    return ENTITY + quote(entity_id, safe="", errors="surrogatepass")


def entity_id(iri: str) -> str:
    """The id of the entity that :func:`entity_iri` gave ``iri``."""
    return unquote(iri[len(ENTITY) :], errors="surrogatepass") if iri.startswith(ENTITY) else iri


@lru_cache(maxsize=16384)
def identifier_iri(identifier: Identifier) -> str:
    """The IRI of what ``identifier`` denotes; empty where the scheme has none, or reading it would not give it back."""
    scheme, value = identifier.scheme, identifier.value
    if scheme == "iri":
        iri = value
    elif scheme == "lccn":
        iri = f"http://id.loc.gov/authorities/{'subjects' if value.startswith(('sh', 'sj')) else 'names'}/{value}"
    elif scheme in _PREFIXES:
        iri = _PREFIXES[scheme][0] + quote(value, safe=_SAFE, errors="replace")
    else:
        return ""
    return iri if is_iri(iri) and iri_identifier(iri) == identifier else ""


@lru_cache(maxsize=16384)
def iri_identifier(iri: str) -> Identifier:
    """What ``iri`` identifies, in the scheme it belongs to, else ``iri`` itself."""
    found = _AUTHORITY.fullmatch(iri)
    if found:
        return Identifier("lccn", found[1])
    for prefix, scheme in _READ:
        if iri.startswith(prefix):
            value = unquote(iri[len(prefix) :].rstrip("/"))
            if value:
                return Identifier(scheme, value.lower() if scheme == "doi" else value)
    return Identifier("iri", iri)
