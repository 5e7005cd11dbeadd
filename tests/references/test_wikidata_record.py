"""Items of Wikidata as entities."""

from __future__ import annotations

import re
import sys
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from gate.model import Identifier, Kind, Statement
from gate.normalise.dates import parse
from gate.properties import PROPERTIES, ValueType
from gate.references.wikidata.claims import is_item
from gate.references.wikidata.record import Label, entity, items_named, label
from tests.authorities.wikidata import Item, claim, human, item, time
from tests.references.bodies import bodies, objects
from tests.shared import shared

LABELS = {
    "Q1": Label("Northport", "en", ("Nordhafen",)),
    "Q2": Label("Southmark", "en"),
    "Q3": Label("philosopher", "en", ("Philosoph",)),
    "Q4": Label("Ada Able", "", ("A. Able",)),
}


def test_a_person_in_full() -> None:
    person = human(
        "Q100",
        "Berta Busy",
        labels={"de": "Berta Emsig", "ru": "Берта Бизи", "tlh": "Busy"},
        aliases=["B. Busy", "Berta Emsig"],
        P1559={"text": "Berta Émsig", "language": "de"},
        P742="Aunt Bee",
        P569=time("1844-10-15"),
        P570=[time("1900"), claim(time("1900-08-25"), rank="preferred")],
        P19=claim("Q1", P1932="Nordhaven"),
        P27=["Q2", "Q999"],
        P106="Q3",
        P737="Q4",
        P214="12345",
        P227=["118587943", "not a GND number"],
        P496="0000-0002-1825-0097",
        P213="0000 0001 2103 2683",
        P18="Berta.jpg",
    )
    found = entity(person, LABELS)
    assert found is not None
    assert (found.id, found.kind, found.label) == ("http://www.wikidata.org/entity/Q100", Kind.AGENT, "Berta Busy")
    assert found.statements == (
        Statement(
            "name", "Berta Busy", lang="en", forms=("Berta Emsig", "Берта Бизи", "Busy", "B. Busy", "Berta Émsig", "Aunt Bee")
        ),
        Statement("birth", "1844-10-15"),
        Statement("death", "1900-08-25"),
        Statement("death", "1900"),
        Statement("birth_place", "Northport", lang="en", forms=("Nordhafen", "Nordhaven"), identifiers=(wikidata("Q1"),)),
        Statement("citizenship", "Southmark", lang="en", identifiers=(wikidata("Q2"),)),
        Statement("occupations", "philosopher", lang="en", forms=("Philosoph",), identifiers=(wikidata("Q3"),)),
        Statement("influenced_by", "Ada Able", forms=("A. Able",), identifiers=(wikidata("Q4"),)),
        Statement("identifiers", "Q100", identifiers=(wikidata("Q100"),)),
        Statement("identifiers", "12345", identifiers=(Identifier("viaf", "12345"),)),
        Statement("identifiers", "118587943", identifiers=(Identifier("gnd", "118587943"),)),
        Statement("identifiers", "0000-0002-1825-0097", identifiers=(Identifier("orcid", "0000-0002-1825-0097"),)),
        Statement("identifiers", "0000000121032683", identifiers=(Identifier("isni", "0000000121032683"),)),
    )
    assert found.complete_for == frozenset(), "no list of Wikidata's is closed"


def wikidata(qid: str) -> Identifier:
    return Identifier("wikidata", qid)


def test_what_a_person_needs_labels_of() -> None:
    person = human("Q100", "B", P19="Q1", P27=["Q2", "Q1"], P106=claim("Q3", rank="deprecated"), P569=time("1844"))
    assert items_named(person) == ("Q1", "Q2")
    assert items_named(item("Q5", "human")) == ()


def test_ranks_deprecated_never_and_preferred_first() -> None:
    listed = [claim("Q1"), claim("Q2", rank="preferred"), claim("Q3", rank="deprecated")]
    found = entity(human("Q100", "B", P27=listed, P570=claim(time("1900"), rank="deprecated")), LABELS)
    assert found is not None
    assert [s.value for s in found.all("citizenship")] == ["Southmark", "Northport"]
    assert found.all("death") == ()


def test_no_value_and_unknown_value_are_no_values() -> None:
    person = human("Q100", "B", P570=claim(None, snaktype="novalue"), P569=claim(None, snaktype="somevalue"), P19=[claim("Q1")])
    assert entity(person, {}) is not None
    found = entity(human("Q100", "B", P19=claim(None, snaktype="somevalue"), P737=claim(None, snaktype="novalue")), LABELS)
    assert found is not None
    assert {s.property for s in found.statements} == {"name", "identifiers"}


def test_a_value_without_a_label_is_left_out() -> None:
    found = entity(human("Q100", "B", P19="Q999"), LABELS)
    assert found is not None
    assert found.first("birth_place") is None, "Q999 would look like another place"


def test_a_merged_item_keeps_both_its_numbers() -> None:
    found = entity(human("Q100", "B"), {}, asked="Q77")
    assert found is not None
    assert found.id.endswith("/Q100")
    assert [i for s in found.all("identifiers") for i in s.identifiers] == [wikidata("Q100"), wikidata("Q77")]


def test_what_is_no_item_is_none() -> None:
    assert entity({"id": "Q100", "missing": ""}, {}) is None
    assert entity({"id": "P19", "type": "property"}, {}) is None
    assert entity({"id": "L5", "type": "lexeme"}, {}) is None
    assert entity({}, {}) is None


def test_labels_in_the_order_of_the_languages() -> None:
    named = item("Q1", labels={"de": "Eins", "mul": "Uno", "xx": "Wah"}, aliases=["One"])
    assert label(named) == Label("Uno", "", ("Eins", "Wah", "One"))
    assert label(named, ("xx", "de")) == Label("Wah", "xx", ("Eins", "Uno", "One"))
    assert label(item("Q1", aliases=["One", "I"])) == Label("One", "", ("I",))
    assert label(item("Q1")) is None


def test_an_unlabelled_item_is_known_by_its_number_but_has_no_name() -> None:
    found = entity(human("Q100", ""), {})
    assert found is not None
    assert found.label == "Q100"
    assert found.first("name") is None


def test_kinds() -> None:
    def kind(**claims: object) -> Kind | None:
        found = entity(item("Q9", "X", **claims), {})  # type: ignore[arg-type]
        return found.kind if found is not None else None

    assert kind(P31="Q5") is Kind.AGENT
    assert kind(P569=time("1900")) is Kind.AGENT
    assert kind(P31="Q3918") is Kind.AGENT, "a university"
    assert kind(P31="Q1000", P159="Q1") is Kind.AGENT, "it has headquarters"
    assert kind(P31="Q13442814", P356="10.1000/X") is Kind.WORK
    assert kind(P31="Q571", P50="Q4") is Kind.WORK
    assert kind(P31="Q515") is Kind.CONCEPT, "a city"
    assert kind() is Kind.CONCEPT
    assert kind(P31=claim("Q5", rank="deprecated")) is Kind.CONCEPT


def test_a_work_in_full() -> None:
    work = item(
        "Q200",
        "On northern seas (paper)",
        P31=["Q13442814", "Q45182324"],
        P1476={"text": "On northern seas", "language": "en"},
        P50=[claim("Q4", P1545="2"), claim("Q999", P1545="4")],
        P2093=[claim("Carl Calm", P1545="1"), claim("Dora Deep", P1545="3"), claim("Ernst Extra")],
        P577=time("2001-05-00", 10),
        P1433="Q1",
        P478="7",
        P433="2",
        P304="101-120",
        P356="10.1234/ABC",
        P698="12345678",
        P212="978-0-306-40615-7",
    )
    assert items_named(work) == ("Q4", "Q999", "Q1")
    found = entity(work, LABELS)
    assert found is not None
    assert (found.kind, found.label, found.flags) == (Kind.WORK, "On northern seas", frozenset({"retracted"}))
    said = {s.property: s.value for s in found.statements if s.property != "creators"}
    described = {"title": "On northern seas", "date": "2001-05", "container": "Northport", "volume": "7", "issue": "2"}
    known = {"identifiers": "Q200", "doi": "10.1234/abc", "pmid": "12345678", "isbn": "9780306406157"}
    assert said == described | known | {"pages": "101-120"}
    assert found.all("title")[0].forms == ("On northern seas (paper)",)
    assert [s.value for s in found.all("creators")] == ["Carl Calm", "Ada Able", "Dora Deep", "Ernst Extra"]


def test_answers_from_before_2017_have_numbers_for_items() -> None:
    old = human("Q100", "B", P19={"entity-type": "item", "numeric-id": 1})
    found = entity(old, LABELS)
    assert found is not None
    assert [s.value for s in found.all("birth_place")] == ["Northport"]
    property_ = human("Q100", "B", P19={"entity-type": "property", "numeric-id": 1})
    assert items_named(property_) == ()


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["mainsnak", "snaktype", "datavalue", "value", "id", "time", "rank", "en", "P19"]), inner
        )
    ),
    max_leaves=10,
)


@given(json, json, json, st.sampled_from(["P19", "P31", "P50", "P569", "P577", "P1476", "P2093", "P356"]))
def test_wrong_types_anywhere_are_left_out(labels: object, aliases: object, stated: object, name: str) -> None:
    odd = cast("Item", {"id": "Q100", "labels": labels, "aliases": aliases, "claims": {name: stated, "P31": [claim("Q5")]}})
    for one in (odd, {**odd, "claims": stated}, {**odd, "claims": {name: [{"mainsnak": stated, "rank": stated}]}}):
        items_named(one)
        found = entity(one, LABELS)
        assert found is not None
        assert all(s.value for s in found.statements)


def test_every_recorded_item_is_read() -> None:
    items = people = statements = dated = merged = missing = 0
    folders = (shared("responses", "wikidata"), shared("references", "wikidata_entities"))
    for one in (one for folder in folders for _, body in bodies(folder) for one in objects(body)):
        if not is_item(str(one.get("id"))) or not ({"claims", "labels", "missing"} & set(one)):
            continue
        if "missing" in one:
            assert entity(one, {}) is None
            missing += 1
            continue
        # every value that is an item gets a label, so that nothing is left out for the want of one
        labels = {qid: Label(f"label of {qid}") for qid in items_named(one)}
        moved = one.get("redirects")
        asked = str(moved["from"]) if isinstance(moved, dict) else ""
        found = entity(one, labels, asked=asked)
        assert found is not None
        assert found.id == f"http://www.wikidata.org/entity/{one['id']}"
        items += 1
        people += found.kind is Kind.AGENT
        statements += len(found.statements)
        merged += bool(asked)
        raw = str(one)
        for s in found.statements:
            if PROPERTIES[s.property].type is ValueType.DATE:
                assert parse(s.value) is not None, s
                assert all(parse(form) is not None for form in s.forms), s
                year = re.match(r"-?\d+", s.value)
                assert year is not None
                dated += 1
                if not s.value.startswith(("-", "0")) and "/" not in s.value:
                    assert re.search(rf"\+0*{year[0]}-", raw), "a year that is not in the answer"
            elif s.identifiers and s.identifiers[0].scheme == "wikidata":
                assert s.identifiers[0].value.removeprefix("Q") in raw
            else:
                assert s.value.lower().replace("-", "")[:40] in raw.lower().replace("-", "").replace(" ", "") or s.value in raw, s
    sys.stdout.write(
        f"{items} items ({people} agents, {merged} merged), {statements} statements, {dated} dates, {missing} missing"
    )
    assert items > 260
    assert people > 90
    assert dated > 100
    assert merged >= 1
    assert missing >= 1
