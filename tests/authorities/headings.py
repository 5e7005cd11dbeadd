"""Stand-ins for the live authority files, over the test's own headings, in the shapes that the services answer in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from gate.normalise.naco import heading_key
from tests.authorities.server import NOT_FOUND, Asked, Response, Route

LOC_PAGE = (
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML+RDFa 1.0//EN">\n<html><head><title>404 - LC Linked Data Service: Authorities and '
    "Vocabularies | Library of Congress</title></head><body><h1>Not found</h1></body></html>"
)
MADS = "http://www.loc.gov/mads/rdf/v1#"
_AUTHORITIES = "http://id.loc.gov/authorities/"


@dataclass(frozen=True, slots=True)
class LocHeading:
    """A record of id.loc.gov: ``folder`` is ``subjects``, ``names`` or ``genreForms``; ``kind`` a class of MADS."""

    number: str
    label: str
    folder: str = "subjects"
    kind: str = "Topic"
    variants: Sequence[str] = ()
    broader: Mapping[str, str] = field(default_factory=dict)
    instead: Sequence[str] = ()
    collections: Sequence[str] = ()
    born: str = ""

    @property
    def iri(self) -> str:
        """Its address."""
        return f"{_AUTHORITIES}{self.folder}/{self.number}"

    def document(self) -> list[dict[str, object]]:
        """The record in JSON-LD, with what is only mentioned in it."""
        said: dict[str, object] = {
            "@id": self.iri,
            "@type": [MADS + self.kind, MADS + ("DeprecatedAuthority" if self.instead else "Authority")],
            MADS + ("variantLabel" if self.instead else "authoritativeLabel"): [{"@value": self.label, "@language": "en"}],
            MADS + "adminMetadata": [{"@id": "_:admin"}],
            MADS + "hasVariant": [{"@id": f"_:v{n}"} for n, _ in enumerate(self.variants)],
            MADS + "hasBroaderAuthority": [{"@id": iri} for iri in self.broader],
            MADS + "useInstead": [{"@id": iri} for iri in self.instead],
            MADS + "isMemberOfMADSCollection": [{"@id": f"{_AUTHORITIES}{self.folder}/{one}"} for one in self.collections],
            MADS + "identifiesRWO": [{"@id": "_:rwo"}] if self.born else [],
        }
        if self.instead:
            said["@type"] = [*[MADS + self.kind], MADS + "Variant", MADS + "DeprecatedAuthority"]
        others: list[dict[str, object]] = [
            {"@id": f"_:v{n}", "@type": [MADS + self.kind, MADS + "Variant"], MADS + "variantLabel": [{"@value": text}]}
            for n, text in enumerate(self.variants)
        ]
        others += [{"@id": "_:rwo", "@type": [MADS + "RWO"], MADS + "birthDate": [{"@value": self.born}]}] if self.born else []
        others += [
            {"@id": iri, "@type": [MADS + "Topic", MADS + "Authority"], MADS + "authoritativeLabel": [{"@value": text}]}
            for iri, text in self.broader.items()
        ]
        return [*others, said]

    def hit(self) -> dict[str, object]:
        """The record as ``suggest2`` shows it."""
        more = {"variantLabels": list(self.variants), "rdftypes": [self.kind, "Authority"], "collections": list(self.collections)}
        return {"suggestLabel": self.label, "aLabel": self.label, "vLabel": "", "uri": self.iri, "more": more}


def loc_routes(*headings: LocHeading) -> dict[str, Route]:
    """Records, label look-up with its redirects, and suggest2. The page for "not found" is one for people."""
    missing = Response(LOC_PAGE, 404, "text/html")

    def authorities(asked: Asked) -> Response:
        _, _, folder, *rest = asked.path.split("/")
        here = [one for one in headings if one.folder == folder]
        if rest == ["suggest2"]:
            words = set(heading_key(asked.query["q"][0]).split())
            hits = [one.hit() for one in here if words & set(heading_key(one.label).replace(",", "").split())]
            return Response({"q": asked.query["q"][0], "count": len(hits), "hits": hits[: int(asked.query["count"][0])]})
        if rest[0] == "label":
            wanted = heading_key(unquote(rest[1]))
            found = next((one for one in here if wanted in map(heading_key, (one.label, *one.variants))), None)
            return missing if found is None else Response(b"", 302, headers={"Location": f"/authorities/{folder}/{found.number}"})
        number = rest[0].removesuffix(".jsonld")
        held = next((one for one in here if one.number == number), None)
        if held is None:
            return missing
        if not rest[0].endswith(".jsonld"):
            return Response(b"", 303, headers={"Location": f"/authorities/{folder}/{number}.jsonld"})
        return Response(held.document(), content_type="application/ld+json")

    return {"/authorities/*": authorities}


@dataclass(frozen=True, slots=True)
class GndEntity:
    """An entity of the GND; ``old`` are numbers that were merged into it."""

    number: str
    name: str
    classes: Sequence[str] = ("SubjectHeadingSensoStricto", "SubjectHeading", "AuthorityResource")
    variants: Sequence[str] = ()
    old: Sequence[str] = ()
    born: str = ""

    def document(self) -> dict[str, object]:
        """The entity as lobid gives it."""
        life = {"dateOfBirth": [self.born]} if self.born else {}
        return {
            "id": f"https://d-nb.info/gnd/{self.number}",
            "gndIdentifier": self.number,
            "type": list(self.classes),
            "preferredName": self.name,
            "variantName": list(self.variants),
            "deprecatedUri": [f"https://d-nb.info/gnd/{one}" for one in self.old],
            **life,
        }


def gnd_routes(*entities: GndEntity) -> dict[str, Route]:
    """lobid: an entity by its number, and a search over names and old numbers."""

    def search(asked: Asked) -> Response:
        query = asked.query["q"][0]
        phrases = {heading_key(one) for one in query.split('"')[1::2]}
        if query.startswith("deprecatedUri:"):
            found = [one for one in entities if any(f'/{old}"' in query for old in one.old)]
        else:
            found = [one for one in entities if any(p in heading_key(n) for p in phrases for n in (one.name, *one.variants))]
        return Response({"totalItems": len(found), "member": [e.document() for e in found[: int(asked.query["size"][0])]]})

    missing = Response({"message": "Not found"}, 404)
    routes: dict[str, Route] = {"/search": search, "/*": missing}
    return routes | {f"/{e.number}.json": Response(e.document()) for e in entities}


def viaf_routes(*clusters: tuple[str, str, str], moved: Mapping[str, str] | None = None) -> dict[str, Route]:
    """VIAF: clusters as number, name and birth date, in JSON; ``moved`` maps the number of a merged cluster to the other's."""
    routes: dict[str, Route] = {
        f"/{number}": {
            "ns1:VIAFCluster": {
                "xmlns:ns1": "http://viaf.org/viaf/terms#",
                "ns1:viafID": int(number),
                "ns1:nameType": "Personal",
                "ns1:mainHeadings": {"ns1:data": {"ns1:text": name, "ns1:sources": {"ns1:s": "LC"}}},
                "ns1:birthDate": born,
            }
        }
        for number, name, born in clusters
    }
    for old, new in (moved or {}).items():
        routes[f"/{old}"] = {"ns1:abandoned_viaf_record": {"ns1:redirect": {"ns1:directto": new}}}
    return routes


def orcid_routes(*people: tuple[str, str, str]) -> dict[str, Route]:
    """ORCID: identifier, family and given name."""
    error = {"response-code": 404, "developer-message": "404 Not Found: The resource was not found.", "error-code": 9016}
    routes: dict[str, Route] = {"/*": Response(error, 404)}
    for number, family, given in people:
        name = {"family-name": {"value": family}, "given-names": {"value": given}, "credit-name": None, "path": number}
        routes[f"/{number}/person"] = {"name": name, "other-names": {"other-name": []}, "path": f"/{number}/person"}
    return routes


def isni_routes(*identities: tuple[str, str, str]) -> dict[str, Route]:
    """ISNI's SRU service: number, family and given name."""

    def search(asked: Asked) -> str:
        wanted = asked.query["query"][0].split('"')[1]
        records = [
            f"<record><recordData><responseRecord><ISNIAssigned><isniUnformatted>{number}</isniUnformatted><ISNIMetadata>"
            f"<identity><personOrFiction><personalName><forename>{given}</forename><surname>{family}</surname></personalName>"
            "</personOrFiction></identity></ISNIMetadata></ISNIAssigned></responseRecord></recordData></record>"
            for number, family, given in identities
            if number == wanted
        ]
        count = f"<numberOfRecords>{len(records)}</numberOfRecords>"
        return f"<searchRetrieveResponse>{count}<records>{''.join(records)}</records></searchRetrieveResponse>"

    return {"/": search}


def fast_routes(*headings: tuple[str, str, str]) -> dict[str, Route]:
    """FAST: number, label and facet, as RDF/XML, and ``fastsuggest``."""
    rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    routes: dict[str, Route] = {}
    for number, label, facet in headings:
        routes[f"/fast/{number}"] = Response(
            f'<rdf:RDF xmlns:rdf="{rdf}" xmlns:skos="http://www.w3.org/2004/02/skos/core#" '
            f'xml:base="http://id.worldcat.org/fast/"><rdf:Description rdf:about="{number}">'
            f'<skos:inScheme rdf:resource="ontology/1.0/#facet-{facet}"/><skos:prefLabel>{label}</skos:prefLabel>'
            f"<skos:altLabel>{label} of old</skos:altLabel></rdf:Description></rdf:RDF>",
            content_type="application/rdf+xml",
        )

    def suggest(asked: Asked) -> object:
        words = set(asked.query["query"][0].split())
        docs = [
            {"idroot": [f"fst{number:0>8}"], "type": "auth", "suggestall": [label], "auth": label, "tag": 150}
            for number, label, _ in headings
            if words & set(heading_key(label).split())
        ]
        return {"response": {"numFound": len(docs), "docs": docs}}

    return routes | {"/fastsuggest": suggest}


MESH_TRIPLES = """
@prefix m: <http://id.nlm.nih.gov/mesh/> . @prefix v: <http://id.nlm.nih.gov/mesh/vocab#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
m:D004539 a v:TopicalDescriptor ; rdfs:label "Eels"@en ; v:active true ; v:broaderDescriptor m:D005399 ; v:preferredConcept m:M1 .
m:M1 v:preferredTerm m:T1 ; v:term m:T2 . m:T1 v:prefLabel "Eels"@en . m:T2 v:prefLabel "Anguilla"@en .
m:D005399 a v:TopicalDescriptor ; rdfs:label "Fishes"@en ; v:active true .
m:D999999 a v:TopicalDescriptor ; rdfs:label "Eel Fever"@en ; v:active false .
"""
GETTY_TRIPLES = """
@prefix aat: <http://vocab.getty.edu/aat/> . @prefix ulan: <http://vocab.getty.edu/ulan/> .
@prefix gvp: <http://vocab.getty.edu/ontology#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> . @prefix dct: <http://purl.org/dc/terms/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix luc: <http://www.ontotext.com/owlim/lucene#> .
aat:1 a gvp:Concept, skos:Concept ; gvp:prefLabelGVP [ xl:literalForm "eel spears"@en ] ; skos:prefLabel "eel spears"@en ;
    skos:altLabel "eel spear"@en ; gvp:broaderPreferred aat:2 ; luc:term "eel" .
aat:2 a gvp:Concept ; gvp:prefLabelGVP [ xl:literalForm "spears"@en ] .
aat:3 a gvp:ObsoleteSubject ; rdfs:label "eel forks" ; dct:isReplacedBy aat:1 .
ulan:4 a gvp:PersonConcept ; gvp:prefLabelGVP [ xl:literalForm "Busy, Berta" ] ; foaf:focus ulan:4-agent .
ulan:4-agent gvp:biographyPreferred ulan:4-bio . ulan:4-bio gvp:estStart "1844" ; gvp:estEnd "1900" .
"""


__all__ = [
    "LOC_PAGE",
    "NOT_FOUND",
    "GndEntity",
    "LocHeading",
    "gnd_routes",
    "isni_routes",
    "loc_routes",
    "orcid_routes",
    "viaf_routes",
]
