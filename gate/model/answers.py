"""What a source can say, as types. A failed call is a value of its own type and can never look like an empty answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

from gate.model.record import Identifier, Kind, Statement

T = TypeVar("T")


class Role(StrEnum):
    """What a source may do: a reference can support, contradict and omit; an oracle can only support or confirm."""

    REFERENCE = "reference"
    ORACLE = "oracle"


class Reason(StrEnum):
    """Why a source gave no answer."""

    MISSING = "missing"  # a snapshot that is expected is not there
    DAMAGED = "damaged"  # a snapshot whose checksum or content is wrong
    OFFLINE = "offline"  # a live source, and the run is offline
    SWITCHED_OFF = "switched off"  # a live source that the settings leave out
    NETWORK = "network"  # DNS, TLS, refused, reset
    TIMEOUT = "timeout"
    REFUSED = "refused"  # 401, 403, 407
    RATE_LIMITED = "rate limited"  # 429
    SERVER = "server error"  # 5xx
    BAD_REQUEST = "bad request"  # 400 and its kin: the service did not understand the question
    MALFORMED = "malformed answer"  # HTML, truncated, wrong type
    DEADLINE = "deadline"
    STANDING_DOWN = "standing down"  # breaker open
    NOT_RECORDED = "not recorded"  # a replayed run, and this was not asked when it was recorded


@dataclass(frozen=True, slots=True)
class Evidence:
    """Who said so: source name, date of the answer or of the snapshot (ISO 8601), place to look (no secrets)."""

    source: str
    as_of: str
    url: str = ""
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Entity:
    """What one source holds about one thing.

    ``statements``   in the shape of a record's, without paths
    ``flags``        ``retracted``, ``corrected``, ``concern``; ``title_only`` where a search went by nothing but the title
    ``complete_for`` properties whose list in this source is closed for this entity (for example ``citations``)
    """

    id: str
    kind: Kind
    label: str
    statements: tuple[Statement, ...]
    flags: frozenset[str] = frozenset()
    complete_for: frozenset[str] = frozenset()

    def all(self, name: str) -> tuple[Statement, ...]:
        """Every statement of property ``name``."""
        return tuple([s for s in self.statements if s.property == name])

    def first(self, name: str) -> Statement | None:
        """The first statement of property ``name``."""
        return next((s for s in self.statements if s.property == name), None)


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """The source holds this. ``exhaustive``: a search whose candidates are all there is; what is not among them is not held.

    ``detail`` says why a search is not exhaustive, where the source knows.
    """

    value: T
    evidence: Evidence
    exhaustive: bool = False
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Absent:
    """The source answered, is complete for what was asked, and does not hold it."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Silent:
    """The source answered and has nothing; that proves nothing.

    ``detail`` says why, where the source knows. ``asked`` is False where what is wanted is not of its kind, so that the source
    was not even asked.
    """

    evidence: Evidence
    detail: str = ""
    asked: bool = True


@dataclass(frozen=True, slots=True)
class Unavailable:
    """No answer. Never cached, never evidence."""

    source: str
    reason: Reason
    detail: str = ""


Answer: TypeAlias = Found[T] | Absent | Silent | Unavailable


@dataclass(frozen=True, slots=True)
class Query:
    """A search: a title or label, names in any form, a year. ``raw`` is a whole reference string, when that is all there is.

    ``type`` is the kind of work as its description gives it (mostly a CSL type), empty where it does not.
    """

    kind: Kind
    label: str = ""
    names: tuple[str, ...] = ()
    year: int | None = None
    container: str = ""
    raw: str = ""
    identifiers: tuple[Identifier, ...] = ()
    type: str = ""


class Consultation(StrEnum):
    """Whether a source was asked, and answered."""

    ANSWERED = "answered"
    UNREACHABLE = "unreachable"
    NOT_ASKED = "not asked"


@dataclass(frozen=True, slots=True)
class Consulted:
    """One line of the record of who was asked."""

    source: str
    state: Consultation
    as_of: str = ""
    detail: str = ""

    @property
    def withheld(self) -> bool:
        """Whether it was not asked because the run is offline, and an earlier run had not asked it the same, or it is off."""
        return self.state is Consultation.NOT_ASKED and self.detail.startswith((Reason.OFFLINE, Reason.SWITCHED_OFF))
