"""What an item of Wikidata is: an agent, a work, or something else.

By its class where that is one of a few common ones, else by statements that only such things have: the tree of classes is deep,
and not at hand here.
"""

from __future__ import annotations

from gate.model import Kind
from gate.normalise.tables import read_table
from gate.references.wikidata.claims import Claims, items

HUMAN = "Q5"
RETRACTED = "Q45182324"  # retracted paper
_BODIES = read_table(
    """
Q43229=organization; Q4830453=business; Q783794=company; Q891723=public company; Q3918=university; Q875538=public university;
Q902104=private university; Q31855=research institute; Q178706=institution; Q7075=library; Q33506=museum;
Q163740=nonprofit organization; Q48204=voluntary association; Q484652=international organization; Q7278=political party;
Q16334295=group of humans; Q2659904=government organization; Q327333=government agency; Q2085381=publisher;
Q215380=musical group; Q18127=record label; Q955824=learned society; Q414147=academy of sciences; Q157031=foundation;
Q708676=charitable organization; Q79913=non-governmental organization; Q4671277=academic institution; Q180958=faculty;
Q2467461=academic department; Q38723=higher education institution
"""
)
# date of birth, of death, occupation, sex
_OF_PERSONS = ("P569", "P570", "P106", "P21")
# headquarters, employees, parent and subsidiary organization, chairperson, chief executive, legal form, industry, founder
_OF_BODIES = ("P159", "P1128", "P749", "P355", "P488", "P169", "P1454", "P452", "P112")
# DOI, PubMed, arXiv, ISBN, title, author, published in, date of publication
_OF_WORKS = ("P356", "P698", "P818", "P212", "P957", "P1476", "P50", "P2093", "P1433", "P577")

KIND_PROPERTIES = frozenset({"P31", *_OF_PERSONS, *_OF_BODIES, *_OF_WORKS})
"""The properties that tell what an item is."""


def kind_of(claims: Claims) -> Kind:
    """The kind of the item that has these statements; neither agent nor work counts as a concept."""
    classes = set(items(claims, "P31"))
    if HUMAN in classes or any(name in claims for name in _OF_PERSONS):
        return Kind.AGENT
    if any(name in claims for name in _OF_WORKS):
        return Kind.WORK
    if classes & set(_BODIES) or any(name in claims for name in _OF_BODIES):
        return Kind.AGENT
    return Kind.CONCEPT
