"""The catalogue of findings: every code the gate can report, what it means and what a curator can do.

Codes are stable: they are never renamed or reused. ``template`` is filled with the finding's own fields (``given``, ``held``,
``source``, ``as_of``, ``path``) and ``detail``. The default severity and tier can be changed by a rule set.
"""

from __future__ import annotations

from dataclasses import dataclass

from gate.findings_names import NAMES
from gate.model import Finding, Severity, Tier

HELP = "docs/findings.md#"


@dataclass(frozen=True, slots=True)
class FindingType:
    """One entry of the catalogue."""

    code: str
    title: str
    template: str
    severity: Severity
    tier: Tier
    advice: str

    @property
    def anchor(self) -> str:
        """Place in the documentation."""
        return HELP + self.code


_V, _W, _I = Severity.VIOLATION, Severity.WARNING, Severity.INFO
_ID, _OP, _EP = Tier.IDENTITY, Tier.OPERATIONAL, Tier.EPISTEMIC

_ENTRIES = (
    # reading
    FindingType(
        "field-ignored",
        "Field not read",
        "the gate does not read this field: {detail}",
        _I,
        _EP,
        "Nothing to do; the field was not checked and does not count.",
    ),
    FindingType(
        "value-unreadable",
        "Value of the wrong type",
        "cannot be read here: {detail}",
        _W,
        _OP,
        "Give the value in the form the field expects; until then it is not checked.",
    ),
    FindingType(
        "duplicate-key",
        "Field given twice",
        "the same key stands twice; the last one was read: {given}",
        _W,
        _OP,
        "Remove one of the two.",
    ),
    FindingType(
        "encoding-doubtful",
        "Doubtful characters",
        "the text was decoded with doubt: {detail}",
        _W,
        _OP,
        "Check the character set of the export.",
    ),
    FindingType(
        "record-not-checked",
        "Record could not be checked",
        "a stage failed: {detail}",
        _V,
        _EP,
        "Check the record by hand and report this as a fault of the gate.",
    ),
    # anchor
    FindingType(
        "anchor-absent",
        "Nothing like this is held",
        "{source} asked: {detail}",
        _V,
        _ID,
        "Search your own catalogue and the source named; if the thing is real, import a snapshot that covers it.",
    ),
    FindingType(
        "anchor-ambiguous",
        "Several things fit",
        "more than one entity fits: {detail}",
        _V,
        _ID,
        "Choose the right one and add its identifier to the record.",
    ),
    FindingType(
        "anchor-not-assessed",
        "Not looked up",
        "no source could say what this record is about: {detail}",
        _V,
        _EP,
        "Check again when the sources answer, or import a snapshot that covers it.",
    ),
    FindingType(
        "identifier-conflict",
        "Identifier of something else",
        "{given} is the identifier of {held!r} in {source}, not of what the record describes{detail}",
        _V,
        _ID,
        "Correct the identifier or the description: they belong to different things.",
    ),
    # claims
    FindingType(
        "title-contradicted",
        "Title differs",
        "{source} has the title {held!r}: {detail}",
        _V,
        _ID,
        "Compare both titles; words that change the meaning are named.",
    ),
    FindingType(
        "heading-contradicted",
        "Heading differs",
        "{source} has the heading {held!r}",
        _V,
        _ID,
        "Use the authorised form of the source.",
    ),
    FindingType(
        "creator-contradicted",
        "Creator is another",
        "{source} does not name {given!r} for this work; it names {held}",
        _V,
        _ID,
        "Replace or remove the name.",
    ),
    FindingType(
        "creator-order",
        "Order of creators differs",
        "{source} lists them in another order: {held}",
        _W,
        _OP,
        "Restore the order of the source; the first creator decides the main entry.",
    ),
    FindingType(
        "creator-first-differs",
        "Another creator comes first",
        "{source} names another first: {held}",
        _V,
        _ID,
        "Restore the order of the source; the first creator decides the main entry.",
    ),
    FindingType(
        "creator-role-differs", "Role differs", "{source} gives {given!r} the role {held}", _W, _OP, "Correct the relator code."
    ),
    FindingType(
        "date-contradicted", "Date differs", "{source} has {held}", _V, _ID, "Correct the date, or note the edition meant."
    ),
    FindingType(
        "identifier-contradicted",
        "Identifier differs",
        "{source} has {held} for this work",
        _V,
        _ID,
        "Use the identifier of the source; the one given is not known for this work.",
    ),
    FindingType("value-contradicted", "Value differs", "{source} has {held!r}", _W, _OP, "Correct the value."),
    FindingType(
        "value-fabricated",
        "Value is in no source",
        "{source} is complete for this and does not hold it, nor does the second source",
        _V,
        _ID,
        "Remove the value unless you can show where it comes from.",
    ),
    FindingType(
        "value-unconfirmed",
        "Value not confirmed",
        "no source confirms this: {detail}",
        _W,
        _EP,
        "Confirm by hand before you rely on it. The sources are not complete here, so it may be true.",
    ),
    FindingType(
        "value-not-assessed", "Value not looked up", "not checked: {detail}", _W, _EP, "Check again when the source answers."
    ),
    FindingType(
        "value-not-listed",
        "Value missing from a complete list",
        "{source} is complete for this and does not hold it; whether it is invented is not known: {detail}",
        _V,
        _EP,
        "Confirm it by hand, or check again with a second source.",
    ),
    FindingType(
        "value-not-comparable",
        "Values cannot be compared",
        "cannot be compared with {held!r}: {detail}",
        _I,
        _EP,
        "Compare by eye: the scripts or forms share nothing the gate can compare.",
    ),
    FindingType(
        "value-extra", "True beyond the reference", "absent from the reference, confirmed by {source}", _I, _EP, "Nothing to do."
    ),
    # subject headings
    FindingType(
        "heading-variant", "Heading is not the preferred form", "{source} prefers {held!r}", _W, _OP, "Use the preferred form."
    ),
    FindingType(
        "heading-deprecated",
        "Heading was withdrawn",
        "{source} marks this heading as deprecated; in its place: {held}. {detail}",
        _V,
        _OP,
        "Use the replacement, or choose among them where there are several.",
    ),
    FindingType(
        "heading-partly-valid",
        "Heading is not established as a whole",
        "{source} holds parts of this string, but it is not established and not built by the rules: {detail}",
        _W,
        _EP,
        "Check the string part by part, and establish or shorten it.",
    ),
    FindingType(
        "heading-wrong-file",
        "Heading is of another kind",
        "{detail} in {source}, and cannot stand in this field",
        _V,
        _ID,
        "Move the heading to the field for its kind (600 names, 651 places, 655 genres), or choose another.",
    ),
    FindingType(
        "heading-identifier-conflict",
        "Identifier and heading disagree",
        "the identifier and the words are not of one heading: {detail} in {source}",
        _V,
        _ID,
        "Decide which of the two is meant, and correct the other.",
    ),
    FindingType(
        "heading-form",
        "Heading differs by marks only",
        "{source} writes {held!r}: {detail}",
        _I,
        _OP,
        "Write the heading as the vocabulary does.",
    ),
    *(FindingType(*row) for row in NAMES),
    FindingType(
        "classification-form",
        "Class number malformed",
        "{given} is no {detail} number",
        _V,
        _OP,
        "Correct it, or use 09X for it.",
    ),
    FindingType(
        "classification-elsewhere", "Classed otherwise", "{source} gives this work {held}: {detail}", _I, _EP, "Nothing to do."
    ),
    # free text
    FindingType(
        "text-contradicted",
        "Text gives another year",
        "the text says {given!r}, and {source} has {held}",
        _W,
        _EP,
        "Read the sentence: if it is about this person, correct the text or find out which of the two is right.",
    ),
    FindingType(
        "text-not-compared",
        "Text not read",
        "this text was not read, or not to its end: {detail}",
        _I,
        _EP,
        "Read it by eye; nothing in it was compared with any source.",
    ),
    # omissions
    FindingType(
        "fact-omitted",
        "Fact missing from the record",
        "{source} also has {held!r}",
        _I,
        _OP,
        "Add it if your rules want this field.",
    ),
    FindingType(
        "citations-omitted",
        "Citations missing",
        "{detail}",
        _V,
        _OP,
        "Compare with the reference list of the source and add what is missing.",
    ),
    # citations
    FindingType(
        "citation-wrong-metadata",
        "Citation describes a real work wrongly",
        "{source} holds the work {held!r}, and it differs: {detail}",
        _V,
        _ID,
        "Correct the citation by the source.",
    ),
    FindingType(
        "citation-identifier-conflict",
        "Citation carries another work's identifier",
        "{given} is the identifier of {held!r}",
        _V,
        _ID,
        "Correct the identifier or the description.",
    ),
    FindingType(
        "citation-non-retrievable",
        "Citation not found",
        "every applicable route completed and none holds this work: {detail}",
        _V,
        _ID,
        "Look for the work by hand; if you cannot find it, remove the citation.",
    ),
    FindingType(
        "citation-not-assessed",
        "Citation not looked up",
        "not checked: {detail}",
        _W,
        _EP,
        "Check again with sources that cover it. This says nothing about the citation itself.",
    ),
    FindingType(
        "citation-retracted",
        "Cited work is retracted",
        "{source} marks {held!r} as retracted",
        _V,
        _OP,
        "Decide whether the citation should stand, and say so in a note.",
    ),
    FindingType(
        "citation-corrected",
        "Cited work was corrected",
        "{source} marks {held!r} as corrected",
        _I,
        _EP,
        "Cite the corrected version where it matters.",
    ),
    FindingType(
        "citation-concern",
        "Expression of concern",
        "{source} has an expression of concern for {held!r}",
        _W,
        _EP,
        "Decide whether the citation should stand.",
    ),
    FindingType("citation-duplicate", "Work cited twice", "the same work as {held}", _W, _OP, "Remove one of the two."),
    FindingType(
        "citation-title-only",
        "Matched by title alone",
        "only the title fits {held!r}",
        _W,
        _EP,
        "Confirm author and year by hand.",
    ),
    FindingType(
        "bibliography-concentrated",
        "Citations keep to fewer names than the reference list",
        "{detail}",
        _W,
        _EP,
        "Look for works of others: the list may lean on what its writer happened to know.",
    ),
    FindingType(
        "bibliography-canonical-missing",
        "Central works are not cited",
        "{detail}",
        _I,
        _EP,
        "Consider whether they belong in the list. This is advice: a list may leave a work out for good reasons.",
    ),
    FindingType(
        "work-retracted",
        "Work is retracted",
        "{source} marks this work as retracted",
        _V,
        _ID,
        "Catalogue the retraction with the work.",
    ),
    # structure
    FindingType(
        "graph-recentred",
        "Invented node at the centre",
        "{given!r} is in no source and stands among the most central nodes: {detail}",
        _V,
        _ID,
        "Read the record as a whole: its centre is not the centre of its subject.",
    ),
    FindingType(
        "node-risen",
        "Node far more central than in the reference",
        "{given!r} rose in the ranking: {detail}",
        _W,
        _EP,
        "Check whether the record overstates this node.",
    ),
    # scores and rules
    FindingType("fabrication-high", "Too much is not in the sources", "{detail}", _V, _ID, "Read the findings below it."),
    FindingType("omission-high", "Too much is missing", "{detail}", _V, _OP, "Read the omissions below it."),
    FindingType("divergence-high", "Centrality differs too much", "{detail}", _V, _EP, "Look at the nodes that rose."),
    FindingType(
        "coverage-low",
        "Too little could be checked",
        "{detail}",
        _V,
        _EP,
        "Check the rest by hand, or add a source that covers it.",
    ),
    FindingType(
        "required-not-supported", "A required claim is not supported", "{detail}", _V, _EP, "Confirm this field by hand."
    ),
    # sources
    FindingType(
        "source-unavailable",
        "Source did not answer",
        "{source} did not answer: {detail}",
        _W,
        _EP,
        "Check again later; or do without this source: --offline, or --off SOURCE. Nothing in the record is held against it.",
    ),
    FindingType("source-stale", "Snapshot is old", "{source} is of {as_of}", _I, _EP, "Update the snapshot."),
    # shapes
    FindingType("shape-title-missing", "No title or name", "a {detail} needs one", _V, _ID, "Add it."),
    FindingType(
        "shape-date-form",
        "Date in no known form",
        "{given!r} is not a date in EDTF or a form used in catalogues",
        _W,
        _OP,
        "Write the date in EDTF, for example 1991, 1991-05 or 198X.",
    ),
    FindingType(
        "shape-identifier-form",
        "Identifier malformed",
        "{given!r} does not have the form of a {detail}",
        _V,
        _ID,
        "Correct the identifier.",
    ),
    FindingType(
        "shape-check-digit",
        "Check digit wrong",
        "the check digit of {given!r} is wrong for a {detail}",
        _V,
        _ID,
        "Correct the identifier: a digit is wrong or two are swapped.",
    ),
    FindingType(
        "shape-language-code",
        "Unknown language code",
        "{given!r} is no ISO 639 code or language name",
        _W,
        _OP,
        "Use an ISO 639-2 code.",
    ),
    FindingType(
        "shape-relator-code",
        "Unknown relator",
        "{given!r} is no MARC relator code or term",
        _W,
        _OP,
        "Use a code from the MARC relator list.",
    ),
    FindingType(
        "shape-birth-after-death",
        "Born after death",
        "birth {given} is later than death {held}",
        _V,
        _ID,
        "One of the two dates is wrong.",
    ),
    FindingType("shape-date-in-future", "Date in the future", "{given} lies in the future", _V, _ID, "Correct the date."),
    FindingType(
        "shape-citation-newer",
        "Cites a newer work",
        "cites a work of {given}, and is itself of {held}",
        _W,
        _EP,
        "One of the two dates is wrong, or the citation is.",
    ),
    FindingType("shape-other", "Local shape not met", "{detail}", _W, _OP, "See the shape named in the message."),
)

FINDINGS: dict[str, FindingType] = {entry.code: entry for entry in _ENTRIES}


def finding(
    code: str, path: str, *, given: str = "", held: str = "", source: str = "", as_of: str = "", url: str = "", detail: str = ""
) -> Finding:
    """A finding of the catalogue, with its message filled in. Raises ``KeyError`` for a code that is not in it."""
    entry = FINDINGS[code]
    message = entry.template.format(given=given, held=held, source=source or "the source", as_of=as_of, path=path, detail=detail)
    return Finding(code, path, entry.severity, entry.tier, message, given, held, source, as_of, url, entry.advice)
