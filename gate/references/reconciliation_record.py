"""What a reconciliation service says, read: its manifest, candidates, and details of them, in each version of the protocol.

Versions 0.1 and 0.2: https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/, and the draft of 1.0:
https://reconciliation-api.github.io/specs/draft/. A service's score is its own affair and can change: it is shown, never weighed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote

from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise import identifiers
from gate.normalise.tables import read_table
from gate.normalise.text import clean, key
from gate.properties import LABEL_PROPERTY, PROPERTIES
from gate.rdf.iris import is_iri
from gate.references.values import items, table, tables, text, texts, verbatim

Details: TypeAlias = dict[str, list[tuple[str, list[Mapping[str, object]]]]]
"""By entity: our name of each property, with its values as they came."""

LEGACY, DRAFT = "0.2", "1.0-draft"
_TEMPLATE = re.compile(r"\{\{id\}\}|\{id\}|\$\{id\}")

# words in a type's id or name -> the kind of thing that such a type is
_KINDS = {
    Kind.AGENT: (
        "person",
        "people",
        "agent",
        "corporate",
        "corporatebody",
        "organization",
        "organisation",
        "korperschaft",
        "family",
    ),
    Kind.CONCEPT: ("subject", "subjectheading", "schlagwort", "concept", "topic", "heading"),
    Kind.WORK: ("work", "werk", "creativework", "book", "titel"),
}
# id or name of a property, without blanks and case -> ours; ``forms`` are other forms of the name
_PROPERTIES = read_table(
    """
variantname=forms; alternativename=forms; altlabel=forms; alias=forms; alsoknownas=forms; preferredname=forms; p1559=forms;
dateofbirth=birth; birthdate=birth; born=birth; p569=birth;
dateofdeath=death; deathdate=death; died=death; p570=death;
placeofbirth=birth_place; birthplace=birth_place; p19=birth_place;
placeofdeath=death_place; deathplace=death_place; p20=death_place;
countryofcitizenship=citizenship; citizenship=citizenship; nationality=citizenship; p27=citizenship;
professionoroccupation=occupations; occupation=occupations; hasoccupation=occupations; profession=occupations; p106=occupations;
fieldofwork=field_of_work; fieldofstudy=field_of_work; fieldofactivity=field_of_work; p101=field_of_work;
influencedby=influenced_by; p737=influenced_by;
broaderterm=broader; broadertermgeneral=broader; broader=broader; relatedterm=related; related=related;
wikidataid=wikidata; wikidata=wikidata; viafid=viaf; viaf=viaf; p214=viaf; gndidentifier=gnd; gndid=gnd; p227=gnd;
isni=isni; p213=isni; orcid=orcid; orcidid=orcid; p496=orcid
"""
)
_WIKIDATA = ("P1559", "P569", "P570", "P19", "P20", "P27", "P106", "P101", "P737", "P214", "P227", "P213", "P496")
_GND = (
    *("variantName", "dateOfBirth", "dateOfDeath", "placeOfBirth", "placeOfDeath", "professionOrOccupation"),
    *("fieldOfStudy", "broaderTermGeneral", "relatedTerm"),
)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a service says of itself.

    ``version``     the version to speak: the final one where it speaks that, else the draft
    ``view``        template of the page of an entity, with ``{id}``; empty where there is none
    ``space``       what identifiers belong to, as the service names it
    ``types``       ids and names of its types
    ``extends``     whether it gives details; ``proposes`` is where it says which, and empty where it does not
    ``key_in``      where a key goes: ``header``, ``query``, or empty; ``key_name`` under which name
    """

    title: str
    version: str
    view: str = ""
    space: str = ""
    types: tuple[tuple[str, str], ...] = ()
    extends: bool = False
    proposes: str = ""
    key_in: str = ""
    key_name: str = ""

    def page(self, id_: str) -> str:
        """The address of an entity's page; empty where the service gives none."""
        if not self.view:
            return id_ if id_.startswith(("http://", "https://")) and is_iri(id_) else ""
        page = _TEMPLATE.sub(lambda _: quote(id_, safe="/:"), self.view, count=1)
        return page if page.startswith(("http://", "https://")) and is_iri(page) else ""

    def type_for(self, kind: Kind, name: str) -> str:
        """The id of the type to ask for; empty where it is not plain which."""
        fitting = [id_ for id_, label in self.types if kind_of([id_, label]) is kind]
        if kind is not Kind.AGENT:
            return fitting[0] if len(fitting) == 1 else ""
        from gate.normalise.names import parse

        bodies = parse(name).corporate
        persons = ("person", "people")
        chosen = [id_ for id_ in fitting if any(word in key(id_).replace(" ", "") for word in persons) is not bodies]
        return chosen[0] if len(chosen) == 1 or (chosen and not bodies) else ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One candidate, as the service gives it. ``score`` is for display."""

    id: str
    name: str
    score: str = ""
    types: tuple[str, ...] = ()
    lang: str = ""


def manifest(body: Mapping[str, object]) -> Manifest | str:
    """The manifest, or what is wrong with it. One that names no version is of 0.1 (0.2, section 3)."""
    title = text(body.get("name"))
    versions = texts(body.get("versions")) if "versions" in body else ["0.1"]
    if not title:
        return "a manifest without a name"
    spoken = LEGACY if {"0.1", "0.2"} & set(versions) else DRAFT if any(v.startswith("1.") for v in versions) else ""
    if not spoken:
        return f"it speaks none of the versions we know: {', '.join(versions) or 'it names none'}"
    view = verbatim(table(body.get("view")).get("url"))
    extend = body.get("extend")
    secured = table(body.get("authentication"))
    keyed = secured.get("type") == "apiKey" and secured.get("in") in {"header", "query"} and text(secured.get("name")) != ""
    return Manifest(
        title,
        spoken,
        view if _TEMPLATE.search(view) else "",
        verbatim(body.get("identifierSpace")),
        tuple((verbatim(t.get("id")), text(t.get("name"))) for t in tables(body.get("defaultTypes")) if verbatim(t.get("id"))),
        isinstance(extend, dict),
        _proposes(table(extend), spoken),
        text(secured.get("in")) if keyed else "",
        text(secured.get("name")) if keyed else "",
    )


def _proposes(extend: Mapping[str, object], version: str) -> str:
    """The address at which properties are proposed: absolute, or below the service's own where the draft is spoken."""
    if version == DRAFT:
        return "extend/propose" if extend.get("proposeProperties") is True else ""
    place = table(extend.get("propose_properties"))
    base, path = verbatim(place.get("service_url")), verbatim(place.get("service_path"))
    return f"{base.rstrip('/')}/{path.lstrip('/')}" if base and path else ""


def proposals(body: Mapping[str, object], version: str) -> tuple[Proposal, ...] | str:
    """The candidates for the one query that was asked, best first by the service, or what is wrong with the answer."""
    if version == DRAFT:
        results = body.get("results")
        if not isinstance(results, list) or len(results) != 1 or not isinstance(results[0], dict):
            return "not the result of one query"
        found = results[0].get("candidates")
    else:
        found = table(body.get("q0")).get("result")
    if not isinstance(found, list):
        return "no list of candidates"
    read = [_proposal(candidate) for candidate in tables(found)]
    held = tuple(one for one in read if one is not None)
    return held if held or not found else "candidates without id or name"


def _proposal(candidate: Mapping[str, object]) -> Proposal | None:
    id_, name, score = verbatim(candidate.get("id")), text(candidate.get("name")), candidate.get("score")
    if not id_ or not name:
        return None
    # a type is an object, or in 0.1 its id; each has an id, and perhaps a name
    types = [said for one in items(candidate.get("type")) for said in texts([one, table(one).get("id"), table(one).get("name")])]
    shown = f"{score:g}" if isinstance(score, int | float) and not isinstance(score, bool) else ""
    return Proposal(id_, name, shown, tuple(types), text(candidate.get("lang")))


def kind_of(types: Iterable[str]) -> Kind | None:
    """The kind that the ids and names of types speak of; None where they speak of none, or of several."""
    words = {word for said in types for word in (*key(said).split(), key(said).replace(" ", ""))}
    words |= {part for said in types for part in key(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", said)).split()}
    kinds = [kind for kind, known in _KINDS.items() if words & set(known)]
    return kinds[0] if len(kinds) == 1 else None


def known_properties(served: Manifest) -> tuple[str, ...]:
    """The properties to ask for where the service does not propose any: those of Wikidata and of the GND are known."""
    where = f"{served.space} {served.view}"
    if "wikidata.org/" in where:
        return _WIKIDATA
    return _GND if "d-nb.info/gnd" in where or "lobid.org/gnd" in where else ()


def proposed_properties(body: Mapping[str, object]) -> tuple[str, ...]:
    """Those of the proposed properties that we have a use for."""
    found = ((verbatim(one.get("id")), text(one.get("name"))) for one in tables(body.get("properties")))
    return tuple(dict.fromkeys(id_ for id_, name in found if id_ and (_ours(id_) or _ours(name))))


def _ours(said: str) -> str:
    return _PROPERTIES.get(key(said).replace(" ", ""), "")


def details(body: Mapping[str, object], version: str) -> Details | str:
    """The details of an answer, or what is wrong with it."""
    rows = body.get("rows")
    if not isinstance(rows, list if version == DRAFT else dict):
        return "no rows of details"
    names = {verbatim(one.get("id")): text(one.get("name")) for one in tables(body.get("meta"))}
    found: Details = {}
    if isinstance(rows, list):
        listed = {verbatim(row.get("id")): tables(row.get("properties")) for row in tables(rows)}
        told = {id_: [(verbatim(one.get("id")), one.get("values")) for one in row] for id_, row in listed.items()}
    else:
        told = {id_: list(table(row).items()) for id_, row in table(rows).items()}
    for id_, columns in told.items():
        found[id_] = [(ours, tables(values)) for name, values in columns if (ours := _ours(name) or _ours(names.get(name, "")))]
    return found


def entity(
    proposal: Proposal, kind: Kind, served: Manifest, told: Sequence[tuple[str, list[Mapping[str, object]]]] = ()
) -> Entity:
    """A candidate as an entity of the kind that was searched for, with its details. What we have no name for is left out."""
    page = served.page(proposal.id)
    statements: list[Statement] = []
    forms: list[str] = []
    known: list[Identifier] = []
    for ours, values in told:
        for value in values:
            said = _said(value)
            if ours == "forms":
                forms.append(said)
            elif ours in PROPERTIES and said and kind in PROPERTIES[ours].kinds:
                statements.append(Statement(ours, said, lang=text(value.get("lang"))))
            elif ours in identifiers.SCHEMES:
                known += _identified(ours, verbatim(value.get("id")) or said)
    others = tuple(dict.fromkeys(form for form in forms if form and form != proposal.name))
    named = Statement(LABEL_PROPERTY[kind], proposal.name, lang=proposal.lang, forms=others)
    own = [Identifier("iri", page)] if page else []
    detected = identifiers.detect(page) if page else None
    if detected is not None and detected.identifier is not None:
        own = [detected.identifier]
    stated = [Statement("identifiers", one.value, identifiers=(one,)) for one in dict.fromkeys((*own, *known))]
    return Entity(page or proposal.id, kind, proposal.name, (named, *statements, *stated))


def _said(value: Mapping[str, object]) -> str:
    """A value as a text: a text, a number, a day without its midnight, or the name of an entity."""
    if "date" in value:
        return re.sub(r"T00:00:00(?:\.0+)?(?:Z|[+-]00:00)?\Z", "", verbatim(value.get("date")))
    said = next((value[name] for name in ("str", "name", "int", "float") if name in value), "")
    return clean(text(said))


def _identified(scheme: str, value: str) -> list[Identifier]:
    found = identifiers.parse(scheme, value).identifier
    return [found] if found is not None else []
