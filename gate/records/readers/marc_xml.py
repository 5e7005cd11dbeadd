"""MARCXML (Library of Congress, MARC 21 XML Schema): record elements to fields. The namespace may be another, or missing."""

from __future__ import annotations

from collections.abc import Iterator

from gate.records.readers.marc_record import Field, MarcRecord, blank
from gate.records.readers.xml import Element, content, names

MARC = "http://www.loc.gov/MARC21/slim"
OAI = "http://www.openarchives.org/OAI/2.0/"
_WRAPPERS = (OAI, "http://www.loc.gov/zing/srw/", "http://docs.oasis-open.org/ns/search-ws/sruResponse")
_PARTS = frozenset({"leader", "controlfield", "datafield"})


def is_record(namespace: str, local: str) -> bool:
    """Whether an element may be a MARC record: ``record`` in any namespace but those of OAI-PMH and SRU, which wrap others."""
    return local == "record" and namespace not in _WRAPPERS


def records_within(element: Element) -> Iterator[Element]:
    """The MARC records in an element called record: itself, or those inside it where it is a wrapper after all."""
    inner = [child for child in element if isinstance(child.tag, str)]
    if not inner or any(names(child)[1] in _PARTS for child in inner):
        yield element
        return
    for child in inner:
        if names(child)[1] == "record" or any(True for _ in child):
            yield from (r for r in records_within(child) if names(r)[1] == "record")


def parse(element: Element) -> MarcRecord:
    """Leader and fields of one record element; parts without a tag are left out with a doubt."""
    record = MarcRecord("", [])
    leader = ""
    for child in element:
        local = names(child)[1]
        if local == "leader":
            leader = blank(content(child)).strip("\r\n\t")
        elif local == "controlfield" and child.get("tag", ""):
            record.fields.append(Field(child.get("tag", "").strip(), data=content(child).strip("\r\n\t")))
        elif local == "datafield" and child.get("tag", ""):
            record.fields.append(_datafield(child, record.doubts))
        elif local in _PARTS:
            record.doubts.append((local, "without a tag"))
    if len(leader) != 24:
        record.doubts.append(("LDR", f"{len(leader)} characters instead of 24" if leader else "there is no leader"))
        leader = ""
    kind = "z" if element.get("type", "").lower() == "authority" else " "
    return MarcRecord(leader or " " * 6 + kind, record.fields, doubts=record.doubts)


def _datafield(element: Element, doubts: list[tuple[str, str]]) -> Field:
    tag = element.get("tag", "").strip()
    subfields = []
    for child in element:
        if names(child)[1] != "subfield":
            continue
        code = child.get("code", "")
        if len(code) != 1:
            doubts.append((tag, f"a subfield with the code {code!r}"))
        subfields.append((code[:1] or "?", " ".join(content(child).split())))
    ind1, ind2 = (blank(element.get(name, " "))[:1] or " " for name in ("ind1", "ind2"))
    return Field(tag, ind1, ind2, subfields=tuple(subfields))
