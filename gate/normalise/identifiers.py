"""Identifiers: normal form, form and check digit. Form and check digit say that an identifier could exist, never that it does.

Check digits are those of python-stdnum (ISBN ISO 2108, ISSN ISO 3297, ORCID and ISNI ISO 7064 MOD 11-2 after ISO 27729).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from gate.model import Identifier
from gate.normalise.markup import unescape

#: written in notes; the order is that in which they are noticed
TRAILING, AS_URL, UPPER_CASE, FULL_STOP, ENTITIES, VERSION = (
    "trailing text removed",
    "given as URL",
    "upper case",
    "full stop removed",
    "HTML entities decoded",
    "version removed",
)


@dataclass(frozen=True, slots=True)
class Parsed:
    """An identifier as read.

    ``identifier``  in normal form, or ``None`` when the text does not hold one of that scheme
    ``form_ok``     the text has the form of the scheme (perhaps with something around it, see ``note``)
    ``check_ok``    the check digit is right; ``None`` for schemes without one
    ``note``        what was tidied: ``given as URL``, ``trailing text removed`` ...; empty when the text was in order
    """

    identifier: Identifier | None
    form_ok: bool
    check_ok: bool | None = None
    note: str = ""


_UNREADABLE = Parsed(None, False)
_ALIASES = {
    "iri": "url",
    "uri": "url",
    "arxiv_id": "arxiv",
    "pmc": "pmcid",
    "qid": "wikidata",
    "isbn13": "isbn",
    "isbn10": "isbn",
}


@lru_cache(maxsize=16384)
def parse(scheme: str, text: str) -> Parsed:
    """Read ``text`` as an identifier of ``scheme`` (lower-case name; an unknown scheme keeps the text as it is). Never raises.

    A short DOI (``10/gf5wbp``) given as a DOI is an identifier of the scheme ``shortdoi``: sound, and not comparable with a DOI.
    """
    name = scheme.strip().lower()
    name = _ALIASES.get(name, name)
    stripped = "".join(c for c in text if not "\ud800" <= c <= "\udfff").strip().strip("\u200b\u200e\u200f\ufeff\u00ad")
    if not stripped:
        return _UNREADABLE
    decoded = unescape(stripped)
    notes = [ENTITIES] if decoded != stripped else []
    reader = _READERS.get(name)
    if reader is None:
        return Parsed(Identifier(name, decoded), True, None, "; ".join(notes)) if name else _UNREADABLE
    value, check_ok = reader(decoded, notes)
    if value is None and name == "doi" and (short := _SHORT_DOI.fullmatch(decoded)):
        return Parsed(Identifier("shortdoi", short[1].lower()), True, None, "; ".join(notes))
    if value is None:
        return Parsed(None, False, None, "; ".join(notes))
    return Parsed(Identifier("iri" if name == "url" else name, value), True, check_ok, "; ".join(notes))


_Reader = Callable[[str, list[str]], tuple[str | None, bool | None]]

_DOI = re.compile(r"10\.[0-9]{3,9}(?:\.[0-9]+)*/\S+", re.ASCII)
_DOI_PREFIX = re.compile(
    r"(?:https?://)?(?:dx\.|www\.)?doi\.(?:org|dk)/(?:api/handles/|doi:)?|info:doi/|urn:doi:|doi\s*[:=]?\s*", re.IGNORECASE
)
#: shortdoi.org: a handle of the prefix 10 that stands for a DOI; which one, only doi.org knows
_SHORT_DOI = re.compile(r"(?:https?://(?:dx\.|www\.)?doi\.org/|doi:\s*)?(10/[a-z0-9]{2,})", re.IGNORECASE | re.ASCII)
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}


def _doi(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
    """The DOI Handbook, 3.4: case folds for ASCII; a suffix may hold any character, so only unbalanced ends are cut off."""
    found = text
    prefix = _DOI_PREFIX.match(found)
    if prefix:
        found = found[prefix.end() :].lstrip()
        if prefix[0].lower().startswith(("http", "dx.", "www.", "doi.")):
            notes.append(AS_URL)
            found = unquote(found, errors="replace").split("#", 1)[0]
    elif "10." in found and not found.startswith("10."):
        if "://" in found:
            notes.append(AS_URL)
            found = unquote(found, errors="replace")
        found = found[found.index("10.") :]
    elif "%2f" in found.lower():
        found = unquote(found, errors="replace")
    match = _DOI.match(found)
    if not match:
        return None, None
    doi = match[0]
    if match.end() < len(found):
        notes.append(TRAILING)
    if AS_URL in notes and "?" in doi:
        doi = doi.split("?", 1)[0]
        notes.append(TRAILING)
    doi = _cut_ends(doi, notes)
    lower = doi.lower()
    if lower != doi and doi == doi.upper() and any(c.isalpha() for c in doi):
        notes.append(UPPER_CASE)
    return (lower, None) if not lower.endswith("/") else (None, None)


def _cut_ends(doi: str, notes: list[str]) -> str:
    while doi:
        last = doi[-1]
        unbalanced = last in "([{<" or (last in _PAIRS and doi.count(last) > doi.count(_PAIRS[last]))
        if not unbalanced and last not in ".,;:'\"!?*_”’»":
            break
        notes.append(FULL_STOP if last == "." else TRAILING)
        doi = doi[:-1]
    seen = dict.fromkeys(notes)
    notes[:] = list(seen)
    return doi


def _digits(pattern: str, hosts: str = "") -> _Reader:
    """A reader for identifiers that are a number, perhaps behind a label or an address."""
    bare = re.compile(pattern, re.IGNORECASE | re.ASCII)
    address = re.compile(rf"https?://(?:www\.)?(?:{hosts})[^\s]*?/?(?={pattern})", re.IGNORECASE | re.ASCII) if hosts else None

    def read(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
        found = text
        if found.lower().startswith(("http://", "https://")):
            at = address.match(found) if address else None
            if not at:
                return None, None
            notes.append(AS_URL)
            found = found[at.end() :]
        match = bare.match(found)
        if not match:
            return None, None
        rest = found[match.end() :]
        if rest[:1].isalnum():
            return None, None
        if rest.strip("/ ") and AS_URL not in notes:
            notes.append(TRAILING if rest.strip(" .") else FULL_STOP)
        return match[1], None

    return read


_PMID = _digits(
    r"(?:pm(?:id)?\s*[:=]?\s*|pubmed\s*[:=]?\s*)?0*([1-9][0-9]{0,8})", r"pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov"
)
_PMC = _digits(
    r"(?:pmcid\s*[:=]?\s*)?pmc\s?0*([1-9][0-9]{0,9})(?:\.[0-9]+)?", r"ncbi\.nlm\.nih\.gov|pmc\.ncbi\.nlm\.nih\.gov|europepmc\.org"
)
_VIAF = _digits(r"(?:viaf\s*[:=]?\s*)?([0-9]{1,22})", r"viaf\.org")
_QID = _digits(r"(?:wikidata\s*[:=]?\s*|wd:)?(Q[1-9][0-9]{0,11})", r"wikidata\.org|(?:m\.)?wikidata\.org")
_OCLC = _digits(
    r"(?:\(ocolc\)\s*|oclc\s*(?:no\.?|number)?\s*[:=#]?\s*)?(?:oc[mn]|on)?\s*0*([1-9][0-9]{0,13})", r"worldcat\.org|id\.oclc\.org"
)


def _pmcid(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
    number, _ = _PMC(text, notes)
    if number is None and text.isascii() and text.isdigit():
        number = text.lstrip("0") or None
    return (f"PMC{number}" if number else None), None


def _wikidata(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
    qid, _ = _QID(text, notes)
    return (qid.upper() if qid else None), None


_ARXIV_NEW = re.compile(r"([0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5})(v[0-9]+)?", re.ASCII | re.IGNORECASE)
_ARXIV_OLD = re.compile(r"([a-z-]+)(?:\.[A-Z]{2})?/([0-9]{2}(?:0[1-9]|1[0-2])[0-9]{3})(v[0-9]+)?", re.ASCII | re.IGNORECASE)
_ARXIV_PREFIX = re.compile(
    r"(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html|e-print|format)/"
    r"|(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:)?10\.48550/(?:arxiv[.:])?|arxiv\s*(?:preprint)?\s*(?:arxiv)?\s*[:.]?\s*",
    re.IGNORECASE,
)


def _arxiv(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
    prefix = _ARXIV_PREFIX.match(text)
    found = text
    if prefix:
        found = text[prefix.end() :]
        if "org/" in prefix[0].lower():
            notes.append(AS_URL)
        inner = _ARXIV_PREFIX.match(found)
        found = found[inner.end() :] if inner else found
    new, old = _ARXIV_NEW.match(found), _ARXIV_OLD.match(found)
    match = new or old
    if match is None or found[match.end() : match.end() + 1].isdigit():
        return None, None
    if match[match.lastindex or 1].lower().startswith("v"):
        notes.append(VERSION)
    rest = re.sub(r"^\.pdf|^\s*\[[\w.-]+\]", "", found[match.end() :]).strip(" /")
    if rest:
        notes.append(FULL_STOP if rest == "." else TRAILING)
    return (new[1] if new else f"{match[1].lower()}/{match[2]}"), None


_ISBN = re.compile(r"(?:97[89][\s-]?)?(?:[0-9][\s-]?){9}[0-9Xx]", re.ASCII)
_ISBN_LABEL = re.compile(
    r"(?:urn:)?isbn(?:[\s-]?1[03])?\s*(?:\((?:print|online|e|electronic|ebook|pbk\.?|hbk\.?)\))?\s*[:=]?\s*", re.IGNORECASE
)


def _isbn(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
    """ISBN users' manual: ten and thirteen digits denote the same edition; the normal form has thirteen, without hyphens."""
    label = _ISBN_LABEL.match(text)
    found = re.sub("[\u2010-\u2015\u2212]", "-", text[label.end() :] if label else text).lstrip()
    if found.lower().startswith("http"):
        notes.append(AS_URL)
        at = _ISBN.search(found)
        found = found[at.start() :] if at else ""
    match = _ISBN.match(found)
    if not match or found[match.end() : match.end() + 1].isdigit():
        return None, None
    if found[match.end() :].strip():
        notes.append(FULL_STOP if found[match.end() :].strip() == "." else TRAILING)
    digits = re.sub(r"[\s-]", "", match[0]).upper()
    from stdnum import isbn

    valid = bool(isbn.is_valid(digits))
    if len(digits) == 10:
        return (str(isbn.to_isbn13(digits)) if valid else digits), valid
    return (digits, valid) if "X" not in digits else (None, None)


def hyphenated(isbn_13: str) -> tuple[str, ...]:
    """An ISBN of 13 digits with hyphens, and the one of ten digits that it was before 2007, where there was one.

    Hyphens stand as the International ISBN Agency's range message has them; empty for what is no ISBN, or of no known range.
    """
    from stdnum import isbn

    if len(isbn_13) != 13 or not isbn.is_valid(isbn_13):
        return ()
    found = [str(isbn.format(isbn_13))]
    if isbn_13.startswith("978"):
        found.append(str(isbn.format(isbn.to_isbn10(isbn_13))))
    return tuple(form for form in found if "-" in form)


_ISSN = re.compile(r"([0-9]{4})[\s-]?([0-9]{3}[0-9Xx])(?![0-9])", re.ASCII)
_ISSN_LABEL = re.compile(
    r"(?:https?://portal\.issn\.org/resource/issn/|urn:issn:|(?:e|p|l)?-?issn(?:-l)?\s*(?:\([\w\s]*\))?\s*[:=]?\s*)",
    re.IGNORECASE,
)


def _issn(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
    label = _ISSN_LABEL.match(text)
    found = re.sub("[\u2010-\u2015\u2212]", "-", text[label.end() :] if label else text).lstrip()
    if label and "http" in label[0].lower():
        notes.append(AS_URL)
    match = _ISSN.match(found)
    if not match:
        return None, None
    if found[match.end() :].strip():
        notes.append(FULL_STOP if found[match.end() :].strip() == "." else TRAILING)
    digits = (match[1] + match[2]).upper()
    from stdnum import issn

    return f"{digits[:4]}-{digits[4:]}", bool(issn.is_valid(digits))


_SIXTEEN = re.compile(r"((?:[0-9]{4}[\s-]?){3}[0-9]{3}[0-9Xx])(?![0-9A-Za-z])", re.ASCII)


def _mod_11_2(hosts: str, hyphens: bool) -> _Reader:
    """ORCID and ISNI: fifteen digits and a check character of ISO 7064 MOD 11-2, final X included."""
    label = re.compile(rf"(?:https?://)?(?:www\.)?(?:{hosts})|(?:orcid(?:\s?id)?|isni)\s*[:=]?\s*", re.IGNORECASE)

    def read(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
        found = re.sub("[\u2010-\u2015\u2212]", "-", text)
        prefix = label.match(found)
        if prefix:
            if "." in prefix[0]:
                notes.append(AS_URL)
            found = found[prefix.end() :].lstrip()
        match = _SIXTEEN.match(found)
        if not match:
            return None, None
        if found[match.end() :].strip(" /"):
            notes.append(FULL_STOP if found[match.end() :].strip(" /") == "." else TRAILING)
        digits = re.sub(r"[\s-]", "", match[1]).upper()
        from stdnum.iso7064 import mod_11_2

        valid = bool(mod_11_2.is_valid(digits)) and digits.strip("0") != ""
        return ("-".join(digits[i : i + 4] for i in (0, 4, 8, 12)) if hyphens else digits), valid

    return read


_GND = re.compile(
    r"(?:https?://(?:www\.)?d-nb\.info/gnd/|https?://lobid\.org/gnd/|\(de-588\)|gnd[:=\s]\s*)?(1[0-9]{7,9}[0-9X]|[1-9][0-9]{0,7}-[0-9X]|[1-9][0-9]{7}[0-9X])(?![0-9])",
    re.IGNORECASE | re.ASCII,
)


def _gnd(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
    match = _GND.match(text)
    if not match:
        return None, None
    if match[0].lower().startswith("http"):
        notes.append(AS_URL)
    if text[match.end() :].strip(" /"):
        notes.append(FULL_STOP if text[match.end() :].strip(" /") == "." else TRAILING)
    return match[1].upper(), None


_LCCN = re.compile(
    r"(?:https?://(?:lccn\.loc\.gov|id\.loc\.gov/authorities/(?:names|subjects|childrensSubjects|genreForms))/|lccn\s*[:=]?\s*)?([a-z]{0,3})\s*([0-9]{4}(?=-)|[0-9]{2}|[0-9]{4})[\s-]?([0-9]{1,6})(?![0-9a-z])",
    re.IGNORECASE | re.ASCII,
)


def _lccn(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
    """LCCN Namespace (info:lccn): no blanks, the serial part filled up to six digits, revision mark dropped."""
    plain = text.removeprefix("info:lccn/")
    match = _LCCN.match(plain)
    if not match:
        return None, None
    if match[0].lower().startswith("http"):
        notes.append(AS_URL)
    rest = re.sub(r"^\s*/.*|^\.(?:html|rdf|json)$", "", plain[match.end() :]).strip()
    if rest:
        notes.append(FULL_STOP if rest == "." else TRAILING)
    serial = match[3]
    digits = match[2] + serial
    if "-" not in match[0][match.start(2) - match.start() :] and len(digits) in (8, 10):
        return match[1].lower() + digits, None
    return match[1].lower() + match[2] + serial.zfill(6), None


_FAST = _digits(r"(?:\(ocolc\)\s*|fast\s*[:=]?\s*)?(?:fst)?0*([1-9][0-9]{0,8})", r"id\.worldcat\.org/fast|fast\.oclc\.org")
_MESH = _digits(r"(?:mesh\s*[:=]\s*)?([A-Z][0-9]{6,9}(?:Q[0-9]{6,9})?)", r"id\.nlm\.nih\.gov/mesh|meshb\.nlm\.nih\.gov")
_URL = re.compile(r"[a-z][a-z0-9+.-]*:[^\s<>\"]+", re.IGNORECASE)


def _url(text: str, notes: list[str]) -> tuple[str | None, bool | None]:
    """RFC 3986, 6.2.2.1: scheme and host fold case, the rest does not."""
    found = text.strip("<>")
    match = _URL.match(found)
    if not match:
        return None, None
    if found[match.end() :].strip():
        notes.append(TRAILING)
    scheme, colon, rest = match[0].partition(":")
    if rest.startswith("//"):
        host, slash, path = rest[2:].partition("/")
        rest = "//" + host.lower() + slash + path
    return scheme.lower() + colon + rest, None


_READERS: dict[str, _Reader] = {
    "doi": _doi,
    "pmid": _PMID,
    "pmcid": _pmcid,
    "arxiv": _arxiv,
    "isbn": _isbn,
    "issn": _issn,
    "orcid": _mod_11_2(r"orcid\.org/", hyphens=True),
    "isni": _mod_11_2(r"isni\.org/(?:isni/)?|isni\.oclc\.org/(?:xslt/)?(?:DB=[\d.]+/)?", hyphens=False),
    "viaf": _VIAF,
    "gnd": _gnd,
    "lccn": _lccn,
    "oclc": _OCLC,
    "wikidata": _wikidata,
    "fast": _FAST,
    "mesh": _MESH,
    "url": _url,
}
SCHEMES = frozenset(_READERS)

_HOSTS = (
    ("doi.org/", "doi"),
    ("arxiv.org/", "arxiv"),
    ("pubmed.ncbi.nlm.nih.gov/", "pmid"),
    ("ncbi.nlm.nih.gov/pubmed/", "pmid"),
    ("ncbi.nlm.nih.gov/pmc/", "pmcid"),
    ("pmc.ncbi.nlm.nih.gov/", "pmcid"),
    ("orcid.org/", "orcid"),
    ("isni.org/", "isni"),
    ("viaf.org/", "viaf"),
    ("d-nb.info/gnd/", "gnd"),
    ("lobid.org/gnd/", "gnd"),
    ("id.loc.gov/authorities/", "lccn"),
    ("lccn.loc.gov/", "lccn"),
    ("worldcat.org/oclc/", "oclc"),
    ("id.worldcat.org/fast/", "fast"),
    ("id.nlm.nih.gov/mesh/", "mesh"),
    ("wikidata.org/", "wikidata"),
    ("portal.issn.org/resource/issn/", "issn"),
)
_LABELLED = (
    ("doi", "doi"),
    ("pmid", "pmid"),
    ("pmc", "pmcid"),
    ("arxiv", "arxiv"),
    ("isbn", "isbn"),
    ("urn:isbn", "isbn"),
    ("issn", "issn"),
    ("urn:issn", "issn"),
    ("orcid", "orcid"),
    ("isni", "isni"),
    ("viaf", "viaf"),
    ("(de-588)", "gnd"),
    ("gnd", "gnd"),
    ("lccn", "lccn"),
    ("(ocolc)", "oclc"),
    ("oclc", "oclc"),
    ("info:doi/", "doi"),
    ("info:lccn/", "lccn"),
)


def detect(text: str) -> Parsed | None:
    """The identifier that ``text`` is, when that can be told without its scheme; else ``None``.

    That is: an authority's address, a labelled identifier, or a bare one whose form is unmistakable (DOI, arXiv, ORCID with
    hyphens, ISBN-13, ISSN with hyphen, Wikidata item).
    """
    plain = text.strip()
    lower = plain.lower()
    if lower.startswith(("http://", "https://")):
        scheme = next((s for host, s in _HOSTS if host in lower.split("?", 1)[0]), "url")
        found = parse(scheme, plain)
        return found if found.identifier else _or_none(parse("url", plain))
    for label, scheme in _LABELLED:
        if lower.startswith(label) and not lower[len(label) : len(label) + 1].isalpha():
            found = parse(scheme, plain)
            if found.identifier:
                return found
    if lower.startswith("10.") and "/" in lower:
        return _or_none(parse("doi", plain))
    if re.fullmatch(r"Q[1-9][0-9]*", plain, re.ASCII):
        return parse("wikidata", plain)
    if re.fullmatch(r"(?:[0-9]{4}-){3}[0-9]{3}[0-9Xx]", plain, re.ASCII):
        return parse("orcid", plain)
    if re.fullmatch(r"[0-9]{4}-[0-9]{3}[0-9Xx]", plain, re.ASCII):
        return parse("issn", plain)
    if re.fullmatch(r"97[89][-\s]?(?:[0-9][-\s]?){9}[0-9]", plain, re.ASCII):
        return parse("isbn", plain)
    if _ARXIV_NEW.fullmatch(plain) or re.fullmatch(r"[a-z-]{2,9}(?:\.[A-Z]{2})?/[0-9]{7}(?:v[0-9]+)?", plain, re.ASCII):
        return _or_none(parse("arxiv", plain))
    return None


def _or_none(found: Parsed) -> Parsed | None:
    return found if found.identifier else None


_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+?)(?:v[0-9]+)?", re.ASCII)


@lru_cache(maxsize=16384)
def equivalents(identifier: Identifier) -> frozenset[Identifier]:
    """The identifier and all others that by construction denote the same thing.

    ``10.48550/arXiv.X`` is arXiv's own DOI for ``X``; an authority's address is the identifier it holds; an ORCID is an ISNI of a
    reserved block (ISO 27729).
    """
    found = {identifier}
    if identifier.scheme == "doi":
        match = _ARXIV_DOI.fullmatch(identifier.value)
        if match:
            arxiv = parse("arxiv", match[1]).identifier
            if arxiv:
                found |= {arxiv, Identifier("doi", f"10.48550/arxiv.{arxiv.value}")}
    elif identifier.scheme == "arxiv":
        found.add(Identifier("doi", f"10.48550/arxiv.{identifier.value}".lower()))
    elif identifier.scheme == "orcid":
        found.add(Identifier("isni", identifier.value.replace("-", "")))
    elif identifier.scheme == "isni" and len(identifier.value) == 16:
        value = identifier.value
        found.add(Identifier("orcid", "-".join(value[i : i + 4] for i in (0, 4, 8, 12))))
    elif identifier.scheme == "iri" and identifier.value.startswith(("http://", "https://")):
        inner = detect(identifier.value)
        if inner and inner.identifier and inner.identifier.scheme != "iri":
            found |= equivalents(inner.identifier)
    return frozenset(found)
