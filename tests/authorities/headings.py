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
            hits = [one.hit() for one in here if words & set(heading_key(one.label).split())]
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


__all__ = ["LOC_PAGE", "NOT_FOUND", "LocHeading", "loc_routes"]
