"""Results of comparing a claim graph with what the sources hold. The words are those of the design, section 3."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gate.model.answers import Consulted, Entity, Evidence
from gate.model.graph import EMPTY_GRAPH, Claim, ClaimGraph, Graph, Passage
from gate.model.headings import HeadingAgreement
from gate.model.record import Record, Statement


class Outcome(StrEnum):
    """What the sources make of one claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    FABRICATED = "fabricated"
    EXTRA = "extra"
    SILENT = "silent"
    NOT_COMPARABLE = "not_comparable"
    NOT_ASSESSED = "not_assessed"


class CitationOutcome(StrEnum):
    """What the sources make of one citation."""

    VERIFIED = "verified"
    WRONG_METADATA = "wrong_metadata"
    IDENTIFIER_CONFLICT = "identifier_conflict"
    NON_RETRIEVABLE = "non_retrievable"
    NOT_ASSESSED = "not_assessed"


class AnchorState(StrEnum):
    """Whether we know what the record is about."""

    ANCHORED = "anchored"
    AMBIGUOUS = "ambiguous"
    ABSENT = "absent"
    NOT_ASSESSED = "not_assessed"


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two values compare: ``same`` is True, False, or None when they cannot be compared; ``level`` names how."""

    same: bool | None
    level: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible anchor and how it fits."""

    entity: Entity
    evidence: Evidence
    level: str
    fit: float


@dataclass(frozen=True, slots=True)
class Anchor:
    """What the record is about. ``candidates`` holds the anchor itself first, then the runners-up.

    ``same`` holds one candidate per reference source that knows the anchored thing, the anchor first.
    ``conflict`` names the path of an identifier in the record that denotes another entity than the record describes,
    with that entity.
    """

    state: AnchorState
    candidates: tuple[Candidate, ...] = ()
    reason: str = ""
    consulted: tuple[Consulted, ...] = ()
    conflict: tuple[str, Candidate] | None = None
    same: tuple[Candidate, ...] = ()

    @property
    def entity(self) -> Entity | None:
        """The entity the record is about, when anchored."""
        return self.candidates[0].entity if self.state is AnchorState.ANCHORED else None


@dataclass(frozen=True, slots=True)
class Difference:
    """One property on which a description and a source differ, or agree only in another form."""

    property: str
    path: str
    given: str
    held: str
    level: str


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """The outcome of one claim: both values, who said so, at which level they agree, and why if nobody said."""

    claim: Claim
    outcome: Outcome
    level: str = ""
    held: str = ""
    evidence: tuple[Evidence, ...] = ()
    reason: str = ""
    node: str = ""


class HeadingState(StrEnum):
    """What the vocabularies make of one subject heading."""

    AUTHORISED = "authorised"
    VARIANT = "variant"
    DEPRECATED = "deprecated"
    CONSTRUCTED = "constructed"  # not established as a whole, built by the rules from parts that are
    PARTLY_VALID = "partly valid"
    WRONG_FILE = "wrong file"  # a name as a topic, a genre as a topic
    IDENTIFIER_CONFLICT = "identifier conflict"
    NOT_AUTHORISED = "not authorised"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class HeadingCheck:
    """The state of one subject heading, and the form to use instead where one is known.

    ``suggestions``  preferred forms, all replacements of a deprecated heading, or the labels nearest to an unknown one
    ``node``         the id of the heading in its vocabulary
    ``fault``        the place in the record of the identifier that is to blame; empty where the words are, or no place is known
    ``answered``     the vocabularies that were asked and answered; ``down``: those that did not, and why
    """

    path: str
    given: str
    state: HeadingState
    suggestions: tuple[str, ...] = ()
    detail: str = ""
    evidence: tuple[Evidence, ...] = ()
    node: str = ""
    answered: tuple[Evidence, ...] = ()
    down: tuple[tuple[str, str], ...] = ()
    fault: str = ""


class NameState(StrEnum):
    """What the authority files make of one name of a person, body, meeting or title; gravest first."""

    IDENTIFIER_CONFLICT = "identifier conflict"  # the identifier is another's, or nobody's
    DEPRECATED = "deprecated"  # withdrawn, or merged into another
    DATES = "dates disagree"
    SCRIPTS = "scripts disagree"  # the form in one script is another name than the file has in that script
    UNDIFFERENTIATED = "undifferentiated"  # several persons share the heading
    VARIANT = "variant"
    FULLER = "fuller form"  # the file adds dates, a fuller given name or a qualifier
    AUTHORISED = "authorised"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class NameCheck:
    """One thing that the authority files say of a name. The fields are those of :class:`HeadingCheck`."""

    path: str
    given: str
    state: NameState
    suggestions: tuple[str, ...] = ()
    detail: str = ""
    evidence: tuple[Evidence, ...] = ()
    node: str = ""
    answered: tuple[Evidence, ...] = ()
    down: tuple[tuple[str, str], ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Omission:
    """A reference fact that the record lacks."""

    property: str
    fact: Statement
    evidence: Evidence
    node: str = ""


@dataclass(frozen=True, slots=True)
class CitationResult:
    """The outcome of one citation: what was given, what it matched, where they differ, who was asked."""

    path: str
    given: str
    outcome: CitationOutcome
    flags: frozenset[str] = frozenset()
    matched: Entity | None = None
    evidence: tuple[Evidence, ...] = ()
    differences: tuple[Difference, ...] = ()
    consulted: tuple[Consulted, ...] = ()
    reason: str = ""
    node: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """One structure measure: for both graphs, or one value of the pair; ``None`` always comes with a reason."""

    name: str
    value: float | None
    generated: float | None = None
    reference: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RankShift:
    """A node that stands elsewhere in the ranking. ``rise`` is in shares of the ranking, -1 to 1; above 0 it rose."""

    node: str
    label: str
    measure: str
    rise: float
    fabricated: bool = False


@dataclass(frozen=True, slots=True)
class RelationCount:
    """Edges of one type: in both graphs, only in the reference, only in the generated graph, present the other way round."""

    type: str
    shared: int
    missing: int
    spurious: int
    inverted: int


@dataclass(frozen=True, slots=True)
class Profile:
    """The structure of a generated graph beside its reference.

    ``shifts`` are the nodes of the generated graph that rose in its ranking, highest rise first.
    """

    measures: tuple[Measure, ...] = ()
    shifts: tuple[RankShift, ...] = ()
    relations: tuple[RelationCount, ...] = ()

    def get(self, name: str) -> Measure | None:
        """The measure called ``name``."""
        return next((m for m in self.measures if m.name == name), None)


EMPTY_PROFILE = Profile()


@dataclass(frozen=True, slots=True)
class Share:
    """How many works of a bibliography, and of the reference list, bear a name (of an author, of a venue)."""

    label: str
    given: int
    reference: int


@dataclass(frozen=True, slots=True)
class Decade:
    """How many works of a bibliography, and of the reference list, are of the ten years from ``start`` on."""

    start: int
    given: int
    reference: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A work's place among the works of the reference: what cites it there, and whom it outranks.

    ``standing``  share of the other works that it outranks by PageRank, 0 to 1
    ``cited_by``  number of the works that cite it
    """

    node: str
    label: str
    standing: float
    cited_by: int


@dataclass(frozen=True, slots=True)
class Network:
    """A graph over the works or authors of a bibliography beside that of the reference.

    ``reason`` says why nothing is measured, or why only the bibliography is.
    """

    profile: Profile = EMPTY_PROFILE
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BibliographyProfile:
    """The citations of a record as a whole, beside the reference list of the work where one is known.

    ``works``             citations given; ``reference_works`` entries of the reference list
    ``outcomes``          number of citations of every outcome, those without any too
    ``duplicates``        place of a citation that repeats a work, and place of the first one
    ``measures``          by name: see :data:`gate.comparison.bibliography.MEASURES`
    ``authors``, ``venues``  the names that more than one work bears on either side, most frequent first
    ``decades``           in order, without those that are empty on both sides
    ``missing``           central works of the reference that are not cited, highest standing first
    ``apart``             cited works without a citation to or from any other work: place and label
    ``citation_network``, ``author_network``  who cites whom among the works, and who wrote with whom
    ``evidence``          whose reference list it is
    """

    works: int
    reference_works: int
    outcomes: tuple[tuple[CitationOutcome, int], ...]
    duplicates: tuple[tuple[str, str], ...] = ()
    measures: tuple[Measure, ...] = ()
    authors: tuple[Share, ...] = ()
    venues: tuple[Share, ...] = ()
    decades: tuple[Decade, ...] = ()
    missing: tuple[Standing, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    citation_network: Network = Network()
    author_network: Network = Network()
    evidence: Evidence | None = None

    def get(self, name: str) -> Measure | None:
        """The measure called ``name``."""
        return next((m for m in self.measures if m.name == name), None)


@dataclass(frozen=True, slots=True)
class TextComparison:
    """The free text of a record beside what the sources hold. Nothing here counts among the record's own claims.

    ``claims``     concepts, names and facts: supported, extra, silent or not assessed; only a date is ever contradicted
    ``relations``  supported where the reference joins the two as well
    ``generated``, ``reference``  concepts of the text, and of the reference, with what joins them; same ids where they agree
    ``measures``   by name, with the numbers they rest on: see :data:`gate.comparison.text_graph.MEASURES`
    ``profile``    the two graphs beside each other; records checked together are one graph
    """

    passages: tuple[Passage, ...]
    claims: tuple[ClaimResult, ...] = ()
    relations: tuple[ClaimResult, ...] = ()
    generated: Graph = EMPTY_GRAPH
    reference: Graph = EMPTY_GRAPH
    measures: tuple[Measure, ...] = ()
    profile: Profile = EMPTY_PROFILE


@dataclass(frozen=True, slots=True)
class Comparison:
    """A record beside its sources. ``generated`` and ``reference`` share node ids wherever a claim is supported.

    ``context_lost``: records checked with this one, and sharing nodes with it, that a source could not be asked about, by id.
    ``bibliography``: the citations as a whole; None where the record has none.
    ``headings``: the state of each subject heading; empty where there is no vocabulary.
    ``heading_agreement``: the headings as a whole, beside the catalogues that hold the work; None where none gives it any.
    ``text``: what its free text says, where that was asked for; None otherwise.
    """

    record: Record
    claim_graph: ClaimGraph
    anchor: Anchor
    claims: tuple[ClaimResult, ...] = ()
    omissions: tuple[Omission, ...] = ()
    citations: tuple[CitationResult, ...] = ()
    omitted_citations: tuple[Omission, ...] = ()
    generated: Graph = EMPTY_GRAPH
    reference: Graph = EMPTY_GRAPH
    consulted: tuple[Consulted, ...] = ()
    profile: Profile = EMPTY_PROFILE
    context_lost: tuple[str, ...] = ()
    bibliography: BibliographyProfile | None = None
    headings: tuple[HeadingCheck, ...] = ()
    heading_agreement: HeadingAgreement | None = None
    names: tuple[NameCheck, ...] = ()
    text: TextComparison | None = None
