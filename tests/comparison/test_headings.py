"""States of subject headings, and what they make of a record's subjects."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from gate.comparison.compare import compare_record
from gate.comparison.headings import check_heading
from gate.decision.observations import observe
from gate.decision.rules import load
from gate.model import Comparison, HeadingCheck, HeadingState, Identifier, Outcome, Reason, Record, Statement
from gate.records import read_bytes
from gate.references.local import LocalSnapshot
from gate.references.sources import Sources
from gate.references.vocabulary import import_vocabulary
from gate.settings import Settings
from tests.sources import MemorySource
from tests.things import held as work_held


def authority(tag: str, number: str, label: str, more: str = "", status: str = "n") -> str:
    subfields = label if label.startswith("<") else f'<subfield code="a">{label}</subfield>'
    return (
        f'<record><leader>00000{status}z  a2200000n  4500</leader><controlfield tag="001">{number}</controlfield>'
        f'<controlfield tag="003">DLC</controlfield><datafield tag="{tag}" ind1=" " ind2=" ">{subfields}</datafield>'
        f"{more}</record>"
    )


def field(tag: str, *subfields: tuple[str, str]) -> str:
    inner = "".join(f'<subfield code="{code}">{text}</subfield>' for code, text in subfields)
    return f'<datafield tag="{tag}" ind1=" " ind2=" ">{inner}</datafield>'


RECORDS = (
    authority("150", "sh 1000001", "Cats", field("450", ("a", "Domestic cat"))),
    authority("150", "sh 1000002", "Noncitizens", field("450", ("a", "Foreign residents"))),
    authority(
        "150", "sh 1000003", "Aliens", field("682", ("i", "replaced by"), ("a", "Noncitizens"), ("a", "Extraterrestrials")), "d"
    ),
    authority("151", "sh 1000004", "Japan", field("781", ("z", "Japan"))),
    authority("151", "sh 1000005", "Kyoto (Japan)", field("781", ("z", "Japan"), ("z", "Kyoto"))),
    authority("180", "sh 1000006", '<subfield code="x">History</subfield>'),
    authority("185", "sh 1000007", '<subfield code="v">Bibliography</subfield>'),
    authority("155", "gf1000008", "Biographical films"),
    authority("100", "n  1000009", "Kurosawa, Akira, 1910-1998"),
    authority("150", "sh 1000010", "Opéra comique"),
    authority("150", "sh 1000011", "Mercury (Planet)"),
    authority("150", "sh 1000012", "&#x98;The &#x9c;absurd"),
)
COLLECTION = '<collection xmlns="http://www.loc.gov/MARC21/slim">' + "".join(RECORDS) + "</collection>"
COMPLETE = ("headings:topic", "headings:geographic", "headings:subdivision")
Opened = Callable[..., LocalSnapshot]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    def make(name: str = "lc", complete: tuple[str, ...] = COMPLETE, code: str = "lcsh") -> LocalSnapshot:
        settings = Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "refs"))
        file = tmp_path / "a.xml"
        file.write_text(COLLECTION, encoding="utf-8")
        return LocalSnapshot(import_vocabulary([file], settings, name=name, code=code, complete_for=complete).manifest, settings)

    return make


def subject(text: str, tag: str = "650", code: str = "lcsh", *ids: Identifier) -> Statement:
    parts = (Statement("vocabulary", code),) if code else ()
    return Statement("concepts", text, f"{tag}[2]$a" if tag else "concepts[1]", identifiers=tuple(ids), parts=parts)


def state(text: str, vocabulary: LocalSnapshot, tag: str = "650", code: str = "lcsh", *ids: Identifier) -> HeadingCheck:
    return check_heading(subject(text, tag, code, *ids), [vocabulary])


S = HeadingState


@pytest.mark.parametrize(
    ("text", "tag", "expected", "suggested"),
    [
        ("Cats", "650", S.AUTHORISED, ()),
        ("CATS.", "650", S.AUTHORISED, ()),
        ("Opera comique", "650", S.AUTHORISED, ("Opéra comique",)),
        ("The absurd", "650", S.AUTHORISED, ()),
        ("Absurd", "650", S.AUTHORISED, ("The absurd",)),
        ("Domestic cat", "650", S.VARIANT, ("Cats",)),
        ("Domestic cat--Japan", "650", S.VARIANT, ("Cats--Japan",)),
        ("Aliens", "650", S.DEPRECATED, ("Noncitizens", "Extraterrestrials")),
        ("Aliens--Japan", "650", S.DEPRECATED, ("Noncitizens--Japan", "Extraterrestrials--Japan")),
        ("Cats--Japan--History--Bibliography", "650", S.CONSTRUCTED, ()),
        ("Cats--Japan--Kyoto--History", "650", S.CONSTRUCTED, ()),
        ("Cats--History--20th century", "650", S.CONSTRUCTED, ()),
        ("Cats--Bibliography--History", "650", S.PARTLY_VALID, ("Cats--History--Bibliography",)),
        ("Cats--Noncitizens", "650", S.PARTLY_VALID, ("Cats",)),
        ("Cats--Invented", "650", S.PARTLY_VALID, ("Cats",)),
        ("Japan--Kyoto", "651", S.PARTLY_VALID, ("Japan",)),
        ("Japan--History", "651", S.CONSTRUCTED, ()),
        ("Japan", "650", S.WRONG_FILE, ("Japan",)),
        ("Kurosawa, Akira, 1910-1998", "650", S.WRONG_FILE, ("Kurosawa, Akira, 1910-1998",)),
        ("Kurosawa, Akira, 1910-1998", "600", S.AUTHORISED, ()),
        ("Biographical films", "650", S.WRONG_FILE, ("Biographical films",)),
        ("Biographical films", "655", S.AUTHORISED, ()),
        ("Biographical films", "", S.AUTHORISED, ()),
        ("History", "650", S.NOT_AUTHORISED, None),
        ("Zzzz qqq", "650", S.NOT_AUTHORISED, None),
        ("Zzzz qqq", "600", S.NOT_CHECKED, None),
    ],
)
def test_the_state_of_a_heading(opened: Opened, text: str, tag: str, expected: S, suggested: tuple[str, ...] | None) -> None:
    found = state(text, opened(), tag)
    assert found.state is expected, found
    assert suggested is None or found.suggestions == suggested


def test_what_a_subset_lacks_proves_nothing(opened: Opened) -> None:
    part = opened(complete=())
    assert state("Zzzz qqq", part).state is S.NOT_CHECKED
    assert state("Cats", part).state is S.AUTHORISED


@pytest.mark.parametrize("complete", [(), ("headings:genre", "headings:name"), ("headings:geographic",)])
@pytest.mark.parametrize("text", ["Japan", "Biographical films", "Biographical films--Authorship", "Kurosawa, Akira, 1910-1998"])
def test_a_heading_of_another_file_is_no_fault_while_its_own_file_may_have_it(
    opened: Opened, text: str, complete: tuple[str, ...]
) -> None:
    found = state(text, opened(complete=complete))
    assert found.state is S.NOT_CHECKED, found
    assert "the file topic" in found.detail
    assert found.suggestions == (text.split("--")[0],)
    assert state(text, opened("whole", complete=(*complete, "headings:topic"))).state is S.WRONG_FILE


def test_an_identifier_proves_the_file_where_nothing_is_complete(opened: Opened) -> None:
    part = opened(complete=())
    found = state("Biographical films", part, "650", "lcsh", lccn("gf01000008"))
    assert (found.state, found.suggestions) == (S.NOT_CHECKED, ("Biographical films",))  # "gf1000008" is not that number
    proven = state("Biographical films", part, "650", "lcsh", lccn("gf1000008"))
    assert (proven.state, proven.suggestions) == (S.WRONG_FILE, ("Biographical films",)), proven
    assert "lccn:gf1000008 is the identifier of Biographical films, a heading of the file genre" in proven.detail
    assert state("Biographical films", part, "655", "lcsh", lccn("gf1000008")).state is S.AUTHORISED


@pytest.mark.parametrize(
    ("text", "tag", "needs"),
    [
        ("Cats--Invented", "650", ("headings:topic", "headings:subdivision", "headings:geographic")),
        ("Cats--Noncitizens", "650", ("headings:topic", "headings:subdivision")),
        ("Cats--Bibliography--History", "650", ("headings:topic",)),
        ("Japan--Kyoto", "651", ("headings:geographic", "headings:subdivision")),
        ("Kyoto (Japan)--Japan", "651", ("headings:geographic",)),
    ],
)
def test_a_string_is_partly_valid_only_where_it_could_not_be_established(
    opened: Opened, text: str, tag: str, needs: tuple[str, ...]
) -> None:
    assert state(text, opened(complete=needs), tag).state is S.PARTLY_VALID
    for n in range(len(needs)):
        found = state(text, opened(f"less{n}", complete=needs[:n]), tag)
        assert found.state is S.NOT_CHECKED, found
        assert found.detail.startswith(text.split("--")[0] + " is held")


def test_a_vocabulary_accuses_only_its_own_headings(opened: Opened) -> None:
    whole = opened()
    assert state("Zzzz qqq", whole, "650", "").state is S.NOT_CHECKED
    assert state("Zzzz qqq", whole, "650", "mesh").state is S.NOT_CHECKED
    assert state("Cats", whole, "650", "mesh").state is S.NOT_CHECKED


def lccn(value: str) -> Identifier:
    return Identifier("lccn", value)


@pytest.mark.parametrize(
    ("text", "number", "expected"),
    [
        ("Cats", "sh10000001", S.AUTHORISED),
        ("Cats--Japan", "sh10000001", S.CONSTRUCTED),
        ("Cats", "sh10000002", S.IDENTIFIER_CONFLICT),
        ("Feline friends", "sh10000001", S.IDENTIFIER_CONFLICT),
        ("Mercury", "sh10000011", S.VARIANT),
        ("Mercury (Element)", "sh10000011", S.IDENTIFIER_CONFLICT),
        ("Cats", "sh99999999", S.AUTHORISED),
    ],
)
def test_identifier_and_label_must_agree(opened: Opened, text: str, number: str, expected: S) -> None:
    vocabulary = opened()
    assert state(text, vocabulary, "650", "lcsh", lccn(number)).state is expected


def test_a_number_that_a_complete_vocabulary_lacks(opened: Opened) -> None:
    vocabulary = opened(complete=("identifiers:lccn:sh",))
    found = state("Cats", vocabulary, "650", "lcsh", lccn("sh99999999"))
    assert (found.state, found.suggestions) == (S.IDENTIFIER_CONFLICT, ())


def test_an_address_at_the_right_host_says_nothing(opened: Opened) -> None:
    address = Identifier("iri", "http://id.loc.gov/authorities/subjects/zzz")
    assert state("Zzzz qqq", opened(), "650", "lcsh", address).state is S.NOT_AUTHORISED


def test_a_vocabulary_that_is_lost_leaves_it_open(opened: Opened) -> None:
    vocabulary = opened()
    vocabulary.manifest.paths[0].unlink()
    found = state("Zzzz qqq", vocabulary)
    assert (found.state, found.answered) == (S.NOT_CHECKED, ())
    assert found.down[0][1].startswith(str(Reason.MISSING))


def test_beside_one_that_is_lost_no_number_is_nobodys_and_no_heading_is_of_another_kind(opened: Opened) -> None:
    whole, lost = opened(complete=("identifiers:lccn:sh", "headings:topic")), opened("other")
    lost.manifest.paths[0].unlink()
    number = subject("Zzzz qqq", "650", "lcsh", lccn("sh99999999"))
    kind = subject("Biographical films")
    assert [check_heading(one, [whole]).state for one in (number, kind)] == [S.IDENTIFIER_CONFLICT, S.WRONG_FILE]
    for one in (number, kind):
        found = check_heading(one, [whole, lost])
        assert (found.state, [name for name, _ in found.down]) == (S.NOT_CHECKED, ["other"])


BOOK = """<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>
<controlfield tag="001">b1</controlfield>
<datafield tag="020" ind1=" " ind2=" "><subfield code="a">9780306406157</subfield></datafield>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Sato, Ken.</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Cats of Japan</subfield></datafield>{}</record>"""


def compared(opened: Opened, *vocabularies: LocalSnapshot, subjects: str) -> Comparison:
    (record,) = read_bytes(BOOK.format(subjects).encode(), "b.xml", settings=Settings())
    assert isinstance(record, Record)
    known = work_held(title="Cats of Japan", creators=["Sato, Ken"], isbn="9780306406157", concepts=["Animals in art"])
    return compare_record(record, Sources([MemorySource("works", (known,)), *vocabularies]))


def lc(tag: str, text: str, more: str = "") -> str:
    return f'<datafield tag="{tag}" ind1=" " ind2="0"><subfield code="a">{text}</subfield>{more}</datafield>'


def outcomes(comparison: Comparison) -> dict[str, Outcome]:
    return {c.claim.statement.value: c.outcome for c in comparison.claims if c.claim.property == "concepts"}


def test_a_heading_that_the_vocabulary_holds_and_the_catalogue_lacks_is_extra(opened: Opened) -> None:
    found = compared(opened, opened(), subjects=lc("650", "Cats") + lc("650", "Zzzz qqq") + lc("650", "Animals in art"))
    assert outcomes(found) == {
        "Cats": Outcome.EXTRA,
        "Zzzz qqq": Outcome.NOT_ASSESSED,
        "Animals in art": Outcome.SUPPORTED,
    }
    assert {c.source for c in found.consulted} >= {"lc", "works"}


def test_two_complete_vocabularies_make_it_invented(opened: Opened) -> None:
    found = compared(opened, opened(), opened("lc2"), subjects=lc("650", "Zzzz qqq"))
    assert outcomes(found) == {"Zzzz qqq": Outcome.FABRICATED}


def test_without_a_vocabulary_nothing_changes(opened: Opened) -> None:
    found = compared(opened, subjects=lc("650", "Cats"))
    assert outcomes(found) == {"Cats": Outcome.SILENT}
    assert found.headings == ()


def test_every_fault_has_its_code_path_and_suggestion(opened: Opened) -> None:
    link = '<subfield code="0">http://id.loc.gov/authorities/subjects/sh10000002</subfield>'
    subjects = "".join(
        (
            lc("650", "Aliens"),
            lc("650", "Domestic cat"),
            lc("650", "Biographical films"),
            lc("650", "Cats--Zzz"),
            lc("650", "Cats", link),
        )
    )
    found = compared(opened, opened(), subjects=subjects + lc("650", "Zzzz qqq"))
    findings = {f.path: f for f in observe(found, load("default"), date.today(), 9999) if f.path.startswith("650")}
    assert {path: f.code for path, f in findings.items()} == {
        "650[1]$a": "heading-deprecated",
        "650[2]$a": "heading-variant",
        "650[3]$a": "heading-wrong-file",
        "650[4]$a": "heading-partly-valid",
        "650[5]$0": "heading-identifier-conflict",
        "650[6]$a": "value-not-listed",
    }
    assert findings["650[1]$a"].held == "Noncitizens; Extraterrestrials"
    assert findings["650[2]$a"].held == "Cats"
    assert findings["650[5]$0"].held == "Noncitizens"
    assert all(f.source == "lc" and f.as_of for f in findings.values())


def test_a_heading_is_supported_where_no_catalogue_gives_any(opened: Opened) -> None:
    (record,) = read_bytes(BOOK.format(lc("650", "Cats")).encode(), "b.xml", settings=Settings())
    assert isinstance(record, Record)
    known = work_held(title="Cats of Japan", creators=["Sato, Ken"], isbn="9780306406157")
    found = compare_record(record, Sources([MemorySource("works", (known,)), opened()]))
    assert outcomes(found) == {"Cats": Outcome.SUPPORTED}
    assert found.heading_agreement is None


def test_the_report_tells_states_and_agreement(opened: Opened) -> None:
    from gate.checking import check
    from gate.report.json import to_json
    from gate.report.text import to_text
    from tests.schema import validated

    (record,) = read_bytes(
        BOOK.format(lc("650", "Domestic cat") + lc("650", "Animals in art--Japan")).encode(), "b.xml", settings=Settings()
    )
    known = work_held(title="Cats of Japan", creators=["Sato, Ken"], isbn="9780306406157", concepts=["Animals in art"])
    report = check(
        [record], rules=load("default"), sources=Sources([MemorySource("works", (known,)), opened()]), settings=Settings()
    )
    validated(report)
    (shown,) = json.loads(to_json(report))["records"]
    assert [s["state"] for s in shown["headings"]["states"]] == ["variant", "not authorised"]
    measures = {m["name"]: m["value"] for m in shown["headings"]["agreement"]["measures"]}
    assert (measures["exact_recall"], measures["root_recall"], measures["root_precision"]) == (0, 1, 0.5)
    text = to_text(report)
    assert "Headings beside 1 catalogue (works)" in text
    assert "too narrow, 1 step from Animals in art" in text


def test_a_batch_tells_the_use_of_headings(opened: Opened) -> None:
    from gate.checking import check
    from gate.report.json import to_json
    from gate.report.text import to_text
    from tests.schema import validated

    isbns = ("9780306406157", "9780262033848", "9780131103627")
    held = [
        work_held(id=f"w{n}", title=f"Cats of Japan, volume {n}", creators=["Sato, Ken"], isbn=isbn, concepts=["Animals in art"])
        for n, isbn in enumerate(isbns)
    ]
    books = [
        BOOK.replace("9780306406157", isbn).replace("Cats of Japan", f"Cats of Japan, volume {n}").format(lc("650", "Cats"))
        for n, isbn in enumerate(isbns)
    ]
    records = [r for book in books for r in read_bytes(book.encode(), "b.xml", settings=Settings())]
    report = check(
        records, rules=load("default"), sources=Sources([MemorySource("works", tuple(held)), opened()]), settings=Settings()
    )
    validated(report)
    use = json.loads(to_json(report))["heading_use"]
    assert use["overused"] == [{"label": "Cats", "given": 3, "reference": 0}]
    assert use["never"] == [{"label": "Animals in art", "given": 0, "reference": 3}]
    assert use["against"] == "catalogues"
    text = to_text(report)
    assert "Headings of 3 works together" in text
    assert "Cats: 3 of the records, 0 by the catalogues" in text
    assert (
        json.loads(to_json(check(records[:1], rules=load("default"), sources=Sources([opened("again")]), settings=Settings())))[
            "heading_use"
        ]
        is None
    )
