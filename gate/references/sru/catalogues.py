"""Catalogues that are known by name: where they are, which version and schema to ask for, and what their indexes are called.

They were put together without asking the services: some addresses were looked up in the libraries' pages, the others and most
index names are as commonly known, and may be out of date. What a catalogue says of itself (explain) goes before them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gate.source_settings import INDEXES

#: what the gate asks for: by identifiers, then by description
ASKED_FOR = INDEXES


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One catalogue.

    ``url``      base address; empty where every library has its own
    ``version``  of SRU
    ``schema``   the record schema to ask for, by the name that the server gives it
    ``indexes``  what is asked for (:data:`ASKED_FOR`) -> the server's index
    ``page``     where a person sees a record; ``{id}`` is its control number
    """

    url: str = ""
    version: str = ""
    schema: str = ""
    indexes: Mapping[str, str] = field(default_factory=dict)
    page: str = ""


CATALOGUES: dict[str, Catalogue] = {
    "alma": Catalogue(
        "",
        "1.2",
        "marcxml",
        {
            "isbn": "alma.isbn",
            "issn": "alma.issn",
            "lccn": "alma.lccn",
            "oclc": "alma.oclc_control_number_035_a",
            "nbn": "alma.national_bibliography_number",
            "title": "alma.title",
            "creator": "alma.creator",
            "year": "alma.main_pub_date",
        },
    ),
    "dnb": Catalogue(
        "https://services.dnb.de/sru/dnb",
        "1.1",
        "MARC21-xml",
        {
            "isbn": "dnb.num",
            "issn": "dnb.num",
            "nbn": "dnb.num",
            "title": "dnb.tit",
            "creator": "dnb.per",
            "year": "dnb.jhr",
        },
        "https://d-nb.info/{id}",
    ),
    "k10plus": Catalogue(
        "https://sru.k10plus.de/opac-de-627",
        "1.1",
        "marcxml",
        {"isbn": "pica.isb", "issn": "pica.iss", "title": "pica.tit", "creator": "pica.per", "year": "pica.jah"},
        "https://uri.gbv.de/document/opac-de-627:ppn:{id}",
    ),
    "libris": Catalogue(
        "https://api.libris.kb.se/sru/libris",
        "1.1",
        "marcxml",
        {
            "isbn": "bath.isbn",
            "issn": "bath.issn",
            "title": "dc.title",
            "creator": "dc.creator",
            "year": "dc.date",
        },
        "https://libris.kb.se/bib/{id}",
    ),
    "loc": Catalogue(
        "http://lx2.loc.gov:210/LCDB",
        "1.1",
        "marcxml",
        {
            "isbn": "bath.isbn",
            "issn": "bath.issn",
            "lccn": "bath.lccn",
            "title": "dc.title",
            "creator": "dc.creator",
            "year": "dc.date",
        },
    ),
    "sudoc": Catalogue(
        "https://www.sudoc.abes.fr/cbs/sru/",
        "1.1",
        "unimarc",
        {"isbn": "isb", "issn": "isn", "title": "mti", "creator": "aut", "year": "apu"},
        "https://www.sudoc.fr/{id}",
    ),
}
#: index names by which other servers say the same, best first: of the Bath profile, Dublin Core, bib, Alma, PICA, DNB, rec
_COMMON: dict[str, tuple[str, ...]] = {
    "isbn": ("bath.isbn", "bib.isbn", "alma.isbn", "pica.isb", "dc.isbn", "rec.isbn", "isbn", "isb", "dnb.num"),
    "issn": ("bath.issn", "bib.issn", "alma.issn", "pica.iss", "dc.issn", "issn", "isn", "dnb.num"),
    "lccn": ("bath.lccn", "bib.lccn", "alma.lccn", "lccn"),
    "oclc": ("bib.oclc", "alma.oclc_control_number_035_a", "oclc"),
    "nbn": ("alma.national_bibliography_number", "bath.nationalbibliographynumber", "dnb.num"),
    "title": ("dc.title", "bath.title", "bib.title", "alma.title", "pica.tit", "dnb.tit", "title", "mti"),
    "creator": ("dc.creator", "bath.author", "bib.name", "alma.creator", "pica.per", "dnb.per", "creator", "author", "aut"),
    "year": ("dc.date", "bib.dateissued", "alma.main_pub_date", "pica.jah", "dnb.jhr", "year", "apu"),
}


def indexes_among(listed: frozenset[str]) -> dict[str, str]:
    """Which of the indexes that a server lists (``set.name``, lower case) to ask for what."""
    found = {}
    for asked_for, names in _COMMON.items():
        known = next((name for name in names if name in listed), "")
        if known:
            found[asked_for] = known
    return found
