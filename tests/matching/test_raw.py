"""References given as one string, validated against an entity."""

from __future__ import annotations

import json
import re

from gate.comparison.matching import match_raw
from gate.comparison.matching.agreement import Fit
from gate.model import Entity, Kind, Statement
from tests.shared import shared

DNA = Entity(
    "dna",
    Kind.WORK,
    "Molecular structure of nucleic acids",
    (
        Statement("title", "Molecular structure of nucleic acids: a structure for deoxyribose nucleic acid"),
        Statement("creators", "J. D. Watson"),
        Statement("creators", "F. H. C. Crick"),
        Statement("date", "1953-04-25"),
        Statement("container", "Nature"),
        Statement("volume", "171"),
        Statement("pages", "737-738"),
        Statement("doi", "10.1038/171737a0"),
    ),
)


def test_right() -> None:
    for raw in (
        "Watson J, Crick F. Molecular structure of nucleic acids: a structure for deoxyribose nucleic acid. Nature 1953;171:737",
        "Watson, J.D. and Crick, F.H.C. (1953) Molecular structure of nucleic acids. Nature 171, 737.",
        "J. D. WATSON and F. H. C. CRICK, \u201cMolecular Structure of Nucleic Acids,\u201d Nature 171 (1953)",
        "[12] Watson, Crick: Molecular structure of nucleic acids \u2013 a structure for deoxyri-\nbose nucleic acid. 1953.",
        "Watson JD. Molecular structrue of nucleic acids: a structure for deoxyribose nucleic acid. Nature 1953.",
        "Watson, J.D., Crick, F.H.C.: Nature 171, 737 (1953)",
        "Watson et al. Nature. https://doi.org/10.1038/171737a0",
    ):
        assert match_raw(raw, DNA).kind is Fit.SAME, raw


def test_wrong() -> None:
    year = match_raw("Watson JD. Molecular structure of nucleic acids. Nature 1963.", DNA)
    assert year.kind is Fit.SAME_WITH_ERRORS
    assert [d.property for d in year.differences] == ["date"]
    author = match_raw(
        "Pauling L. Molecular structure of nucleic acids: a structure for deoxyribose nucleic acid. Nature 1953.", DNA
    )
    assert author.kind is Fit.SAME_WITH_ERRORS
    near = match_raw("Watson JD. Molecular structure of nuclear acids: a frame for deoxyribose nucleic acid. Nature 1953", DNA)
    assert near.kind is Fit.SAME_WITH_ERRORS
    assert near.differences[0].property == "title"


def test_other_works() -> None:
    for raw in (
        "Pauling L. The nature of the chemical bond. J Am Chem Soc 1931;53:1367.",
        "Watson JD. The double helix. New York: Atheneum; 1968.",
        "Crick F. Central dogma of molecular biology. Nature 1970;227:561.",
    ):
        assert match_raw(raw, DNA).kind is Fit.OTHER, raw
    assert match_raw("—", DNA).kind is Fit.UNDECIDABLE


def test_a_short_title_inside_a_longer_one_is_not_the_work() -> None:
    """With neither its volume nor its page in the string: "The metabolic syndrome" is in the titles of a hundred works."""
    short = Entity(
        "short",
        Kind.WORK,
        "The metabolic syndrome",
        (
            Statement("title", "The metabolic syndrome"),
            Statement("creators", "Eckel"),
            Statement("container", "Lancet"),
            Statement("volume", "365"),
            Statement("pages", "1415"),
        ),
    )
    longer = "Grundy S, Eckel R: Diagnosis and management of the metabolic syndrome: a statement. Circulation 2005, 112:e285"
    assert match_raw(longer, short).kind is Fit.OTHER
    assert match_raw("Eckel RH, Grundy SM. The metabolic syndrome. Lancet 2005;365:1415-28.", short).kind is Fit.SAME
    assert match_raw("Eckel RH. The metabolic syndrome. Lancet 365.", short).kind is Fit.SAME


def survey(title: str, *creators: str) -> Entity:
    fields = (Statement("title", title), *(Statement("creators", name) for name in creators), Statement("date", "2022"))
    return Entity("survey", Kind.WORK, title, fields)


CHAIN = "Wei J, Bosma M, Chi E, Zhou D. Chain-of-thought prompting elicits reasoning in large language models. arXiv, 2022."


def test_a_title_that_shares_its_end_with_another_is_not_nearly_that() -> None:
    assert match_raw(CHAIN, survey("Emergent abilities of large language models", "Wei, Jason")).kind is Fit.OTHER
    assert (
        match_raw(CHAIN, survey("Contrastive decoding improves reasoning in large language models", "Chi, E.")).kind is Fit.OTHER
    )


def test_a_title_inside_a_longer_one_of_others_is_another_work() -> None:
    longer = "Han Y, Wan Z. From generalist to specialist: A survey of large language models for chemistry. 2022."
    assert match_raw(longer, survey("A survey of large language models", "Zhao, Wayne")).kind is Fit.OTHER
    alone = "Han Y, Wan Z. A survey of large language models. 2022."
    found = match_raw(alone, survey("A survey of large language models", "Zhao, Wayne"))
    assert (found.kind, [d.property for d in found.differences]) == (Fit.SAME_WITH_ERRORS, ["creators"])


FERMENTS = (
    Statement("creators", "Ana Lourdinha"),
    Statement("date", "1993"),
    Statement("container", "Journal of Fermentation and Bioengineering"),
    Statement("pages", "368"),
)
VOLUME = Statement("volume", "75")


def deposited(*statements: Statement, label: str = "10.1016/0922-338x(93)90136-v") -> Entity:
    return Entity("https://doi.org/10.1016/0922-338x(93)90136-v", Kind.WORK, label, statements)


def test_strings_without_a_title() -> None:
    """Author, journal, volume, page and year are all that many fields cite; an identifier for a label is no title."""
    held = deposited(*FERMENTS, VOLUME)
    for raw in (
        "Lourdinha, J Ferment Bioeng 75 (1993) 368",
        "J. Ferment. Bioeng. 1993;75:368",
        "A. Lourdinha, Journal of Fermentation and Bioengineering, vol. 75, 1993, pp. 368",
        "(1993). JOURNAL OF FERMENTATION AND BIOENGINEERING, 75, 368",
    ):
        found = match_raw(raw, held)
        assert (found.kind, found.differences) == (Fit.SAME, ()), raw
    for raw in (
        "Lourdinha, J Ferment Bioeng 75 (1993) 371",
        "Lourdinha, J Ferment Bioeng 76 (1994) 371",
        "Smith, Nature 75 (1953) 368",
        "J. Ferment. Bioeng. 75",
    ):
        assert match_raw(raw, held).kind is Fit.OTHER, raw
    assert match_raw("Tetrahedron 75 (1993) 368", held).kind is Fit.UNDECIDABLE
    assert match_raw("Smith, J Ferment Bioeng 75 (1993) 368", held).kind is Fit.UNDECIDABLE


def test_a_journal_without_volumes_needs_the_first_creator() -> None:
    held = deposited(*FERMENTS)
    assert match_raw("Lourdinha, J Ferment Bioeng (1993) 368", held).kind is Fit.SAME
    assert match_raw("J Ferment Bioeng (1993) 368", held).kind is Fit.OTHER


def test_another_title_in_the_same_place_is_not_waved_through() -> None:
    """It may be a translation or an invention: nobody can say from the string."""
    invented = "Watson JD. Imaginary tides of the inland seas and their inhabitants. Nature 1953;171:737"
    assert match_raw(invented, DNA).kind is Fit.UNDECIDABLE
    assert match_raw("Watson JD. Die Struktur der Nukleinsäuren. Nature 1953;171:737", DNA).kind in (Fit.SAME, Fit.UNDECIDABLE)
    assert match_raw("Watson JD. Nature 1953;171:737", DNA).kind is Fit.SAME


def test_real_reference_strings() -> None:
    """2,561 strings from articles, each with the metadata of the work it refers to; and each with that of another work."""
    file = shared("labelled", "real_reference_strings", "glutton_references-doi-matching_3000.jsonl")
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    entities = [_entity(row) for row in rows]
    texts = [re.sub(r"-\n", "-", row["reference"].replace(row["doi"], "")).replace("\n", " ") for row in rows]
    right = sum(match_raw(text, held).kind is Fit.SAME for text, held in zip(texts, entities, strict=True))
    assert right / len(rows) > 0.985  # most of the rest are wrongly paired in the set, or cut in the middle of the title
    shifted = [*entities[97:], *entities[:97]]
    wrong = [
        text for text, held in zip(texts, shifted, strict=True) if match_raw(text, held).kind in (Fit.SAME, Fit.SAME_WITH_ERRORS)
    ]
    assert not wrong


def _entity(row: dict[str, str]) -> Entity:
    first = (
        row.get("firstAuthor")
        or (re.match(r"\s*(?:\[?\d+[\].]\s*)?([^\W\d_][\w'-]+)", row["reference"]) or [""])[0].split(" ")[-1]
    )
    names = {"atitle": "title", "jtitle": "container", "volume": "volume", "firstPage": "pages"}
    found = [Statement(name, row[field]) for field, name in names.items() if row.get(field)]
    return Entity(row["doi"], Kind.WORK, row.get("atitle", ""), (*found, Statement("creators", first)))
