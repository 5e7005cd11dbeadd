"""MARC 21 or UNIMARC? Both are written in the same ways, and the same tag means another thing in each.

Reading one for the other would accuse every true record, so the answer rests on fields that only one of them has:

* MARC 21 has its title in 245, which UNIMARC does not define; UNIMARC has it in 200, which MARC 21 does not define.
* Field 100 of UNIMARC is coded data that begin with a date of eight figures (UNIMARC Manual, 100 General Processing Data); in
  MARC 21 it is a name.
* Field 801 (originating source) is UNIMARC's; the end of the leader is no sign, since both write ``450 `` and ``4500``.

Where these contradict each other, or a title in 200 is all there is, the record is in doubt and is not read until someone says
which it is.
"""

from __future__ import annotations

import re
from enum import StrEnum

from gate.records.readers.marc_record import MarcRecord


class Dialect(StrEnum):
    """Which MARC a record is in."""

    MARC_21 = "MARC 21"
    UNIMARC = "UNIMARC"
    UNIMARC_AUTHORITY = "a UNIMARC authority record"
    DOUBTFUL = "doubtful"


#: the coded data of field 100: date entered on file, type of date, first date; blanks may have been folded
_CODED = re.compile(r"\d{8}[a-z |#^-](?:[\du |#^?-]{4}|[ |#^])")
#: the same of an authority: date entered on file, status, language of cataloguing
_CODED_AUTHORITY = re.compile(r"\d{8}[a-z][a-z]{3}[a-z\d |]")


def is_coded(text: str) -> bool:
    """Whether the text of a subfield 100 $a is UNIMARC's coded data."""
    return _CODED.match(text) is not None


def dialect(record: MarcRecord) -> Dialect:
    """Which MARC the fields of a record are in; see the module."""
    coded = any(f.tag == "100" and is_coded(f.first("a")) for f in record.fields)
    if record.leader[6:7] in ("x", "y", "z") and not record.has("245"):
        general = [f.first("a") for f in record.fields if f.tag == "100"]
        if coded or any(_CODED_AUTHORITY.match(text) for text in general):
            return Dialect.UNIMARC_AUTHORITY
    if record.has("245"):
        return Dialect.DOUBTFUL if coded else Dialect.MARC_21
    if coded:
        return Dialect.UNIMARC
    if not any(f.tag == "200" and f.first("a") for f in record.fields):
        return Dialect.MARC_21
    source = any(f.tag == "801" and f.first("b") for f in record.fields)
    return Dialect.UNIMARC if source and record.has("101") and not record.has("008") else Dialect.DOUBTFUL
