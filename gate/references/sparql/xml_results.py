"""Results in XML (W3C, SPARQL Query Results XML Format), which some endpoints and mirrors send alone, read as those in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gate.references.http.bodies import Malformed, read_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

_N = "{http://www.w3.org/2005/sparql-results#}"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def from_xml(body: bytes) -> Mapping[str, object] | Malformed:
    """The table that the same result is in JSON; Malformed where it is no such XML. The document ends with its closing tag, so
    that a cut one is none.
    """
    root = read_xml(body, ("sparql",))
    if isinstance(root, Malformed):
        return root
    names = [one.get("name", "") for one in root.iterfind(f"{_N}head/{_N}variable")]
    truth, results = root.findtext(f"{_N}boolean"), root.find(f"{_N}results")
    if truth is not None:
        return {"head": {}, "boolean": truth.strip() == "true"}
    found: dict[str, object] = {"head": {"vars": names}}
    if results is not None:
        rows = [{b.get("name", ""): _term(b) for b in row.iterfind(f"{_N}binding")} for row in results.iterfind(f"{_N}result")]
        found["results"] = {"bindings": rows}
    return found


def _term(binding: _Element) -> dict[str, str]:
    for value in binding.iterchildren(f"{_N}uri", f"{_N}literal", f"{_N}bnode"):
        told = {"type": str(value.tag).removeprefix(_N), "value": value.text or ""}
        more = {"xml:lang": value.get(_LANG), "datatype": value.get("datatype")}
        return told | {name: text for name, text in more.items() if text}
    return {}
