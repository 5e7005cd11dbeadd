"""The names of a record against authority files: states, findings, and that nobody is accused who may be meant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from gate.comparison.compare import compare_record
from gate.comparison.names import check_name
from gate.decision.observations import observe
from gate.decision.rules import load
from gate.model import Finding, Identifier, NameCheck, NameState, Reason, Record, Role, Statement
from gate.records import read_bytes
from gate.references.local import LocalSnapshot
from gate.references.sources import Sources
from gate.references.vocabulary import import_vocabulary
from gate.settings import Settings
from tests.comparison.test_headings import field

MARC = "http://www.loc.gov/MARC21/slim"


def authority(
    number: str, *subfields: tuple[str, str], tag: str = "100", more: str = "", mark: str = "a", status: str = "n"
) -> str:
    """A record of the name file; ``mark`` is 008/32."""
    inner = "".join(f'<subfield code="{code}">{text}</subfield>' for code, text in subfields)
    return (
        f'<record><leader>00000{status}z  a2200000n  4500</leader><controlfield tag="001">{number}</controlfield>'
        f'<controlfield tag="003">DLC</controlfield><controlfield tag="008">{" " * 9}a{" " * 22}{mark}{" " * 7}</controlfield>'
        f'<datafield tag="{tag}" ind1="1" ind2=" ">{inner}</datafield>{more}</record>'
    )


RECORDS = (
    authority("n  1000001", ("a", "Busy, Berta,"), ("d", "1844-1900"), more=field("400", ("a", "Busie, Berta"))),
    authority("n  1000002", ("a", "Able, Ada"), mark="b"),
    authority("n  1000003", ("a", "Calm, C. D."), ("q", "(Carl David),"), ("d", "1901-")),
    authority("n  1000004", ("a", "Acme Eel Company"), tag="110", more=field("410", ("a", "A.E.C."))),
    authority("n  1000005", ("a", "Old, Otto"), more=field("682", ("i", "now"), ("a", "Olde, Otto, 1950-")), status="d"),
    authority(
        "n  1000006",
        ("6", "880-01"),
        ("a", "Sato, Hanako"),
        more=field("880", ("6", "100-01"), ("a", "佐藤花子")) + field("400", ("a", "Satō, H.")),
    ),
    authority("n  1000007", ("a", "Smith, John,"), ("d", "1832-1910"), more=field("046", ("f", "18320412"), ("g", "19101103"))),
    authority("n  1000008", ("a", "Bible of eels"), tag="130"),
)
COLLECTION = f'<collection xmlns="{MARC}">' + "".join(RECORDS) + "</collection>"
Opened = Callable[..., LocalSnapshot]


@pytest.fixture
def file(tmp_path: Path) -> LocalSnapshot:
    (tmp_path / "names.xml").write_text(COLLECTION, encoding="utf-8")
    settings = Settings(references_folder=str(tmp_path / "references"), cache_folder=str(tmp_path / "cache"))
    manifest = import_vocabulary([tmp_path / "names.xml"], settings, name="names", code="naf").manifest
    return LocalSnapshot(manifest, settings)


def name(value: str, *ids: str, path: str = "100$a", forms: tuple[str, ...] = (), **life: str) -> Statement:
    parts = tuple(Statement(key, text, f"{path[:3]}$d") for key, text in life.items())
    identifiers = tuple(Identifier("lccn", i) for i in ids)
    return Statement("creators", value, path, forms=forms, identifiers=identifiers, parts=parts)


def states(given: Statement, *files: LocalSnapshot) -> list[NameState]:
    return [one.state for one in check_name(given, files)]


def only(given: Statement, *files: LocalSnapshot) -> NameCheck:
    (found,) = check_name(given, files)
    return found


S = NameState
CASES = [
    (name("Busy, Berta", "n1000001", birth="1844", death="1900"), [S.AUTHORISED]),
    (name("BUSY, Berta", "n1000001", birth="1844", death="1900"), [S.AUTHORISED]),
    (name("Busy, Berta", "n1000001"), [S.FULLER]),
    (name("Busie, Berta", "n1000001"), [S.VARIANT]),
    (name("Berta Busy", "n1000001", path="creators[0].name"), [S.AUTHORISED]),
    (name("Busy, B.", "n1000001"), [S.VARIANT]),
    (name("Busy, Berta", "n1000001", birth="1846"), [S.DATES, S.FULLER]),
    (name("Eager, Emil", "n1000001"), [S.IDENTIFIER_CONFLICT]),
    (name("Busy, Anton", "n1000001"), [S.IDENTIFIER_CONFLICT]),
    (name("Smith, John", "n1000007", birth="1950"), [S.IDENTIFIER_CONFLICT]),
    (name("Smith, John", "n1000007", birth="1832"), [S.FULLER]),
    (name("Able, Ada", "n1000002"), [S.UNDIFFERENTIATED, S.AUTHORISED]),
    (name("Calm, C. D", "n1000003"), [S.FULLER]),
    (name("Acme Eel Company", "n1000004", path="710$a"), [S.AUTHORISED]),
    (name("A.E.C", "n1000004", path="710$a"), [S.VARIANT]),
    (name("Eel Trading Union", "n1000004", path="710$a"), [S.IDENTIFIER_CONFLICT]),
    (name("Old, Otto", "n1000005"), [S.DEPRECATED]),
    (name("Sato, Hanako", "n1000006", forms=("佐藤花子",)), [S.AUTHORISED]),
    (name("佐藤花子", "n1000006"), [S.AUTHORISED]),
    (name("Сато, Ханако", "n1000006"), [S.NOT_CHECKED]),
    (name("Sato, Hanako", "n1000006", forms=("鈴木一郎",)), [S.SCRIPTS, S.AUTHORISED]),
    (name("Busy, Berta", birth="1844", death="1900"), [S.AUTHORISED]),
    (name("Busie, Berta"), [S.VARIANT]),
    (name("Busie, Berta", birth="1990"), [S.NOT_CHECKED]),
    (name("Able, Ada"), [S.UNDIFFERENTIATED, S.AUTHORISED]),
    (name("Smith, John", birth="1990"), [S.NOT_CHECKED]),
    (name("Nobody, Nora"), [S.NOT_CHECKED]),
    (name("Nobody, Nora", "n1999999"), [S.NOT_CHECKED]),
    (name("Berta Busie", path="creators[0].name"), [S.NOT_CHECKED]),
]


@pytest.mark.parametrize(
    ("given", "wanted"), CASES, ids=[f"{g.value} {g.identifiers and g.identifiers[0].value}" for g, _ in CASES]
)
def test_the_state_of_a_name(given: Statement, wanted: list[NameState], file: LocalSnapshot) -> None:
    assert states(given, file) == wanted


def test_what_is_said_names_both_sides_and_what_to_use(file: LocalSnapshot) -> None:
    conflict = only(name("Eager, Emil", "n1000001", path="700[2]$a"), file)
    assert (conflict.path, conflict.given, conflict.suggestions) == ("700[2]$a", "Eager, Emil", ("Busy, Berta, 1844-1900",))
    assert conflict.detail == "lccn:n1000001 is Busy, Berta, 1844-1900"
    assert conflict.evidence[0].source == "names"
    assert only(name("Old, Otto", "n1000005"), file).suggestions == ("Olde, Otto, 1950-",)
    assert only(name("Busie, Berta", "n1000001"), file).suggestions == ("Busy, Berta, 1844-1900",)


class Lost:
    """An authority file that does not answer."""

    name, as_of, role, vocabulary = "lost", "2026-11-30", Role.REFERENCE, "naf"

    def covers_headings(self, file: str) -> bool:
        return True

    def by_label(self, label: str, ranks: tuple[int, ...] = (0, 1)) -> object:
        return unavailable("lost")

    by_identifier = by_label

    def search(self, query: object, limit: int = 10) -> object:
        return unavailable("lost")


def test_a_file_that_does_not_answer_is_named_and_accuses_nobody() -> None:
    found = only(name("Eager, Emil", "n1000001"), Lost())  # type: ignore[arg-type]
    assert found.state is NameState.NOT_CHECKED
    assert found.down == (("lost", "timeout: out of order"),)


def test_that_nobody_has_an_identifier_is_said_only_where_all_answered(tmp_path: Path) -> None:
    (tmp_path / "names.xml").write_text(COLLECTION, encoding="utf-8")
    settings = Settings(references_folder=str(tmp_path / "references"), cache_folder=str(tmp_path / "cache"))
    claim = ("identifiers:lccn:n",)
    done = import_vocabulary([tmp_path / "names.xml"], settings, name="names", code="naf", complete_for=claim)
    whole, given = LocalSnapshot(done.manifest, settings), name("Eager, Emil", "n99999999")
    (alone,) = check_name(given, [whole])
    assert (alone.state, alone.detail) == (NameState.IDENTIFIER_CONFLICT, "nobody has the identifier lccn:n99999999")
    for files in ([whole, Lost()], [Lost(), whole]):
        (beside,) = check_name(given, files)  # type: ignore[arg-type]
        assert (beside.state, beside.down) == (NameState.NOT_CHECKED, (("lost", "timeout: out of order"),))
    whole.close()


def unavailable(source: str) -> object:
    from gate.model import Unavailable

    return Unavailable(source, Reason.TIMEOUT, "out of order")


BOOK = f"""<collection xmlns="{MARC}"><record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">b1</controlfield>
<datafield tag="100" ind1="1" ind2=" "><subfield code="6">880-01</subfield><subfield code="a">Sato, Hanako</subfield>
<subfield code="0">http://id.loc.gov/authorities/names/n1000006</subfield></datafield>
<datafield tag="240" ind1="1" ind2="0"><subfield code="a">Aeneid</subfield>
<subfield code="0">http://id.loc.gov/authorities/names/n1000008</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Eel larvae</subfield></datafield>
<datafield tag="600" ind1="1" ind2="0"><subfield code="a">Able, Ada</subfield>
<subfield code="0">(DLC)n  1000002</subfield></datafield>
<datafield tag="700" ind1="1" ind2=" "><subfield code="a">Eager, Emil</subfield>
<subfield code="0">(DLC)n  1000001</subfield></datafield>
<datafield tag="710" ind1="2" ind2=" "><subfield code="a">A.E.C.</subfield>
<subfield code="0">(DLC)n  1000004</subfield></datafield>
<datafield tag="880" ind1="1" ind2=" "><subfield code="6">100-01</subfield><subfield code="a">鈴木一郎</subfield></datafield>
</record></collection>"""


def findings(record: Record, *files: LocalSnapshot) -> list[Finding]:
    found = observe(compare_record(record, Sources(files)), load("default"), date(2026, 11, 30), 365)
    return [one for one in found if one.code.startswith("name-")]


def test_the_findings_of_a_record_have_their_place(file: LocalSnapshot) -> None:
    (record,) = read_bytes(BOOK.encode(), "b.xml", "marcxml", settings=Settings())
    assert isinstance(record, Record)
    found = {(one.code, one.path): one for one in findings(record, file)}
    assert set(found) == {
        ("name-scripts-differ", "100$a"),
        ("name-identifier-conflict", "240$0"),
        ("name-undifferentiated", "600$0"),
        ("name-identifier-conflict", "700$0"),
        ("name-variant", "710$a"),
    }
    conflict = found["name-identifier-conflict", "700$0"]
    assert (conflict.given, conflict.held, conflict.source) == ("Eager, Emil", "Busy, Berta, 1844-1900", "names")
    assert conflict.as_of
    assert conflict.advice


TITLES = f"""<collection xmlns="{MARC}"><record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">b1</controlfield>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Able, Ada</subfield></datafield>
<datafield tag="240" ind1="1" ind2="0"><subfield code="a">Poems</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Eel larvae</subfield></datafield>
<datafield tag="730" ind1="0" ind2=" "><subfield code="a">Eneid</subfield></datafield>
<datafield tag="700" ind1="1" ind2=" "><subfield code="a">Able, Ada.</subfield><subfield code="t">Verses</subfield></datafield>
</record></collection>"""


def test_titles_without_a_number_are_looked_up_by_their_words_under_their_creator(tmp_path: Path) -> None:
    def heading(number: str, tag: str, main: dict[str, str], other: dict[str, str]) -> str:
        return (
            f'<record><leader>00000nz  a2200000n  4500</leader><controlfield tag="001">{number}</controlfield>'
            f'<controlfield tag="003">DLC</controlfield>{field(tag, *main.items())}'
            f"{field('4' + tag[1:], *other.items())}</record>"
        )

    records = (
        heading("n  1000021", "130", {"a": "Aeneid"}, {"a": "Eneid"}),
        heading("n  1000022", "130", {"a": "Poems of nobody"}, {"a": "Poems"}),  # the same word, under no name
        heading("n  1000023", "100", {"a": "Able, Ada.", "t": "Poems"}, {"a": "Able, Ada.", "t": "Verses"}),
    )
    source = tmp_path / "titles.xml"
    source.write_text(f'<collection xmlns="{MARC}">{"".join(records)}</collection>', encoding="utf-8")
    settings = Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "refs"))
    store = LocalSnapshot(import_vocabulary([source], settings, name="titles", code="naf").manifest, settings)
    (record,) = read_bytes(TITLES.encode(), "b.xml", "marcxml", settings=Settings())
    assert isinstance(record, Record)
    found = {(one.code, one.path): one.held for one in findings(record, store)}
    assert found == {("name-variant", "730$a"): "Aeneid", ("name-variant", "700$a"): "Able, Ada. Poems"}
