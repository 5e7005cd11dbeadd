"""Roget's Thesaurus as plain text."""

from __future__ import annotations

import re
from functools import cache

import pytest

from gate.model import Identifier, Kind, Record, Statement, Unreadable
from gate.normalise.text import key
from gate.records.readers.roget import Roget, clean_term
from gate.settings import Settings
from tests.shared import shared

EXCERPT = b"""
CLASS I
WORDS EXPRESSING TREES

1. BEING, A TREE

1. Root -- N. root, rootlet &c adj.; radix [Lat.], fact of growing;
base &c 2.
 stem &c (support) 3a; tap root.
V. root, take root &c n.; grow &c
(increase) 2.
Adj. rooted, deep-
rooted; fast &c (firm) 9.
Phr. to the root of the matter [Anon].

2. [What is above.] Branch, Bough -- N. branch, bough, limb; (part) 1.
Adv. branchily.

Lesser growths

3a Twig -- N. twig, sprig.
Int. snap!
End of E-Thesaurus
4. Licence -- N. not a head.
"""


def read(data: bytes) -> list[Record]:
    found = list(Roget().read(data, "roget.txt", Settings()))
    assert all(isinstance(record, Record) for record in found)
    return [record for record in found if isinstance(record, Record)]


@cache
def edition(name: str) -> tuple[Record, ...]:
    return tuple(read(shared("roget", name).read_bytes()))


def values(record: Record, name: str) -> list[str]:
    return [s.value for s in record.all(name)]


def test_heads_become_concepts() -> None:
    root, branch, twig = read(EXCERPT)
    assert [(r.id, r.kind, r.position, r.format) for r in (root, branch, twig)] == [
        *(("1", Kind.CONCEPT, 1, "roget"), ("2", Kind.CONCEPT, 2, "roget"), ("3a", Kind.CONCEPT, 3, "roget"))
    ]
    assert values(root, "heading") == ["Root"]
    assert values(root, "nouns") == ["root", "rootlet", "radix", "fact of growing", "base", "stem", "tap root"]
    assert values(root, "verbs") == ["root", "take root", "grow"]
    assert values(root, "adjectives") == ["rooted", "deep-rooted", "fast"]
    assert values(root, "adverbs") == []
    assert [i.path for i in root.ignored] == ["phrases"]
    assert values(branch, "heading") == ["Branch, Bough"]
    assert values(branch, "scope_note") == ["What is above"]
    assert values(branch, "nouns") == ["branch", "bough", "limb"]
    assert values(twig, "nouns") == ["twig", "sprig"], "the licence at the end is no part of the last head"


def test_cross_references_name_the_heads_of_this_text() -> None:
    root, branch, _ = read(EXCERPT)
    assert root.all("cross_references") == (
        Statement("cross_references", "Branch, Bough", "cross_references[0]", identifiers=(Identifier("roget", "2"),)),
        Statement("cross_references", "Twig", "cross_references[1]", identifiers=(Identifier("roget", "3a"),)),
    ), "head 9 is not in the text"
    assert values(branch, "cross_references") == ["Root"]


def test_a_supplemented_text_reads_alike() -> None:
    text = b"""
     #1.  Root.-- N. root, radix[Lat]; base &c. 2.

<--  p.  1  -->

stump.
     V. root.
%
2. BEING A BRANCH
%

     #2. [Fallen.] Branch. {ant. of 1} -- log, timber.
"""
    root, branch = read(text)
    assert values(root, "nouns") == ["root", "radix", "base", "stump"]
    assert values(root, "verbs") == ["root"]
    assert values(root, "cross_references") == ["Branch"]
    assert values(branch, "heading") == ["Branch"]
    assert values(branch, "nouns") == ["log", "timber"]
    assert values(branch, "scope_note") == ["Fallen; ant. of 1"]


@pytest.mark.parametrize(
    ("piece", "term"),
    [
        ("truth &c 494", "truth"),
        ("positiveness &c adj.", "positiveness"),
        ("have being &c. n.", "have being"),
        (" presence &c (existence in space) 186", "presence"),
        ("ens [Lat.]", "ens"),
        ("&c (indicative) 550", ""),
        ("honeycomb (sponge) 252a", "honeycomb"),
        ("honeycomb &c (sponge) 252.1", "honeycomb"),
        ("Nirvana", "nirvana"),
        ("cul-de-sac", "cul-de-sac"),
        ("1st class train", "1st class train"),
        ("unideal[obs3]", "unideal"),
        ("f=ete", "fete"),
        ("dextro-.", "dextro"),
    ],
)
def test_terms_are_cleaned_as_published(piece: str, term: str) -> None:
    assert clean_term(piece) == term


def test_other_text_is_unreadable_and_not_claimed() -> None:
    assert Roget().sniff(b"1. A list -- with dashes\n2. And more -- of them") == 0
    assert Roget().sniff(b'{"title": "x"}') == 0
    assert Roget().sniff(EXCERPT) == 90
    (found,) = Roget().read(b"nothing here", "x.txt", Settings())
    assert isinstance(found, Unreadable)
    assert (found.file, found.format) == ("x.txt", "roget")


def test_latin_1_and_windows_line_ends() -> None:
    (record,) = read("7. État -- N. état, condition.\r\nV. être.\r\n".encode("latin-1"))
    assert values(record, "heading") == ["État"]
    assert values(record, "verbs") == ["être"]


def test_every_head_of_the_1911_text_is_found() -> None:
    records = edition("roget_pg10681.txt")
    numbered = [r.id for r in records if r.id.isdigit()]
    lettered = [r.id for r in records if not r.id.isdigit()]
    assert numbered == [str(n) for n in range(1, 1001)]
    assert len(lettered) == len(set(lettered)) == 44, "43 printed with a full stop, and 252a without"
    assert all(values(r, "heading")[0] for r in records)
    assert sum(len(values(r, "nouns")) > 0 for r in records) >= 1_040
    by_number = {r.id: r for r in records}
    assert values(by_number["238"], "nouns") == ["dextrality", "right", "right hand", "dexter", "offside", "starboard"]
    assert values(by_number["238"], "adjectives")[:5] == ["dextral", "right-handed", "dexter", "dextrorsal", "dextrorse"]
    assert values(by_number["252a"], "nouns")[0] == "sponge"


def test_terms_of_the_1911_text_are_clean() -> None:
    records = edition("roget_pg10681.txt")
    lists = ("nouns", "verbs", "adjectives", "adverbs")
    terms = [s.value for r in records for s in r.statements if s.property in lists]
    assert len(terms) > 90_000
    assert not [term for term in terms if re.search(r"&c|[\[\](){}]|\b\d{3}\b", term)]
    assert all(term == term.lower() and term.strip() == term and term for term in terms)
    assert sum(len(r.all("cross_references")) for r in records) > 4_000


def test_headings_are_those_of_the_category_list_of_1879() -> None:
    headings = {key(values(r, "heading")[0]) for r in edition("roget_pg10681.txt")}
    listed = shared("roget", "stanford_graphbase_roget_dat.txt").read_text(encoding="latin-1")
    names = [key(name) for name in re.findall(r"^\d+([^:\d][^:]*):", listed, re.MULTILINE)]
    assert len(names) > 1_000
    squeezed = {heading.replace(" ", "") for heading in headings}
    assert sum(name.replace(" ", "") in squeezed for name in names) > 0.8 * len(names)


def test_the_supplemented_text_has_the_same_heads() -> None:
    first = {r.id for r in edition("roget_pg10681.txt")}
    second = {r.id for r in edition("roget_pg22_roget15a.txt")}
    assert first == second
