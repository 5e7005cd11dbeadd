"""The text of one rule file to checked values, each with the place it stands. No value is judged against another here.

Wrong keys, types and ranges are collected, not raised, so that a librarian sees all of them at once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Generic, TypeVar

from gate.decision.names import SCORE_NAMES
from gate.findings import FINDINGS
from gate.model import Kind, Severity, Tier
from gate.properties import properties_of
from gate.toml_lines import Place, places

T = TypeVar("T")

TEXT_KEYS = ("title", "extends")
FLAG_KEYS = ("anchor_required",)
NUMBER_KEYS = ("coverage_min", "rise_share", "top_share", "concentration_margin", "extracted_weight")
LIST_KEYS = ("demanded", "blocking", "blocking_codes", "tolerated_codes", "shapes")
TABLE_KEYS = ("limits", "required_supported", "required_present", "weights", "sources", "severities", "tiers", "evidence")
RULE_KEYS = (*TEXT_KEYS, *FLAG_KEYS, *NUMBER_KEYS, *LIST_KEYS, *TABLE_KEYS)

EVIDENCE_TEXTS = ("data", "data_sha256", "checked", "date", "rules_sha256")
EVIDENCE_SHARES = ("bound", "confidence")
EVIDENCE_COUNTS = ("valid", "false_alarms", "invalid", "detected")

KINDS, CODES = tuple(Kind), tuple(FINDINGS)
_OF_KIND = {kind: tuple(p.name for p in properties_of(kind)) for kind in Kind}


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong with a rule file. ``line`` counts from 1; 0 means the file as a whole."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}" if self.line else f"{self.file}: {self.message}"


@dataclass(frozen=True, slots=True)
class Given(Generic[T]):
    """A value with the file and line it stands in."""

    value: T
    file: str
    line: int


@dataclass(slots=True)
class Layer:
    """What one file gives, by dotted key: ``coverage_min``, ``limits.omission``, ``weights.work.title``.

    ``codes`` holds the severity or tier of finding codes: ``tiers.shape-other``. ``file`` and ``line`` of a list are those of its
    key, its elements have their own. ``counts`` are whole numbers: ``evidence.valid``.
    """

    texts: dict[str, Given[str]] = field(default_factory=dict)
    flags: dict[str, Given[bool]] = field(default_factory=dict)
    numbers: dict[str, Given[float]] = field(default_factory=dict)
    lists: dict[str, Given[tuple[Given[str], ...]]] = field(default_factory=dict)
    codes: dict[str, Given[str]] = field(default_factory=dict)
    counts: dict[str, Given[int]] = field(default_factory=dict)

    def over(self, base: Layer) -> Layer:
        """This layer's values where it has them, ``base``'s elsewhere. Lists are replaced as a whole."""
        return Layer(
            {**base.texts, **self.texts},
            {**base.flags, **self.flags},
            {**base.numbers, **self.numbers},
            {**base.lists, **self.lists},
            {**base.codes, **self.codes},
            {**base.counts, **self.counts},
        )

    def keys(self) -> frozenset[str]:
        """Every top-level key that is given."""
        parts: tuple[Mapping[str, object], ...] = (self.texts, self.flags, self.numbers, self.lists, self.codes)
        return frozenset(key.partition(".")[0] for part in parts for key in part)


def read_layer(data: bytes, file: str) -> tuple[Layer, list[Problem]]:
    """Read one rule file. Every problem is in the list; the layer holds what could be read besides."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        return Layer(), [Problem(file, data.count(b"\n", 0, error.start) + 1, "not UTF-8 text")]
    try:
        tree: dict[str, object] = tomllib.loads(text)
        lines = places(text)
    except RecursionError:
        return Layer(), [Problem(file, 0, "nested too deeply")]
    except ValueError as error:  # TOMLDecodeError is one; a number with thousands of digits is another
        return Layer(), [_syntax(str(error), text, file)]
    reading = _Reading(file, lines)
    reading.root(tree)
    return reading.layer, sorted(reading.problems)


def _syntax(message: str, text: str, file: str) -> Problem:
    found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    if found is None:
        digits = re.search(r"[\d_]{1000}", text)
        return Problem(file, text.count("\n", 0, digits.start()) + 1 if digits else 0, "number too long")
    line = int(found[1]) if found[1] else text.rstrip("\n").count("\n") + 1
    what = message[: found.start()]
    if what.startswith(("Cannot overwrite", "Duplicate", "Cannot declare")) or "twice" in what:
        what = f"the same key or table is given twice ({what})"
    return Problem(file, line, f"not valid TOML: {what}")


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """The sentence for a name that is not known, with the nearest one that is."""
    names = sorted(known)
    near = get_close_matches(name, names, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names)}"
    return f"unknown {what} {_short(name)}; {hint}"


def _short(value: object) -> str:
    text = "a number of many digits" if isinstance(value, int) and abs(value) >= 10**15 else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


class _Reading:
    def __init__(self, file: str, lines: Mapping[Place, int]) -> None:
        self.file = file
        self.lines = lines
        self.layer = Layer()
        self.problems: list[Problem] = []

    def root(self, tree: Mapping[str, object]) -> None:
        for key, value in tree.items():
            place = (key,)
            if key in TEXT_KEYS:
                self._text(place, value)
            elif key in FLAG_KEYS:
                self._flag(place, value)
            elif key in NUMBER_KEYS:
                self._number(place, value)
            elif key in LIST_KEYS:
                self._list(place, value, _ELEMENTS[key])
            elif key in TABLE_KEYS:
                self._table(key, value)
            else:
                self._refuse(place, unknown("key", key, RULE_KEYS))

    def _table(self, key: str, value: object) -> None:
        match key:
            case "limits":
                self._entries((key,), value, "score", SCORE_NAMES, self._number)
            case "required_supported" | "required_present":
                self._entries((key,), value, "kind", KINDS, self._properties)
            case "sources":
                self._entries((key,), value, "kind", KINDS, lambda place, names: self._list(place, names, None))
            case "weights":
                self._entries((key,), value, "kind", KINDS, self._weights)
            case "evidence":
                self._evidence((key,), value)
            case "severities":
                self._entries((key,), value, "severity", tuple(Severity), self._codes)
            case _:
                self._entries((key,), value, "tier", tuple(Tier), self._codes)

    def _entries(
        self, place: Place, value: object, what: str, known: Iterable[str], read: Callable[[Place, object], None]
    ) -> None:
        if not isinstance(value, dict):
            self._wrong(place, "a table", value)
            return
        names = tuple(known)
        for name, entry in value.items():
            if name in names:
                read((*place, name), entry)
            else:
                self._refuse((*place, name), unknown(what, name, names))

    def _weights(self, place: Place, value: object) -> None:
        kind = Kind(str(place[-1]))
        self._entries(place, value, f"property of a {kind}", _OF_KIND[kind], self._number)

    def _evidence(self, place: Place, value: object) -> None:
        names = (*EVIDENCE_TEXTS, *EVIDENCE_SHARES, *EVIDENCE_COUNTS)

        def read(where: Place, entry: object) -> None:
            name = str(where[-1])
            take = self._text if name in EVIDENCE_TEXTS else self._number if name in EVIDENCE_SHARES else self._count
            take(where, entry)

        self._entries(place, value, "key of the evidence", names, read)

    def _count(self, place: Place, value: object) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            self._wrong(place, "a whole number", value)
        elif not 0 <= value <= 10**12:
            self._refuse(place, f"{_dotted(place)} must be a count, not {_short(value)}")
        else:
            self.layer.counts[_dotted(place)] = Given(value, self.file, self._line(place))

    def _properties(self, place: Place, value: object) -> None:
        kind = Kind(str(place[-1]))
        self._list(place, value, (f"property of a {kind}", _OF_KIND[kind]))

    def _codes(self, place: Place, value: object) -> None:
        table, level = str(place[0]), str(place[1])
        codes = self._strings(place, value, ("finding code", CODES))
        for code in codes or ():
            key = f"{table}.{code.value}"
            if key in self.layer.codes:
                before = self.layer.codes[key]
                self.problems.append(
                    Problem(
                        self.file, code.line, f"{table}: {code.value!r} stands under {before.value!r} too (line {before.line})"
                    )
                )
            else:
                self.layer.codes[key] = Given(level, self.file, code.line)

    def _text(self, place: Place, value: object) -> None:
        if not isinstance(value, str):
            self._wrong(place, "a text", value)
        elif not value.strip():
            self._refuse(place, f"{_dotted(place)} is empty")
        else:
            self.layer.texts[_dotted(place)] = Given(value, self.file, self._line(place))

    def _flag(self, place: Place, value: object) -> None:
        if isinstance(value, bool):
            self.layer.flags[_dotted(place)] = Given(value, self.file, self._line(place))
        else:
            self._wrong(place, "true or false", value)

    def _number(self, place: Place, value: object) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._wrong(place, "a number from 0 to 1", value)
        elif not 0 <= value <= 1:  # NaN fails both comparisons
            self._refuse(place, f"{_dotted(place)} must be a number from 0 to 1, not {_short(value)}")
        else:
            self.layer.numbers[_dotted(place)] = Given(float(value), self.file, self._line(place))

    def _list(self, place: Place, value: object, known: tuple[str, tuple[str, ...]] | None) -> None:
        elements = self._strings(place, value, known)
        if elements is not None:
            self.layer.lists[_dotted(place)] = Given(elements, self.file, self._line(place))

    def _strings(self, place: Place, value: object, known: tuple[str, tuple[str, ...]] | None) -> tuple[Given[str], ...] | None:
        if not isinstance(value, list):
            self._wrong(place, "a list of texts", value)
            return None
        elements: dict[str, Given[str]] = {}
        for index, element in enumerate(value):
            where = (*place, index)
            if not isinstance(element, str):
                self._wrong(where, "a text", element)
            elif not element.strip():
                self._refuse(where, f"{_dotted(place)} holds an empty text")
            elif element in elements:
                self._refuse(where, f"{_dotted(place)} names {_short(element)} twice")
            elif known and element not in known[1]:
                self._refuse(where, f"{_dotted(place)}: {unknown(known[0], element, known[1])}")
            else:
                elements[element] = Given(element, self.file, self._line(where))
        return tuple(elements.values())

    def _line(self, place: Place) -> int:
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 0)

    def _refuse(self, place: Place, message: str) -> None:
        self.problems.append(Problem(self.file, self._line(place), message))

    def _wrong(self, place: Place, wanted: str, value: object) -> None:
        self._refuse(place, f"{_dotted(place)} must be {wanted}, not {_TYPE_NAMES.get(type(value).__name__, 'a date or time')}")


_TYPE_NAMES = {
    "str": "a text",
    "bool": "true or false",
    "int": "a number",
    "float": "a number",
    "list": "a list",
    "dict": "a table",
}
_ELEMENTS: dict[str, tuple[str, tuple[str, ...]] | None] = {
    "demanded": ("score", SCORE_NAMES),
    "blocking": ("severity", tuple(Severity)),
    "blocking_codes": ("finding code", CODES),
    "tolerated_codes": ("finding code", CODES),
    "shapes": None,
}


def _dotted(place: Place) -> str:
    return ".".join(str(part) for part in place if isinstance(part, str))
