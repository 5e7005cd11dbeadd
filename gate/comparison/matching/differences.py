"""Where a description and an entity differ, once it is clear that they are one work; and which differences are errors."""

from __future__ import annotations

from gate.comparison.matching import containers, dates, names, numbers, pages, titles
from gate.comparison.matching.description import WorkDescription, is_preprint_identifier
from gate.comparison.matching.evidence import Compared
from gate.comparison.matching.lists import ListAgreement
from gate.model import Difference, Identifier
from gate.normalise.dates import parse as parse_date
from gate.normalise.identifiers import equivalents

#: years from a preprint to its publication that are no error: from one before (dates of record) to four after
VERSION_YEARS = range(-1, 5)

CREATORS_MISSING = "creators missing"
CREATORS_ORDER = "creators in another order"
FIRST_DIFFERS = "first creator differs"
NOT_A_CREATOR = "not a creator of the work"
VERSION = "preprint and published version"
IDENTIFIER_DIFFERS = "identifier differs"
OTHER_EDITION = "identifier of another edition or format"
#: given, and the entity has no identifier of that scheme: the difference says that it was not confirmed
NOT_HELD = "not held by the source"
#: given, and the source, which says that it has every value of this property, has none of the entity that agrees
NOT_LISTED = "not in a closed list"

#: levels of differences that are no errors: another form of the same, or what cannot be compared
BENIGN = frozenset(
    {
        *(titles.SAME_NORMALISED, titles.SAME_WORDS, titles.SMALL_WORDS, titles.PLURAL, titles.TYPOS, titles.NO_SUBTITLE),
        *(titles.CUT_SHORT, titles.OTHER_FORM, titles.TRANSLITERATED, titles.SCRIPTS, titles.NOT_COMPARABLE),
        *(names.ANOTHER_ORDER, names.WITH_INITIALS, names.SHORTER, names.SHORT_FORM, names.FAMILY_ONLY, names.PART_OF_FAMILY),
        *(
            names.OTHER_FORM,
            names.TRANSLITERATED,
            names.ACRONYM,
            names.SAME_IDENTIFIER,
            names.SCRIPTS,
            "same identifier, another name",
        ),
        *(dates.OVERLAP, dates.WITHIN_A_YEAR, VERSION, OTHER_EDITION, NOT_HELD),
        *(
            containers.ABBREVIATED,
            containers.VENUE,
            containers.WORKSHOP,
            containers.PREPRINT,
            containers.SERIES,
            containers.UNKNOWN,
        ),
        *(containers.PARTLY, pages.FIRST, pages.WITHIN, numbers.PART),
    }
)


def is_error(difference: Difference) -> bool:
    """Whether a difference is an error, and not only another form of the same or something that cannot be compared."""
    return difference.level.split(":")[0] not in BENIGN


def differences(
    given: WorkDescription, held: WorkDescription, c: Compared, closed: frozenset[str] = frozenset()
) -> list[Difference]:
    """Every property compared that does not agree exactly, in the order of a citation.

    ``closed``: the properties of which the source says that it has every value, so that what it lacks is not so.
    """
    found: list[Difference] = []
    if c.title.given is not None and c.title.held is not None and c.title.agreement.level != titles.SAME_STRING:
        found.append(c.title.difference())
    if c.names is not None:
        found += _creator_differences(given, held, c.names, c.version)
    found += _date_difference(given, held, c)
    for side in (c.container, c.volume, c.issue, c.pages):
        exact = side.agreement.level in (containers.SAME, numbers.SAME, pages.SAME)
        if side.given is not None and side.held is not None and not exact and side.same is not None:
            found.append(side.difference())
        elif side.name == "container" and side.held is not None and side.agreement.level == containers.PREPRINT:
            found.append(side.difference(VERSION))
    found += _without_value(given, held, closed)
    found += _identifier_differences(given, held, closed)
    return found


def _without_value(given: WorkDescription, held: WorkDescription, closed: frozenset[str]) -> list[Difference]:
    """What is said of where a work appeared, and the entity has no value: an error where the list is closed.

    Where it is open, and a preprint is all that is held, the venue is noted: it may be that of the published version.
    """
    found = []
    for name, mine, theirs in (
        ("container", given.containers, held.containers),
        ("volume", given.volumes, held.volumes),
        ("issue", given.issues, held.issues),
        ("pages", given.pages, held.pages),
    ):
        if mine and not theirs:
            if name in closed:
                found.append(Difference(name, mine[0].path, mine[0].value, "", NOT_LISTED))
            elif name == "container" and held.preprint and not given.preprint:
                found.append(Difference(name, mine[0].path, mine[0].value, "", VERSION))
    return found


def _creator_differences(given: WorkDescription, held: WorkDescription, listed: ListAgreement, version: bool) -> list[Difference]:
    """Names that differ, are missing, or stand in another order; authors may join between a preprint and its publication."""
    found: list[Difference] = []
    for i, (statement, partner, level) in enumerate(zip(given.creators, listed.partners, listed.levels, strict=True)):
        if partner is not None:
            if level != names.SAME:
                found.append(Difference("creators", statement.path, statement.value, held.creators[partner].value, level))
        elif i in listed.unknown:
            found.append(Difference("creators", statement.path, statement.value, _shown(held), level))
        elif i < given.main or given.main == 0:
            shown = level if level in (names.GIVEN_DIFFERS, names.SUFFIX_DIFFERS, "named twice") else NOT_A_CREATOR
            if shown == NOT_A_CREATOR and held.et_al and listed.matched:
                continue  # one of those whom the source does not name
            near = listed.details[i] if shown == names.GIVEN_DIFFERS else ""
            found.append(
                Difference("creators", statement.path, statement.value, _shown(held), f"{shown}: {near}" if near else shown)
            )
    path = given.creators[0].path if given.creators else ""
    given_shown = _shown(given)
    missing = [j for j in listed.missing if j < held.main]
    first_only = len(given.creators) == 1 and listed.levels[0] == names.FAMILY_ONLY
    if missing and not listed.et_al and not held.et_al and not first_only and not listed.unknown:
        absent = "; ".join(held.creators[j].value for j in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        level = VERSION if version else f"{CREATORS_MISSING}: {absent}{more}"
        if len(missing) > len(listed.extra):  # otherwise the names that stand in their place say it all
            found.append(Difference("creators", path, given_shown, _shown(held), level))
    if not listed.order_preserved:
        level = VERSION if version and listed.first_same else CREATORS_ORDER
        found.append(Difference("creators", path, given_shown, _shown(held), level))
    elif listed.first_same is False and (
        held.et_al and listed.matched if listed.partners[0] is None else listed.partners[0] < held.main
    ):
        found.append(Difference("creators", path, given_shown, _shown(held), FIRST_DIFFERS))
    return found


def _shown(description: WorkDescription, most: int = 6) -> str:
    shown = [s.value for s in description.creators[:most]]
    more = len(description.creators) - most
    return "; ".join(shown) + (f" and {more} more" if more > 0 else "")


def _date_difference(given: WorkDescription, held: WorkDescription, c: Compared) -> list[Difference]:
    side = c.date
    if side.given is None or side.held is None or side.same is None or side.agreement.level == dates.SAME:
        return []
    if side.same is False and c.version and _version_dates(given, held):
        return [side.difference(VERSION)]
    shown = "; ".join(dict.fromkeys(s.value for s in held.dates))
    return [Difference("date", side.given.path, side.given.value, shown, side.agreement.level)]


def _version_dates(given: WorkDescription, held: WorkDescription) -> bool:
    """Whether one side can be the preprint and the other the publication of one work, by their years."""
    preprint, published = (given, held) if given.preprint else (held, given)
    first, second = (
        [span.earliest[0] for s in side.dates if (span := parse_date(s.value)) is not None] for side in (preprint, published)
    )
    return any(later - earlier in VERSION_YEARS for earlier in first for later in second)


def _identifier_differences(given: WorkDescription, held: WorkDescription, closed: frozenset[str]) -> list[Difference]:
    """Identifiers that the entity does not share: other ones of the scheme, or none to compare with."""
    found: list[Difference] = []
    if not given.identifiers:
        return found
    every = frozenset[Identifier]().union(*(equivalents(i) for _, i in held.identifiers))
    for scheme in ("doi", "pmid", "pmcid", "arxiv", "isbn"):
        mine = [(path, i) for path, i in given.identifiers if i.scheme == scheme]
        theirs = [i for _, i in held.identifiers if i.scheme == scheme]
        if not mine or any(equivalents(i) & every for _, i in mine):
            continue
        path, identifier = mine[0]
        if scheme in closed:
            level = NOT_LISTED
        elif not theirs:
            level = NOT_HELD
        elif scheme == "isbn":
            level = OTHER_EDITION
        else:
            level = VERSION if _other_version(identifier, theirs, given) else IDENTIFIER_DIFFERS
        found.append(Difference(scheme, path, identifier.value, "; ".join(i.value for i in theirs), level))
    return found


def _other_version(identifier: Identifier, theirs: list[Identifier], given: WorkDescription) -> bool:
    """Whether an identifier can be that of the preprint of what is held, or of the publication of a preprint that is held."""
    if is_preprint_identifier(identifier):
        return not all(map(is_preprint_identifier, theirs))
    in_preprints = any(containers.is_preprint(s.value) for s in given.containers)
    return all(map(is_preprint_identifier, theirs)) and not in_preprints
