"""BibTeX and biblatex: fields, names, macros, inheritance, LaTeX, encodings, and what cannot be read."""

from __future__ import annotations

import json
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.model import Identifier, Kind, Record, Unreadable
from gate.records.readers.bibtex import Bibtex
from gate.records.readers.bibtex_values import reading_form, resolve
from gate.settings import Settings
from tests.records.agreement import Tally
from tests.records.building import brief, notes, parts, read_all, read_one, say, values
from tests.shared import shared


def entry(body: str, kind: str = "article", key: str = "k") -> bytes:
    return f"@{kind}{{{key},\n{body}\n}}\n".encode()


def read(body: str, kind: str = "article") -> Record:
    return read_one(Bibtex(), entry(body, kind))


def test_a_record_is_read_with_its_places() -> None:
    found = read(
        r"""
  author = {M{\"u}ller, Karl and van der Berg, Jane and {World Health Organization} and others},
  Editor = "Roe, R.",
  title = {A {DNA} study of \emph{E. coli}: 5\% of $\alpha$-helices},
  journal = {Journal of Tests}, volume = 12, number = {3}, pages = {100--110}, month = mar, year = 2011,
  publisher = {A \& B Press}, keywords = {graphs; ranks}, language = {english}, abstract = {We test.},
  doi = {10.1000/182}, issn = {1234-5679, 2049-3630}, isbn = {978-3-540-77431-0}, pmid = {23439512},
  url = {https://dx.doi.org/10.1000/182}, eprint = {1706.03762}, archivePrefix = {arXiv}, primaryClass = {cs.CL},
  note = {In press}, address = {London}, file = {:a.pdf:PDF}, custom = {x}"""
    )
    assert (found.kind, found.id, found.format) == (Kind.WORK, "k", "bibtex")
    assert brief(found.statements) == [
        ("title", "A DNA study of E. coli: 5% of α-helices", "title"),
        ("creators", "Müller, Karl", "author[1]"),
        ("creators", "van der Berg, Jane", "author[2]"),
        ("creators", "World Health Organization", "author[3]"),
        ("creators", "et al.", "author[4]"),
        ("creators", "Roe, R.", "editor"),
        ("date", "2011-03", "year"),
        ("volume", "12", "volume"),
        ("issue", "3", "number"),
        ("pages", "100–110", "pages"),
        ("container", "Journal of Tests", "journal"),
        ("publisher", "A & B Press", "publisher"),
        ("language", "english", "language"),
        ("abstract", "We test.", "abstract"),
        ("concepts", "graphs", "keywords[1]"),
        ("concepts", "ranks", "keywords[2]"),
        ("arxiv", "1706.03762", "eprint"),
        ("doi", "10.1000/182", "doi"),
        ("pmid", "23439512", "pmid"),
        ("isbn", "978-3-540-77431-0", "isbn"),
        ("issn", "1234-5679", "issn[1]"),
        ("issn", "2049-3630", "issn[2]"),
        ("type", "article-journal", "entrytype"),
    ]
    mueller, berg, who, others, editor = found.all("creators")
    assert parts(mueller) == {"family": "Müller", "given": "Karl"}
    assert parts(berg) == {"family": "van der Berg", "given": "Jane"}
    assert parts(who) == {}
    assert (parts(others), others.role, editor.role) == ({"et_al": "true"}, "", "edt")
    assert {i.path: i.reason for i in found.ignored} == {
        "url": "the same identifier again",
        "primaryclass": "part of eprint",
        "note": "note",
        "address": "place",
        "file": "reference manager's field",
        "custom": "unknown field",
    }
    assert found.raw.startswith(b"@article{k,")
    assert found.raw.rstrip().endswith(b"}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Knuth, Donald E.", [{"family": "Knuth", "given": "Donald E."}]),
        (
            "Donald E. Knuth AND Leslie Lamport",
            [{"family": "Knuth", "given": "Donald E."}, {"family": "Lamport", "given": "Leslie"}],
        ),
        ("Ludwig van Beethoven", [{"family": "van Beethoven", "given": "Ludwig"}]),
        ("de la Fontaine, Jr., Jean", [{"family": "de la Fontaine", "given": "Jean", "suffix": "Jr."}]),
        (r"{\'E}cole, X", [{"family": "École", "given": "X"}]),
        ("{Barnes and Noble} and Doe, J.", [{}, {"family": "Doe", "given": "J."}]),
        ("Madonna", [{}]),
        ("given=Jean, prefix=de la, family=Fontaine", [{"family": "de la Fontaine", "given": "Jean"}]),
        ("Doe, J.; Roe, R.", [{"family": "Doe", "given": "J."}, {"family": "Roe", "given": "R."}]),
        ("Doe, J. and et al.", [{"family": "Doe", "given": "J."}, {"et_al": "true"}]),
        ("Doe~Smith, J.", [{"family": "Doe Smith", "given": "J."}]),
        ("", []),
        (" and ", []),
    ],
)
def test_names(text: str, expected: list[dict[str, str]]) -> None:
    assert [parts(s) for s in read(f"author = {{{text}}}").all("creators")] == expected


def test_roles_and_annotations() -> None:
    found = read(
        """author = {Doe, J. and Roe, R.}, author+an:orcid = {2="0000-0002-4751-4637"},
        editor = {Ed, A.}, editortype = {compiler}, translator = {Tr, B.}, foreword = {Fo, C.}""",
        "book",
    )
    assert [(s.value, s.role) for s in found.all("creators")] == [
        ("Doe, J.", ""),
        ("Roe, R.", ""),
        ("Ed, A.", "com"),
        ("Tr, B.", "trl"),
        ("Fo, C.", "wpr"),
    ]
    assert found.all("creators")[1].identifiers == (Identifier("orcid", "0000-0002-4751-4637"),)


@pytest.mark.parametrize(
    ("body", "date", "forms"),
    [
        ("year = 2011", "2011", ()),
        ("year = {2011}, month = {December}", "2011-12", ()),
        ("year = 2011, month = 7", "2011-07", ()),
        ('year = 2011, month = "4~" # jul', "2011-07-04", ()),
        ('year = 2011, month = jul # "~4"', "2011-07-04", ()),
        ("year = 2011, month = {July/August}", "2011", ("July/August 2011",)),
        ("year = 2011, month = jan, day = 31", "2011-01-31", ()),
        ("date = {2016/2017}, year = 2015", "2016/2017", ()),
        ("year = {{13th Century}}", "13th Century", ()),
        ("year = {in press}", "in press", ()),
    ],
)
def test_dates(body: str, date: str, forms: tuple[str, ...]) -> None:
    (found,) = read(body).all("date")
    assert (found.value, found.forms) == (date, forms)


def test_macros_and_concatenation() -> None:
    data = b"""
@string{me = "Drew V. McDermott"}
@String(both = me # { and Gerald J. Sussman})
@preamble{"\\def\\x{y}"}
@comment{jabref-meta: @article{not, title={an entry}}}
@techreport(MD72, author = BOTH, title = "The " # {{\\sc Conniver} manual}, institution = {MIT},
  journal = jacm, month = may, year = 1972)
"""
    found = read_one(Bibtex(), data)
    assert values(found, "creators") == ["McDermott, Drew V.", "Sussman, Gerald J."]
    assert (values(found, "title"), values(found, "date")) == (["The Conniver manual"], ["1972-05"])
    assert values(found, "container") == ["jacm"]
    assert [(n.code, n.path, n.value) for n in found.notes] == [("value-unreadable", "journal", "jacm")]
    growing = {"a0": "x" * 100}
    for n in range(60):  # each twice the one before
        growing[f"a{n + 1}"] = resolve(f"a{n} # a{n}", growing).text
    assert max(map(len, growing.values())) <= 1_000_000


def test_inheritance() -> None:
    data = b"""
@inproceedings{paper, author = {Doe, J.}, title = {A paper}, pages = {1--2}, crossref = {conf}, xdata = {common}}
@article{art, title = {An article}, crossref = {issue}}
@proceedings{conf, editor = {Ed, A.}, title = {The conference}, subtitle = {2010}, year = 2010, doi = {10.1000/conf},
   publisher = {Press}, isbn = {9783540774310}}
@periodical{issue, title = {The journal}, year = 2012, volume = 4}
@xdata{common, language = {english}}
@misc{lost, title = {Lost}, crossref = {nobody}}
@misc{round, title = {Round}, crossref = {about}}
@misc{about, title = {About}, crossref = {round}, year = 2001}
"""
    found = {r.id: r for r in read_all(Bibtex(), data) if isinstance(r, Record)}
    assert list(found) == ["paper", "art", "conf", "issue", "lost", "round", "about"]
    assert brief(found["paper"].statements) == [
        ("title", "A paper", "title"),
        ("creators", "Doe, J.", "author"),
        ("creators", "Ed, A.", "crossref.editor"),
        ("date", "2010", "crossref.year"),
        ("pages", "1–2", "pages"),
        ("container", "The conference: 2010", "crossref.title"),
        ("publisher", "Press", "crossref.publisher"),
        ("language", "english", "xdata.language"),
        ("isbn", "9783540774310", "crossref.isbn"),
        ("type", "paper-conference", "entrytype"),
    ]
    assert values(found["art"], "container") == ["The journal"]
    assert values(found["art"], "volume") == ["4"]
    assert notes(found["lost"]) == [("value-unreadable", "crossref")]
    assert values(found["round"], "date") == ["2001"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("eprint = {hep-th/9901001}", ("arxiv", "hep-th/9901001", "eprint")),
        ("eprint = {23439512}, eprinttype = {pubmed}", ("pmid", "23439512", "eprint")),
        ("journal = {arXiv preprint arXiv:1706.03762}", ("arxiv", "1706.03762", "journal")),
        ("note = {arXiv:1706.03762v2 [cs]}", ("arxiv", "1706.03762", "note")),
        ("howpublished = {\\url{https://doi.org/10.1000/182}}", ("doi", "https://doi.org/10.1000/182", "howpublished")),
        ("url = {http://arxiv.org/abs/1706.03762}", ("arxiv", "http://arxiv.org/abs/1706.03762", "url")),
        ("doi = {10.1016/0370-2693(91)90641\\_8}", ("doi", "10.1016/0370-2693(91)90641_8", "doi")),
        ("eid = {e1234}", ("pages", "e1234", "eid")),
        ("journaltitle = {J}, journalsubtitle = {S}", ("container", "J: S", "journaltitle")),
        ("booktitle = {B}, booksubtitle = {S}", ("container", "B: S", "booktitle")),
        ("title = {T}, subtitle = {S}", ("title", "T: S", "title")),
        ("title = {T?}, subtitle = {S}", ("title", "T? S", "title")),
        ("times-cited = {12}", ("times_cited", "12", "times-cited")),
        (
            "cited-references = {Doe J, 1999, NATURE.\n  Roe R, 2001, CELL.}",
            ("citations", "Roe R, 2001, CELL", "cited-references[2]"),
        ),
        ("lccn = {68027371}", ("identifiers", "68027371", "lccn")),
        ("school = {MIT}", ("publisher", "MIT", "school")),
    ],
)
def test_fields(body: str, expected: tuple[str, str, str]) -> None:
    assert expected in brief(read(body).statements)


def test_a_report_number_is_no_issue_and_an_organisation_no_publisher_of_a_conference() -> None:
    report = read("number = {TR-12}, institution = {MIT}", "techreport")
    assert (report.all("issue"), values(report, "publisher")) == ((), ["MIT"])
    paper = read("organization = {ACM}, series = {LNCS}, number = 12", "inproceedings")
    assert (paper.all("issue"), paper.all("publisher")) == ((), ())
    assert {i.path for i in paper.ignored} == {"organization", "series", "number"}


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"{\'E}tude \`a la carte", "Étude à la carte"),
        (r"Ba{\'n}ka {\l}{\aa}{\o}{\ss}", "Bańka łåøß"),
        (r"Erd{\H o}s--Szekeres", "Erdős–Szekeres"),
        (r"CO$_2$ and H$^{+}$", "CO2 and H+"),
        (r"a \& b \% c \_ d", "a & b % c _ d"),
        ("100% of it", "100% of it"),
        (r"\href{https://example.org}{the site}", "the site"),
        (r"\textbf{bold} {\it italic}", "bold italic"),
        ("non~breaking --- dash", "non breaking — dash"),
        (r"odd \unknowncommand{kept}", "odd kept"),
        (r"unpaired { brace and $ dollar", "unpaired brace and $ dollar"),
        ("Trailing backslash \\", "Trailing backslash"),
    ],
)
def test_latex(latex: str, text: str) -> None:
    assert reading_form(latex) == text


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=r"\{}$%&#_^~'`" + '"=.,abc HvcAand\n', max_size=60))
def test_odd_latex_never_raises(text: str) -> None:
    assert isinstance(reading_form(text), str)
    assert isinstance(resolve(text, {}).text, str)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet='@{}(),="#\\ \nabctitle1', max_size=80))
def test_any_text_ends_in_records_or_names(text: str) -> None:
    for data in (text.encode(), entry(f"author = {{{text}}}, title = {{x}}")):
        found = read_all(Bibtex(), data)
        assert [f.position for f in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1", "cp1252"])
def test_encodings(encoding: str) -> None:
    data = "@article{k, title = {Café à l’été}}" if encoding != "latin-1" else "@article{k, title = {Café à l'été}}"
    found = read_one(Bibtex(), data.encode(encoding))
    assert values(found, "title")[0].startswith("Café à l")
    guessed = encoding in ("latin-1", "cp1252")
    assert notes(found) == ([("encoding-doubtful", "")] if guessed else [])
    if encoding == "utf-16-le":
        assert Bibtex().sniff(data.encode(encoding)) == 85


def test_a_stated_encoding_is_no_doubt() -> None:
    data = b"% This file was created with JabRef 2.10.\n% Encoding: Cp1252\n@misc{k, title = {Caf\xe9}}"
    found = read_one(Bibtex(), data)
    assert (values(found, "title"), found.notes) == (["Café"], ())
    assert found.raw == b"@misc{k, title = {Caf\xe9}}"


def test_keys_given_twice() -> None:
    data = entry("title = {One}, Title = {Two}") + entry("title = {Three}")
    first, second = read_all(Bibtex(), data)
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (values(first, "title"), notes(first)) == (["Two"], [("duplicate-key", "title")])
    assert (values(second, "title"), notes(second)) == (["Three"], [("duplicate-key", "entrykey")])


def test_blocks_that_cannot_be_read_are_named_and_cost_nothing_else() -> None:
    data = (
        entry("title = {One}", key="a")
        + b"@article{b,\n title = {never closed,\n year = 2000\n\n"
        + entry("title = {Two}", key="c")
    )
    data += b"@article{d, author {no equals sign}}\n" + b"@string{e = {not closed\n" + entry("title = {Three}", key="f")
    found = read_all(Bibtex(), data)
    assert [(f.id, isinstance(f, Record)) for f in found] == [
        ("a", True),
        ("b", False),
        ("c", True),
        ("d", False),
        ("", False),
        ("f", True),
    ]
    assert [f.reason.split(" cannot")[0] for f in found if isinstance(f, Unreadable)] == [
        "the entry in line 4",
        "the entry in line 11",
        "the @string in line 12",
    ]


def test_no_field_vanishes() -> None:
    found = read(
        """date = {2010}, year = 2011, journal = {J}, booktitle = {B}, pages = {1}, eid = {e1}, eprint = {unknown 7},
        number = 2, issue = {Spring}""".replace("\n", " ")
    )
    assert found.all("issue")[0].forms == ("Spring",)
    assert [(i.path, i.reason) for i in found.ignored] == [
        ("year", "date is given too"),
        ("booktitle", "a second container"),
        ("eprint", "eprint of an archive that is not named"),
        ("eid", "article number beside pages"),
    ]
    assert [i.path for i in read("month = jan").ignored] == ["month"]


def test_a_missing_comma_costs_what_follows_it_only() -> None:
    found = read("title = {One}\n file = {x}, year = 2000")
    assert (values(found, "title"), values(found, "date")) == (["One"], ["2000"])
    assert [(n.code, n.path, n.value) for n in found.notes] == [("value-unreadable", "title", "file = {x}")]


def test_sniffing() -> None:
    reader = Bibtex()
    for data in (
        b"@article{k,",
        b"@misc{Smith et al 2010,",
        b"% comment\n\n  @Book( k,",
        b'@string{a = "b"}',
        b"@comment{x}\n@misc{k}",
        b'@preamble{"x"}',
    ):
        assert reader.sniff(data) == 85, data
    assert reader.sniff(b"Some text before\n@article{k,\n") == 60
    for data in (b"", b"{}", b"<a>@article{k,</a>", b"mail@example.org {x,", b"@prefix dc: <http://x> .", b"@"):
        assert reader.sniff(data) == 0, data


@pytest.mark.parametrize("piece", ["@a{ ", "@a{b,c={", '@a{b,c="', "{", "x and ", "x # ", "\\"])
def test_time_grows_with_the_size(piece: str) -> None:
    started = time.process_time()
    read_all(Bibtex(), b"@article{k, author = " + piece.encode() * 20_000)
    assert time.process_time() - started < 10


def test_every_real_file_ends_in_records_or_named_faults(capfd: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    started = time.monotonic()
    for file in sorted(shared("records", "bibtex").glob("*.bib")):
        found = read_all(Bibtex(), file.read_bytes())
        assert found, file.name
        for f in found:
            counts["record" if isinstance(f, Record) else f"unreadable {f.id} of {file.name}: {f.reason}"] += 1
            if isinstance(f, Record):
                assert f.statements or f.ignored or b"=" not in f.raw, (file.name, f.id)
    assert capfd.readouterr() == ("", "")
    say(*counts.items(), f"{time.monotonic() - started:.2f} s")
    assert counts["record"] > 420
    assert len(counts) <= 5


def test_agreement_with_zotero() -> None:
    """The names that differ: Zotero makes ``K. C.`` of KC and keeps the blank of ``D\\textquotesingle aspremont``."""
    tally = Tally()
    for case in json.loads(shared("records", "bibtex", "zotero_testcases_BibTeX.json").read_text()):
        records = {r.id: r for r in read_all(Bibtex(), case["input"].encode()) if isinstance(r, Record)}
        for item in case["items"]:
            assert item["itemID"] in records
            tally.compare(records[item["itemID"]], item)
    say(tally.report())
    assert tally.compared.total() > 150
    assert tally.rate > 0.97


def test_raw_bytes_hold_the_definitions_that_the_entry_needs() -> None:
    needed = '@string{pub = "Press"}\n@string{long = "The " # pub}\n'
    one, two = "@book{a, publisher = long, month = jan}", "@book{b, year = 1999}"
    found = Bibtex().read(f"{needed}@string{{other = {{x}}}}\n{one}\n{two}".encode(), "f.bib", Settings())
    assert [r.raw.decode() for r in found if isinstance(r, Record)] == [needed + one, two]
