"""What NCBI's E-utilities answer: XML, or an error told with status 200 in XML, in JSON or in plain text.

https://www.ncbi.nlm.nih.gov/books/NBK25499/. An empty set is no error, and no denial either: ``efetch`` sends one for records
that exist and cannot be had at the moment.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.model import Reason
from gate.normalise.text import clean
from gate.references.values import table, text

if TYPE_CHECKING:
    from lxml.etree import _Element

    from gate.references.http import Fault, Raw
    from gate.references.http.bodies import Malformed

SETS = ("PubmedArticleSet", "PubmedBookArticleSet")
SEARCH = "eSearchResult"
_ERRORS = ("eFetchResult", "eSearchResult", "eSummaryResult")
_REASONS = (
    (re.compile(r"rate limit|too many requests", re.IGNORECASE), Reason.RATE_LIMITED),
    (re.compile(r"api[ _-]?key", re.IGNORECASE), Reason.REFUSED),
    (re.compile(r"invalid|empty|no correct|cannot be|can not|not understood|nothing to ?do", re.IGNORECASE), Reason.BAD_REQUEST),
)


@dataclass(frozen=True, slots=True)
class Told:
    """An answer: the root element, or an error in the service's words."""

    root: _Element | None
    error: str = ""


def read(raw: Raw, roots: tuple[str, ...]) -> Told | Malformed:
    """The answer, whose root is one of ``roots``, or an error in any of the forms it comes in; or what is wrong with it."""
    from gate.references.http.bodies import read_xml

    error = _error(raw.body)
    if error:
        return Told(None, error)
    root = read_xml(raw.body, (*roots, *_ERRORS), raw.content_type)
    if isinstance(root, str):
        return root
    found = root.find("ERROR")
    if found is not None:
        return Told(None, clean("".join(map(str, found.itertext()))) or "an error without words")
    if str(root.tag).rpartition("}")[2] in roots:
        return Told(root)
    wrong = read_xml(raw.body, roots, raw.content_type)
    return wrong if isinstance(wrong, str) else Told(wrong)


def fault(told: Told) -> Fault | None:
    """What an error means: a limit, a bad key, a bad question, else the service's own trouble."""
    from gate.references.http import Fault

    if not told.error:
        return None
    reason = next((reason for pattern, reason in _REASONS if pattern.search(told.error)), Reason.SERVER)
    return Fault(reason, told.error[:200])


def found_ids(root: _Element) -> tuple[int, tuple[str, ...]] | None:
    """How many records a search found, and the ids it lists; None where it is not told."""
    count = root.findtext("Count") or ""
    listed = root.find("IdList")
    if not count.isascii() or not count.isdigit() or listed is None:
        return None
    ids = tuple(found for one in listed.findall("Id") if (found := (one.text or "").strip()).isdigit())
    return int(count), ids


def _error(body: bytes) -> str:
    """The words of an error in JSON (``{"error": "API rate limit exceeded"}``), or nothing."""
    if not body.lstrip().startswith(b"{"):
        return ""
    try:
        value: object = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return ""
    return text(table(value).get("error")) or text(table(table(value).get("esearchresult")).get("ERROR"))
