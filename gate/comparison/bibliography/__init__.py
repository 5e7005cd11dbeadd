"""The citations of a record as a whole, beside the reference list of the work: section 6 of the structural hallucination study.

Whether each citation is right is told by its own outcome. Here is told whether the list as a whole has the shape of the true one:
whose works it cites, from where and when, which works everybody else cites, and how they hang together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gate.comparison.bibliography import years
from gate.comparison.bibliography.beside import beside, enough
from gate.comparison.bibliography.concentration import gini, herfindahl, simpson
from gate.comparison.bibliography.levels import NO_LIST, levels
from gate.comparison.bibliography.links import Links, find_links
from gate.comparison.bibliography.names import Named, authors, venues
from gate.comparison.bibliography.networks import author_network, citation_network
from gate.comparison.bibliography.works import Work, certain_year, given_works, listed_works
from gate.comparison.inquiry import Inquiry
from gate.comparison.nodes import subject_node
from gate.comparison.reference_list import ReferenceList
from gate.comparison.structure.values import Value
from gate.model import (
    Anchor,
    BibliographyProfile,
    CitationOutcome,
    CitationResult,
    Measure,
    Network,
    Record,
    Share,
    Statement,
)

CONCENTRATION = ("gini", "hhi", "simpson")
MEASURES = (
    *(f"{of}_{index}" for of in ("author", "venue") for index in CONCENTRATION),
    *years.MEASURES,
    "mean_standing",
    "apart_share",
    "in_neighbourhood",
)
"""The names of all measures, in the order of a profile. They are stable: rules and reports use them."""

FIRST_ONLY = "the reference list names first creators only"


def profile_bibliography(
    record: Record,
    anchor: Anchor,
    citations: Sequence[Statement],
    results: Sequence[CitationResult],
    listed: ReferenceList,
    inquiry: Inquiry,
) -> BibliographyProfile:
    """The profile of a record's citations. ``results`` are those of ``citations``, in the same order.

    ``inquiry`` is asked for the citations among the works. Nothing here accuses a citation: what no source could tell is
    undefined, with the reason.
    """
    given, entries = given_works(citations, results), listed_works(listed)
    links = find_links(anchor.same, given, entries, inquiry) if given else Links()
    entries = tuple(_with_creators(work, links) for work in entries)
    straight = bool(entries) and not _names_all(entries)
    by_author = authors(_first(given), _first(entries)) if straight else authors(given, entries)
    by_venue = venues(given, entries)
    level = levels(given, entries, links)
    own = anchor.entity.statements if anchor.entity is not None else ()
    held_year = certain_year(own)
    citing = certain_year(record.statements)
    subject = subject_node(anchor.entity) if anchor.entity is not None else ""
    return BibliographyProfile(
        len(results),
        len(entries),
        tuple((outcome, sum(r.outcome is outcome for r in results)) for outcome in CitationOutcome),
        duplicates(results),
        (
            *_concentration("author", *by_author, bool(entries), f"first creators counted: {FIRST_ONLY}" if straight else ""),
            *_concentration("venue", *by_venue, bool(entries), ""),
            *_ages(given, entries, held_year if citing is None else citing, citing if held_year is None else held_year),
            *level.measures,
        ),
        _shares(*by_author),
        _shares(*by_venue),
        years.decades(given, entries),
        level.missing,
        level.apart,
        citation_network(given, entries, subject, links),
        Network(reason=FIRST_ONLY) if straight else author_network(*by_author, bool(entries)),
        listed.entries[0].evidence if listed.entries else None,
    )


def duplicates(results: Sequence[CitationResult]) -> tuple[tuple[str, str], ...]:
    """Where a work is cited once more, and where it is cited first."""
    first: dict[str, str] = {}
    return tuple((r.path, first[r.node]) for r in results if first.setdefault(r.node, r.path) != r.path)


def _names_all(entries: Sequence[Work]) -> bool:
    """Whether a reference list names more creators than the first: for at least half of the works that it names any for.

    As publishers deposit them, lists name the first one only. Counted with all creators on one side and the first on the other,
    no two lists would be alike.
    """
    named = [work for work in entries if work.creators]
    return sum(len(work.creators) > 1 for work in named) * 2 >= len(named) > 0


def _first(works: Sequence[Work]) -> tuple[Work, ...]:
    return tuple(replace(work, creators=work.creators[:1]) if len(work.creators) > 1 else work for work in works)


def _with_creators(work: Work, links: Links) -> Work:
    """A listed work with the creators that a source holds for it, behind those that the list names."""
    held = tuple(Statement("creators", name) for name in links.creators.get(work.node, ()))
    return replace(work, creators=(*work.creators, *held)) if held else work


def _concentration(of: str, given: Named, listed: Named, known: bool, detail: str) -> tuple[Measure, ...]:
    mine = _indices(of, given)
    theirs: tuple[Value, ...] = _indices(of, listed) if known else (NO_LIST,) * len(CONCENTRATION)
    return tuple(beside(f"{of}_{index}", g, r, detail) for index, g, r in zip(CONCENTRATION, mine, theirs, strict=True))


def _indices(of: str, named: Named) -> tuple[Value, ...]:
    if few := enough(named.works, f"works that name {'a venue' if of == 'venue' else 'an author'}"):
        return (few,) * len(CONCENTRATION)
    counts = list(named.counts().values())
    return gini(counts), herfindahl(counts), simpson(counts)


def _ages(given: Sequence[Work], entries: Sequence[Work], citing: int | None, listing: int | None) -> tuple[Measure, ...]:
    mine = years.ages(given, citing)
    theirs: tuple[Value, ...] = years.ages(entries, listing) if entries else (NO_LIST,) * len(years.MEASURES)
    return tuple(beside(name, g, r) for name, g, r in zip(years.MEASURES, mine, theirs, strict=True))


def _shares(given: Named, listed: Named) -> tuple[Share, ...]:
    """The names that more than one work bears on either side, those that the bibliography has most of first."""
    mine, theirs = given.counts(), listed.counts()
    labels = {**listed.labels, **given.labels}
    several = [name for name in mine.keys() | theirs.keys() if max(mine[name], theirs[name]) > 1]
    return tuple(
        Share(labels[name], mine[name], theirs[name]) for name in sorted(several, key=lambda n: (-mine[n], -theirs[n], n))
    )


__all__ = ["CONCENTRATION", "MEASURES", "duplicates", "profile_bibliography"]
