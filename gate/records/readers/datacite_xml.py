"""DataCite XML as the attributes of its JSON, with the place in the XML of each, so that both are read alike."""

from __future__ import annotations

import re

from gate.records.readers import xml
from gate.records.readers.xml_nodes import Node

#: elements that hold a list -> the key of the list, and of a member's own text; attributes keep their names
_LISTS = {
    "titles": ("titles", "title"),
    "creators": ("creators", "name"),
    "contributors": ("contributors", "name"),
    "subjects": ("subjects", "subject"),
    "dates": ("dates", "date"),
    "descriptions": ("descriptions", "description"),
    "relatedIdentifiers": ("relatedIdentifiers", "relatedIdentifier"),
    "alternateIdentifiers": ("alternateIdentifiers", "alternateIdentifier"),
    "relatedItems": ("relatedItems", ""),
}
_TEXTS = frozenset({"publisher", "publicationYear", "language", "version", "volume", "issue", "firstPage", "lastPage", "edition"})
_UNREAD = frozenset({"sizes", "formats", "rightsList", "rights", "geoLocations", "fundingReferences"})
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_ATTRIBUTES = (
    *("titleType", "dateType", "descriptionType", "contributorType", "relationType", "relatedIdentifierType", "valueURI"),
    *("alternateIdentifierType", "nameIdentifierScheme"),
)

#: a value of the JSON, made of texts, lists and objects
Value = dict[str, object]


def attributes_of(element: xml.Element) -> tuple[Value, dict[str, str], list[str]]:
    """The attributes in a ``resource`` element, the XML path of each JSON path, and the paths of elements that are not known."""
    places: dict[str, str] = {}
    left: list[str] = []
    return _object(Node.root(element), "", places, left), places, left


def place(path: str, places: dict[str, str]) -> str:
    """The XML path of a JSON path: its own, else that of what it is in."""
    wanted = path
    while wanted not in places:
        above = re.sub(r"(?:\.[^.\[\]]+|\[\d+\]|^[^.\[\]]+)$", "", wanted)
        if above in ("", wanted):
            return "/resource"
        wanted = above
    return places[wanted]


def _object(node: Node, path: str, places: dict[str, str], left: list[str]) -> Value:
    found: Value = {}
    for child in node.children():
        name = child.name
        where = f"{path}.{name}" if path else name
        if name in _LISTS:
            key, text = _LISTS[name]
            where = f"{path}.{key}" if path else key
            places[where] = child.path
            found[key] = [_member(item, text, f"{where}[{n}]", places, left) for n, item in enumerate(child.children())]
        elif name in _TEXTS:
            places[where] = child.path
            found[name] = child.text
        elif name == "identifier":
            key = "doi" if child.get("identifierType").upper() in ("DOI", "") else "identifiers"
            places[f"{path}.{key}" if path else key] = child.path
            stated = {"identifierType": child.get("identifierType"), "identifier": child.text}
            found[key] = child.text if key == "doi" else [stated]
        elif name == "resourceType":
            places["types"] = child.path
            found["types"] = {"resourceTypeGeneral": child.get("resourceTypeGeneral"), "resourceType": child.text}
        elif name == "relatedItemIdentifier":
            places[where] = child.path
            found[name] = {name: child.text, "relatedItemIdentifierType": child.get("relatedItemIdentifierType")}
        elif name in _UNREAD:
            places[where] = child.path
            found[name] = child.text or "-"
        elif name != "number":
            left.append(child.path)
    return found


def _member(node: Node, text: str, path: str, places: dict[str, str], left: list[str]) -> Value:
    places[path] = node.path
    if not text:
        return {**_object(node, path, places, left), "relationType": node.get("relationType")}
    found: Value = {name: value for name in _ATTRIBUTES if (value := node.get(name))}
    if language := node.get(_XML_LANG):
        found["lang"] = language
    if text != "name":
        found[text] = node.text
        return found
    for child in node.children():
        if child.name in ("creatorName", "contributorName"):
            places[f"{path}.name"] = child.path
            found["name"] = child.text
        elif child.name in ("givenName", "familyName"):
            places[f"{path}.{child.name}"] = child.path
            found[child.name] = child.text
    numbers = node.children("nameIdentifier")
    for n, number in enumerate(numbers):
        places[f"{path}.nameIdentifiers[{n}]"] = number.path
    found["nameIdentifiers"] = [
        {"nameIdentifier": number.text, "nameIdentifierScheme": number.get("nameIdentifierScheme")} for number in numbers
    ]
    return found
