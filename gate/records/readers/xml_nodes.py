"""Elements of a record in XML with their paths: ``/mods/titleInfo[1]/title``, numbered where there are several of a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gate.records.readers import xml

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
LINK = "{http://www.w3.org/1999/xlink}href"


@dataclass(frozen=True, slots=True)
class Node:
    """An element by its local name, and where it stands in its record."""

    element: xml.Element
    name: str
    path: str

    @classmethod
    def root(cls, element: xml.Element) -> Node:
        """The element that is the record."""
        name = xml.names(element)[1]
        return cls(element, name, f"/{name}")

    def children(self, *wanted: str) -> list[Node]:
        """Its child elements, or those with one of these names, in order."""
        inside = [(xml.names(child)[1], child) for child in self.element if isinstance(child.tag, str)]
        total = Counter(name for name, _ in inside)
        seen: Counter[str] = Counter()
        found = []
        for name, child in inside:
            seen[name] += 1
            if not wanted or name in wanted:
                which = f"[{seen[name]}]" if total[name] > 1 else ""
                found.append(Node(child, name, f"{self.path}/{name}{which}"))
        return found

    def child(self, *path: str) -> Node | None:
        """The first element at the end of a path of names."""
        node: Node | None = self
        for name in path:
            node = next(iter(node.children(name)), None) if node is not None else None
        return node

    def inside(self, *wanted: str) -> Iterator[Node]:
        """Every element below it with one of these names, in document order; not those inside another one."""
        for child in self.children():
            if child.name in wanted:
                yield child
            else:
                yield from child.inside(*wanted)

    @property
    def text(self) -> str:
        """All its text, blanks folded."""
        return xml.text(self.element)

    def text_of(self, *path: str) -> str:
        """The text of the first element at the end of a path of names; empty where there is none."""
        node = self.child(*path)
        return node.text if node is not None else ""

    def get(self, name: str) -> str:
        """An attribute without blanks at its ends; empty where there is none."""
        return self.element.get(name, "").strip()

    @property
    def lang(self) -> str:
        """Its own ``xml:lang``."""
        return self.get(LANG)
