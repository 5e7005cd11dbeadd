"""What a catalogue says of itself: an SRU explain record (ZeeRex 2.0 and 2.1, http://explain.z3950.org/dtd/)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.references.sru.record import FORMS, form_of
from gate.references.sru.xml import children, local, text_of, within

if TYPE_CHECKING:
    from lxml.etree import _Element


@dataclass(frozen=True, slots=True)
class Explained:
    """``title`` of the database; ``version`` of SRU; ``indexes`` as ``set.name`` in lower case; ``schemas`` as name and
    identifier; ``most`` records that one answer may hold, 0 where it does not say."""

    title: str = ""
    version: str = ""
    indexes: frozenset[str] = frozenset()
    schemas: tuple[tuple[str, str], ...] = ()
    most: int = 0

    def lists(self, index: str) -> bool:
        """Whether the server knows an index of this name; one without a set fits one of any set, and case is nothing."""
        name = index.lower()
        bare = "." not in name
        return any(known == name or (bare and known.rpartition(".")[2] == name) for known in self.indexes)

    def schema(self) -> str:
        """The name of the schema to ask for: MARC before MODS before Dublin Core; empty where there is none that is read."""
        named = [(form_of(name) or form_of(identifier), name or identifier) for name, identifier in self.schemas]
        return next((name for form in FORMS for of, name in named if of == form), "")


def explained(root: _Element) -> Explained | None:
    """The explain record in an answer, wherever in it that is; None where there is none."""
    record = next(within(root, "explain"), None)
    if record is None:
        return None
    server = next(within(record, "serverInfo"), None)
    database = next(within(record, "databaseInfo"), None)
    title = next((text_of(one) for one in children(database, "title")), "") if database is not None else ""
    settings = {one.get("type", ""): text_of(one) for name in ("default", "setting") for one in within(record, name)}
    most = settings.get("maximumRecords", "")
    return Explained(
        title,
        server.get("version", "") if server is not None else "",
        frozenset(_indexes(record)),
        tuple((one.get("name", ""), one.get("identifier", "")) for one in within(record, "schema")),
        int(most) if most.isascii() and most.isdigit() and len(most) < 7 else 0,
    )


def _indexes(record: _Element) -> list[str]:
    found = []
    for index in within(record, "index"):
        for name in within(index, "name"):
            if local(name.getparent()) == "map" and (said := text_of(name)):
                of = name.get("set", "")
                found.append((f"{of}.{said}" if of else said).lower())
    return found
