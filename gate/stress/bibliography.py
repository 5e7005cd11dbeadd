"""The bibliographic domain: a reference string in, a record out, with its DOI tested and its citations recalled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from gate.model import Absent, Found, Identifier, Kind, Silent
from gate.normalise import identifiers
from gate.stress.classical import bootstrap_mean
from gate.stress.domain import Domain, Field, Given, gate_same
from gate.stress.evaluation import More
from gate.stress.philosophers import clean
from gate.stress.results import Bars, Cell, Figure, Series, Table
from gate.stress.truth import Thing

SNAPSHOT = "works"
SHOWN_CREATORS = 6

PROMPT = """Complete the bibliographic record of this publication: {reference}
Answer with one JSON object and nothing else. Its keys are date (YYYY-MM-DD or YYYY), doi (string), type (string), main_concepts
and research_areas (lists of strings), times_cited (number) and citations (list of strings: the references of the publication,
each with its title). Use null or an empty list for what you do not know."""


def reference(thing: Thing) -> str:
    """Authors, title and year of a work, as one string."""
    creators = list(thing.values("creators"))
    shown = "; ".join(creators[:SHOWN_CREATORS]) + ("; et al." if len(creators) > SHOWN_CREATORS else "")
    year = next((v[:4] for v in thing.values("date")), "")
    return ". ".join(part for part in (shown, thing.label.rstrip("."), year) if part) + "."


def prompt(thing: Thing) -> str:
    """The question about a work."""
    return PROMPT.format(reference=reference(thing))


DOMAIN = Domain(
    "bibliography",
    "Bibliographic records and their citations",
    Kind.WORK,
    (
        Field("date", "date", single=True, also=("publication_date", "year")),
        Field("doi", "doi", single=True),
        Field("type", "type", single=True),
        Field("main_concepts", "concepts", relation="HAS_CONCEPT", aligned=True, also=("concepts", "subjects", "keywords")),
        Field("research_areas", "research_areas", relation="IN_AREA", aligned=True),
        Field("times_cited", "times_cited", single=True, also=("time_cited", "citation_count")),
        Field("citations", "citations", relation="CITES", aligned=True, also=("references",)),
    ),
    prompt,
    clean,
)


def with_citations(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """The works whose reference list is known."""
    return tuple(t for t in things if t.all("citations"))


Exists = Callable[[str], str]
EXISTS, ABSENT, UNKNOWN = "exists", "does not exist", "not assessed"


def asker(sources: Sequence[object]) -> Exists:
    """Whether a DOI exists, by what ``sources`` (:class:`gate.references.source.Source`) answer: one that finds it is enough;
    absent only where one says so and none fails; else not assessed.
    """

    def exists(doi: str) -> str:
        answers = [by(Identifier("doi", doi)) for s in sources if (by := getattr(s, "by_identifier", None)) is not None]
        if any(isinstance(a, Found) for a in answers):
            return EXISTS
        absent = any(isinstance(a, Absent) for a in answers)
        return ABSENT if absent and all(isinstance(a, (Absent, Silent)) for a in answers) else UNKNOWN

    return exists


def more(exists: Exists | None) -> More:
    """The tables of DOIs and of citations, for :func:`gate.stress.evaluation.evaluate`. Without ``exists`` no DOI is looked
    up.
    """

    def tables(by_model: Mapping[str, tuple[Given, ...]]) -> tuple[tuple[Table, ...], tuple[Figure, ...], tuple[str, ...]]:
        note = () if exists is not None else ("DOIs were tested for their form and against the reference, not looked up.",)
        return (doi_table(by_model, exists), citation_table(by_model)), (citation_bars(by_model),), note

    return tables


def doi_table(by_model: Mapping[str, Sequence[Given]], exists: Exists | None) -> Table:
    """DOIs given: form, existence, agreement with the work."""
    rows: list[tuple[Cell, ...]] = []
    for model, given in by_model.items():
        stated = [(g, g.given["doi"][0]) for g in given if g.given["doi"]]
        parsed = [(g, identifiers.parse("doi", text).identifier) for g, text in stated]
        valid = [(g, i) for g, i in parsed if i is not None]
        right = [i for g, i in valid if any(gate_same("doi", i.value, t) for t in g.true["doi"])]
        found = Counter(exists(i.value) for _, i in valid) if exists is not None else Counter({UNKNOWN: len(valid)})
        rows.append(
            (
                model,
                len(given),
                len(given) - len(stated),
                len(stated) - len(valid),
                len(valid),
                found[EXISTS],
                found[ABSENT],
                found[UNKNOWN],
                len(right),
            )
        )
    columns = ("model", "records", "empty", "broken form", "valid form", EXISTS, ABSENT, UNKNOWN, "right")
    return Table("dois", "DOIs: form, existence, agreement", columns, tuple(rows), "right: the DOI of the work asked about.")


def recall(given: Sequence[Given]) -> tuple[int, int, int, int]:
    """True citations, returned ones, matched ones (one to one), and works with any returned."""
    true = sum(len(g.true["citations"]) for g in given)
    returned = sum(len(g.given["citations"]) for g in given)
    matched = sum(_found(g) for g in given)
    return true, returned, matched, sum(bool(g.given["citations"]) for g in given)


def _found(given: Given) -> int:
    return len(set(given.placed["citations"]) & set(given.true["citations"]))


def citation_table(by_model: Mapping[str, Sequence[Given]]) -> Table:
    """Both kinds of recall: citations returned, right or wrong, and citations matched, each of those there are."""
    rows: list[tuple[Cell, ...]] = []
    for model, given in by_model.items():
        true, returned, matched, answering = recall(given)
        shares = [_found(g) / len(g.true["citations"]) for g in given if g.true["citations"]]
        low, high = bootstrap_mean(shares) or (None, None)
        rows.append(
            (
                model, len(given), true, returned, matched, answering,
                returned / true if true else None, matched / true if true else None, matched / returned if returned else None,
                sum(shares) / len(shares) if shares else None, low, high, 1 - matched / true if true else None,
            )
        )  # fmt: skip
    columns = (
        "model", "works", "true", "returned", "matched", "works with any", "returned/true", "matched/true", "matched/returned",
        "mean recall", "low", "high", "omission",
    )  # fmt: skip
    note = (
        "returned/true is what the structural study calls recall; it counts citations right or wrong. omission is 1 - "
        "matched/true. "
        "low and high: 95 % bootstrap interval of the mean recall over works."
    )
    return Table("citations", "Citations", columns, tuple(rows), note)


def citation_bars(by_model: Mapping[str, Sequence[Given]]) -> Bars:
    """Both kinds of recall, by model."""
    found = [recall(given) for given in by_model.values()]
    returned = tuple(r / t if t else None for t, r, _, _ in found)
    matched = tuple(m / t if t else None for t, _, m, _ in found)
    series = (Series("returned, right or wrong", returned), Series("matched", matched))
    title = "Citations of those there are"
    return Bars("citations", title, "share", tuple(by_model), series, top=None, alt="Citation recall by model")
