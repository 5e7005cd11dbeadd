"""Fields 883 (metadata provenance) and 885 (matching information) of MARC 21: what the gate did, in the librarians' own place.

As in the MARC 21 Format for Bibliographic Data: 883 ``$a`` process, ``$c`` confidence 0-1, ``$d`` date (yyyymmdd); its first
indicator stays blank, "no information provided", for the gate does not know who made the record. 885 ``$a`` matching information,
``$b`` status of matching and its checking, ``$c`` confidence, ``$d`` date, ``$1`` URI of what was matched, ``$2`` source. Off
unless asked for: what is stamped is no longer byte for byte what came.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from gate.queue.cells import visible
from gate.queue.json_values import items_of, number_of, object_of, only_record, text_of
from gate.records.readers.marc_record import Field
from gate.records.writers.marc_xml import field_xml

_END_OF_FIELD, _END_OF_RECORD, _SUBFIELD = b"\x1e", b"\x1d", b"\x1f"
_LEADER, _ENTRY = 24, 12
_LONGEST, _LONGEST_FIELD = 99_999, 9_999  # what five and four figures can say
_END_TAG = re.compile(rb"</((?:[\w.-]+:)?)record\s*>\s*\Z")


def stamps(report: Mapping[str, object], status: str) -> tuple[Field, ...]:
    """The fields for the one record of a ``gate-report/1``. ``status`` says who let it pass: ``accepted by the gate``."""
    manifest = object_of(report, "manifest")
    record = only_record(report)
    day = text_of(object_of(report, "times"), "started")[:10].replace("-", "")
    process = f"catalog-gate {text_of(manifest, 'version')}, rules {text_of(object_of(manifest, 'rules'), 'name')}: {status}"
    rates = {text_of(s, "name"): number_of(s, "value") for s in items_of(record, "scores")}
    rate = rates.get("fabrication_permissive")
    confidence = (("c", f"{1 - rate:.3g}"),) if rate is not None else ()
    made = [Field("883", subfields=(("a", process), *confidence, ("d", day)))]
    for match in items_of(object_of(record, "anchor"), "same"):
        evidence = object_of(match, "evidence")
        thing, fit = text_of(match, "id"), number_of(match, "fit")
        subfields = [("a", f"{text_of(match, 'level')}: {thing}"), ("b", status)]
        subfields += [("c", f"{fit:.3g}")] if fit is not None else []
        subfields += [("d", day)]
        subfields += [("1", thing)] if thing.startswith(("http://", "https://")) else []
        subfields += [("2", " ".join(filter(None, (text_of(evidence, "source"), text_of(evidence, "as_of")))))]
        made.append(Field("885", subfields=tuple(subfields)))
    return tuple(made)


def stamp(format: str, raw: bytes, fields: tuple[Field, ...]) -> bytes | None:
    """A MARC record with these fields added; all else keeps its bytes, save in MARC-in-JSON, which is written anew.

    None where they do not fit: a record of more than 99,999 bytes, or a form of JSON that has no list of fields.
    """
    if format == "marc":
        return _iso2709(raw, fields)
    if format == "marcxml":
        return _marcxml(raw, fields)
    return _marcjson(raw, fields) if format == "marcjson" else None


def _iso2709(raw: bytes, fields: tuple[Field, ...]) -> bytes | None:
    end = raw.find(_END_OF_FIELD, _LEADER)
    if end < 0 or (end - _LEADER) % _ENTRY:
        return None
    unicode = raw[9:10] == b"a"
    entries = [raw[at : at + _ENTRY] for at in range(_LEADER, end, _ENTRY)]
    body = raw[end + 1 :].removesuffix(_END_OF_RECORD)
    for field in fields:
        data = _data(field, "utf-8" if unicode else "ascii")
        if len(data) > _LONGEST_FIELD or len(body) > _LONGEST:
            return None
        entry = f"{field.tag}{len(data):04}{len(body):05}".encode("ascii")
        place = next((n for n, other in enumerate(entries) if other[:3] > entry[:3]), len(entries))
        entries.insert(place, entry)
        body += data
    base = _LEADER + _ENTRY * len(entries) + 1
    length = base + len(body) + 1
    if length > _LONGEST:
        return None
    leader = f"{length:05}".encode("ascii") + raw[5:12] + f"{base:05}".encode("ascii") + raw[17:_LEADER]
    return leader + b"".join(entries) + _END_OF_FIELD + body + _END_OF_RECORD


def _data(field: Field, encoding: str) -> bytes:
    """Indicators and subfields. In a MARC-8 record only ASCII is written, which is the same in both."""
    made = (field.ind1 + field.ind2).encode("ascii")
    for code, value in field.subfields:
        made += _SUBFIELD + code.encode("ascii") + visible(value).encode(encoding, "backslashreplace")
    return made + _END_OF_FIELD


def _marcxml(raw: bytes, fields: tuple[Field, ...]) -> bytes | None:
    found = _END_TAG.search(raw)
    if found is None:
        return None
    added = "".join(field_xml(field, found[1].decode("ascii", "replace"), visible) for field in fields).encode("utf-8")
    return raw[: found.start()] + added + raw[found.start() :]


def _marcjson(raw: bytes, fields: tuple[Field, ...]) -> bytes | None:
    try:
        value = json.loads(raw)
    except ValueError:
        return None
    listed = value.get("fields") if isinstance(value, dict) else None
    if not isinstance(listed, list) or not all(isinstance(one, dict) and len(one) == 1 for one in listed):
        return None
    listed += [
        {f.tag: {"ind1": f.ind1, "ind2": f.ind2, "subfields": [{code: text} for code, text in f.subfields]}} for f in fields
    ]
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
