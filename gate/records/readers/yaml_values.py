"""YAML read safely (the only importer of ``yaml``): texts, lists and objects, built here from the parser's events.

No tag makes anything but a text, so nothing is constructed and ``no`` is no false. Depth is bounded; aliases may not refer to
what they stand in, nor expand to more values than :data:`MAX_EXPANDED`, however they are nested ("billion laughs").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gate.model import Note
from gate.records.readers.json_parse import child

if TYPE_CHECKING:
    import yaml

#: values that all aliases of a document may expand to together
MAX_EXPANDED = 100_000
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True, slots=True)
class YamlFault:
    """Why a file cannot be read from here on, and in which line (0 if unknown)."""

    reason: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.reason} (line {self.line})" if self.line else self.reason


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """One document: its value, what was doubtful, and where in the text each object in it begins and ends."""

    value: object
    notes: tuple[Note, ...] = ()
    spans: dict[int, tuple[int, int]] = field(default_factory=dict)

    def span(self, value: object) -> tuple[int, int]:
        """Where an object of this document stands in the text; (0, 0) for what is not one."""
        return self.spans.get(id(value), (0, 0))


def yaml_documents(text: str, max_depth: int) -> Iterator[YamlDocument | YamlFault]:
    """Every document of ``text``, in order; a fault ends them."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    builder = _Builder(max_depth)
    try:
        for event in yaml.parse(text, Loader=loader):
            if isinstance(event, yaml.DocumentStartEvent):
                builder = _Builder(max_depth)
            elif isinstance(event, yaml.DocumentEndEvent):
                yield builder.finished()
            else:
                fault = builder.take(event)
                if fault:
                    yield YamlFault(fault, event.start_mark.line + 1 if event.start_mark is not None else 0)
                    return
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error).splitlines()[0]
        yield YamlFault(f"not YAML: {problem}", mark.line + 1 if mark is not None else 0)


class _Builder:
    """The value of one document, from events."""

    def __init__(self, max_depth: int) -> None:
        self._max_depth = max_depth
        self._stack: list[_Open] = []
        self._value: object = None
        self._anchors: dict[str, tuple[object, int]] = {}
        self._open_anchors: set[str] = set()
        self._expanded = 0
        self._notes: list[Note] = []
        self._spans: dict[int, tuple[int, int]] = {}

    def finished(self) -> YamlDocument:
        return YamlDocument(self._value, tuple(self._notes), self._spans)

    def take(self, event: yaml.Event) -> str:
        """Take one event; gives why the document is refused, or nothing."""
        import yaml

        if isinstance(event, yaml.ScalarEvent):
            plain = event.style in (None, "") and event.value in _NULLS
            value = None if plain and event.tag is None else event.value
            self._anchor(event.anchor, value, 1)
            return self._put(value, 1)
        if isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            if len(self._stack) >= self._max_depth:
                return f"nested deeper than {self._max_depth} levels (setting max_depth)"
            made: list[object] | dict[str, object] = [] if isinstance(event, yaml.SequenceStartEvent) else {}
            path = self._stack[-1].path_of_next() if self._stack else ""
            start = event.start_mark.index if event.start_mark is not None else 0
            self._stack.append(_Open(made, path, event.anchor, start))
            if event.anchor:
                self._open_anchors.add(event.anchor)
            return ""
        if isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            return self._close(event.end_mark.index if event.end_mark is not None else 0)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event.anchor or "")
        return ""

    def _alias(self, name: str) -> str:
        if name in self._open_anchors:
            return f"the alias *{name} stands inside what it refers to"
        if name not in self._anchors:
            return f"the alias *{name} refers to nothing"
        value, size = self._anchors[name]
        self._expanded += size
        if self._expanded > MAX_EXPANDED:
            return f"aliases that expand to more than {MAX_EXPANDED:,} values are refused"
        return self._put(value, size)

    def _anchor(self, name: str | None, value: object, size: int) -> None:
        if name:
            self._anchors[name] = (value, size)
            self._open_anchors.discard(name)

    def _close(self, end: int) -> str:
        done = self._stack.pop()
        merged = done.made
        if isinstance(merged, dict):
            defaults = merged.pop("<<", None)  # YAML's merge key: what it refers to, where the object says nothing itself
            for other in defaults if isinstance(defaults, list) else [defaults]:
                if isinstance(other, dict):
                    for key, value in other.items():
                        merged.setdefault(key, value)
        self._spans[id(merged)] = (done.start, end)
        self._anchor(done.anchor, merged, done.size)
        return self._put(merged, done.size)

    def _put(self, value: object, size: int) -> str:
        if not self._stack:
            self._value = value
            return ""
        top = self._stack[-1]
        top.size += size
        if isinstance(top.made, list):
            top.made.append(value)
        elif top.key is None:
            if isinstance(value, (dict, list)):
                return "a key that is no text"
            top.key = str(value) if value is not None else ""
        else:
            if top.key in top.made:
                self._notes.append(Note("duplicate-key", child(top.path, top.key), str(value)[:100]))
            top.made[top.key] = value
            top.key = None
        return ""


class _Open:
    """A list or object whose end has not come yet."""

    def __init__(self, made: list[object] | dict[str, object], path: str, anchor: str | None, start: int) -> None:
        self.made = made
        self.path = path
        self.anchor = anchor
        self.start = start
        self.size = 1
        self.key: str | None = None

    def path_of_next(self) -> str:
        """The path of what comes next in it."""
        return f"{self.path}[{len(self.made)}]" if isinstance(self.made, list) else child(self.path, self.key or "")
