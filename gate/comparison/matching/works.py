"""Is this cited or described work that entity? An ordered list of named conditions over the agreements of its properties.

First the conditions settle whether it is the same work; then any other property that disagrees makes the description one with
errors. ``fit`` ranks candidates and decides nothing.
"""

from __future__ import annotations

from gate.comparison.matching import dates, titles
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.comparison.matching.description import WorkDescription, describe, describe_entity
from gate.comparison.matching.differences import differences, is_error
from gate.comparison.matching.evidence import BOOK_AND_ARTICLE, Compared, compare_all
from gate.comparison.matching.raw import match_raw
from gate.model import Entity

__all__ = ["TITLE_ONLY", "WorkDescription", "compare_work", "describe", "match_raw"]

TITLE_ONLY = "title only"


def compare_work(given: WorkDescription, held: Entity) -> EntityAgreement:
    """How a description fits an entity; ``level`` names the condition that decided.

    ``differences`` holds what is wrong first (:func:`gate.comparison.matching.differences.is_error`), then what is the same in
    another form.
    """
    theirs = describe_entity(held)
    compared = compare_all(given, theirs)
    kind, level = _decide(compared)
    if compared.classes == BOOK_AND_ARTICLE and kind is not Fit.OTHER:
        # an article with a book's title is most often its review
        kind = Fit.SAME_WITH_ERRORS if compared.identifier or compared.all_creators else Fit.OTHER
        level = f"{level}, but a book and an article"
    found = differences(given, theirs, compared, held.complete_for)
    wrong = [d for d in found if is_error(d)]
    if kind is Fit.SAME and wrong:
        kind = Fit.SAME_WITH_ERRORS
    if kind is Fit.SAME_WITH_ERRORS and wrong:
        level += "; differs: " + ", ".join(dict.fromkeys(d.property for d in wrong))
    return EntityAgreement(kind, _fit(compared), level, (*wrong, *(d for d in found if not is_error(d))))


# --- deciding --------------------------------------------------------------------------------------------------------------


def _decide(c: Compared) -> tuple[Fit, str]:
    """The first condition that holds."""
    if c.identifier is not None:
        return _with_identifier(c, f"same identifier ({c.identifier.scheme})")
    if c.title.same:
        return _with_title(c)
    if c.title.same is None:
        return _without_title(c)
    return _with_other_title(c)


def _with_identifier(c: Compared, level: str) -> tuple[Fit, str]:
    if c.title.same:
        return Fit.SAME, f"{level} and title"
    if c.title.same is None:
        if c.creators == "none":
            contradicted = c.date.same is False or c.container.same is False
            return (
                (Fit.OTHER, f"{level}, all else differs") if contradicted else (Fit.SAME_WITH_ERRORS, f"{level}, other creators")
            )
        return Fit.SAME, f"{level} and creators" if c.creators in ("first", "some") else level
    if c.title.agreement.level == titles.NOTICE:
        return Fit.OTHER, f"{level}, but {titles.NOTICE}"
    if c.title.agreement.level in (titles.NEAR_MISS, titles.OTHER_SUBTITLE, titles.NUMBERS) and c.creators != "none":
        return Fit.SAME_WITH_ERRORS, f"{level}, title nearly the same"
    if c.creators == "first" or (c.creators == "some" and c.most_creators):
        return Fit.SAME_WITH_ERRORS, f"{level} and creators, other title"
    if c.creators == "unknown" and c.located:
        return Fit.SAME_WITH_ERRORS, f"{level}, volume and pages, other title"
    return Fit.OTHER, f"{level}, other title"


def _with_title(c: Compared) -> tuple[Fit, str]:
    distinctive = c.distinctive >= 4
    if c.creators in ("first", "some"):
        return Fit.SAME, "title and creators"
    if c.creators == "unknown":
        if c.when_or_where:
            return Fit.SAME, "title and date" if c.date.same else "title and container" if c.container.same else "title and place"
        if c.date.same is False or c.container.same is False:
            return (Fit.SAME_WITH_ERRORS, TITLE_ONLY) if c.distinctive >= 6 else (Fit.UNDECIDABLE, TITLE_ONLY)
        return (Fit.SAME, TITLE_ONLY) if distinctive else (Fit.UNDECIDABLE, f"{TITLE_ONLY}, and not a distinctive one")
    if (c.date.same and c.container.same) or c.located or (distinctive and c.when_or_where):
        return Fit.SAME_WITH_ERRORS, "title and date or container, other creators"
    if c.same_family and (c.distinctive >= 3 or c.when_or_where):
        return Fit.SAME_WITH_ERRORS, "title and family name, other given name"
    if c.distinctive >= 6 and c.date.same is None and c.container.same is None:
        return Fit.UNDECIDABLE, "title alone, other creators"
    return Fit.OTHER, "same title, other creators"


def _without_title(c: Compared) -> tuple[Fit, str]:
    """No title to compare: none given, none held, or in different scripts."""
    first = c.creators == "first"
    if c.located and c.date.same is not False and (first or (c.creators == "unknown" and c.container.same)):
        return Fit.SAME, "creators, volume and pages" if first else "container, volume and pages"
    # on another page of the volume stands another work: many have several in one
    if first and c.date.same and c.container.same and (c.pages.same or (c.volume.same and c.pages.same is None)):
        return Fit.SAME, "creators, date and container"
    disagrees = c.creators == "none" or c.date.same is False or c.container.same is False or c.pages.same is False
    if disagrees or c.volume.same is False:
        return Fit.OTHER, "no title to compare, and other things differ"
    return Fit.UNDECIDABLE, "no title to compare"


def _with_other_title(c: Compared) -> tuple[Fit, str]:
    level = c.title.agreement.level
    if level == titles.NOTICE:
        return Fit.OTHER, titles.NOTICE
    place = c.located and c.date.same is not False and c.creators != "none"
    # two papers of the same authors have titles that are alike, and stand in two places
    elsewhere = c.container.same is False or (c.pages.same is False and c.volume.same is not True)
    if level == titles.NEAR_MISS and not elsewhere:
        several = c.names is not None and c.names.matched >= 2
        silent = c.date.same is None and c.container.same is None
        if c.all_creators and (c.when_or_where or (several and silent)):
            return Fit.SAME_WITH_ERRORS, "title nearly the same, same creators"
        if place:
            return Fit.SAME_WITH_ERRORS, "title nearly the same, same place"
    if place and c.creators in ("first", "some"):
        return Fit.SAME_WITH_ERRORS, "same creators, volume and pages, other title"
    return Fit.OTHER, f"title: {level}"


# --- ranking ---------------------------------------------------------------------------------------------------------------


def _fit(c: Compared) -> float:
    """0..1, for ranking candidates: title .45, creators .25, date .12, container .06, volume and pages .06, identifier .06."""
    exact = {titles.SAME_STRING, titles.SAME_NORMALISED, titles.SAME_WORDS}
    level = c.title.agreement.level
    title = 1.0 if level in exact else 0.9 if c.title.same else 0.5 if c.title.same is None or level == titles.NEAR_MISS else 0.15
    if c.title.same is False and level not in (titles.NEAR_MISS, titles.OTHER_SUBTITLE):
        title = 0.15
    creators = 0.5
    if c.names is not None and c.names.partners:
        creators = c.names.matched / len(c.names.partners)
        missing = (
            len(c.names.missing) / (len(c.names.missing) + c.names.matched) if c.names.missing and not c.names.et_al else 0.0
        )
        creators *= 1 - 0.3 * missing
    date = {True: 1.0, None: 0.5, False: 0.0}[c.date.same]
    if c.date.agreement.level == dates.WITHIN_A_YEAR:
        date = 0.7
    container = {True: 1.0, None: 0.5, False: 0.0}[c.container.same]
    place = sum({True: 0.5, None: 0.25, False: 0.0}[side.same] for side in (c.volume, c.pages))
    identifier = 1.0 if c.identifier is not None else 0.5
    return round(0.45 * title + 0.25 * creators + 0.12 * date + 0.06 * container + 0.06 * place + 0.06 * identifier, 4)
