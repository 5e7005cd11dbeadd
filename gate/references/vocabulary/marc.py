"""Headings in MARC 21 authority records: ISO 2709, MARCXML and JSON, record by record (MARC 21 Format for Authority Data)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gate.model import Identifier, Kind, Statement
from gate.rdf.iris import identifier_iri
from gate.records.readers import marc_identifiers, marc_iso2709, marc_json, marc_xml
from gate.records.readers.marc_authority import is_authority
from gate.records.readers.marc_fields import heading_text
from gate.records.readers.marc_identifiers import control_identifier, linked_identifiers
from gate.records.readers.marc_names import life_dates
from gate.records.readers.marc_record import Field, MarcRecord
from gate.records.readers.reading import Reading as FieldReading
from gate.records.readers.xml import names
from gate.references.local.files import opened
from gate.references.vocabulary.heading import Heading, Item, LeftOut, Target

#: What a heading names, by the last two figures of its tag.
_FILES = {
    **dict.fromkeys(("00", "10", "11"), "name"),
    "30": "title",
    **dict.fromkeys(("47", "48"), "chronological"),
    "50": "topic",
    "51": "geographic",
    "55": "genre",
    **dict.fromkeys(("80", "81", "82", "85"), "subdivision"),
}
_USAGE = {"80": "general", "81": "geographic", "82": "chronological", "85": "form"}
#: leader/05: deleted, and why
_GONE = {"d": "deleted", "o": "obsolete", "s": "split into several", "x": "replaced by another"}
#: 008/09: records that stand for no established heading
_REFERENCES = {"b": "an untraced reference", "c": "a traced reference", "e": "a node label", "g": "a reference"}
_GND_BROADER = frozenset({"obal", "obge", "obin", "obmo", "obpa"})
_PLACES = {"sh": "subjects", "sj": "childrensSubjects", "gf": "genreForms", "n": "names"}
_PARTS = frozenset({"leader", "controlfield", "datafield"})
_DEPTH = 100


def read_binary(path: Path) -> Iterator[Item]:
    """Every record of a file in ISO 2709, one in memory at a time."""
    with opened(path) as file:
        rest, number = b"", 0
        while chunk := file.read(1 << 20):
            *whole, rest = (rest + chunk).split(b"\x1d")
            for data in whole:
                if data.strip(b"\r\n\t \0\xef\xbb\xbf"):
                    number += 1
                    yield _binary(data.lstrip(b"\r\n\t \0\xef\xbb\xbf") + b"\x1d", f"{path.name}#{number}")
        if rest.strip(b"\r\n\t \0"):
            yield LeftOut(f"{path.name}#{number + 1}", "the record is cut off")


def _binary(data: bytes, where: str) -> Item:
    try:
        return heading_in(marc_iso2709.parse(data), where)
    except marc_iso2709.DamagedError as error:
        return LeftOut(where, str(error))


def read_xml(path: Path) -> Iterator[Item]:
    """Every record of a MARCXML file, also within other XML, one in memory at a time; a fault ends the reading and is named."""
    from lxml import etree

    number = 0
    try:
        with opened(path) as file:
            for _, element in etree.iterparse(
                file, tag=("{*}record", "record"), resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True
            ):
                if any(names(child)[1] in _PARTS for child in element if isinstance(child.tag, str)):
                    number += 1
                    yield heading_in(marc_xml.parse(element), f"{path.name}#{number}")
                element.clear()
                parent = element.getparent()
                while parent is not None and element.getprevious() is not None:
                    del parent[0]
    except etree.XMLSyntaxError as error:
        yield LeftOut(f"{path.name}#{number + 1}", f"not well-formed XML: {error}")
        return
    if not number:
        yield LeftOut(path.name, "no MARC record in this XML")


def read_json(path: Path) -> Iterator[Item]:
    """Every record of a file of MARC in JSON; a line each is a stream, another form is held in memory."""
    with opened(path) as file:
        first = file.readline()
        if first.strip().startswith(b"{") and first.strip().endswith(b"}"):
            yield from _json(first, path.name, 1)
            for number, line in enumerate(file, 2):
                if line.strip():
                    yield from _json(line, path.name, number)
        else:
            yield from _json(first + file.read(), path.name, 1)


def _json(data: bytes, name: str, start: int) -> Iterator[Item]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        yield LeftOut(f"{name}#{start}", f"not UTF-8: {error}")
        return
    for number, item in enumerate(marc_json.items(text, _DEPTH), start):
        record = item.fault or marc_json.parse(item.value)
        where = f"{name}#{number}"
        yield LeftOut(where, record) if isinstance(record, str) else heading_in(record, where)


def heading_in(record: MarcRecord, where: str) -> Item:
    """The heading that an authority record establishes, or why it does not."""
    number = record.control("001").strip()
    where = f"{where} ({number})" if number else where
    main = next((f for f in record.fields if re.fullmatch(r"1\d\d", f.tag)), None)
    if not is_authority(record) and (main is None or record.has("245")):
        return LeftOut(where, "not an authority record")
    if main is None:
        return LeftOut(where, "an authority record without a heading (1XX)")
    text = heading_text(main)
    if not text:
        return LeftOut(where, f"field {main.tag} holds no heading")
    gone = record.leader[5:6] in _GONE
    usage = record.control("008")[9:10]
    if usage in _REFERENCES and not gone and main.tag[1] != "8":
        return LeftOut(where, f"{_REFERENCES[usage]}, not an established heading: {text}")
    file = _FILES.get(main.tag[1:], "")
    known = _identifiers(record, number)
    iri = next((i for i in map(_address, known) if i), "") or (
        f"{record.control('003').strip() or 'local'}:{number}" if number else where
    )
    heading = Heading(iri, text, file="title" if file == "name" and main.first("t") else file, deprecated=gone, identifiers=known)
    heading.usage = _USAGE.get(main.tag[1:], "")
    heading.undifferentiated = main.tag == "100" and _undifferentiated(record)
    if main.tag == "100":
        heading.born, heading.died = _life(record, main)
    for f in record.fields:
        _add(f, main, heading)
    return heading


def _add(f: Field, main: Field, heading: Heading) -> None:
    if f.tag == "880":
        tag = f.first("6")[:3]
        if tag == main.tag:
            heading.forms.append(heading_text(f))
        elif tag[:1] == "4":
            heading.variants.append((heading_text(f), ""))
    elif re.fullmatch(r"4\d\d", f.tag):
        heading.variants.append((heading_text(f), ""))
    elif re.fullmatch(r"5\d\d", f.tag):
        _relate(f, heading)
    elif f.tag in ("680", "677"):
        heading.notes.append(" ".join(text for _, text in f.all("ia")))
    elif f.tag == "682":
        heading.replaced_by += [Target(text.rstrip(" .,")) for _, text in f.all("a")]
        heading.deprecated = heading.deprecated or bool(f.all("a"))
    elif f.tag == "781" and (text := "--".join(text.rstrip(" .") for _, text in f.all("z"))):
        heading.as_subdivision.append(text)


def _undifferentiated(record: MarcRecord) -> bool:
    """Whether a personal name stands for several persons: 008/32 ``b`` (MARC 21), or a name record of the GND (079 $b ``n``)."""
    return record.control("008")[32:33] == "b" or any(f.tag == "079" and f.first("b") == "n" for f in record.fields)


def _life(record: MarcRecord, main: Field) -> tuple[str, str]:
    """Birth and death: field 046, which has them in EDTF, else $d of the heading."""
    coded = next((f for f in record.fields if f.tag == "046" and (f.first("f") or f.first("g"))), None)
    told = life_dates(main.first("d"))
    if coded is None:
        return told
    return _edtf(coded.first("f")) or told[0], _edtf(coded.first("g")) or told[1]


def _edtf(text: str) -> str:
    """A date of 046 with hyphens: until 2011 it was written ``18351130``."""
    found = re.fullmatch(r"(\d{4})(\d\d)(\d\d)?", text)
    return "-".join(part for part in found.groups() if part) if found else text


def _relate(f: Field, heading: Heading) -> None:
    linked = linked_identifiers(f)
    target = Target(heading_text(f), linked[0] if linked else None)
    if not target.label:
        return
    mark, codes = f.first("w")[:1], {text for _, text in f.all("4")}
    if mark == "b" and heading.deprecated:  # later heading
        heading.replaced_by.append(target)
    elif mark == "g" or codes & _GND_BROADER:
        heading.broader.append(target)
    elif mark == "h":
        heading.narrower.append(target)
    else:
        heading.related.append(target)


def _identifiers(record: MarcRecord, number: str) -> list[Identifier]:
    found: list[Identifier] = []
    for f in record.fields:
        read: object = ()
        if f.tag == "010" and f.first("a"):
            read = marc_identifiers.lccn(f, "", FieldReading(Kind.CONCEPT))
        elif f.tag == "024":
            read = marc_identifiers.other_number(f, "", FieldReading(Kind.CONCEPT))
        elif f.tag == "035" and (one := control_identifier(f.first("a"))) and one.scheme != "oclc":
            found.append(one)
        if isinstance(read, list):
            found += [i for s in read if isinstance(s, Statement) for i in s.identifiers]
    source = record.control("003").strip()
    if source == "OCoLC" and number.startswith("fst"):
        found.append(Identifier("fast", number.removeprefix("fst").lstrip("0")))
    elif source == "DLC" and (one := control_identifier(f"(DLC){number}")):
        found.append(one)
    return list(dict.fromkeys(found))


def _address(identifier: Identifier) -> str:
    """The address of a heading; at the Library of Congress each file has its own."""
    if identifier.scheme == "lccn":
        letters = re.match(r"[a-z]*", identifier.value)
        folder = _PLACES.get(letters[0] if letters else "") or "names"
        return f"http://id.loc.gov/authorities/{folder}/{identifier.value}"
    return identifier_iri(identifier) if identifier.scheme in ("gnd", "fast", "mesh", "iri", "viaf", "wikidata") else ""
