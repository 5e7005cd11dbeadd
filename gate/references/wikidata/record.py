"""One item of Wikidata, as its API gives it, as an entity.

The item's form: https://www.mediawiki.org/wiki/Wikibase/DataModel/JSON. A value that is an item is known by its labels, which the
caller looks up (:func:`items_named`); one without any label is left out, as its number would look like another value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise import identifiers
from gate.references.values import table, tables, text, verbatim
from gate.references.wikidata.claims import Claims, is_item, item, items, qualifier_texts, statements, value
from gate.references.wikidata.dates import dates
from gate.references.wikidata.kinds import RETRACTED, kind_of

ENTITY = "http://www.wikidata.org/entity/"
LANGUAGES = (
    *("en", "mul", "de", "fr", "es", "it", "pt", "nl", "la", "pl", "cs", "sv"),
    *("ru", "uk", "el", "ar", "he", "fa", "zh", "ja", "ko"),
)
"""Languages of labels, best first. ``mul`` is Wikidata's label for names that are the same in many languages."""

IDENTIFIERS = {
    "viaf": ("P214",),
    "gnd": ("P227",),
    "orcid": ("P496",),
    "isni": ("P213",),
    "lccn": ("P244",),
    "doi": ("P356",),
    "pmid": ("P698",),
    "arxiv": ("P818",),
    "isbn": ("P212", "P957"),
}
"""Scheme of an identifier -> the properties that state it."""

_DATES = {"P569": "birth", "P570": "death"}
_AGENT_VALUES = {
    "P19": "birth_place",
    "P20": "death_place",
    "P27": "citizenship",
    "P101": "field_of_work",
    "P106": "occupations",
    "P737": "influenced_by",
}
_WORK_VALUES = {"P1433": "container", "P123": "publisher"}
_WORK_TEXTS = {"P478": "volume", "P433": "issue", "P304": "pages"}
_AUTHOR, _AUTHOR_NAME, _ORDINAL, _NAMED_AS = "P50", "P2093", "P1545", "P1932"
_NATIVE_NAME, _BIRTH_NAME, _PSEUDONYM = "P1559", "P1477", "P742"
READ_PROPERTIES = frozenset(
    {
        *(name for names in IDENTIFIERS.values() for name in names),
        *(*_DATES, *_AGENT_VALUES, *_WORK_VALUES, *_WORK_TEXTS),
        *(_AUTHOR, _AUTHOR_NAME, _NATIVE_NAME, _BIRTH_NAME, _PSEUDONYM),
        *("P31", "P577", "P1476"),
    }
)
"""Every property that :func:`entity` reads."""
_LABEL_PROPERTY = {Kind.WORK: "title", Kind.AGENT: "name", Kind.CONCEPT: "heading"}


@dataclass(frozen=True, slots=True)
class Label:
    """What an item is called: the name in the best language, and all others."""

    value: str
    lang: str = ""
    forms: tuple[str, ...] = ()


def label(entry: Mapping[str, object], languages: Sequence[str] = LANGUAGES) -> Label | None:
    """Labels and aliases of an item, those in ``languages`` first, in that order; None where it has none at all."""
    labels, aliases = table(entry.get("labels")), table(entry.get("aliases"))
    order = [*languages, *(lang for lang in sorted({*labels, *aliases}) if lang not in languages)]
    named = [(lang, found) for lang in order if (found := text(table(labels.get(lang)).get("value")))]
    also = [found for lang in order for alias in tables(aliases.get(lang)) if (found := text(alias.get("value")))]
    if not named and not also:
        return None
    lang, best = named[0] if named else ("", also[0])
    return Label(best, "" if lang == "mul" else lang, _others(best, (*(found for _, found in named), *also)))


def items_named(entry: Mapping[str, object]) -> tuple[str, ...]:
    """The items that :func:`entity` needs the labels of."""
    claims = table(entry.get("claims"))
    wanted = {Kind.AGENT: (*_AGENT_VALUES,), Kind.WORK: (_AUTHOR, *_WORK_VALUES), Kind.CONCEPT: ()}[kind_of(claims)]
    return tuple(dict.fromkeys(qid for name in wanted for qid in items(claims, name)))


def entity(
    entry: Mapping[str, object], labels: Mapping[str, Label], languages: Sequence[str] = LANGUAGES, asked: str = ""
) -> Entity | None:
    """The thing that an item describes; None where ``entry`` is no item (a property, a lexeme, one that is missing).

    ``labels`` by item id; ``asked`` is the id under which the item was asked for: where that was merged into this one, both are
    its identifiers.
    """
    qid = text(entry.get("id"))
    if not is_item(qid) or "missing" in entry:
        return None
    named, claims = label(entry, languages), table(entry.get("claims"))
    kind = kind_of(claims)
    held = list(_work(claims, named, labels) if kind is Kind.WORK else _named(kind, named, claims))
    if kind is Kind.AGENT:
        held += _agent(claims, labels)
    held += _identifiers(claims, [qid, *([asked] if is_item(asked) else [])])
    shown = next((s.value for s in held if s.property == "title"), named.value if named is not None else qid)
    flags = frozenset({"retracted"}) if kind is Kind.WORK and RETRACTED in items(claims, "P31") else frozenset[str]()
    return Entity(ENTITY + qid, kind, shown, tuple(held), flags)


def _named(kind: Kind, named: Label | None, claims: Claims) -> Iterator[Statement]:
    if named is None:
        return
    native = [text(table(value(s)).get("text")) for name in (_NATIVE_NAME, _BIRTH_NAME) for s in statements(claims, name)]
    pen_names = [text(value(s)) for s in statements(claims, _PSEUDONYM)]
    forms = _others(named.value, (*named.forms, *native, *pen_names))
    yield Statement(_LABEL_PROPERTY[kind], named.value, lang=named.lang, forms=forms)


def _agent(claims: Claims, labels: Mapping[str, Label]) -> Iterator[Statement]:
    countries = items(claims, "P27")
    for property_, name in _DATES.items():
        yield from _dated(claims, property_, name, countries)
    for property_, name in _AGENT_VALUES.items():
        yield from (found for s in statements(claims, property_) if (found := _thing(s, name, labels)) is not None)


def _work(claims: Claims, named: Label | None, labels: Mapping[str, Label]) -> Iterator[Statement]:
    stated = [table(value(s)) for s in statements(claims, "P1476")]
    titles = [(text(one.get("text")), text(one.get("language"))) for one in stated if text(one.get("text"))]
    titles += [(named.value, named.lang)] if named is not None else []
    if titles:
        also = (*(title for title, _ in titles), *(named.forms if named is not None else ()))
        yield Statement("title", titles[0][0], lang=titles[0][1], forms=_others(titles[0][0], also))
    yield from _creators(claims, labels)
    yield from _dated(claims, "P577", "date")
    for property_, name in _WORK_VALUES.items():
        yield from (found for s in statements(claims, property_) if (found := _thing(s, name, labels)) is not None)
    for property_, name in _WORK_TEXTS.items():
        yield from (Statement(name, said) for s in statements(claims, property_) if (said := text(value(s))))


def _creators(claims: Claims, labels: Mapping[str, Label]) -> list[Statement]:
    """Authors in the order of their series ordinals; those that are items, and those that are names only."""
    found: list[tuple[float, Statement]] = []
    for statement in (*statements(claims, _AUTHOR), *statements(claims, _AUTHOR_NAME)):
        ordinal = next(iter(qualifier_texts(statement, _ORDINAL)), "")
        name = text(value(statement))
        creator = Statement("creators", name) if name else _thing(statement, "creators", labels)
        if creator is not None:
            found.append((float(ordinal) if ordinal.isdecimal() else float("inf"), creator))
    return [creator for _, creator in sorted(found, key=lambda pair: pair[0])]


def _thing(statement: Mapping[str, object], name: str, labels: Mapping[str, Label]) -> Statement | None:
    """A value that is an item, by its labels; the name under which the statement's source has it is one more form."""
    qid = item(statement)
    known = labels.get(qid)
    if known is None:
        return None
    forms = _others(known.value, (*known.forms, *qualifier_texts(statement, _NAMED_AS)))
    return Statement(name, known.value, lang=known.lang, forms=forms, identifiers=(Identifier("wikidata", qid),))


def _dated(claims: Claims, property_: str, name: str, countries: Sequence[str] = ()) -> Iterator[Statement]:
    for statement in statements(claims, property_):
        forms = dates(statement, countries)
        if forms:
            yield Statement(name, forms[0], forms=forms[1:])


def _identifiers(claims: Claims, own: Iterable[str]) -> Iterator[Statement]:
    known = [Identifier("wikidata", qid) for qid in own]
    for scheme, properties in IDENTIFIERS.items():
        stated = (verbatim(value(s)) for name in properties for s in statements(claims, name))
        known += [found for said in stated if (found := identifiers.parse(scheme, said).identifier) is not None]
    for one in dict.fromkeys(known):
        name = one.scheme if one.scheme in {"doi", "pmid", "arxiv", "isbn"} else "identifiers"
        yield Statement(name, one.value, identifiers=(one,))


def _others(best: str, forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form for form in forms if form and form != best))
