"""Pages: ranges in every form, article numbers, and the first page alone."""

from __future__ import annotations

import re
from functools import lru_cache

from gate.comparison.matching.spelling import roman
from gate.model import Agreement
from gate.normalise import text as text_rules

SAME = "same pages"
FIRST = "same first page"
WITHIN = "inside the range"
DIFFERS = "differs"
NOT_COMPARABLE = "not comparable"

_LABEL = re.compile(r"\b(?:pages?|pp?|seiten?|s|art(?:icle)?|no|nr|id|article (?:number|id|no))\b[\s.:]*(?=[\w])", re.IGNORECASE)
_PAGE = re.compile(r"([a-z]{0,4}[-.:]?)0*(\d{1,9})([a-z]?)\Z", re.IGNORECASE | re.ASCII)


def compare(given: str, held: str) -> Agreement:
    """Compare pages: ``12-18``, ``12–8`` (12 to 18), ``pp. 12``, ``e123``, ``xi-xx``, ``12-18, 25``. First pages must agree."""
    mine, theirs = _spans(given), _spans(held)
    if not mine or not theirs:
        return Agreement(None, NOT_COMPARABLE, "no page that can be read")
    (first, last), (held_first, held_last) = mine[0], theirs[0]
    if first == held_first or _bare(first) == _bare(held_first):
        same_end = last is None or held_last is None or last == held_last or _bare(last) == _bare(held_last)
        if same_end and (last is None) == (held_last is None):
            return Agreement(True, SAME)
        # the end of a range is often left out, or taken from the next article
        return Agreement(True, FIRST, "" if same_end else f"{given.strip()} / {held.strip()}")
    number, low, high = _number(first), _number(held_first), _number(held_last) if held_last else None
    if last is None and number is not None and low is not None and high is not None and low < number <= high:
        return Agreement(True, WITHIN, f"{given.strip()} in {held.strip()}")  # a citation of one page
    return Agreement(False, DIFFERS, f"{given.strip()} / {held.strip()}")


def first_page(text: str) -> str:
    """The first page, as compared; empty when none can be read."""
    spans = _spans(text)
    return spans[0][0] if spans else ""


@lru_cache(maxsize=16384)
def _spans(text: str) -> tuple[tuple[str, str | None], ...]:
    plain = _LABEL.sub("", text_rules.clean(text).lower())
    spans: list[tuple[str, str | None]] = []
    for piece in re.split(r"[,;&]|\band\b", plain):
        numbered = re.fullmatch(r"\s*[a-z]{1,4}-\d+\s*", piece)  # A-12 is one page
        parts = [piece] if numbered else re.split(r"(?<=\w)\s*-{1,3}\s*(?=\w)|\s+to\s+", piece.strip())
        ends = [end.strip(" .()[]") for end in parts if end.strip(" .()[]")]
        if not ends or not any(c.isalnum() for c in ends[0]):
            continue
        first = _page(ends[0])
        last = _expanded(first, _page(ends[1])) if len(ends) == 2 else None
        if last == first:
            last = None
        spans.append((first, last))
    return tuple(spans)


def _page(text: str) -> str:
    compact = text.replace(" ", "")
    match = _PAGE.match(compact)
    if match:
        return f"{match[1].strip('-.:')}{match[2]}{match[3]}".lower()
    value = roman(compact)
    return f"roman{value}" if value is not None else compact


def _expanded(first: str, last: str) -> str:
    """The end of a shortened range: 12-8 ends on 18, e123-35 on e135."""
    a, b = re.fullmatch(r"([a-z]*)(\d+)", first), re.fullmatch(r"([a-z]*)(\d+)", last)
    if not a or not b or (b[1] and b[1] != a[1]):
        return last
    if len(b[2]) < len(a[2]) <= 9:
        full = a[2][: len(a[2]) - len(b[2])] + b[2]
        return a[1] + full if int(full) >= int(a[2]) else a[1] + b[2]
    return a[1] + b[2]


def _bare(page: str) -> str:
    """Without the letters in front, where digits follow: registries drop the ``e`` of ``e123``."""
    match = re.fullmatch(r"[a-z]{1,2}(\d+)", page)
    return match[1] if match else page


def _number(page: str) -> int | None:
    return int(page) if page.isascii() and page.isdigit() and len(page) <= 9 else None
