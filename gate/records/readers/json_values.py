"""Values of JSON records taken for what they say: texts in any language, things with identifiers; and what is left unread."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from gate.model import Identifier, Ignored, Note, Statement
from gate.normalise import identifiers, languages
from gate.normalise.vocabularies import number_in, vocabulary_code
from gate.records.readers.json_parse import child, describe

#: values that say nothing
EMPTY: tuple[object, ...] = (None, "", [], {})
#: the largest number that a field of a record can mean (64 bits)
_LARGEST = 1 << 64
_LANGUAGE_TAG = re.compile(r"[a-zA-Z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_TEXT_KEYS = (
    "@value",
    "value",
    "text",
    "#text",
    "content",
    "label",
    "name",
    "title",
    "heading",
    "preflabel",
    "term",
    "literal",
    "subject",
)
_LANGUAGE_KEYS = frozenset({"lang", "language", "@language", "xml:lang", "xmllang"})
_ID_KEYS = frozenset({"id", "@id", "uri", "iri", "url", "identifier", "identifiers", "sameas", "valueuri"})
#: keys that name the vocabulary which a heading is from
_VOCABULARY_KEYS = frozenset(
    {"vocabulary", "scheme", "subjectscheme", "schemeuri", "inscheme", "authority", "authorityuri", "thesaurus", "conceptscheme"}
)
#: keys that name an identifier scheme, and the scheme
SCHEMES = {
    **{
        s: s
        for s in ("doi", "pmid", "isbn", "issn", "arxiv", "pmcid", "orcid", "isni", "viaf", "gnd", "lccn", "oclc", "wikidata")
    },
    **{
        s: s
        for s in ("ror", "mesh", "fast", "openalex", "geonames", "lcnaf", "lcsh", "bnf", "idref", "ulan", "tgn", "aat", "dbpedia")
    },
    **dict.fromkeys(("qid", "wikidataid", "wikidatauri", "wikidataqid", "wd"), "wikidata"),
    **dict.fromkeys(("arxivid", "eprint", "arxivnumber"), "arxiv"),
    **dict.fromkeys(("isbn13", "isbn10", "isbns", "eisbn"), "isbn"),
    **dict.fromkeys(("eissn", "issnl", "pissn", "issns", "issnprint", "issnonline", "essn"), "issn"),
    **dict.fromkeys(("pmc", "pmcnumber"), "pmcid"),
    **dict.fromkeys(("pubmed", "pubmedid"), "pmid"),
    **dict.fromkeys(("viafid", "viafuri"), "viaf"),
    **dict.fromkeys(("gndid", "gnduri", "dnb"), "gnd"),
    **dict.fromkeys(("orcidid", "orciduri"), "orcid"),
    **dict.fromkeys(("oclcnumber", "ocn"), "oclc"),
    **dict.fromkeys(("doiurl", "dois"), "doi"),
}


class Text(NamedTuple):
    """A text with its language and place, and the identifiers and other forms given with it."""

    value: str
    path: str
    lang: str = ""
    identifiers: tuple[Identifier, ...] = ()
    forms: tuple[str, ...] = ()
    vocabulary: str = ""


@lru_cache(maxsize=4096)
def plain(key: str) -> str:
    """A key as the tables have it: lower case, without ``_``, ``-``, blanks and a vocabulary's prefix (``dc:title``)."""
    name = key.rsplit(":", 1)[-1] if ":" in key and "//" not in key else key
    return name.replace("_", "").replace("-", "").replace(" ", "").replace(".", "").lower()


@lru_cache(maxsize=512)
def _names(keys: tuple[str, ...]) -> dict[str, str]:
    return {plain(key): key for key in sorted(keys, reverse=True)}


def said_keys(value: dict[str, object]) -> tuple[str, ...]:
    """The keys of an object that say something."""
    return tuple([key for key, item in value.items() if item or item is False or isinstance(item, (int, float))])


def by_name(value: dict[str, object]) -> dict[str, str]:
    """The keys of an object by their plain names, without those that say nothing; of two with one name the first by alphabet."""
    said = said_keys(value)
    return _names(said) if worth_keeping(said) else _names.__wrapped__(said)


def worth_keeping(keys: tuple[str, ...]) -> bool:
    """Whether what was found out about these keys may be remembered for the next object: not so much that it fills memory."""
    return len(keys) < 64 and sum(map(len, keys)) < 1024


class Collector:
    """What has been read of one record so far."""

    __slots__ = ("ignored", "loose", "notes", "statements")

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.ignored: list[Ignored] = []
        self.notes: list[Note] = []
        #: pieces that belong to another statement, by what they are: subtitle, other titles, first page ...
        self.loose: dict[str, list[Text]] = {}

    def ignore(self, path: str, reason: str = "unknown field") -> None:
        """A field that is not read."""
        self.ignored.append(Ignored(path, reason))

    def unreadable(self, path: str, value: object, expected: str = "text") -> None:
        """A value that is not of a type the field can have."""
        shown = value if isinstance(value, str) else repr(value) if isinstance(value, (bool, float)) else ""
        what = "a number out of range" if _out_of_range(value) else describe(value)
        self.notes.append(Note("value-unreadable", path, shown[:100], f"{what} where {expected} is expected"))

    def texts(self, value: object, path: str, *, numbers: bool = False) -> list[Text]:
        """The texts of a value: a string, a number where ``numbers`` are natural, a wrapped text, a list of these."""
        if isinstance(value, str):
            stripped = value.strip()
            return [Text(stripped, path)] if stripped else []
        if isinstance(value, list):
            found: list[Text] = []
            for n, item in enumerate(value):
                place = f"{path}[{n}]"
                if isinstance(item, list):
                    if item:
                        self.unreadable(place, item)
                else:
                    found += self.texts(item, place, numbers=numbers)
            return found
        if isinstance(value, dict):
            return self._wrapped(value, path, numbers)
        number = as_number(value) if numbers else None
        if number is not None:
            return [Text(number, path)]
        if value is not None:
            self.unreadable(path, value)
        return []

    def _wrapped(self, value: dict[str, object], path: str, numbers: bool) -> list[Text]:
        """An object around a text: a language map, ``{"@value": ...}``, or a thing with a label and identifiers."""
        if not value:
            return []
        if _is_language_map(value):
            return self._by_language(value, path)
        names = by_name(value)
        text_key = next((names[k] for k in _TEXT_KEYS if k in names), None)
        own: list[Identifier] = []
        lang = ""
        vocabulary, saying = _vocabulary_of(value)
        for key, item in value.items():
            name = plain(key)
            if key == text_key or item is None:
                continue
            if name in _LANGUAGE_KEYS and isinstance(item, str):
                lang = item
            elif name in SCHEMES or name in _ID_KEYS:
                number = number_in(vocabulary, item) if isinstance(item, str) and name not in SCHEMES else None
                own += [number] if number else self.identified(item, child(path, key), SCHEMES.get(name, ""))
            elif text_key is not None and item not in ("", [], {}) and key not in saying:
                self.ignore(child(path, key))
        if text_key is None:
            if own:
                return [Text(str(own[0]), path, identifiers=tuple(own))]
            self.unreadable(path, value)
            return []
        texts = self.texts(value[text_key], child(path, text_key), numbers=numbers)
        if not texts:
            return []
        first = texts[0]
        vocabulary = vocabulary or first.vocabulary
        merged = (*own, *first.identifiers)
        return [first._replace(lang=lang or first.lang, identifiers=merged, vocabulary=vocabulary), *texts[1:]]

    def _by_language(self, value: dict[str, object], path: str) -> list[Text]:
        """``{"en": "cat", "de": ["Katze"]}``: one text, English first, the other languages its forms; or several per language."""
        found = [
            text._replace(lang=key)
            for key in sorted(value, key=lambda k: (k[:2].lower() != "en", k))
            for text in self.texts(value[key], child(path, key))
        ]
        if len({t.lang for t in found}) == len(found) > 0:
            return [found[0]._replace(forms=tuple(dict.fromkeys(t.value for t in found[1:])))]
        return found

    def identified(self, value: object, path: str, scheme: str = "") -> list[Identifier]:
        """Identifiers that stand with a value: of ``scheme``, or of whichever they show themselves to be."""
        found: list[Identifier] = []
        if not scheme and isinstance(value, dict) and all(plain(key) in SCHEMES for key in value):
            for key, item in value.items():
                found += self.identified(item, child(path, key), SCHEMES[plain(key)])
            return found
        for text in self.texts(value, path, numbers=True):
            parsed = identifiers.parse(scheme, text.value) if scheme else identifiers.detect(text.value)
            if parsed is not None and parsed.identifier is not None:
                found.append(parsed.identifier)
            elif scheme:
                self.notes.append(Note("value-unreadable", text.path, text.value[:100], f"not in the form of {scheme}"))
            else:
                self.ignore(text.path, "an identifier of a kind that the gate does not know")
        return found

    def attach(self, name: str, forms: Iterable[str]) -> bool:
        """Add other forms to the first statement of property ``name``; False when there is none."""
        for n, s in enumerate(self.statements):
            if s.property == name:
                merged = dict.fromkeys((*s.forms, *forms))
                merged.pop(s.value, None)
                self.statements[n] = Statement(s.property, s.value, s.path, s.role, s.lang, tuple(merged), s.identifiers, s.parts)
                return True
        return False


def _vocabulary_of(value: dict[str, object]) -> tuple[str, frozenset[str]]:
    """The code of the vocabulary that an object says its term is from, and the keys that say it."""
    named = {key: item for key, item in value.items() if plain(key) in _VOCABULARY_KEYS and isinstance(item, str)}
    codes = {key: code for key, item in named.items() if (code := vocabulary_code(item))}
    return next(iter(codes.values()), ""), frozenset(codes)


def as_number(value: object) -> str | None:
    """A JSON number as text: ``1991``, ``12``, ``1.5``; a whole number written ``1991.0`` is whole. None for all else."""
    if isinstance(value, bool) or _out_of_range(value):
        return None
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return None


def _out_of_range(value: object) -> bool:
    if isinstance(value, float):
        return not math.isfinite(value) or abs(value) >= _LARGEST
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) >= _LARGEST


def _is_language_map(value: dict[str, object]) -> bool:
    if not all(isinstance(v, str) or (isinstance(v, list) and all(isinstance(t, str) for t in v)) for v in value.values()):
        return False
    return all(_is_language(key) for key in value) and set(value) != {"id"}


@lru_cache(maxsize=1024)
def _is_language(key: str) -> bool:
    return _LANGUAGE_TAG.fullmatch(key) is not None and languages.code(key) is not None
