"""What a citation or a record says of a work, and what a source holds, in one shape ready for comparison."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gate.comparison.matching.containers import is_preprint
from gate.model import Entity, Identifier, Statement
from gate.normalise import text as text_rules
from gate.normalise.identifiers import detect, equivalents, parse

#: schemes that denote a work or one edition of it
WORK_SCHEMES = frozenset({"doi", "pmid", "pmcid", "arxiv", "isbn", "iri", "wikidata", "lccn", "oclc"})
#: the statements of a work that may carry one
_IDENTIFYING = WORK_SCHEMES | {"title", "identifiers"}
#: roles of those who made the work and are named in a citation; an editor counts where there is no author
_MAIN_ROLES = frozenset({"", "aut", "cre", "art", "cmp"})
#: a link, DOI or URN inside a text
LINK = re.compile(r"(https?://|doi:|urn:|10\.\d{4,9}/)\S*", re.IGNORECASE)
_ET_AL = frozenset({"et al", "others", "and others", "et alii", "u a"})

#: DOI prefixes of arXiv, bioRxiv and medRxiv, SSRN, Research Square, Preprints.org, ChemRxiv, OSF, TechRxiv, Authorea and kin
_PREPRINT_PREFIXES = (
    *(
        "10.48550/",
        "10.1101/",
        "10.64898/",
        "10.2139/ssrn",
        "10.21203/rs",
        "10.20944/",
        "10.26434/",
        "10.31234/osf",
        "10.31219/osf",
    ),
    *("10.31235/osf", "10.35542/osf", "10.36227/techrxiv", "10.22541/", "10.31223/", "10.5281/zenodo"),
)


@dataclass(frozen=True, slots=True)
class WorkDescription:
    """A work as described.

    ``creators``     named creators, those who made the work first; ``main`` is how many those are
    ``et_al``        the list says that there are more creators
    ``identifiers``  those of the work or an edition, with their paths
    """

    titles: tuple[Statement, ...] = ()
    creators: tuple[Statement, ...] = ()
    main: int = 0
    et_al: bool = False
    dates: tuple[Statement, ...] = ()
    containers: tuple[Statement, ...] = ()
    volumes: tuple[Statement, ...] = ()
    issues: tuple[Statement, ...] = ()
    pages: tuple[Statement, ...] = ()
    types: tuple[Statement, ...] = ()
    identifiers: tuple[tuple[str, Identifier], ...] = ()

    @property
    def preprint(self) -> bool:
        """Whether what is described is a preprint: by its container, its type, or identifiers that only preprint servers give."""
        if self.containers:
            return any(is_preprint(s.value) for s in self.containers)
        if any(text_rules.key(s.value) in ("preprint", "posted content") for s in self.types):
            return True
        works = [i for _, i in self.identifiers if i.scheme in ("doi", "pmid", "pmcid", "arxiv")]
        return bool(works) and all(is_preprint_identifier(i) for i in works)

    @property
    def work_class(self) -> str:
        """``book`` or ``article`` where the type says so (or an ISBN without a container), else empty."""
        named = [_CLASSES.get(text_rules.key(s.value), "") for s in self.types]
        if any(named):
            return next(name for name in named if name)
        isbn = any(i.scheme == "isbn" for _, i in self.identifiers)
        return "book" if isbn and not self.containers and not self.types else ""


#: types of CSL, Crossref, DataCite, BibTeX and schema.org, by what matters here: a whole book, or an article in a journal
_CLASSES = {
    **dict.fromkeys(("book", "monograph", "edited book", "reference book", "mvbook", "collection", "book set"), "book"),
    **dict.fromkeys(
        ("article journal", "journal article", "article", "review", "book review", "review book", "peer review"), "article"
    ),
    **dict.fromkeys(
        ("scholarlyarticle", "journalarticle", "scholarly article", "article magazine", "article newspaper"), "article"
    ),
}


def is_preprint_identifier(identifier: Identifier) -> bool:
    """Whether an identifier is one that preprint servers give."""
    return identifier.scheme == "arxiv" or (identifier.scheme == "doi" and identifier.value.startswith(_PREPRINT_PREFIXES))


def makers(creators: Sequence[Statement]) -> tuple[list[Statement], list[Statement], bool]:
    """Those who made a work, the other creators named, and whether the list says that there are more."""
    named = [s for s in creators if not ((s.parts and s.part("et_al")) or text_rules.key(s.value) in _ET_AL)]
    main = [s for s in named if s.role in _MAIN_ROLES] or [s for s in named if s.role in ("edt", "com")]
    others = [s for s in named if s not in main] if len(main) < len(named) else []
    return main, others, len(named) < len(creators)


_OTHERS = ("title", "date", "container", "volume", "issue", "pages", "type")


def describe(statements: Sequence[Statement]) -> WorkDescription:
    """Sort the statements about a work. Those of other properties, or with nothing in them, are left out."""
    by_name: dict[str, list[Statement]] = {}
    for statement in statements:
        if statement.value.strip():
            by_name.setdefault(statement.property, []).append(statement)

    creators = by_name.get("creators", ())
    main, others, et_al = makers(creators)
    titles, dates, containers, volumes, issues, pages, types = [tuple(by_name.get(name, ())) for name in _OTHERS]
    return WorkDescription(
        titles,
        (*main, *others),
        len(main),
        et_al,
        dates,
        containers,
        volumes,
        issues,
        pages,
        types,
        tuple(_identifiers(statements)),
    )


def describe_entity(held: Entity) -> WorkDescription:
    """What a source holds of a work. Without a title its label stands for it, unless that is only the identifier."""
    found = describe(held.statements)
    if found.titles or not held.label or LINK.fullmatch(held.label.strip()):
        return found
    return describe((*held.statements, Statement("title", held.label)))


def _identifiers(statements: Iterable[Statement]) -> Iterable[tuple[str, Identifier]]:
    for statement in statements:
        if statement.property not in _IDENTIFYING:
            continue
        if statement.property != "title":
            found = stated_identifier(statement.property, statement.value)
            if found is not None and found.scheme in WORK_SCHEMES:
                yield statement.path, found
        if statement.identifiers:
            yield from ((statement.path, i) for i in statement.identifiers if i.scheme in WORK_SCHEMES)


@lru_cache(maxsize=32768)
def stated_identifier(scheme: str, text: str) -> Identifier | None:
    """The identifier that a text of this scheme states, in normal form; ``identifiers`` stands for any scheme."""
    parsed = detect(text) if scheme == "identifiers" else parse(scheme, text)
    return parsed.identifier if parsed is not None else None


def identifiers_of(statement: Statement) -> tuple[Identifier, ...]:
    """The identifier that an identifier statement states, in normal form, and any given with it."""
    stated = stated_identifier(statement.property, statement.value)
    if not statement.identifiers:
        return (stated,) if stated is not None else ()
    return (*((stated,) if stated is not None else ()), *(i for i in statement.identifiers if i != stated))


def same_identifier(a: WorkDescription, b: WorkDescription) -> Identifier | None:
    """An identifier that both descriptions carry, in one form or an equivalent one."""
    if not a.identifiers or not b.identifiers:
        return None
    theirs = frozenset[Identifier]().union(*(equivalents(i) for _, i in b.identifiers))
    return next((i for _, i in a.identifiers if equivalents(i) & theirs), None)
