"""What is being gathered from one record, whatever its format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gate.model import Identifier, Ignored, Kind, Note, Statement

#: identifier schemes that are properties of a work
OWN_PROPERTY = frozenset({"doi", "pmid", "isbn", "issn", "arxiv"})


@dataclass(slots=True)
class Reading:
    """Statements, notes, and what is left unread, with how often."""

    kind: Kind = Kind.WORK
    statements: list[Statement] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    left: dict[tuple[str, str], int] = field(default_factory=dict)
    _known: set[tuple[str, Identifier]] = field(default_factory=set)
    _indexed: int = 0

    def ignore(self, path: str, reason: str = "unknown field") -> None:
        """Count a field that is not read."""
        self.left[path, reason] = self.left.get((path, reason), 0) + 1

    def ignored(self) -> tuple[Ignored, ...]:
        """Every field that is not read, with its number where there are several."""
        return tuple(
            Ignored(path, reason if count == 1 else f"{reason} ({count} fields)") for (path, reason), count in self.left.items()
        )

    def add(self, prop: str, value: str, path: str, *forms: str, lang: str = "", identifiers: Iterable[Identifier] = ()) -> None:
        """A statement, if there is a value; forms that are empty or the value itself are left out."""
        if value:
            kept = tuple(dict.fromkeys(form for form in forms if form and form != value))
            self.statements.append(Statement(prop, value, path, lang=lang, forms=kept, identifiers=tuple(identifiers)))

    def has(self, prop: str) -> bool:
        """Whether anything is said of ``prop``."""
        return any(s.property == prop for s in self.statements)

    def add_forms(self, prop: str, *forms: str) -> bool:
        """Add other forms to the first statement of ``prop``; False where there is none."""
        for n, s in enumerate(self.statements):
            if s.property == prop:
                kept = dict.fromkeys((*s.forms, *(form for form in forms if form)))
                kept.pop(s.value, None)
                self.statements[n] = replace(s, forms=tuple(kept))
                return True
        return False

    def unreadable(self, path: str, value: str, detail: str) -> None:
        """A value that cannot be taken for what its field is for."""
        self.notes.append(Note("value-unreadable", path, value[:100], detail))

    def add_identifier(self, scheme: str, value: str, path: str) -> None:
        """An identifier of ``scheme``: a property of its own, else of ``identifiers``. The same one again says nothing new."""
        from gate.normalise import identifiers

        text = value.strip()
        if not text:
            return
        own = identifiers.parse(scheme, text).identifier
        prop = scheme if scheme in OWN_PROPERTY else "identifiers"
        self._index()
        if own is not None and (prop, own) in self._known:
            self.ignore(path, "the same identifier again")
            return
        given = (own,) if own is not None and prop == "identifiers" else ()
        self.statements.append(Statement(prop, text, path, identifiers=given))

    def _index(self) -> None:
        """Take note of the identifiers that were stated since the last time."""
        for s in self.statements[self._indexed :]:
            self._known |= {(s.property, own) for own in (*s.identifiers, _stated(s)) if own is not None}
        self._indexed = len(self.statements)

    def add_address(self, value: str, path: str) -> None:
        """An address counts where it is an authority's, and so an identifier; any other page is not looked at."""
        from gate.normalise import identifiers

        found = identifiers.detect(value)
        if found is not None and found.identifier is not None and found.identifier.scheme not in ("iri", "url"):
            self.add_identifier(found.identifier.scheme, value, path)
        else:
            self.ignore(path, "an address that is no identifier")


def _stated(statement: Statement) -> Identifier | None:
    from gate.normalise import identifiers

    return identifiers.parse(statement.property, statement.value).identifier if statement.property in OWN_PROPERTY else None
