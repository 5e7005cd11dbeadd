"""Vocabularies of subjects by their codes in MARC's list of subject sources, as records name them: code, name or address.

MODS says ``authority`` or ``authorityURI``, DataCite ``subjectScheme`` or ``schemeUri``, other JSON whatever its writer chose.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gate.model import Identifier

#: parts of an address of a vocabulary, or of a heading in it, and its code
_ADDRESSES = (
    ("id.loc.gov/authorities/subjects", "lcsh"),
    ("id.loc.gov/authorities/childrenssubjects", "lcshac"),
    ("id.loc.gov/authorities/genreforms", "lcgft"),
    ("id.loc.gov/authorities/names", "naf"),
    ("id.loc.gov/vocabulary/subjectschemes/", ""),  # what stands behind it is the code
    ("id.worldcat.org/fast", "fast"),
    ("fast.oclc.org", "fast"),
    ("id.nlm.nih.gov/mesh", "mesh"),
    ("nlm.nih.gov/mesh", "mesh"),
    ("d-nb.info/gnd", "gnd"),
    ("d-nb.info/standards/elementset/gnd", "gnd"),
    ("lobid.org/gnd", "gnd"),
    ("vocab.getty.edu/aat", "aat"),
    ("vocab.getty.edu/tgn", "tgn"),
    ("vocab.getty.edu/ulan", "ulan"),
    ("zbw.eu/stw", "stw"),
    ("yso.fi/onto/yso", "yso"),
    ("aims.fao.org/aos/agrovoc", "agrovoc"),
)
#: names without blanks and marks, and codes that people write otherwise
_NAMES = {
    "libraryofcongresssubjectheadings": "lcsh",
    "lcsubjectheadings": "lcsh",
    "libraryofcongresssubjectheadingslcsh": "lcsh",
    "libraryofcongresschildrensandyoungadultssubjectheadings": "lcshac",
    "libraryofcongressgenreformtermsforlibraryandarchivalmaterials": "lcgft",
    "libraryofcongressgenreformterms": "lcgft",
    "libraryofcongressnameauthorityfile": "naf",
    "lcnaf": "naf",
    "facetedapplicationofsubjectterminology": "fast",
    "medicalsubjectheadings": "mesh",
    "medicalsubjectheadingsmesh": "mesh",
    "meshterms": "mesh",
    "meshheadings": "mesh",
    "gemeinsamenormdatei": "gnd",
    "artandarchitecturethesaurus": "aat",
    "swd": "gnd",
}
_CODE = re.compile(r"[a-z][a-z0-9]{1,20}(?:[/-][a-z0-9]{1,20})?")
_OF_LCCN = {"sh": "lcsh", "sj": "lcshac", "gf": "lcgft", "n": "naf", "nb": "naf", "nr": "naf", "no": "naf", "ns": "naf"}
_NUMBERS = {**dict.fromkeys(_OF_LCCN.values(), "lccn"), "gnd": "gnd", "fast": "fast", "mesh": "mesh"}
_OF_SCHEME = {"gnd": "gnd", "fast": "fast", "mesh": "mesh"}


@lru_cache(maxsize=1024)
def vocabulary_code(text: str) -> str:
    """The code that ``text`` stands for; empty where it is no code, name or address of a vocabulary that is known.

    A code that is not known stays as it is, in lower case: a library may have its own.
    """
    lower = text.strip().lower().rstrip(".")
    if "/" in lower and "." in lower:
        for part, code in _ADDRESSES:
            if part in lower:
                return code or lower.rstrip("/").rpartition("/")[2]
        return ""
    letters = re.sub(r"[\W_]+", "", lower)
    return _NAMES.get(letters) or (lower if _CODE.fullmatch(lower) else "")


def code_of_identifier(identifier: Identifier) -> str:
    """The code of the vocabulary that a heading's identifier is from; empty where it may be from any."""
    if identifier.scheme == "lccn":
        return _OF_LCCN.get(identifier.value.rstrip("0123456789"), "")
    if identifier.scheme == "iri":
        return vocabulary_code(identifier.value)
    return _OF_SCHEME.get(identifier.scheme, "")


def number_in(code: str, text: str) -> Identifier | None:
    """A bare number (``sh85021262``, ``D002415``) as the identifier of a heading of this vocabulary; None for what is none."""
    from gate.normalise import identifiers

    scheme = _NUMBERS.get(code, "")
    if not scheme or ":" in text or "/" in text:
        return None
    found = identifiers.parse(scheme, text).identifier
    return found if found is not None and (scheme != "lccn" or code_of_identifier(found)) else None
