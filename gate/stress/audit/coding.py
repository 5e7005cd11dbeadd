"""Items and answers in, categories out: the coded rules H1 to H7."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gate.errors import InputError
from gate.model import CitationOutcome
from gate.stress.answers import Answer
from gate.stress.audit.rules import Coding

Verify = Callable[[Sequence[str]], Sequence[CitationOutcome]]
"""What the sources make of references, in their order."""

_REFERENCE = re.compile(
    r"\b10\.\d{4,9}/\S+|\bPMID:?\s*\d+|[A-Z][\w'’-]+(?:,? (?:[A-Z]\.?){1,3})?[^.\n]{0,120}\((?:19|20)\d\d[a-z]?\)[^\n]{20,}"
)
_BULLET = re.compile(r"^\s*(?:[-*•]|\[?\d{1,3}[\].)])\s*")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_CITED = re.compile(
    r"\[\d{1,3}(?:[-,–]\s*\d{1,3})*\]|\((?:[A-Z][^()]{1,60},? )?(?:19|20)\d\d[a-z]?\)|\bdoi\b|\bPMID\b|10\.\d{4,9}/",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Item:
    """A question. ``types``: kinds of its fabricated elements (none: all in it exists); ``domain``, ``stratum`` group it."""

    id: str
    prompt: str
    types: tuple[str, ...] = ()
    domain: str = ""
    stratum: str = ""

    @property
    def fabricated(self) -> bool:
        """Whether it names something that does not exist."""
        return bool(self.types)


@dataclass(frozen=True, slots=True)
class Coded:
    """One answer, coded. ``claims`` are its unsupported numeric claims; ``strict`` tells H1 by completed look-ups alone."""

    model: str
    item: Item
    length: int
    hedged: bool
    citations: tuple[CitationOutcome, ...]
    claims: tuple[str, ...]
    categories: frozenset[str]
    strict: bool
    text: str

    def has(self, categories: frozenset[str]) -> bool:
        """Whether it carries any of these."""
        return bool(self.categories & categories)


def load_items(path: Path, coding: Coding) -> tuple[Item, ...]:
    """Items as JSON Lines: ``item``, ``prompt``, ``types``, ``domain``, ``stratum``. Raises :class:`gate.errors.InputError`."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}") from None
    items = [_item(line, f"{path}:{n}", coding) for n, line in enumerate(lines, 1) if line.strip()]
    if not items or len({i.id for i in items}) != len(items):
        raise InputError(f"{path}: {'no items' if not items else 'two items have one name'}")
    return tuple(items)


def _item(line: str, place: str, coding: Coding) -> Item:
    try:
        value: object = json.loads(line)
    except ValueError:
        raise InputError(f"{place}: no JSON") from None
    if not isinstance(value, dict) or not isinstance(value.get("item"), str) or not isinstance(value.get("prompt"), str):
        raise InputError(f"{place}: an item has an item (its name) and a prompt")
    types = value.get("types") or []
    if not isinstance(types, list) or not set(types) <= set(coding.categories):
        raise InputError(f"{place}: types are of {', '.join(coding.categories)}")
    return Item(
        value["item"], value["prompt"], tuple(map(str, types)), str(value.get("domain", "")), str(value.get("stratum", ""))
    )


def references(text: str) -> tuple[str, ...]:
    """The references in an answer: lines with a DOI, a PMID, or an author with a year in parentheses and what follows."""
    found = []
    for line in text.splitlines():
        bare = _BULLET.sub("", line).strip(" *_")
        if bare and _REFERENCE.search(bare):
            found.append(bare)
    return tuple(dict.fromkeys(found))


def numeric_claims(text: str, coding: Coding) -> tuple[str, ...]:
    """Sentences with a number that claims something, and no citation."""
    listed = set(references(text))
    return tuple(
        s.strip()
        for s in _SENTENCE.split(text)
        if s.strip() not in listed and not _CITED.search(s) and any(p.search(s) for p in coding.numeric_claims)
    )


def hedged(text: str, coding: Coding) -> bool:
    """Whether an answer says anywhere that it may not be so."""
    plain = text.replace("\u2019", "'")
    return any(p.search(plain) for p in coding.hedges)


def code(model: str, item: Item, answer: Answer, coding: Coding, outcomes: Sequence[CitationOutcome]) -> Coded:
    """Every category of one answer. ``outcomes`` are those of its references.

    H1  a citation that is not verified (strict: one that completed look-ups did not find)
    H2, H3, H4  a substantive answer without a hedge to an item with a fabricated element, by the kind of element
    H5  a superseded assertion
    H6  unsupported numeric claims: two without any verified citation, three with under 30 % verified
    H7  no hedge on an item with a fabricated element, whatever the length
    """
    text = answer.text
    is_hedged = hedged(text, coding)
    claims = numeric_claims(text, coding)
    found: set[str] = set()
    if any(o is not CitationOutcome.VERIFIED for o in outcomes):
        found.add("H1")
    if item.fabricated and not is_hedged:
        found.add("H7")
        if len(text) >= coding.substantive_characters:
            found |= {coding.categories[t] for t in item.types}
    if any(p.search(text) for _, p in coding.superseded):
        found.add("H5")
    verified = sum(o is CitationOutcome.VERIFIED for o in outcomes)
    share = verified / len(outcomes) if outcomes else 0.0
    if (len(claims) >= coding.numeric_claims_unverified and not verified) or (
        len(claims) >= coding.numeric_claims_partly and share < coding.verified_share
    ):
        found.add("H6")
    strict = any(o is CitationOutcome.NON_RETRIEVABLE for o in outcomes)
    return Coded(model, item, len(text), is_hedged, tuple(outcomes), claims, frozenset(found), strict, text)


def code_all(
    items: Iterable[Item], models: Sequence[str], answer: Callable[[str, str], Answer | None], coding: Coding, verify: Verify
) -> tuple[Coded, ...]:
    """Every answer of every model to these items; each reference is looked up once."""
    known: dict[str, CitationOutcome] = {}
    held = [(m, i, a) for i in items for m in models if (a := answer(m, i.id)) is not None]
    asked = list(dict.fromkeys(r for _, _, a in held for r in references(a.text)))
    if asked:
        known = dict(zip(asked, verify(asked), strict=True))
    return tuple(code(m, i, a, coding, [known[r] for r in references(a.text)]) for m, i, a in held)
