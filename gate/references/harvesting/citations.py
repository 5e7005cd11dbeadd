"""The works around one: what it cites and, at depth 2, what those cite.

Crossref describes each work with the references that were deposited for it. OpenAlex describes those that Crossref does not hold,
and says what a work cites for which no references were deposited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from gate.errors import UsageError
from gate.model import Entity, Found, Identifier, Statement, Unavailable
from gate.normalise import identifiers
from gate.references.crossref import Crossref
from gate.references.harvesting.asking import Asker
from gate.references.harvesting.journal import Step
from gate.references.openalex import OpenAlex
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Http

BATCH = 20
MOST = 5_000
_DESCRIBING = frozenset({"title", "creators", "date", "container", "volume", "issue", "pages", "doi"})


@dataclass(frozen=True, slots=True)
class Citations:
    """The work ``doi``, the works it cites and, with ``depth`` 2, the works that those cite; ``most`` of them at most.

    Raises :class:`UsageError` where ``doi`` is none.
    """

    doi: str
    depth: int = 1
    most: int = MOST

    def __post_init__(self) -> None:
        known = identifiers.parse("doi", self.doi).identifier
        if known is None:
            raise UsageError(f"{self.doi!r} is no DOI")
        object.__setattr__(self, "doi", known.value)

    @property
    def title(self) -> str:
        """``Works around 10.1000/182``."""
        return f"Works around {self.doi}"

    @property
    def source(self) -> str:
        """Both services."""
        return "Crossref REST API; OpenAlex for what it lacks"

    @property
    def licence(self) -> str:
        """Crossref's metadata are facts without copyright, OpenAlex's are in the public domain."""
        return "CC0-1.0"

    @property
    def command(self) -> str:
        """The call that builds it."""
        return f"gate refs build citations {self.doi} --depth {self.depth} --most {self.most}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """All that the steps depend on."""
        return {"what": "citations", "doi": self.doi, "depth": self.depth, "most": self.most}

    def gather(self, asker: Asker, http: Http, settings: Settings) -> None:
        """Describe the work, then level by level what was cited."""
        crossref, openalex = Crossref(http, settings), OpenAlex(http, settings)
        seen = {self.doi}
        level = [self.doi]
        for depth in range(self.depth + 1):
            cited: list[str] = []
            for held in _described(asker, crossref, openalex, level, depth):
                if depth == self.depth:
                    continue
                listing = held if held.all("citations") else _listed(asker, openalex, held)
                cited += [doi for doi in _dois(s for s in listing.all("citations")) if doi not in seen]
            fresh = list(dict.fromkeys(cited))
            level = fresh[: self.most - len(seen)]
            seen.update(level)
            if len(level) < len(fresh):
                left = len(fresh) - len(level)
                asker.step(f"left {depth}", "describing works", partial(Step, counts={"left_out": left}))


def _described(asker: Asker, crossref: Crossref, openalex: OpenAlex, dois: Sequence[str], depth: int) -> Iterator[Entity]:
    """The works with these DOIs, as far as anybody holds them."""
    for start in range(0, len(dois), BATCH):
        batch = dois[start : start + BATCH]
        key = f"works {depth} {start}"
        step = asker.step(key, "describing works", partial(_from_crossref, crossref, batch))
        yield from step.entities
        held = {identifier.value for entity in step.entities for s in entity.all("doi") for identifier in s.identifiers}
        for doi in batch:
            if doi not in held:
                other = asker.step(f"work {doi}", "describing works", partial(_from_openalex, openalex, doi))
                yield from other.entities


def _listed(asker: Asker, openalex: OpenAlex, entity: Entity) -> Entity:
    """A work without deposited references, with those that OpenAlex knows."""
    doi = next(_dois(entity.all("doi")), "")
    step = asker.step(f"references {doi}", "listing references", partial(_references, openalex, entity, doi))
    return next((one for one in step.entities if one.id == entity.id), entity)


def _from_crossref(crossref: Crossref, dois: Sequence[str]) -> Step | Unavailable:
    got = crossref.works(dois)
    return got if isinstance(got, Unavailable) else Step(got[0], as_of=got[1].as_of)


def _from_openalex(openalex: OpenAlex, doi: str) -> Step | Unavailable:
    got = openalex.by_identifier(Identifier("doi", doi))
    if isinstance(got, Unavailable):
        return got
    if isinstance(got, Found):
        return Step((got.value,), as_of=got.evidence.as_of)
    return Step(counts={"not_found": 1}, as_of=got.evidence.as_of)


def _references(openalex: OpenAlex, entity: Entity, doi: str) -> Step | Unavailable:
    got = openalex.references(Identifier("doi", doi))
    if isinstance(got, Unavailable):
        return got
    if not isinstance(got, Found):
        return Step(as_of=got.evidence.as_of)
    cited = tuple(_citation(one) for one in got.value)
    # those without a DOI are described here, the others with the next level
    without = tuple(one for one in got.value if not one.all("doi"))
    return Step((replace(entity, statements=(*entity.statements, *cited)), *without), as_of=got.evidence.as_of)


def _citation(cited: Entity) -> Statement:
    known = tuple(identifier for s in cited.statements for identifier in s.identifiers if s.property in ("doi", "identifiers"))
    parts = tuple(s for s in cited.statements if s.property in _DESCRIBING)
    return Statement("citations", cited.label, identifiers=known, parts=parts)


def _dois(statements: Iterable[Statement]) -> Iterator[str]:
    return (identifier.value for s in statements for identifier in s.identifiers if identifier.scheme == "doi")
