"""An SRU answer: how many records there are, those that it sends, and what it says went wrong.

Versions 1.1 and 1.2 (Library of Congress, http://www.loc.gov/zing/srw/) and 2.0 (OASIS searchRetrieve 1.0, part 3): the elements
have the same names in other namespaces, but for ``recordPacking``, which is ``recordXMLEscaping`` in 2.0.

A diagnostic beside records is a remark. Without any record it is the answer: a question that was not understood, or could not be
asked, and never a proof that nothing is held. There are two exceptions, which servers in use show: code 0, with which SUDOC says
that all is well, and code 61 (first record position out of range), with which some say that there are no records.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.model import Reason
from gate.references.sru.xml import children, elements, local, said, text_of, within

if TYPE_CHECKING:
    from lxml.etree import _Element

    from gate.references.http import Fault

ROOTS = ("searchRetrieveResponse", "explainResponse", "explain", "diagnostics")
_CODE = re.compile(r"(?:info:srw/diagnostic/1/)?([0-9]{1,4})")
_ALL_WELL, _OUT_OF_RANGE = 0, 61
#: SRU diagnostics, list 1: what is not the question's fault. 1 general system error, 2 system temporarily unavailable,
#: 3 authentication error
_REASONS = {1: Reason.SERVER, 2: Reason.SERVER, 3: Reason.REFUSED}
_SRU = ("http://www.loc.gov/zing/srw/", "http://docs.oasis-open.org/ns/search-ws/sruResponse")
_MARC = "http://www.loc.gov/MARC21/slim"
_NUMBER = re.compile(r"[0-9]{1,15}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """``code`` is its number in the list of SRU diagnostics, None for one of another list."""

    code: int | None
    text: str

    @property
    def reason(self) -> Reason:
        """What an answer with nothing but this is: the server's fault, a refusal, or a question it did not understand."""
        return _REASONS.get(self.code if self.code is not None else -1, Reason.BAD_REQUEST)


@dataclass(frozen=True, slots=True)
class Hit:
    """One record as it was sent: XML, whether it came as such or as a string; or the diagnostic that stands in its place."""

    data: str
    schema: str
    diagnostic: Diagnostic | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """``total`` records fit; ``hits`` are those sent."""

    total: int
    hits: tuple[Hit, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def answer(root: _Element) -> Answered | Fault:
    """An answer to a search, or why it is none."""
    from gate.references.http import Fault

    found = _diagnostics(root)
    number = said(root, "numberOfRecords")
    if text_of(root) == "" or (not _NUMBER.fullmatch(number) and not found):
        return Fault(Reason.MALFORMED, "not an answer to a search: it does not say how many records there are")
    total = int(number) if _NUMBER.fullmatch(number) else 0
    hits = tuple(_hit(record) for records in children(root, "records") for record in children(records, "record"))
    sent = [hit for hit in hits if hit.diagnostic is None]
    wrong = [one for one in (*found, *(h.diagnostic for h in hits if h.diagnostic)) if one.code != _OUT_OF_RANGE]
    if not sent and wrong:
        return Fault(wrong[0].reason, f"the catalogue says: {wrong[0].text}")
    if total and not hits:
        return Fault(Reason.MALFORMED, f"it counts {total} records and sends none")
    return Answered(max(total, len(sent)), hits, tuple(one for one in found if one.code != _OUT_OF_RANGE))


def _diagnostics(root: _Element) -> tuple[Diagnostic, ...]:
    """Those of the answer as a whole. SUDOC leaves out the element around each."""
    found = []
    for holder in [root] if local(root) == "diagnostics" else list(children(root, "diagnostics")):
        single = list(children(holder, "diagnostic")) or ([holder] if said(holder, "uri") else [])
        found += [_diagnostic(one) for one in single]
    return tuple(one for one in found if one.code != _ALL_WELL)


def _diagnostic(element: _Element) -> Diagnostic:
    uri = said(element, "uri")
    code = _CODE.fullmatch(uri)
    words = [one for one in (said(element, "message"), said(element, "details")) if one]
    return Diagnostic(int(code[1]) if code else None, f"{': '.join(words) or 'an error'} ({uri or 'without a number'})")


def _hit(record: _Element) -> Hit:
    from lxml import etree

    schema = said(record, "recordSchema")
    data = next(children(record, "recordData"), None)
    inner = elements(data) if data is not None else []
    surrogate = next(within(record, "diagnostic"), None) if "diagnostic" in schema or not inner else None
    if surrogate is None and inner and local(inner[0]) == "diagnostic":
        surrogate = inner[0]
    if surrogate is not None:
        return Hit("", schema, _diagnostic(surrogate))
    if not inner:
        return Hit("".join(str(part) for part in data.itertext()) if data is not None else "", schema)
    if local(inner[0]) == "record" and etree.QName(inner[0]).namespace in _SRU:
        # MARC without a namespace of its own has taken that of the answer, by which readers know what only wraps a record
        for one in inner[0].iter():
            if local(one):
                one.tag = f"{{{_MARC}}}{local(one)}"
    return Hit(etree.tostring(inner[0], encoding="unicode", with_tail=False), schema)
