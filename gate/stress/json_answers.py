"""The JSON object in a model's answer: bare, in a fence, within prose, or cut off; and what an answer is that holds none."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from enum import StrEnum


class Form(StrEnum):
    """What kind of answer it is."""

    OBJECT = "object"
    TRUNCATED = "truncated"  # an object that was cut off; what stands before the cut counts
    REFUSAL = "refusal"
    CODE = "code"  # a program instead of data
    NOTHING = "no data"
    EMPTY = "empty"


_REFUSAL = re.compile(
    r"\b(?:i(?:'m| am)? (?:sorry|unable|afraid|not able)|i (?:can(?:no|')t|cannot|do(?:n't| not) have|won't|must decline)|"
    r"as an ai|(?:no|not have) access to|cannot (?:provide|access|assist|help)|unable to (?:provide|access|retrieve|recall))\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"^\s*(?:import |from \w+ import |def \w+\(|print\(|[A-Za-z_]\w* ?= ?\w+\.\w+\()", re.MULTILINE)
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Parsed:
    """The object of an answer, empty where there is none."""

    form: Form
    value: dict[str, object] = field(default_factory=dict)


def is_refusal(text: str) -> bool:
    """Whether a text without data says that it will not or cannot give any."""
    return bool(_REFUSAL.search(text.replace("\u2019", "'")))


def is_code(text: str) -> bool:
    """Whether a text holds lines of a program."""
    return bool(_CODE.search(text))


def parse(text: str, wanted: frozenset[str] = frozenset()) -> Parsed:
    """The object with most of the ``wanted`` keys, the largest of these; without any, what kind of answer it is."""
    if not text.strip():
        return Parsed(Form.EMPTY)
    best: dict[str, object] | None = None
    rank = (-1, -1)
    place = text.find("{")
    cut: dict[str, object] | None = None
    while place >= 0:
        value, end = _object(text, place)
        if value is None and cut is None:
            cut = _mended(text[place:])
        if value is not None and (found := (len(wanted & value.keys()), len(value))) > rank:
            best, rank = value, found
        place = text.find("{", end)
    if cut and len(wanted & cut.keys()) > rank[0]:
        return Parsed(Form.TRUNCATED, cut)
    if best is not None and not (wanted and not rank[0] and is_code(text)):  # a program may hold any object
        return Parsed(Form.OBJECT, best)
    return Parsed(kind_without_data(text))


def kind_without_data(text: str) -> Form:
    """What an answer is in which no data was found."""
    if not text.strip():
        return Form.EMPTY
    if is_code(text):
        return Form.CODE
    return Form.REFUSAL if is_refusal(text) else Form.NOTHING


def _object(text: str, place: int) -> tuple[dict[str, object] | None, int]:
    try:
        value, end = _DECODER.raw_decode(text, place)
    except (ValueError, RecursionError):
        return None, place + 1
    return (value, end) if isinstance(value, dict) else (None, place + 1)


_SIGNS = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],]', re.DOTALL)
_TRIES = 200


def _mended(text: str) -> dict[str, object] | None:
    """The object that begins here and is cut off: closed after its last whole value."""
    closers: list[str] = []
    ends: list[tuple[int, str]] = []
    for match in _SIGNS.finditer(text):
        sign = match[0]
        if sign in "{[":
            closers.append("}" if sign == "{" else "]")
        elif sign in "}]" and (not closers or closers.pop() != sign):
            return None
        ends.append((match.start() if sign == "," else match.end(), "".join(reversed(closers))))
    for end, closing in reversed(ends[-_TRIES:]):
        value, _ = _object(text[:end] + closing, 0)
        if value is not None:
            return value
    return None


def texts(value: object) -> tuple[str, ...]:
    """A field as a list of texts, whatever type it came in.

    A list gives its members, an object in it its name, label, title or term; one text is split on semicolons, or on commas where
    it has none; numbers become text; null, booleans and empty texts are nothing. Repeats are kept once.
    """
    found: list[str] = []
    if isinstance(value, str):
        found = re.split(r"[;\n]", value) if ";" in value or "\n" in value else value.split(",")
    elif isinstance(value, list):
        for member in value:
            if isinstance(member, dict):
                member = next((member[k] for k in ("name", "label", "title", "term", "value") if k in member), None)
            if isinstance(member, list):
                found += texts(member)
            elif isinstance(member, (str, int, float)) and not isinstance(member, bool):
                found.append(str(member))
    elif isinstance(value, dict):
        found = [t for member in value.values() for t in texts(member)]
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        found = [str(value)]
    return tuple(dict.fromkeys(t for raw in found if (t := " ".join(raw.split()).strip(" .\"'"))))


def one_text(value: object) -> str:
    """A field that has one value, as text; empty where there is none. Of a list the first."""
    if isinstance(value, str):
        return " ".join(value.split())
    found = texts(value)
    return found[0] if found else ""
