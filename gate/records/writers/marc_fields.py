"""A work's claims as fields of MARC 21 (MARC 21 Format for Bibliographic Data, Library of Congress).

====================  =================================================================================================
claim                 field
====================  =================================================================================================
type                  leader/06-07, 502 for a thesis; date and language also 008
identifiers           010 LCCN, 020 ISBN, 022 ISSN, 024 DOI and other standard numbers, 035 OCLC, 856 addresses
language              041 where there are several
creators              100/700 persons, 110/710 bodies, 720 names in direct order, of which the family name is not known;
                      $4 and $e role, $0 and $1 identifiers, 880 another script
title                 245, its other forms 246
edition, publisher    250, 264 #1 with the date
abstract              520 3#
classification        050 #4 LCC, 060 #4 NLM, 080 UDC, 082 04 Dewey, 084 with the scheme in $2
concepts              650 #0, #2, #7 $2 by vocabulary, #4 where none is named; 653 where it is a word alone
container             773 with $x ISSN, $z ISBN, $g volume, issue and pages
====================  =================================================================================================

A first creator who is its author, or without a role, is the main entry (1XX); the order of creators is kept.
"""

from __future__ import annotations

from datetime import date

from gate.model import Identifier, Record, Statement
from gate.normalise import identifiers, languages, relators, text
from gate.rdf.iris import identifier_iri
from gate.records.readers.marc_record import Field, MarcRecord
from gate.records.writers.marc_coded import control_008, leader
from gate.records.writers.names import parts_of, says_more
from gate.records.writers.types import csl_type

#: vocabulary -> second indicator of 650; all others are named in $2
_THESAURI = {"lcsh": "0", "lcshac": "1", "mesh": "2", "nal": "3", "cash": "5", "rvm": "6"}
#: identifiers in $0 with the code of their source; those of things in the world stand in $1, as addresses
_CONTROL = {"gnd": "(DE-588)", "oclc": "(OCoLC)", "lccn": "(DLC)"}
#: roles of a main entry
_MAIN = ("", "aut", "cre", "cmp", "art", "pht", "ctg")
#: articles that are not filed at the beginning of a title (MARC 21, appendix F), by language
_ARTICLES = {
    "eng": ("the ", "an ", "a "),
    "deu": ("der ", "die ", "das ", "ein ", "eine "),
    "fra": ("les ", "le ", "la ", "l'", "l’", "une ", "un "),
    "spa": ("los ", "las ", "el ", "la ", "una ", "un "),
    "ita": ("gli ", "il ", "lo ", "la ", "le ", "l'", "l’", "una ", "uno ", "un "),
    "por": ("os ", "as ", "o ", "a ", "uma ", "um "),
    "nld": ("de ", "het ", "een "),
}
_HOST_TYPES = ("chapter", "paper-conference", "entry-encyclopedia", "entry-dictionary")


def marc_record(record: Record, today: date) -> MarcRecord:
    """The fields that hold ``record``, a work, in the order of their tags."""
    fields = [
        *_control(record, today),
        *_numbers(record),
        *_languages(record),
        *_creators(record),
        *_titles(record),
        *_publication(record),
        *_thesis(record),
        *_abstracts(record),
        *_concepts(record),
        *_classes(record),
        *_host(record),
        *_addresses(record),
    ]
    kept = [f for f in fields if f.data or f.subfields]
    return MarcRecord(leader(record), sorted(kept, key=_order))


def _order(f: Field) -> tuple[int, str]:
    """Fields by number; 700 to 720 keep the order of the creators, and 880 stands last."""
    return (int(f.tag[0]), "70" if f.tag in ("700", "710", "720") else f.tag) if f.tag != "880" else (9, f.tag)


def _control(record: Record, today: date) -> list[Field]:
    own = [] if record.id.startswith("#") else [Field("001", data=record.id)]
    return [*own, Field("008", data=control_008(record, today))]


def _denoted(s: Statement) -> Identifier | None:
    if s.property != "identifiers":
        return identifiers.parse(s.property, s.value).identifier
    if s.identifiers:
        return s.identifiers[0]
    found = identifiers.detect(s.value)
    return found.identifier if found is not None else None


def _numbers(record: Record) -> list[Field]:
    """Standard numbers. Those of a host stand with it, in 773."""
    made: list[Field] = []
    hosted = record.first("container") is not None
    of_chapter = hosted and _type_of(record) in _HOST_TYPES
    for s in record.statements:
        if s.property == "isbn" and not of_chapter:
            made.append(_field("020", "  ", ("a", s.value)))
        elif s.property == "issn" and not hosted:
            made.append(_field("022", "  ", ("a", s.value)))
        elif s.property in ("doi", "arxiv", "pmid"):
            found = _denoted(s)
            made.append(_field("024", "7 ", ("a", found.value if found is not None else s.value), ("2", s.property)))
        elif s.property == "identifiers":
            made += _number(s)
    return made


def _number(s: Statement) -> list[Field]:
    found = _denoted(s)
    if found is None:
        return [_field("024", "8 ", ("a", s.value))]
    if found.scheme == "lccn":
        return [_field("010", "  ", ("a", found.value))]
    if found.scheme == "oclc":
        return [_field("035", "  ", ("a", f"(OCoLC){found.value}"))]
    if found.scheme in ("iri", "url"):
        return [_field("024", "7 ", ("a", s.value), ("2", "uri"))] if s.value.startswith(("http", "urn:")) else []
    return [_field("024", "7 ", ("a", found.value), ("2", found.scheme))]


def _type_of(record: Record) -> str:
    return next((t for s in record.all("type") if (t := csl_type(s.value))), "")


def _languages(record: Record) -> list[Field]:
    codes = [marc_language(s.value) for s in record.all("language")]
    known = list(dict.fromkeys(code for code in codes if code))
    return [_field("041", "  ", *(("a", code) for code in known))] if len(known) > 1 else []


def marc_language(value: str) -> str:
    """The MARC code of a language (ISO 639-2, bibliographic); empty where it has none."""
    return languages.bibliographic(value)


def _creators(record: Record) -> list[Field]:
    made: list[Field] = []
    linked = 0
    for n, creator in enumerate(c for c in record.all("creators") if not says_more(c)):
        main = n == 0 and creator.role in _MAIN
        name = _name(creator, main=main)
        form = _other_script(creator)
        if form and name.tag != "720":
            linked += 1
            made.append(Field(name.tag, name.ind1, name.ind2, subfields=(("6", f"880-{linked:02}"), *name.subfields)))
            made.append(_field("880", name.ind1 + " ", ("6", f"{name.tag}-{linked:02}"), ("a", form)))
        else:
            made.append(name)
    return made


def _other_script(s: Statement) -> str:
    """A form in another script than the value's."""
    own = text.script(s.value)
    return next((form for form in s.forms if text.script(form) not in ("", own)), "")


def _name(creator: Statement, *, main: bool) -> Field:
    name = parts_of(creator)
    start = "1" if main else "7"
    beside = _beside(creator)
    if name.corporate:
        return _field(f"{start}10", "2 ", ("a", name.whole), *beside)
    heading = _heading(creator.value, name.family, name.given, name.suffix)
    if not heading:
        return _field("720", "  ", ("a", creator.value), *beside)
    birth, death = creator.part("birth"), creator.part("death")
    years = f"{birth}-{death}" if birth or death else ""
    return _field(f"{start}00", "1 ", ("a", heading), ("c", name.suffix), ("d", years), *beside)


def _heading(value: str, family: str, given: str, suffix: str) -> str:
    """``Family, Given``, where these are all of the name."""
    turned = f"{family}, {given}"
    if not family or not given:
        return ""
    same = sorted(text.key(f"{turned} {suffix}").split()) == sorted(text.key(value).split())
    return turned if same or sorted(text.key(turned).split()) == sorted(text.key(value).split()) else ""


def _beside(creator: Statement) -> list[tuple[str, str]]:
    term = relators.TERMS.get(creator.role, "" if len(creator.role) == 3 else creator.role)
    role = [("e", term.lower())] if term else []
    role += [("4", creator.role)] if creator.role in relators.TERMS else []
    return [*role, *_linked(creator)]


def _linked(s: Statement) -> list[tuple[str, str]]:
    """$0 for numbers of authority records, $1 for addresses of the thing itself."""
    made = []
    for identifier in s.identifiers:
        if identifier.scheme in _CONTROL:
            made.append(("0", _CONTROL[identifier.scheme] + identifier.value))
        elif identifier.scheme == "fast":
            made.append(("0", f"(OCoLC)fst{identifier.value.zfill(8)}"))
        elif iri := identifier_iri(identifier):
            made.append(("1", iri))
        elif identifier.scheme in ("isni", "viaf", "orcid", "wikidata"):
            made.append(("0", f"({identifier.scheme}){identifier.value}"))
    return made


def _titles(record: Record) -> list[Field]:
    title = record.first("title")
    if title is None:
        return []
    creators = [c for c in record.all("creators") if not says_more(c)]
    added = "1" if creators and creators[0].role in _MAIN and _name(creators[0], main=True).tag != "720" else "0"
    head, colon, rest = title.value.partition(": ")
    skipped = _skipped(title.value, record)
    made = [
        _field("245", f"{added}{skipped}", ("a", head), ("b", rest) if colon and rest.strip() and head.strip() else ("b", ""))
    ]
    if not (colon and rest.strip() and head.strip()):
        made = [_field("245", f"{added}{skipped}", ("a", title.value))]
    return made + [_field("246", "3 ", ("a", form)) for form in title.forms]


def _skipped(title: str, record: Record) -> str:
    """Number of characters that are not filed: those of an initial article, where the language is known."""
    language = next((languages.code(s.value) for s in record.all("language")), None)
    lower = title.lower()
    return str(next((len(a) for a in _ARTICLES.get(language or "", ()) if lower.startswith(a) and len(title) > len(a)), 0))


def _publication(record: Record) -> list[Field]:
    edition = [_field("250", "  ", ("a", s.value)) for s in record.all("edition")]
    stated = record.first("date")
    names = [("b", s.value) for s in record.all("publisher")]
    when = [("c", stated.value)] if stated is not None else []
    return [*edition, _field("264", " 1", *names, *when)]


def _thesis(record: Record) -> list[Field]:
    return [_field("502", "  ", ("a", "Thesis"))] if _type_of(record) == "thesis" else []


def _abstracts(record: Record) -> list[Field]:
    return [_field("520", "3 ", ("a", " ".join(s.value.split()))) for s in record.all("abstract")]


_CLASSES = {"lcc": ("050", " ", "4"), "nlm": ("060", " ", "4"), "udc": ("080", " ", " "), "ddc": ("082", "0", "4")}


def _classes(record: Record) -> list[Field]:
    found = []
    for s in record.all("classification"):
        scheme = s.part("scheme")
        tag, ind1, ind2 = _CLASSES.get(scheme, ("084", " ", " "))
        named = (("2", scheme),) if scheme and tag == "084" else ()
        found.append(Field(tag, ind1, ind2, subfields=(("a", s.value), *named)))
    return found


def _concepts(record: Record) -> list[Field]:
    made = []
    for s in record.all("concepts"):
        vocabulary = s.part("vocabulary").lower()
        linked = _linked(s)
        head, *divisions = [part.strip() for part in s.value.split("--") if part.strip()] or [s.value]
        if not vocabulary and not linked and not divisions:
            made.append(_field("653", "  ", ("a", s.value)))
            continue
        ind2 = _THESAURI.get(vocabulary, "7" if vocabulary else "4")
        named = [("2", vocabulary)] if ind2 == "7" else []
        made.append(_field("650", f" {ind2}", ("a", head), *(("x", part) for part in divisions), *named, *linked))
    return made


def _host(record: Record) -> list[Field]:
    container = record.first("container")
    where = [
        (label, s.value) for name, label in (("volume", "vol."), ("issue", "no."), ("pages", "p.")) if (s := record.first(name))
    ]
    if container is None and not where:
        return []
    subfields: list[tuple[str, str]] = []
    if container is not None:
        subfields.append(("t", container.value))
        subfields += [("p", form) for form in container.forms[:1]]
    subfields += [("g", ", ".join(f"{label} {value}" for label, value in where))] if where else []
    if container is not None:
        subfields += [("x", s.value) for s in record.all("issn")]
        subfields += [("z", s.value) for s in record.all("isbn")] if _type_of(record) in _HOST_TYPES else []
    return [_field("773", "0 ", *subfields)]


def _addresses(record: Record) -> list[Field]:
    """The DOI as an address: what a reader clicks on."""
    found = [_denoted(s) for s in record.all("doi")]
    return [_field("856", "40", ("u", identifier_iri(i))) for i in found if i is not None]


def _field(tag: str, indicators: str, *subfields: tuple[str, str]) -> Field:
    """A data field of the subfields that say something."""
    return Field(tag, indicators[0], indicators[1], subfields=tuple((code, value) for code, value in subfields if value.strip()))
